"""How far an event is believed after its evidence is in: stated amounts, first match wins (seed 003, the rules of synthesis)."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

ZERO, ONE = Decimal(0), Decimal(1)
LOW = Decimal("0.4")
SIMILAR = Decimal("0.8")
SIMILAR_DELTA = Decimal("0.10")
MULTI_SOURCE_BONUS, OFFICIAL_BONUS = Decimal("0.10"), Decimal("0.15")
PLACES = Decimal("0.0001")


class AdjustmentRule(StrEnum):
    """Which rule moved the confidence; a code of the public contract (``adjustments[].rule``)."""

    OFFICIAL_DENIAL = "official_denial"
    REFUTED = "refuted"
    CONFLICT = "conflict"
    PARTLY_CARRIED = "partly_carried"
    MULTI_SOURCE_AND_OFFICIAL = "multi_source_and_official"
    MULTI_SOURCE = "multi_source"
    THIN_EVIDENCE = "thin_evidence"
    NODE_CONFIRMS = "node_confirms"
    NODE_CONTRADICTS = "node_contradicts"
    SIMILAR_CONFIRMED = "similar_confirmed"
    SIMILAR_REFUTED = "similar_refuted"


class RiskFlag(StrEnum):
    """What a reader of an event has to know besides its confidence."""

    CONFIDENCE_LOW = "confidence_low"
    DATA_INCOMPLETE = "data_incomplete"
    TOOLS_NOT_USED = "tools_not_used"
    INJECTION_SUSPECTED = "injection_suspected"
    NODE_CONTRADICTS = "node_contradicts"
    SEVERAL_MESSAGES = "several_messages"
    NOBODY_NAMED = "nobody_named"
    OTHER_LANGUAGE = "other_language"
    SARCASM_MARKED = "sarcasm_marked"


# What a verified node of the house adds where it says the same, and takes where it says otherwise.
NODE_STEPS = {AdjustmentRule.NODE_CONFIRMS: Decimal("0.15"), AdjustmentRule.NODE_CONTRADICTS: Decimal("-0.45")}
# The smallest and the largest step of each rule; the midpoint is taken unless a model argues for another place inside.
BANDS = {
    AdjustmentRule.OFFICIAL_DENIAL: (Decimal("-0.65"), Decimal("-0.55")),
    AdjustmentRule.REFUTED: (Decimal("-0.50"), Decimal("-0.40")),
    AdjustmentRule.CONFLICT: (Decimal("-0.20"), Decimal("-0.20")),
    AdjustmentRule.PARTLY_CARRIED: (Decimal("-0.20"), Decimal("-0.10")),
    AdjustmentRule.MULTI_SOURCE_AND_OFFICIAL: (Decimal("0.15"), Decimal("0.20")),
    AdjustmentRule.MULTI_SOURCE: (Decimal("0.05"), Decimal("0.10")),
    AdjustmentRule.THIN_EVIDENCE: (Decimal("-0.20"), Decimal("-0.10")),
}


@dataclass(frozen=True, slots=True)
class EvidenceSummary:
    """What the searches gave: independent stories against the threshold, the entity's or a regulator's own word, contradictions.

    ``is_refuted``: what the message says is contradicted, by pages that outweigh those that carry it; ``is_denied``: by those concerned
    or by an authority; ``is_partial``: of a part of what it says no page says anything.
    """

    is_multi_source: bool = False
    is_official: bool = False
    is_conflicting: bool = False
    is_refuted: bool = False
    is_denied: bool = False
    is_partial: bool = False


@dataclass(frozen=True, slots=True)
class SimilarCase:
    """A past event like this one. ``is_confirmed`` None: nobody recorded what became of it, so it says nothing."""

    similarity: Decimal
    is_confirmed: bool | None


@dataclass(frozen=True, slots=True)
class Adjustment:
    rule: AdjustmentRule
    delta: Decimal


@dataclass(frozen=True, slots=True)
class Synthesis:
    """``confidence`` from 0 to 1. The deltas are those of the rules, before the ends cut them off."""

    confidence: Decimal
    adjustments: tuple[Adjustment, ...]
    risk_flags: tuple[RiskFlag, ...]


def synthesise(
    preliminary: Decimal,
    evidence: EvidenceSummary | None,
    similar: Sequence[SimilarCase] = (),
    *,
    argued: Decimal | None = None,
    node_agrees: bool | None = None,
) -> Synthesis:
    """Move the preliminary confidence by the evidence, then by the most similar past case.

    ``evidence`` None: no search was made, and the past case alone speaks. ``argued``: the step a model argues for; one outside the band of
    the rule is not heard. ``node_agrees``: whether verified nodes of the house say the same; None where they say nothing.
    """
    adjustments = []
    if evidence is not None:
        rule = evidence_rule(evidence)
        adjustments.append(Adjustment(rule, step_within(rule, argued)))
    if node_agrees is not None:
        own = AdjustmentRule.NODE_CONFIRMS if node_agrees else AdjustmentRule.NODE_CONTRADICTS
        adjustments.append(Adjustment(own, NODE_STEPS[own]))
    past = _telling_case(similar)
    if past is not None:
        is_confirmed = bool(past.is_confirmed)
        name = AdjustmentRule.SIMILAR_CONFIRMED if is_confirmed else AdjustmentRule.SIMILAR_REFUTED
        adjustments.append(Adjustment(name, SIMILAR_DELTA if is_confirmed else -SIMILAR_DELTA))
    confidence = _within(preliminary + sum((adjustment.delta for adjustment in adjustments), ZERO))
    flags = [RiskFlag.CONFIDENCE_LOW] * (confidence < LOW)
    flags += [RiskFlag.DATA_INCOMPLETE] * (evidence is not None and evidence_rule(evidence) in _INCOMPLETE)
    flags += [RiskFlag.TOOLS_NOT_USED] * (evidence is None)
    flags += [RiskFlag.NODE_CONTRADICTS] * (node_agrees is False)
    return Synthesis(confidence, tuple(adjustments), tuple(flags))


# Pages that disagree, or too few of them (seed 003), or none for a part.
_INCOMPLETE = (AdjustmentRule.CONFLICT, AdjustmentRule.PARTLY_CARRIED, AdjustmentRule.THIN_EVIDENCE)


def keep_preliminary(preliminary: Decimal) -> Synthesis:
    """The preliminary confidence unchanged, where no tool was used."""
    confidence = _within(preliminary)
    flags = [RiskFlag.CONFIDENCE_LOW] * (confidence < LOW)
    return Synthesis(confidence, (), (*flags, RiskFlag.TOOLS_NOT_USED))


def evidence_rule(evidence: EvidenceSummary) -> AdjustmentRule:
    """The first rule that matches; whatever is not multi-source is thin, an official word alone too."""
    if evidence.is_refuted:
        return AdjustmentRule.OFFICIAL_DENIAL if evidence.is_denied else AdjustmentRule.REFUTED
    if evidence.is_conflicting:
        return AdjustmentRule.CONFLICT
    if evidence.is_partial:
        return AdjustmentRule.PARTLY_CARRIED
    if evidence.is_multi_source:
        return AdjustmentRule.MULTI_SOURCE_AND_OFFICIAL if evidence.is_official else AdjustmentRule.MULTI_SOURCE
    return AdjustmentRule.THIN_EVIDENCE


def step_within(rule: AdjustmentRule, argued: Decimal | None) -> Decimal:
    """The step a model argues for where it lies in the rule's band, else the band's midpoint."""
    low, high = BANDS[rule]
    if argued is not None and argued.is_finite() and low <= argued <= high:
        return argued
    return (low + high) / 2


def evidence_confidence(scores: Sequence[Decimal], evidence: EvidenceSummary) -> Decimal | None:
    """How good the results are: the mean of the providers' scores with stated bonuses, at most 1; None where no provider scored."""
    if not scores:
        return None
    mean = sum(scores, ZERO) / len(scores)
    bonus = MULTI_SOURCE_BONUS * evidence.is_multi_source + OFFICIAL_BONUS * evidence.is_official
    return _within(mean + bonus)


def _telling_case(similar: Sequence[SimilarCase]) -> SimilarCase | None:
    """The most similar case of which it is known what became, if it is similar enough."""
    known = [case for case in similar if case.is_confirmed is not None and case.similarity > SIMILAR]
    return max(known, key=lambda case: case.similarity, default=None)


def _within(value: Decimal) -> Decimal:
    if not value.is_finite():
        return ZERO
    return min(ONE, max(ZERO, value)).quantize(PLACES)
