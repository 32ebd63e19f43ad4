"""Verifications and deliveries as rows."""

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from verification.core.vocabulary import RiskLevel
from verification.models import Verification, WebhookDelivery
from verification.services.verifications.lifecycle import Wanted, request_verification
from verification.services.verifications.verifying import execute_verification

TEXT = "The Elbonian central bank kept its policy rate at 5.25% on Thursday, {paper} reports after the meeting of its board."


def make_somebody() -> AbstractBaseUser:
    """A person whom no test plays."""
    return get_user_model().objects.get_or_create(username="somebody")[0]


def make_verification(user: AbstractBaseUser, *, is_done: bool = False, **wanted: Any) -> Verification:
    """One that waits, or one that was worked out."""
    evidence = [
        {"url": f"https://{paper}.example/1", "title": "Policy", "content": TEXT.format(paper=paper), "published_at": None}
        for paper in "abc"
    ]
    given = {"claim": "The Elbonian central bank kept its policy rate at 5.25%", "evidence": evidence, **wanted}
    row = request_verification(wanted=Wanted(**given), requested_by=user)
    return execute_verification(verification_id=row.pk) if is_done else row


def make_delivery(user: AbstractBaseUser, **fields: Any) -> WebhookDelivery:
    given = {"event": "verification.decided", "url": "https://hooks.example/x", "body": "{}", **fields}
    if "verification" not in given:
        given["verification"] = Verification.objects.create(claim="x", mode="single", requested_by=user)
    return WebhookDelivery.objects.create(user=user, **given)


def make_voted(user: AbstractBaseUser) -> Verification:
    """One with votes, a conflict and a challenge, as a worker leaves it; nothing is worked out."""
    row = make_verification(user, risk_level=RiskLevel.HIGH)
    agreed = {"reached": True, "agreement_ratio": 0.666667, "value": "5.25%", "confidence": 0.444444}
    vote = {"voter_id": "m1", "model": "tiny", "outcome": "answered", "is_grounded": True, "confidence": 0.9, "reasoning": "It says so."}
    row.result = {
        "votes": [{**vote, "result": {"value": "5.25%", "quote": TEXT[:60]}, "execution_time_ms": 800, "cost_usd": "0.000120"}],
        "consensus": {**agreed, "decision_method": "majority"},
        "conflicts": [{"value": "<b>5.00%</b>", "voters": ["m3"], "code": "nobody_grounded", "params": {}}],
        "challenges": [
            {"challenge_id": "c1", "type": "logic", "severity": "low", "claim": "Why?", "evidence": "", "ruling": None, "ruling_reason": ""}
        ],
    }
    row.status, row.decision, row.finished_at = "finished", "needs_human", timezone.now()
    row.reasons = [{"code": "no_majority", "params": {"values": 2}}]
    row.save()
    return row
