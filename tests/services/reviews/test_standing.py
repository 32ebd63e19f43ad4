"""What a person ruled is still there after the next run, until the pages say something that the person had not before them."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.utils import timezone

from tests.factories import make_document, make_node
from verification.enums import RulingDecision, RunTrigger
from verification.models import Document, Node, NodeState, ReviewItem, Ruling, VerificationRun, WebhookDelivery
from verification.reads.nodes.nodes import get_node
from verification.reads.runs.rulings import StandingRuling
from verification.services.notices.webhooks import set_watch_url
from verification.services.reviews.desk import PersonJudgement, reopen_review, rule_review
from verification.services.reviews.evidence import gather_evidence
from verification.services.reviews.feedback import flag_node, watch_node
from verification.services.runs.execution import execute_run
from verification.services.runs.lifecycle import request_run

pytestmark = pytest.mark.django_db

LABEL = "Elbonia central bank policy rate"
TEXT = "The central bank of Elbonia kept its policy rate at {value} on Thursday, the {paper} reports after the meeting of its board."
ACCEPT = PersonJudgement(RulingDecision.ACCEPT, value="5.5%", reason="The bank's own release says so.")
FIX = PersonJudgement(RulingDecision.FIX, value="5.75%", reason="The gazette.", source_url="https://gazette.example/1")
REJECT = PersonJudgement(RulingDecision.REJECT, reason="Both are of last year.")


def publish(value: str, *papers: str, text: str = TEXT, at: datetime | None = None) -> None:
    for paper in papers:
        at = at or timezone.now() - timedelta(hours=2)
        make_document(url=f"https://{paper}.example/{value}", text=text.format(value=value, paper=paper), published_at=at)


def verify(node: Node) -> VerificationRun:
    return execute_run(run_id=request_run(node=node, trigger=RunTrigger.COMMAND, enqueue=False).pk)


def state_of(node: Node) -> NodeState:
    return Node.objects.select_related("state__kept_ruling", "state__ruling").get(pk=node.pk).state


def rule(user: User, judgement: PersonJudgement = ACCEPT) -> Ruling:
    item = ReviewItem.objects.get(status="open")
    return rule_review(item=item, user=user, version=item.version, judgement=judgement)


@pytest.fixture
def node() -> Node:
    """Three papers for each of two values: a person has to rule."""
    found = make_node("elbonia", label=LABEL)
    publish("5.25%", "anvil", "beacon", "courier")
    publish("5.5%", "dispatch", "echo", "falcon")
    assert verify(found).badge == "needs_human"
    return found


@pytest.mark.parametrize(
    ("judgement", "value", "badge"), [(ACCEPT, "5.5%", "human_ruled"), (FIX, "5.75%", "human_ruled"), (REJECT, "unknown", "unknown")]
)
def test_a_ruling_stands_on_the_same_pages_however_often_they_are_read(
    node: Node, reviewer: User, judgement: PersonJudgement, value: str, badge: str
) -> None:
    ruling = rule(reviewer, judgement)
    for _time in range(3):
        run = verify(node)
        state = state_of(node)
        assert (state.value, state.badge, state.confidence, state.bound_by) == (value, badge, "human_ruled", "human")
        assert (state.run, state.kept_ruling, state.ruling, state.standing) == (run, ruling, None, "unchanged")
    assert not ReviewItem.objects.filter(status="open").exists()
    assert get_node(slug="elbonia", now=timezone.now()).is_conflict is False


def test_redated_copies_of_the_same_pages_are_no_new_evidence(node: Node, reviewer: User) -> None:
    rule(reviewer)
    Document.objects.all().delete()
    now = timezone.now()
    publish("5.25%", "anvil", "beacon", "courier", at=now)
    publish("5.5%", "dispatch", "echo", "falcon", at=now)
    verify(node)
    assert (state_of(node).value, state_of(node).standing) == ("5.5%", "unchanged")


def test_new_evidence_that_agrees_confirms(node: Node, reviewer: User) -> None:
    ruling = rule(reviewer)
    publish("5.5%", "gazette", "herald", text="Elbonia's central bank confirmed to {paper} that the policy rate is {value}.")
    verify(node)
    state = state_of(node)
    assert (state.value, state.standing, state.kept_ruling) == ("5.5%", "confirmed", ruling)
    verify(node)
    assert state_of(node).standing == "unchanged"
    assert not ReviewItem.objects.filter(status="open").exists()


def test_new_evidence_that_disagrees_opens_one_item_with_the_former_ruling(node: Node, reviewer: User, analyst: User) -> None:
    ruling = rule(reviewer)
    publish("5.25%", "gazette", text="Elbonia's central bank told the {paper} that the policy rate is {value}.")
    for _time in range(3):
        verify(node)
        assert (state_of(node).value, state_of(node).badge, state_of(node).standing) == ("5.5%", "human_ruled", "under_review")
    item = ReviewItem.objects.get(status="open")
    day = timezone.localdate(ruling.decided_at).isoformat()
    params = {"ruling": ruling.pk, "value": "5.5%", "day": day, "others": ["5.25%"], "domains": ["gazette.example"]}
    assert item.why == {"code": "ruling_contradicted", "params": params}
    evidence = gather_evidence(items=[item])[item.pk]
    assert evidence.former.ruling == ruling
    assert [page.domain for page in evidence.former.news] == ["gazette.example"]
    assert [candidate.value for candidate in evidence.candidates] == ["5.5%", "5.25%"]
    publish("5.25%", "herald", text="The policy rate of the central bank of Elbonia is {value}, the {paper} learnt from its board.")
    verify(node)
    newer = ReviewItem.objects.get(status="open")
    assert (newer.pk > item.pk, newer.why["params"]["domains"]) == (True, ["herald.example"])
    second = rule(reviewer, PersonJudgement(RulingDecision.ACCEPT, value="5.25%"))
    verify(node)
    assert (state_of(node).value, state_of(node).kept_ruling, state_of(node).standing) == ("5.25%", second, "unchanged")


def test_a_ruling_ages_and_is_asked_again(node: Node, reviewer: User) -> None:
    ruling = rule(reviewer)
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        verify(node)
        state = state_of(node)
        assert (state.value, state.badge, state.standing) == ("5.5%", "human_ruled", "expired")
        assert get_node(slug="elbonia", now=timezone.now()).is_stale is True
        verify(node)
        item = ReviewItem.objects.get(status="open")
        assert (item.why["code"], item.why["params"]["ruling"]) == ("ruling_expired", ruling.pk)


@pytest.mark.postgres("rows")
def test_an_expiry_can_be_set_with_a_ruling(node: Node, reviewer: User) -> None:
    ruling = rule(reviewer, PersonJudgement(RulingDecision.ACCEPT, value="5.5%", valid_days=2))
    assert ruling.expires_at is not None
    verify(node)
    assert state_of(node).standing == "unchanged"
    assert get_node(slug="elbonia", now=timezone.now() + timedelta(days=1)).is_stale is False
    assert get_node(slug="elbonia", now=timezone.now() + timedelta(days=3)).is_stale is True
    with time_machine.travel(timezone.now() + timedelta(days=3)):
        verify(node)
        assert (state_of(node).value, state_of(node).standing) == ("5.5%", "expired")


def test_a_fix_after_a_flag_outlives_the_engine_that_accepted_otherwise(reviewer: User, analyst: User) -> None:
    node = make_node("elbonia", label=LABEL)
    publish("5.25%", "anvil", "beacon", "courier")
    assert verify(node).badge == "cross_validated"
    flag_node(node=node, user=analyst, reason="The gazette says otherwise.")
    rule(reviewer, FIX)
    assert verify(node).value == "5.25%"
    assert (state_of(node).value, state_of(node).standing) == ("5.75%", "unchanged")


def test_what_was_taken_back_stands_no_longer_and_the_one_before_does(node: Node, reviewer: User) -> None:
    rule(reviewer)
    publish("5.25%", "gazette", text="Elbonia's central bank told the {paper} that the policy rate is {value}.")
    verify(node)
    item = ReviewItem.objects.get(status="open")
    rule(reviewer, PersonJudgement(RulingDecision.ACCEPT, value="5.25%"))
    reopen_review(item=item, user=reviewer, reason="Too quick.")
    verify(node)
    assert (state_of(node).value, state_of(node).badge) == ("5.5%", "human_ruled")


def test_one_ruling_taken_back_leaves_the_engine_to_decide(node: Node, reviewer: User) -> None:
    item = ReviewItem.objects.get()
    rule(reviewer)
    verify(node)
    reopen_review(item=item, user=reviewer, reason="Too quick.")
    assert state_of(node).badge == "needs_human"
    verify(node)
    assert (state_of(node).badge, state_of(node).kept_ruling) == ("needs_human", None)


def test_programs_see_who_ruled_why_and_from_which_source(node: Node, reviewer: User, analyst: User) -> None:
    ruling = rule(reviewer, FIX)
    said = StandingRuling.of(state_of(node)).shape()
    assert (said["reason"], said["source_url"], said["role"], said["standing"]) == (
        "The gazette.",
        "https://gazette.example/1",
        "reviewer",
        None,
    )
    verify(node)
    assert StandingRuling.of(state_of(node)).standing == "unchanged"
    assert StandingRuling.of(state_of(node)).ruling == ruling.pk


def test_watchers_hear_once_that_a_ruling_is_under_review(node: Node, reviewer: User, analyst: User) -> None:
    rule(reviewer)
    watch_node(node=node, user=analyst)
    set_watch_url(user=analyst, url="https://agent.example/hook")
    verify(node)
    assert WebhookDelivery.objects.count() == 0
    publish("5.25%", "gazette", text="Elbonia's central bank told the {paper} that the policy rate is {value}.")
    verify(node)
    verify(node)
    assert WebhookDelivery.objects.count() == 1
