"""What each working tool asks our services for: the request, how to look at it, how to end it, and what is answered of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

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
from verification.services.queue.idempotency import RememberedAnswer, answer_once, find_answer
from verification.services.runs.lifecycle import cancel_run, request_run
from verification.services.verifications.lifecycle import request_verification

ACCEPTED = 202

Arguments = Mapping[str, Any]
Row = VerificationRun | Verification | CitationReport | Attribution | Event


@dataclass(frozen=True, slots=True)
class Begun:
    """Work under way, and ``read``, which says what there is of it."""

    work: BegunWork
    read: Callable[[], Shape]


@dataclass(frozen=True, slots=True)
class Work:
    """What a tool asks a worker for. ``prepare`` checks what is said and gives the function that asks for it and answers its row;
    ``cancel`` is None where nobody can call it back."""

    model: type[Row]
    prepare: Callable[[Caller, Arguments, str | None], Callable[[], Row]]
    look: Callable[[int], WorkProgress]
    read: Callable[[int, str | None], Shape]
    cancel: Callable[[Any, User], object] | None = None


def begin(work: Work, caller: Caller, asked: Arguments, *, lang: str | None, key: str, fingerprint: str) -> Begun:
    """Ask for work, once for each idempotency ``key`` of a person: a repeated call finds what the first began."""
    began = timezone.now()
    known = find_answer(user=caller.user, key=key, fingerprint=fingerprint) if key else None
    if known is None:
        # Before the transaction that keeps it: nobody waits for a lock while the core reads.
        ask = work.prepare(caller, asked, lang)

        def remember() -> RememberedAnswer:
            return RememberedAnswer(status=ACCEPTED, body=str(ask().pk))

        known = answer_once(user=caller.user, key=key, fingerprint=fingerprint, work=remember) if key else remember()
    row = work.model.objects.filter(pk=int(known.body)).first()
    if row is None:
        raise RequestProblem(Code.NOT_FOUND, status=404, detail=_("What this key stands for has been deleted."))
    # Work that somebody else waits for as well is theirs to end, and so is what an earlier call began.
    is_own = not known.is_replay and row.requested_by_id == caller.user.pk and row.created_at >= began
    cancel = partial(work.cancel, row, caller.user) if work.cancel is not None and is_own else None
    return Begun(BegunWork(partial(work.look, row.pk), cancel), partial(work.read, row.pk, lang))


def _prepare_run(caller: Caller, asked: Arguments, lang: str | None) -> Callable[[], Row]:
    node = Node.objects.filter(slug=asked["slug"]).first()
    if node is None:
        raise RequestProblem(Code.NOT_FOUND, status=404, detail=f"slug: there is no node {asked['slug']!r}")
    return partial(request_run, node=node, requested_by=caller.user, trigger=RunTrigger.API)


def _prepare_verification(caller: Caller, asked: Arguments, lang: str | None) -> Callable[[], Row]:
    return partial(request_verification, wanted=read_wanted(check_body(VerificationBody, asked)), requested_by=caller.user)


def _prepare_report(caller: Caller, asked: Arguments, lang: str | None) -> Callable[[], Row]:
    body = check_body(ReportBody, asked)
    return partial(
        create_report,
        text=body.text,
        trigger=RunTrigger.API,
        requested_by=caller.user,
        depth=Depth(body.depth),
        policy=body.policy,
        lang=lang or "",
    )


def _prepare_attribution(caller: Caller, asked: Arguments, lang: str | None) -> Callable[[], Row]:
    """What is quick is there already when it is asked for."""
    traced = trace_body(check_attribution(asked), read_settings())
    return partial(keep_attribution, traced=traced, requested_by=caller.user)


def _prepare_event(caller: Caller, asked: Arguments, lang: str | None) -> Callable[[], Row]:
    body = check_body(EventBody, asked)
    given = body.preliminary.model_dump(mode="json", exclude_none=True) if body.preliminary else None
    return partial(request_event, text=body.text, trigger=RunTrigger.API, requested_by=caller.user, lang=lang or "", given=given or None)


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


RUNS = Work(VerificationRun, _prepare_run, _look_at_run, read_run, lambda run, user: cancel_run(run=run, actor=user))
# Whoever gives up finds it decided later, by its id.
VERIFICATIONS = Work(Verification, _prepare_verification, partial(_look_at, Verification), _read_verification)
REPORTS = Work(CitationReport, _prepare_report, _look_at_report, read_report, lambda report, user: cancel_report(report=report, actor=user))
ATTRIBUTIONS = Work(Attribution, _prepare_attribution, partial(_look_at, Attribution), _read_attribution)
EVENTS = Work(Event, _prepare_event, _look_at_event, _read_event, lambda event, user: cancel_event(event=event, user=user))
