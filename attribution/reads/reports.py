"""Citation reports: who sees which, and one as the contract's JSON (contracts, section 5)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, Max, Q, QuerySet
from django.utils import translation

from attribution.core.checks.outcomes import outcome_of_citation
from attribution.core.vocabulary import CitationStatus, CitationWhy
from attribution.enums import PROBLEMS, codes_of, label_of
from attribution.models import Citation, CitationCheck, CitationReport, RecheckSchedule, ScheduledCheck
from attribution.reads.explanations import explain_reasons
from attribution.services.citations.annotation import annotate_report, list_feedback
from attribution.services.citations.lifecycle import list_visible
from verification.core.claims.item_facts import ItemProperty
from verification.core.series.claims import SeriesSays
from verification.reads.answers import Shape
from verification.reads.series.series import PUBLISHERS

LISTED = 50
SCHEDULED_SHOWN = 20


@dataclass(frozen=True, slots=True)
class ListedReport:
    """A report of a list with how many of its citations hold and how many don't."""

    report: CitationReport
    verified: int
    problems: int
    pending: int


def list_reports(*, user: User) -> list[ListedReport]:
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
    return [ListedReport(one, one.verified, one.problems, one.pending) for one in reports[:LISTED]]


def count_by_verdict(*, report: CitationReport) -> dict[str, int]:
    """In the order of the enumeration, those that occur."""
    rows = report.citations.order_by().values_list("status").annotate(count=Count("pk"))
    found = dict(rows)
    return {status: found[status] for status in codes_of(CitationStatus) if status in found}


def count_reached(*, report: CitationReport) -> tuple[int, int]:
    """How many citations were not checked because their page could not be asked, and of how many the page was fetched."""
    unreached = Q(status=CitationStatus.INCONCLUSIVE, reasons__0__code=CitationWhy.NOT_FETCHED.value)
    found = report.citations.aggregate(unreached=Count("pk", filter=unreached), fetched=Count("pk", filter=Q(fetched_at__isnull=False)))
    return found["unreached"], found["fetched"]


def list_for_text(*, report: CitationReport) -> list[Citation]:
    """What the text's chips need of each citation."""
    return list(
        report.citations.order_by("index").only(
            "report_id", "index", "status", "start", "end", "claim_start", "claim_end", "url", "kind", "observations"
        )
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


def summarize(citations: Sequence[Citation]) -> dict[str, int]:
    """How many citations have each verdict."""
    return dict(Counter(one.status for one in citations))


def says_otherwise(citation: Citation) -> bool:
    """Whether an official series contradicts the claim, whatever its page says."""
    return any(said["says"] == SeriesSays.DIFFERS for said in citation.observations)


def report_row_shape(report: CitationReport) -> Shape:
    """A report in a list."""
    return {
        "id": report.pk,
        "title": report.title,
        "status": report.status,
        "depth": report.depth,
        "policy": report.policy,
        "lang": report.lang,
        "citations_count": report.citations_count,
        "kinds": report.kinds,
        "is_read": report.is_read,
        "created_at": report.created_at.isoformat(),
        "finished_at": report.finished_at.isoformat() if report.finished_at else None,
    }


def report_shape(report: CitationReport, citations: Sequence[Citation], changes: dict[int, CitationCheck], *, lang: str | None) -> Shape:
    """The whole report; ``changes``: for citations whose verdict changed, the one before."""
    annotated = annotate_report(report, citations)
    return {
        **report_row_shape(report),
        "error": report.error or None,
        "failures": report.failures,
        "summary": summarize(citations),
        "contradicted_by_series": sum(says_otherwise(one) for one in citations),
        "citations": [citation_shape(one, changes.get(one.pk), lang=lang or report.lang) for one in citations],
        "annotated": {"markdown": annotated.markdown, "html": annotated.html, "edits": [asdict(edit) for edit in annotated.edits]},
        "feedback": list_feedback(report, citations),
    }


def citation_shape(one: Citation, before: CitationCheck | None = None, *, lang: str) -> Shape:
    """One citation with its verdict, facts and evidence."""
    return {
        "index": one.index,
        "kind": one.kind,
        "text": one.text,
        "url": one.url or None,
        "start": one.start,
        "end": one.end,
        "claim": one.claim,
        "claim_start": one.claim_start,
        "claim_end": one.claim_end,
        "status": one.status,
        "why": explain_reasons(one.reasons, lang),
        "reasons": [reason["code"] for reason in one.reasons],
        "score": one.score,
        "passages": one.passages,
        "aligned": one.aligned,
        "outcome": _outcome(one),
        "parts": one.parts,
        "http": {"status": one.http_status, "final_url": one.final_url or None, "hops": one.hops},
        "page_title": one.page_title or None,
        "published_at": one.published_at.isoformat() if one.published_at else None,
        "fetched_at": one.fetched_at.isoformat() if one.fetched_at else None,
        "is_local_copy": one.is_local_copy,
        "checked_at": one.checked_at.isoformat() if one.checked_at else None,
        "archive_url": one.archive_url or None,
        "replacement": one.replacement,
        "claim_reviews": one.claim_reviews,
        "wikidata": item_shape(one.wikidata, lang=lang) if one.wikidata else None,
        "observations": [observation_shape(said, lang=lang) for said in one.observations],
        "model_word": one.model_word,
        "facts": _facts_shape(one),
        "before": {"status": before.status, "checked_at": before.checked_at.isoformat()} if before else None,
        "ruling": one.ruling_id,
        "is_disputed": one.disputed_at is not None,
    }


def _outcome(one: Citation) -> str | None:
    found = outcome_of_citation(CitationStatus(one.status), [reason["code"] for reason in one.reasons])
    return found.value if found else None


def item_shape(item: Mapping[str, Any], *, lang: str) -> Shape:
    """An item of Wikidata as a citation keeps it, its properties named in ``lang`` too."""
    with translation.override(lang):
        statements = [{**one, "property_label": label_of(ItemProperty, one["property"])} for one in item["statements"]]
    return {**item, "statements": statements}


def observation_shape(said: Mapping[str, Any], *, lang: str) -> Shape:
    """What an official series says to a claim, its title in ``lang``."""
    told = {name: value for name, value in said.items() if not name.startswith("title_")}
    title = said["title_zh" if lang.startswith("zh") else "title_en"]
    return {**told, "title": title, "publisher": PUBLISHERS.get(said["publisher"], said["publisher"]), "node": said["node"] or None}


def _facts_shape(one: Citation) -> Shape:
    return {
        "exists": one.existence or None,
        "matches": one.matches or None,
        "supports": one.supports or None,
        "dates_fit": one.dates_fit or None,
        "is_authority": one.is_authority,
        "is_retracted": one.is_retracted,
    }
