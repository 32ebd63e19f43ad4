"""Attributions as the API's JSON (contracts, section 6)."""

from collections.abc import Sequence
from dataclasses import asdict

from attribution.core.answers.sources import Mode
from attribution.models import Attribution, AttributionMark
from attribution.prompts import PROMPTS
from attribution.reads.attributions import attribution_shape
from attribution.services.answers.figures import TracingFigures
from attribution.services.answers.results import read_documents, read_result
from attribution.services.answers.settings import TracingSettings, read_overrides, read_settings
from verification.reads.answers import Shape

PREVIEW = 200


def answer_shape(row: Attribution, marks: Sequence[AttributionMark] = (), *, lang: str | None) -> Shape:
    """An attribution with all entries, in ``lang`` or else in the answer's own language."""
    found: Shape = {"sources": [], "sentences": []}
    if row.result is not None:
        documents = read_documents(row.documents)
        found = attribution_shape(read_result(row.result, mode=Mode(row.mode)), documents, lang=(lang or row.lang)[:2])
    return {
        **row_shape(row),
        "sources": found["sources"],
        "sentences": found["sentences"],
        "settings": {**TracingSettings().as_dict(), **row.options},
        "words_only": bool(row.result and row.result.get("words_only")),
        "marks": [{"index": mark.index, "is_right": mark.is_right} for mark in marks],
    }


def listed_shape(row: Attribution) -> Shape:
    return {**row_shape(row), "answer": row.answer[:PREVIEW]}


def row_shape(row: Attribution) -> Shape:
    return {
        "id": row.pk,
        "reference": row.reference,
        "status": row.status,
        "mode": row.mode,
        "disabled": row.is_disabled,
        "is_cached": row.is_cached,
        "lang": row.lang,
        "duration_ms": row.duration_ms,
        "created_at": row.created_at.isoformat(),
        "finished_at": row.finished_at.isoformat() if row.finished_at else None,
        "error": row.error,
        "sources_count": row.sources_count,
        "sentences_count": row.sentences_count,
        "supported_count": row.supported_count,
    }


def settings_shape() -> Shape:
    """Two queries."""
    return {"settings": read_settings().as_dict(), "overrides": read_overrides(), "prompts": dict(PROMPTS)}


def figures_shape(figures: TracingFigures) -> Shape:
    shares = ("supported_share", "accuracy", "cache_hit_rate", "failure_rate")
    rounded = {name: None if (share := getattr(figures, name)) is None else round(share, 4) for name in shares}
    return {**asdict(figures), **rounded}
