"""Rows of the ledger for the tests of its page and its API."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from verification.core.operations.budget import month_of
from verification.models import Allowance, ProviderCall


def make_call(*, days_ago: int = 0, **fields: Any) -> ProviderCall:
    """A search with tavily that was answered, unless ``fields`` say otherwise."""
    given = {
        "kind": "search",
        "provider": "tavily",
        "purpose": "node",
        "status": "ok",
        "units": 1,
        "latency_ms": 400,
        "cost_usd": "0.008",
        **fields,
    }
    call = ProviderCall.objects.create(**given)
    at: datetime = timezone.now() - timedelta(days=days_ago)
    ProviderCall.objects.filter(pk=call.pk).update(created_at=at)
    return call


def spend(usd: int) -> None:
    """So much of this month's budget is gone."""
    Allowance.objects.create(scope="usd", period=month_of(timezone.now()), used=usd * 1_000_000)
