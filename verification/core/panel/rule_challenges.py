"""Challenger and arbiter where no model is there: the rule voters doubt, the engine's own reading of their page rules.

A doubt is dismissed where the engine read that page and says why it does not count against the value (past, forecast, another subject,
a copy …); where the page contradicts by the engine's own reading, or the engine decided nothing, nobody rules and a person does.
"""

from collections.abc import Sequence

from verification.core.evidence import NodeSpec, Verdict
from verification.core.panel.decision import Challenge
from verification.core.panel.rule_voters import RuleVote
from verification.core.support.answers import same_answer
from verification.core.vocabulary import ChallengeRuling, ChallengeType, Severity, Stance


def challenge_by_rules(node: NodeSpec, value: str, votes: Sequence[RuleVote], verdict: Verdict) -> tuple[Challenge, ...]:
    """One challenge of each rule voter that reads another value, with the engine's ruling on it."""
    others = [
        vote for vote in votes if vote.value is not None and not same_answer(vote.value, value, unit=node.unit, tolerance=node.tolerance)
    ]
    return tuple(_challenge(number, vote, verdict) for number, vote in enumerate(others, start=1))


def _challenge(number: int, vote: RuleVote, verdict: Verdict) -> Challenge:
    stance = next((f.stance for f in (*verdict.sources, *verdict.others) if f.position == vote.position), None)
    is_dismissed = verdict.is_accepted and stance is not None and stance != Stance.CONTRADICTS
    return Challenge(
        challenge_id=f"c{number}",
        type=ChallengeType.DATA_ACCURACY,
        severity=Severity.MEDIUM,
        claim=f"{vote.voter_id}: {vote.value}",
        evidence=vote.quote,
        ruling=ChallengeRuling.DISMISSED if is_dismissed else None,
        ruling_reason=stance.value if is_dismissed and stance else "",
    )
