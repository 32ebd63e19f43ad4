"""What programs come in with, and what they were answered."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from verification.core.vocabulary import Scope


class ApiToken(models.Model):
    """A person's key for a program. Only its SHA-256 is stored; ``prefix`` is its beginning, by which the person tells it from others."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens", verbose_name=_("user"))
    name = models.CharField(_("name"), max_length=60, help_text=_("What the program is called."))
    prefix = models.CharField(_("begins with"), max_length=12)
    sha256 = models.CharField(_("hash"), max_length=64, unique=True)
    scopes = models.CharField(_("scopes"), max_length=60, help_text=_("What the program may do, in words that spaces part."))
    per_minute = models.PositiveIntegerField(
        _("requests a minute"), null=True, blank=True, help_text=_("Of its own, below what every program may; empty: none.")
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ("-created_at", "-id")
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="api_token_name_not_empty"),
            models.CheckConstraint(condition=~Q(scopes=""), name="api_token_scopes_not_empty"),
            models.CheckConstraint(condition=Q(per_minute__isnull=True) | Q(per_minute__gt=0), name="api_token_per_minute_above_none"),
            models.CheckConstraint(
                condition=Q(expires_at__isnull=True) | Q(expires_at__gt=F("created_at")), name="api_token_expires_after_creation"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @property
    def may(self) -> frozenset[Scope]:
        return frozenset(Scope(word) for word in self.scopes.split())

    @property
    def scope_list(self) -> list[str]:
        """In the order in which they are always named."""
        return [scope.value for scope in Scope if scope in self.may]


class IdempotencyRecord(models.Model):
    """The first answer to a request with an ``Idempotency-Key``; ``fingerprint`` is the SHA-256 of method, path and body."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("user"))
    key = models.CharField(_("key"), max_length=200)
    fingerprint = models.CharField(_("fingerprint"), max_length=64)
    status = models.PositiveSmallIntegerField(_("status"), default=0)
    answer = models.TextField(_("answer"), blank=True, help_text=_("As it was written, byte for byte."))
    location = models.CharField(_("location"), max_length=300, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("answered request")
        verbose_name_plural = _("answered requests")
        ordering = ("-created_at", "-id")
        constraints = (models.UniqueConstraint(fields=("user", "key"), name="idempotency_key_once_per_user"),)
        indexes = (models.Index(fields=("user", "created_at"), name="idempotency_age"),)

    def __str__(self) -> str:
        return self.key
