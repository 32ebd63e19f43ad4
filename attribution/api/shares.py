"""How citations fare: shares of each verdict by domain, language or month, against people's rulings."""

from typing import ClassVar

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from attribution.api import share_answers
from attribution.api.bodies import SharesQuery
from attribution.reads.shares import ShareFilters, list_groups, shares_shape
from verification.api.calls.base import ApiView
from verification.api.calls.openapi import ETAG, UNCHANGED, operation


class CitationShares(ApiView):
    permissions: ClassVar = {"GET": "attribution.view_citationreport"}
    accepts: ClassVar = {"GET": SharesQuery}

    @operation(
        "readCitationShares",
        "Shares of each verdict by domain, language or month with n and 95 % interval, and how many of them people upheld",
        query=SharesQuery,
        answers={200: share_answers.Shares, 304: None},
        headers=[UNCHANGED, ETAG],
        tag="citations",
    )
    def get(self, request: Request) -> Response:
        asked: SharesQuery = self.asked
        filters = ShareFilters(by=asked.by, months=asked.months, lang=asked.text_lang or "", domain=asked.domain.lower())
        return self.answer(shares_shape(list_groups(user=request.user, filters=filters, now=timezone.now()), filters))
