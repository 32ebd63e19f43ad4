"""Verdicts and runs as they are answered (contracts, section 2), and the verdict of a finished run again from its rows."""

from collections.abc import Iterable, Mapping
from datetime import tzinfo
from typing import Annotated, Any

from django.utils import timezone
from pydantic import Field

from verification.core.evidence import Candidate, Counts, NodeSpec, Params, Passage, SourceFinding, TraceStep, Verdict, Why
from verification.core.subjects.glossary import glosses_of
from verification.core.vocabulary import Badge, BoundBy, CallKind, Confidence, Fault, PassageField, Reason, RunStatus, Stance, Trend
from verification.enums import ReviewStatus, RunTrigger, StepName, StepStatus
from verification.models import RunStep, Source, VerificationRun
from verification.reads.answers import (
    Answer,
    Conflict,
    Explanation,
    Figure,
    Moment,
    ReviewNeed,
    Shape,
    Value,
    VoteCounts,
    local,
    local_or_none,
)
from verification.reads.runs.rulings import StandingRuling
from verification.reads.words.explanations import explain, language_of, narrative

# What ``verify --json`` prints of a run, in this order.
LINE = (
    "slug", "value", "number", "unit", "trend", "confidence", "badge", "as_of", "status", "reason", "stage", "bound_by",
    "narrative_context",
    "sources", "others", "conflicts", "counts", "review", "run", "duration_ms", "calls", "cost_usd", "failures", "message",
)  # fmt: skip


class FigureSpan(Answer):
    """Counts characters of the passage; `end` is exclusive."""

    start: int
    end: int | None

    @classmethod
    def of(cls, passage: Passage | None) -> "FigureSpan | None":
        if passage is None or passage.figure_start is None:
            return None
        return cls(start=passage.figure_start, end=passage.figure_end)


class NamedThing(Answer):
    """What a passage calls something that the node asks for, and its usual name in the language of the answer."""

    written: str
    meant: str


class EvidencePage(Answer):
    """One page and what it says. `start` and `end` cut `passage` from the page's `field`; `names` is empty where the passage is in the
    language of the answer."""

    title: str
    url: str
    domain: str
    passage: str | None
    field: PassageField | None
    start: int | None
    end: int | None
    figure: FigureSpan | None
    names: list[NamedThing]
    published_at: Moment | None
    stance: Stance
    why: Explanation
    story: int

    @classmethod
    def of(cls, finding: SourceFinding, label: str, lang: str) -> "EvidencePage":
        """``label`` is the node's; the answer is in ``lang``."""
        passage = finding.passage
        named = glosses_of(label, passage.text, reads_chinese=lang.startswith("zh")) if passage else ()
        return cls(
            title=finding.title,
            url=finding.url,
            domain=finding.domain,
            passage=passage.text if passage else None,
            field=passage.field if passage else None,
            start=passage.start if passage else None,
            end=passage.end if passage else None,
            figure=FigureSpan.of(passage),
            names=[NamedThing(written=one.written, meant=one.meant) for one in named],
            published_at=finding.published_at,
            stance=finding.stance,
            why=explain(finding.why, lang),
            story=finding.story,
        )


class ReviewReference(ReviewNeed):
    id: Annotated[int | None, Field(description="The open review item.")]


class Consensus(Answer):
    """The verdict on the results that were sent; every one of them stands in `sources` or `others` once."""

    id: str | int | None
    value: Value
    number: Figure
    unit: str | None
    trend: Trend
    confidence: Confidence
    badge: Badge
    reason: Reason
    narrative_context: Explanation
    bound_by: BoundBy
    sources: list[EvidencePage]
    others: list[EvidencePage]
    conflicts: list[Conflict]
    counts: VoteCounts
    review: ReviewNeed | None
    trace: list[str]
    stage: int

    @classmethod
    def of(cls, verdict: Verdict, node: NodeSpec, *, key: str | int | None = None, lang: str | None = None) -> "Consensus":
        """``lang`` None is the label's language."""
        said_in = lang or language_of(node.label)
        return cls(
            id=key,
            value=verdict.value,
            number=verdict.number,
            unit=verdict.unit,
            trend=verdict.trend,
            confidence=verdict.confidence,
            badge=verdict.badge,
            reason=verdict.reason,
            narrative_context=narrative(verdict, node, said_in),
            bound_by=verdict.bound_by,
            sources=[EvidencePage.of(finding, node.label, said_in) for finding in verdict.sources],
            others=[EvidencePage.of(finding, node.label, said_in) for finding in verdict.others],
            conflicts=[Conflict.of(candidate) for candidate in verdict.conflicts],
            counts=VoteCounts(domains=verdict.counts.domains, stories=verdict.counts.stories),
            review=ReviewNeed.of(verdict.review, said_in) if verdict.review else None,
            trace=[explain(step, said_in) for step in verdict.trace],
            stage=int(verdict.stage),
        )


class RunRow(Answer):
    run: int
    status: RunStatus
    badge: Badge | None
    value: Value | None
    number: Figure
    unit: str | None
    trend: Trend | None
    reason: Reason | None
    stage: int | None
    counts: VoteCounts
    as_of: Moment
    is_replay: bool
    trigger: RunTrigger
    created_at: Moment
    finished_at: Moment | None
    duration_ms: int | None
    calls: int

    @classmethod
    def list_of(cls, runs: Iterable[VerificationRun]) -> "list[RunRow]":
        """Runs of a node's history. The reader's zone is asked for once: asking for each moment took a third of all that a list took."""
        zone = timezone.get_current_timezone()
        return [cls._in(zone, run) for run in runs]

    @classmethod
    def _in(cls, zone: tzinfo, run: VerificationRun) -> "RunRow":
        return cls(
            run=run.pk,
            status=RunStatus(run.status),
            badge=Badge(run.badge) if run.badge else None,
            value=run.value or None,
            number=run.number or None,
            unit=run.unit or None,
            trend=Trend(run.trend) if run.trend else None,
            reason=Reason(run.reason) if run.reason else None,
            stage=int(run.stage) if run.stage else None,
            counts=VoteCounts(domains=run.domains_count, stories=run.stories_count),
            as_of=run.as_of.astimezone(zone),
            is_replay=run.is_replay,
            trigger=RunTrigger(run.trigger),
            created_at=run.created_at.astimezone(zone),
            finished_at=run.finished_at.astimezone(zone) if run.finished_at else None,
            duration_ms=run.duration_ms,
            calls=run.calls,
        )


class Step(Answer):
    position: int
    name: StepName
    status: StepStatus
    detail: Annotated[dict[str, Any], Field(description="Figures of the step: pages, provider, query, value …")]
    started_at: Moment
    finished_at: Moment | None

    @classmethod
    def of(cls, step: RunStep) -> "Step":
        return cls(
            position=step.position,
            name=StepName(step.name),
            status=StepStatus(step.status),
            detail=step.detail,
            started_at=local(step.started_at),
            finished_at=local_or_none(step.finished_at),
        )


class CandidateValue(Answer):
    value: str
    number: str
    domains: list[str]
    stories: int


class FailedProvider(Answer):
    """A provider that did not answer; `provider` is empty where none of a kind did, a host for a page."""

    provider: str
    kind: CallKind
    fault: Fault


class Run(Answer):
    """One attempt to establish a node's state; `message` says what failed. Without a verdict its fields are null."""

    run: int
    slug: str
    status: RunStatus
    value: Value | None
    number: Figure
    unit: str | None
    trend: Trend | None
    confidence: Confidence | None
    badge: Badge | None
    reason: Reason | None
    bound_by: BoundBy | None
    narrative_context: Explanation | None
    sources: list[EvidencePage]
    others: list[EvidencePage]
    conflicts: list[Conflict]
    candidates: Annotated[list[CandidateValue], Field(description="All values found, most votes first.")]
    counts: VoteCounts
    review: ReviewReference | None
    ruled: Annotated[StandingRuling | None, Field(description="The person's decision that the run left in force.")]
    trace: list[str]
    stage: int | None
    from_stage: int
    as_of: Moment
    is_replay: bool
    trigger: RunTrigger
    extractor: str
    engine_version: str | None
    prompt_version: str | None
    attempts: int
    created_at: Moment
    started_at: Moment | None
    finished_at: Moment | None
    duration_ms: int | None
    calls: Annotated[int, Field(description="Searches and model calls made.")]
    cost_usd: Annotated[float, Field(description="What they cost, to six decimals.")]
    failures: Annotated[list[FailedProvider], Field(description="What a degraded run had to do without.")]
    message: str | None
    steps: list[Step]

    @classmethod
    def of(cls, run: VerificationRun, *, lang: str | None = None) -> "Run":
        """With the steps and what the run worked with. A failed or cancelled run has no verdict: its value is null."""
        node = run.node.spec()
        said_in = lang or language_of(node.label)
        is_decided = run.status in (RunStatus.FINISHED, RunStatus.DEGRADED)
        said = Consensus.of(verdict_of(run), node, lang=said_in) if is_decided else None
        review = said.review if said else None
        return cls(
            run=run.pk,
            slug=run.node.slug,
            status=RunStatus(run.status),
            badge=Badge(run.badge) if run.badge else None,
            reason=Reason(run.reason) if run.reason else None,
            candidates=[CandidateValue.model_validate(entry) for entry in run.candidates],
            review=ReviewReference(id=_open_review(run), code=review.code, why=review.why) if review else None,
            ruled=StandingRuling.of(run.state) if hasattr(run, "state") else None,
            trace=[explain(TraceStep(**_code(entry)), said_in) for entry in run.trace],
            stage=int(run.stage) if run.stage else None,
            from_stage=int(run.from_stage),
            as_of=local(run.as_of),
            is_replay=run.is_replay,
            trigger=RunTrigger(run.trigger),
            extractor=run.extractor,
            engine_version=run.engine_version or None,
            prompt_version=run.prompt_version or None,
            attempts=run.attempts,
            created_at=local(run.created_at),
            started_at=local_or_none(run.started_at),
            finished_at=local_or_none(run.finished_at),
            duration_ms=run.duration_ms,
            calls=run.calls,
            cost_usd=float(run.cost_usd),
            failures=[FailedProvider.model_validate(entry) for entry in run.failures],
            message=run.error or None,
            steps=[Step.of(step) for step in run.steps.order_by("position")],
            **_verdict_fields(said),
        )


def _verdict_fields(said: Consensus | None) -> dict[str, Any]:
    """What a run takes over from its verdict; without one there is nothing."""
    nothing = {"sources": [], "others": [], "conflicts": [], "counts": VoteCounts(domains=0, stories=0)}
    names = ("value", "number", "unit", "trend", "confidence", "bound_by", "narrative_context", *nothing)
    return {name: nothing.get(name) if said is None else getattr(said, name) for name in names}


def run_shape(run: VerificationRun, *, lang: str | None = None) -> Shape:
    """The line that ``verify --json`` prints for a run."""
    said = Run.of(run, lang=lang).shape()
    return {name: said[name] for name in LINE}


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
