"""Rows as the API's JSON; ``answers.py`` describes the same shapes for the schema."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from verification.core.evidence import TraceStep, Why
from verification.models import Node, NodeFlag, NodeState, ReviewItem, RunStep, VerificationRun, WhitelistDomain
from verification.reads.explanations import explain, explain_review, language_of
from verification.reads.verdicts import Shape, run_shape

EVIDENCE = ("narrative_context", "sources", "others", "conflicts", "counts", "review")


def node_row_shape(node: Node) -> Shape:
    """A node of ``queries.list_nodes`` with its state."""
    state = node.state
    return {
        "slug": node.slug,
        "label": node.label,
        "aliases": node.aliases,
        "kind": node.kind,
        "unit": node.unit or None,
        "reference_period": node.reference_period or None,
        "group": node.group,
        "risk_level": node.risk_level,
        "state": state_shape(state) if state else None,
        "is_active": node.is_active,
        "is_stale": node.is_stale,
        "is_conflict": node.is_conflict,
        "is_running": node.is_running,
        "last_run_failed": node.last_run_failed,
    }


def state_shape(state: NodeState) -> Shape:
    return {
        "value": state.value,
        "number": state.number or None,
        "unit": state.unit or None,
        "trend": state.trend,
        "confidence": state.confidence,
        "badge": state.badge,
        "bound_by": state.bound_by,
        "reason": state.run.reason if state.run else None,
        "as_of": _moment(state.as_of),
        "evidence_at": _moment(state.evidence_at),
        "checked_at": _moment(state.created_at),
        "run": state.run_id,
        "ruling": state.ruling_id,
    }


def node_shape(node: Node, run: VerificationRun | None, *, links: Sequence[str], is_watched: bool, lang: str | None) -> Shape:
    """One node with the pages of ``run``, which carries its state."""
    nothing: Shape = {
        "narrative_context": None,
        "sources": [],
        "others": [],
        "conflicts": [],
        "counts": {"domains": 0, "stories": 0},
        "review": None,
    }
    evidence = run_shape(run, lang=lang) if run else nothing
    return {
        **node_row_shape(node),
        "fresh_days": node.fresh_days,
        "min_domains": node.min_domains,
        "independence": node.independence,
        "tolerance": node.tolerance or None,
        "query": node.query or None,
        "schedule": node.schedule or None,
        "links": list(links),
        "is_watched": is_watched,
        **{name: evidence[name] for name in EVIDENCE},
        "trace": _trace(run, lang or language_of(node.label)) if run else [],
    }


def run_row_shape(run: VerificationRun) -> Shape:
    """A run in a node's history."""
    return {
        "run": run.pk,
        "status": run.status,
        "badge": run.badge or None,
        "value": run.value or None,
        "number": run.number or None,
        "unit": run.unit or None,
        "trend": run.trend or None,
        "reason": run.reason or None,
        "stage": int(run.stage) if run.stage else None,
        "counts": {"domains": run.domains_count, "stories": run.stories_count},
        "as_of": _moment(run.as_of),
        "is_replay": run.is_replay,
        "trigger": run.trigger,
        "created_at": _moment(run.created_at),
        "finished_at": _moment(run.finished_at),
        "duration_ms": run.duration_ms,
        "calls": run.calls,
    }


def run_detail_shape(run: VerificationRun, *, lang: str | None) -> Shape:
    """What ``verify --json`` prints, with the steps and what the run worked with."""
    return {
        **run_shape(run, lang=lang),
        "is_replay": run.is_replay,
        "trigger": run.trigger,
        "from_stage": int(run.from_stage),
        "extractor": run.extractor,
        "engine_version": run.engine_version or None,
        "prompt_version": run.prompt_version or None,
        "attempts": run.attempts,
        "created_at": _moment(run.created_at),
        "started_at": _moment(run.started_at),
        "finished_at": _moment(run.finished_at),
        "steps": [_step_shape(step) for step in run.steps.order_by("position")],
        "candidates": [
            {"value": entry["value"], "number": entry["number"], "domains": entry["domains"], "stories": entry["stories"]}
            for entry in run.candidates
        ],
        "trace": _trace(run, lang or language_of(run.node.label)),
    }


def flag_shape(flag: NodeFlag) -> Shape:
    return {
        "id": flag.pk,
        "node": flag.node.slug,
        "state": flag.state_id,
        "reason": flag.reason,
        "source": flag.source or None,
        "created_at": _moment(flag.created_at),
    }


def watch_shape(node: Node, *, is_watched: bool) -> Shape:
    return {"node": node.slug, "is_watched": is_watched}


def domain_shape(domain: WhitelistDomain) -> Shape:
    """A whitelist entry whose listings were prefetched with their groups."""
    return {
        "domain": domain.domain,
        "groups": [listing.group.slug for listing in domain.listings.all()],
        "owner": domain.owner or None,
        "tier": domain.tier,
        "authority": float(domain.authority),
        "is_official": domain.is_official,
        "is_active": domain.is_active,
    }


def review_item_shape(item: ReviewItem, run: VerificationRun | None, *, lang: str | None) -> Shape:
    node = item.node
    said_in = lang or (language_of(node.label) if node else "en")
    return {
        "id": item.pk,
        "status": item.status,
        "reason": item.reason or None,
        "why": explain_review(Why(str(item.why.get("code", "")), item.why.get("params", {})), said_in),
        "risk_level": item.risk_level,
        "node": {"slug": node.slug, "label": node.label} if node else None,
        "run": run.pk if run else None,
        "conflicts": [{"value": entry["value"], "domains": entry["domains"]} for entry in run.conflicts] if run else [],
        "created_at": _moment(item.created_at),
        "closed_at": _moment(item.closed_at),
    }


def page_shape(entries: list[Shape], following: str | None) -> Shape:
    return {"items": entries, "next": following}


def _step_shape(step: RunStep) -> Shape:
    return {
        "position": step.position,
        "name": step.name,
        "status": step.status,
        "detail": step.detail,
        "started_at": _moment(step.started_at),
        "finished_at": _moment(step.finished_at),
    }


def _trace(run: VerificationRun, lang: str) -> list[str]:
    return [explain(TraceStep(str(entry.get("code", "")), _params(entry)), lang) for entry in run.trace]


def _params(entry: dict[str, Any]) -> dict[str, Any]:
    return dict(entry.get("params") or {})


def _moment(at: datetime | None) -> str | None:
    return timezone.localtime(at).isoformat() if at else None
