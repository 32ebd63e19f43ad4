"""Who is written to, when, and what stands in the letter."""

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.core import mail
from django.db import transaction
from django_q.models import OrmQ
from pytest_django import DjangoAssertNumQueries

from tests.hostile import canaries_and, hostile_texts
from tests.views.rows import make_node, make_state
from verification.models import Node, NodeState, UserProfile
from verification.services.notices.alerts import announce_state, is_change, send_alert
from verification.services.reviews.feedback import unwatch_node, watch_node
from verification.tasks import send_alert as send_alert_task

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _mail_server(settings: object) -> None:
    settings.HAS_EMAIL = True
    settings.SITE_URL = "https://flow.example"


@pytest.fixture
def watched(analyst: AbstractBaseUser) -> Node:
    """A node that Alice, who has an address, watches."""
    analyst.email = "alice@example.com"
    analyst.save()
    node = make_node()
    watch_node(node=node, user=analyst)
    return node


def change(node: Node) -> tuple[NodeState, NodeState]:
    return make_state(node), make_state(node, value="3.75%", number="3.75")


@pytest.mark.parametrize(
    ("fields", "changed"),
    [
        ({}, False),
        ({"trend": "rising"}, False),
        ({"value": "3.50%"}, False),
        ({"number": "3.75"}, True),
        ({"badge": "whitelist_direct"}, True),
        ({"badge": "unknown", "value": "unknown", "number": ""}, True),
        ({"unit": "bp"}, True),
    ],
)
def test_verdict_changes_with_its_badge_figure_or_unit(fields: dict[str, str], changed: bool) -> None:
    node = make_node()
    before = make_state(node)
    assert is_change(before=before, after=make_state(node, **fields)) is changed


def test_first_verdict_is_a_change() -> None:
    assert is_change(before=None, after=make_state(make_node()))


def test_each_watcher_gets_a_task_of_their_own(watched: Node, reviewer: AbstractBaseUser) -> None:
    watch_node(node=watched, user=reviewer)
    before, after = change(watched)
    assert announce_state(before=before, after=after) == 2
    assert OrmQ.objects.count() == 2
    assert mail.outbox == []


def test_same_verdict_without_watchers_or_without_a_server_queues_nothing(watched: Node, settings: object) -> None:
    before, after = change(watched)
    assert announce_state(before=after, after=after) == 0
    other_before, other_after = change(make_node("gold"))
    assert announce_state(before=other_before, after=other_after) == 0
    settings.HAS_EMAIL = False
    assert announce_state(before=before, after=after) == 0
    assert OrmQ.objects.count() == 0


def test_nobody_is_looked_for_where_nobody_watches(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    before, after = change(make_node("gold"))
    with django_assert_num_queries(1):
        assert announce_state(before=before, after=after) == 0
    with django_assert_num_queries(0):
        assert announce_state(before=after, after=after) == 0


def test_change_that_is_rolled_back_is_announced_to_nobody(watched: Node) -> None:
    before, after = change(watched)
    with transaction.atomic():
        assert announce_state(before=before, after=after) == 1
        transaction.set_rollback(True)
    assert OrmQ.objects.count() == 0


def test_letter_says_what_it_was_and_what_it_is(watched: Node, analyst: AbstractBaseUser) -> None:
    before, after = change(watched)
    assert send_alert_task(after.pk, before.pk, analyst.pk) == "sent"
    letter = mail.outbox[0]
    assert (letter.subject, letter.to) == ("Policy rate: Cross-validated", ["alice@example.com"])
    assert letter.body.split("\n")[:6] == [
        "Policy rate",
        "",
        "Now: 3.75% (Cross-validated)",
        "Before: 3.5% (Cross-validated)",
        "",
        "https://flow.example/nodes/policy-rate/",
    ]
    assert letter.extra_headers["List-Unsubscribe"] == "<https://flow.example/account/>"


@pytest.mark.postgres("rows")
def test_letter_is_in_the_language_of_its_reader(watched: Node, analyst: AbstractBaseUser) -> None:
    UserProfile.objects.create(user=analyst, language="zh-hans")
    before, after = change(watched)
    send_alert(state_id=after.pk, before_id=before.pk, user_id=analyst.pk)
    assert "三方交叉验证" in mail.outbox[0].subject


def test_who_no_longer_watches_is_not_written_to(watched: Node, analyst: AbstractBaseUser) -> None:
    before, after = change(watched)
    unwatch_node(node=watched, user=analyst)
    assert send_alert_task(after.pk, before.pk, analyst.pk) == "not wanted"
    assert mail.outbox == []


@pytest.mark.parametrize("how", ["no address", "switched off", "closed log-in", "no role"])
def test_who_may_not_or_will_not_be_reached_is_not_written_to(watched: Node, analyst: AbstractBaseUser, how: str) -> None:
    before, after = change(watched)
    if how == "no address":
        analyst.email = ""
    elif how == "switched off":
        UserProfile.objects.create(user=analyst, has_email_alerts=False)
    elif how == "closed log-in":
        analyst.is_active = False
    else:
        analyst.groups.clear()
    analyst.save()
    assert not send_alert(state_id=after.pk, before_id=before.pk, user_id=analyst.pk)
    assert mail.outbox == []


@canaries_and(hostile_texts("naughty", "xss")[::5], "Rate\nBcc: everybody@evil.example", "\r\nSubject: x", "\x00\x1b[31m", " ")
@pytest.mark.postgres("rows")
def test_hostile_names_break_no_header(watched: Node, analyst: AbstractBaseUser, texts: list[str]) -> None:
    before, after = change(watched)
    for text in texts:
        Node.objects.filter(pk=watched.pk).update(label=text.replace("\x00", "").encode("utf-8", "replace").decode()[:300] or "x")
        mail.outbox.clear()
        assert send_alert(state_id=after.pk, before_id=before.pk, user_id=analyst.pk)
        message = mail.outbox[0].message()
        assert (message["To"], message["Bcc"]) == ("alice@example.com", None)
        assert message.get_content_type() == "text/plain"
