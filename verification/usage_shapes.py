"""Usage as the API's JSON and as the rows of its files. Money is a number of USD with six decimals at most."""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal

from django.conf import settings

from verification import usage_queries
from verification.core.operations.budget import Estimate, Spending, days_above_share, find_warnings, forecast_month
from verification.models import ProviderHealth
from verification.services.operations.spending import Month
from verification.shapes import Shape
from verification.usage_queries import Figures, ProviderUsage, Slice, UsageFilters

SLICE_COLUMNS = (
    "date",
    "kind",
    "provider",
    "purpose",
    "calls",
    "succeeded",
    "failed",
    "refused",
    "cached",
    "success_rate",
    "mean_latency_ms",
    "units",
    "input_tokens",
    "output_tokens",
    "cost_usd",
)


def usage_shape(*, filters: UsageFilters, now: datetime, month: Month, estimate: Estimate | None) -> Shape:
    """What ``GET usage/`` answers; five queries."""
    slices = usage_queries.narrow(usage_queries.list_slices(filters=filters, now=now), filters=filters)
    providers = usage_queries.fold_providers(slices)
    health = usage_queries.list_health()
    quotas = usage_queries.list_quotas(now=now, event_limit=settings.DEEP_ANALYSIS_TOOL_DAILY_LIMIT)
    return {
        "since": filters.first_day(now).isoformat(),
        "until": filters.last_day(now).isoformat(),
        "budget": _budget_shape(month, now),
        "warnings": list_warnings(month.spending, providers),
        "quotas": [{"scope": quota.scope, "used": quota.used, "limit": quota.limit} for quota in quotas.values()],
        "total": figures_shape(usage_queries.total(slices)),
        "by_day": [
            {"date": day.isoformat(), **figures_shape(figures)}
            for day, figures in usage_queries.fold_days(slices, filters=filters, now=now)
        ],
        "by_provider": [_provider_shape(usage, health.get(usage.scope), now) for usage in providers],
        "by_purpose": [{"purpose": purpose, **figures_shape(figures)} for purpose, figures in usage_queries.fold_purposes(slices)],
        "estimate": estimate_shape(estimate) if estimate else None,
    }


def list_warnings(spending: Spending, providers: Iterable[ProviderUsage]) -> list[Shape]:
    """Codes of what a person should look at: ``spent``, ``nearly_spent``, ``day_above_share`` (with its days), ``low_success``."""
    found: list[Shape] = []
    for code in find_warnings(spending):
        days = [day.isoformat() for day in days_above_share(spending)] if code == "day_above_share" else []
        found.append({"code": code.value, "provider": None, "days": days})
    found += [{"code": "low_success", "provider": usage.provider, "days": []} for usage in providers if usage.is_low]
    return found


def figures_shape(figures: Figures) -> Shape:
    return {
        "calls": figures.calls,
        "succeeded": figures.succeeded,
        "failed": figures.failed,
        "refused": figures.refused,
        "cached": figures.cached,
        "success_rate": figures.success_rate,
        "mean_latency_ms": figures.mean_ms,
        "units": figures.units,
        "input_tokens": figures.input_tokens,
        "output_tokens": figures.output_tokens,
        "cost_usd": money(figures.cost_usd),
    }


def slice_shape(part: Slice) -> Shape:
    """One line of the files."""
    named: Shape = {"date": part.day.isoformat(), "kind": part.kind, "provider": part.provider, "purpose": part.purpose}
    return {**named, **figures_shape(part.figures)}


def estimate_shape(estimate: Estimate) -> Shape:
    return {
        "runs": estimate.runs,
        "calls": estimate.calls,
        "cost_usd": None if estimate.cost_usd is None else money(estimate.cost_usd),
        "left_usd": money(estimate.left_usd),
        "is_within_budget": estimate.is_within_budget,
    }


def money(usd: Decimal) -> float:
    return float(round(usd, 6))


def _budget_shape(month: Month, now: datetime) -> Shape:
    spending = month.spending
    return {
        "month": month.name,
        "limit_usd": money(spending.budget_usd),
        "spent_usd": money(spending.spent_usd),
        "reserved_usd": money(month.reserved_usd),
        "left_usd": money(month.left_usd),
        "share": round(float(spending.share), 4),
        "daily_share_usd": money(spending.daily_share_usd),
        "forecast_usd": money(forecast_month(spent_usd=spending.spent_usd, at=now)),
    }


def _provider_shape(usage: ProviderUsage, health: ProviderHealth | None, now: datetime) -> Shape:
    is_resting = bool(health and health.open_until and health.open_until > now)
    return {
        "provider": usage.provider,
        "kind": usage.kind,
        "is_low": usage.is_low,
        "is_resting": is_resting,
        "last_fault": (health.last_fault or None) if health else None,
        **figures_shape(usage.figures),
    }
