"""Webhooks: signed, sent through the guarded door, tried again with growing pauses, and every attempt on record.

Two signatures: ours, ``CausalFlow-Signature: t=SECONDS,v1=HEX`` (HMAC-SHA256 of "SECONDS." and the body), and that of Standard Webhooks
(https://www.standardwebhooks.com), which every library of theirs reads; for a day after a renewal it is made under both secrets. The time
lets a receiver refuse what is replayed. Redirects are not followed: neither body nor signature goes anywhere else.
"""

import base64
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django_q.models import Schedule  # type: ignore[import-untyped]
from django_q.tasks import async_task  # type: ignore[import-untyped]

from verification.core.vocabulary import CallKind, Fault, Purpose
from verification.enums import DeliveryStatus
from verification.models import NodeState, UserProfile, Verification, WebhookDelivery, WebhookSecret
from verification.notice_kinds import Notice
from verification.providers.base import ProviderError
from verification.services.audit import Actor, record_audit
from verification.services.errors import Refused
from verification.services.gateway.gateway import Work, open_gateway
from verification.services.gateway.pages import check_address

TASK = "verification.tasks.deliver_webhook"
SIGNATURE, DELIVERY = "CausalFlow-Signature", "CausalFlow-Delivery"
TEST = "webhook.test"
MAY_HEAR = "verification.view_webhookdelivery"
# Seconds before the second, third … attempt; after the last the delivery is given up.
PAUSES_S = (10, 60, 600, 3_600, 21_600, 43_200, 86_400, 108_000)
LONGEST_WAIT_S = 86_400.0  # that a receiver may ask for
GONE = 410
BOTH_FOR = timedelta(days=1)
SENDING = timedelta(minutes=2)
MAX_ANSWER = 16_384
MAX_URL = 2_000


def announce_verification(*, verification: Verification) -> int:
    """Queue a message to the callback and to the address of whoever asked, in the caller's transaction; how many."""
    user = verification.requested_by
    if user is None:
        return 0
    profile = list_told(Notice.VERIFICATION_DECIDED).filter(user=user).first()
    urls = {verification.callback_url, profile.watch_url if profile else ""} - {""}
    for url in sorted(urls):
        _queue(user=user, event=Notice.VERIFICATION_DECIDED, url=url, verification=verification)
    return len(urls)


def announce_change(*, state: NodeState) -> int:
    """Queue a message to the program of each watcher of a node whose verdict changed, in the caller's transaction; how many."""
    watchers = list_told(Notice.NODE_CHANGED).filter(user__watches__node=state.node_id)
    told = [profile for profile in watchers if profile.user.has_perm("verification.view_node")]
    for profile in told:
        _queue(user=profile.user, event=Notice.NODE_CHANGED, url=profile.watch_url, state=state)
    return len(told)


def announce(
    *, notice: Notice, subject: str, permission: str, write: Callable[[], Mapping[str, object]], users: Iterable[int] | None = None
) -> int:
    """Queue a message to the address of each who wants to hear of this and may see it, in the caller's transaction; how many.

    ``users``: nobody but these. ``write`` gives what is told, where anybody is; one query where nobody is.
    """
    wanted = list_told(notice)
    wanted = wanted if users is None else wanted.filter(user__in=list(users))
    told = [profile for profile in wanted if profile.user.has_perm(permission)]
    data = write() if told else {}
    for profile in told:
        queue_message(user=profile.user, notice=notice, url=profile.watch_url, subject=subject, data=data)
    return len(told)


def queue_message(*, user: User, notice: Notice, url: str, subject: str, data: Mapping[str, object]) -> WebhookDelivery:
    """Queue a message whose words are known already."""
    return _queue(user=user, event=notice, url=url, subject=subject, body=_write(notice, data))


def list_told(notice: Notice) -> QuerySet[UserProfile]:
    """The profiles, with their users, of those who named an address and want to hear of this; no name is part of another."""
    named = UserProfile.objects.exclude(watch_url="").filter(told_of__contains=notice.value, user__is_active=True)
    return named.select_related("user").order_by("user_id")


def address_told(*, user: User, notice: Notice) -> str:
    """Where ``list_told`` would have this person hear of it; "" nowhere. No query where their profile came with them."""
    profile: UserProfile | None = getattr(user, "profile", None)
    return profile.watch_url if profile and user.is_active and notice.value in profile.told_of else ""


def set_watch_url(*, user: User, url: str | None, told_of: Iterable[Notice] | None = None) -> UserProfile:
    """Where a person's messages are sent to ("" ends it) and what they tell of; None leaves either as it is.

    ``Refused`` for an address that the door would refuse.
    """
    if url is not None:
        url = url.strip()
        if len(url) > MAX_URL or any(ord(character) < 33 for character in url):
            raise Refused(_("The address is too long, or holds what no address may hold."))
        check_callback(url=url)
    with transaction.atomic():
        profile = UserProfile.objects.get_or_create(user=user)[0]
        before = {"url": profile.watch_url, "told_of": profile.told_of}
        if url is not None:
            profile.watch_url = url
        if told_of is not None:
            wanted = set(told_of)
            profile.told_of = " ".join(notice.value for notice in Notice if notice in wanted)
        profile.save(update_fields=["watch_url", "told_of"])
        after = {"url": profile.watch_url, "told_of": profile.told_of}
        if before != after:
            record_audit(actor=user, verb="webhook.watch_url", subject=user, before=before, after=after)
    return profile


def send_test(*, user: User) -> WebhookDelivery:
    """Send a message that says nothing to the address for watched nodes. ``Refused`` without one, and while a test is under way."""
    profile = UserProfile.objects.filter(user=user).first()
    if profile is None or not profile.watch_url:
        raise Refused(_("Name an address first."))
    with transaction.atomic():
        if WebhookDelivery.objects.filter(user=user, event=TEST, status=DeliveryStatus.PENDING).exists():
            raise Refused(_("A test is under way."))
        return _queue(user=user, event=TEST, url=profile.watch_url)


def _queue(*, user: User, event: str, url: str, **about: Any) -> WebhookDelivery:
    delivery = WebhookDelivery.objects.create(user=user, event=event, url=url, next_at=timezone.now(), **about)
    async_task(TASK, delivery.pk)
    return delivery


def _write(event: str, data: Mapping[str, object]) -> str:
    """A message, as it is signed."""
    message = {"event": event, "sent_at": timezone.now().isoformat(), "data": data}
    return json.dumps(message, ensure_ascii=False, allow_nan=False)


def check_callback(*, url: str) -> None:
    """``Refused`` for an address that the door would refuse on sight; names are looked up only when something is sent."""
    if not url:
        return
    try:
        check_address(url, is_webhook=True)
    except ProviderError as error:
        raise Refused(str(error)) from None


def sign_body(*, body: bytes, secret: str, at: int) -> str:
    """The value of the ``CausalFlow-Signature`` header."""
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def get_secret(*, user: User) -> WebhookSecret:
    """The secret that a person's webhooks are signed with, made when it is first needed."""
    made = {"secret": secrets.token_hex(32), "created_at": timezone.now()}
    return WebhookSecret.objects.get_or_create(user=user, defaults=made)[0]


def renew_secret(*, user: User) -> WebhookSecret:
    """A new secret; everything is signed with it from now on, and for a day with the former one too (Standard Webhooks)."""
    with transaction.atomic():
        row = get_secret(user=user)
        row.former, row.secret, row.created_at = row.secret, secrets.token_hex(32), timezone.now()
        row.save(update_fields=["secret", "former", "created_at"])
        record_audit(actor=user, verb="webhook.renew_secret", subject=row)
    return row


def standard_headers(*, body: bytes, row: WebhookSecret, key: int, at: int) -> dict[str, str]:
    """Id, time and signatures as Standard Webhooks asks for them; the secret's own form there is ``standard_secret``."""
    is_renewed = row.former and timezone.now() - row.created_at < BOTH_FOR
    message_id = f"msg_{key}"
    signed = f"{message_id}.{at}.".encode() + body
    made = (hmac.new(secret.encode(), signed, hashlib.sha256).digest() for secret in (row.secret, *([row.former] if is_renewed else [])))
    signatures = " ".join(f"v1,{base64.b64encode(digest).decode()}" for digest in made)
    return {"webhook-id": message_id, "webhook-timestamp": str(at), "webhook-signature": signatures}


def standard_secret(*, secret: str) -> str:
    """The secret as libraries of Standard Webhooks take it."""
    return f"whsec_{base64.b64encode(secret.encode()).decode()}"


def deliver(*, delivery_id: int, write: Callable[[WebhookDelivery], Mapping[str, object]]) -> WebhookDelivery | None:
    """Make one attempt; None where the delivery is not due, done, or just being sent by somebody else.

    ``write`` gives what is told. It is written at the first attempt and the same from then on, so that its signature is too.
    """
    now = timezone.now()
    due = WebhookDelivery.objects.filter(pk=delivery_id, status=DeliveryStatus.PENDING, next_at__lte=now)
    # Until the answer is there nobody else sends it; a sender that dies leaves it due again.
    if not due.update(next_at=now + SENDING, attempts=F("attempts") + 1):
        return None
    row = WebhookDelivery.objects.select_related("user", "verification__ruling", "state__node").get(pk=delivery_id)
    if not row.user.has_perm(MAY_HEAR):
        # Whoever was here when it was asked for has left, or no longer has a role.
        row.attempts = len(PAUSES_S) + 1
        return _record(row, {"at": now.isoformat(), "status": None, "fault": Fault.FORBIDDEN.value, "ms": 0}, is_delivered=False)
    if not row.body:
        row.body = _write(row.event, write(row))
        row.save(update_fields=["body"])
    began = time.monotonic()
    status, fault, wait_s = async_to_sync(_send)(row, get_secret(user=row.user))
    entry: dict[str, object] = {"at": now.isoformat(), "status": status, "fault": fault, "ms": round((time.monotonic() - began) * 1000)}
    if status == GONE:
        _end_subscription(row)
    return _record(row, entry, is_delivered=not fault, wait_s=wait_s)


def _end_subscription(row: WebhookDelivery) -> None:
    """The receiver says that nobody wants to hear more (410)."""
    row.attempts = len(PAUSES_S) + 1
    profile = UserProfile.objects.filter(user=row.user, watch_url=row.url).first()
    if profile is not None:
        with transaction.atomic():
            profile.watch_url = ""
            profile.save(update_fields=["watch_url"])
            record_audit(actor="webhook", verb="webhook.watch_url", subject=row.user, before={"url": row.url}, after={"url": ""})


def redeliver(*, delivery: WebhookDelivery, actor: Actor) -> WebhookDelivery:
    """Send a delivery again from the first attempt on, the very same body. ``Refused`` while it is under way."""
    with transaction.atomic():
        done = WebhookDelivery.objects.filter(pk=delivery.pk).exclude(status=DeliveryStatus.PENDING)
        if not done.update(status=DeliveryStatus.PENDING, attempts=0, delivered_at=None, next_at=timezone.now()):
            raise Refused(_("The delivery is under way."))
        record_audit(actor=actor, verb="webhook.redeliver", subject=delivery)
        async_task(TASK, delivery.pk)
    delivery.refresh_from_db()
    return delivery


def rescue_deliveries(*, now: datetime, dead: str = "") -> int:
    """Queue again what is long due: its task is gone. No worker holds a delivery, so it doesn't matter who is ``dead``."""
    late = WebhookDelivery.objects.filter(Q(next_at__lt=now - SENDING), status=DeliveryStatus.PENDING)
    keys = list(late.order_by("pk").values_list("pk", flat=True)[:500])
    for pk in keys:
        async_task(TASK, pk)
    return len(keys)


async def _send(row: WebhookDelivery, secret: WebhookSecret) -> tuple[int | None, str, float]:
    """The status that came back, what was wrong ("" where the receiver took it), and how many seconds the receiver asked to wait."""
    body, at = row.body.encode(), int(time.time())
    headers = {
        "Content-Type": "application/json",
        SIGNATURE: sign_body(body=body, secret=secret.secret, at=at),
        DELIVERY: str(row.pk),
        **standard_headers(body=body, row=secret, key=row.pk, at=at),
    }
    work = Work(Purpose.VERIFICATION, subject=f"webhook:{row.pk}")
    try:
        async with open_gateway() as gateway:
            fetched = await gateway.fetch(
                row.url,
                work=work,
                kind=CallKind.WEBHOOK,
                method="POST",
                headers=headers,
                content=body,
                max_bytes=MAX_ANSWER,
                is_cut=True,
                deadline_s=settings.WEBHOOK_TIMEOUT_SECONDS,
            )
    except ProviderError as error:
        return error.http_status, error.fault.value, error.retry_after or 0.0
    if 200 <= fetched.status < 300:
        return fetched.status, "", 0.0
    fault = Fault.TOO_MANY_REDIRECTS if 300 <= fetched.status < 400 else Fault.BAD_ANSWER
    return fetched.status, fault.value, min(fetched.retry_after or 0.0, LONGEST_WAIT_S)


def _record(row: WebhookDelivery, entry: dict[str, object], *, is_delivered: bool, wait_s: float = 0.0) -> WebhookDelivery:
    now = timezone.now()
    row.log = [*row.log, entry]
    row.status = DeliveryStatus.DELIVERED if is_delivered else DeliveryStatus.PENDING
    row.delivered_at, row.next_at = (now, None) if is_delivered else (None, None)
    if not is_delivered and row.attempts > len(PAUSES_S):
        row.status = DeliveryStatus.FAILED
    elif not is_delivered:
        row.next_at = now + timedelta(seconds=max(PAUSES_S[row.attempts - 1], wait_s))
    with transaction.atomic():
        row.save(update_fields=["log", "status", "delivered_at", "next_at"])
        if row.status == DeliveryStatus.PENDING:
            Schedule.objects.create(func=TASK, args=f"{row.pk},", schedule_type=Schedule.ONCE, next_run=row.next_at)
    return row
