"""Usage of days that are over, added up once: a page of a month reads a few rows of each, not every call and run."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from verification.core.vocabulary import CallKind, Purpose
from verification.enums import labelled


class UsageDay(models.Model):
    """One day (UTC) that is over, with the runs asked for on it; its calls are its ``slices``. A day without a row was not added up."""

    day = models.DateField(_("day"), unique=True)
    ended = models.PositiveIntegerField(_("ended"), default=0)
    verified = models.PositiveIntegerField(_("verified"), default=0)
    degraded = models.PositiveIntegerField(_("degraded"), default=0)
    needs_human = models.PositiveIntegerField(_("needs a person"), default=0)
    failed = models.PositiveIntegerField(_("failed"), default=0)
    cost_usd = models.DecimalField(_("cost in USD"), max_digits=14, decimal_places=6, default=0)

    class Meta:
        verbose_name = _("day of usage")
        verbose_name_plural = _("days of usage")
        ordering = ("-day",)
        constraints = (models.CheckConstraint(condition=Q(cost_usd__gte=0), name="usage_day_cost_not_negative"),)

    def __str__(self) -> str:
        return self.day.isoformat()


class UsageSlice(models.Model):
    """The calls of one day to one provider for one purpose; ``latency_ms`` is the sum over those that were answered."""

    day = models.ForeignKey(UsageDay, on_delete=models.CASCADE, related_name="slices", verbose_name=_("day"))
    kind = models.CharField(_("kind"), max_length=10, choices=labelled(CallKind))
    provider = models.CharField(_("provider"), max_length=60)
    purpose = models.CharField(_("purpose"), max_length=20, choices=labelled(Purpose))
    calls = models.PositiveIntegerField(_("calls"))
    succeeded = models.PositiveIntegerField(_("answered"))
    failed = models.PositiveIntegerField(_("failed"))
    refused = models.PositiveIntegerField(_("not made"))
    cached = models.PositiveIntegerField(_("from the cache"))
    units = models.PositiveBigIntegerField(_("billed requests"))
    input_tokens = models.PositiveBigIntegerField(_("tokens in"))
    output_tokens = models.PositiveBigIntegerField(_("tokens out"))
    cost_usd = models.DecimalField(_("cost in USD"), max_digits=14, decimal_places=6)
    latency_ms = models.PositiveBigIntegerField(_("latency in ms"))

    class Meta:
        verbose_name = _("slice of usage")
        verbose_name_plural = _("slices of usage")
        ordering = ("-day", "kind", "provider", "purpose")
        constraints = (models.UniqueConstraint(fields=("day", "kind", "provider", "purpose"), name="usage_slice_unique"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.provider} {self.purpose}"


class UsageSoFar(models.Model):
    """What a day that is not over has taken until a moment before which nothing of it changes any more: readers add up the rest alone.

    It goes when the day is added up. Of use as a whole alone, so ``runs`` and ``calls`` hold figures by the names of the two above.
    """

    day = models.DateField(_("day"), unique=True)
    until = models.DateTimeField(_("until"))
    runs = models.JSONField(_("runs"), help_text=_("{name: figure}, money as text."))
    calls = models.JSONField(_("calls"), help_text=_("[[kind, provider, purpose, figures …]], money as text."))

    class Meta:
        verbose_name = _("usage of a running day")
        verbose_name_plural = _("usage of running days")
        ordering = ("-day",)

    def __str__(self) -> str:
        return self.day.isoformat()
