"""Labels for the words of scheduled checks."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from attribution.core.checks.recheck_times import Rhythm


class RecheckRhythm(models.TextChoices):
    DAILY = Rhythm.DAILY.value, _("daily")
    WEEKLY = Rhythm.WEEKLY.value, _("weekly")
    MONTHLY = Rhythm.MONTHLY.value, _("monthly")


class RecheckOutcome(models.TextChoices):
    OPEN = "open", _("under way")
    SAME = "same", _("nothing changed")
    CHANGED = "changed", _("verdicts changed")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")
