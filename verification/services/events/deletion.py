"""An event that its owner deletes."""

from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse

from verification.models import Event
from verification.notice_kinds import AwaitedKind
from verification.services.audit import record_audit
from verification.services.deletion import check_own, forget_copies


def delete_event(*, event: Event, user: User) -> None:
    """Delete one's own event with its message and steps; a node that was made of it stays. ``Refused`` says why it may not go."""
    with transaction.atomic():
        locked = Event.objects.select_for_update().get(pk=event.pk)
        check_own(owner_id=locked.requested_by_id, user=user, is_final=locked.is_final)
        record_audit(actor=user, verb="event.delete", subject=locked, before={"digest": locked.digest, "outcome": locked.outcome})
        forget_copies(kind=AwaitedKind.EVENT, key=locked.pk, address=reverse("api:event", args=[locked.pk]))
        locked.delete()
