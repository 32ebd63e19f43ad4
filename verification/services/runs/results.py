"""What a run found, saved in one transaction: pages, sources, verdict, state and review item, all or nothing."""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from verification.core.consensus.engine import ENGINE_VERSION
from verification.core.evidence import Candidate, Page, SourceFinding, TraceStep, Verdict, Why
from verification.core.vocabulary import Badge, BoundBy, Reason, RunStatus, Stage, Stance
from verification.enums import ReviewStatus, StepName, SubjectKind
from verification.models import Node, NodeState, PageSnapshot, ReviewItem, Source, Verification, VerificationRun
from verification.providers.base import Failure
from verification.services.gateway.snapshots import save_snapshots, snapshot_key
from verification.services.nodes.other_names import NamingPage, learn_names
from verification.services.nodes.summaries import set_state, summarise_nodes
from verification.services.notices.alerts import announce_state
from verification.services.runs.lifecycle import RunClaim, elapsed_ms, end_of, failure_shape, hold_claim, note_step
from verification.services.runs.postponing import find_retry_at, postpone_run
from verification.services.runs.standing import ask_again, keep_ruling, make_kept_state
from verification.services.whitelist.site_profiles import judge_by_run

logger = logging.getLogger(__name__)
MAX_VALUE, MAX_NUMBER, MAX_UNIT = 200, 100, 30
MAX_QUERY = 500


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page as a search gave it: in which stage, from whom, for which query, at which rank.

    ``is_snippet``: its text is the provider's excerpt; the page itself was not read.
    """

    page: Page
    stage: Stage
    provider: str
    query: str
    rank: int
    is_snippet: bool = False


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """A verdict and the pages it was made from, in the order in which the engine got them.

    ``failures``: providers that did not answer while others did; the run is then degraded. ``is_complete`` is False where a search gave
    nothing at all, so that an unknown says nothing about the evidence. ``panel``: what voters said of it, as columns of a Verification.
    ``next_at``: when the node's series is to be looked at again, by its calendar.
    """

    verdict: Verdict
    found: tuple[FoundPage, ...]
    calls: int
    prompt_version: str = ""
    failures: tuple[Failure, ...] = ()
    cost_usd: Decimal = Decimal(0)
    is_complete: bool = True
    panel: Mapping[str, Any] | None = None
    next_at: datetime | None = None


def finish_run(*, claim: RunClaim, outcome: RunOutcome) -> VerificationRun:
    """Save the outcome and end the run; ``LostClaim``, and nothing saved, where the run is no longer ours.

    A replay leaves the node alone. So does a run that was overtaken (the node already has a state judged for a later moment), and one
    whose search failed before a value was found: its unknown is no news of the node. A person's ruling stays in force until the evidence
    changes.
    """
    note_step(claim=claim, name=StepName.SAVE, detail={"pages": len(outcome.found)})
    run = claim.run
    with transaction.atomic():
        now = timezone.now()
        node = Node.objects.select_for_update().get(pk=run.node_id)
        hold_claim(claim=claim, now=now)
        claim.steps.write()
        _save_sources(run, outcome)
        _save_verdict(claim, outcome, now)
        if outcome.panel is not None:
            Verification.objects.create(run=run, risk_level=node.risk_level, status=run.status, finished_at=now, **outcome.panel)
        if outcome.next_at is not None and not run.is_replay:
            Node.objects.filter(pk=node.pk).update(next_due_at=outcome.next_at)
        if not outcome.is_complete or run.is_replay or _is_overtaken(node, run):
            summarise_nodes(keys=[node.pk])
            if not outcome.is_complete:
                is_spent = outcome.verdict.reason == Reason.BUDGET_EXHAUSTED
                postpone_run(run=run, retry_at=find_retry_at(now=now, is_spent=is_spent))
        elif (kept := keep_ruling(node=node, run=run, verdict=outcome.verdict)) is not None:
            _give_state(node, make_kept_state(node=node, run=run, kept=kept))
            ask_again(node=node, run=run, kept=kept)
        else:
            _give_state(node, _make_state(node, run, outcome.verdict))
            _update_review(node, run, outcome.verdict, now)
            judge_by_run(node=node, run=run, supporters=_supporters(outcome.verdict))
    if not run.is_replay:
        _learn_names(node, outcome)
    return run


def _learn_names(node: Node, outcome: RunOutcome) -> None:
    """Behind the run, which holds its node no longer: whatever a hostile page does to the reading of names costs suggestions alone."""
    try:
        learn_names(node=node, pages=_accepted_pages(outcome))
    except Exception:
        logger.exception("The names that pages give to %s could not be kept.", node.slug)


def _accepted_pages(outcome: RunOutcome) -> Iterator[NamingPage]:
    """The pages that carry the accepted value: what they call the thing is worth a person's look."""
    for finding in outcome.verdict.sources:
        page = outcome.found[finding.position].page
        yield NamingPage(finding.url, f"{page.title}\n{page.content}")


def _supporters(verdict: Verdict) -> set[str]:
    """The domains with a vote for the accepted value."""
    return {finding.domain for finding in verdict.sources if finding.stance == Stance.SUPPORTS and finding.domain}


def _save_sources(run: VerificationRun, outcome: RunOutcome) -> None:
    snapshots = save_snapshots(texts=[(found.page.title, found.page.content) for found in outcome.found], are_known=True)
    verdict = outcome.verdict
    findings = [(True, finding) for finding in verdict.sources] + [(False, finding) for finding in verdict.others]
    Source.objects.bulk_create(
        _source_row(run, position, is_accepted, finding, outcome.found[finding.position], snapshots)
        for position, (is_accepted, finding) in enumerate(findings)
    )


def _source_row(
    run: VerificationRun,
    position: int,
    is_accepted: bool,
    finding: SourceFinding,
    found: FoundPage,
    snapshots: Mapping[str, PageSnapshot],
) -> Source:
    passage = finding.passage
    return Source(
        run=run,
        position=position,
        is_accepted=is_accepted,
        stage=found.stage.value,
        url=finding.url,
        domain=finding.domain,
        title=finding.title,
        snapshot=snapshots[snapshot_key(found.page.title, found.page.content)],
        published_at=finding.published_at,
        is_whitelisted=finding.is_whitelisted,
        stance=finding.stance.value,
        why=code_shape(finding.why),
        story=finding.story,
        field=passage.field.value if passage else "",
        passage=passage.text if passage else "",
        start=passage.start if passage else None,
        end=passage.end if passage else None,
        figure_start=passage.figure_start if passage else None,
        figure_end=passage.figure_end if passage else None,
        value=(finding.value or "")[:MAX_VALUE],
        number=(finding.number or "")[:MAX_NUMBER],
        provider=found.provider,
        query=found.query[:MAX_QUERY],
        rank=found.rank,
    )


def _save_verdict(claim: RunClaim, outcome: RunOutcome, now: datetime) -> None:
    """Write the verdict with all that goes into the row, and into the run that is in hand."""
    verdict = outcome.verdict
    columns: dict[str, Any] = {
        "status": (RunStatus.DEGRADED if outcome.failures else RunStatus.FINISHED).value,
        "stage": verdict.stage,
        "value": verdict.value[:MAX_VALUE],
        "number": (verdict.number or "")[:MAX_NUMBER],
        "unit": (verdict.unit or "")[:MAX_UNIT],
        "trend": verdict.trend.value,
        "confidence": verdict.confidence.value,
        "badge": verdict.badge.value,
        "bound_by": verdict.bound_by.value,
        "reason": verdict.reason.value,
        "domains_count": verdict.counts.domains,
        "stories_count": verdict.counts.stories,
        "candidates": [_candidate_shape(candidate) for candidate in verdict.candidates],
        "conflicts": [_candidate_shape(candidate) for candidate in verdict.conflicts],
        "trace": [code_shape(step) for step in verdict.trace],
        "review": code_shape(verdict.review) if verdict.review else None,
        "calls": outcome.calls,
        "cost_usd": outcome.cost_usd,
        "failures": [failure_shape(failure) for failure in outcome.failures],
        "engine_version": ENGINE_VERSION,
        "prompt_version": outcome.prompt_version,
        "lease_until": None,
        "finished_at": end_of(claim=claim, now=now),
        "duration_ms": elapsed_ms(claim=claim, now=now),
    }
    VerificationRun.objects.filter(pk=claim.run.pk).update(**columns)
    for name, value in columns.items():
        setattr(claim.run, name, value)


def code_shape(code: Why | TraceStep) -> dict[str, object]:
    """A code with its parameters as JSON keeps it."""
    params = {name: list(value) if isinstance(value, tuple) else value for name, value in code.params.items()}
    return {"code": str(code.code), "params": params}


def _candidate_shape(candidate: Candidate) -> dict[str, object]:
    return {"value": candidate.value, "number": candidate.number, "domains": list(candidate.domains), "stories": candidate.stories}


def _is_overtaken(node: Node, run: VerificationRun) -> bool:
    return node.state is not None and node.state.as_of > run.as_of


def _give_state(node: Node, state: NodeState) -> None:
    state.save(force_insert=True)
    set_state(node=node, state=state)
    announce_state(before=node.state, after=state)


def _make_state(node: Node, run: VerificationRun, verdict: Verdict) -> NodeState:
    return NodeState(
        node=node,
        run=run,
        value=run.value,
        number=run.number,
        unit=run.unit,
        trend=run.trend,
        confidence=run.confidence,
        badge=run.badge,
        bound_by=run.bound_by,
        as_of=run.as_of,
        # What an authority still publishes as its newest is as old as the look at it, however long ago it was released.
        evidence_at=run.as_of
        if verdict.bound_by == BoundBy.SERIES
        else max((finding.published_at for finding in verdict.sources if finding.published_at), default=None),
    )


def _update_review(node: Node, run: VerificationRun, verdict: Verdict, now: datetime) -> None:
    """Open a review item where the verdict needs a person; one that it no longer needs, or that is about other values, becomes obsolete.

    An open item about the very same conflict stays: a reviewer may be at it.
    """
    why = code_shape(verdict.review) if verdict.review else None
    waiting = ReviewItem.objects.filter(node=node, status=ReviewStatus.OPEN).first()
    if waiting is not None and waiting.subject_kind in (SubjectKind.FLAG, SubjectKind.SECOND):
        # A person objected, or two disagree: that is answered by a person, whatever a run says. What they see has changed.
        ReviewItem.objects.filter(pk=waiting.pk).update(version=F("version") + 1)
        return
    if waiting is not None:
        if why is not None and (waiting.reason, waiting.why) == (run.reason, why):
            return
        waiting.status, waiting.closed_at = ReviewStatus.OBSOLETE, now
        waiting.save(update_fields=["status", "closed_at"])
    if verdict.badge == Badge.NEEDS_HUMAN and why is not None:
        ReviewItem.objects.create(
            subject_kind=SubjectKind.RUN, subject_id=run.pk, node=node, reason=run.reason, why=why, risk_level=node.risk_level
        )
