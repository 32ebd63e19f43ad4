"""What the calls to the outside took, what is left of the budget, and what more runs would cost."""

from datetime import date
from typing import Annotated, ClassVar, Literal

from django.utils import timezone
from pydantic import AfterValidator, BaseModel, Field, StringConstraints
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.base import ApiView
from verification.api.bodies import Query
from verification.api.openapi import ETAG, UNCHANGED, operation
from verification.api.validation import without_nul
from verification.core.vocabulary import CallKind, Fault, Purpose
from verification.reads.usage import UsageFilters, usage_shape
from verification.services.operations.spending import estimate_runs, measure_month
from verification.services.runs.batches import MAX_NODES

MAX_DAYS = 31
Usd = Annotated[float, Field(ge=0, description="USD, six decimals at most.")]


class UsageQuery(Query):
    days: Annotated[int, Field(ge=1, le=MAX_DAYS, description="How many days (UTC), today the last.")] = 30
    provider: Annotated[str, StringConstraints(max_length=60), AfterValidator(without_nul)] = ""
    purpose: Purpose | None = None
    kind: CallKind | None = None
    estimate_runs: Annotated[
        int | None, Field(ge=1, le=MAX_NODES, description="Ask what so many verifications would take, by the runs before.")
    ] = None


class CallFigures(BaseModel):
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


class DayUsage(CallFigures):
    date: date


class ProviderUsage(CallFigures):
    provider: str
    kind: CallKind
    is_low: Annotated[bool, Field(description="A service or model of which fewer than 95 of 100 calls succeed.")]
    is_resting: Annotated[bool, Field(description="Not asked for a while, after failures or because it asked for it.")]
    last_fault: Fault | None


class PurposeUsage(CallFigures):
    purpose: Purpose


class Budget(BaseModel):
    """The running month (UTC)."""

    month: Annotated[str, Field(examples=["2026-11"])]
    limit_usd: Usd
    spent_usd: Usd
    reserved_usd: Annotated[float, Field(ge=0, description="What calls under way may still take.")]
    left_usd: Usd
    share: Annotated[float, Field(description="Spent of the limit; 1 is all of it.")]
    daily_share_usd: Annotated[float, Field(description="A thirtieth of the limit; a day above it is warned of.")]
    forecast_usd: Annotated[float, Field(description="What the month will have cost, going on at this pace.")]


class QuotaUsage(BaseModel):
    """An allowance of today (UTC)."""

    scope: Annotated[str, Field(examples=["search:tavily"])]
    used: int
    limit: int


class UsageWarning(BaseModel):
    code: Literal["spent", "nearly_spent", "day_above_share", "low_success"]
    provider: str | None
    days: list[date]


class Estimate(BaseModel):
    """By the averages of the last hundred runs; null where there were none."""

    runs: int
    calls: int | None
    cost_usd: float | None
    left_usd: Usd
    is_within_budget: bool


class UsageReport(BaseModel):
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


class Usage(ApiView):
    permissions: ClassVar = {"GET": "view_allowance"}
    accepts: ClassVar = {"GET": UsageQuery}

    @operation(
        "getUsage",
        "Calls to search services, pages and models, what they cost, and what is left",
        query=UsageQuery,
        answers={200: UsageReport, 304: None},
        headers=[UNCHANGED, ETAG],
        tag="usage",
    )
    def get(self, request: Request) -> Response:
        asked: UsageQuery = self.asked
        now = timezone.now()
        filters = UsageFilters(days=asked.days, provider=asked.provider, purpose=asked.purpose or "", kind=asked.kind or "")
        estimate = estimate_runs(count=asked.estimate_runs, now=now) if asked.estimate_runs else None
        return self.answer(usage_shape(filters=filters, now=now, month=measure_month(now=now), estimate=estimate))
