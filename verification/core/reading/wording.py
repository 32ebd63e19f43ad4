"""How a sentence puts a figure or an act: the short runs of words about it, where what is asked for and other figures are mere marks.

Whoever knows neither the name nor the figure can still tell "Q fell short of F" from "Q came to F". ``factuality`` weighs the runs.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from verification.core.language.lemmas import lemma
from verification.core.language.lexicon import STOP_WORDS
from verification.core.language.script import to_simplified
from verification.core.language.texts import is_han
from verification.core.patterns import lazy_regex
from verification.core.reading.clause_words import Role, chinese_marks

# What stands for the words asked for, for what the runs are about, for other figures, periods and other numbers.
ASKED, ABOUT, OTHER, PERIOD, NUMBER = "Q", "F", "W", "T", "0"
# What stands for the Chinese verbs that only tell that a figure rises, falls or has come to where it stands, and that somebody makes it
# known: one that was never met means what the others do.
_CLASSES = {Role.UP: "R", Role.DOWN: "S", Role.TO: "L", Role.SPEECH: "A"}
_COME_TO = tuple("至到为在于报得")
_MAKE_KNOWN = frozenset(
    (
        *("公布", "公告", "表示", "显示", "宣布", "报道", "指出", "披露", "发布", "介绍", "通报", "证实", "表明", "公佈", "宣佈", "揭晓"),
        *("获悉", "报导", "数据显示", "统计显示", "据统计", "写明", "载明"),
    )
)
_MARKED = lazy_regex(r"[A-Za-z]+(?:['’][A-Za-z]+)?|\d+(?:[.,]\d+)*|[\u3400-\u9fff\uf900-\ufaff]|[,，;；:：?？!！()（）\"“”「」—–、]")
_PLAIN_MARKS = str.maketrans("，；：？！（）”“」「–、’", ',;:?!()""""—,\'')
_CLAUSE_ENDS = frozenset(',;:()—"?!')
# Words of questions that join the others.
_JOINING = STOP_WORDS | frozenset("的是了在与和及为") | {"what", "be", "how", "many", "much", "of", "in", "the", "current", "latest"}
_LONGEST = {False: 3, True: 4}
# Longer runs that stand anywhere tell one text from another rather than one way to put things from another.
_LONGEST_ANYWHERE = 2
# How far from its target a run is told from one that stands anywhere.
_NEAR = {False: 12, True: 20}

Hole = tuple[int, int, str]


class _Token(NamedTuple):
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class AskedWords:
    """The words of a question or claim: lemmas, and pairs of signs of a Chinese one. ``is_act``: words between two of them that only join
    belong to them too."""

    words: frozenset[str]
    pairs: frozenset[str]
    is_act: bool = False

    @classmethod
    def of(cls, text: str, *, is_act: bool = False) -> "AskedWords":
        simple = to_simplified(text)
        found = [(one.group(), one.start()) for one in _MARKED.finditer(simple)]
        words = (_base(word) for word, _ in found if word[0].isalpha() and not is_han(word[0]))
        pairs = (one + other for (one, at), (other, behind) in pairwise(found) if behind == at + 1 and is_han(one))
        return cls(frozenset(word for word in words if word not in _JOINING), frozenset(pair for pair in pairs if is_han(pair[1])), is_act)


class Wording:
    """One sentence made ready, once for all that is asked of it. ``holes`` are spans of ``text`` with what stands for them."""

    def __init__(self, asked: AskedWords, text: str, holes: Iterable[Hole]) -> None:
        self._is_chinese = any(map(is_han, text[:200]))
        told = sorted(holes)
        classes = _classes(text, asked, told) if self._is_chinese and not asked.is_act else ()
        self._tokens = list(_merged(_tokens(text, asked, sorted((*told, *classes))), is_act=asked.is_act))

    def about(self, start: int, end: int) -> tuple[str, ...]:
        """The runs about what stands from ``start`` to ``end``, each once, in a fixed order."""
        at = next((number for number, token in enumerate(self._tokens) if token.start < end and start < token.end), None)
        if at is None:
            return ()
        words = [token.text for token in self._tokens]
        words[at] = ABOUT
        longest, near = _LONGEST[self._is_chinese], _NEAR[self._is_chinese]
        first = max((n for n in range(at) if words[n] in _CLAUSE_ENDS), default=-1) + 1
        last = min((n for n in range(at + 1, len(words)) if words[n] in _CLAUSE_ENDS), default=len(words))
        found = dict.fromkeys("s" + run for run in _runs(words, _LONGEST_ANYWHERE))
        for side, stretch in (("l", words[max(first, at - near) : at + 1]), ("r", words[at : min(last, at + near)])):
            found.update((side + run, None) for run in _runs(stretch, longest))
        found["x" + " ".join(words[max(0, at - 2) : at + 3])] = None
        found["y" + " ".join(words[max(0, at - 3) : at + 1])] = None
        return tuple(found)


def _classes(text: str, asked: AskedWords, holes: Sequence[Hole]) -> Iterator[Hole]:
    """The verbs of a Chinese sentence about a figure that are known by what they do; none of those asked for."""
    simple = to_simplified(text)
    if len(simple) != len(text):
        return
    for mark in chinese_marks(simple, 0, len(simple)):
        written = simple[mark.start : mark.end]
        is_asked = not asked.pairs.isdisjoint(one + other for one, other in pairwise(written))
        if len(written) < 2 or is_asked or not _is_of_class(mark.role, written):
            continue
        if not any(start < mark.end and mark.start < end for start, end, _ in holes):
            yield mark.start, mark.end, _CLASSES[mark.role]


def _is_of_class(role: Role, written: str) -> bool:
    if role is Role.TO:
        return written.endswith(_COME_TO)
    return written in _MAKE_KNOWN if role is Role.SPEECH else role in _CLASSES


def _tokens(text: str, asked: AskedWords, holes: Sequence[Hole]) -> Iterator[_Token]:
    simple = to_simplified(text)
    simple = simple if len(simple) == len(text) else text
    inside = number = 0
    for found in _MARKED.finditer(simple):
        start, end = found.span()
        if start < inside:
            continue
        while number < len(holes) and holes[number][1] <= start:
            number += 1
        if number < len(holes) and holes[number][0] <= start:
            start, inside, word = holes[number]
            yield _Token(word, start, inside)
        else:
            yield _Token(_word(found.group(), simple, start, asked), start, end)


def _word(written: str, text: str, at: int, asked: AskedWords) -> str:
    if written[0].isdigit():
        return NUMBER
    if is_han(written):
        is_asked = text[at : at + 2] in asked.pairs or text[max(0, at - 1) : at + 1] in asked.pairs
        return ASKED if is_asked else written
    if not written[0].isalpha():
        return written.translate(_PLAIN_MARKS)
    return ASKED if _base(written) in asked.words else written.lower().translate(_PLAIN_MARKS)


def _base(written: str) -> str:
    return lemma(written.lower().translate(_PLAIN_MARKS).removesuffix("'s"))


def _merged(tokens: Iterable[_Token], *, is_act: bool) -> Iterator[_Token]:
    """Neighbours that are both asked for, or both numbers, as one; in an act also those that a joining word stands between."""
    held: list[_Token] = []
    for token in tokens:
        if held and token.text == held[0].text and token.text in (ASKED, NUMBER):
            held = [_Token(token.text, held[0].start, token.end)]
        elif is_act and len(held) == 1 and held[0].text == ASKED and token.text in _JOINING:
            held.append(token)
        else:
            yield from held
            held = [token]
    yield from held


def _runs(words: Sequence[str], longest: int) -> Iterator[str]:
    for length in range(1, longest + 1):
        for at in range(len(words) - length + 1):
            yield " ".join(words[at : at + length])
