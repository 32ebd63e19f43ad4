"""Read-only lists: whom the deployment trusts, and what waits for a person."""

from typing import ClassVar

from django.db.models import Case, Prefetch, QuerySet, Value, When
from rest_framework.request import Request
from rest_framework.response import Response

from verification import queries
from verification.api import answers, shapes
from verification.api.base import ApiView
from verification.api.bodies import ReviewsQuery, WhitelistQuery
from verification.api.openapi import ETAG, UNCHANGED, operation
from verification.api.pagination import Key, question_of, read_page
from verification.enums import ReviewStatus, RiskLevel, SubjectKind
from verification.models import Listing, ReviewItem, WhitelistDomain

DOMAIN_ORDER = (Key("domain", lambda entry: entry.domain),)
REVIEW_ORDER = (Key("risk", lambda item: item.risk), Key("created_at", lambda item: item.created_at), Key("pk", lambda item: item.pk))


class Whitelist(ApiView):
    permissions: ClassVar = {"GET": "view_whitelistdomain"}
    accepts: ClassVar = {"GET": WhitelistQuery}

    @operation(
        "listWhitelist",
        "The domains that are trusted",
        query=WhitelistQuery,
        answers={200: answers.WhitelistPage, 304: None},
        headers=[UNCHANGED, ETAG],
        tag="whitelist",
    )
    def get(self, request: Request) -> Response:
        asked: WhitelistQuery = self.asked
        entries = WhitelistDomain.objects.filter(is_active=asked.active).prefetch_related(
            Prefetch("listings", Listing.objects.select_related("group"))
        )
        if asked.group:
            entries = entries.filter(groups__slug=asked.group)
        page = read_page(entries, DOMAIN_ORDER, cursor=asked.cursor, limit=asked.limit, question=question_of(request.path, asked))
        return self.answer(shapes.page_shape([shapes.domain_shape(entry) for entry in page.rows], page.next))


class Reviews(ApiView):
    permissions: ClassVar = {"GET": "view_reviewitem"}
    accepts: ClassVar = {"GET": ReviewsQuery}

    @operation(
        "listReviews",
        "What waits for a ruling: highest risk first, then the longest wait",
        query=ReviewsQuery,
        answers={200: answers.ReviewPage, 304: None},
        headers=[UNCHANGED, ETAG],
        tag="reviews",
    )
    def get(self, request: Request) -> Response:
        asked: ReviewsQuery = self.asked
        page = read_page(_by_risk(asked), REVIEW_ORDER, cursor=asked.cursor, limit=asked.limit, question=question_of(request.path, asked))
        runs = queries.list_runs_by_id(ids=[item.subject_id for item in page.rows if item.subject_kind == SubjectKind.RUN])
        entries = [shapes.review_item_shape(item, runs.get(item.subject_id), lang=self.lang) for item in page.rows]
        return self.answer(shapes.page_shape(entries, page.next))


def _by_risk(asked: ReviewsQuery) -> QuerySet[ReviewItem]:
    risk = Case(*(When(risk_level=level, then=Value(place)) for place, level in enumerate(reversed(RiskLevel.values))), default=Value(9))
    items = ReviewItem.objects.select_related("node").annotate(risk=risk)
    return items.filter(status=ReviewStatus.OPEN) if asked.status == "open" else items
