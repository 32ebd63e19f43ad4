"""Programs that wait for an end: told once, whichever way it ended, where they may see it; and what a person chose to hear of."""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from attribution.core.answers.sources import RankedDocument
from attribution.models import CitationReport, RecheckSchedule
from attribution.services.answers.tracing import Request, keep_attribution, trace_answer
from attribution.services.citations.lifecycle import cancel_report, create_report
from attribution.services.citations.rechecks import follow_clock
from tests.views.rows import make_node
from verification.core.evidence import Why
from verification.enums import RulingDecision, RunTrigger, SubjectKind
from verification.models import VerificationRun, WebhookCallback, WebhookDelivery
from verification.notice_kinds import AwaitedKind, Notice
from verification.services.errors import Refused
from verification.services.events.batches import Message, cancel_event_batch, request_event_batch
from verification.services.events.lifecycle import cancel_event, request_event
from verification.services.notices.endings import await_end, forget_callbacks, tell_ends
from verification.services.notices.webhooks import set_watch_url
from verification.services.reviews.desk import PersonJudgement, open_review, rule_review
from verification.services.runs.batches import cancel_batch, request_batch
from verification.services.runs.lifecycle import cancel_run, request_run

pytestmark = pytest.mark.django_db

HOOK, OTHER = "https://agent.example/hook", "https://agent.example/other"
Begun = tuple[str, Callable[[], object]]


def told() -> list[tuple[str, str, str]]:
    return list(WebhookDelivery.objects.order_by("pk").values_list("event", "subject", "url"))


def data_of(row: WebhookDelivery) -> dict[str, object]:
    message = json.loads(row.body)
    assert message["event"] == row.event
    return message["data"]


def _run(user: User) -> Begun:
    run = request_run(node=make_node(), trigger=RunTrigger.API, requested_by=user, callback_url=HOOK)
    return f"run:{run.pk}", lambda: cancel_run(run=run, actor=user)


def _batch(user: User) -> Begun:
    batch = request_batch(nodes=[make_node("a"), make_node("b")], requested_by=user, callback_url=HOOK)
    return f"batch:{batch.pk}", lambda: cancel_batch(batch=batch, actor=user)


def _event(user: User) -> Begun:
    event = request_event(text="The SEC approves an ETF.", trigger=RunTrigger.API, requested_by=user, callback_url=HOOK)
    return f"event:{event.pk}", lambda: cancel_event(event=event, user=user)


def _event_batch(user: User) -> Begun:
    batch = request_event_batch(messages=[Message("Bybit was hacked."), Message("An ETF.")], requested_by=user, callback_url=HOOK)
    return f"event_batch:{batch.pk}", lambda: cancel_event_batch(batch=batch, user=user)


def _report(user: User) -> Begun:
    report = create_report(text="It is so (https://a.example/1).", trigger=RunTrigger.API, requested_by=user, callback_url=HOOK)
    return f"report:{report.pk}", lambda: cancel_report(report=report, actor=user)


WORK = {
    "run": (_run, "cancelled"),
    "batch": (_batch, None),
    "event": (_event, "cancelled"),
    "event_batch": (_event_batch, None),
    "report": (_report, "cancelled"),
}


@pytest.mark.parametrize(("begin", "status"), WORK.values(), ids=WORK)
@pytest.mark.postgres("grouping")
def test_who_waits_for_an_end_is_told_once(analyst: User, begin: Callable[[User], Begun], status: str | None) -> None:
    subject, end = begin(analyst)
    assert (tell_ends(), told()) == (0, [])
    end()
    assert tell_ends() == 1
    assert told() == [(f"{subject.partition(':')[0]}.ended", subject, HOOK)]
    data = data_of(WebhookDelivery.objects.get())
    assert data.get("status") == status
    assert str(data["link"]).startswith("http")
    assert (tell_ends(), WebhookCallback.objects.count()) == (0, 0)


def test_attribution_that_is_ready_at_once_is_told_too(analyst: User) -> None:
    request = Request("The rate is 3.5%.", (RankedDocument("The rate is 3.5%.", "d", 0.9, {}),), {}, "mine")
    row = keep_attribution(traced=trace_answer(request=request), requested_by=analyst, callback_url=HOOK)
    assert tell_ends() == 1
    data = data_of(WebhookDelivery.objects.get())
    assert (data["attribution"], data["reference"], data["status"], data["sentences"]) == (row.pk, "mine", "finished", 1)


def test_batch_is_told_when_its_last_run_has_ended(analyst: User) -> None:
    request_batch(nodes=[make_node("a"), make_node("b")], requested_by=analyst, callback_url=HOOK)
    first, last = VerificationRun.objects.order_by("pk")
    cancel_run(run=first, actor=analyst)
    assert tell_ends() == 0
    cancel_run(run=last, actor=analyst)
    assert tell_ends() == 1
    data = data_of(WebhookDelivery.objects.get())
    assert (data["total"], data["runs"]) == (2, {"cancelled": 2})


def test_everybody_who_joins_an_open_run_is_told(analyst: User, reviewer: User) -> None:
    node = make_node()
    run = request_run(node=node, trigger=RunTrigger.API, requested_by=analyst, callback_url=HOOK)
    for url in (HOOK, OTHER, OTHER):
        assert request_run(node=node, trigger=RunTrigger.API, requested_by=reviewer, callback_url=url) == run
    cancel_run(run=run, actor=analyst)
    assert tell_ends() == 3
    found = sorted((row.user.username, row.url) for row in WebhookDelivery.objects.all())
    assert found == [("alice", HOOK), ("bob", HOOK), ("bob", OTHER)]


@pytest.mark.postgres("deletion")
def test_somebody_who_may_no_longer_see_it_is_told_nothing(analyst: User, reviewer: User) -> None:
    for user in (analyst, reviewer):
        _subject, end = _event(user)
        end()
    analyst.groups.clear()
    User.objects.filter(pk=reviewer.pk).update(is_active=False)
    assert (tell_ends(), told(), WebhookCallback.objects.count()) == (0, [], 0)


def test_address_that_the_door_refuses_is_not_kept(analyst: User) -> None:
    with pytest.raises(Refused):
        await_end(kind=AwaitedKind.EVENT, key=1, user=analyst, callback_url="http://127.0.0.1/x")
    assert WebhookCallback.objects.count() == 0


def test_what_never_ends_is_forgotten_after_a_month(analyst: User) -> None:
    await_end(kind=AwaitedKind.EVENT, key=4711, user=analyst, callback_url=HOOK)
    now = timezone.now()
    assert (tell_ends(), forget_callbacks(now=now), forget_callbacks(now=now + timedelta(days=31))) == (0, 0, 1)


@pytest.mark.postgres("upserts")
def test_own_address_hears_of_what_was_chosen_alone(analyst: User) -> None:
    set_watch_url(user=analyst, url=OTHER, told_of=[Notice.EVENT_ENDED])
    for begin in (_event, _report):
        begin(analyst)[1]()
    assert tell_ends() == 3
    found = sorted((event, url) for event, _subject, url in told())
    assert found == [("event.ended", HOOK), ("event.ended", OTHER), ("report.ended", HOOK)]


def test_reviews_are_told_to_those_who_chose_it_and_may_see_them(analyst: User, reviewer: User, django_user_model: type[User]) -> None:
    stranger = django_user_model.objects.create_user("stranger")
    for user in (reviewer, stranger):
        set_watch_url(user=user, url=HOOK, told_of=[Notice.REVIEW_OPENED, Notice.REVIEW_DECIDED])
    set_watch_url(user=analyst, url=HOOK)
    run = request_run(node=make_node(), trigger=RunTrigger.API, requested_by=analyst)
    cancel_run(run=run, actor=analyst)
    item = open_review(subject_kind=SubjectKind.RUN, subject_id=run.pk, node=run.node, why=Why("values_disagree"), risk_level="low")
    rule_review(item=item, user=reviewer, version=item.version, judgement=PersonJudgement(RulingDecision.REJECT, reason="No page says so."))
    assert told() == [(f"review.{word}", f"review:{item.pk}", HOOK) for word in ("opened", "decided")]
    opened, decided = WebhookDelivery.objects.order_by("pk")
    assert (opened.user, data_of(opened)["ruling"], data_of(opened)["node"]) == (reviewer, None, run.node.slug)
    ruling = data_of(decided)["ruling"]
    assert (ruling["decision"], ruling["decided_by"]) == ("reject", "bob")


def test_check_by_the_clock_is_told_to_those_whose_report_it_is(analyst: User) -> None:
    set_watch_url(user=analyst, url=HOOK, told_of=[Notice.REPORT_RECHECKED])
    report = create_report(text="It is so (https://a.example/1).", trigger=RunTrigger.API, requested_by=analyst)
    cancel_report(report=report, actor=analyst)
    now = timezone.now()
    RecheckSchedule.objects.create(report=report, rhythm="daily", next_at=now)
    assert follow_clock(now=now) == 1
    cancel_report(report=CitationReport.objects.get(), actor=analyst)
    follow_clock(now=now)
    assert told() == [("report.rechecked", f"report:{report.pk}", HOOK)]
    assert data_of(WebhookDelivery.objects.get())["outcome"] == "cancelled"
