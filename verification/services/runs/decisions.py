"""A deliberation as the columns of its row."""

from collections.abc import Sequence
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from verification.core.panel.decision import Challenge, Decided, Vote, VoteConflict
from verification.core.panel.triggers import Firing
from verification.core.vocabulary import VerificationMode
from verification.services.panel.cases import Deliberation, FactVerdict, PanelCase
from verification.services.runs.results import MAX_VALUE, code_shape
from verification.services.runs.seen_pages import evidence_shape

MICRO = Decimal("0.000001")


def decision_columns(deliberation: Deliberation) -> dict[str, Any]:
    """A deliberation as the columns of its row."""
    decided = deliberation.decided
    return {
        "decision": decided.decision.value,
        "reasons": [code_shape(why) for why in decided.why],
        "result": {
            **_result_shape(decided, deliberation.votes),
            **({"seats": asdict(deliberation.seats)} if deliberation.seats else {}),
            **(evidence_shape(deliberation.verdict) if deliberation.verdict else {}),
            **({"facts": [_fact_shape(each) for each in deliberation.facts]} if deliberation.facts else {}),
            "checks": [{"name": check.name, "passed": check.is_passed} for check in deliberation.checks],
        },
        "cost_usd": deliberation.cost_usd.quantize(MICRO),
    }


def vote_columns(panel_case: PanelCase, mode: VerificationMode, firings: Sequence[Firing], deliberation: Deliberation) -> dict[str, Any]:
    """What voters said of a node's value, as the columns of a row without program."""
    return {
        "claim": panel_case.node.label,
        "value": (panel_case.claimed or "")[:MAX_VALUE],
        "mode": mode.value,
        "triggers": [firing_shape(firing) for firing in firings],
        **decision_columns(deliberation),
    }


def firing_shape(firing: Firing) -> dict[str, object]:
    return {"rule": firing.rule, "mode": firing.mode.value, **code_shape(firing.why)}


def _result_shape(decided: Decided, votes: Sequence[Vote]) -> dict[str, Any]:
    consensus = decided.consensus
    return {
        "votes": [vote_shape(vote) for vote in votes],
        "consensus": {
            "reached": consensus.is_reached,
            "agreement_ratio": round(float(consensus.agreement_ratio), 6),
            "value": consensus.value,
            "confidence": round(float(consensus.confidence), 6),
            "decision_method": consensus.method.value,
        },
        "conflicts": [_conflict_shape(conflict) for conflict in decided.conflicts],
        "challenges": None if decided.challenges is None else [_challenge_shape(challenge) for challenge in decided.challenges],
    }


def _fact_shape(each: FactVerdict) -> dict[str, Any]:
    return {"fact": each.fact, "decision": each.decision.value, "reasons": [code_shape(why) for why in each.why]}


def vote_shape(vote: Vote) -> dict[str, Any]:
    return {
        "voter_id": vote.voter_id,
        "model": vote.model,
        "outcome": vote.outcome.value,
        "is_grounded": vote.is_grounded,
        "result": dict(vote.result),
        "confidence": round(min(1.0, max(0.0, vote.confidence)), 6),
        "reasoning": vote.reasoning,
        "execution_time_ms": vote.execution_time_ms,
        "cost_usd": str(vote.cost_usd.quantize(MICRO)),
    }


def _conflict_shape(conflict: VoteConflict) -> dict[str, Any]:
    return {"value": conflict.value, "voters": list(conflict.voters), **code_shape(conflict.why)}


def _challenge_shape(challenge: Challenge) -> dict[str, Any]:
    return {
        "challenge_id": challenge.challenge_id,
        "type": challenge.type.value,
        "severity": challenge.severity.value,
        "claim": challenge.claim,
        "evidence": challenge.evidence,
        "ruling": challenge.ruling.value if challenge.ruling else None,
        "ruling_reason": challenge.ruling_reason,
        "invented": challenge.is_invented,
    }
