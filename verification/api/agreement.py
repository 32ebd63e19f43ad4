"""How often people agree with the machine, for programs."""

from typing import Annotated, ClassVar, Literal

from django.utils import timezone
from pydantic import AfterValidator, BaseModel, Field, StringConstraints
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.base import ApiView
from verification.api.bodies import Query
from verification.api.openapi import ETAG, UNCHANGED, operation
from verification.api.validation import without_nul
from verification.reads.agreement import SPANS, AgreementFilters, agreement_shape

MAX_DOMAIN = 253
ModeName = Literal["engine", "single", "voting", "adversarial"]


class AgreementQuery(Query):
    days: Annotated[int, Field(ge=1, le=max(SPANS), description="How many days, today the last; more than 90 are told by month.")] = 90
    mode: Annotated[ModeName | None, Field(description="Only rulings on values of this mode; engine: without voters.")] = None
    domain: Annotated[
        str,
        StringConstraints(max_length=MAX_DOMAIN, strip_whitespace=True, to_lower=True),
        AfterValidator(without_nul),
        Field(description="Only rulings on values that this domain carried."),
    ] = ""


class AgreementRow(BaseModel):
    """In `agreed` of `n` rulings that stand the person took the machine's value; `share` with its 95 % interval, null where `n` is 0."""

    by: Literal["all", "week", "month", "mode", "domain"]
    key: Annotated[str, Field(description="The first day of a week or month, a mode, a domain; empty for all.")]
    agreed: int
    n: int
    share: float | None
    low: float | None
    high: float | None


class AgreementReport(BaseModel):
    days: int
    mode: ModeName | None
    domain: str | None
    items: Annotated[
        list[AgreementRow], Field(description="All, then weeks or months (oldest first), modes and domains (most rulings first).")
    ]


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
        return self.answer(agreement_shape(filters=filters, now=timezone.now()))
