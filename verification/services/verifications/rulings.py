"""What a ruling does to a verification: a person's decision stands above the machine's, which stays on record."""

from django.utils import timezone
from django_q.tasks import async_task  # type: ignore[import-untyped]

from verification.core.vocabulary import RunStatus
from verification.enums import RulingDecision
from verification.models import ReviewItem, Ruling, Verification
from verification.services.notices.webhooks import announce_verification
from verification.services.verifications.lifecycle import TASK


def apply(*, item: ReviewItem, ruling: Ruling) -> None:
    """Accept, fix and reject decide it; retry has the machine decide again."""
    row = Verification.objects.select_for_update(of=("self",)).get(pk=item.subject_id)
    if ruling.decision == RulingDecision.RETRY:
        Verification.objects.filter(pk=row.pk).update(
            status=RunStatus.QUEUED, attempts=0, lease_until=None, finished_at=None, decision="", ruling=None, standing="", error=""
        )
        async_task(TASK, row.pk)
        return
    row.ruling = ruling
    row.save(update_fields=["ruling"])
    announce_verification(verification=row)


def undo(*, item: ReviewItem, ruling: Ruling, by: Ruling) -> None:
    """The machine's decision stands again; what was asked for again and not begun needs a person as before."""
    rows = Verification.objects.filter(pk=item.subject_id)
    if ruling.decision == RulingDecision.RETRY:
        waiting = rows.filter(status=RunStatus.QUEUED, attempts=0)
        waiting.update(status=RunStatus.FINISHED, finished_at=timezone.now(), decision="needs_human")
        return
    if rows.filter(ruling=ruling).update(ruling=None):
        announce_verification(verification=rows.get())
    # What was answered by the ruling alone has only the machine's decision left.
    Verification.objects.filter(ruling=ruling).update(ruling=None, standing="")
