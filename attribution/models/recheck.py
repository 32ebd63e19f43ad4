"""Reports that are checked again by the clock, and what each time brought."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from attribution.core.checks.recheck_times import Rhythm
from attribution.enums import RecheckOutcome, codes_of, labelled
from attribution.models.citation import CitationReport


class RecheckSchedule(models.Model):
    """How often a report is checked again; a report without a row never is. ``next_at`` None: it was stopped after too many failures."""

    report = models.OneToOneField(CitationReport, on_delete=models.CASCADE, related_name="schedule", verbose_name=_("report"))
    rhythm = models.CharField(_("rhythm"), max_length=10, choices=labelled(Rhythm))
    next_at = models.DateTimeField(_("next time"), null=True, blank=True)
    failures = models.PositiveSmallIntegerField(_("failures in a row"), default=0)
    chosen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("chosen by")
    )

    class Meta:
        verbose_name = _("schedule of a report")
        verbose_name_plural = _("schedules of reports")
        ordering = ("-id",)
        constraints = (models.CheckConstraint(condition=Q(rhythm__in=codes_of(Rhythm)), name="recheck_rhythm_known"),)
        indexes = (models.Index(fields=("next_at",), condition=Q(next_at__isnull=False), name="recheck_due"),)

    def __str__(self) -> str:
        return f"{self.report_id} {self.rhythm}"

    @property
    def is_stopped(self) -> bool:
        return self.next_at is None


class ScheduledCheck(models.Model):
    """One time that a report was checked by the clock. ``changes``: [{index, before, after}] against the verdicts up to ``baseline``,
    with ``official`` ([{series, period, value, claimed}]) where an official series says otherwise now and did not then.

    ``baseline`` is the key of the newest verdict that this time is compared with: where the time before failed, the one that it had.
    """

    report = models.ForeignKey(CitationReport, on_delete=models.CASCADE, related_name="scheduled_checks", verbose_name=_("report"))
    baseline = models.PositiveBigIntegerField(_("compared with verdicts up to"))
    outcome = models.CharField(_("outcome"), max_length=10, choices=RecheckOutcome.choices, default=RecheckOutcome.OPEN)
    changes = models.JSONField(_("changes"), default=list)
    asked_at = models.DateTimeField(_("asked"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("scheduled check")
        verbose_name_plural = _("scheduled checks")
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(fields=("report",), condition=Q(outcome="open"), name="scheduled_check_one_open"),
            models.CheckConstraint(
                condition=Q(outcome="open", ended_at__isnull=True) | (~Q(outcome="open") & Q(ended_at__isnull=False)),
                name="scheduled_check_ended_iff_not_open",
            ),
        )

    def __str__(self) -> str:
        return f"{self.report_id} {self.outcome}"
