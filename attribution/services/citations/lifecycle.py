"""The life of a citation report: asked for, claimed by one worker, its verdicts saved as they come, ended once, and checked again."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django_q.tasks import async_task  # type: ignore[import-untyped]

from attribution.core.citations import extraction
from attribution.core.citations.cited_domains import domain_of
from attribution.core.citations.plain_words import plain_words
from attribution.core.vocabulary import CitationKind, CitationStatus, CitationWhy, Policy
from attribution.enums import Depth
from attribution.models import Citation, CitationCheck, CitationReport
from attribution.services.citations.consulting import has_judge
from attribution.services.citations.findings import Finding, save_findings
from verification.core.quantities.grammar import guess_language
from verification.core.vocabulary import RunStatus
from verification.notice_kinds import AwaitedKind
from verification.providers.base import Failure
from verification.services.audit import Actor, record_audit
from verification.services.errors import Refused
from verification.services.notices.endings import await_end
from verification.services.queue.leases import lease_from
from verification.services.runs.lifecycle import LostClaim, failure_shape

TASK = "attribution.tasks.execute_report"
MAX_TEXT = 2_000_000  # characters
INLINE_TEXT = 100_000  # characters that are read while somebody waits: half a second where they hold nothing but marks
MAX_CITATIONS = 5_000
MAX_TITLE, MAX_ERROR = 72, 500
MAX_LED_IN = 20_000  # characters among which a title is looked for


@dataclass(frozen=True, slots=True)
class ReportClaim:
    """The right to work on a report: it holds as long as nobody claimed the report again, ended or cancelled it."""

    report: CitationReport
    attempt: int


def create_report(
    *,
    text: str,
    trigger: str,
    requested_by: User | None = None,
    depth: Depth = Depth.STANDARD,
    policy: Policy = Policy.MARK,
    lang: str = "",
    enqueue: bool = True,
    callback_url: str = "",
) -> CitationReport:
    """Find the citations of ``text`` and have them checked. ``Refused`` names what is wrong with the text.

    ``lang``: "zh" or "en" for the marks, empty for the text's own. Without ``enqueue`` the caller executes the report itself; with it a
    text of more than ``INLINE_TEXT`` characters is read by the worker as well.
    """
    _check_text(text)
    is_read = not enqueue or len(text) <= INLINE_TEXT
    found = _find(text) if is_read else ()
    report = CitationReport(
        title=_title_of(text),
        text=text,
        lang=lang or ("zh" if guess_language(text[:20_000]) == "zh" else "en"),
        depth=depth,
        policy=policy,
        trigger=trigger,
        requested_by=requested_by,
        is_read=is_read,
    )
    return _start(report, found, enqueue=enqueue, callback_url=callback_url)


def read_text(*, claim: ReportClaim) -> None:
    """Find the citations of a text that was too long for whoever asked to wait. ``Refused`` where they are too many."""
    report = claim.report
    if report.is_read:
        return
    found, now = _find(report.text), timezone.now()
    with transaction.atomic():
        hold_report(claim=claim, now=now)
        Citation.objects.bulk_create([make_row(report, index, one, now) for index, one in enumerate(found, start=1)], batch_size=200)
        kinds = dict(Counter(one.kind.value for one in found))
        CitationReport.objects.filter(pk=report.pk).update(is_read=True, kinds=kinds, citations_count=len(found))


def _find(text: str) -> tuple[extraction.FoundCitation, ...]:
    found = tuple(extraction.find_citations(text))
    if len(found) > MAX_CITATIONS:
        said = {"count": len(found), "most": MAX_CITATIONS}
        raise Refused(_("The text has %(count)d citations; expected at most %(most)d. Split it.") % said)
    return found


def create_single(
    *, claim: str, url: str, trigger: str, requested_by: User | None = None, enqueue: bool = True, callback_url: str = ""
) -> CitationReport:
    """A report of one citation: whether the page at ``url`` supports ``claim``, before it is written."""
    text = f"{claim} {url}"
    _check_text(text)
    start = len(claim) + 1
    one = extraction.FoundCitation(
        kind=CitationKind.BARE, text=url, url=url, start=start, end=len(text), claim=claim, claim_start=0, claim_end=len(claim)
    )
    lang = "zh" if guess_language(claim) == "zh" else "en"
    report = CitationReport(title=_title_of(claim), text=text, lang=lang, trigger=trigger, requested_by=requested_by)
    return _start(report, (one,), enqueue=enqueue, callback_url=callback_url)


def _start(report: CitationReport, found: Sequence[extraction.FoundCitation], *, enqueue: bool, callback_url: str) -> CitationReport:
    report.kinds = dict(Counter(one.kind.value for one in found))
    report.citations_count = len(found)
    now = timezone.now()
    with transaction.atomic():
        report.save(force_insert=True)
        Citation.objects.bulk_create([make_row(report, index, one, now) for index, one in enumerate(found, start=1)], batch_size=200)
        if report.requested_by is not None:
            after = {"citations": len(found), "depth": report.depth, "policy": report.policy}
            record_audit(actor=report.requested_by, verb="citations.check", subject=report, after=after)
            await_end(kind=AwaitedKind.REPORT, key=report.pk, user=report.requested_by, callback_url=callback_url)
        if (
            report.is_read
            and not _is_asked_for(report)
            and not Citation.objects.filter(report=report, status=CitationStatus.PENDING).exists()
        ):
            CitationReport.objects.filter(pk=report.pk).update(status=RunStatus.FINISHED, finished_at=now, duration_ms=0)
        elif enqueue:
            async_task(TASK, report.pk)
    report.refresh_from_db()
    return report


def _is_asked_for(report: CitationReport) -> bool:
    """Whether a model may still find citations where the rules found none."""
    return report.depth == Depth.DEEP and has_judge()


def claim_report(*, report_id: int) -> ReportClaim | None:
    """Take a report that waits, or whose worker's lease ran out; None where there is nothing to take. Verdicts of before are kept."""
    now = timezone.now()
    free = Q(status=RunStatus.QUEUED) | Q(status=RunStatus.RUNNING, lease_until__lt=now)
    waiting = CitationReport.objects.filter(free, pk=report_id)
    with transaction.atomic():
        if waiting.filter(attempts__gte=settings.RUN_MAX_ATTEMPTS).exists():
            error = _("Given up: its worker died in each of %(count)s attempts.") % {"count": settings.RUN_MAX_ATTEMPTS}
            waiting.update(status=RunStatus.FAILED, error=error, finished_at=now, lease_until=None)
            return None
        started_at = {} if waiting.filter(started_at__isnull=False).exists() else {"started_at": now}
        if not waiting.update(status=RunStatus.RUNNING, attempts=F("attempts") + 1, lease_until=lease_from(now), **started_at):
            return None
        report = CitationReport.objects.get(pk=report_id)
    return ReportClaim(report=report, attempt=report.attempts)


def hold_report(*, claim: ReportClaim, now: datetime) -> None:
    """Extend the lease, locking the report's row until the transaction ends; ``LostClaim`` where it is no longer ours."""
    if not _ours(claim).update(lease_until=lease_from(now)):
        raise LostClaim


def extend_report(*, claim: ReportClaim) -> None:
    """Extend the lease by itself; ``LostClaim`` where the report is no longer ours."""
    with transaction.atomic():
        hold_report(claim=claim, now=timezone.now())


def save_verdicts(*, claim: ReportClaim, findings: Sequence[tuple[Citation, Finding]]) -> None:
    """Keep what was found of some citations, as one; ``LostClaim`` where the report is no longer ours."""
    now = timezone.now()
    with transaction.atomic():
        hold_report(claim=claim, now=now)
        save_findings(findings=findings, now=now)


def finish_report(*, claim: ReportClaim, failures: Iterable[Failure]) -> bool:
    """End a report all of whose citations have a verdict, or give it back to the queue where some have none yet; whether it has ended."""
    now = timezone.now()
    with transaction.atomic():
        hold_report(claim=claim, now=now)
        known = claim.report.failures + [failure_shape(failure) for failure in failures]
        kept = [dict(pairs) for pairs in dict.fromkeys(tuple(sorted(one.items())) for one in known)]
        if Citation.objects.filter(report=claim.report, status=CitationStatus.PENDING).exists():
            # Time was up, nothing died: the attempts count what dies.
            _ours(claim).update(status=RunStatus.QUEUED, attempts=F("attempts") - 1, lease_until=None, failures=kept)
            return False
        started_at = claim.report.started_at or now
        _ours(claim).update(
            status=RunStatus.DEGRADED if kept else RunStatus.FINISHED,
            failures=kept,
            lease_until=None,
            finished_at=now,
            duration_ms=max(0, round((now - started_at) / timedelta(milliseconds=1))),
        )
    return True


def continue_report(*, report_id: int) -> None:
    """Have a worker go on with a report whose time was up."""
    async_task(TASK, report_id)


def fail_report(*, claim: ReportClaim, error: str) -> bool:
    """End a report as failed; verdicts of before are kept. False where the report is no longer ours."""
    now = timezone.now()
    changes = {"status": RunStatus.FAILED, "error": error[:MAX_ERROR], "lease_until": None, "finished_at": now}
    return bool(_ours(claim).update(**changes))


def cancel_report(*, report: CitationReport, actor: Actor) -> CitationReport:
    """End a report that still waits or works; verdicts of before are kept. ``Refused`` once it has ended."""
    now = timezone.now()
    with transaction.atomic():
        locked = CitationReport.objects.select_for_update().get(pk=report.pk)
        if locked.is_final:
            raise Refused(_("This report has ended already."))
        CitationReport.objects.filter(pk=report.pk).update(status=RunStatus.CANCELLED, lease_until=None, finished_at=now)
        record_audit(actor=actor, verb="citations.cancel", subject=report)
    report.refresh_from_db()
    return report


def recheck_report(
    *, report: CitationReport, actor: Actor, indexes: Sequence[int] | None = None, enqueue: bool = True, callback_url: str = ""
) -> CitationReport:
    """Check all citations again, or those at ``indexes``; what they said before stays in their history.

    A verdict that a person ruled is looked at as well, and stands until its page says something else. ``Refused`` while the report is
    being checked, and where nothing can be checked.
    """
    with transaction.atomic():
        locked = CitationReport.objects.select_for_update().get(pk=report.pk)
        if not locked.is_final:
            raise Refused(_("This report is being checked already."))
        wanted = Citation.objects.filter(report=locked).exclude(kind=CitationKind.MEDIA)
        wanted = wanted if indexes is None else wanted.filter(index__in=indexes)
        if not wanted.update(status=CitationStatus.PENDING):
            raise Refused(_("There is no citation that could be checked again."))
        CitationReport.objects.filter(pk=report.pk).update(
            status=RunStatus.QUEUED, attempts=0, error="", failures=[], started_at=None, finished_at=None, duration_ms=None
        )
        record_audit(actor=actor, verb="citations.recheck", subject=report, after={"indexes": list(indexes) if indexes else "all"})
        if isinstance(actor, User):
            await_end(kind=AwaitedKind.REPORT, key=report.pk, user=actor, callback_url=callback_url)
        if enqueue:
            async_task(TASK, report.pk)
    report.refresh_from_db()
    return report


def list_visible(*, user: User) -> QuerySet[CitationReport]:
    """The reports that ``user`` may see: their own, or everybody's for those who rule."""
    reports = CitationReport.objects.select_related("requested_by")
    return reports if user.has_perm("attribution.change_citationreport") else reports.filter(requested_by=user)


def _ours(claim: ReportClaim) -> QuerySet[CitationReport]:
    return CitationReport.objects.filter(pk=claim.report.pk, status=RunStatus.RUNNING, attempts=claim.attempt)


def _check_text(text: str) -> None:
    if not text.strip():
        raise Refused(_("The text is empty."))
    if len(text) > MAX_TEXT:
        raise Refused(_("The text has %(count)d characters; expected at most %(most)d.") % {"count": len(text), "most": MAX_TEXT})
    if "\x00" in text or any("\ud800" <= letter <= "\udfff" for letter in set(text)):
        raise Refused(_("The text holds bytes that are no text; expected plain text, Markdown or HTML in UTF-8."))


def _title_of(text: str) -> str:
    """The first line that says something, in plain words: links by their words, without markup and addresses."""
    lines = (plain_words(line) for line in text[:MAX_LED_IN].splitlines())
    first = next(filter(None, lines), "") or text.strip()
    if len(first) <= MAX_TITLE:
        return first
    cut = first[: MAX_TITLE - 1]
    return (cut.rpartition(" ")[0] or cut).rstrip(" ,;:，；：") + "…"


def make_row(report: CitationReport, index: int, one: extraction.FoundCitation, now: datetime) -> Citation:
    """A citation as it was found, unsaved; pictures and the like have their verdict already."""
    is_media = one.kind == CitationKind.MEDIA
    return Citation(
        report=report,
        index=index,
        kind=one.kind.value,
        text=one.text,
        url=one.url or "",
        domain=domain_of(one.url) if one.url else "",
        anchor=one.anchor,
        start=one.start,
        end=one.end,
        claim=one.claim,
        claim_start=one.claim_start,
        claim_end=one.claim_end,
        status=CitationStatus.NOT_APPLICABLE if is_media else CitationStatus.PENDING,
        reasons=[{"code": CitationWhy.MEDIA.value, "params": {}}] if is_media else [],
        checked_at=now if is_media else None,
    )


def previous_checks(*, report: CitationReport) -> dict[int, CitationCheck]:
    """For each citation whose latest verdict differs from the one before, that earlier one; by the citation's key."""
    changed: dict[int, CitationCheck] = {}
    latest: dict[int, CitationCheck] = {}
    for check in CitationCheck.objects.filter(citation__report=report).order_by("-id"):
        if check.citation_id not in latest:
            latest[check.citation_id] = check
        elif check.citation_id not in changed:
            changed[check.citation_id] = check
    return {key: check for key, check in changed.items() if check.status != latest[key].status}
