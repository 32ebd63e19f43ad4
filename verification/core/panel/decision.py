"""The three modes as pure reducers: what voters, critics, challengers and arbiters said in, a decision with its reasons out (seed 001).

Who said something never counts for more than whether it is grounded: the engine looked each claim up in the pages before it comes here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from verification.core.evidence import Why
from verification.core.support.answers import same_answer
from verification.core.vocabulary import (
    ChallengeRuling,
    ChallengeType,
    Decision,
    DecisionMethod,
    Severity,
    VerificationMode,
    VoteOutcome,
)

VOTERS = 3
ZERO, ONE = Decimal(0), Decimal(1)
WEIGHTS = {Severity.LOW: Decimal("0.1"), Severity.MEDIUM: Decimal("0.3"), Severity.HIGH: ONE}


class DecisionCode(StrEnum):
    """Why a verification ended as it did; ``verification.reads.words.explanations`` writes it out."""

    ALL_AGREE = "all_agree"
    MOST_AGREE = "most_agree"
    NOT_AS_CLAIMED = "not_as_claimed"
    NO_MAJORITY = "no_majority"
    NOBODY_GROUNDED = "nobody_grounded"
    GROUNDED_MINORITY = "grounded_minority"
    TOO_FEW_ANSWERS = "too_few_answers"
    NOT_ENOUGH_MODELS = "not_enough_models"
    CHECKS_PASSED = "checks_passed"
    CHECK_FAILED = "check_failed"
    NO_CHALLENGE_UPHELD = "no_challenge_upheld"
    CHALLENGE_UPHELD = "challenge_upheld"
    CHALLENGE_OPEN = "challenge_open"
    OTHER_VALUE = "other_value"
    RETRIES_SPENT = "retries_spent"
    NO_EVIDENCE = "no_evidence"
    ENGINE_STANDS = "engine_stands"
    OUTAGE = "outage"
    FIELD_DIFFERS = "field_differs"
    FIELD_MISSING = "field_missing"
    FIELDS_AGREE = "fields_agree"
    NODE_AGREES = "node_agrees"
    NODE_DIFFERS = "node_differs"
    SERIES_AGREES = "series_agrees"
    SERIES_REVISED = "series_revised"
    SERIES_DIFFERS = "series_differs"


@dataclass(frozen=True, slots=True)
class Vote:
    """What one voter came to. ``value`` is its answer as text, None unless it answered; ``is_grounded``: the engine found it in the pages.

    ``confidence`` is what the voter claims of itself, kept for the record and never counted.
    """

    voter_id: str
    model: str
    outcome: VoteOutcome
    value: str | None = None
    is_grounded: bool = False
    result: Mapping[str, object] = field(default_factory=dict)
    confidence: float = 0.0
    reasoning: str = ""
    execution_time_ms: int = 0
    cost_usd: Decimal = ZERO


@dataclass(frozen=True, slots=True)
class Check:
    """One of the critic's checks. A ``is_fatal`` one that fails rejects, any other sends the result to a person.

    ``is_passed`` None: not applicable, there is nothing to compare with.
    """

    name: str
    is_passed: bool | None
    is_fatal: bool = False
    why: Why | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """A doubt with its ground, and the arbiter's ruling on it; ``ruling`` None: the arbiter did not say.

    ``is_invented``: its words stand in no page, so that nobody was asked about it.
    """

    challenge_id: str
    type: ChallengeType
    severity: Severity
    claim: str
    evidence: str = ""
    ruling: ChallengeRuling | None = None
    ruling_reason: str = ""
    is_invented: bool = False


@dataclass(frozen=True, slots=True)
class VoteConflict:
    """A value that is not the leading one, who stands for it, and whether the pages carry it."""

    value: str
    voters: tuple[str, ...]
    why: Why


@dataclass(frozen=True, slots=True)
class VoteConsensus:
    """What the voters have in common. ``confidence`` is the agreement ratio times the share of all voters that agree and are grounded."""

    is_reached: bool
    agreement_ratio: Decimal
    value: str | None
    confidence: Decimal
    method: DecisionMethod


@dataclass(frozen=True, slots=True)
class Decided:
    mode: VerificationMode
    decision: Decision
    consensus: VoteConsensus
    why: tuple[Why, ...]
    conflicts: tuple[VoteConflict, ...] = ()
    challenges: tuple[Challenge, ...] | None = None


@dataclass(frozen=True, slots=True)
class DecisionTerms:
    """Under what a verification is decided. ``claimed``: the value somebody wants confirmed, None where a value is looked for."""

    claimed: str | None = None
    unit: str | None = None
    tolerance: str = ""
    retries_left: int = 0


def decide_by_votes(votes: Sequence[Vote], terms: DecisionTerms) -> Decided:
    """Three voters, the majority of those *asked*; a grounded minority against an ungrounded majority goes to a person."""
    groups = group_votes(votes, terms)
    asked = max(len(votes), VOTERS)
    leading = groups[0] if groups else []
    consensus = _consensus(leading, asked)
    conflicts = tuple(_conflict(group) for group in groups[1:])
    decision, why = _judge_votes(groups, asked, len(votes), terms)
    return Decided(VerificationMode.VOTING, decision, consensus, (why,), conflicts)


def group_votes(votes: Sequence[Vote], terms: DecisionTerms) -> list[list[Vote]]:
    """The answers by value, the largest group first, of equals the one with more grounded voters, then the earliest."""
    groups: list[list[Vote]] = []
    for vote in votes:
        if vote.outcome != VoteOutcome.ANSWERED or vote.value is None:
            continue
        own = next((group for group in groups if _agree(group[0], vote, terms)), None)
        if own is None:
            groups.append([vote])
        else:
            own.append(vote)
    return sorted(groups, key=lambda group: (-len(group), -_grounded(group)))


def decide_alone(vote: Vote, checks: Sequence[Check], terms: DecisionTerms) -> Decided:
    """One executor, then a critic whose checks are stated (seed 001, single)."""
    if vote.outcome != VoteOutcome.ANSWERED or vote.value is None:
        return Decided(VerificationMode.SINGLE, _again(terms), _alone(vote, is_reached=False), (_unanswered(terms, 0, 1),))
    failed = [check for check in checks if check.is_passed is False]
    passed = sum(check.is_passed is True for check in checks)
    whys = tuple(check.why or Why(DecisionCode.CHECK_FAILED, {"check": check.name}) for check in failed)
    if any(check.is_fatal for check in failed):
        return Decided(VerificationMode.SINGLE, Decision.REJECT, _alone(vote, is_reached=False), whys)
    if failed:
        return Decided(VerificationMode.SINGLE, Decision.NEEDS_HUMAN, _alone(vote, is_reached=False), whys)
    if not vote.is_grounded:
        return Decided(VerificationMode.SINGLE, Decision.NEEDS_HUMAN, _alone(vote, is_reached=False), (Why(DecisionCode.NOBODY_GROUNDED),))
    consensus = _alone(vote, is_reached=True)
    if _is_other(vote.value, terms):
        return Decided(VerificationMode.SINGLE, Decision.REJECT, consensus, (_not_as_claimed(vote.value),))
    return Decided(VerificationMode.SINGLE, Decision.ACCEPT, consensus, (Why(DecisionCode.CHECKS_PASSED, {"count": passed}),))


def decide_by_challenge(
    vote: Vote, challenges: Sequence[Challenge], terms: DecisionTerms, *, method: DecisionMethod = DecisionMethod.ARBITER
) -> Decided:
    """An executor, a challenger, an arbiter's ruling on each challenge (seed 001, adversarial).

    A high challenge that is upheld rejects; any other that is upheld, or on which nothing was ruled, sends the result to a person.
    ``method``: who had the last word, which is an arbiter only where one was asked.
    """
    told = tuple(challenges)
    if vote.outcome != VoteOutcome.ANSWERED or vote.value is None:
        consensus = _ruled(vote, told, ZERO, method)
        return Decided(VerificationMode.ADVERSARIAL, _again(terms), consensus, (_unanswered(terms, 0, 1),), challenges=told)
    upheld = [challenge for challenge in told if challenge.ruling == ChallengeRuling.UPHELD]
    open_ones = [challenge for challenge in told if challenge.ruling is None]
    confidence = max(ZERO, ONE - sum((WEIGHTS[challenge.severity] for challenge in upheld), ZERO)) if vote.is_grounded else ZERO
    whys = tuple(_told(DecisionCode.CHALLENGE_UPHELD, challenge) for challenge in upheld)
    whys += tuple(_told(DecisionCode.CHALLENGE_OPEN, challenge) for challenge in open_ones)
    if not vote.is_grounded:
        whys = (Why(DecisionCode.NOBODY_GROUNDED), *whys)
    if any(challenge.severity == Severity.HIGH for challenge in upheld):
        decision = Decision.REJECT
    elif whys:
        decision = Decision.NEEDS_HUMAN
    elif _is_other(vote.value, terms):
        decision, whys = Decision.REJECT, (_not_as_claimed(vote.value),)
    else:
        decision, whys = Decision.ACCEPT, (Why(DecisionCode.NO_CHALLENGE_UPHELD, {"count": len(told)}),)
    return Decided(VerificationMode.ADVERSARIAL, decision, _ruled(vote, told, confidence, method), whys, challenges=told)


def _judge_votes(groups: Sequence[Sequence[Vote]], asked: int, given: int, terms: DecisionTerms) -> tuple[Decision, Why]:
    answered = sum(len(group) for group in groups)
    if given < VOTERS:
        return Decision.NEEDS_HUMAN, Why(DecisionCode.NOT_ENOUGH_MODELS, {"models": given, "needed": VOTERS})
    leading: Sequence[Vote] = groups[0] if groups else ()
    if 2 * len(leading) <= asked:
        # Where the silent ones could still make a majority, asking again may help.
        could = 2 * (len(leading) + asked - answered) > asked
        if could and answered < asked:
            return _again(terms), _unanswered(terms, answered, asked)
        return Decision.NEEDS_HUMAN, Why(DecisionCode.NO_MAJORITY, {"values": len(groups)})
    if not _grounded(leading):
        others = any(_grounded(group) for group in groups[1:])
        return Decision.NEEDS_HUMAN, Why(DecisionCode.GROUNDED_MINORITY if others else DecisionCode.NOBODY_GROUNDED)
    contested = [group for group in groups[1:] if _grounded(group)]
    if contested:
        return Decision.NEEDS_HUMAN, Why(DecisionCode.OTHER_VALUE, {"value": contested[0][0].value or ""})
    value = leading[0].value or ""
    if _is_other(value, terms):
        return Decision.REJECT, _not_as_claimed(value)
    code = DecisionCode.ALL_AGREE if len(leading) == asked else DecisionCode.MOST_AGREE
    return Decision.ACCEPT, Why(code, {"voters": len(leading), "asked": asked})


def _consensus(leading: Sequence[Vote], asked: int) -> VoteConsensus:
    agreeing = Decimal(len(leading))
    method = DecisionMethod.UNANIMOUS if leading and len(leading) == asked else DecisionMethod.MAJORITY
    is_reached = 2 * len(leading) > asked
    ratio = agreeing / asked
    confidence = ratio * Decimal(_grounded(leading)) / asked
    return VoteConsensus(is_reached, ratio, leading[0].value if is_reached else None, confidence, method)


def _alone(vote: Vote, *, is_reached: bool) -> VoteConsensus:
    confidence = ONE if is_reached and vote.is_grounded else ZERO
    return VoteConsensus(is_reached, ONE if vote.value is not None else ZERO, vote.value, confidence, DecisionMethod.SINGLE)


def _ruled(vote: Vote, challenges: Sequence[Challenge], confidence: Decimal, method: DecisionMethod) -> VoteConsensus:
    dismissed = sum(challenge.ruling == ChallengeRuling.DISMISSED for challenge in challenges)
    ratio = Decimal(dismissed) / len(challenges) if challenges else ONE
    is_reached = vote.value is not None and dismissed == len(challenges)
    return VoteConsensus(is_reached, ratio if vote.value is not None else ZERO, vote.value, confidence, method)


def _conflict(group: Sequence[Vote]) -> VoteConflict:
    code = DecisionCode.OTHER_VALUE if _grounded(group) else DecisionCode.NOBODY_GROUNDED
    value = group[0].value or ""
    return VoteConflict(value, tuple(vote.voter_id for vote in group), Why(code, {"value": value}))


def _agree(one: Vote, other: Vote, terms: DecisionTerms) -> bool:
    return same_answer(one.value or "", other.value or "", unit=terms.unit, tolerance=terms.tolerance)


def _is_other(value: str, terms: DecisionTerms) -> bool:
    return terms.claimed is not None and not same_answer(value, terms.claimed, unit=terms.unit, tolerance=terms.tolerance)


def _grounded(votes: Sequence[Vote]) -> int:
    return sum(vote.is_grounded for vote in votes)


def _again(terms: DecisionTerms) -> Decision:
    return Decision.NEEDS_RETRY if terms.retries_left > 0 else Decision.NEEDS_HUMAN


def _unanswered(terms: DecisionTerms, answered: int, asked: int) -> Why:
    code = DecisionCode.TOO_FEW_ANSWERS if terms.retries_left > 0 else DecisionCode.RETRIES_SPENT
    return Why(code, {"answered": answered, "asked": asked})


def _not_as_claimed(value: str) -> Why:
    return Why(DecisionCode.NOT_AS_CLAIMED, {"value": value})


def _told(code: DecisionCode, challenge: Challenge) -> Why:
    return Why(code, {"challenge": challenge.challenge_id, "type": challenge.type.value, "severity": challenge.severity.value})
