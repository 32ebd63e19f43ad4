"""What the engine of today would say of evidence that is stored (engine, point 8). Reads alone: nothing is saved."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from verification.core.consensus.engine import settle
from verification.core.evidence import Page, Trust, Verdict
from verification.core.reasons import TraceCode
from verification.core.sources.domains import host_of, matching_suffix
from verification.core.vocabulary import BoundBy, Reason, RunStatus, Stage
from verification.models import Source, VerificationRun
from verification.services.runs.investigation import combine_stages, load_history
from verification.services.whitelist.trust import load_trust

CHUNK = 100


@dataclass(frozen=True, slots=True)
class ReplayedResult:
    """What a run comes to: ``number`` and ``unit`` are empty where there is none."""

    badge: str
    value: str
    number: str
    unit: str
    reason: str


@dataclass(frozen=True, slots=True)
class Replayed:
    """A run as it was judged and as it would be judged now.

    ``is_partial``: the whitelist decided then and would not now; what the whole web says was never asked, so the new judgement is of the
    stored pages alone. ``hindrance`` says why a run can't be judged again; then ``new`` is ``old``.
    """

    run: VerificationRun
    old: ReplayedResult
    new: ReplayedResult
    is_partial: bool = False
    hindrance: str = ""

    @property
    def is_changed(self) -> bool:
        return self.old != self.new


def replay_runs(*, since: datetime) -> Iterator[Replayed]:
    """Every run that ended with a verdict at or after ``since``, oldest first, judged by engine, whitelist and nodes of today."""
    trust = load_trust()
    ended = VerificationRun.objects.filter(status__in=(RunStatus.FINISHED, RunStatus.DEGRADED), finished_at__gte=since)
    for run in ended.select_related("node").order_by("pk").iterator(chunk_size=CHUNK):
        yield replay_run(run=run, trust=trust)


def replay_run(*, run: VerificationRun, trust: Trust) -> Replayed:
    old = ReplayedResult(badge=run.badge, value=run.value, number=run.number, unit=run.unit, reason=run.reason)
    sources = list(run.sources.select_related("snapshot").order_by("position"))
    if run.bound_by == BoundBy.MODEL:
        return Replayed(run, old, old, hindrance="a model took part")
    if run.bound_by == BoundBy.SERIES:
        return Replayed(run, old, old, hindrance="an official series answered")
    if len(sources) < _pages_read(run):
        return Replayed(run, old, old, hindrance="its evidence was purged")
    verdict, is_partial = _judge(run, sources, trust)
    return Replayed(run, old, _judgement(verdict), is_partial)


def _judge(run: VerificationRun, sources: list[Source], trust: Trust) -> tuple[Verdict, bool]:
    """The verdict, stage by stage as a run goes (``execution``), and whether the second stage lacked its search."""
    history = load_history(node=run.node, as_of=run.as_of)

    def ask(stage: Stage, asked: list[Source]) -> Verdict:
        pages = [_page(source) for source in asked]
        return settle(run.node.spec(), pages, as_of=run.as_of, trust=trust, stage=stage, history=history)

    if run.from_stage != Stage.WHITELIST:
        return ask(Stage.VOTES, sources), False
    first = ask(Stage.WHITELIST, [source for source in sources if _belongs_to_whitelist(source, trust)])
    if first.is_accepted:
        return first, False
    was_decided = run.stage == Stage.WHITELIST and run.reason == Reason.ACCEPTED
    return combine_stages(first, ask(Stage.VOTES, sources)), was_decided


def _belongs_to_whitelist(source: Source, trust: Trust) -> bool:
    """Found by the search of the whitelist then, or listed by now: such a search would find it today."""
    return source.stage == Stage.WHITELIST or matching_suffix(host_of(source.url) or "", frozenset(trust.whitelist)) is not None


def _page(source: Source) -> Page:
    return Page(url=source.url, title=source.snapshot.title, content=source.snapshot.text, published_at=source.published_at)


def _pages_read(run: VerificationRun) -> int:
    """How many pages the last stage judged, as the trace has it; 0 for a trace that does not say."""
    return max((int(step["params"]["pages"]) for step in run.trace if step.get("code") == TraceCode.PAGES_READ), default=0)


def _judgement(verdict: Verdict) -> ReplayedResult:
    return ReplayedResult(
        badge=verdict.badge.value, value=verdict.value, number=verdict.number or "", unit=verdict.unit or "", reason=verdict.reason.value
    )
