"""Observations of official series as publishers gave them."""

from decimal import Decimal

from django.db import models
from django.utils.translation import gettext_lazy as _

from verification.core.series.observations import Observation, read_written


class SeriesObservation(models.Model):
    """What a publisher said of one period of one series from ``vintage`` on, digit for digit; a revision is a row of its own.

    ``is_exact_vintage`` is False where the publisher keeps no vintages: then it is the day on which the figure was first seen so.
    """

    publisher = models.CharField(_("publisher"), max_length=20)
    code = models.CharField(_("series"), max_length=120)
    period = models.CharField(_("period"), max_length=10)
    value = models.CharField(_("value"), max_length=60)
    vintage = models.DateField(_("known since"))
    is_exact_vintage = models.BooleanField(_("by the publisher"), default=True)
    seen_at = models.DateTimeField(_("read"), auto_now_add=True)

    class Meta:
        verbose_name = _("series observation")
        verbose_name_plural = _("series observations")
        ordering = ("publisher", "code", "period", "vintage")
        constraints = (models.UniqueConstraint(fields=("publisher", "code", "period", "vintage"), name="series_observation_unique"),)

    def __str__(self) -> str:
        return f"{self.publisher}:{self.code} {self.period} {self.value}"

    def observation(self) -> Observation:
        """As the core takes it."""
        return Observation(read_written(self.period), Decimal(self.value), self.vintage, self.is_exact_vintage)
