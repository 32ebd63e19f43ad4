"""Citations and their verdicts as lines for training and prompts, with what persons ruled."""

from collections.abc import Iterator

from django.db.models import QuerySet

from attribution.models import Citation, CitationReport
from attribution.services.citations.annotation import list_feedback
from verification.core.vocabulary import RunStatus

TRAINING, PROMPTS = "training", "prompts"
ENDED = (RunStatus.FINISHED.value, RunStatus.DEGRADED.value, RunStatus.FAILED.value, RunStatus.CANCELLED.value)


def export_lines(reports: QuerySet[CitationReport], *, kind: str, since: int = 0) -> Iterator[dict[str, object]]:
    """One object for each citation of the ended reports with a higher id than ``since``: its claim, passage and verdict (``training``),
    or what its writer is told of it (``prompts``, those that don't hold alone). Two queries for each report.
    """
    for report in reports.filter(pk__gt=since, status__in=ENDED).order_by("pk").iterator(chunk_size=100):
        citations = list(report.citations.order_by("index"))
        if kind == PROMPTS:
            yield from ({"report": report.pk, **entry} for entry in list_feedback(report, citations))
        else:
            yield from (_example(report, one) for one in citations)


def _example(report: CitationReport, one: Citation) -> dict[str, object]:
    return {
        "report": report.pk,
        "index": one.index,
        "kind": one.kind,
        "claim": one.claim,
        "url": one.url or None,
        "text": one.text,
        "status": one.status,
        "reasons": [reason["code"] for reason in one.reasons],
        "score": one.score,
        "passage": one.passages[0]["text"] if one.passages else None,
        "page_title": one.page_title or None,
        "replacement": one.replacement,
        "observations": one.observations,
        "is_ruled": one.ruling_id is not None,
        "is_disputed": one.disputed_at is not None,
        "checked_at": one.checked_at.isoformat() if one.checked_at else None,
    }
