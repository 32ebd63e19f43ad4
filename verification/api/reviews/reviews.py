"""The reviewer's desk for programs: the queue, an item with its evidence, claims, rulings and what takes them back."""

from typing import ClassVar

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.calls.base import ApiView, write_json
from verification.api.calls.bodies import EmptyBody
from verification.api.calls.openapi import ETAG, KEY, UNCHANGED, WRITING, operation
from verification.api.calls.pagination import Key, page_shape, question_of, read_page
from verification.api.reviews import answers
from verification.api.reviews.bodies import DECISIONS, BulkBody, ClaimBody, ReleaseBody, ReopenBody, ReviewsQuery, RuleBody
from verification.enums import SubjectKind
from verification.models import ReviewItem, Ruling
from verification.reads.answers import Answer, Shape
from verification.reads.nodes import nodes as queries
from verification.reads.reviews import reviews as review_queries
from verification.reads.reviews.answers import ReviewRecord
from verification.services.queue.idempotency import RememberedAnswer
from verification.services.reviews.bulk_rulings import SeenItem, rule_many
from verification.services.reviews.desk import (
    PersonJudgement,
    claim_review,
    latest_ruling,
    release_review,
    reopen_review,
    rule_review,
    undo_ruling,
)
from verification.services.reviews.evidence import gather_evidence, show_evidence

TAG = "reviews"
ORDER = (Key("risk", lambda item: item.risk), Key("created_at", lambda item: item.created_at), Key("pk", lambda item: item.pk))


class Reviews(ApiView):
    permissions: ClassVar = {"GET": "view_reviewitem"}
    accepts: ClassVar = {"GET": ReviewsQuery}

    @operation(
        "listReviews",
        "What waits for a ruling: highest risk first, then the longest wait",
        query=ReviewsQuery,
        answers={200: answers.ReviewPage, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        asked: ReviewsQuery = self.asked
        items = review_queries.list_reviews(queue=asked.wanted(), user=request.user, now=timezone.now())
        page = read_page(items, ORDER, cursor=asked.cursor, limit=asked.limit, question=question_of(request.path, asked))
        runs = queries.list_runs_by_id(ids=[item.subject_id for item in page.rows if item.subject_kind == SubjectKind.RUN])
        entries: list[Shape] = []
        for item in page.rows:
            run = runs.get(item.subject_id) if item.subject_kind == SubjectKind.RUN else None
            entries.append(answers.ReviewRow.of(item, run, lang=self.lang).shape())
        return self.answer(page_shape(entries, page.next))


class ReviewView(ApiView):
    permissions: ClassVar = {"GET": "view_reviewitem"}

    @operation(
        "readReview",
        "One item with the values that compete, the pages behind each, and its record",
        answers={200: answers.ReviewDetail, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request, pk: int) -> Response:
        return self.answer(_detail(request, get_item(pk), self.lang))


class ReviewClaim(ApiView):
    permissions: ClassVar = {"POST": "add_ruling"}

    @operation(
        "claimReview",
        "Hold an item for five minutes, or hold it longer",
        body=ClaimBody,
        answers={200: answers.HeldReview},
        conflict=answers.ReviewProblem,
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request, pk: int) -> Response:
        body, item = self.read_body(ClaimBody), get_item(pk)

        def work() -> RememberedAnswer:
            held = claim_review(item=item, user=request.user, is_taken_over=body.take_over)
            return _answered(answers.HeldReview.of(held))

        return self.answer_once(work)


class ReviewRelease(ApiView):
    permissions: ClassVar = {"POST": "add_ruling"}

    @operation(
        "releaseReview",
        "Give an item back; nothing happens where you do not hold it",
        body=ReleaseBody,
        answers={200: answers.HeldReview},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request, pk: int) -> Response:
        body, item = self.read_body(ReleaseBody), get_item(pk)

        def work() -> RememberedAnswer:
            release_review(item=item, user=request.user, is_skipped=body.skip, reason=body.reason)
            return _answered(answers.HeldReview.of(get_item(pk)))

        return self.answer_once(work)


class ReviewRule(ApiView):
    permissions: ClassVar = {"POST": "add_ruling"}

    @operation(
        "ruleReview",
        "Decide an item once; 409 says who was faster, with what",
        body=RuleBody,
        answers={200: answers.RulingMade},
        conflict=answers.ReviewProblem,
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request, pk: int) -> Response:
        body, item = self.read_body(RuleBody), get_item(pk)
        judgement = PersonJudgement(
            DECISIONS[body.decision],
            reason=body.reason,
            chips=tuple(body.chips),
            value=body.value,
            unit=body.unit,
            source_url=body.source_url,
            valid_days=body.valid_days,
        )

        def work() -> RememberedAnswer:
            ruling = rule_review(item=item, user=request.user, version=body.version, judgement=judgement, evidence_hash=body.evidence_hash)
            return _made(ruling)

        return self.answer_once(work)


class ReviewUndo(ApiView):
    permissions: ClassVar = {"POST": "add_ruling"}

    @operation(
        "undoRuling",
        "Take your own ruling back within ten seconds",
        body=EmptyBody,
        answers={200: answers.RulingMade},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request, pk: int) -> Response:
        self.read_body(EmptyBody)
        item = get_item(pk)
        return self.answer_once(lambda: _made(undo_ruling(item=item, user=request.user)))


class ReviewReopen(ApiView):
    permissions: ClassVar = {"POST": "add_ruling"}

    @operation(
        "reopenReview",
        "Open a decided item again, with a reason",
        body=ReopenBody,
        answers={200: answers.RulingMade},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request, pk: int) -> Response:
        body, item = self.read_body(ReopenBody), get_item(pk)
        return self.answer_once(lambda: _made(reopen_review(item=item, user=request.user, reason=body.reason)))


class ReviewBulk(ApiView):
    permissions: ClassVar = {"POST": "add_ruling"}

    @operation(
        "ruleReviews",
        "One decision on many items; what changed since it was looked at is left out and named",
        body=BulkBody,
        answers={200: answers.BulkRulings},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        body = self.read_body(BulkBody)
        seen = [SeenItem(each.id, each.version, each.value, each.evidence_hash) for each in body.items]

        def work() -> RememberedAnswer:
            outcome = rule_many(user=request.user, seen=seen, decision=DECISIONS[body.decision], reason=body.reason, chips=body.chips)
            return _answered(answers.BulkRulings.of(outcome))

        return self.answer_once(work)


def get_item(pk: int) -> ReviewItem:
    item = review_queries.get_review(pk=pk)
    if item is None:
        raise Http404
    return item


def _detail(request: Request, item: ReviewItem, lang: str | None) -> Shape:
    evidence = show_evidence(gather_evidence(items=[item])[item.pk], user=request.user)
    flags = evidence.flags if request.user.has_perm("verification.view_nodeflag") else ()
    record = ReviewRecord(evidence, latest_ruling(item), review_queries.list_record(item=item), flags)
    return answers.ReviewDetail.with_record(item, record, lang=lang).shape()


def _made(ruling: Ruling) -> RememberedAnswer:
    return _answered(answers.RulingMade.of(ruling))


def _answered(answer: Answer) -> RememberedAnswer:
    return RememberedAnswer(status=200, body=write_json(answer.shape()))
