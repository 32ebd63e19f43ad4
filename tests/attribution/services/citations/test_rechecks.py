"""Reports that are checked again by the clock: when, what changed, who is told, and when it stops."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django_q.models import OrmQ

from attribution.core.checks.recheck_times import Rhythm
from attribution.models import Citation, CitationCheck, CitationReport, RecheckSchedule, ScheduledCheck
from attribution.services.citations.checking import execute_report
from attribution.services.citations.lifecycle import create_report, recheck_report
from attribution.services.citations.rechecks import MOST_FAILURES, MOST_OPEN, follow_clock, set_rhythm
from attribution.services.citations.rescue import rescue_reports
from attribution.tasks import send_recheck_notice
from tests.attribution.cited_rows import make_report
from tests.stubs.cited import CitedWeb
from verification.models import AuditEntry
from verification.services.errors import Refused
from verification.services.runs.schedules import follow_clocks

pytestmark = pytest.mark.django_db

OFFICIAL = {"series": "us-unemployment-rate", "period": "2026-05", "value": "4.2%", "claimed": "4.9%"}
TEXT = "Retail sales in Elbonia rose 3.1% in May (http://news.example/ok/1).\n\nRetail sales in Elbonia rose 3.1% in May (http://news.example/ok/2)."


@pytest.fixture(autouse=True)
def _mail_server(settings: object) -> None:
    settings.HAS_EMAIL = True
    settings.SITE_URL = "https://flow.example"


def due(report: CitationReport, user: User, *, late: timedelta = timedelta(0), rhythm: Rhythm = Rhythm.DAILY) -> RecheckSchedule:
    schedule = set_rhythm(report=report, rhythm=rhythm, user=user)
    assert schedule is not None
    come_due(schedule, late)
    return schedule


def come_due(schedule: RecheckSchedule, late: timedelta = timedelta(0)) -> None:
    RecheckSchedule.objects.filter(pk=schedule.pk).update(next_at=timezone.now() - late)
    schedule.refresh_from_db()


def tick() -> int:
    return follow_clock(now=timezone.now())


def told() -> list[str]:
    """The letters that are queued, as they are sent."""
    names = [row.func() for row in OrmQ.objects.all()]
    return [name for name in names if name == "attribution.tasks.send_recheck_notice"]


def judge_again(report: CitationReport, changes: dict[int, str], *, code: str = "supported", status: str = "finished") -> None:
    """As a worker would, where each verdict is the one before or that of ``changes``."""
    now = timezone.now()
    for one in report.citations.filter(status="pending"):
        before = CitationCheck.objects.filter(citation=one).order_by("-pk").first()
        one.status, one.reasons = changes.get(one.index, before.status), [{"code": code, "params": {}}]
        one.save()
        CitationCheck.objects.create(citation=one, status=one.status, reasons=one.reasons, checked_at=now)
    CitationReport.objects.filter(pk=report.pk).update(status=status, finished_at=now)


def test_nothing_is_checked_again_by_default(analyst: User) -> None:
    report = make_report(user=analyst)
    assert tick() == 0
    assert not RecheckSchedule.objects.exists()
    assert CitationReport.objects.get(pk=report.pk).status == "finished"


def test_due_report_is_asked_for_once_however_many_times_were_missed(analyst: User) -> None:
    report = make_report(user=analyst)
    schedule = due(report, analyst, late=timedelta(days=5, hours=1))
    assert (tick(), tick()) == (1, 0)
    report.refresh_from_db()
    assert (report.status, report.citations.filter(status="pending").count()) == ("queued", 5)
    before = schedule.next_at
    schedule.refresh_from_db()
    assert schedule.next_at == before + timedelta(days=6)
    assert ScheduledCheck.objects.count() == 1
    entry = AuditEntry.objects.order_by("-pk").first()
    assert (entry.verb, entry.actor_name) == ("citations.recheck", "schedule")


def test_clocks_of_the_supervisor_reach_it(analyst: User) -> None:
    due(make_report(user=analyst), analyst)
    assert follow_clocks(now=timezone.now()) == 1


def test_report_that_is_being_checked_is_looked_at_again_later(analyst: User) -> None:
    report = make_report(user=analyst)
    schedule = due(report, analyst)
    recheck_report(report=report, actor=analyst)
    assert tick() == 0
    schedule.refresh_from_db()
    assert timedelta(minutes=9) < schedule.next_at - timezone.now() <= timedelta(minutes=10)
    assert not ScheduledCheck.objects.exists()


def test_no_more_than_a_few_are_under_way(analyst: User) -> None:
    for _number in range(MOST_OPEN + 2):
        due(make_report(user=analyst), analyst)
    assert tick() == MOST_OPEN
    assert tick() == 0


def test_changes_are_kept_and_told(analyst: User, reviewer: User) -> None:
    analyst.email = "alice@example.com"
    analyst.save()
    report = make_report(user=analyst)
    due(report, reviewer)
    tick()
    judge_again(report, {1: "broken_link", 4: "verified"})
    tick()
    check = ScheduledCheck.objects.get()
    assert check.outcome == "changed"
    assert check.changes == [
        {"index": 1, "before": "verified", "after": "broken_link"},
        {"index": 4, "before": "broken_link", "after": "verified"},
    ]
    assert len(told()) == 2
    assert send_recheck_notice(check.pk, analyst.pk) == "sent"
    assert send_recheck_notice(check.pk, reviewer.pk) == "not wanted"  # has no address
    [letter] = mail.outbox
    assert (letter.subject, letter.to) == ("Retail in spring: 2 verdicts changed", ["alice@example.com"])
    assert "1. verified → broken link: https://paper-0.example/0" in letter.body
    assert f"https://flow.example/citations/{report.pk}/#changes" in letter.body
    tick()
    assert len(told()) == 2


def say_otherwise(report: CitationReport, index: int, value: str) -> None:
    """As a worker would whose check found another official figure; the others as they were."""
    now = timezone.now()
    for one in report.citations.filter(status="pending"):
        before = CitationCheck.objects.filter(citation=one).order_by("-pk").first()
        one.status, one.reasons = before.status, [{"code": "supported", "params": {}}]
        if one.index == index:
            one.reasons.append({"code": "series_says_otherwise", "params": {**OFFICIAL, "value": value}})
        one.save()
        CitationCheck.objects.create(citation=one, status=one.status, reasons=one.reasons, checked_at=now)
    CitationReport.objects.filter(pk=report.pk).update(status="finished", finished_at=now)


def test_an_authority_that_says_otherwise_now_is_a_change_though_the_verdict_is_none(analyst: User) -> None:
    analyst.email = "alice@example.com"
    analyst.save()
    report = make_report(user=analyst)
    schedule = due(report, analyst)
    # It says so, says so still, says something else, and says nothing against it any more.
    for values in ((1, "4.2%"), (1, "4.2%"), (1, "4.3%"), (0, "")):
        come_due(schedule)
        tick()
        say_otherwise(report, *values)
        tick()
    found = [(check.outcome, check.changes) for check in ScheduledCheck.objects.order_by("pk")]
    assert found == [
        ("changed", [{"index": 1, "before": "verified", "after": "verified", "official": [{**OFFICIAL, "value": "4.2%"}]}]),
        ("same", []),
        ("changed", [{"index": 1, "before": "verified", "after": "verified", "official": [{**OFFICIAL, "value": "4.3%"}]}]),
        ("same", []),
    ]
    assert len(told()) == 2
    assert send_recheck_notice(ScheduledCheck.objects.order_by("pk")[0].pk, analyst.pk) == "sent"
    [letter] = mail.outbox
    assert letter.subject == "Retail in spring: an official series says otherwise of 1 citation"
    said = "the official series says otherwise: US unemployment rate, seasonally adjusted, 2026-05: 4.2%"
    assert f"1. verified: https://paper-0.example/0; {said}" in letter.body


@pytest.mark.postgres("grouping")
def test_nobody_is_told_where_nothing_changed(analyst: User) -> None:
    report = make_report(user=analyst)
    schedule = due(report, analyst)
    RecheckSchedule.objects.update(failures=2)
    tick()
    judge_again(report, {})
    tick()
    schedule.refresh_from_db()
    assert (ScheduledCheck.objects.get().outcome, schedule.failures, told()) == ("same", 0, [])


def test_letter_does_not_reach_whoever_may_not_see_the_report(analyst: User, reviewer: User) -> None:
    report = make_report(user=reviewer)
    check = ScheduledCheck.objects.create(report=report, baseline=0, asked_at=timezone.now())
    analyst.email = "alice@example.com"
    analyst.save()
    assert send_recheck_notice(check.pk, analyst.pk) == "not wanted"
    assert send_recheck_notice(check.pk + 1, analyst.pk) == "not wanted"


@pytest.mark.postgres("rows")
def test_failed_checks_leave_the_verdicts_and_stop_in_the_end(analyst: User) -> None:
    report = make_report(user=analyst)
    before = list(report.citations.values_list("index", "status"))
    schedule = due(report, analyst)
    for failures in range(1, MOST_FAILURES + 1):
        assert tick() == 1
        CitationReport.objects.filter(pk=report.pk).update(status="failed", finished_at=timezone.now())
        tick()
        schedule.refresh_from_db()
        assert schedule.failures == failures
        if failures < MOST_FAILURES:
            come_due(schedule)
    assert (schedule.is_stopped, tick(), len(told())) == (True, 0, 1)
    assert list(report.citations.values_list("index", "status")) == before
    set_rhythm(report=report, rhythm=Rhythm.WEEKLY, user=analyst)
    schedule.refresh_from_db()
    assert (schedule.is_stopped, schedule.failures) == (False, 0)


def test_outage_of_our_own_is_a_failure_and_its_end_no_news(analyst: User) -> None:
    report = make_report(user=analyst)
    schedule = due(report, analyst)
    tick()
    judge_again(report, dict.fromkeys(range(1, 6), "inconclusive"), code="not_fetched")
    tick()
    assert ScheduledCheck.objects.get().outcome == "failed"
    come_due(schedule)
    tick()
    judge_again(report, {1: "verified", 2: "misinformation", 3: "unverified", 4: "broken_link", 5: "inconclusive"})
    tick()
    assert [check.outcome for check in ScheduledCheck.objects.all()] == ["same", "failed"]
    assert told() == []


@pytest.mark.postgres("locks")
def test_cancelled_check_is_no_failure(analyst: User) -> None:
    report = make_report(user=analyst)
    schedule = due(report, analyst)
    tick()
    CitationReport.objects.filter(pk=report.pk).update(status="cancelled", finished_at=timezone.now())
    tick()
    schedule.refresh_from_db()
    assert (ScheduledCheck.objects.get().outcome, schedule.failures) == ("cancelled", 0)
    assert not report.citations.filter(status="pending").exists()


@pytest.mark.postgres("deletion")
def test_off_ends_it_and_purged_reports_take_it_along(analyst: User) -> None:
    report = make_report(user=analyst)
    due(report, analyst)
    assert set_rhythm(report=report, rhythm=None, user=analyst) is None
    assert tick() == 0
    due(report, analyst)
    tick()
    CitationReport.objects.all().delete()
    assert (RecheckSchedule.objects.count(), ScheduledCheck.objects.count(), tick()) == (0, 0, 0)


def test_report_without_a_link_has_nothing_to_check_again(analyst: User) -> None:
    with pytest.raises(Refused, match="There is no citation that could be checked again"):
        set_rhythm(report=make_report(user=analyst, text="![a](https://a.example/b.png)"), rhythm=Rhythm.DAILY, user=analyst)
    assert not RecheckSchedule.objects.exists()


@pytest.mark.postgres("rows")
def test_report_of_a_command_is_rescued_where_the_clock_asked_for_it(analyst: User) -> None:
    report = make_report(user=analyst)
    CitationReport.objects.update(trigger="command", created_at=timezone.now() - timedelta(days=1))
    due(report, analyst)
    tick()
    OrmQ.objects.all().delete()
    assert rescue_reports(now=timezone.now()) == 1


@pytest.mark.postgres("rows")
def test_pages_that_changed_are_found_in_earnest(cited_web: CitedWeb, analyst: User) -> None:
    report = create_report(text=TEXT, trigger="page", requested_by=analyst, enqueue=False)
    execute_report(report_id=report.pk)
    Citation.objects.filter(index=2).update(url="http://news.example/gone/2")
    due(report, analyst)
    tick()
    execute_report(report_id=report.pk)
    tick()
    assert ScheduledCheck.objects.get().changes == [{"index": 2, "before": "verified", "after": "broken_link"}]


@pytest.mark.postgres("rows")
def test_looking_costs_the_same_however_many_wait(analyst: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert tick() == 0
        return len(asked)

    due(make_report(user=analyst), analyst)
    RecheckSchedule.objects.update(next_at=F("next_at") + timedelta(days=1))
    once = queries()
    for _more in range(2):
        due(make_report(user=analyst), analyst)
    RecheckSchedule.objects.update(next_at=timezone.now() + timedelta(days=1))
    assert queries() == once
