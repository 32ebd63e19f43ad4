"""The reducers of the three modes: who agrees, who is grounded, and what follows."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.panel.decision import (
    Challenge,
    Check,
    Decided,
    DecisionTerms,
    Vote,
    decide_alone,
    decide_by_challenge,
    decide_by_votes,
)
from verification.core.vocabulary import ChallengeRuling, ChallengeType, Decision, DecisionMethod, Severity, VoteOutcome

ANSWERED, ABSTAINED, FAILED = VoteOutcome.ANSWERED, VoteOutcome.ABSTAINED, VoteOutcome.FAILED


def _vote(value: str | None, *, is_grounded: bool = True, name: str = "a", outcome: VoteOutcome = ANSWERED) -> Vote:
    return Vote(voter_id=name, model=f"model-{name}", outcome=outcome, value=value, is_grounded=is_grounded)


def _decide(*votes: tuple[str | None, bool], **terms: object) -> Decided:
    given_votes = [
        _vote(value, is_grounded=is_grounded, name="abcde"[place], outcome=ANSWERED if value is not None else FAILED)
        for place, (value, is_grounded) in enumerate(votes)
    ]
    return decide_by_votes(given_votes, DecisionTerms(**terms))


def _codes(decided: Decided) -> list[str]:
    return [str(why.code) for why in decided.why]


@pytest.mark.parametrize(
    "votes, decision, code, method, ratio, confidence",
    [
        ([("5%", True)] * 3, "accept", "all_agree", "unanimous", "1", "1"),
        ([("5.25%", True), ("525 bp", True), ("5.25 percent", True)], "accept", "all_agree", "unanimous", "1", "1"),
        ([("5%", True), ("5%", True), ("6%", False)], "accept", "most_agree", "majority", "0.6667", "0.4444"),
        ([("5%", True), ("5%", False), (None, False)], "accept", "most_agree", "majority", "0.6667", "0.2222"),
        ([("5%", False), ("5%", False), ("6%", True)], "needs_human", "grounded_minority", "majority", "0.6667", "0"),
        ([("5%", False)] * 3, "needs_human", "nobody_grounded", "unanimous", "1", "0"),
        ([("5%", True), ("5%", True), ("6%", True)], "needs_human", "other_value", "majority", "0.6667", "0.4444"),
        ([("5%", True), ("6%", True), ("7%", True)], "needs_human", "no_majority", "majority", "0.3333", "0.1111"),
        ([("5%", True), ("6%", True), (None, False)], "needs_human", "retries_spent", "majority", "0.3333", "0.1111"),
        ([(None, False)] * 3, "needs_human", "retries_spent", "majority", "0", "0"),
        ([("5%", True), ("5%", True)], "needs_human", "not_enough_models", "majority", "0.6667", "0.4444"),
        ([], "needs_human", "not_enough_models", "majority", "0", "0"),
    ],
)
def test_votes_are_counted_among_those_asked(
    votes: list[tuple[str | None, bool]], decision: str, code: str, method: str, ratio: str, confidence: str
) -> None:
    decided = _decide(*votes)
    shares = (round(decided.consensus.agreement_ratio, 4), round(decided.consensus.confidence, 4))
    assert (decided.decision, _codes(decided), decided.consensus.method) == (decision, [code], method)
    assert shares == (Decimal(ratio), Decimal(confidence))


def test_silent_voters_are_asked_again_while_that_may_help() -> None:
    assert _decide(("5%", True), (None, False), (None, False), retries_left=1).decision == Decision.NEEDS_RETRY
    assert _decide(("5%", True), (None, False), (None, False), retries_left=0).decision == Decision.NEEDS_HUMAN


def test_consensus_against_the_claim_rejects_it() -> None:
    decided = _decide(("5%", True), ("5%", True), ("5%", True), claimed="6%")
    assert (decided.decision, _codes(decided)) == (Decision.REJECT, ["not_as_claimed"])
    assert _decide(("5%", True), ("5%", True), ("5%", True), claimed="500 bp").decision == Decision.ACCEPT


def test_conflicts_are_grouped_by_value_with_their_voters() -> None:
    decided = _decide(("5%", True), ("5%", True), ("6%", False), ("7%", True), ("6 percent", False))
    assert [(conflict.value, conflict.voters, str(conflict.why.code)) for conflict in decided.conflicts] == [
        ("6%", ("c", "e"), "nobody_grounded"),
        ("7%", ("d",), "other_value"),
    ]


def test_abstention_is_no_answer() -> None:
    votes = [_vote("5%", name="a"), _vote("5%", name="b"), _vote("5%", name="c", outcome=ABSTAINED)]
    decided = decide_by_votes(votes, DecisionTerms())
    assert (decided.decision, round(decided.consensus.agreement_ratio, 2)) == (Decision.ACCEPT, Decimal("0.67"))


VOTES = st.lists(st.tuples(st.sampled_from(["5%", "6%", "500 bp", "unknown", None]), st.booleans()), min_size=3, max_size=5)


@given(VOTES, st.integers(0, 4), st.sampled_from([("6%", True), ("nonsense", True), (None, False)]))
def test_confidence_never_rises_when_a_voter_turns(
    votes: list[tuple[str | None, bool]], place: int, turned: tuple[str | None, bool]
) -> None:
    before = _decide(*votes)
    leader = before.consensus.value
    changed = list(votes)
    changed[place % len(votes)] = turned
    after = _decide(*changed)
    if leader is not None and turned[0] != leader and after.consensus.value == leader:
        assert after.consensus.confidence <= before.consensus.confidence


@given(VOTES)
def test_nothing_ungrounded_is_accepted(votes: list[tuple[str | None, bool]]) -> None:
    decided = _decide(*votes)
    if decided.decision == Decision.ACCEPT:
        carried = [is_grounded for value, is_grounded in votes if value in ("5%", "500 bp") or value == decided.consensus.value]
        assert any(carried)
    assert 0 <= decided.consensus.confidence <= decided.consensus.agreement_ratio <= 1


@given(st.permutations([("5%", True), ("5%", True), ("6%", False)]))
def test_order_of_the_voters_does_not_matter(votes: Sequence[tuple[str, bool]]) -> None:
    decided = _decide(*votes)
    assert (decided.decision, decided.consensus.value, decided.consensus.method) == (Decision.ACCEPT, "5%", DecisionMethod.MAJORITY)


def test_single_needs_every_check_and_the_pages() -> None:
    fine, odd, fatal = Check("freshness", True), Check("plausibility", False), Check("schema", False, is_fatal=True)
    assert decide_alone(_vote("5%"), [fine], DecisionTerms()).decision == Decision.ACCEPT
    assert decide_alone(_vote("5%"), [fine, odd], DecisionTerms()).decision == Decision.NEEDS_HUMAN
    assert decide_alone(_vote("5%"), [odd, fatal], DecisionTerms()).decision == Decision.REJECT
    assert decide_alone(_vote("5%", is_grounded=False), [fine], DecisionTerms()).decision == Decision.NEEDS_HUMAN
    assert decide_alone(_vote("5%"), [fine], DecisionTerms(claimed="6%")).decision == Decision.REJECT
    assert decide_alone(_vote(None, outcome=FAILED), [], DecisionTerms(retries_left=1)).decision == Decision.NEEDS_RETRY
    assert decide_alone(_vote(None, outcome=FAILED), [], DecisionTerms()).decision == Decision.NEEDS_HUMAN


def _challenge(severity: Severity, ruling: ChallengeRuling | None) -> Challenge:
    return Challenge("c1", ChallengeType.LOGIC, severity, "The month is another one.", ruling=ruling)


@pytest.mark.parametrize(
    "severity, ruling, decision, confidence",
    [
        (Severity.HIGH, ChallengeRuling.UPHELD, Decision.REJECT, "0"),
        (Severity.MEDIUM, ChallengeRuling.UPHELD, Decision.NEEDS_HUMAN, "0.7"),
        (Severity.LOW, ChallengeRuling.UPHELD, Decision.NEEDS_HUMAN, "0.9"),
        (Severity.HIGH, ChallengeRuling.DISMISSED, Decision.ACCEPT, "1"),
        (Severity.LOW, None, Decision.NEEDS_HUMAN, "1"),
    ],
)
def test_arbiter_rules_on_each_challenge(severity: Severity, ruling: ChallengeRuling | None, decision: Decision, confidence: str) -> None:
    decided = decide_by_challenge(_vote("5%"), [_challenge(severity, ruling)], DecisionTerms())
    assert (decided.decision, decided.consensus.confidence, decided.consensus.method) == (
        decision,
        Decimal(confidence),
        DecisionMethod.ARBITER,
    )
    assert decided.challenges == (_challenge(severity, ruling),)


def test_nothing_to_challenge_is_accepted_only_where_grounded() -> None:
    assert decide_by_challenge(_vote("5%"), [], DecisionTerms()).decision == Decision.ACCEPT
    assert decide_by_challenge(_vote("5%", is_grounded=False), [], DecisionTerms()).decision == Decision.NEEDS_HUMAN
    assert decide_by_challenge(_vote("5%"), [], DecisionTerms(claimed="6%")).decision == Decision.REJECT


def test_claimed_confidence_of_a_voter_counts_for_nothing() -> None:
    votes = [_vote("5%", name=name) for name in "abc"]
    boasting = [replace(vote, confidence=1.7) for vote in votes]
    assert decide_by_votes(boasting, DecisionTerms()).consensus == decide_by_votes(votes, DecisionTerms()).consensus
