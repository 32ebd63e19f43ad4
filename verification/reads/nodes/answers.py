"""Nodes as the API answers them; ``nodes`` reads the rows."""

from collections.abc import Sequence
from typing import Annotated

from django.utils import translation
from pydantic import Field

from verification.core.evidence import Why
from verification.core.vocabulary import Badge, BoundBy, Confidence, Independence, NodeKind, Reason, RiskLevel, Trend
from verification.enums import ReviewStatus
from verification.models import Node, NodeState, VerificationRun
from verification.reads.answers import Answer, Conflict, Explanation, Figure, Moment, Value, VoteCounts, local, local_or_none
from verification.reads.runs.rulings import StandingRuling, explain_ruling, split_by_ruling
from verification.reads.runs.verdicts import EvidencePage, ReviewReference, Run, finding_of
from verification.reads.words.explanations import explain_review, language_of


class State(Answer):
    """What is known of a node. `checked_at` is when, `as_of` for which moment, `evidence_at` the date of the newest source."""

    value: Value
    number: Figure
    unit: str | None
    trend: Trend
    confidence: Confidence
    badge: Badge
    bound_by: BoundBy
    reason: Annotated[Reason | None, Field(description="Null after a person's ruling.")]
    as_of: Moment
    evidence_at: Moment | None
    checked_at: Moment
    run: Annotated[int | None, Field(description="The run it follows from, or null.")]
    ruling: Annotated[int | None, Field(description="The ruling it follows from, or null.")]
    ruled: Annotated[StandingRuling | None, Field(description="That ruling, and how it stands; null where no person decided.")]

    @classmethod
    def of(cls, state: NodeState) -> "State":
        run = state.basis.run
        return cls(
            value=state.value,
            number=state.number or None,
            unit=state.unit or None,
            trend=Trend(state.trend),
            confidence=Confidence(state.confidence),
            badge=Badge(state.badge),
            bound_by=BoundBy(state.bound_by),
            reason=Reason(run.reason) if run and run.reason and not state.ruled_by else None,
            as_of=local(state.as_of),
            evidence_at=local_or_none(state.evidence_at),
            checked_at=local(state.created_at),
            run=state.basis.run_id,
            ruling=state.ruled_by.pk if state.ruled_by else None,
            ruled=StandingRuling.of(state),
        )


class NodeRow(Answer):
    slug: str
    label: str
    aliases: list[str]
    kind: NodeKind
    unit: str | None
    reference_period: str | None
    group: str
    risk_level: RiskLevel
    state: Annotated[State | None, Field(description="Null where the node was never verified.")]
    is_active: bool
    is_stale: Annotated[bool, Field(description="Older than the node's own limit.")]
    is_conflict: Annotated[bool, Field(description="Values disagree.")]
    is_running: bool
    last_run_failed: bool

    @classmethod
    def fields_of(cls, node: Node) -> dict[str, object]:
        return {
            "slug": node.slug,
            "label": node.label,
            "aliases": node.aliases,
            "kind": NodeKind(node.kind),
            "unit": node.unit or None,
            "reference_period": node.reference_period or None,
            "group": node.group,
            "risk_level": RiskLevel(node.risk_level),
            "state": State.of(node.state) if node.state else None,
            "is_active": node.is_active,
            "is_stale": node.is_stale,  # type: ignore[attr-defined]
            "is_conflict": node.is_conflict,
            "is_running": node.is_running,  # type: ignore[attr-defined]
            "last_run_failed": node.last_run_failed,
        }

    @classmethod
    def of(cls, node: Node) -> "NodeRow":
        """A node of ``nodes.list_nodes`` with its state."""
        return cls.model_validate(cls.fields_of(node))


class NodeDetail(NodeRow):
    fresh_days: int | None
    min_domains: int
    independence: Independence
    tolerance: str | None
    query: str | None
    schedule: str | None
    series: Annotated[str | None, Field(description="The key of the official series that is asked first, or null.")]
    links: Annotated[list[str], Field(description="Slugs of the nodes that this one leads to.")]
    is_watched: bool
    narrative_context: Explanation | None
    sources: Annotated[list[EvidencePage], Field(description="What carries the value.")]
    others: Annotated[list[EvidencePage], Field(description="All other pages that were read.")]
    conflicts: list[Conflict]
    counts: VoteCounts
    review: ReviewReference | None
    trace: Annotated[list[str], Field(description="The rules that fired, in order.")]

    @classmethod
    def with_evidence(
        cls, node: Node, run: VerificationRun | None, *, links: Sequence[str], is_watched: bool, lang: str | None
    ) -> "NodeDetail":
        """One node with the pages of ``run``, which carries its state."""
        if node.state is not None and node.state.ruled_by is not None:
            evidence = _as_ruled(node, node.state, run, lang)
        else:
            evidence = _as_found(Run.of(run, lang=lang) if run else None)
        return cls.model_validate(
            cls.fields_of(node)
            | {
                "fresh_days": node.fresh_days,
                "min_domains": node.min_domains,
                "independence": Independence(node.independence),
                "tolerance": node.tolerance or None,
                "query": node.query or None,
                "schedule": node.schedule or None,
                "series": node.series or None,
                "links": list(links),
                "is_watched": is_watched,
                **evidence,
            }
        )


def _as_found(said: Run | None) -> dict[str, object]:
    """The evidence as a run left it."""
    nothing: dict[str, object] = {"narrative_context": None, "sources": [], "others": [], "conflicts": [], "review": None, "trace": []}
    if said is None:
        return {**nothing, "counts": VoteCounts(domains=0, stories=0)}
    return {name: getattr(said, name) for name in (*nothing, "counts")}


def _as_ruled(node: Node, state: NodeState, run: VerificationRun | None, lang: str | None) -> dict[str, object]:
    """The evidence as a person weighed it: the pages that state the ruled value carry it, and nothing of a run's own verdict remains."""
    said_in = lang or language_of(node.label)
    carrying, others = split_by_ruling(node, state, run.sources.order_by("position") if run else ())
    with translation.override(said_in):
        trace = explain_ruling(state)
    item = node.review_items.filter(status=ReviewStatus.OPEN).first()
    why = Why(str(item.why.get("code", "")), item.why.get("params", {})) if item else None
    return {
        "narrative_context": state.ruled_by.reason if state.ruled_by else "",
        "sources": [EvidencePage.of(finding_of(source), node.label, said_in) for source in carrying],
        "others": [EvidencePage.of(finding_of(source), node.label, said_in) for source in others],
        "conflicts": [],
        "counts": VoteCounts(
            domains=len({source.domain for source in carrying}), stories=len({source.story for source in carrying if source.story})
        ),
        "review": ReviewReference(id=item.pk, code=why.code, why=explain_review(why, said_in)) if item and why else None,
        "trace": trace,
    }
