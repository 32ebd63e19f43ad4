"""What the calls to the outside took, what is left of the budget, and what more runs would cost."""

from typing import Annotated, ClassVar

from django.utils import timezone
from pydantic import Field, StringConstraints
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.calls.base import ApiView
from verification.api.calls.bodies import Query
from verification.api.calls.openapi import ETAG, UNCHANGED, operation
from verification.api.calls.validation import HOLDS_NO_NUL
from verification.core.vocabulary import CallKind, Purpose
from verification.reads.operations.usage import UsageFilters
from verification.reads.operations.usage_answers import UsageReport
from verification.services.operations.spending import estimate_runs, measure_month
from verification.services.runs.batches import MAX_NODES

MAX_DAYS = 31


class UsageQuery(Query):
    days: Annotated[int, Field(ge=1, le=MAX_DAYS, description="How many days (UTC), today the last.")] = 30
    provider: Annotated[str, StringConstraints(max_length=60), HOLDS_NO_NUL] = ""
    purpose: Purpose | None = None
    kind: CallKind | None = None
    estimate_runs: Annotated[
        int | None, Field(ge=1, le=MAX_NODES, description="Ask what so many verifications would take, by the runs before.")
    ] = None


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
        return self.answer(UsageReport.of(filters=filters, now=now, month=measure_month(now=now), estimate=estimate).shape())
