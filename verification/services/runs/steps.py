"""The steps of a run as its page shows them, written down as seldom as may be.

A step is written as under way before anything is asked of the outside. That it ended is written with whatever the run writes next: nothing
is lost by it, for what a killed worker had been answered stays in the ledger (``recall``).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import takewhile

from django.db.models import DateTimeField, F, Value
from django.db.models.functions import Greatest

from verification.enums import StepName, StepStatus
from verification.models import RunStep, VerificationRun


@dataclass(slots=True)
class StepLog:
    """The steps of one attempt at a run.

    ``finished``: those that earlier attempts did and that were not gone through again yet, in order; ``count``: those gone through.
    ``ended`` and ``stale`` wait to be written: steps that are over, and the keys of rows that this attempt does not come by.
    """

    run_id: int
    finished: list[RunStep] = field(default_factory=list)
    count: int = 0
    ended: list[RunStep] = field(default_factory=list)
    stale: list[int] = field(default_factory=list)

    def begin(self, name: StepName, now: datetime) -> RunStep:
        """The next step: as an earlier attempt finished it, or a new one, not written yet.

        Where the run takes another way now, what followed then is stale.
        """
        self.count += 1
        if self.finished and self.finished[0].name == name:
            return self.finished.pop(0)
        self.stale += [step.pk for step in self.finished]
        self.finished.clear()
        return RunStep(run_id=self.run_id, position=self.count, name=name, started_at=now)

    def end(self, step: RunStep, *, detail: Mapping[str, object], status: StepStatus, now: datetime) -> None:
        """What a step came to; one that was finished before stays as it is."""
        if step.status != StepStatus.DONE:
            step.status, step.detail, step.finished_at = status, dict(detail), max(now, step.started_at)
            self.ended.append(step)

    def write(self, begun: RunStep | None = None) -> None:
        """Write what waits, and ``begun`` as under way; in a transaction that holds the run."""
        if self.stale:
            RunStep.objects.filter(run_id=self.run_id, pk__in=self.stale).delete()
        if rows := [*map(_copy, self.ended), *([begun] if begun else [])]:
            # Of those that are under way already the end is written; one statement for all.
            RunStep.objects.bulk_create(rows, update_conflicts=True, unique_fields=("run", "position"), update_fields=_END)
        self.stale.clear()
        self.ended.clear()


_END = ("status", "detail", "finished_at")


def _copy(step: RunStep) -> RunStep:
    """The step without its key, so that new and known rows go together."""
    columns = {name: getattr(step, name) for name in ("run_id", "position", "name", "started_at", *_END)}
    return RunStep(**columns)


def take_up_steps(run: VerificationRun, now: datetime) -> StepLog:
    """The log of a run that was just claimed: behind its finished steps where it goes on; other rows are deleted."""
    finished: list[RunStep] = []
    if run.attempts > 1:
        if run.started_at is not None and run.started_at < now:
            finished = list(takewhile(lambda step: step.status == StepStatus.DONE, run.steps.order_by("position")))
        RunStep.objects.filter(run=run, position__gt=len(finished)).delete()
    return StepLog(run_id=run.pk, finished=finished)


def stop_steps(run_id: int, now: datetime) -> None:
    """Of a run that ends before its time: what was under way has failed."""
    RunStep.objects.filter(run_id=run_id, status=StepStatus.RUNNING).update(
        status=StepStatus.FAILED, finished_at=Greatest(F("started_at"), Value(now, output_field=DateTimeField()))
    )
