"""The surroundings of one figure: the words to its left and right, its period, mood and measure.

The blank of a label is read by the same code as a figure of a page, so that the two can be laid side by side.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import pairwise

from verification.core.evidence import Quantity
from verification.core.language.lexicon import GENERIC_WORDS, STOP_WORDS, canonical_chinese, canonical_word, qualifiers_in
from verification.core.language.texts import Token, clause_spans, fold, tokens_of
from verification.core.patterns import lazy_regex
from verification.core.periods.choice import bound_to, clause_start, is_counted_to, is_of_another_figure, tells_now
from verification.core.periods.grammar import PeriodMention, find_periods
from verification.core.quantities.hedges import MOVED_UP
from verification.core.reading.frames.measures import Measure, measure_of
from verification.core.reading.frames.moods import MoveEnd, mood_of, turn_of
from verification.core.reading.frames.periods import chinese_period, english_period
from verification.core.vocabulary import Mood

_HAN_OR_WORD = lazy_regex(r"[a-z0-9][a-z0-9.&]*|[\u3400-\u9fff\uf900-\ufaff]|[，；、。：,;:()（）]")
_RUN = lazy_regex(r"[\u3400-\u9fff\uf900-\ufaff]+|[a-z0-9][a-z0-9.&]*")
_CLAUSE_LETTERS = frozenset("，；。：,;:")
_WEAK_CLAUSE_LETTERS = frozenset("、()（）")
_GENERIC_CHINESE = lazy_regex(
    r"同比|环比|分别|其中|增长率?|下降|上涨|下跌|增加|减少|达到?|实现|共计?|合计|约|为|了|的|较|比|上年|去年|今年|同期|数据显示|显示|公布|预计|报|至|收盘|收|涨|跌|点|每桶|每股|元"
)
MIN_SUBJECT_LETTERS = 3
MAX_CLAUSE_LETTERS = 48
_INTRODUCTION = 30
_RELATIVE = lazy_regex(r"\s{0,2}(?:which|who)\b")
_FIGURE_MARK = ","
# What separates the words of one figure from those of another.
_BORDERS = lazy_regex(
    r"[,;:()—–“”\"]|\s-\s|\b(?:and|that|which|who|while|after|but|because|when|as|than|compared|versus|or)\b", re.IGNORECASE
)
_BOUND_REACH = 40
# "As many as" says a limit and no level.
_BOUND_BEFORE = lazy_regex(
    r"(?:\b(?:as\s(?:many|much|high|low)\sas|up\sto|at\sleast|at\smost|(?:no|not)\s(?:more|less|fewer|higher|lower)\sthan|below|under|within)\s[$€£]?"
    r"|(?:最多|至多|至少|不超过|最高|最低|不[高低多少大小]于|不足|不到|低于|高于)(?:为|是|达)?)\s?$",
    re.IGNORECASE,
)
# "Ticked up to 4.4%" and "up to 52.6 from 47.9" tell where it went.
_MOVED_UP_TO = lazy_regex(rf"\b(?:{MOVED_UP})\sup\sto\s[$€£]?$", re.IGNORECASE)
_FROM_BEHIND = lazy_regex(r"[\w\s%-]{0,24}?\sfrom\s(?:[$€£]|a\s\w+\s)?\d")
_LIST_MARKS = lazy_regex(r"[，；。、：,:;]")
_ITEM_MARKS = lazy_regex(r"[、，,和及与]")
_LIST_GAP = lazy_regex(r"\s?(?:[、，和及与]|以及)\s?")
_PHRASES = (
    (("gros", "domestic", "gdp"), "gdp"),
    (("fed", "reserv"), "fed"),
    (("consumer", "pric", "index"), "cpi"),
    (("unit", "stat"), "us"),
)

Sides = tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[int, ...], tuple[int, ...]]]


@dataclass(frozen=True, slots=True)
class Place:
    """What stands around one figure.

    ``left`` and ``right`` hold content words (English) or letters (Chinese), nearest first; for Chinese ``left`` is the clause, grown to
    its subject, in reading order. ``depths`` count the clause borders between the figure and each word (English). ``beside`` are the
    Chinese letters from the last figure or clause mark to the next. ``is_mild``: the mood is only that of a
    "would" or "will", which a sentence with a blank may change.
    """

    is_chinese: bool
    start: int
    end: int
    left: tuple[str, ...]
    right: tuple[str, ...]
    depths: tuple[tuple[int, ...], tuple[int, ...]]
    beside: tuple[str, ...]
    mood: Mood
    is_mild: bool
    is_bound: bool
    turn: MoveEnd | None
    measure: Measure
    qualifiers: frozenset[str]
    period: PeriodMention | None
    is_own_period: bool
    head: str


class PlacedSentence:
    """One sentence with what was found in it; words are only read when a figure of it is looked at.

    ``text`` is the sentence, ``quantities`` and periods count characters of it. ``base`` resolves periods without a year.
    ``inherited`` looks up the period that an earlier sentence set, ``in_cell`` that of a figure in a table and whether its heads name it.
    """

    def __init__(
        self,
        text: str,
        quantities: Sequence[Quantity],
        base: date,
        *,
        is_chinese: bool,
        inherited: Callable[[], PeriodMention | None] | None = None,
        in_cell: Callable[[int], tuple[PeriodMention | None, bool] | None] | None = None,
    ) -> None:
        self._earlier = inherited
        self._in_cell = in_cell
        self.text = text
        self.quantities = tuple(quantities)
        self._places: dict[tuple[int, int], Place] = {}
        self.base = base
        self.is_chinese = is_chinese

    def is_in_cell(self, start: int) -> bool:
        """Whether a figure stands in a table, under heads of its own."""
        return self._in_cell is not None and self._in_cell(start) is not None

    @cached_property
    def inherited(self) -> PeriodMention | None:
        """The period that an earlier sentence set, where no own one is named."""
        return self._earlier() if self._earlier else None

    @cached_property
    def periods(self) -> tuple[PeriodMention, ...]:
        return find_periods(self.text, self.base, is_chinese=self.is_chinese)

    @cached_property
    def tokens(self) -> list[Token]:
        return tokens_of(self.text)

    @cached_property
    def words(self) -> list[tuple[str, int]]:
        """Content words with their start, without numbers and names of periods (English)."""
        holes = self._holes
        kept = [
            (canonical_word(token.text), token.start)
            for token in self.tokens
            if not token.is_number and token.text not in STOP_WORDS and not any(a <= token.start < b for a, b in holes)
        ]
        return join_phrases(kept)

    @cached_property
    def _clauses(self) -> list[tuple[int, int]]:
        return clause_spans(self.text, 0, len(self.text))

    @cached_property
    def borders(self) -> list[int]:
        """Where a clause or a phrase ends, and where the other figures stand (English)."""
        marks = [match.start() for match in _BORDERS.finditer(self.text)]
        return sorted(marks + [quantity.start for quantity in self.quantities])

    @cached_property
    def terms(self) -> frozenset[str]:
        """The content words, or the pairs of letters, of the whole sentence."""
        if self.is_chinese:
            return pairs_in(letters_of(self.skeleton(0, len(self.text))))
        return frozenset(word for word, _ in self.words)

    @cached_property
    def _holes(self) -> list[tuple[int, int]]:
        spans = [(q.start, q.end) for q in self.quantities] + [(p.start, p.end) for p in self.periods]
        return sorted(spans)

    @cached_property
    def _gaps(self) -> list[tuple[int, int, str, bool]]:
        """The stretches between figures and periods: start, end, letters in one writing, whether a figure follows."""
        gaps = []
        at = 0
        figures = {quantity.start for quantity in self.quantities}
        for left, right in [*self._holes, (len(self.text), len(self.text))]:
            if left >= at:
                gaps.append((at, left, _one_writing(self.text[at:left]), left in figures))
            at = max(at, right)
        return gaps

    def skeleton(self, start: int, end: int) -> str:
        """The text with periods cut out and figures left as clause marks, folded, in one writing (Chinese)."""
        parts = []
        for left, right, letters, has_figure in self._gaps:
            if right < start or left >= end:
                continue
            is_whole = start <= left and right <= end
            parts.append(letters if is_whole else _one_writing(self.text[max(start, left) : min(end, right)]))
            if has_figure and right < end:
                parts.append(_FIGURE_MARK)
        return "".join(parts)

    def place(self, start: int, end: int) -> Place:
        """The surroundings of the figure at ``text[start:end]``, read once for all frames."""
        if (start, end) not in self._places:
            self._places[start, end] = self._read_place(start, end)
        return self._places[start, end]

    def _read_place(self, start: int, end: int) -> Place:
        left, right, depths = self._chinese_sides(start, end) if self.is_chinese else self._english_sides(start, end)
        mood, is_mild = mood_of(self.text, start, end, is_chinese=self.is_chinese)
        period, is_own = self.period_at(start, end)
        clause = next((span for span in self._clauses if span[0] <= start < span[1]), (0, len(self.text)))
        return Place(
            is_chinese=self.is_chinese,
            start=start,
            end=end,
            left=left,
            right=right,
            depths=depths,
            beside=self._beside(start, end) if self.is_chinese else (),
            mood=mood,
            is_mild=is_mild,
            is_bound=self._is_bound(start, end),
            turn=turn_of(self.text, start, end, is_chinese=self.is_chinese),
            measure=measure_of(self.text, start, end, is_chinese=self.is_chinese),
            qualifiers=qualifiers_in(self.text[self._opening(clause[0]) : min(clause[1], end + 40)], is_chinese=self.is_chinese),
            period=period,
            is_own_period=is_own,
            head=right[0] if right else "",
        )

    def _is_bound(self, start: int, end: int) -> bool:
        """Whether the words before a figure tell where it ends, and not where it stands."""
        found = _BOUND_BEFORE.search(self.text, max(0, start - _BOUND_REACH), start)
        if found is None or not found[0].lower().startswith("up to"):
            return found is not None
        is_moved = _MOVED_UP_TO.search(self.text, max(0, start - _BOUND_REACH), start) is not None
        return not (is_moved or _FROM_BEHIND.match(self.text, end))

    def _opening(self, start: int) -> int:
        """Where the clause at ``start`` begins with its introduction: "For women, unemployment fell to 3.6 percent"."""
        if self.is_chinese:
            return start
        # "The construction sector, which added 48,000 jobs": the clause before names whose jobs they are.
        start = self.text.rfind(",", 0, max(start - 1, 0)) + 1 if _RELATIVE.match(self.text, start) else start
        return 0 if start <= _INTRODUCTION else start

    def _english_sides(self, start: int, end: int) -> Sides:
        left = [(word, at) for word, at in reversed(self.words) if at < start]
        right = [(word, at) for word, at in self.words if at >= end]
        before, after = bisect_left(self.borders, start), bisect_left(self.borders, end)
        depths = (
            tuple(before - bisect_left(self.borders, at) for _, at in left),
            tuple(bisect_left(self.borders, at) - after for _, at in right),
        )
        return tuple(word for word, _ in left), tuple(word for word, _ in right), depths

    def _chinese_sides(self, start: int, end: int) -> Sides:
        own = self._own_item(start)
        left = grown_clause(letters_of(own)) if own else self.own_clause(start)
        right = letters_of(self.skeleton(end, min(len(self.text), end + 60)))
        return left, tuple(letter for letter in right if letter not in _WEAK_CLAUSE_LETTERS)[:24], ((), ())

    def own_clause(self, start: int) -> tuple[str, ...]:
        """The letters of the clause left of a figure (Chinese)."""
        return grown_clause(letters_of(self.skeleton(max(0, start - 160), start)))

    def words_around(self, start: int, end: int) -> tuple[str, ...]:
        """The two content words before a figure and the two after it (English)."""
        left = [word for word, at in self.words if at < start][-2:]
        return (*left, *[word for word, at in self.words if at >= end][:2])

    def words_after(self, end: int) -> frozenset[str]:
        """The first two content words that follow a figure in its phrase (English)."""
        if self.is_chinese:
            return frozenset()
        border = next((mark for mark in self.borders if mark >= end), len(self.text))
        return frozenset([word for word, at in self.words if end <= at < border][:2])

    def _own_item(self, start: int) -> str:
        """The subject of one figure of a list "A、B、C分别增长6.1%、3.8%、2.5%", with the verb; "" outside such lists."""
        respective = self.text.rfind("分别", max(0, start - 60), start)
        if respective < 0:
            return ""
        run = [q for q in self.quantities if q.start > respective]
        number = next((index for index, q in enumerate(run) if q.start == start), -1)
        length = 1 + next(
            (i for i, (q, after) in enumerate(pairwise(run)) if not _LIST_GAP.fullmatch(self.text[q.end : after.start])), len(run) - 1
        )
        parts = _ITEM_MARKS.split(self.skeleton(_sentence_part(self.text, respective), respective))
        items = [part for part in parts if subject_letters(letters_of(part))]
        if number < 0 or number >= length or len(items) < length:
            return ""
        verb = self.skeleton(respective + 2, run[0].start)
        item, last = items[len(items) - length + number], items[-1]
        # What all items share is said once, behind the last: "甲公司、乙公司营收分别".
        shared = last[len(item) :] if number < length - 1 else ""
        return item + shared + verb

    def _beside(self, start: int, end: int) -> tuple[str, ...]:
        first = max((q.end for q in self.quantities if q.end <= start), default=0)
        last = min((q.start for q in self.quantities if q.start >= end), default=len(self.text))
        left = _LIST_MARKS.split(self.skeleton(first, start))[-1]
        right = _LIST_MARKS.split(self.skeleton(end, last), maxsplit=1)[0]
        return tuple(letters_of(left + right))

    def period_at(self, start: int, end: int) -> tuple[PeriodMention | None, bool]:
        """The period of the figure and whether its own clause names it."""
        if self._in_cell is not None and (held := self._in_cell(start)) is not None:
            return held
        bound = bound_to(self.text, self.periods, start, is_chinese=self.is_chinese)
        if bound is not None:
            return bound, True
        named = [p for p in self.periods if not (p.is_border or is_of_another_figure(self.text, p, start))]
        if tells_now(self.text, start):
            named = [p for p in named if clause_start(self.text, start) <= p.start < end]
        told = [p for p in named if p.is_told or is_counted_to(self.text, p)]
        if self.is_chinese:
            found, is_own = chinese_period(self.text, told, start, end)
        else:
            next_figure = min((q.start for q in self.quantities if q.start >= end), default=len(self.text))
            found, is_own = english_period(self.text, told, start, end, next_figure)
        if found is not None:
            return found, is_own
        if self.inherited is not None:
            return self.inherited, False
        counted = [p for p in named if p.end <= start] or [p for p in named if not p.is_compared]
        return (counted[-1], True) if counted else (None, False)


def _sentence_part(text: str, end: int) -> int:
    """Where the part of a sentence before ``end`` begins, after its last semicolon or stop."""
    return max(text.rfind(mark, 0, end) for mark in "；。;") + 1


def join_phrases(words: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Names of several words become the one word others write ("gross domestic product": gdp)."""
    joined: list[tuple[str, int]] = []
    for word, at in words:
        joined.append((word, at))
        for phrase, name in _PHRASES:
            if word == phrase[-1] and tuple(known for known, _ in joined[-len(phrase) :]) == phrase:
                joined[-len(phrase) :] = [(name, joined[-len(phrase)][1])]
    return joined


def _one_writing(text: str) -> str:
    return canonical_chinese(fold(text).replace(" ", ""))


def content_terms(text: str, *, is_chinese: bool) -> frozenset[str]:
    """The content words, or the pairs of letters, of any text."""
    if is_chinese:
        return pairs_in(letters_of(_one_writing(text)))
    words = [(canonical_word(token.text), token.start) for token in tokens_of(text) if token.text not in STOP_WORDS]
    return frozenset(word for word, _ in join_phrases(words))


def letters_of(text: str) -> list[str]:
    """Chinese letters, Latin words and clause marks of a skeleton, in order."""
    return _HAN_OR_WORD.findall(text)


def pairs_in(letters: Sequence[str]) -> frozenset[str]:
    """Adjacent pairs of letters inside clauses, and Latin words by themselves."""
    found: set[str] = set()
    for run in _RUN.findall("".join(letters)):
        if run[0].isascii():
            found.add(run)
        else:
            found.update(map(str.__add__, run, run[1:]))
    return frozenset(found)


def grown_clause(letters: Sequence[str]) -> tuple[str, ...]:
    """The last clause of ``letters``, grown to the left until it holds a subject and not only words such as 同比增长."""
    parts: list[str] = []
    for letter in reversed(letters):
        if letter in _CLAUSE_LETTERS or letter in "、":
            if _has_subject(parts):
                break
            continue
        if letter not in _WEAK_CLAUSE_LETTERS:
            parts.append(letter)
        if len(parts) >= MAX_CLAUSE_LETTERS:
            break
    return tuple(reversed(parts))


def subject_letters(letters: Sequence[str]) -> str:
    """The letters of a clause without its generic words."""
    return _GENERIC_CHINESE.sub("", "".join(letters))


def is_generic(word: str) -> bool:
    return word in GENERIC_WORDS


def _has_subject(reversed_letters: Sequence[str]) -> bool:
    return len(subject_letters(list(reversed(reversed_letters)))) >= MIN_SUBJECT_LETTERS
