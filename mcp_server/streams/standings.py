"""How far work of each kind is: who may see it, and one look at many of a kind, whose queries don't grow with their number."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Count, Q

from attribution.core.vocabulary import CitationStatus
from attribution.models import Attribution, Citation, CitationReport
from attribution.reads.attributions import get_attribution
from attribution.services.citations.lifecycle import list_visible
from verification.core.vocabulary import RunStatus
from verification.enums import StepStatus
from verification.models import Event, EventBatch, EventStep, RunStep, Verification, VerificationBatch, VerificationRun
from verification.reads.events.events import get_event
from verification.reads.nodes.batches import get_event_batch
from verification.reads.verifications.verifications import get_verification

OPEN = (RunStatus.QUEUED.value, RunStatus.RUNNING.value)


@dataclass(frozen=True, slots=True)
class WatchedProgress:
    """``done`` of ``total`` (None: not known beforehand), at which ``step``; ``found`` is what came of it, None before the end."""

    status: str
    is_over: bool
    done: int | None = None
    total: int | None = None
    step: str | None = None
    found: str | None = None


GONE = WatchedProgress(status="gone", is_over=True)
Looked = dict[int, WatchedProgress]


@dataclass(frozen=True, slots=True)
class WatchedKind:
    """``find`` gives the key of what an address names, None where ``user`` may not see it; ``look`` is asked for many keys at once."""

    permission: str
    find: Callable[[User, str], int | None]
    look: Callable[[Iterable[int]], Looked]


@dataclass(frozen=True, slots=True)
class Watched:
    """What is watched: ``kind`` as in its address, ``name`` as it stands there, ``key`` of its row."""

    kind: str
    name: str
    key: int

    def shape(self, progress: WatchedProgress) -> dict[str, object]:
        """What is sent of it."""
        return {
            "kind": self.kind,
            "id": self.name,
            "status": progress.status,
            "is_over": progress.is_over,
            "done": progress.done,
            "total": progress.total,
            "step": progress.step,
            "found": progress.found,
            # Its progress stands under it. No table of all addresses is needed for that, which would load every page of the product.
            "link": f"/api/v1/{self.kind}/{self.name}/",
        }


def _number(name: str) -> int | None:
    return int(name) if name.isascii() and name.isdigit() and len(name) <= 18 else None


def _find_run(_user: User, name: str) -> int | None:
    return VerificationRun.objects.filter(pk=_number(name)).values_list("pk", flat=True).first()


def _find_batch(_user: User, name: str) -> int | None:
    return VerificationBatch.objects.filter(pk=_number(name)).values_list("pk", flat=True).first()


def _find_event(user: User, name: str) -> int | None:
    number = _number(name)
    event = get_event(user=user, pk=number) if number is not None else None
    return event.pk if event else None


def _find_event_batch(user: User, name: str) -> int | None:
    number = _number(name)
    batch = get_event_batch(user=user, pk=number) if number is not None else None
    return batch.pk if batch else None


def _find_report(user: User, name: str) -> int | None:
    return list_visible(user=user).filter(pk=_number(name)).values_list("pk", flat=True).first()


def _find_attribution(user: User, name: str) -> int | None:
    number = _number(name)
    row = get_attribution(pk=number, user=user) if number is not None else None
    return row.pk if row else None


def _find_verification(user: User, name: str) -> int | None:
    try:
        public_id = UUID(name)
    except ValueError:
        return None
    row = get_verification(user=user, public_id=public_id)
    return row.pk if row else None


def _look_at_runs(keys: Iterable[int]) -> Looked:
    rows = list(VerificationRun.objects.filter(pk__in=keys).values_list("pk", "status", "badge"))
    steps = _steps(RunStep.objects.filter(run__in=[pk for pk, _status, _badge in rows]).order_by("position"), "run", "name")
    return {pk: _stepwise(status, steps.get(pk), badge) for pk, status, badge in rows}


def _look_at_events(keys: Iterable[int]) -> Looked:
    rows = list(Event.objects.filter(pk__in=keys).values_list("pk", "status", "action"))
    steps = _steps(EventStep.objects.filter(event__in=[pk for pk, _status, _action in rows]).order_by("position"), "event", "state")
    return {pk: _stepwise(status, steps.get(pk), action) for pk, status, action in rows}


def _steps(rows: Any, owner: str, name: str) -> dict[int, tuple[int, str | None]]:
    """Of each owner how many steps are done, and which one is under way."""
    found: dict[int, tuple[int, str | None]] = {}
    for key, step, status in rows.values_list(owner, name, "status"):
        done, running = found.get(key, (0, None))
        found[key] = (done, step) if status == StepStatus.RUNNING else (done + 1, running)
    return found


def _stepwise(status: str, steps: tuple[int, str | None] | None, found: str) -> WatchedProgress:
    is_over = status not in OPEN
    done, step = steps or (0, None)
    return WatchedProgress(status, is_over, done=done, step=None if is_over else step, found=(found or None) if is_over else None)


def _look_at_batches(keys: Iterable[int]) -> Looked:
    return _counted(VerificationBatch.objects.filter(pk__in=keys), "runs")


def _look_at_event_batches(keys: Iterable[int]) -> Looked:
    return _counted(EventBatch.objects.filter(pk__in=keys), "events")


def _counted(batches: Any, members: str) -> Looked:
    waiting = Count(members, filter=Q(**{f"{members}__status__in": OPEN}))
    cancelled = Count(members, filter=Q(**{f"{members}__status": RunStatus.CANCELLED}))
    rows = batches.annotate(waiting=waiting, cancelled=cancelled, total=Count(members))
    found = {}
    for pk, total, left, given_up in rows.values_list("pk", "total", "waiting", "cancelled"):
        status = RunStatus.RUNNING if left else RunStatus.CANCELLED if total and given_up == total else RunStatus.FINISHED
        found[pk] = WatchedProgress(status.value, not left, done=total - left, total=total)
    return found


def _look_at_reports(keys: Iterable[int]) -> Looked:
    rows = list(CitationReport.objects.filter(pk__in=keys).values_list("pk", "status", "is_read", "citations_count"))
    pending = Citation.objects.filter(report__in=[row[0] for row in rows], status=CitationStatus.PENDING)
    left = dict(pending.order_by().values_list("report").annotate(count=Count("pk")))
    return {
        pk: WatchedProgress(status, status not in OPEN, done=total - left.get(pk, 0), total=total if is_read else None)
        for pk, status, is_read, total in rows
    }


def _look_at_attributions(keys: Iterable[int]) -> Looked:
    rows = Attribution.objects.filter(pk__in=keys).values_list("pk", "status")
    return {pk: WatchedProgress(status, status not in OPEN) for pk, status in rows}


def _look_at_verifications(keys: Iterable[int]) -> Looked:
    rows = Verification.objects.filter(pk__in=keys).values_list("pk", "status", "decision")
    return {pk: WatchedProgress(status, status not in OPEN, found=decision or None) for pk, status, decision in rows}


# By the word in the address.
KINDS: Mapping[str, WatchedKind] = {
    "runs": WatchedKind("verification.view_verificationrun", _find_run, _look_at_runs),
    "verification-batches": WatchedKind("verification.view_verificationrun", _find_batch, _look_at_batches),
    "verifications": WatchedKind("verification.view_verification", _find_verification, _look_at_verifications),
    "events": WatchedKind("verification.view_event", _find_event, _look_at_events),
    "event-batches": WatchedKind("verification.view_event", _find_event_batch, _look_at_event_batches),
    "citation-reports": WatchedKind("attribution.view_citationreport", _find_report, _look_at_reports),
    "attributions": WatchedKind("attribution.view_attribution", _find_attribution, _look_at_attributions),
}


def look_at(subjects: Iterable[Watched]) -> dict[Watched, WatchedProgress]:
    """One look at everything that is watched: at most two queries a kind. What was deleted is gone, and over."""
    by_kind: dict[str, list[Watched]] = {}
    for subject in subjects:
        by_kind.setdefault(subject.kind, []).append(subject)
    found = {}
    for kind, asked in by_kind.items():
        looked = KINDS[kind].look([subject.key for subject in asked])
        found |= {subject: looked.get(subject.key, GONE) for subject in asked}
    return found
