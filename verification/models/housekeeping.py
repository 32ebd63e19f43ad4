"""Work that comes round by itself, and what is wrong with the installation."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from verification.core.operations.health import Trouble
from verification.enums import labelled
from verification.operation_enums import ChoreName, Told


class Chore(models.Model):
    """One regular job of housekeeping. Whoever moves ``due_at`` on does it, so of several workers one does."""

    name = models.CharField(_("name"), max_length=20, unique=True, choices=ChoreName.choices)
    due_at = models.DateTimeField(_("due"))
    done_at = models.DateTimeField(_("last done"), null=True, blank=True)
    count = models.PositiveIntegerField(_("rows"), default=0, help_text=_("What the last time changed, deleted or told."))
    error = models.CharField(_("error"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("regular job")
        verbose_name_plural = _("regular jobs")
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class HealthAlert(models.Model):
    """One episode of one trouble: from when it was seen until it was not seen any more for a while. ``emailed`` and ``posted`` say how
    much of it each channel was told.
    """

    trouble = models.CharField(_("what is wrong"), max_length=30, choices=labelled(Trouble))
    subject = models.CharField(_("about"), max_length=60, blank=True)
    figure = models.CharField(_("figure"), max_length=30, blank=True)
    began_at = models.DateTimeField(_("began"))
    seen_at = models.DateTimeField(_("last seen"))
    ended_at = models.DateTimeField(_("over"), null=True, blank=True)
    emailed = models.CharField(_("told by e-mail"), max_length=10, choices=Told.choices, blank=True, default=Told.NOTHING)
    posted = models.CharField(_("told by webhook"), max_length=10, choices=Told.choices, blank=True, default=Told.NOTHING)

    class Meta:
        verbose_name = _("health alert")
        verbose_name_plural = _("health alerts")
        ordering = ("-began_at", "-id")
        constraints = (
            models.UniqueConstraint(fields=("trouble", "subject"), condition=Q(ended_at__isnull=True), name="health_alert_one_open"),
            models.CheckConstraint(condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("began_at")), name="health_alert_ends_later"),
        )

    def __str__(self) -> str:
        return f"{self.trouble} {self.subject}".strip()
