"""Webhooks whose receivers are slow, down, redirect into our own network or refuse; a receiver is a server on loopback."""

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from socket import socket
from threading import Event

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django_q.models import OrmQ, Schedule
from standardwebhooks import Webhook, WebhookVerificationError

from tests.stubs.raw_server import RawServer, Request, answer, raw_server
from tests.views.rows import make_node, make_state
from tests.views.verified import make_verification
from verification.enums import RulingDecision
from verification.models import AuditEntry, Node, NodeState, ProviderCall, ReviewItem, WebhookDelivery, WebhookSecret
from verification.services.errors import Refused
from verification.services.notices.alerts import announce_state
from verification.services.notices.webhooks import (
    PAUSES_S,
    announce_change,
    get_secret,
    redeliver,
    renew_secret,
    rescue_deliveries,
    send_test,
    set_watch_url,
    standard_secret,
)
from verification.services.reviews.desk import PersonJudgement, rule_review
from verification.services.reviews.feedback import watch_node
from verification.tasks import deliver_webhook

pytestmark = pytest.mark.django_db

Serve = Callable[[socket, Request], None]


class Receiver:
    """What the receiver does with the next requests."""

    def __init__(self) -> None:
        self.serve: Serve = lambda connection, _request: connection.sendall(answer(204, b""))


@pytest.fixture
def receiver() -> Receiver:
    return Receiver()


@pytest.fixture
def hooks(settings: LazySettings, receiver: Receiver) -> Iterator[RawServer]:
    with raw_server(lambda connection, request: receiver.serve(connection, request)) as server:
        settings.DEMO, settings.DEMO_STUBS = True, [f"127.0.0.1:{server.port}"]
        yield server


def _decided(user: User, **wanted: object) -> WebhookDelivery:
    make_verification(user, is_done=True, callback_url="http://hooks.example/done", **wanted)
    return WebhookDelivery.objects.get()


def test_a_decision_is_sent_signed_with_its_time(hooks: RawServer, analyst: User) -> None:
    row = _decided(analyst)
    assert (row.status, OrmQ.objects.count()) == ("pending", 2)
    assert deliver_webhook(row.pk) == "delivered"
    (request,) = hooks.requests
    stamp, _comma, digest = request.headers["causalflow-signature"].partition(",")
    signed = f"{stamp.removeprefix('t=')}.".encode() + request.body
    assert digest == "v1=" + hmac.new(get_secret(user=analyst).secret.encode(), signed, hashlib.sha256).hexdigest()
    assert abs(int(stamp.removeprefix("t=")) - timezone.now().timestamp()) < 60
    said = json.loads(request.body)
    assert (said["event"], said["data"]["verification_id"], said["data"]["decision"]) == (
        "verification.decided",
        str(row.verification.public_id),
        "accept",
    )
    assert (request.headers["causalflow-delivery"], request.headers["content-type"]) == (str(row.pk), "application/json")
    row.refresh_from_db()
    assert [(entry["status"], entry["fault"]) for entry in row.log] == [(204, "")]
    assert deliver_webhook(row.pk) == "not due"
    assert ProviderCall.objects.get(kind="webhook").subject == f"webhook:{row.pk}"


FAULTS: dict[str, tuple[Serve, int | None, str]] = {
    "an error": (lambda connection, request: connection.sendall(answer(500, b"no")), 500, "bad_answer"),
    "into our own network": (
        lambda connection, request: connection.sendall(answer(307, b"", headers={"Location": "http://169.254.169.254/latest/"})),
        307,
        "too_many_redirects",
    ),
    "hangs up": (lambda connection, request: connection.close(), None, "bad_answer"),
    "slow": (lambda connection, request: Event().wait(2), None, "timeout"),
}


@pytest.mark.parametrize(("serve", "status", "fault"), FAULTS.values(), ids=FAULTS)
def test_what_is_not_taken_is_sent_again_with_a_pause(
    hooks: RawServer,
    receiver: Receiver,
    analyst: User,
    serve: Serve,
    status: int | None,
    fault: str,
    dialled: list[str],
    settings: LazySettings,
) -> None:
    row = _decided(analyst)
    settings.WEBHOOK_TIMEOUT_SECONDS = 0.5
    receiver.serve = serve
    assert deliver_webhook(row.pk) == "pending"
    row.refresh_from_db()
    assert ([(entry["status"], entry["fault"]) for entry in row.log], row.attempts) == ([(status, fault)], 1)
    assert timedelta(seconds=5) < row.next_at - timezone.now() <= timedelta(seconds=PAUSES_S[0])
    assert Schedule.objects.get().next_run == row.next_at
    assert deliver_webhook(row.pk) == "not due"
    assert "169.254.169.254" not in dialled


@pytest.mark.parametrize(
    "leave", [lambda user: User.objects.update(is_active=False), lambda user: user.groups.clear()], ids=["gone", "no role"]
)
def test_whoever_has_left_is_sent_nothing_more(
    hooks: RawServer, receiver: Receiver, analyst: User, leave: Callable[[User], object]
) -> None:
    """What was asked for before, and what was to be sent again, stays here."""
    row = _decided(analyst)
    receiver.serve = lambda connection, _request: connection.sendall(answer(503, b""))
    assert deliver_webhook(row.pk) == "pending"
    leave(analyst)
    WebhookDelivery.objects.update(next_at=timezone.now())
    assert deliver_webhook(row.pk) == "failed"
    row.refresh_from_db()
    assert [(entry["status"], entry["fault"]) for entry in row.log] == [(503, "bad_answer"), (None, "forbidden")]
    assert (len(hooks.requests), row.next_at) == (1, None)


def test_the_body_stays_the_same_and_after_the_last_attempt_it_is_given_up(hooks: RawServer, receiver: Receiver, analyst: User) -> None:
    row = _decided(analyst)
    receiver.serve = lambda connection, _request: connection.sendall(answer(503, b""))
    for attempt in range(len(PAUSES_S) + 1):
        WebhookDelivery.objects.update(next_at=timezone.now())
        assert deliver_webhook(row.pk) == ("pending" if attempt < len(PAUSES_S) else "failed")
    assert len({request.body for request in hooks.requests}) == 1
    receiver.serve = lambda connection, _request: connection.sendall(answer(200, b"ok"))
    assert redeliver(delivery=row, actor=analyst).status == "pending"
    with pytest.raises(Refused):
        redeliver(delivery=row, actor=analyst)
    assert deliver_webhook(row.pk) == "delivered"
    assert hooks.requests[-1].body == hooks.requests[0].body
    assert AuditEntry.objects.get(verb="webhook.redeliver").actor_name == "alice"


def test_addresses_of_our_own_network_get_nothing(analyst: User, dialled: list[str]) -> None:
    row = _decided(analyst)
    WebhookDelivery.objects.update(url="http://127.0.0.1/inside")
    assert deliver_webhook(row.pk) == "pending"
    row.refresh_from_db()
    assert [entry["fault"] for entry in row.log] == ["not_public"]
    assert "127.0.0.1" not in dialled


def test_a_sender_that_died_leaves_it_due_again(analyst: User) -> None:
    row = _decided(analyst)
    WebhookDelivery.objects.update(next_at=timezone.now() + timedelta(minutes=2), attempts=1)
    assert rescue_deliveries(now=timezone.now()) == 0
    assert rescue_deliveries(now=timezone.now() + timedelta(minutes=5)) == 1
    assert row.status == "pending"


def test_a_persons_ruling_is_told_as_well(hooks: RawServer, analyst: User, reviewer: User) -> None:
    row = _decided(analyst, evidence=(), claim="A thing that nobody wrote about")
    item = ReviewItem.objects.get()
    rule_review(item=item, user=reviewer, version=1, judgement=PersonJudgement(RulingDecision.REJECT, reason="No."))
    told = WebhookDelivery.objects.exclude(pk=row.pk).get()
    assert deliver_webhook(told.pk) == "delivered"
    said = json.loads(hooks.requests[-1].body)["data"]
    assert (said["decision"], said["decision_reasoning"], said["consensus"]["decision_method"]) == ("reject", "No.", "human")


def test_nobody_is_written_to_without_a_callback(analyst: User) -> None:
    make_verification(analyst, is_done=True)
    assert not WebhookDelivery.objects.exists()


HOOK = "http://hooks.example/changes"


def _watched(user: User) -> tuple[Node, NodeState]:
    """A node that ``user`` watches with a webhook, after its value changed."""
    node = make_node()
    watch_node(node=node, user=user)
    before = make_state(node)
    set_watch_url(user=user, url=HOOK)
    after = make_state(node, value="3.75%", number="3.75")
    announce_state(before=before, after=after)
    return node, after


def test_change_of_a_watched_node_is_sent_signed(hooks: RawServer, analyst: User, reviewer: User) -> None:
    set_watch_url(user=reviewer, url=HOOK)  # who does not watch the node hears nothing
    node, after = _watched(analyst)
    row = WebhookDelivery.objects.get()
    assert (row.user, row.event, row.state, row.verification) == (analyst, "node.changed", after, None)
    assert deliver_webhook(row.pk) == "delivered"
    (request,) = hooks.requests
    stamp, _comma, digest = request.headers["causalflow-signature"].partition(",")
    signed = f"{stamp.removeprefix('t=')}.".encode() + request.body
    assert digest == "v1=" + hmac.new(get_secret(user=analyst).secret.encode(), signed, hashlib.sha256).hexdigest()
    said = json.loads(request.body)["data"]
    assert (said["node"], said["before"]["value"], said["now"]["value"], said["now"]["number"]) == (node.slug, "3.5%", "3.75%", "3.75")
    assert said["link"].endswith(f"/nodes/{node.slug}/")


def test_what_is_no_change_or_may_not_be_seen_is_not_sent(analyst: User) -> None:
    _node, after = _watched(analyst)
    assert (announce_change(state=after), announce_state(before=after, after=after)) == (1, 0)
    WebhookDelivery.objects.all().delete()
    analyst.groups.clear()
    assert announce_change(state=after) == 0
    User.objects.filter(pk=analyst.pk).update(is_active=False)
    assert announce_change(state=after) == 0
    assert not WebhookDelivery.objects.exists()


def test_change_that_is_rolled_back_is_told_to_nobody(analyst: User) -> None:
    _node, after = _watched(analyst)
    WebhookDelivery.objects.all().delete()
    with transaction.atomic():
        assert announce_change(state=after) == 1
        transaction.set_rollback(True)
    assert not WebhookDelivery.objects.exists()


def test_test_message_comes_through_and_only_one_at_a_time(hooks: RawServer, analyst: User) -> None:
    with pytest.raises(Refused):
        send_test(user=analyst)
    set_watch_url(user=analyst, url=HOOK)
    row = send_test(user=analyst)
    with pytest.raises(Refused):
        send_test(user=analyst)
    assert deliver_webhook(row.pk) == "delivered"
    assert json.loads(hooks.requests[0].body)["event"] == "webhook.test"
    assert send_test(user=analyst).pk != row.pk


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1/x", "http://10.0.0.1/", "ftp://hooks.example/", "javascript:alert(1)", "hooks.example", "http://a b.example/"]
)
def test_addresses_that_the_door_refuses_are_not_kept(analyst: User, url: str) -> None:
    with pytest.raises(Refused):
        set_watch_url(user=analyst, url=url)
    assert not AuditEntry.objects.filter(verb="webhook.watch_url").exists()


def test_a_library_of_standard_webhooks_takes_it_under_either_secret_for_a_day(hooks: RawServer, analyst: User) -> None:
    first = get_secret(user=analyst).secret
    second = renew_secret(user=analyst).secret
    row = _decided(analyst)
    deliver_webhook(row.pk)
    request = hooks.requests[-1]
    assert request.headers["webhook-id"] == f"msg_{row.pk}"
    for secret in (first, second):
        assert Webhook(standard_secret(secret=secret)).verify(request.body, request.headers) == json.loads(request.body)
    with pytest.raises(WebhookVerificationError):
        Webhook(standard_secret(secret="0" * 64)).verify(request.body, request.headers)
    WebhookSecret.objects.update(created_at=timezone.now() - timedelta(days=2))
    redeliver(delivery=WebhookDelivery.objects.get(), actor=analyst)
    deliver_webhook(row.pk)
    with pytest.raises(WebhookVerificationError):
        Webhook(standard_secret(secret=first)).verify(hooks.requests[-1].body, hooks.requests[-1].headers)


def test_gone_ends_a_subscription(hooks: RawServer, receiver: Receiver, analyst: User) -> None:
    receiver.serve = lambda connection, _request: connection.sendall(answer(410, b""))
    profile = set_watch_url(user=analyst, url="http://hooks.example/watch")
    row = send_test(user=analyst)
    assert deliver_webhook(row.pk) == "failed"
    profile.refresh_from_db()
    assert (profile.watch_url, len(hooks.requests)) == ("", 1)


def test_a_receiver_that_asks_to_wait_is_left_alone_so_long(hooks: RawServer, receiver: Receiver, analyst: User) -> None:
    receiver.serve = lambda connection, _request: connection.sendall(answer(503, b"", retry_after="7200"))
    row = _decided(analyst)
    assert deliver_webhook(row.pk) == "pending"
    row.refresh_from_db()
    assert timedelta(minutes=119) < row.next_at - timezone.now() <= timedelta(hours=2)


def test_attempts_go_on_over_three_days() -> None:
    assert timedelta(days=3) < timedelta(seconds=sum(PAUSES_S)) < timedelta(days=4)


def test_private_receivers_are_reached_only_where_an_admin_listed_them(settings: LazySettings, analyst: User) -> None:
    for url in ("http://10.1.2.3/hook", "http://bot/hook", "http://127.0.0.1:9000/hook"):
        with pytest.raises(Refused):
            set_watch_url(user=analyst, url=url)
    settings.WEBHOOK_PRIVATE_HOSTS = ["bot", "10.1.0.0/16"]
    for url in ("http://10.1.2.3/hook", "http://bot/hook"):
        assert set_watch_url(user=analyst, url=url).watch_url == url
    for url in ("http://10.2.2.3/hook", "http://bott/hook", "http://169.254.169.254/latest"):
        with pytest.raises(Refused):
            set_watch_url(user=analyst, url=url)
