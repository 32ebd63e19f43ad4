"""Stage 0 of a run: the authority's own series, where the node names one, before any page is searched."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from asgiref.sync import sync_to_async
from django.utils import timezone

from verification.core.evidence import NodeSpec, TraceStep, Verdict
from verification.core.reasons import TraceCode
from verification.core.series.deciding import SeriesDecision, decide_series, merge_observations, period_asked
from verification.core.series.observations import write_period
from verification.core.series.verdicts import SeriesPage, next_look, write_page, write_verdict
from verification.core.vocabulary import CallKind, Fault, Stage
from verification.enums import StepName, StepStatus
from verification.providers.base import Failure, ProviderError
from verification.providers.series.base import SeriesAnswer, SeriesQuery, first_day_of
from verification.services.gateway.gateway import Gateway, Work
from verification.services.nodes.series import load_series
from verification.services.runs.lifecycle import RunClaim, begin_step, end_step
from verification.services.runs.official_series import keep_observations, load_observations
from verification.services.runs.results import FoundPage

# What says that nobody was to be asked, which is no outage.
_NOT_ASKED = (Fault.NOT_CONFIGURED,)


@dataclass(frozen=True, slots=True)
class SeriesFinding:
    """What stage 0 came to. ``verdict`` and ``found`` where the series answers; else ``fault`` says why not, for the run's trace.

    ``failures``: the publisher, where it did not answer. ``next_at``: when the node is to be looked at again; None leaves that open.
    """

    decision: SeriesDecision | None = None
    written: SeriesPage | None = None
    found: FoundPage | None = None
    fault: TraceStep | None = None
    failures: tuple[Failure, ...] = ()
    calls: int = 0
    next_at: datetime | None = None

    def verdict(self, news: Verdict | None = None) -> Verdict:
        """The series' verdict beside what trusted pages say; only where it answers."""
        if self.decision is None or self.written is None:
            raise ValueError("the series does not answer the node")
        return write_verdict(self.decision, self.written, news)


async def ask_series(claim: RunClaim, gateway: Gateway, node: NodeSpec, *, work: Work) -> SeriesFinding:
    """Ask the node's series. Nothing raises: whatever is wrong with it, the other stages go on."""
    key, as_of = claim.run.node.series, claim.run.as_of
    entry = await sync_to_async(load_series)(key)
    step = await sync_to_async(begin_step)(claim=claim, name=StepName.ASK_SERIES)
    if entry is None:
        end_step(claim=claim, step=step, detail={"series": key, "fault": Fault.NOT_FOUND.value}, status=StepStatus.FAILED)
        return SeriesFinding(fault=TraceStep(TraceCode.SERIES_UNKNOWN, {"series": key}))
    query = SeriesQuery(entry, as_of, first_day_of(entry, as_of, period_asked(node, as_of.astimezone(UTC).date())))
    try:
        answer = await gateway.observe(query, work=work)
    except ProviderError as error:
        detail: dict[str, object] = {"series": key, "fault": error.fault.value}
        end_step(claim=claim, step=step, detail=detail, status=StepStatus.FAILED)
        failures = () if error.fault in _NOT_ASKED else (Failure(entry.provider, CallKind.LOOKUP, error.fault),)
        fault = TraceStep(TraceCode.SERIES_UNANSWERED, {"series": key, "fault": error.fault.value})
        return SeriesFinding(fault=fault, failures=failures)
    decision = await sync_to_async(_decide)(query, answer, node)
    end_step(claim=claim, step=step, detail=_describe(decision))
    finding = SeriesFinding(decision=decision, calls=answer.calls, next_at=next_look(decision, now=timezone.now()))
    if decision.figure is None:
        return replace(finding, fault=decision.fault)
    written = write_page(decision, node, as_of=as_of)
    found = FoundPage(page=written.page, stage=Stage.SERIES, provider=entry.provider, query=f"{entry.provider}:{entry.code}", rank=1)
    return replace(finding, written=written, found=found)


def _decide(query: SeriesQuery, answer: SeriesAnswer, node: NodeSpec) -> SeriesDecision:
    entry = query.entry
    stored = load_observations(entry=entry)
    merged = merge_observations(stored, answer.observations)
    keep_observations(entry=entry, known=stored, all_of_it=merged)
    return decide_series(entry, node, merged, day=query.day, next_release=answer.next_release)


def _describe(decision: SeriesDecision) -> dict[str, object]:
    """What the step shows."""
    detail: dict[str, object] = {"series": decision.entry.key}
    if decision.figure is not None:
        detail |= {"period": write_period(decision.figure.period), "value": f"{decision.figure.value:f}"}
    if decision.fault is not None:
        detail["reason"] = str(decision.fault.code)
    if decision.due is not None:
        detail["due"] = decision.due.isoformat()
    return detail
