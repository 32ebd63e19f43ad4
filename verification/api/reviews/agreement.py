"""How often people agree with the machine, for programs."""

from typing import Annotated, ClassVar

from django.utils import timezone
from pydantic import Field, StringConstraints
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.calls.base import ApiView
from verification.api.calls.bodies import Query
from verification.api.calls.openapi import ETAG, UNCHANGED, operation
from verification.api.calls.validation import HOLDS_NO_NUL
from verification.reads.reviews.agreement import SPANS, AgreementFilters, AgreementReport, ModeName, list_rows

MAX_DOMAIN = 253


class AgreementQuery(Query):
    days: Annotated[int, Field(ge=1, le=max(SPANS), description="How many days, today the last; more than 90 are told by month.")] = 90
    mode: Annotated[ModeName | None, Field(description="Only rulings on values of this mode; engine: without voters.")] = None
    domain: Annotated[
        str,
        StringConstraints(max_length=MAX_DOMAIN, strip_whitespace=True, to_lower=True),
        HOLDS_NO_NUL,
        Field(description="Only rulings on values that this domain carried."),
    ] = ""


class ReviewAgreement(ApiView):
    permissions: ClassVar = {"GET": "view_comparison"}
    accepts: ClassVar = {"GET": AgreementQuery}

    @operation(
        "readReviewAgreement",
        "How often rulings take the machine's value: over time, by mode and by domain, with n and 95 % interval",
        query=AgreementQuery,
        answers={200: AgreementReport, 304: None},
        headers=[UNCHANGED, ETAG],
        tag="reviews",
    )
    def get(self, request: Request) -> Response:
        asked: AgreementQuery = self.asked
        filters = AgreementFilters(days=asked.days, mode=asked.mode or "", domain=asked.domain)
        return self.answer(AgreementReport.of(filters, list_rows(filters=filters, now=timezone.now())).shape())
