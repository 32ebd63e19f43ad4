"""Attributions: who sees which."""

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet

from attribution.models import Attribution, AttributionMark

MAX_WORDS = 10


def list_attributions(*, user: User | AnonymousUser, words: str = "") -> QuerySet[Attribution]:
    """Those that ``user`` may see, newest first, without their texts' weight: all of ``words`` stand in the answer."""
    rows = _visible(user).select_related("requested_by").defer("documents", "result", "options").order_by("-created_at", "-pk")
    for word in words.split()[:MAX_WORDS]:
        rows = rows.filter(answer__icontains=word)
    return rows


def get_attribution(*, pk: int, user: User | AnonymousUser) -> Attribution | None:
    """None where there is none, or where it is somebody else's."""
    return _visible(user).filter(pk=pk).select_related("requested_by").first()


def list_own_marks(*, attribution: Attribution, user: User) -> list[AttributionMark]:
    return list(AttributionMark.objects.filter(attribution=attribution, user=user).order_by("index"))


def _visible(user: User | AnonymousUser) -> QuerySet[Attribution]:
    """One's own; whoever may change attributions sees everybody's."""
    if user.has_perm("attribution.change_attribution"):
        return Attribution.objects.all()
    return Attribution.objects.filter(requested_by_id=user.pk)
