"""What a text says has happened: the frames of events, as English and Chinese put them (``data/frames.tsv``, ``data/concepts.tsv``).

A frame is one way to say that a thing is so ("drained the wallets", 脱锚) or the contrary of it ("holds its peg", 维持锚定). It is found in
one sentence; whether the sentence asserts, denies or supposes it, is the reader's to say.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from verification.core.events.undoing import is_beside_point, is_granted, is_negated_before, is_undone
from verification.core.events.vocabulary import EventDirection, EventType
from verification.core.language.lemmas import lemma
from verification.core.language.script import to_simplified
from verification.core.language.tables import read_rows
from verification.core.language.texts import clause_spans, fold, is_han, split_sentences
from verification.core.patterns import lazy_regex
from verification.core.reading.statement import Status, Words
from verification.core.reading.status.statuses import StatusReader
from verification.core.subjects.known import find_known
from verification.core.subjects.names import name_tokens

MAX_READ = 20_000
_REACH = 20
_LEADS_NAME = lazy_regex(r"\sof\s[A-Z]")
_TOKEN = lazy_regex(r"[A-Za-z]+(?:['’](?!s\b)[a-z]+)?|[$€£]")
_HAS_NEGATION = lazy_regex(r"\b(?:not|no|cannot|fail|failed|failing|without)\b|[未无没不]")

_DENIAL = lazy_regex(r"辟谣|否认|驳斥|澄清|den(?:y|ies|ied|ying)|dismiss|refut|reject|rebut|debunk", re.IGNORECASE)
_JOINS = lazy_regex(r"\s(?:and|but)\s", re.IGNORECASE)
_SUSPECTED = lazy_regex(r"涉嫌|suspicion|suspected\sof", re.IGNORECASE)
_BY_AUTHORITIES = frozenset({EventType.REGULATION, EventType.EXECUTIVE, EventType.SANCTIONS})

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
    contraries: tuple[str, ...]
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
        name: Concept(name, EventType(event_type), Manner(manner), EventDirection(direction), tuple(contrary.split("|")), rank)
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
    yield from _off_peg(written, start)
    if any(map(is_han, written)):
        yield from _chinese(fold(to_simplified(written)).casefold(), start)
    else:
        yield from _english(written, start)


# A stable coin at a price below its peg: USDT drops to $0.93, 泰达币跌至0.95美元.
_STABLE = lazy_regex(r"\b(?:USD[A-Z]{1,2}|[A-Z]{1,3}USD|DAI|FRAX|[Tt]ether|stable\s?coins?)\b|稳定币|泰达币", re.ASCII)
_PRICED = lazy_regex(
    r"(?:\b(?:drop|fall|slip|slid|slide|dip|sink|plunge|tumble|trade|wobble|crash|hit|sell|chang)\w*|\bfell|\bsank|\bsold|跌|报|降|交易)"
    r"[^.;。；]{0,24}?(?:\$\s?(?P<dollars>0?\.\d{1,4})|(?<![\d.])(?P<yuan>0\.\d{1,4})\s?美元|(?<![\d.])(?P<cents>\d{2})\s(?:US\s)?cents?)"
    r"(?!\s?(?:million|billion|trillion|[mb]n?\b|亿|万|\d))",
    re.IGNORECASE,
)
_FEE = lazy_regex(r"\b(?:fees?|gas|dividends?|costs?|rewards?|per\s)|手续费|费用|股息", re.IGNORECASE)
# A price that is told to the cent is off the peg from here on.
_OFF_PEG = 0.985


def _off_peg(sentence: str, offset: int) -> Iterator[Frame]:
    priced = _PRICED.search(sentence) if _STABLE.search(sentence) and not _FEE.search(sentence) else None
    if priced is None:
        return
    price = float(priced["cents"]) / 100 if priced["cents"] else float(priced["dollars"] or priced["yuan"])
    if price < _OFF_PEG:
        span = (offset + priced.start(), offset + priced.end())
        yield Frame(concepts()["depeg"], 1, *span, (span,), is_negated=False, is_loose=False)


def _english(sentence: str, offset: int) -> Iterator[Frame]:
    tokens = [(found.start(), found.end(), _forms(found.group().lower())) for found in _TOKEN.finditer(sentence)]
    # What stands inside a name of several words tells of nothing: Cadence Partners is no partnership.
    inside = [(name.start, name.end) for name in name_tokens(sentence) if " " in name.text and not find_known(name.text)]
    # What it happens to may lead one: closes the Strait of Hormuz.
    places: dict[str, list[int]] = {}
    free: dict[str, list[int]] = {}
    for at, (first, last, forms) in enumerate(tokens):
        is_inside = any(start <= first and last <= end for start, end in inside)
        for form in forms if not is_inside or _LEADS_NAME.match(sentence, last) else ():
            places.setdefault(form, []).append(at)
            if not is_inside:
                free.setdefault(form, []).append(at)
    for row in _rows("en"):
        slots = [[run for way in slot for run in _runs(way, tokens, places if place else free)] for place, slot in enumerate(row.slots)]
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


# What is no more than feared: safe amid depeg concerns, 脱锚传闻.
_FEARED = lazy_regex(
    r"\s?(?:concerns?|fears?|worr(?:y|ies)|rumou?rs?|speculation|risks?|scare|chatter|jitters|担忧|忧虑|疑虑|恐慌|传闻|传言|风险|猜测|疑云)(?![a-z])",
    re.IGNORECASE,
)


def is_only_feared(text: str, frame: Frame) -> bool:
    """Whether the words of a frame say no more than that somebody fears or talks of it."""
    return _FEARED.match(text, max(end for _, end in frame.spans)) is not None


def status_of(text: str, frame: Frame, reader: StatusReader) -> Status:
    """How ``text`` stands to what a frame tells: the reader's word, and what a light verb before one of its words says.

    A word of the frame itself (the forecast that was cut) makes it no forecast.
    """
    told = reader.status_at(frame.start, frame.end)
    status = told.status
    if told.cue is not None and any(start < told.cue.end and told.cue.start < end for start, end in frame.spans):
        status = Status.ASSERTED
    # Who denies a report goes on with what is the case: 辟谣：资产安全; denied it, saying that withdrawals were open.
    if told.cue is not None and _DENIAL.match(told.cue.text) and frame.sign < 0 and frame.concept.direction is not EventDirection.LONG:
        status = Status.ASSERTED
    if status is not Status.ASKED and told.cue is not None and _takes_for_granted(text, told.cue, frame):
        status = Status.ASSERTED
    # Has not resigned and remains chief executive: the negation ends before "and".
    if frame.sign < 0 and status is Status.DENIED and told.cue is not None and _JOINS.search(text[told.cue.end : frame.start]):
        status = Status.ASSERTED
    # Brought in on suspicion of fraud: the fraud is suspected, no more.
    if told.cue is not None and _SUSPECTED.match(told.cue.text) and frame.concept.event_type in _BY_AUTHORITIES:
        status = Status.ASSERTED
    if frame.is_negated:
        return Status.ASSERTED if status is Status.DENIED else status
    if status is Status.ASKED or is_only_feared(text, frame):
        return status if status is Status.ASKED else Status.SUPPOSED
    spans = frame.spans if frame.sign > 0 else frame.spans[:1]
    if any(is_negated_before(before(text, start)) for start, _ in spans):
        return Status.DENIED
    if frame.sign > 0 and is_undone(before(text, frame.start), behind(text, max(end for _, end in frame.spans))):
        return Status.DENIED
    return status


def _takes_for_granted(text: str, cue: Words, frame: Frame) -> bool:
    """Whether the words that deny or doubt are said of another thing: has yet to comment on the hack."""
    if cue.end <= frame.start:
        return is_granted(text[cue.end : frame.start]) or is_granted(text[cue.start : frame.start])
    return is_beside_point(text[frame.end : cue.start]) if frame.end <= cue.start else False


def before(text: str, place: int) -> str:
    """The clause up to ``place``."""
    return text[_clause(text, place)[0] : place]


def clause_of(text: str, frame: Frame) -> str:
    """The clause that holds the predicate of a frame."""
    start, end = _clause(text, frame.start)
    return text[start:end]


def behind(text: str, place: int) -> str:
    """The clause from ``place`` on."""
    return text[place : _clause(text, place - 1)[1]]


def _clause(text: str, place: int) -> Span:
    start, end = next(((a, b) for a, b in split_sentences(text).spans if a <= place < b), (0, len(text)))
    return next(((a, b) for a, b in clause_spans(text, start, end) if a <= place < b), (start, end))
