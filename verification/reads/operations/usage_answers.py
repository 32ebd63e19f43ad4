"""Usage as it is answered and as the rows of its files; ``usage`` reads the ledger. Money is a number of USD with six decimals at most."""

from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal

from django.conf import settings
from pydantic import Field

from verification.core.operations import budget as budgeting
from verification.core.vocabulary import CallKind, Fault, Purpose
from verification.models import ProviderHealth
from verification.reads.answers import Answer, Shape
from verification.reads.operations import usage as reads
from verification.services.operations.spending import Month

Usd = Annotated[float, Field(ge=0, description="USD, six decimals at most.")]
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


class CallFigures(Answer):
    """Calls and what they took. `refused` were not made, `cached` cost nothing; both stand outside of the success rate."""

    calls: int
    succeeded: int
    failed: int
    refused: int
    cached: int
    success_rate: Annotated[float | None, Field(description="From 0 to 1; null where nothing was asked.")]
    mean_latency_ms: int | None
    units: Annotated[int, Field(description="Requests as the provider bills them.")]
    input_tokens: int
    output_tokens: int
    cost_usd: Usd

    @classmethod
    def of(cls, figures: reads.Figures) -> "CallFigures":
        return cls(**_figures(figures))


class DayUsage(CallFigures):
    date: date


class ProviderUsage(CallFigures):
    provider: str
    kind: CallKind
    is_low: Annotated[bool, Field(description="A service or model of which fewer than 95 of 100 calls succeed.")]
    is_resting: Annotated[bool, Field(description="Not asked for a while, after failures or because it asked for it.")]
    last_fault: Fault | None

    @classmethod
    def with_health(cls, usage: reads.ProviderUsage, health: ProviderHealth | None, now: datetime) -> "ProviderUsage":
        return cls(
            provider=usage.provider,
            kind=CallKind(usage.kind),
            is_low=usage.is_low,
            is_resting=bool(health and health.open_until and health.open_until > now),
            last_fault=Fault(health.last_fault) if health and health.last_fault else None,
            **_figures(usage.figures),
        )


class PurposeUsage(CallFigures):
    purpose: Purpose


class Budget(Answer):
    """The running month (UTC)."""

    month: Annotated[str, Field(examples=["2026-11"])]
    limit_usd: Usd
    spent_usd: Usd
    reserved_usd: Annotated[float, Field(ge=0, description="What calls under way may still take.")]
    left_usd: Usd
    share: Annotated[float, Field(description="Spent of the limit; 1 is all of it.")]
    daily_share_usd: Annotated[float, Field(description="A thirtieth of the limit; a day above it is warned of.")]
    forecast_usd: Annotated[float, Field(description="What the month will have cost, going on at this pace.")]

    @classmethod
    def of(cls, month: Month, now: datetime) -> "Budget":
        spending = month.spending
        return cls(
            month=month.name,
            limit_usd=money(spending.budget_usd),
            spent_usd=money(spending.spent_usd),
            reserved_usd=money(month.reserved_usd),
            left_usd=money(month.left_usd),
            share=round(float(spending.share), 4),
            daily_share_usd=money(spending.daily_share_usd),
            forecast_usd=money(budgeting.forecast_month(spent_usd=spending.spent_usd, at=now)),
        )


class QuotaUsage(Answer):
    """An allowance of today (UTC)."""

    scope: Annotated[str, Field(examples=["search:tavily"])]
    used: int
    limit: int


class UsageWarning(Answer):
    code: Literal["spent", "nearly_spent", "day_above_share", "low_success"]
    provider: str | None
    days: list[date]

    @classmethod
    def list_of(cls, spending: budgeting.Spending, providers: Iterable[reads.ProviderUsage]) -> "list[UsageWarning]":
        """What a person should look at, of the budget and of the providers."""
        found = []
        for warning in budgeting.find_warnings(spending):
            days = list(budgeting.days_above_share(spending)) if warning == "day_above_share" else []
            found.append(cls(code=warning.value, provider=None, days=days))
        return [*found, *(cls(code="low_success", provider=usage.provider, days=[]) for usage in providers if usage.is_low)]


class Estimate(Answer):
    """By the averages of the last hundred runs; null where there were none."""

    runs: int
    calls: int | None
    cost_usd: float | None
    left_usd: Usd
    is_within_budget: bool

    @classmethod
    def of(cls, estimate: budgeting.Estimate) -> "Estimate":
        return cls(
            runs=estimate.runs,
            calls=estimate.calls,
            cost_usd=None if estimate.cost_usd is None else money(estimate.cost_usd),
            left_usd=money(estimate.left_usd),
            is_within_budget=estimate.is_within_budget,
        )


class UsageReport(Answer):
    since: date
    until: date
    budget: Budget
    warnings: list[UsageWarning]
    quotas: list[QuotaUsage]
    total: CallFigures
    by_day: list[DayUsage]
    by_provider: list[ProviderUsage]
    by_purpose: list[PurposeUsage]
    estimate: Annotated[Estimate | None, Field(description="Where `estimate_runs` was asked for.")]

    @classmethod
    def of(cls, *, filters: reads.UsageFilters, now: datetime, month: Month, estimate: budgeting.Estimate | None) -> "UsageReport":
        """What ``GET usage/`` answers; five queries."""
        slices = reads.narrow(reads.list_slices(filters=filters, now=now), filters=filters)
        providers = reads.fold_providers(slices)
        health = reads.list_health()
        quotas = reads.list_quotas(now=now, event_limit=settings.DEEP_ANALYSIS_TOOL_DAILY_LIMIT)
        return cls(
            since=filters.first_day(now),
            until=filters.last_day(now),
            budget=Budget.of(month, now),
            warnings=UsageWarning.list_of(month.spending, providers),
            quotas=[QuotaUsage(scope=quota.scope, used=quota.used, limit=quota.limit) for quota in quotas.values()],
            total=CallFigures.of(reads.total(slices)),
            by_day=[DayUsage(date=day, **_figures(figures)) for day, figures in reads.fold_days(slices, filters=filters, now=now)],
            by_provider=[ProviderUsage.with_health(usage, health.get(usage.scope), now) for usage in providers],
            by_purpose=[PurposeUsage(purpose=Purpose(purpose), **_figures(figures)) for purpose, figures in reads.fold_purposes(slices)],
            estimate=Estimate.of(estimate) if estimate else None,
        )


def slice_shape(part: reads.Slice) -> Shape:
    """One line of the files."""
    named: Shape = {"date": part.day.isoformat(), "kind": part.kind, "provider": part.provider, "purpose": part.purpose}
    return {**named, **_figures(part.figures)}


def money(usd: Decimal) -> float:
    return float(round(usd, 6))


def _figures(figures: reads.Figures) -> dict[str, Any]:
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
