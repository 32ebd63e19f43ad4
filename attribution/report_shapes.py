"""A citation report as the contract's JSON (contracts, section 5)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.utils import translation

from attribution.enums import ItemProperty
from attribution.explanations import explain_reasons
from attribution.models import Citation, CitationCheck, CitationReport
from attribution.services.citations.annotation import annotate_report, list_feedback
from verification.shapes import Shape


def summarize(citations: Sequence[Citation]) -> dict[str, int]:
    """How many citations have each verdict."""
    return dict(Counter(one.status for one in citations))


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
        "http": {"status": one.http_status, "final_url": one.final_url or None, "hops": one.hops},
        "page_title": one.page_title or None,
        "published_at": one.published_at.isoformat() if one.published_at else None,
        "fetched_at": one.fetched_at.isoformat() if one.fetched_at else None,
        "checked_at": one.checked_at.isoformat() if one.checked_at else None,
        "archive_url": one.archive_url or None,
        "replacement": one.replacement,
        "claim_reviews": one.claim_reviews,
        "wikidata": item_shape(one.wikidata, lang=lang) if one.wikidata else None,
        "model_word": one.model_word,
        "facts": _facts_shape(one),
        "before": {"status": before.status, "checked_at": before.checked_at.isoformat()} if before else None,
        "ruling": one.ruling_id,
        "is_disputed": one.disputed_at is not None,
    }


def item_shape(item: Mapping[str, Any], *, lang: str) -> Shape:
    """An item of Wikidata as a citation keeps it, its properties named in ``lang`` too."""
    with translation.override(lang):
        statements = [{**one, "property_label": str(ItemProperty(one["property"]).label)} for one in item["statements"]]
    return {**item, "statements": statements}


def _facts_shape(one: Citation) -> Shape:
    return {
        "exists": one.existence or None,
        "matches": one.matches or None,
        "supports": one.supports or None,
        "dates_fit": one.dates_fit or None,
        "is_authority": one.is_authority,
        "is_retracted": one.is_retracted,
    }
