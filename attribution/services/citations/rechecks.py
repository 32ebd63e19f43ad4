"""Reports that are checked again by the clock: asked for when due, compared with before when done, their people told of what changed."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import Exists, F, Max, OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _
from django_q.tasks import async_task  # type: ignore[import-untyped]

from attribution.core.checks.recheck_times import Rhythm, first_time, next_time
from attribution.core.vocabulary import CitationKind, CitationStatus, CitationWhy
from attribution.enums import RecheckOutcome
from attribution.models import Citation, CitationCheck, CitationReport, RecheckSchedule, ScheduledCheck
from attribution.services.citations.lifecycle import recheck_report
from attribution.services.citations.recheck_notices import list_concerned, tell_programs
from verification.core.vocabulary import RunStatus
from verification.services.audit import record_audit
from verification.services.errors import Refused

NOTICE = "attribution.tasks.send_recheck_notice"
ACTOR = "schedule"
# Under way at once: people who wait for a report of their own come first.
MOST_OPEN = 10
MOST_SETTLED = 50
MOST_FAILURES = 3
LATER = timedelta(minutes=10)

RowT = TypeVar("RowT", RecheckSchedule, ScheduledCheck)


def set_rhythm(*, report: CitationReport, rhythm: Rhythm | None, user: User) -> RecheckSchedule | None:
    """Have a report checked again that often from now on, or no more (None). ``Refused`` where it has nothing to check."""
    with transaction.atomic():
        CitationReport.objects.select_for_update().get(pk=report.pk)
        before = RecheckSchedule.objects.filter(report=report).first()
        record_audit(
            actor=user,
            verb="citations.schedule",
            subject=report,
            before={"rhythm": before.rhythm if before else None},
            after={"rhythm": rhythm.value if rhythm else None},
        )
        if rhythm is None:
            RecheckSchedule.objects.filter(report=report).delete()
            return None
        if not _checkable(report).exists():
            raise Refused(_("There is no citation that could be checked again."))
        chosen = {"rhythm": rhythm, "next_at": first_time(rhythm, key=report.pk, now=timezone.now()), "failures": 0, "chosen_by": user}
        return RecheckSchedule.objects.update_or_create(report=report, defaults=chosen)[0]


def follow_clock(*, now: datetime) -> int:
    """Settle what has ended, and ask for the reports that are due, the longest due first; how many were asked for."""
    for pk in list(_ended().order_by("pk").values_list("pk", flat=True)[:MOST_SETTLED]):
        _settle(pk, now)
    room = MOST_OPEN - ScheduledCheck.objects.filter(outcome=RecheckOutcome.OPEN).count()
    due = RecheckSchedule.objects.filter(next_at__lte=now).order_by("next_at", "pk")
    return sum(_ask(pk, now) for pk in list(due.values_list("pk", flat=True)[: max(0, room)]))


def _ask(pk: int, now: datetime) -> bool:
    """Ask for one report that is due. One that is being checked just now is looked at again later, as is one of another scheduler."""
    with transaction.atomic():
        schedule = _lock(RecheckSchedule.objects.filter(pk=pk, next_at__lte=now)).select_related("report").first()
        if schedule is None or schedule.next_at is None:
            return False
        is_asked = False
        try:
            with transaction.atomic():
                _open_check(schedule.report, now)
                recheck_report(report=schedule.report, actor=ACTOR)
            is_asked = True
            schedule.next_at = next_time(Rhythm(schedule.rhythm), due=schedule.next_at, now=now)
        except Refused:
            schedule.next_at = now + LATER
        schedule.save(update_fields=["next_at"])
        return is_asked


def _open_check(report: CitationReport, now: datetime) -> None:
    if ScheduledCheck.objects.filter(report=report, outcome=RecheckOutcome.OPEN).exists():
        raise Refused(_("This report is being checked already."))
    last = ScheduledCheck.objects.filter(report=report).first()
    if last is not None and last.outcome == RecheckOutcome.FAILED:
        baseline = last.baseline
    else:
        baseline = CitationCheck.objects.filter(citation__report=report).aggregate(last=Max("pk"))["last"] or 0
    ScheduledCheck.objects.create(report=report, baseline=baseline, asked_at=now)


def _ended() -> QuerySet[ScheduledCheck]:
    return ScheduledCheck.objects.filter(outcome=RecheckOutcome.OPEN, report__finished_at__isnull=False)


def _settle(pk: int, now: datetime) -> None:
    """Compare a check that has ended with the verdicts before, count a failure, and queue the letters with what they are about."""
    with transaction.atomic():
        check = _lock(_ended().filter(pk=pk)).select_related("report").first()
        if check is None:
            return
        _restore(check.report)
        check.outcome, check.changes = _judge(check)
        check.ended_at = now
        check.save(update_fields=["outcome", "changes", "ended_at"])
        is_stopped = _count_failure(check)
        tell_programs(check)
        if check.outcome == RecheckOutcome.CHANGED or is_stopped:
            _announce(check)


def _restore(report: CitationReport) -> None:
    """What a check left undone has the verdict that it had: the clock takes nothing away that nobody asked it to."""
    latest = CitationCheck.objects.filter(citation=OuterRef("pk")).order_by("-pk").values("status")[:1]
    undone = Citation.objects.filter(Exists(CitationCheck.objects.filter(citation=OuterRef("pk"))), report=report)
    undone.filter(status=CitationStatus.PENDING).update(status=Subquery(latest))


def _judge(check: ScheduledCheck) -> tuple[RecheckOutcome, list[dict[str, object]]]:
    """Failed: the report did, or not one page could be asked for, which says more of our own connection than of the pages."""
    if check.report.status == RunStatus.CANCELLED:
        return RecheckOutcome.CANCELLED, []
    own = CitationCheck.objects.filter(citation=OuterRef("pk"), ruling=None)
    anew = _checkable(check.report).filter(Exists(own.filter(pk__gt=check.baseline, checked_at__gte=check.asked_at)), ruling=None)
    last = own.filter(pk__lte=check.baseline).order_by("-pk")
    told = anew.annotate(before=Subquery(last.values("status")[:1]), reasons_before=Subquery(last.values("reasons")[:1]))
    found = list(told.order_by("index").values("index", "before", "status", "reasons", "reasons_before"))
    is_reached = any(not one["reasons"] or one["reasons"][0]["code"] != CitationWhy.NOT_FETCHED.value for one in found)
    if check.report.status == RunStatus.FAILED or not is_reached:
        return RecheckOutcome.FAILED, []
    changes = [change for one in found if one["before"] and (change := _compare(one))]
    return (RecheckOutcome.CHANGED if changes else RecheckOutcome.SAME), changes


def _compare(one: Mapping[str, Any]) -> dict[str, object] | None:
    """What became of a citation: another verdict, or an official series that says otherwise now and did not before."""
    before = _official_words(one["reasons_before"])
    official = [said for said in _official_words(one["reasons"]) if said not in before]
    if one["before"] == one["status"] and not official:
        return None
    change = {"index": one["index"], "before": one["before"], "after": one["status"]}
    return {**change, "official": official} if official else change


def _official_words(reasons: list[dict[str, Any]] | None) -> list[dict[str, str]]:
    """What official series say against the claim: {series, period, value, claimed} each."""
    return [reason["params"] for reason in reasons or () if reason["code"] == CitationWhy.SERIES_SAYS_OTHERWISE]


def _count_failure(check: ScheduledCheck) -> bool:
    """Whether the schedule was stopped by this failure."""
    schedules = RecheckSchedule.objects.filter(report=check.report)
    if check.outcome != RecheckOutcome.FAILED:
        if check.outcome != RecheckOutcome.CANCELLED:
            schedules.filter(failures__gt=0).update(failures=0)
        return False
    schedules.update(failures=F("failures") + 1)
    return bool(schedules.filter(failures__gte=MOST_FAILURES, next_at__isnull=False).update(next_at=None))


def _announce(check: ScheduledCheck) -> None:
    if not settings.HAS_EMAIL:
        return
    for user_id in list_concerned(check):
        async_task(NOTICE, check.pk, user_id)


def _checkable(report: CitationReport) -> QuerySet[Citation]:
    return Citation.objects.filter(report=report).exclude(kind=CitationKind.MEDIA)


def _lock(rows: QuerySet[RowT]) -> QuerySet[RowT]:
    """Two schedulers share the rows; SQLite has one writer anyway."""
    return rows.select_for_update(skip_locked=True, of=("self",)) if connection.features.has_select_for_update_skip_locked else rows
