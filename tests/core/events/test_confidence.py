"""Seed 003's rules: each moves the confidence by its stated amount, the first that matches wins."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.events.confidence import (
    BANDS,
    AdjustmentRule,
    EvidenceSummary,
    SimilarCase,
    evidence_confidence,
    evidence_rule,
    keep_preliminary,
    step_within,
    synthesise,
)

CONFLICT = EvidenceSummary(is_conflicting=True)
BOTH = EvidenceSummary(is_multi_source=True, is_official=True)
MULTI = EvidenceSummary(is_multi_source=True)
THIN = EvidenceSummary()
OFFICIAL = EvidenceSummary(is_official=True)
EVIDENCE = st.builds(EvidenceSummary, st.booleans(), st.booleans(), st.booleans(), is_partial=st.booleans())
SHARES = st.decimals(min_value=0, max_value=1, places=4)


def _case(similarity: str, is_confirmed: bool | None) -> SimilarCase:
    return SimilarCase(Decimal(similarity), is_confirmed)


@pytest.mark.parametrize(
    "evidence, rule, confidence, flags",
    [
        (CONFLICT, "conflict", "0.3000", ["confidence_low", "data_incomplete"]),
        (EvidenceSummary(True, True, True), "conflict", "0.3000", ["confidence_low", "data_incomplete"]),
        (BOTH, "multi_source_and_official", "0.6750", []),
        (MULTI, "multi_source", "0.5750", []),
        (THIN, "thin_evidence", "0.3500", ["confidence_low", "data_incomplete"]),
        (OFFICIAL, "thin_evidence", "0.3500", ["confidence_low", "data_incomplete"]),
        (EvidenceSummary(True, True, is_partial=True), "partly_carried", "0.3500", ["confidence_low", "data_incomplete"]),
        (EvidenceSummary(True, True, True, is_partial=True), "conflict", "0.3000", ["confidence_low", "data_incomplete"]),
        (EvidenceSummary(is_conflicting=True, is_refuted=True), "refuted", "0.0500", ["confidence_low"]),
        (EvidenceSummary(is_conflicting=True, is_refuted=True, is_denied=True), "official_denial", "0.0000", ["confidence_low"]),
    ],
)
def test_evidence_moves_by_the_midpoint_of_the_first_rule(evidence: EvidenceSummary, rule: str, confidence: str, flags: list[str]) -> None:
    found = synthesise(Decimal("0.5"), evidence)
    assert [adjustment.rule for adjustment in found.adjustments] == [rule]
    assert (found.confidence, list(found.risk_flags)) == (Decimal(confidence), flags)


def test_model_argues_inside_the_band_and_is_not_heard_outside() -> None:
    assert synthesise(Decimal("0.5"), BOTH, argued=Decimal("0.20")).confidence == Decimal("0.7000")
    assert synthesise(Decimal("0.5"), BOTH, argued=Decimal("0.5")).confidence == Decimal("0.6750")
    assert synthesise(Decimal("0.5"), THIN, argued=Decimal("0.5")).confidence == Decimal("0.3500")
    assert synthesise(Decimal("0.5"), MULTI, argued=Decimal("NaN")).confidence == Decimal("0.5750")
    assert synthesise(Decimal("0.5"), CONFLICT, argued=Decimal("-0.10")).confidence == Decimal("0.3000")


@pytest.mark.parametrize(
    "cases, rules, confidence",
    [
        ([_case("0.81", True)], ["multi_source", "similar_confirmed"], "0.6750"),
        ([_case("0.81", False)], ["multi_source", "similar_refuted"], "0.4750"),
        ([_case("0.80", True)], ["multi_source"], "0.5750"),
        ([_case("0.99", None)], ["multi_source"], "0.5750"),
        ([_case("0.99", None), _case("0.85", False)], ["multi_source", "similar_refuted"], "0.4750"),
        ([_case("0.82", True), _case("0.9", False)], ["multi_source", "similar_refuted"], "0.4750"),
    ],
)
def test_most_similar_case_of_known_outcome_counts(cases: list[SimilarCase], rules: list[str], confidence: str) -> None:
    found = synthesise(Decimal("0.5"), MULTI, cases)
    assert [adjustment.rule for adjustment in found.adjustments] == rules
    assert found.confidence == Decimal(confidence)


def test_without_tools_nothing_moves() -> None:
    found = keep_preliminary(Decimal("0.8"))
    assert (found.confidence, found.adjustments, list(found.risk_flags)) == (Decimal("0.8"), (), ["tools_not_used"])
    assert list(keep_preliminary(Decimal("0.1")).risk_flags) == ["confidence_low", "tools_not_used"]


def test_evidence_confidence_is_the_mean_score_with_bonuses() -> None:
    scores = [Decimal("0.6"), Decimal("0.8")]
    assert evidence_confidence(scores, THIN) == Decimal("0.7")
    assert evidence_confidence(scores, MULTI) == Decimal("0.8")
    assert evidence_confidence(scores, BOTH) == Decimal("0.95")
    assert evidence_confidence([Decimal("0.95")], BOTH) == Decimal(1)
    assert evidence_confidence([], BOTH) is None


@given(SHARES, EVIDENCE, st.lists(st.builds(SimilarCase, SHARES, st.sampled_from([True, False, None]))), st.none() | st.decimals())
def test_result_stays_between_nothing_and_all(
    preliminary: Decimal, evidence: EvidenceSummary, cases: list[SimilarCase], argued: Decimal | None
) -> None:
    found = synthesise(preliminary, evidence, cases, argued=argued)
    assert 0 <= found.confidence <= 1
    low, high = BANDS[found.adjustments[0].rule]
    assert low <= found.adjustments[0].delta <= high
    assert ("confidence_low" in found.risk_flags) == (found.confidence < Decimal("0.4"))
    assert ("data_incomplete" in found.risk_flags) == (found.adjustments[0].rule in ("conflict", "partly_carried", "thin_evidence"))


@given(EVIDENCE, st.none() | st.decimals())
def test_step_never_leaves_the_band(evidence: EvidenceSummary, argued: Decimal | None) -> None:
    low, high = BANDS[evidence_rule(evidence)]
    assert low <= step_within(evidence_rule(evidence), argued) <= high


@given(SHARES)
def test_better_evidence_never_lowers(preliminary: Decimal) -> None:
    order = [synthesise(preliminary, evidence).confidence for evidence in (CONFLICT, THIN, MULTI, BOTH)]
    assert order == sorted(order)
    assert AdjustmentRule.THIN_EVIDENCE in BANDS


def test_without_a_search_a_known_past_case_alone_moves() -> None:
    moved = synthesise(Decimal("0.8"), None, [_case("0.9", False)])
    assert (moved.confidence, [each.rule.value for each in moved.adjustments]) == (Decimal("0.7000"), ["similar_refuted"])
    assert [flag.value for flag in moved.risk_flags] == ["tools_not_used"]
    assert synthesise(Decimal("0.8"), None, [_case("0.9", None)]).confidence == Decimal("0.8000")
