"""A message as propositions: what it says of whom, with which figure, how sure it is, and whether it denies it.

What happens is read by the frames of events, how the message stands to it by the reader that all rooms share. A message whose words are
in no frame still says something where it names somebody and has a predicate or a figure; greetings, questions and opinions say nothing
that a page could carry.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from verification.core.events.frames import Concept, Frame, Manner, frames_in, is_only_feared, status_of
from verification.core.events.languages import is_other_language
from verification.core.events.orders import is_only_orders
from verification.core.events.terms import folded
from verification.core.events.vocabulary import EventType, Lexicon
from verification.core.events.whom import Whom, whom_in
from verification.core.evidence import Quantity
from verification.core.language.texts import clause_spans, split_sentences, tokens_of
from verification.core.patterns import lazy_regex
from verification.core.quantities.grammar import find_quantities
from verification.core.reading.reader import TextReader
from verification.core.reading.statement import Speaker, Status
from verification.core.reading.status.statuses import StatusReader
from verification.core.vocabulary import QuantityKind

MAX_MESSAGE_READ = 4_000
MAX_PROPOSITIONS = 6
_BASE = date(2000, 1, 1)
# Words that mark hearsay wherever they stand: whose word it is, is not said.
_HEARSAY = lazy_regex(
    r"\b(?:rumou?rs?|rumou?red|unconfirmed|allegedly|reportedly|supposedly|apparently|sources?\s+(?:say|said|familiar)|insiders?|people\s+"
    r"familiar|people\s+are\s+saying|hearing|heard|whispers?|talk\s+that|they\s+say|said\s+to|leak|speculation|could|may|might|possibly|"
    r"not\s+verified)\b|[?？]{1,3}\s*$|传闻|据传|疑似|或将|可能|网传|未经证实|小道消息|知情人士|内部人士|消息人士|据称|据说|听说|爆料|真的吗|"
    r"(?:^|[，。：])传(?=[\u4e00-\u9fffA-Z])|[恐拟]",
    re.IGNORECASE,
)
_ASKS = lazy_regex(
    r"^(?:does|do|did|is|are|why|what|when|which|who|how|can|anyone|anybody)\b.*\?\s*$|(?:吗|怎么样|多少|什么时候|为什么)[？?]?\s*$",
    re.IGNORECASE,
)
_OPINES = lazy_regex(
    r"\bi\s+(?:think|believe|feel|love|hope|guess)\b|\b(?:imo|imho|my\s+view|change\s+my\s+mind|mark\s+my\s+words|to\s+the\s+moon|happy\s+new\s+year|"
    r"thanks|sign\s+up|join\s+our|follow\s+us|buy\s+now|\d+%\s+off|eat\s+my\s+hat)\b|^if\s|我觉得|个人觉得|我认为|^要是|^如果|祝大家|冲冲冲|关注公众号|限时|"
    r"点击(?:购买|链接)|加群",
    re.IGNORECASE,
)
# By which a message says that it means the contrary, or nothing.
_SARCASM = lazy_regex(
    r"(?:^|\s)/s(?=\s|[.!。！]|$)|\boh\s+sure\b|\byeah,?\s+right\b|#?\bsarcasm\b|🙄|🐶|手动狗头|狗头保命|[(\[（【]\s?(?:狗头|doge|滑稽|反话|反讽|阴阳怪气)\s?[)\]）】]|"
    r"#(?:狗头|反讽)|哦对对对|对对对，",
    re.IGNORECASE,
)
# Where one message ends and another begins in a text that holds several.
_BREAK = lazy_regex(
    r"\n+|[①②③④⑤⑥⑦⑧⑨⑩]|(?:(?<=\s)|^)(?:[(（]?\d{1,2}[.)）、](?=\s*[^\d\s])|[•●▪◦*·]\s|[-–—]\s(?=[A-Z\u4e00-\u9fff]))|[;；]|"
    r"\b(?:meanwhile|separately|in other news|elsewhere)\b,?|(?<=[，。,.\s])(?:与此同时|另外|此外|另据|另一方面)[，,]?",
    re.IGNORECASE,
)
_COUNTED = frozenset({EventType.RECALL})
# What happens to a coin, whoever does it.
_OF_COINS = frozenset({EventType.LISTING, EventType.DEPEG, EventType.LIQUIDATION, EventType.UPGRADE, EventType.AIRDROP})
_LEAST_COUNT = 100
_LEAST_WORDS = 3
_SEVERAL = 2


class Kind(StrEnum):
    EVENT = "event"
    FIGURE = "figure"


class Certainty(StrEnum):
    """How sure a message is of what it says."""

    PLAIN = "plain"
    HEDGED = "hedged"
    PLANNED = "planned"


@dataclass(frozen=True, slots=True)
class Proposition:
    """``text`` is ``message[start:end]`` folded; ``sign`` -1 where its words say the contrary of ``concept``; that is None in no frame.

    ``figure`` is that of a figure's proposition; ``speaker`` who says so.
    """

    kind: Kind
    text: str
    start: int
    end: int
    concept: Concept | None
    sign: int
    is_denied: bool
    certainty: Certainty
    whom: Whom
    speaker: Speaker = Speaker.PAGE
    figure: Quantity | None = None

    @property
    def value(self) -> int:
        """1 where it says that the concept is so, -1 where it says that it is not."""
        return -self.sign if self.is_denied else self.sign

    @property
    def is_minor(self) -> bool:
        return self.concept is not None and self.concept.manner is Manner.MINOR


def read_propositions(text: str, lexicon: Lexicon) -> tuple[Proposition, ...]:
    """What a message says, the event first, at most ``MAX_PROPOSITIONS``; empty where it says nothing that could be carried.

    Of several messages in one each is read by itself, so that nobody stands for another's news. What is in another language, or marked
    as sarcasm, says nothing that was understood.
    """
    said = folded(text[: 2 * MAX_MESSAGE_READ])[:MAX_MESSAGE_READ]
    if is_other_language(said) or is_sarcastic(said):
        return ()
    parts = _told_apart(text, lexicon)
    if len(parts) < _SEVERAL:
        return _read(said, lexicon)
    found: list[Proposition] = []
    at = 0
    for part, read in parts:
        at = max(at, said.find(part, at))
        found += [replace(one, start=one.start + at, end=one.end + at) for one in read]
    return tuple(found[:MAX_PROPOSITIONS])


def is_sarcastic(text: str) -> bool:
    """Whether a message says by a mark that it is not meant."""
    return _SARCASM.search(text[:MAX_MESSAGE_READ]) is not None


def _read(said: str, lexicon: Lexicon) -> tuple[Proposition, ...]:
    told = [frame for frame in frames_in(said) if not frame.is_loose]
    # What is feared is a claim only where nothing else is told: reserves are safe amid depeg concerns.
    frames = _telling([frame for frame in told if not is_only_feared(said, frame)] or told)
    status = StatusReader(said)
    found = [one for frame in frames for one in _of_frame(said, frame, frames, status, lexicon)]
    if not any(not one.is_minor for one in found):
        found = found or [*_of_statements(said, status, lexicon)]
    return tuple(found[:MAX_PROPOSITIONS])


def type_of(propositions: Sequence[Proposition]) -> EventType:
    """The type of the first event that is no minor one; ``other`` where none is in a frame."""
    named = [one.concept for one in propositions if one.concept is not None]
    best = min(named, key=lambda concept: concept.manner is Manner.MINOR, default=None)
    return best.event_type if best else EventType.OTHER


def unread_clauses(text: str, read: Sequence[str]) -> tuple[str, ...]:
    """The clauses of a message that hold nothing of what was ``read`` as a claim, its words; short ones ("BREAKING") are left out."""
    said = folded(text[: 2 * MAX_MESSAGE_READ])[:MAX_MESSAGE_READ]
    places = [(start, start + len(words)) for words in read if words and (start := said.find(words)) >= 0]
    clauses = [span for start, end in split_sentences(said).spans for span in clause_spans(said, start, end)]
    unread = [said[start:end].strip() for start, end in clauses if all(end <= left or right <= start for left, right in places)]
    return tuple(clause for clause in unread if len(tokens_of(clause)) >= _LEAST_WORDS)


def has_several(text: str, lexicon: Lexicon) -> bool:
    """Whether it holds several messages: parts that tell of different people."""
    return len(_told_apart(text, lexicon)) >= _SEVERAL


def _told_apart(text: str, lexicon: Lexicon) -> list[tuple[str, tuple[Proposition, ...]]]:
    """The parts of a text that say something, folded; empty unless they tell of different people."""
    pieces = [folded(piece or "") for piece in _BREAK.split(text[:MAX_MESSAGE_READ])]
    parts = [(piece, _read(piece, lexicon)) for piece in pieces if len(piece) > 1]
    told = [(piece, read) for piece, read in parts if read]
    whom = {(one[0].whom.names, tuple(entity.name for entity in one[0].whom.entities)) for _, one in told if one[0].concept is not None}
    return told if len(whom - {((), ())}) >= _SEVERAL else []


def is_checkable(propositions: Sequence[Proposition]) -> bool:
    """Whether a page could carry it: something that is no minor matter, said of somebody."""
    return any(not one.is_minor and (one.concept is not None or bool(one.whom)) for one in propositions)


def _telling(frames: Sequence[Frame]) -> list[Frame]:
    """One frame of each concept, its first; of frames that share words, the one with most of them."""
    apart: list[Frame] = []
    for frame in sorted(frames, key=lambda one: (one.concept.manner is Manner.MINOR, -one.size, -one.sign, one.concept.rank)):
        if all(not _shares(one, frame) for one in apart):
            apart.append(frame)
    first: dict[int, Frame] = {}
    for frame in sorted(apart, key=lambda one: one.start):
        first.setdefault(id(frame.concept), frame)
    return list(first.values())


def _shares(one: Frame, other: Frame) -> bool:
    return any(a < d and c < b for a, b in one.spans for c, d in other.spans)


def _of_frame(said: str, frame: Frame, frames: Sequence[Frame], status: StatusReader, lexicon: Lexicon) -> Iterator[Proposition]:
    start, end = _sentence_at(said, frame.start)
    sentence = said[start:end]
    if (
        frame.concept.manner is not Manner.MINOR
        and (_ASKS.search(sentence) or _OPINES.search(sentence))
        and not _HEARSAY.search(sentence.rstrip("?？ "))
    ):
        return
    reading = status_of(said, frame, status)
    is_denied = reading is Status.DENIED
    certainty = _certainty(said, sentence, reading)
    speaker = status.speaker_at(frame.start, frame.end)
    first, last = _clause_at(said, start, end, frame)
    whom = whom_in(said, lexicon).of_event(said[first:last], sentence, is_of_coins=frame.concept.event_type in _OF_COINS)
    figures = [one for one in find_quantities(sentence) if _counts(one, frame.concept)]
    is_measured = frame.concept.manner is Manner.MEASURED and bool(figures)
    if not is_measured:
        yield Proposition(Kind.EVENT, said[first:last].strip(), first, last, frame.concept, frame.sign, is_denied, certainty, whom, speaker)
    is_first = frame is next(one for one in frames if _sentence_at(said, one.start) == (start, end))
    for figure in figures[:1] if is_first or is_measured else ():
        yield Proposition(
            Kind.FIGURE,
            sentence.strip(),
            start,
            end,
            frame.concept,
            frame.sign,
            is_denied and is_measured,
            certainty,
            whom,
            speaker,
            figure,
        )


def _counts(figure: Quantity, concept: Concept) -> bool:
    """Money and shares, and of what is counted a number of some size."""
    if concept.event_type in _COUNTED:
        return figure.kind not in (QuantityKind.CURRENCY, QuantityKind.PERCENT) and figure.low >= _LEAST_COUNT
    return figure.kind in (QuantityKind.CURRENCY, QuantityKind.PERCENT) or (figure.kind is QuantityKind.NUMBER and figure.unit is not None)


def _certainty(said: str, sentence: str, status: Status) -> Certainty:
    if _HEARSAY.search(sentence) or _HEARSAY.search(said) or status in (Status.UNCONFIRMED, Status.SUPPOSED, Status.ASKED):
        return Certainty.HEDGED
    return Certainty.PLANNED if status is Status.FORESEEN else Certainty.PLAIN


def _sentence_at(said: str, place: int) -> tuple[int, int]:
    return next(((start, end) for start, end in split_sentences(said).spans if start <= place < end), (0, len(said)))


def _clause_at(said: str, start: int, end: int, frame: Frame) -> tuple[int, int]:
    """The clauses of a sentence that hold the words of a frame."""
    spans = [(a, b) for a, b in clause_spans(said, start, end) if any(a < right and left < b for left, right in frame.spans)]
    return (spans[0][0], spans[-1][1]) if spans else (start, end)


def _of_statements(said: str, status: StatusReader, lexicon: Lexicon) -> Iterator[Proposition]:
    """What a message in no frame says by its first predicate or figure, where it names somebody and neither asks nor opines."""
    whom = whom_in(said, lexicon)
    if not whom or is_only_orders(said) or _ASKS.search(said) or _OPINES.search(said):
        return
    for told in TextReader(said, base=_BASE).statements():
        place = told.predicate.words if told.predicate else told.value
        if place is None or told.status.status in (Status.ASKED, Status.OPINION, Status.FICTION):
            continue
        kind = Kind.EVENT if told.predicate else Kind.FIGURE
        is_denied = told.status.status is Status.DENIED
        certainty = _certainty(said, said[told.start : told.end], told.status.status)
        text = said[told.start : told.end].strip()
        yield Proposition(kind, text, told.start, told.end, None, 1, is_denied, certainty, whom, told.speaker, told.value)
        return
