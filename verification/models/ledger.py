"""What was asked of the outside, what it cost, and how much may still be spent."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from verification.core.vocabulary import CallKind, CallStatus, Fault, Purpose
from verification.enums import labelled
from verification.models.run import VerificationRun


class ProviderCall(models.Model):
    """One call, written before it is made and completed after it. ``subject`` names on whose behalf, such as ``run:12``.

    Bodies hold no secrets and at most 64 kB; they are kept for 30 days.
    """

    kind = models.CharField(_("kind"), max_length=10, choices=labelled(CallKind))
    provider = models.CharField(_("provider"), max_length=60)
    purpose = models.CharField(_("purpose"), max_length=20, choices=labelled(Purpose))
    run = models.ForeignKey(
        VerificationRun, on_delete=models.SET_NULL, null=True, blank=True, related_name="provider_calls", verbose_name=_("run")
    )
    subject = models.CharField(_("on behalf of"), max_length=60, blank=True)
    query = models.CharField(_("query or address"), max_length=2000, blank=True)
    prompt_version = models.CharField(_("prompt version"), max_length=20, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=labelled(CallStatus), default=CallStatus.PENDING)
    fault = models.CharField(_("failure"), max_length=30, choices=labelled(Fault), blank=True)
    http_status = models.PositiveSmallIntegerField(_("HTTP status"), null=True, blank=True)
    attempt = models.PositiveSmallIntegerField(_("attempt"), default=1)
    is_cached = models.BooleanField(_("from the cache"), default=False)
    latency_ms = models.PositiveIntegerField(_("latency in ms"), null=True, blank=True)
    units = models.PositiveIntegerField(_("billed requests"), default=0)
    input_tokens = models.PositiveIntegerField(_("tokens in"), default=0)
    output_tokens = models.PositiveIntegerField(_("tokens out"), default=0)
    reasoning_tokens = models.PositiveIntegerField(_("tokens of thinking"), default=0, help_text=_("Among the tokens out."))
    cost_usd = models.DecimalField(_("cost in USD"), max_digits=12, decimal_places=6, default=0)
    request = models.TextField(_("request"), blank=True)
    response = models.TextField(_("response"), blank=True)
    fingerprint = models.CharField(_("fingerprint"), max_length=64, blank=True, help_text=_("SHA-256 of what was asked."))
    answer = models.JSONField(
        _("answer"),
        null=True,
        blank=True,
        help_text=_("Kept until the work has ended, so nothing is asked twice."),
    )
    created_at = models.DateTimeField(_("asked"), auto_now_add=True)

    class Meta:
        verbose_name = _("provider call")
        verbose_name_plural = _("provider calls")
        ordering = ("-created_at", "-id")
        constraints = (models.CheckConstraint(condition=Q(cost_usd__gte=0), name="provider_call_cost_not_negative"),)
        indexes = (
            models.Index(fields=("created_at",), name="provider_call_time"),
            models.Index(fields=("subject",), condition=~Q(subject=""), name="provider_call_subject"),
            models.Index(fields=("created_at",), condition=Q(answer__isnull=False), name="provider_call_kept"),
        )

    def __str__(self) -> str:
        return f"{self.provider} {self.status}"


class Allowance(models.Model):
    """How much of something may be spent in one period: calls in a day, or millionths of a USD in a month.

    ``scope`` such as ``search:tavily``, ``event:tools`` or ``usd``; ``period`` such as ``2026-11-21`` or ``2026-11`` (UTC). ``used`` is
    what was settled, ``reserved`` what calls under way may still take.
    """

    scope = models.CharField(_("scope"), max_length=60)
    period = models.CharField(_("period"), max_length=10)
    used = models.BigIntegerField(_("used"), default=0)
    reserved = models.BigIntegerField(_("reserved"), default=0)

    class Meta:
        verbose_name = _("allowance")
        verbose_name_plural = _("allowances")
        ordering = ("-period", "scope")
        constraints = (
            models.UniqueConstraint(fields=("scope", "period"), name="allowance_scope_and_period_unique"),
            models.CheckConstraint(condition=Q(used__gte=0, reserved__gte=0), name="allowance_not_negative"),
        )

    def __str__(self) -> str:
        return f"{self.scope} {self.period}"


class Reservation(models.Model):
    """What a call under way holds of an allowance; one that is not settled by ``expires_at`` comes back."""

    allowance = models.ForeignKey(Allowance, on_delete=models.CASCADE, related_name="reservations", verbose_name=_("allowance"))
    call = models.ForeignKey(ProviderCall, on_delete=models.CASCADE, null=True, related_name="reservations", verbose_name=_("call"))
    amount = models.BigIntegerField(_("amount"))
    expires_at = models.DateTimeField(_("expires"), db_index=True)

    class Meta:
        verbose_name = _("reservation")
        verbose_name_plural = _("reservations")
        constraints = (models.CheckConstraint(condition=Q(amount__gt=0), name="reservation_amount_positive"),)

    def __str__(self) -> str:
        return f"{self.amount} of {self.allowance_id}"


class Limit(models.Model):
    """What an admin allows in place of the environment's figures: ``amount`` per day or month of a scope; see ``Allowance``."""

    scope = models.CharField(_("scope"), max_length=60, unique=True)
    amount = models.BigIntegerField(_("amount"), help_text=_("Calls a day; for usd, millionths of a USD a month."))

    class Meta:
        verbose_name = _("limit")
        verbose_name_plural = _("limits")
        ordering = ("scope",)
        constraints = (models.CheckConstraint(condition=Q(amount__gte=0), name="limit_not_negative"),)

    def __str__(self) -> str:
        return f"{self.scope}: {self.amount}"


class CachedAnswer(models.Model):
    """An answer that may be given again until ``expires_at``; only successes are kept. ``key`` is a SHA-256 of what was asked."""

    key = models.CharField(_("key"), max_length=64, unique=True)
    answer = models.JSONField(_("answer"))
    created_at = models.DateTimeField(_("answered"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), db_index=True)

    class Meta:
        verbose_name = _("cached answer")
        verbose_name_plural = _("cached answers")
        constraints = (models.CheckConstraint(condition=Q(expires_at__gt=F("created_at")), name="cached_answer_expires_later"),)

    def __str__(self) -> str:
        return self.key[:12]
