"""Reads of verifications and webhook deliveries: who sees which."""

from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Q, QuerySet

from verification.models import Verification, WebhookDelivery

PER_PAGE = 25


def list_verifications(*, user: User | AnonymousUser) -> QuerySet[Verification]:
    """One's own and those of nodes, newest first; everybody's for those who rule. Lists need neither payload nor evidence."""
    return _seen_by(user).defer("payload", "evidence").order_by("-created_at", "-pk")


def get_verification(*, user: User | AnonymousUser, public_id: UUID) -> Verification | None:
    return _seen_by(user).filter(public_id=public_id).first()


def list_deliveries(*, user: User | AnonymousUser) -> QuerySet[WebhookDelivery]:
    """One's own; everybody's for those who may send them again."""
    rows = WebhookDelivery.objects.select_related("verification", "state__node").order_by("-created_at", "-pk")
    return rows if user.has_perm("verification.change_webhookdelivery") else rows.filter(user_id=user.pk)


def _seen_by(user: User | AnonymousUser) -> QuerySet[Verification]:
    rows = Verification.objects.select_related("ruling__decided_by", "requested_by", "run__node")
    return rows if user.has_perm("verification.add_ruling") else rows.filter(Q(requested_by=user.pk) | Q(run__isnull=False))
