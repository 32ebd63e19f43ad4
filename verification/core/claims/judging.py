"""Does this claim stand in these documents? Read into slots by the reader that all rooms share, and weighed by one fitted judge.

The number is a probability, and green begins at .8 of it. A verdict carries its reasons: the passages, what became of each part of the
claim, and for a contradiction both sides word for word. A model or embeddings may order passages (``PassageOrder``) or propose a
quotation (``ground_quote``); neither decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from verification.core.claims.beside import MAX_PASSAGES, Beside, best_windows
from verification.core.claims.cells import read_cells
from verification.core.claims.claims import MAX_CLAIM, read_claim
from verification.core.claims.contradictions import Contradiction, contradictions, vetoes
from verification.core.claims.exclusions import bounded, chance_across, denies
from verification.core.claims.parts import Part, denied_parts, parts_of, refuted_figures, turned_acts, with_contradictions
from verification.core.claims.passages import DocumentsReading, PassageWindow, SourceText
from verification.core.claims.reasons import Outcome, SupportCode, SupportStatus, outcome_of
from verification.core.claims.scoring import shipped_support
from verification.core.claims.standings import Told
from verification.core.evidence import Why
from verification.core.reading.statement import Status

__all__ = [
    "Contradiction",
    "Outcome",
    "Part",
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

VERIFIED_FROM = 0.8
MISLED_BELOW = 0.7
_THIN_TOKENS = 12
# A passage that denies or supposes a claim is about it where one sentence holds this share of it.
_ABOUT = 0.75


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
    """The verdict. ``score`` is the probability that the documents support the claim; ``aligned`` is empty unless they contradict it;
    ``parts`` says what became of each figure and event of the claim."""

    status: SupportStatus
    score: float
    passages: tuple[SupportPassage, ...]
    why: Why
    aligned: tuple[Contradiction, ...] = ()
    parts: tuple[Part, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """What readers are told."""
        return outcome_of(self.status, SupportCode(self.why.code))


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
    beside = Beside(reading)
    likely = bounded(max(shipped_support().forest.probability(beside.features), chance_across(beside)), beside)
    score = read_cells(claim[:MAX_CLAIM], documents).weigh(likely, is_open=not _is_opposed(beside))
    passages = _ordered(claim, tuple(_passage(reading, window) for window in beside.windows), order)
    parts = parts_of(reading.claim, beside.slots)
    if score >= VERIFIED_FROM:
        return Support(SupportStatus.VERIFIED, score, passages, _why_verified(beside), (), parts)
    aligned = tuple(_contradicting(beside)) if score < MISLED_BELOW else ()
    if aligned:
        why = Why(aligned[0].code, {"claimed": aligned[0].claimed, "found": aligned[0].found})
        return Support(SupportStatus.MISINFORMATION, score, passages, why, aligned, with_contradictions(parts, aligned))
    is_stated = any(part.outcome is not Outcome.NOT_STATED for part in parts)
    if reading.size < _THIN_TOKENS and reading.size < len(reading.claim.tokens) and not is_stated:
        return Support(SupportStatus.INCONCLUSIVE, score, passages, Why(SupportCode.THIN_DOCUMENTS), (), parts)
    return Support(SupportStatus.UNVERIFIED, score, passages, _why_unverified(beside, parts), (), parts)


def score_passages(claim: str, documents: Sequence[SourceText], *, limit: int = MAX_PASSAGES) -> tuple[SupportPassage, ...]:
    """The passages (up to three sentences or rows) that hold most of the claim, best first, none inside another."""
    reading = DocumentsReading(read_claim(claim), documents)
    return tuple(_passage(reading, window) for window in best_windows(reading, limit))


def ground_quote(quote: str, documents: Sequence[SourceText]) -> SupportPassage | None:
    """Where a model's quotation stands in the documents, word for word; None for one that is nowhere."""
    wanted = quote.strip()
    for position, document in enumerate(documents):
        start = document.text.find(wanted) if wanted else -1
        if start >= 0:
            return SupportPassage(position, start, start + len(wanted), wanted, 1.0)
    return None


def _is_opposed(beside: Beside) -> bool:
    """Whether the words of the documents speak against the claim, whatever its figures."""
    figures = (SupportCode.OTHER_FIGURE, SupportCode.OTHER_NUMBER)
    return _about(beside) is not None or any(found.code not in figures for found in vetoes(beside.seen))


def _contradicting(beside: Beside) -> list[Contradiction]:
    """What the documents say otherwise: the whole denied, else figures and words, by the slots and by the wording."""
    told = _about(beside)
    if told is not None and beside.standings.status is Status.DENIED:
        return [_denial(beside, told)]
    found = list(vetoes(beside.seen))
    by_slots = [*refuted_figures(beside.slots), *turned_acts(beside.slots)]
    if denies(beside):
        by_slots += denied_parts(beside.reading.claim, beside.slots)
    found += [one for one in by_slots if all(one.claim_start != other.claim_start for other in found)]
    return found or list(contradictions(beside.seen))


def _about(beside: Beside) -> Told | None:
    """The passage that holds the claim, and holds it in another way than the claim is made."""
    told = beside.standings.best
    return told if told is not None and told.is_lost and told.standing.share >= _ABOUT else None


def _denial(beside: Beside, told: Told) -> Contradiction:
    """Both sides of a denial, whole."""
    claim, passage = beside.reading.claim.text, _passage(beside.reading, told.window)
    return Contradiction(SupportCode.NEGATED, claim, 0, len(claim), passage.text, passage.document, passage.start, passage.end)


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


def _why_verified(beside: Beside) -> Why:
    derived = next((check for check in beside.seen.checks if check.derived), None)
    if derived is not None and derived.derived is not None:
        return Why(SupportCode.CALCULATED, {"figure": derived.claimed.text, "operation": derived.derived})
    return Why(SupportCode.STATED)


def _why_unverified(beside: Beside, parts: Sequence[Part]) -> Why:
    """That it is only supposed, or stated in part; else the first key fact that is lacking, or that it is not stated."""
    supposed = _supposed(beside, parts)
    if supposed is not None:
        return supposed
    claim, seen = beside.reading.claim, beside.seen
    open_parts = [one for one in parts if one.outcome is not Outcome.STATED]
    if open_parts and len(open_parts) < len(parts) and len({one.start for one in parts}) > 1:
        return Why(SupportCode.PARTLY, {"missing": open_parts[0].text})
    lost = next((check for check in seen.checks if check.line is None and check.derived is None), None)
    if lost is not None:
        return Why(SupportCode.FIGURE_MISSING, {"claimed": lost.claimed.text})
    number = next((number for number in sorted(claim.numbers) if number not in seen.numbers), None)
    if number is not None:
        return Why(SupportCode.FIGURE_MISSING, {"claimed": number})
    name = beside.reading.missing_name()
    if name:
        return Why(SupportCode.NAME_MISSING, {"claimed": name})
    return Why(SupportCode.UNSURE if parts and not open_parts else SupportCode.NOT_FOUND)


def _supposed(beside: Beside, parts: Sequence[Part]) -> Why | None:
    """Which way a passage holds the claim, and the word that says so."""
    told = _about(beside)
    if told is not None and told.standing.is_open:
        return Why(SupportCode.NOT_ASSERTED, {"how": told.standing.found.value, "cue": told.standing.cue})
    part = next((one for one in parts if one.outcome is Outcome.SUPPOSED_ONLY and one.how is not None), None)
    if part is None or part.how is None or any(one.outcome is Outcome.REFUTED for one in parts):
        return None
    return Why(SupportCode.NOT_ASSERTED, {"how": part.how.value, "cue": part.cue})
