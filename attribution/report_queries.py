"""What the pages of citation reports read; at most a few queries each, however many citations."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Count, Max, Q, QuerySet

from attribution.enums import PROBLEMS, CitationStatus
from attribution.models import Citation, CitationCheck, CitationReport, RecheckSchedule, ScheduledCheck
from attribution.services.citations.lifecycle import list_visible

LISTED = 50
SCHEDULED_SHOWN = 20


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report of a list with how many of its citations hold and how many don't."""

    report: CitationReport
    verified: int
    problems: int
    pending: int


def list_reports(*, user: User) -> list[ReportRow]:
    """The newest reports that ``user`` may see."""
    reports = (
        list_visible(user=user)
        .defer("text")
        .annotate(
            verified=Count("citations", filter=Q(citations__status=CitationStatus.VERIFIED)),
            problems=Count("citations", filter=Q(citations__status__in=PROBLEMS)),
            pending=Count("citations", filter=Q(citations__status=CitationStatus.PENDING)),
        )
    )
    return [ReportRow(one, one.verified, one.problems, one.pending) for one in reports[:LISTED]]


def count_by_verdict(*, report: CitationReport) -> dict[str, int]:
    """In the order of the enumeration, those that occur."""
    rows = report.citations.order_by().values_list("status").annotate(count=Count("pk"))
    found = dict(rows)
    return {status: found[status] for status in CitationStatus.values if status in found}


def list_for_text(*, report: CitationReport) -> list[Citation]:
    """What the text's chips need of each citation."""
    return list(
        report.citations.order_by("index").only("report_id", "index", "status", "start", "end", "claim_start", "claim_end", "url", "kind")
    )


def last_check(*, report: CitationReport) -> int:
    """The key of the newest verdict, 0 before there is one."""
    return int(CitationCheck.objects.filter(citation__report=report).aggregate(last=Max("pk"))["last"] or 0)


def list_checked_since(*, report: CitationReport, check: int) -> QuerySet[Citation]:
    """Citations with a verdict newer than ``check``."""
    changed = CitationCheck.objects.filter(citation__report=report, pk__gt=check).values("citation_id")
    return report.citations.filter(pk__in=changed).order_by("index")


def find_citation(*, report: CitationReport, index: int | None, verdict: str = "") -> Citation | None:
    """The citation with this number; without one the first that needs a look, else the first."""
    citations = report.citations.select_related("ruling__decided_by")
    if index is not None:
        return citations.filter(index=index).first()
    return neighbours(report=report, index=0, verdict=verdict)[1] or citations.order_by("index").first()


def neighbours(*, report: CitationReport, index: int, verdict: str = "") -> tuple[Citation | None, Citation | None]:
    """The citations before and after this number that have ``verdict``, or that need a look."""
    wanted = report.citations.filter(status=verdict) if verdict else report.citations.filter(status__in=PROBLEMS)
    return wanted.filter(index__lt=index).order_by("-index").first(), wanted.filter(index__gt=index).order_by("index").first()


def list_checks(*, citation: Citation) -> Sequence[CitationCheck]:
    """Every verdict that the citation had, newest first."""
    return list(citation.checks.select_related("ruling__decided_by").order_by("-pk")[:20])


def find_schedule(*, report: CitationReport) -> RecheckSchedule | None:
    return RecheckSchedule.objects.filter(report=report).first()


def list_scheduled(*, report: CitationReport) -> Sequence[ScheduledCheck]:
    """What the clock's latest checks of a report brought, newest first."""
    return list(ScheduledCheck.objects.filter(report=report)[:SCHEDULED_SHOWN])
