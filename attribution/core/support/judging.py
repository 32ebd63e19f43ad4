"""Does this claim stand in these documents? Words, figures, names and signs read by rule, weighed by a small logistic model.

A verdict carries its reasons: the passages, and for a contradiction both sides word for word. A model or embeddings may order passages
(``PassageOrder``) or propose a quotation (``ground_quote``); neither decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from attribution.core.support.cells import read_cells
from attribution.core.support.claims import MAX_CLAIM, read_claim
from attribution.core.support.contradictions import Contradiction, contradictions, vetoes
from attribution.core.support.features import Look, features_of, look
from attribution.core.support.model import probability
from attribution.core.support.passages import DocumentsReading, PassageWindow, SourceText
from attribution.core.support.reasons import SupportCode, SupportStatus
from verification.core.evidence import Why
from verification.core.reading.statement import Status
from verification.core.reading.status import StatusReader
from verification.core.support.facts import read_facts
from verification.core.support.standing import Claimed

__all__ = [
    "Contradiction",
    "PassageOrder",
    "SourceText",
    "Support",
    "SupportCode",
    "SupportPassage",
    "SupportStatus",
    "ground_quote",
    "judge",
    "score_passages",
]

VERIFIED_FROM = 0.5
MISLED_BELOW = 0.22
MAX_PASSAGES = 3
_LEAST_SCORE = 0.2
_CONTRADICTED_SCORE = 0.2
_LOST_SCORE = 0.45
# Of the claim a passage holds as much as the best one from this share on.
_AS_MUCH = 0.9
# A claim of which no sentence holds this share is told by several: none of them stands to the whole of it in one way.
_IN_ONE_SENTENCE = 0.6
_THIN_TOKENS = 12


@dataclass(frozen=True, slots=True)
class SupportPassage:
    """``text`` is ``documents[document].text[start:end]``; ``score`` from 0 to 1 is how much of the claim's weight it holds."""

    document: int
    start: int
    end: int
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class Support:
    """The verdict. ``score`` is the probability that the documents support the claim; ``aligned`` is empty unless they contradict it."""

    status: SupportStatus
    score: float
    passages: tuple[SupportPassage, ...]
    why: Why
    aligned: tuple[Contradiction, ...] = ()


class PassageOrder(Protocol):
    """Embeddings or a model, asked only which passages to show first."""

    def order(self, claim: str, passages: Sequence[SupportPassage]) -> Sequence[int]:
        """Positions of ``passages``, best first; what it leaves out or invents is ignored."""
        ...


def judge(claim: str, documents: Sequence[SourceText], *, order: PassageOrder | None = None) -> Support:
    """Judge ``claim`` (its first 2,000 characters) by ``documents`` (the first million characters of each)."""
    reading = DocumentsReading(read_claim(claim), documents)
    if not reading.claim.weights and not reading.claim.figures:
        return Support(SupportStatus.INCONCLUSIVE, 0.0, (), Why(SupportCode.EMPTY_CLAIM))
    if not reading.lines:
        return Support(SupportStatus.INCONCLUSIVE, 0.0, (), Why(SupportCode.THIN_DOCUMENTS))
    seen = look(reading)
    likely = probability(features_of(seen))
    score = read_cells(claim[:MAX_CLAIM], documents).weigh(_bounded(likely, seen), is_open=not _is_opposed(seen))
    best = _passages(reading)
    passages = _ordered(claim, best, order)
    if score >= VERIFIED_FROM:
        status, passage = _standing(claim, documents, best)
        if status is Status.ASSERTED or passage is None:
            return Support(SupportStatus.VERIFIED, score, passages, _why_verified(seen))
        if status is Status.DENIED:
            denial = _denial(claim, passage)
            why = Why(SupportCode.NEGATED, {"claimed": denial.claimed, "found": denial.found})
            return Support(SupportStatus.MISINFORMATION, _CONTRADICTED_SCORE, passages, why, (denial,))
        return Support(SupportStatus.UNVERIFIED, min(score, _LOST_SCORE), passages, Why(SupportCode.NOT_ASSERTED))
    aligned = tuple(contradictions(seen)) if score < MISLED_BELOW else ()
    if aligned:
        why = Why(aligned[0].code, {"claimed": aligned[0].claimed, "found": aligned[0].found})
        return Support(SupportStatus.MISINFORMATION, score, passages, why, aligned)
    if reading.size < _THIN_TOKENS and reading.size < len(reading.claim.tokens):
        return Support(SupportStatus.INCONCLUSIVE, score, passages, Why(SupportCode.THIN_DOCUMENTS))
    return Support(SupportStatus.UNVERIFIED, score, passages, _why_unverified(seen))


def score_passages(claim: str, documents: Sequence[SourceText], *, limit: int = MAX_PASSAGES) -> tuple[SupportPassage, ...]:
    """The passages (up to three sentences or rows) that hold most of the claim, best first, none inside another."""
    return _passages(DocumentsReading(read_claim(claim), documents), limit)


def ground_quote(quote: str, documents: Sequence[SourceText]) -> SupportPassage | None:
    """Where a model's quotation stands in the documents, word for word; None for one that is nowhere."""
    wanted = quote.strip()
    for position, document in enumerate(documents):
        start = document.text.find(wanted) if wanted else -1
        if start >= 0:
            return SupportPassage(position, start, start + len(wanted), wanted, 1.0)
    return None


def _standing(claim: str, documents: Sequence[SourceText], passages: Sequence[SupportPassage]) -> tuple[Status, SupportPassage | None]:
    """How the documents stand to the claim, and by which passage.

    Asserted where one of the passages that hold about as much of it says it as the claim does, else as the best of these stands to it.
    A claim that itself denies, foresees or asks is met by a passage that does the same; only what a claim says plainly is denied.
    """
    claimed = Claimed(read_facts(claim[:MAX_CLAIM]))
    readers: dict[int, StatusReader] = {}
    least = max((passage.score for passage in passages), default=0.0) * _AS_MUCH
    told = []
    for passage in passages:
        if passage.score < least:
            continue
        if passage.document not in readers:
            document = documents[passage.document]
            readers[passage.document] = StatusReader(document.text, title=document.title)
        standing = claimed.standing(passage.text, passage.start, readers[passage.document])
        if standing.share < _IN_ONE_SENTENCE or not (standing.is_open or standing.is_denied):
            return Status.ASSERTED, passage
        is_clear = claimed.is_plain and standing.claimed is Status.ASSERTED
        told.append((standing.found if is_clear else Status.UNCONFIRMED, passage))
    return told[0] if told else (Status.ASSERTED, None)


def _denial(claim: str, passage: SupportPassage) -> Contradiction:
    """Both sides of a denial, whole."""
    return Contradiction(SupportCode.NEGATED, claim, 0, len(claim), passage.text, passage.document, passage.start, passage.end)


def _bounded(score: float, seen: Look) -> float:
    """No likeness of words makes up for a figure or year that no document has, still less for another one in its place."""
    if next(vetoes(seen), None) is not None:
        return min(score, _CONTRADICTED_SCORE)
    is_lost = any(check.is_lost for check in seen.checks) or not seen.reading.claim.numbers <= seen.numbers
    return min(score, _LOST_SCORE) if is_lost else score


def _is_opposed(seen: Look) -> bool:
    """Whether the words of the documents speak against the claim, whatever its figures."""
    return any(found.code not in (SupportCode.OTHER_FIGURE, SupportCode.OTHER_NUMBER) for found in vetoes(seen))


def _passages(reading: DocumentsReading, limit: int = MAX_PASSAGES) -> tuple[SupportPassage, ...]:
    ranked = sorted(reading.windows(), key=lambda window: (-reading.rank(window), window.first))
    taken: list[PassageWindow] = []
    for window in ranked:
        if len(taken) == limit or (taken and window.score < _LEAST_SCORE):
            break
        if all(window.last < other.first or other.last < window.first for other in taken):
            taken.append(window)
    return tuple(_passage(reading, window) for window in taken)


def _passage(reading: DocumentsReading, window: PassageWindow) -> SupportPassage:
    first, last = reading.lines[window.first], reading.lines[window.last]
    text = reading.documents[first.document].text[first.start : last.end]
    return SupportPassage(first.document, first.start, last.end, text, round(window.score, 4))


def _ordered(claim: str, passages: tuple[SupportPassage, ...], order: PassageOrder | None) -> tuple[SupportPassage, ...]:
    if order is None:
        return passages
    named = dict.fromkeys(position for position in order.order(claim, passages) if 0 <= position < len(passages))
    rest = [position for position in range(len(passages)) if position not in named]
    return tuple(passages[position] for position in [*named, *rest])


def _why_verified(seen: Look) -> Why:
    derived = next((check for check in seen.checks if check.derived), None)
    if derived is not None and derived.derived is not None:
        return Why(SupportCode.CALCULATED, {"figure": derived.claimed.text, "operation": derived.derived})
    return Why(SupportCode.STATED)


def _why_unverified(seen: Look) -> Why:
    """The first key fact that the documents lack, else that no passage says it."""
    claim = seen.reading.claim
    lost = next((check for check in seen.checks if check.line is None and check.derived is None), None)
    if lost is not None:
        return Why(SupportCode.FIGURE_MISSING, {"claimed": lost.claimed.text})
    number = next((number for number in sorted(claim.numbers) if number not in seen.numbers), None)
    if number is not None:
        return Why(SupportCode.FIGURE_MISSING, {"claimed": number})
    name = seen.reading.missing_name()
    return Why(SupportCode.NAME_MISSING, {"claimed": name}) if name else Why(SupportCode.NOT_FOUND)
