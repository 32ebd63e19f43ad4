"""Verdicts and runs as the contract's JSON (contracts, section 2)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from verification.core.evidence import Candidate, Counts, NodeSpec, Params, Passage, SourceFinding, TraceStep, Verdict, Why
from verification.core.vocabulary import Badge, BoundBy, Confidence, PassageField, Reason, RunStatus, Stance, Trend
from verification.enums import ReviewStatus
from verification.models import Source, VerificationRun
from verification.reads.explanations import explain, explain_review, language_of, narrative

Shape = dict[str, object]


def consensus_shape(verdict: Verdict, node: NodeSpec, *, lang: str | None = None) -> Shape:
    """The output of ``batch consensus`` without its id; ``lang`` None is the label's language."""
    said_in = lang or language_of(node.label)
    return {
        "value": verdict.value,
        "number": verdict.number,
        "unit": verdict.unit,
        "trend": verdict.trend.value,
        "confidence": verdict.confidence.value,
        "badge": verdict.badge.value,
        "reason": verdict.reason.value,
        "narrative_context": narrative(verdict, node, said_in),
        "bound_by": verdict.bound_by.value,
        "sources": [source_shape(finding, said_in) for finding in verdict.sources],
        "others": [source_shape(finding, said_in) for finding in verdict.others],
        "conflicts": [conflict_shape(candidate) for candidate in verdict.conflicts],
        "counts": {"domains": verdict.counts.domains, "stories": verdict.counts.stories},
        "review": review_shape(verdict.review, said_in),
        "trace": [explain(step, said_in) for step in verdict.trace],
        "stage": int(verdict.stage),
    }


def source_shape(finding: SourceFinding, lang: str) -> Shape:
    """One page; ``start`` and ``end`` cut ``passage`` from the page's ``field``, ``figure`` counts characters of the passage."""
    passage = finding.passage
    figure = None
    if passage is not None and passage.figure_start is not None:
        figure = {"start": passage.figure_start, "end": passage.figure_end}
    return {
        "title": finding.title,
        "url": finding.url,
        "domain": finding.domain,
        "passage": passage.text if passage else None,
        "field": passage.field.value if passage else None,
        "start": passage.start if passage else None,
        "end": passage.end if passage else None,
        "figure": figure,
        "published_at": finding.published_at.isoformat() if finding.published_at else None,
        "stance": finding.stance.value,
        "why": explain(finding.why, lang),
        "story": finding.story,
    }


def conflict_shape(candidate: Candidate) -> Shape:
    return {"value": candidate.value, "domains": list(candidate.domains)}


def review_shape(why: Why | None, lang: str) -> Shape | None:
    return None if why is None else {"code": str(why.code), "why": explain_review(why, lang)}


def run_shape(run: VerificationRun, *, lang: str | None = None) -> Shape:
    """The line that ``verify --json`` prints for a run. A failed or cancelled run has no verdict: its value is null."""
    node = run.node.spec()
    said_in = lang or language_of(node.label)
    verdict = verdict_of(run) if run.status in (RunStatus.FINISHED, RunStatus.DEGRADED) else None
    said = consensus_shape(verdict, node, lang=said_in) if verdict else {}
    review = said.get("review")
    return {
        "slug": run.node.slug,
        "value": said.get("value"),
        "number": said.get("number"),
        "unit": said.get("unit"),
        "trend": said.get("trend"),
        "confidence": said.get("confidence"),
        "badge": run.badge or None,
        "as_of": _local(run.as_of),
        "status": run.status,
        "reason": run.reason or None,
        "stage": int(run.stage) if run.stage else None,
        "bound_by": said.get("bound_by"),
        "narrative_context": said.get("narrative_context"),
        "sources": said.get("sources", []),
        "others": said.get("others", []),
        "conflicts": said.get("conflicts", []),
        "counts": said.get("counts", {"domains": 0, "stories": 0}),
        "review": {"id": _open_review(run), **review} if isinstance(review, dict) else None,
        "run": run.pk,
        "duration_ms": run.duration_ms,
        "calls": run.calls,
        "cost_usd": float(run.cost_usd),
        "failures": run.failures,
        # Not "error": by that key the readers of JSON Lines tell lines that were not answered.
        "message": run.error or None,
    }


def verdict_of(run: VerificationRun) -> Verdict:
    """The verdict of a finished run, as the engine gave it, from its rows (one query)."""
    rows = list(run.sources.order_by("position"))
    return Verdict(
        value=run.value,
        number=run.number or None,
        unit=run.unit or None,
        trend=Trend(run.trend),
        confidence=Confidence(run.confidence),
        badge=Badge(run.badge),
        reason=Reason(run.reason),
        bound_by=BoundBy(run.bound_by),
        sources=tuple(finding_of(row) for row in rows if row.is_accepted),
        others=tuple(finding_of(row) for row in rows if not row.is_accepted),
        conflicts=tuple(_candidate(entry) for entry in run.conflicts),
        candidates=tuple(_candidate(entry) for entry in run.candidates),
        counts=Counts(domains=run.domains_count, stories=run.stories_count),
        review=Why(**_code(run.review)) if run.review else None,
        trace=tuple(TraceStep(**_code(entry)) for entry in run.trace),
        stage=run.stage,
    )


def finding_of(row: Source) -> SourceFinding:
    passage = None
    if row.field:
        passage = Passage(row.passage, PassageField(row.field), row.start or 0, row.end or 0, row.figure_start, row.figure_end)
    return SourceFinding(
        position=row.position,
        url=row.url,
        title=row.title,
        domain=row.domain,
        stance=Stance(row.stance),
        why=Why(**_code(row.why)),
        story=row.story,
        passage=passage,
        published_at=timezone.localtime(row.published_at) if row.published_at else None,
        value=row.value or None,
        number=row.number or None,
        is_whitelisted=row.is_whitelisted,
    )


def _candidate(entry: Mapping[str, Any]) -> Candidate:
    return Candidate(value=entry["value"], number=entry["number"], domains=tuple(entry["domains"]), stories=entry["stories"])


def _code(entry: Mapping[str, Any]) -> dict[str, Any]:
    params: Params = {name: tuple(value) if isinstance(value, list) else value for name, value in entry.get("params", {}).items()}
    return {"code": entry.get("code", ""), "params": params}


def _open_review(run: VerificationRun) -> int | None:
    """The item a person finds in the queue; a replay opens none."""
    if run.is_replay:
        return None
    return run.node.review_items.filter(status=ReviewStatus.OPEN).values_list("pk", flat=True).first()


def _local(moment: datetime) -> str:
    return timezone.localtime(moment).isoformat()
