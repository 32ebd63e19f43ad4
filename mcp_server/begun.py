"""What each working tool asks our services for: the request, how to look at it, how to end it, and what is answered of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils import timezone

from attribution.api.attributions import check_attribution, trace_body
from attribution.api.bodies import ReportBody
from attribution.api.reports import whole_report
from attribution.core.vocabulary import CitationStatus
from attribution.enums import Depth
from attribution.models import Attribution, CitationReport
from attribution.reads.attribution_answers import AttributionAnswer
from attribution.services.answers.settings import read_settings
from attribution.services.answers.tracing import keep_attribution
from attribution.services.citations.lifecycle import cancel_report, create_report
from mcp_server.callers import Caller
from mcp_server.waiting import BegunWork, WorkProgress
from verification.api.calls.problems import Code, RequestProblem
from verification.api.calls.validation import check_body
from verification.api.events.bodies import EventBody
from verification.api.verifications.bodies import VerificationBody
from verification.api.verifications.verifications import read_wanted
from verification.core.vocabulary import RunStatus
from verification.enums import RunTrigger, StepStatus
from verification.models import Event, Node, Verification, VerificationRun
from verification.reads.answers import Shape
from verification.reads.events.answers import EventAnswer
from verification.reads.nodes import nodes as node_reads
from verification.reads.runs.verdicts import Run
from verification.reads.verifications.verifications import VotingResult
from verification.services.events.lifecycle import cancel_event, request_event
from verification.services.runs.lifecycle import cancel_run, request_run
from verification.services.verifications.lifecycle import request_verification

Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Begun:
    """Work under way, and ``read``, which says what there is of it."""

    work: BegunWork
    read: Callable[[], Shape]


def begin_run(caller: Caller, asked: Arguments, lang: str | None) -> Begun:
    node = Node.objects.filter(slug=asked["slug"]).first()
    if node is None:
        raise RequestProblem(Code.NOT_FOUND, status=404, detail=f"slug: there is no node {asked['slug']!r}")
    began = timezone.now()
    run = request_run(node=node, requested_by=caller.user, trigger=RunTrigger.API)
    # A run that somebody else waits for as well is theirs to end.
    is_own = run.requested_by_id == caller.user.pk and run.created_at >= began
    cancel = partial(cancel_run, run=run, actor=caller.user) if is_own else None
    return Begun(BegunWork(partial(_look_at_run, run.pk), cancel), partial(read_run, run.pk, lang))


def begin_verification(caller: Caller, asked: Arguments, lang: str | None) -> Begun:
    """It can't be called back: whoever gives up finds it decided later, by its id."""
    row = request_verification(wanted=read_wanted(check_body(VerificationBody, asked)), requested_by=caller.user)
    return Begun(BegunWork(partial(_look_at, Verification, row.pk)), partial(_read_verification, row.pk, lang))


def begin_report(caller: Caller, asked: Arguments, lang: str | None) -> Begun:
    body = check_body(ReportBody, asked)
    report = create_report(
        text=body.text, trigger=RunTrigger.API, requested_by=caller.user, depth=Depth(body.depth), policy=body.policy, lang=lang or ""
    )
    cancel = partial(cancel_report, report=report, actor=caller.user)
    return Begun(BegunWork(partial(_look_at_report, report.pk), cancel), partial(read_report, report.pk, lang))


def begin_attribution(caller: Caller, asked: Arguments, lang: str | None) -> Begun:
    """What is quick is there already when it is asked for."""
    body = check_attribution(asked)
    traced = trace_body(body, read_settings())
    row = keep_attribution(traced=traced, requested_by=caller.user)
    return Begun(BegunWork(partial(_look_at, Attribution, row.pk)), partial(_read_attribution, row.pk, lang))


def begin_event(caller: Caller, asked: Arguments, lang: str | None) -> Begun:
    body = check_body(EventBody, asked)
    given = body.preliminary.model_dump(mode="json", exclude_none=True) if body.preliminary else None
    began = timezone.now()
    event = request_event(text=body.text, trigger=RunTrigger.API, requested_by=caller.user, lang=lang or "", given=given or None)
    cancel = partial(cancel_event, event=event, user=caller.user) if event.created_at >= began else None
    return Begun(BegunWork(partial(_look_at_event, event.pk), cancel), partial(_read_event, event.pk, lang))


def read_run(pk: int, lang: str | None) -> Shape:
    run = node_reads.get_run(pk=pk)
    if run is None:
        raise RequestProblem(Code.NOT_FOUND, status=404)
    return Run.of(run, lang=lang).shape()


def read_report(pk: int, lang: str | None) -> Shape:
    return whole_report(CitationReport.objects.get(pk=pk), lang)


def _read_verification(pk: int, lang: str | None) -> Shape:
    row = Verification.objects.select_related("ruling__decided_by").get(pk=pk)
    return VotingResult.of(row, lang=lang).shape()


def _read_attribution(pk: int, lang: str | None) -> Shape:
    return AttributionAnswer.with_marks(Attribution.objects.get(pk=pk), lang=lang).shape()


def _read_event(pk: int, lang: str | None) -> Shape:
    event = Event.objects.select_related("node").prefetch_related("steps").get(pk=pk)
    return EventAnswer.of(event, lang=lang).shape()


def _look_at(kind: type[Verification | Attribution], pk: int) -> WorkProgress:
    status = RunStatus(kind.objects.values_list("status", flat=True).get(pk=pk))
    return WorkProgress(status.is_final, status.value)


def _look_at_run(pk: int) -> WorkProgress:
    run = VerificationRun.objects.only("status").get(pk=pk)
    if run.is_final:
        return WorkProgress(True, run.status)
    step = run.steps.filter(status=StepStatus.RUNNING).values_list("name", flat=True).first()
    return WorkProgress(False, step or run.status)


def _look_at_event(pk: int) -> WorkProgress:
    event = Event.objects.only("status").get(pk=pk)
    step = event.steps.filter(status=StepStatus.RUNNING).values_list("state", flat=True).first()
    return WorkProgress(event.is_final, step or event.status)


def _look_at_report(pk: int) -> WorkProgress:
    report = CitationReport.objects.only("status", "citations_count").get(pk=pk)
    waiting = report.citations.filter(status=CitationStatus.PENDING).count()
    done = report.citations_count - waiting
    said = f"{done} of {report.citations_count} citations judged"
    return WorkProgress(report.is_final, said, done=done, total=report.citations_count)
