"""What the API answers about runs and batches; a run itself and a verdict stand in ``verification.reads.runs.verdicts``."""

from typing import Annotated

from pydantic import Field

from verification.api.calls.answers import Listed
from verification.models import VerificationBatch
from verification.reads.answers import Answer, Moment, local
from verification.reads.nodes.batches import BatchProgress
from verification.reads.runs.verdicts import Consensus as Consensus
from verification.reads.runs.verdicts import Run as Run
from verification.reads.runs.verdicts import RunRow as RunRow


class RunPage(Listed):
    items: list[RunRow]


class Batch(Answer):
    """Runs asked for together; a run that was open already is joined and counts too."""

    batch: int
    created_at: Moment
    is_over: bool
    total: int
    queued: int
    running: int
    ended: int
    failed: int
    cancelled: int
    badges: Annotated[dict[str, int], Field(description="What the runs that came to a verdict found.")]
    calls: int

    @classmethod
    def of(cls, batch: VerificationBatch, progress: BatchProgress) -> "Batch":
        return cls(
            batch=batch.pk,
            created_at=local(batch.created_at),
            is_over=progress.is_over,
            total=progress.total,
            queued=progress.queued,
            running=progress.running,
            ended=progress.ended,
            failed=progress.failed,
            cancelled=progress.cancelled,
            badges=progress.badges,
            calls=progress.calls,
        )
