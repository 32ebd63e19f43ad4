"""Verifications and webhook deliveries: who sees which, and a verification as the contract's VotingResult (contracts, section 4)."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Q, QuerySet
from django.utils import timezone

from verification.core.evidence import Why
from verification.core.vocabulary import Decision
from verification.enums import RulingDecision
from verification.models import Ruling, Verification, WebhookDelivery
from verification.reads.answers import Shape
from verification.reads.explanations import explain, language_of

PER_PAGE = 25


def list_verifications(*, user: User | AnonymousUser) -> QuerySet[Verification]:
    """One's own and those of nodes, newest first; everybody's for those who rule. Lists need neither payload nor evidence."""
    return _seen_by(user).defer("payload", "evidence").order_by("-created_at", "-pk")


def get_verification(*, user: User | AnonymousUser, public_id: UUID) -> Verification | None:
    return _seen_by(user).filter(public_id=public_id).first()


def list_deliveries(*, user: User | AnonymousUser) -> QuerySet[WebhookDelivery]:
    """One's own; everybody's for those who may send them again."""
    rows = WebhookDelivery.objects.select_related("verification", "state__node").order_by("-created_at", "-pk")
    return rows if user.has_perm("verification.change_webhookdelivery") else rows.filter(user_id=user.pk)  # type: ignore[misc]


def _seen_by(user: User | AnonymousUser) -> QuerySet[Verification]:
    rows = Verification.objects.select_related("ruling__decided_by", "requested_by", "run__node")
    return rows if user.has_perm("verification.add_ruling") else rows.filter(Q(requested_by=user.pk) | Q(run__isnull=False))


NOTHING: Mapping[str, Any] = {"reached": False, "agreement_ratio": 0.0, "value": None, "confidence": 0.0, "decision_method": "single"}


def voting_result_shape(row: Verification, *, lang: str | None) -> Shape:
    """Field for field; a person's ruling stands in decision and consensus. Nobody has decided yet: ``decision`` is null."""
    said_in = lang or language_of(row.claim or row.value)
    result = row.result or {}
    return {
        "verification_id": str(row.public_id),
        "status": row.status,
        "mode": row.mode,
        "created_at": timezone.localtime(row.created_at).isoformat(),
        "finished_at": timezone.localtime(row.finished_at).isoformat() if row.finished_at else None,
        "individual_results": [_individual_shape(vote) for vote in result.get("votes", [])],
        "consensus": _consensus_shape(row),
        "conflicts": [
            {"value": entry["value"], "voters": entry["voters"], "why": _explain(entry, said_in)} for entry in result.get("conflicts", [])
        ],
        "challenges": result.get("challenges"),
        "checks": result.get("checks", []),
        "decision": decision_of(row) or None,
        "decision_reasoning": _reasoning(row, said_in),
        "triggers": [{"rule": entry["rule"], "why": _explain(entry, said_in)} for entry in row.triggers],
        "cost_usd": float(row.cost_usd),
    }


def decision_of(row: Verification) -> str:
    """What holds: a person's ruling, else the machine's decision; empty while there is neither."""
    if row.ruling is None:
        return row.decision
    return str(Decision.REJECT if row.ruling.decision == RulingDecision.REJECT else Decision.ACCEPT)


def _consensus_shape(row: Verification) -> Shape:
    found = {**NOTHING, **(row.result or {}).get("consensus", {})}
    ruling: Ruling | None = row.ruling
    value = found["value"] if ruling is None else None if ruling.decision == RulingDecision.REJECT else ruling.value or found["value"]
    return {
        "reached": bool(found["reached"]) or ruling is not None,
        "agreement_ratio": found["agreement_ratio"],
        "final_result": {"value": value, **({"source": ruling.source_url} if ruling and ruling.source_url else {})},
        "confidence": found["confidence"] if ruling is None else 1.0,
        "decision_method": found["decision_method"] if ruling is None else "human",
    }


def _individual_shape(vote: Mapping[str, Any]) -> Shape:
    return {
        "voter_id": vote["voter_id"],
        "model": vote["model"],
        "result": {**vote["result"], "outcome": vote["outcome"], "grounded": vote["is_grounded"]},
        "confidence": vote["confidence"],
        "reasoning": vote["reasoning"],
        "execution_time_ms": vote["execution_time_ms"],
        "cost_usd": round(float(vote["cost_usd"]), 6),
    }


def _reasoning(row: Verification, lang: str) -> str:
    if row.ruling is not None:
        return row.ruling.reason or str(row.ruling.get_decision_display())
    return " ".join(_explain(entry, lang) for entry in row.reasons)


def _explain(entry: Mapping[str, Any], lang: str) -> str:
    params = {name: tuple(value) if isinstance(value, list) else value for name, value in entry.get("params", {}).items()}
    return explain(Why(str(entry.get("code", "")), params), lang)
