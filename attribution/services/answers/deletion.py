"""An attribution that its owner deletes."""

from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse

from attribution.models import Attribution
from verification.notice_kinds import AwaitedKind
from verification.services.audit import record_audit
from verification.services.deletion import check_own, forget_copies


def delete_attribution(*, attribution: Attribution, user: User) -> None:
    """Delete one's own attribution with the answer, its documents and the marks. ``Refused`` says why it may not go."""
    with transaction.atomic():
        locked = Attribution.objects.select_for_update().get(pk=attribution.pk)
        check_own(owner_id=locked.requested_by_id, user=user, is_final=locked.is_final)
        record_audit(actor=user, verb="attribution.delete", subject=locked, before={"documents": len(locked.documents)})
        forget_copies(kind=AwaitedKind.ATTRIBUTION, key=locked.pk, address=reverse("api:attribution", args=[locked.pk]))
        locked.delete()
