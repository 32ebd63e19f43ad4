"""Tokens of programs: made once and shown once, found by their hash, revoked by their owner."""

import hashlib
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import Error as DatabaseError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from verification.core.vocabulary import Scope
from verification.models import ApiToken
from verification.services.audit import Actor, record_audit
from verification.services.errors import Refused
from verification.services.storage import find_storage_fault

MARK = "cf_"
SECRET_BYTES = 32
PREFIX_LENGTH = 11
LONGEST = 100
MAX_TOKENS = 20
MOST_PER_MINUTE = 100_000
USE_STEP = timedelta(minutes=1)
# A person's token may have a scope where the person has the permission that stands for it.
STANDS_FOR: Mapping[Scope, str] = {
    Scope.READ: "verification.view_node",
    Scope.VERIFY: "verification.add_verificationrun",
    Scope.SUBMIT: "verification.add_nodeflag",
    Scope.RULE: "verification.add_ruling",
    Scope.ADMIN: "verification.change_node",
}


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token with its ``secret``, which is known at this moment alone."""

    token: ApiToken
    secret: str


def scopes_of(user: User) -> list[Scope]:
    """The scopes that a token of this person may have."""
    return [scope for scope, permission in STANDS_FOR.items() if user.has_perm(permission)]


def create_token(
    *,
    user: User,
    name: str,
    expires_at: datetime | None = None,
    scopes: Collection[Scope] | None = None,
    per_minute: int | None = None,
) -> NewToken:
    """A token for a program of ``user``, with all scopes that the person may give unless some are named.

    ``Refused`` where name, time, scopes or rate make no sense, or there are too many tokens already.
    """
    now = timezone.now()
    _refuse_nonsense(name, expires_at, per_minute, now)
    words = _words(user, scopes)
    secret = MARK + secrets.token_urlsafe(SECRET_BYTES)
    with transaction.atomic():
        # The owner's row is the lock: two requests at once can't pass the limit together.
        User.objects.select_for_update().get(pk=user.pk)
        if _usable(now).filter(user=user).count() >= MAX_TOKENS:
            raise Refused(_("You have %(count)s tokens, the most there may be; revoke one first.") % {"count": MAX_TOKENS})
        token = ApiToken.objects.create(
            user=user,
            name=name.strip()[:60],
            prefix=secret[:PREFIX_LENGTH],
            sha256=_digest(secret),
            expires_at=expires_at,
            scopes=words,
            per_minute=per_minute,
        )
        after = {"name": token.name, "expires_at": expires_at, "scopes": words, "per_minute": per_minute}
        record_audit(actor=user, verb="token.create", subject=token, after=after)
    return NewToken(token=token, secret=secret)


def _refuse_nonsense(name: str, expires_at: datetime | None, per_minute: int | None, now: datetime) -> None:
    if not name.strip():
        raise Refused(_("Name the program that will use the token."))
    if expires_at is not None and expires_at <= now:
        raise Refused(_("The token would have expired already."))
    if per_minute is not None and not 1 <= per_minute <= MOST_PER_MINUTE:
        raise Refused(_("Expected 1 to %(count)s requests a minute, or no number.") % {"count": MOST_PER_MINUTE})


def _words(user: User, scopes: Collection[Scope] | None) -> str:
    """The scopes as they are stored; a role that gives none leaves the token able to read, which the role still refuses."""
    given = scopes_of(user)
    asked = set(given or [Scope.READ]) if scopes is None else set(scopes)
    if not asked:
        raise Refused(_("Choose what the program may do."))
    if beyond := [scope.value for scope in Scope if scope in asked and scope not in given and scopes is not None]:
        raise Refused(_("Your role does not give: %(scopes)s.") % {"scopes": ", ".join(beyond)})
    return " ".join(scope.value for scope in Scope if scope in asked)


def find_token(*, secret: str) -> ApiToken | None:
    """The token with this secret, with its user and their profile, unless it has expired or was revoked."""
    if not secret.startswith(MARK) or len(secret) > LONGEST:
        return None
    return _usable(timezone.now()).select_related("user__profile").filter(sha256=_digest(secret)).first()


def note_use(*, token: ApiToken) -> None:
    """Keep when a token was last used, to the minute: a write for each request would cost more than the request.

    A database that is only read, or full, is no reason to refuse the token.
    """
    now = timezone.now()
    if token.last_used_at is None or token.last_used_at < now - USE_STEP:
        try:
            with transaction.atomic():
                ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
        except DatabaseError as error:
            if find_storage_fault(error) is None:
                raise


def revoke_token(*, token: ApiToken, actor: Actor) -> None:
    """End a token at once; ``Refused`` where it was revoked before."""
    with transaction.atomic():
        if not ApiToken.objects.filter(pk=token.pk, revoked_at__isnull=True).update(revoked_at=timezone.now()):
            raise Refused(_("This token was revoked already."))
        record_audit(actor=actor, verb="token.revoke", subject=token, before={"name": token.name})


def _usable(now: datetime) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(Q(expires_at__isnull=True) | Q(expires_at__gt=now), revoked_at__isnull=True)


def _digest(secret: str) -> str:
    """Plain SHA-256 is enough: the secret is 256 random bits, which nobody guesses."""
    return hashlib.sha256(secret.encode()).hexdigest()
