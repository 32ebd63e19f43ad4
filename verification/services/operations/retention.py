"""What may go once it is old. States, rulings, review items and the audit trail stay for ever, and with them the runs they point to.

Of a run older than ``RETENTION_RUN_DAYS`` the evidence goes (sources, steps, and page snapshots that no other run needs), and the run
itself where nothing points to it. Three kinds of runs keep everything: the one behind a node's present state, one that was brought before
a person, and one whose state somebody flagged. Of an event as old the steps go, with the pages they found, and the event itself where
nobody recorded what became of it and no node was made of it: the others are what later ones are judged by.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from axes.models import AccessAttempt  # type: ignore[import-untyped]
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils.module_loading import import_string
from django_q.models import Task  # type: ignore[import-untyped]

from verification.core.vocabulary import RunStatus
from verification.enums import SubjectKind
from verification.models import (
    CachedAnswer,
    Event,
    EventStep,
    IdempotencyRecord,
    Node,
    NodeFlag,
    NodeState,
    PageFetch,
    PageSnapshot,
    ProviderCall,
    ReviewItem,
    RunStep,
    Source,
    VerificationRun,
)
from verification.services.audit import record_audit
from verification.services.history import hold_snapshots, unlock_history
from verification.services.nodes.summaries import lock_nodes, summarise_nodes
from verification.services.operations.volumes import empty_volume, list_full_volumes
from verification.services.queue.idempotency import REMEMBERED

BATCH = 500
# Of a volume's runs so many times as many lose their evidence as keep it, where the volume is emptied and what stays is put back.
LOSING_TO_KEEPING = 9
ACTOR = "purge"
# What other apps keep, asked for by name: ``list_old(now=)`` gives (what it is called, rows that may go).
FURTHER = ("attribution.services.retention",)
_FINAL = [status.value for status in RunStatus if status not in (RunStatus.QUEUED, RunStatus.RUNNING)]

# How many rows of each kind: sources, steps, runs, fetches, snapshots, calls, sessions, tasks, answers, log-in tries …
PurgeCount = Counter[str]


def count_purgeable(*, now: datetime) -> PurgeCount:
    """What ``purge_old`` would delete; nothing is changed."""
    tally: PurgeCount = Counter({name: rows.count() for name, rows in _leftovers(now)})
    if settings.RETENTION_RUN_DAYS:
        old = _purgeable_runs(now)
        kept = Source.objects.filter(snapshot=OuterRef("pk")).exclude(run__in=old.values("pk"))
        read = PageFetch.objects.filter(snapshot=OuterRef("pk"), fetched_at__gte=_cutoff(now))
        tally["sources"] = Source.objects.filter(run__in=old.values("pk")).count()
        tally["steps"] = RunStep.objects.filter(run__in=old.values("pk")).count()
        tally["runs"] = _deletable(old).count()
        tally["snapshots"] = _old_snapshots(now).filter(~Exists(kept), ~Exists(read)).count()
        tally["fetches"] = _old_fetches(now).count()
    return tally


def purge_old(*, now: datetime) -> Iterator[PurgeCount]:
    """Delete in batches, each its own transaction with its own audit entry; yields what each batch deleted."""
    if settings.RETENTION_RUN_DAYS:
        yield from purge_volumes(now)
        yield from purge_runs(now)
        yield from _purge_rows("fetches", _old_fetches(now))
        yield from _purge_snapshots(now)
    for name, rows in _leftovers(now):
        yield from _purge_rows(name, rows)


def _cutoff(now: datetime) -> datetime:
    return now - timedelta(days=settings.RETENTION_RUN_DAYS)


def _purgeable_runs(now: datetime) -> QuerySet[VerificationRun]:
    """Old runs that have something to lose."""
    old = VerificationRun.objects.filter(**_is_old(now))
    return old.filter(~_keeps_evidence(), _has_evidence() | ~Exists(_states()))


def _is_old(now: datetime) -> dict[str, Any]:
    return {"status__in": _FINAL, "finished_at__lt": _cutoff(now)}


def _has_evidence() -> Q:
    return Q(Exists(Source.objects.filter(run=OuterRef("pk"))) | Exists(RunStep.objects.filter(run=OuterRef("pk"))))


def _keeps_evidence() -> Q:
    """Of a run: however old, it stands behind a present state, was brought before a person, or its state was flagged."""
    present = Node.objects.filter(Q(state__run=OuterRef("pk")) | Q(state__restores__run=OuterRef("pk")))
    reviewed = ReviewItem.objects.filter(subject_kind=SubjectKind.RUN, subject_id=OuterRef("pk"))
    flagged = NodeFlag.objects.filter(state__run=OuterRef("pk"))
    return Q(Exists(present) | Exists(reviewed) | Exists(flagged))


def _states() -> QuerySet[NodeState]:
    return NodeState.objects.filter(run=OuterRef("pk"))


def _deletable(runs: QuerySet[VerificationRun]) -> QuerySet[VerificationRun]:
    return runs.filter(~Exists(_states()))


def _old_snapshots(now: datetime) -> QuerySet[PageSnapshot]:
    return PageSnapshot.objects.filter(fetched_at__lt=_cutoff(now))


def _old_fetches(now: datetime) -> QuerySet[PageFetch]:
    """Pages that nobody has asked for in all that time; they hold a snapshot each."""
    return PageFetch.objects.filter(fetched_at__lt=_cutoff(now))


def _leftovers(now: datetime) -> list[tuple[str, QuerySet[Model]]]:
    """What no history needs: ended sessions, results of tasks, answers past their day, log-in tries past their lock, the ledger's calls
    past theirs and searches kept for a while. What was spent in a day or month stays.
    """
    tries_until = now - timedelta(minutes=settings.LOGIN_LOCK_MINUTES)
    found: list[tuple[str, QuerySet[Model]]] = [
        ("sessions", Session.objects.filter(expire_date__lt=now)),
        ("answers", IdempotencyRecord.objects.filter(created_at__lt=now - REMEMBERED)),
        ("kept searches", CachedAnswer.objects.filter(expires_at__lt=now)),
        ("log-in tries", AccessAttempt.objects.filter(attempt_time__lt=tries_until)),
    ]
    for name in FURTHER:
        found += import_string(f"{name}.list_old")(now=now)
    found += _old_events(now)
    if settings.RETENTION_CALL_DAYS:
        found.append(("calls", ProviderCall.objects.filter(created_at__lt=now - timedelta(days=settings.RETENTION_CALL_DAYS))))
    if settings.RETENTION_TASK_DAYS:
        found.append(("tasks", Task.objects.filter(stopped__lt=now - timedelta(days=settings.RETENTION_TASK_DAYS))))
    return found


def _old_events(now: datetime) -> list[tuple[str, QuerySet[Model]]]:
    if not settings.RETENTION_RUN_DAYS:
        return []
    ended = Event.objects.filter(finished_at__lt=_cutoff(now))
    return [("event steps", EventStep.objects.filter(event__in=ended)), ("events", ended.filter(outcome="", node__isnull=True))]


def purge_volumes(now: datetime) -> Iterator[PurgeCount]:
    """What a full volume may lose, at once, where few of its runs keep their evidence. The runs themselves are left to ``purge_runs``."""
    for volume in list_full_volumes():
        runs = VerificationRun.objects.filter(pk__gte=volume.first, pk__lt=volume.end)
        if runs.exclude(**_is_old(now)).exists():
            continue
        losing = runs.filter(~_keeps_evidence(), _has_evidence()).count()
        if losing > LOSING_TO_KEEPING * runs.filter(_keeps_evidence()).count():
            with unlock_history():
                tally = empty_volume(volume, but=runs.filter(_keeps_evidence()))
                if tally is None:
                    continue
                _record(tally)
            yield tally


def purge_runs(now: datetime) -> Iterator[PurgeCount]:
    last = 0
    while batch := list(_purgeable_runs(now).filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH]):
        last = batch[-1]
        with unlock_history():
            nodes = lock_nodes(keys=VerificationRun.objects.filter(pk__in=batch).values_list("node", flat=True))
            tally: PurgeCount = Counter()
            tally["sources"] = Source.objects.filter(run__in=batch).delete()[0]
            tally["steps"] = RunStep.objects.filter(run__in=batch).delete()[0]
            deletable = list(_deletable(VerificationRun.objects.filter(pk__in=batch)).values_list("pk", flat=True))
            VerificationRun.objects.filter(pk__in=deletable).delete()
            tally["runs"] = len(deletable)
            summarise_nodes(keys=nodes)
            _record(tally)
        yield tally


def _purge_snapshots(now: datetime) -> Iterator[PurgeCount]:
    """Snapshots whose last source is gone, and that are no page's latest text."""
    sources, fetches = (rows.filter(snapshot=OuterRef("pk")) for rows in (Source.objects, PageFetch.objects))
    unused = _old_snapshots(now).filter(~Exists(sources), ~Exists(fetches))
    last = 0
    while batch := list(unused.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH]):
        last = batch[-1]
        with unlock_history():
            hold_snapshots(for_deletion=True)
            # Asked again under the lock: a run may have found one of them once more.
            tally: PurgeCount = Counter(snapshots=unused.filter(pk__in=batch).delete()[0])
            _record(tally)
        yield tally


def _purge_rows(name: str, rows: QuerySet[Model]) -> Iterator[PurgeCount]:
    while batch := list(rows.values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            tally: PurgeCount = Counter({name: _delete(rows.model, batch)})
            _record(tally)
        yield tally


def _delete(model: type[Model], keys: Sequence[object]) -> int:
    return int(model._base_manager.filter(pk__in=keys).delete()[0])  # noqa: SLF001 - Django's documented model API


def _record(tally: PurgeCount) -> None:
    deleted = {name: count for name, count in tally.items() if count}
    record_audit(actor=ACTOR, verb="history.purge", subject=("database", "default"), after={"deleted": deleted})
