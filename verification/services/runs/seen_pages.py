"""The pages that a verification was decided on, as they are kept with it: what each says, and which values compete."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from verification.core.evidence import SourceFinding, Verdict
from verification.models import Source
from verification.services.runs.results import MAX_NUMBER, MAX_VALUE, code_shape

MAX_PAGES = 40
MAX_PASSAGE, MAX_TITLE, MAX_URL = 2_000, 500, 2_000


def evidence_shape(verdict: Verdict) -> dict[str, Any]:
    """What the engine made of the pages: ``values`` [{value, number, domains}], most votes first, and ``pages``, those that vote first."""
    return {
        "values": [
            {"value": entry.value[:MAX_VALUE], "number": entry.number[:MAX_NUMBER], "domains": list(entry.domains)}
            for entry in verdict.conflicts or verdict.candidates
        ],
        "pages": [_page_shape(finding) for finding in (*verdict.sources, *verdict.others)[:MAX_PAGES]],
    }


def read_pages(result: Mapping[str, Any]) -> list[Source]:
    """The pages again, as sources that stand in no table."""
    return [_source(page) for page in result.get("pages", [])]


def _page_shape(finding: SourceFinding) -> dict[str, Any]:
    passage = finding.passage
    return {
        "url": finding.url[:MAX_URL],
        "title": finding.title[:MAX_TITLE],
        "domain": finding.domain,
        "stance": finding.stance.value,
        "why": code_shape(finding.why),
        "story": finding.story,
        "field": passage.field.value if passage else "",
        "passage": passage.text[:MAX_PASSAGE] if passage else "",
        "start": passage.start if passage else None,
        "end": passage.end if passage else None,
        "figure_start": passage.figure_start if passage else None,
        "figure_end": passage.figure_end if passage else None,
        "published_at": finding.published_at.isoformat() if finding.published_at else None,
        "value": (finding.value or "")[:MAX_VALUE],
        "number": (finding.number or "")[:MAX_NUMBER],
        "is_whitelisted": finding.is_whitelisted,
    }


def _source(page: Mapping[str, Any]) -> Source:
    at = page.get("published_at")
    return Source(**{**page, "published_at": datetime.fromisoformat(at) if at else None})
