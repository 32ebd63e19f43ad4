"""What a text says has happened: the frames of events, as English and Chinese put them (``data/frames.tsv``, ``data/concepts.tsv``).

A frame is one way to say that a thing is so ("drained the wallets", 脱锚) or the contrary of it ("holds its peg", 维持锚定). It is found in
one sentence; whether the sentence asserts, denies or supposes it, is the reader's to say.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from verification.core.events.vocabulary import EventDirection, EventType
from verification.core.language.lemmas import lemma
from verification.core.language.script import to_simplified
from verification.core.language.tables import read_rows
from verification.core.language.texts import clause_spans, fold, is_han, split_sentences
from verification.core.reading.statement import Status
from verification.core.reading.status import StatusReader
from verification.core.subjects.known import find_known
from verification.core.subjects.names import name_tokens

MAX_READ = 20_000
_REACH = 20
_TOKEN = re.compile(r"[A-Za-z]+(?:['’](?!s\b)[a-z]+)?|[$€£]")
_HAS_NEGATION = re.compile(r"\b(?:not|no|cannot|fail|failed|failing|without)\b|[未无没不]")

Span = tuple[int, int]


class Manner(StrEnum):
    """How a thing is told of."""

    PLAIN = "plain"
    MEASURED = "measured"
    ANNOUNCED = "announced"
    MINOR = "minor"


@dataclass(frozen=True, slots=True)
class Concept:
    """A thing that can happen, ``rank`` by the order of the table."""

    name: str
    event_type: EventType
    manner: Manner
    direction: EventDirection
    contrary: str
    rank: int


@dataclass(frozen=True, slots=True)
class Frame:
    """``concept`` told of at ``text[start:end]``, the place of its predicate; ``sign`` 1 that it is so, -1 the contrary.

    ``spans``: all its words; ``is_negated``: the words hold a negation of their own, which denies nothing besides; ``is_loose``: the words
    mean it only where it is asked for.
    """

    concept: Concept
    sign: int
    start: int
    end: int
    spans: tuple[Span, ...]
    is_negated: bool
    is_loose: bool

    @property
    def size(self) -> int:
        return sum(end - start for start, end in self.spans)


@dataclass(frozen=True, slots=True)
class _Row:
    concept: Concept
    sign: int
    is_loose: bool
    slots: tuple[tuple[tuple[str, ...], ...], ...]


@cache
def concepts() -> Mapping[str, Concept]:
    rows = enumerate(read_rows("events", "concepts"))
    return {
        name: Concept(name, EventType(event_type), Manner(manner), EventDirection(direction), contrary, rank)
        for rank, (name, event_type, manner, direction, contrary, _reason) in rows
    }


@cache
def _rows(lang: str) -> tuple[_Row, ...]:
    found = []
    for name, says, its, words, _reason in read_rows("events", "frames"):
        if its == lang:
            slots = tuple(
                tuple(tuple(way.split(" ")) if lang == "en" else (way.casefold(),) for way in slot.split("|"))
                for slot in words.split(" + ")
            )
            found.append(_Row(concepts()[name], 1 if "+" in says else -1, says.startswith("("), slots))
    return tuple(found)


@lru_cache(maxsize=512)
def frames_in(text: str) -> tuple[Frame, ...]:
    """The frames of ``text`` in their order, of its first ``MAX_READ`` characters; none inside a longer one of the same concept."""
    text = text[:MAX_READ]
    found = [frame for start, end in split_sentences(text).spans for frame in _in_sentence(text, start, end)]
    return tuple(sorted(_outermost(found), key=lambda frame: (frame.start, frame.concept.rank)))


def _in_sentence(text: str, start: int, end: int) -> Iterator[Frame]:
    written = text[start:end]
    if any(map(is_han, written)):
        yield from _chinese(fold(to_simplified(written)).casefold(), start)
    else:
        yield from _english(written, start)


def _english(sentence: str, offset: int) -> Iterator[Frame]:
    tokens = [(found.start(), found.end(), _forms(found.group().lower())) for found in _TOKEN.finditer(sentence)]
    # What stands inside a name of several words tells of nothing: Cadence Partners is no partnership.
    inside = [(name.start, name.end) for name in name_tokens(sentence) if " " in name.text and not find_known(name.text)]
    places: dict[str, list[int]] = {}
    for at, (first, last, forms) in enumerate(tokens):
        for form in forms if not any(start <= first and last <= end for start, end in inside) else ():
            places.setdefault(form, []).append(at)
    for row in _rows("en"):
        slots = [[run for way in slot for run in _runs(way, tokens, places)] for slot in row.slots]
        if all(slots):
            for first, last in slots[0]:
                others = [_nearest(runs, first) for runs in slots[1:]]
                if all(abs(run[0] - first) <= _REACH for run in others):
                    spans = tuple((offset + tokens[a][0], offset + tokens[b][1]) for a, b in [(first, last), *others])
                    words = sentence[tokens[first][0] : tokens[last][1]].lower()
                    yield Frame(row.concept, row.sign, *spans[0], spans, bool(_HAS_NEGATION.search(words)), row.is_loose)


@lru_cache(maxsize=20_000)
def _forms(word: str) -> frozenset[str]:
    """The word, its lemma, and for a form that no dictionary has (depegged, delisting) what its ending leaves."""
    base = lemma(word)
    return frozenset((word, base, *(_without_ending(word) if base == word else ())))


def _without_ending(word: str) -> Iterator[str]:
    for ending in ("ed", "ing", "es", "s"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > _SHORT_STEM:
            yield stem
            yield f"{stem}e"
            if ending in ("ed", "ing") and stem[-1] == stem[-2]:
                yield stem[:-1]


_SHORT_STEM = 2


def _runs(way: tuple[str, ...], tokens: Sequence[tuple[int, int, frozenset[str]]], places: Mapping[str, list[int]]) -> Iterator[Span]:
    for at in places.get(way[0], ()):
        if at + len(way) <= len(tokens) and all(word in tokens[at + step][2] for step, word in enumerate(way)):
            yield at, at + len(way) - 1


def _chinese(sentence: str, offset: int) -> Iterator[Frame]:
    for row in _rows("zh"):
        slots = [[(at, at + len(way[0])) for way in slot for at in _finds(sentence, way[0])] for slot in row.slots]
        if all(slots):
            for first in slots[0]:
                others = [_nearest(spans, first[0]) for spans in slots[1:]]
                spans = tuple((offset + a, offset + b) for a, b in [first, *others])
                yield Frame(
                    row.concept, row.sign, *spans[0], spans, bool(_HAS_NEGATION.search(sentence[first[0] : first[1]])), row.is_loose
                )


def _nearest(spans: Sequence[Span], place: int) -> Span:
    return min(spans, key=lambda span: abs(span[0] - place))


def _finds(sentence: str, word: str) -> Iterator[int]:
    at = sentence.find(word)
    while at >= 0:
        yield at
        at = sentence.find(word, at + 1)


def _outermost(frames: Sequence[Frame]) -> Iterator[Frame]:
    """Of the frames of one concept whose words overlap, the one with most words: pleaded not guilty, not pleaded."""
    kept: list[Frame] = []
    for frame in sorted(frames, key=lambda one: (one.is_loose, -one.size, one.start)):
        if not any(one.concept is frame.concept and _overlap(one, frame) for one in kept):
            kept.append(frame)
    return iter(kept)


def _overlap(one: Frame, other: Frame) -> bool:
    return one.start < other.end and other.start < one.end


# A light verb takes the negation of the noun behind it: 没有发生地震, there was no run.
_NO = re.compile(
    r"(?:没有|并未|从未|未曾|尚未|还没有|未|不存在|没|无|并非|并无|无意|从不)(?:[^，。；,;将会要拟]{0,7})$"
    r"|(?:\b(?:no|not|never|yet\sto|neither|without|nor|nothing|none\sof)|n't)\s(?:(?!(?:and|but|or|who|which|that|because|as)\b)[\w'-]+\s){0,3}$",
    re.IGNORECASE,
)


# What was only taken for it, and what was undone, is not: what looked like a theft; aborted the upgrade, avoided a default.
_MISTAKEN = re.compile(
    r"(?:looked\slike|(?:mis)?taken\sfor|mistook|so-called|被误认为|看似|所谓)[^.;。；]{0,40}$"
    r"|\b(?:abort|cancel(?:l)?|scrap(?:p)?|abandon|shelv|drop(?:p)?|rul|dismiss|turn|reject|declin|refus|avert|avoid|prevent|fend|thwart|foil|stav)"
    r"(?:e|es|ed|s|ing)?\s(?:(?:out|down|off|a|an|the|its|their|his|her|any|plans?|talk|calls?|demands?|requests?|for|of|to|on)\s){0,4}$"
    r"|(?:取消|中止|放弃|搁置|排除|避免|防止|挫败|拒绝)[^，。；,;]{0,3}$",
    re.IGNORECASE,
)
# A noun is denied by a verb of happening behind it: the fork has not been activated, 升级还没有激活.
_NOT_BEHIND = re.compile(
    r"^(?:\s(?!(?:and|but|which|who|that|after|because|as)\b)[\w'’-]+){0,4}?(?:n't|\s(?:not|never|yet\sto|fail(?:ed|s)?\sto))\s(?:yet\s)?(?:been\s|be\s)?"
    r"(?:happen|occur|t[ao]ke?n?\splace|go(?:ne)?\s(?:ahead|live|through)|succeed|activat|materiali|complet|launch|fil(?:e|ing)|sign|plann|start|be[gm]|approv|"
    r"carr|execut|schedul|brought|bring|true|real)"
    r"|^[^，。；,;]{0,4}?(?:没有|并未|尚未|还没有|未能|从未|未|没)(?:发生|出现|激活|成功|进行|完成|实现|生效|启动|通过|签署|达成|举行|属实|得逞|获批|实施|上线)",
    re.IGNORECASE,
)


def status_of(text: str, frame: Frame, reader: StatusReader) -> Status:
    """How ``text`` stands to what a frame tells: the reader's word, and what a light verb before one of its words says.

    A word of the frame itself (the forecast that was cut) makes it no forecast.
    """
    told = reader.status_at(frame.start, frame.end)
    status = told.status
    if told.cue is not None and any(start < told.cue.end and told.cue.start < end for start, end in frame.spans):
        status = Status.ASSERTED
    # Who scotches a rumour goes on with what is the case: 辟谣：资产安全.
    if told.cue is not None and told.cue.text == "辟谣" and frame.sign < 0:
        status = Status.ASSERTED
    if frame.is_negated:
        return Status.ASSERTED if status is Status.DENIED else status
    spans = frame.spans if frame.sign > 0 else frame.spans[:1]
    if status is not Status.ASKED and any(_NO.search(_before(text, start)) for start, _ in spans):
        return Status.DENIED
    if frame.sign > 0 and _MISTAKEN.search(_before(text, frame.start)):
        return Status.DENIED
    if status is not Status.ASKED and frame.sign > 0 and _NOT_BEHIND.search(_behind(text, max(end for _, end in frame.spans))):
        return Status.DENIED
    return status


def _before(text: str, place: int) -> str:
    """The clause up to ``place``."""
    return text[_clause(text, place)[0] : place]


def clause_of(text: str, frame: Frame) -> str:
    """The clause that holds the predicate of a frame."""
    start, end = _clause(text, frame.start)
    return text[start:end]


def _behind(text: str, place: int) -> str:
    """The clause from ``place`` on."""
    return text[place : _clause(text, place - 1)[1]]


def _clause(text: str, place: int) -> Span:
    start, end = next(((a, b) for a, b in split_sentences(text).spans if a <= place < b), (0, len(text)))
    return next(((a, b) for a, b in clause_spans(text, start, end) if a <= place < b), (start, end))
