"""Rows for the tests of pages: nodes with a state, finished runs with their pages, open runs, review items."""

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from verification.core.vocabulary import Badge, Confidence, Reason, RunStatus
from verification.models import Node, NodeState, PageSnapshot, ReviewItem, RunStep, Source, VerificationBatch, VerificationRun
from verification.services.nodes.summaries import summarise_nodes

Row = dict[str, object]


def make_node(slug: str = "policy-rate", **fields: object) -> Node:
    return Node.objects.create(**{"slug": slug, "label": slug.replace("-", " ").capitalize(), "kind": "percent", "unit": "%", **fields})


def make_page(text: str = "The policy rate is 3.5%.", figure: str = "3.5%", **fields: object) -> Row:
    """A page of a run; ``figure`` is marked where it stands in ``text``."""
    start = text.find(figure) if figure else -1
    return {
        "url": "https://news.example/rates",
        "domain": "news.example",
        "title": "Rates",
        "published_at": timezone.now() - timedelta(hours=1),
        "stance": "supports",
        "is_accepted": True,
        "why": {"code": "bound_in_sentence", "params": {}},
        "passage": text,
        "figure_start": start if start >= 0 else None,
        "figure_end": start + len(figure) if start >= 0 else None,
        **fields,
    }


def make_run(node: Node, *, pages: Sequence[Row] = (), **fields: object) -> VerificationRun:
    """A run that has ended, accepted with 3.5 % unless ``fields`` say otherwise."""
    now = timezone.now()
    run = VerificationRun.objects.create(node=node, status=RunStatus.RUNNING, as_of=now, started_at=now, stage="2")
    RunStep.objects.create(
        run=run, position=1, name="search_web", status="done", detail={"pages": len(pages)}, started_at=now, finished_at=now
    )
    for position, page in enumerate(pages):
        text = str(page["passage"])
        digest = hashlib.sha256(f"{page['title']}\n{text}".encode()).hexdigest()
        snapshot = PageSnapshot.objects.get_or_create(sha256=digest, defaults={"title": page["title"], "text": text})[0]
        Source.objects.create(run=run, position=position, stage="2", snapshot=snapshot, field="content", start=0, end=len(text), **page)
    values = {
        "status": RunStatus.FINISHED,
        "badge": Badge.CROSS_VALIDATED,
        "reason": Reason.ACCEPTED,
        "value": "3.5%",
        "number": "3.5",
        "unit": "%",
        "trend": "stable",
        "confidence": Confidence.CROSS_VALIDATED,
        "domains_count": 3,
        "stories_count": 3,
        "finished_at": now,
        "duration_ms": 120,
        **fields,
    }
    VerificationRun.objects.filter(pk=run.pk).update(**values)
    summarise_nodes(keys=[node.pk])
    run.refresh_from_db()
    return run


def make_state(node: Node, *, as_of: datetime | None = None, pages: Sequence[Row] = (), **fields: object) -> NodeState:
    """A finished run and the state that follows from it, which the node then points to."""
    run = make_run(node, pages=pages, **fields)
    state = NodeState.objects.create(
        node=node,
        run=run,
        value=run.value,
        number=run.number,
        unit=run.unit,
        trend=run.trend,
        confidence=run.confidence,
        badge=run.badge,
        as_of=as_of or run.as_of,
    )
    set_state(node, state)
    return state


def set_state(node: Node, state: NodeState) -> None:
    node.state = state
    node.save()
    summarise_nodes(keys=[node.pk])
    node.refresh_from_db()


def make_verified(slug: str = "policy-rate", **fields: object) -> Node:
    node = make_node(slug, **fields)
    make_state(node, pages=[make_page()])
    return node


def make_conflict(slug: str = "brent") -> Node:
    """A node whose pages disagree, with its open review item."""
    node = make_node(slug, kind="currency", unit="USD", risk_level="high")
    values = [{"value": f"${number}", "number": number, "domains": [], "stories": 2} for number in ("68.40", "66.90")]
    review = {"code": "values_disagree", "params": {"values": ["$68.40", "$66.90"]}}
    state = make_state(
        node, badge="needs_human", reason="values_disagree", value="unknown", number="", unit="USD", conflicts=values, review=review
    )
    ReviewItem.objects.create(
        subject_kind="run", subject_id=state.run_id, node=node, reason="values_disagree", why=review, risk_level=node.risk_level
    )
    return node


def make_open_run(node: Node, **fields: object) -> VerificationRun:
    return VerificationRun.objects.create(**{"node": node, "status": RunStatus.QUEUED, "as_of": timezone.now(), **fields})


def make_batch(*nodes: Node, query: str = "") -> VerificationBatch:
    """A batch with a run that waits for each node."""
    batch = VerificationBatch.objects.create(query=query)
    batch.runs.set([make_open_run(node) for node in nodes])
    return batch
