"""What people choose for themselves."""

import secrets

from django.contrib.auth.models import User
from django.db import transaction

from verification.models import UserProfile
from verification.services.audit import changed_columns, record_audit

TOKEN_BYTES = 32


def note_choice(*, user: User, **choice: str) -> UserProfile:
    """Keep a switch of language or theme with the log-in; no entry in the audit trail, as it concerns nobody else."""
    return UserProfile.objects.update_or_create(user=user, defaults=choice)[0]


def save_account(*, user: User, email: str, has_email_alerts: bool, language: str, time_zone: str, theme: str) -> UserProfile:
    """Keep a person's settings; where alerts go to is audited."""
    with transaction.atomic():
        profile = UserProfile.objects.get_or_create(user=user)[0]
        before: dict[str, object] = {"email": user.email, "has_email_alerts": profile.has_email_alerts}
        profile.language, profile.time_zone, profile.theme = language, time_zone, theme
        profile.has_email_alerts = has_email_alerts
        profile.save(update_fields=["language", "time_zone", "theme", "has_email_alerts"])
        User.objects.filter(pk=user.pk).update(email=email)
        user.email = email
        old, new = changed_columns(before, {"email": email, "has_email_alerts": has_email_alerts})
        if new:
            record_audit(actor=user, verb="account.update", subject=user, before=old, after=new)
    return profile


def renew_feed(*, user: User) -> str:
    """A new secret address for the person's feed; the one before leads nowhere from now on."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    with transaction.atomic():
        note_choice(user=user, feed_token=token)
        record_audit(actor=user, verb="feed.renew", subject=user)
    return token


def close_feed(*, user: User) -> bool:
    """Whether there was a feed to close."""
    with transaction.atomic():
        closed = UserProfile.objects.filter(user=user, feed_token__isnull=False).update(feed_token=None)
        if closed:
            record_audit(actor=user, verb="feed.close", subject=user)
    return bool(closed)
