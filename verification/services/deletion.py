"""What somebody handed in and deletes again: the rules that hold for each kind, and the copies that go with it."""

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from verification.models import IdempotencyRecord, WebhookCallback, WebhookDelivery
from verification.services.errors import Refused


def check_own(*, owner_id: int | None, user: User, is_final: bool) -> None:
    """``Refused`` where it is somebody else's, or is being worked on."""
    if owner_id != user.pk:
        raise Refused(_("It is not yours, so it is not yours to delete."))
    if not is_final:
        raise Refused(_("It is still being worked on; cancel it first."))


def forget_copies(*, kind: str, key: int, address: str) -> None:
    """Delete the messages that told of it, who waits for it, and the answer that is kept for its idempotency key."""
    WebhookDelivery.objects.filter(subject=f"{kind}:{key}").delete()
    WebhookCallback.objects.filter(kind=kind, key=key).delete()
    IdempotencyRecord.objects.filter(location=address).delete()
