"""Verifications for programs: ask for one, read its VotingResult; the webhooks that tell of them."""

from decimal import Decimal
from typing import ClassVar
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.calls.access import WORK
from verification.api.calls.base import ApiView, write_json
from verification.api.calls.bodies import EmptyBody, PageQuery
from verification.api.calls.callbacks import read_callback
from verification.api.calls.openapi import ETAG, KEY, LOCATION, UNCHANGED, WAIT, WRITING, operation
from verification.api.calls.pagination import Key, page_shape, question_of, read_page
from verification.api.calls.preferences import await_end, wanted_seconds
from verification.api.calls.problems import bad_field
from verification.api.verifications import answers
from verification.api.verifications.bodies import EvidenceBody, VerificationBody, VerificationsQuery, WebhookSettingsBody
from verification.core.vocabulary import EvidenceKind, RunStatus, VerificationMode
from verification.models import Node, UserProfile, Verification
from verification.reads.verifications import verifications as verification_queries
from verification.services.errors import Refused
from verification.services.notices.webhooks import get_secret, redeliver, renew_secret, send_test, set_watch_url
from verification.services.queue.idempotency import RememberedAnswer
from verification.services.verifications.lifecycle import Wanted, request_verification

TAG, HOOKS = "verifications", "webhooks"
MAX_BYTES = 1_000_000
MOST_WORDS = 10
ORDER = (Key("created_at", lambda row: row.created_at, is_descending=True), Key("pk", lambda row: row.pk, is_descending=True))


class Verifications(ApiView):
    permissions: ClassVar = {"GET": "view_verification", "POST": "add_verification"}
    accepts: ClassVar = {"GET": VerificationsQuery}
    scopes: ClassVar = {"POST": WORK}
    max_bytes = MAX_BYTES

    @operation(
        "listVerifications",
        "What was verified, newest first: your own and those of nodes; reviewers and admins see everybody's",
        query=VerificationsQuery,
        answers={200: answers.VerificationPage, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        asked: VerificationsQuery = self.asked
        rows = _narrow(verification_queries.list_verifications(user=request.user), asked, request)
        page = read_page(rows, ORDER, cursor=asked.cursor, limit=asked.limit, question=question_of(request.path, asked))
        return self.answer(page_shape([answers.VerificationRow.of(row).shape() for row in page.rows], page.next))

    @operation(
        "verify",
        "Have a step or value verified: the trigger rules choose how, a VotingResult says what came of it",
        body=VerificationBody,
        answers={200: answers.VotingResult, 202: answers.VotingResult},
        failures=WRITING,
        headers=[KEY, WAIT, LOCATION],
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        wanted = read_wanted(self.read_body(VerificationBody))

        def work() -> RememberedAnswer:
            row = request_verification(wanted=wanted, requested_by=request.user)
            location = reverse("api:verification", args=[row.public_id])
            return RememberedAnswer(status=202, body=write_json(answers.VotingResult.of(row, lang=self.lang).shape()), location=location)

        accepted = self.answer_once(work)
        seconds = wanted_seconds(request)
        return self._wait_for(accepted, seconds) if seconds else accepted

    def _wait_for(self, accepted: Response, seconds: int) -> Response:
        public_id = UUID(accepted.data["verification_id"])
        if not await_end(lambda: _has_ended(public_id), seconds):
            return accepted
        row = verification_queries.get_verification(user=self.request.user, public_id=public_id)
        if row is None:
            return accepted
        response = Response(answers.VotingResult.of(row, lang=self.lang).shape(), status=200, headers=dict(accepted.headers))
        response["Preference-Applied"] = f"wait={seconds}"
        return _with_retry(response)


def _narrow(rows: QuerySet[Verification], asked: VerificationsQuery, request: Request) -> QuerySet[Verification]:
    for word in asked.q.split()[:MOST_WORDS]:
        rows = rows.filter(Q(claim__icontains=word) | Q(value__icontains=word))
    for name in ("status", "mode", "risk_level"):
        if getattr(asked, name):
            rows = rows.filter(**{name: getattr(asked, name)})
    if asked.decision:
        rows = verification_queries.filter_decided(rows, asked.decision)
    if asked.node:
        rows = rows.filter(Q(node__slug=asked.node) | Q(run__node__slug=asked.node))
    if asked.mine is not None:
        own = Q(requested_by=request.user.pk)
        rows = rows.filter(own if asked.mine else ~own | Q(requested_by__isnull=True))
    return rows


def _with_retry(response: Response) -> Response:
    """``Retry-After`` as well, where nothing could be decided for now; a 304 says nothing."""
    if response.data and response.data.get("retry_after"):
        response["Retry-After"] = str(response.data["retry_after"])
    return response


class VerificationView(ApiView):
    permissions: ClassVar = {"GET": "view_verification"}

    @operation(
        "readVerification",
        "The VotingResult as it stands",
        answers={200: answers.VotingResult, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request, public_id: UUID) -> Response:
        row = verification_queries.get_verification(user=request.user, public_id=public_id)
        if row is None:
            raise Http404
        return _with_retry(self.answer(answers.VotingResult.of(row, lang=self.lang).shape()))


class WebhookDeliveries(ApiView):
    permissions: ClassVar = {"GET": "view_webhookdelivery"}
    accepts: ClassVar = {"GET": PageQuery}

    @operation(
        "listWebhookDeliveries",
        "What was sent to your callbacks, newest first, with every attempt",
        query=PageQuery,
        answers={200: answers.DeliveryPage, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=HOOKS,
    )
    def get(self, request: Request) -> Response:
        asked: PageQuery = self.asked
        rows = verification_queries.list_deliveries(user=request.user)
        page = read_page(rows, ORDER, cursor=asked.cursor, limit=asked.limit, question=question_of(request.path, asked))
        return self.answer(page_shape([answers.Delivery.of(row).shape() for row in page.rows], page.next))


class WebhookRedelivery(ApiView):
    permissions: ClassVar = {"POST": "view_webhookdelivery"}

    @operation(
        "redeliverWebhook",
        "Send a delivery again, the same body; 409 while it is under way",
        body=EmptyBody,
        answers={200: answers.Delivery},
        failures=WRITING,
        headers=[KEY],
        tag=HOOKS,
    )
    def post(self, request: Request, pk: int) -> Response:
        self.read_body(EmptyBody)
        row = verification_queries.list_deliveries(user=request.user).filter(pk=pk).first()
        if row is None:
            raise Http404

        def work() -> RememberedAnswer:
            sent = redeliver(delivery=row, actor=request.user)
            return RememberedAnswer(status=200, body=write_json(answers.Delivery.of(sent).shape()))

        return self.answer_once(work)


class WebhookTest(ApiView):
    permissions: ClassVar = {"POST": "view_webhookdelivery"}

    @operation(
        "testWebhook",
        "Send a message that says nothing to the address of your messages; 409 without one, and while a test is under way",
        body=EmptyBody,
        answers={200: answers.Delivery},
        failures=WRITING,
        headers=[KEY],
        tag=HOOKS,
    )
    def post(self, request: Request) -> Response:
        self.read_body(EmptyBody)

        def work() -> RememberedAnswer:
            return RememberedAnswer(status=200, body=write_json(answers.Delivery.of(send_test(user=request.user)).shape()))

        return self.answer_once(work)


class WebhookSettings(ApiView):
    permissions: ClassVar = {"GET": "view_webhookdelivery", "POST": "view_webhookdelivery"}

    @operation(
        "readWebhookSettings",
        "Where your messages are sent, and what they tell of",
        answers={200: answers.WebhookSettingsAnswer, 304: None},
        tag=HOOKS,
    )
    def get(self, request: Request) -> Response:
        profile = UserProfile.objects.filter(user=request.user).first() or UserProfile(user=request.user)
        return self.answer(answers.WebhookSettingsAnswer.of(profile).shape())

    @operation(
        "changeWebhookSettings",
        "Where your messages are sent, and what they tell of",
        body=WebhookSettingsBody,
        answers={200: answers.WebhookSettingsAnswer},
        failures=WRITING,
        tag=HOOKS,
    )
    def post(self, request: Request) -> Response:
        body = self.read_body(WebhookSettingsBody)
        try:
            profile = set_watch_url(
                user=request.user,
                url=body.watch_url if "watch_url" in body.model_fields_set else None,
                told_of=body.told_of if "told_of" in body.model_fields_set else None,
            )
        except Refused as refusal:
            raise bad_field("watch_url", "bad_value", str(refusal)) from None
        return Response(answers.WebhookSettingsAnswer.of(profile).shape())


class WebhookSecretView(ApiView):
    permissions: ClassVar = {"GET": "add_verification", "POST": "add_verification"}

    @operation("readWebhookSecret", "What your webhooks are signed with", answers={200: answers.WebhookSecretAnswer, 304: None}, tag=HOOKS)
    def get(self, request: Request) -> Response:
        return self.answer(answers.WebhookSecretAnswer.of(get_secret(user=request.user)).shape())

    @operation(
        "renewWebhookSecret",
        "A new secret; everything is signed with it from now on",
        body=EmptyBody,
        answers={200: answers.WebhookSecretAnswer},
        failures=WRITING,
        tag=HOOKS,
    )
    def post(self, request: Request) -> Response:
        self.read_body(EmptyBody)
        return Response(answers.WebhookSecretAnswer.of(renew_secret(user=request.user)).shape())


def read_wanted(body: VerificationBody) -> Wanted:
    """The body as the service takes it; 400 names what is missing, or what can't be sent to."""
    value = str(body.value)
    if not body.claim and not value:
        raise bad_field("claim", "missing", str(_("is missing; expected a claim, or a value")))
    if not body.claim and not body.query and not body.node:
        raise bad_field("claim", "missing", str(_("is missing; a value alone says not of what: name it in claim, query or node")))
    node = Node.objects.filter(slug=body.node, is_active=True).first() if body.node else None
    if body.node and node is None:
        raise bad_field("node", "bad_value", str(_("there is no such node")))
    return Wanted(
        claim=body.claim,
        value=value,
        payload=body.payload,
        query=body.query,
        node=node,
        evidence=[_entry(each, place) for place, each in enumerate(body.evidence)],
        risk_level=body.risk_level,
        action_type=body.action_type,
        amount=_money(body.amount),
        currency=body.currency.upper(),
        amount_usd=_money(body.amount_usd),
        domain=body.domain,
        retry_count=body.retry_count,
        mode=VerificationMode(body.mode) if body.mode else None,
        callback_url=read_callback(body),
    )


def _entry(each: EvidenceBody, place: int) -> dict[str, object]:
    """One piece as it is stored; 400 names what it lacks: a page its address, anything else what it says."""
    is_page = each.kind == EvidenceKind.PAGE
    if (is_page or each.url) and not each.url.startswith(("https://", "http://")):
        code = "bad_value" if each.url else "missing"
        raise bad_field(f"evidence.{place}.url", code, str(_("expected an address that begins with http:// or https://")))
    if not is_page and each.data is None and not each.text.strip():
        raise bad_field(f"evidence.{place}.data", "missing", str(_("is missing; expected what was returned, as data or content")))
    page = {"url": each.url, "title": each.title, "content": each.text, "published_at": each.published}
    return page if each.kind == EvidenceKind.PAGE else {**page, "kind": each.kind.value, "data": each.data}


def _money(written: int | float | str | None) -> Decimal | None:
    return None if written is None else Decimal(str(written))


def _has_ended(public_id: UUID) -> bool:
    status = Verification.objects.filter(public_id=public_id).values_list("status", flat=True).first()
    return status is None or RunStatus(status).is_final
