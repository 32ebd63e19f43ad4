"""Who may log in. Demo log-ins have a known password: they work with ``DEMO=1`` alone, which no public installation may set."""

from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import AnonymousUser, Group, Permission, User
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, TextField, Value
from django.db.models.functions import Coalesce, Concat

from verification.composed import Composed
from verification.enums import ReviewStatus
from verification.models import ReviewItem
from verification.reads.nodes.links import Joined

DEMO_ACCOUNTS = {"demo-analyst": "analyst", "demo-reviewer": "reviewer", "demo-admin": "admin"}
DEMO_PASSWORD = "causalflow-demo"  # noqa: S105 (known to everybody, on purpose)


@Composed
def _users(*, key: int) -> QuerySet[Any]:
    """A person with their profile, the number of open reviews and what they may do."""
    waiting = ReviewItem.objects.filter(status=ReviewStatus.OPEN).order_by().values("status")
    waiting = waiting.annotate(number=Count("*")).values("number")
    known = User.objects.select_related("profile").annotate(open_reviews=Coalesce(Subquery(waiting), 0))
    return known.annotate(permission_names=Subquery(_permissions())).filter(pk=key)


def _permissions() -> QuerySet[Permission]:
    """Names of what a person may do as one text, by themselves and by their groups."""
    name = Concat(F("content_type__app_label"), Value("."), F("codename"), output_field=TextField())
    held = Q(user=OuterRef("pk")) | Q(group__user=OuterRef("pk"))
    return Permission.objects.filter(held).order_by().values(one=Value(1)).annotate(names=Joined(name)).values("names")


class AccountBackend(ModelBackend):
    """Django's own, except that demo accounts are closed without ``DEMO=1``: no log-in, and sessions opened before are void."""

    def user_can_authenticate(self, user: AbstractBaseUser | None) -> bool:
        is_closed = user is not None and user.get_username() in DEMO_ACCOUNTS and not settings.DEMO
        return not is_closed and super().user_can_authenticate(user)

    def get_user(self, user_id: int) -> AbstractBaseUser | None:
        """With the person's profile, ``open_reviews`` and what they may do, which every page asks for, in the same query."""
        user = next(iter(_users(key=user_id)), None)
        if user is None:
            return None
        if user.is_active and not user.is_superuser:
            vars(user)["_perm_cache"] = set((user.permission_names or "").split())
        return user if self.user_can_authenticate(user) else None

    def get_all_permissions(self, user_obj: AbstractBaseUser | AnonymousUser, obj: object = None) -> set[str]:
        """One's own and those of one's groups, in one query instead of Django's two."""
        if not isinstance(user_obj, User) or not user_obj.is_active or obj is not None or user_obj.is_superuser:
            return super().get_all_permissions(user_obj, obj)
        known: set[str] | None = vars(user_obj).get("_perm_cache")
        if known is None:
            held = Permission.objects.filter(Q(user=user_obj) | Q(group__user=user_obj)).order_by().distinct()
            known = {f"{app}.{codename}" for app, codename in held.values_list("content_type__app_label", "codename")}
            vars(user_obj)["_perm_cache"] = known
        return known


@transaction.atomic
def create_demo_accounts() -> None:
    """Create the demo account of each role, or give it back its password and role.

    Raises ImproperlyConfigured without ``DEMO=1``, so that no other installation ever holds them.
    """
    if not settings.DEMO:
        raise ImproperlyConfigured("Demo log-ins exist only with DEMO=1.")
    users = get_user_model().objects
    # To make or to try a hash takes half a second, and a password that everybody knows needs no salt for each account.
    kept = set(users.filter(username__in=DEMO_ACCOUNTS).values_list("password", flat=True))
    hashed = next(filter(partial(check_password, DEMO_PASSWORD), kept), None) or make_password(DEMO_PASSWORD)
    for username, role in DEMO_ACCOUNTS.items():
        user, _is_new = users.get_or_create(username=username)
        user.is_staff, user.is_active, user.password = role == "admin", True, hashed
        user.save()
        user.groups.set([Group.objects.get(name=role)])
