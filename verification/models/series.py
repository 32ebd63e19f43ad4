"""Observations of official series as publishers gave them, and the series that people added to the catalogue."""

from decimal import Decimal

from django.db import models
from django.utils.translation import gettext_lazy as _

from verification.core.series.catalogue import NONE, Adjustment, Frequency, SeriesEntry, Transform
from verification.core.series.observations import Observation, read_written
from verification.core.vocabulary import NodeKind


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


class AddedSeries(models.Model):
    """A row beside those of the catalogue: a series that a person found at its publisher, and what is made of it.

    ``unit_written`` is the publisher's word for the unit that ``kind``, ``unit`` and ``factor`` were read from.
    """

    key = models.CharField(_("key"), max_length=60, unique=True)
    publisher = models.CharField(_("publisher"), max_length=20)
    code = models.CharField(_("series"), max_length=120)
    title = models.CharField(_("title"), max_length=300)
    url = models.CharField(_("address"), max_length=500)
    unit_written = models.CharField(_("unit in the publisher's words"), max_length=120, blank=True)
    kind = models.CharField(_("kind"), max_length=10)
    unit = models.CharField(_("unit"), max_length=30, blank=True)
    factor = models.CharField(_("factor"), max_length=30)
    frequency = models.CharField(_("frequency"), max_length=1)
    adjustment = models.CharField(_("seasonal adjustment"), max_length=3)
    transform = models.CharField(_("conversion"), max_length=20)
    basis = models.CharField(_("basis of the change"), max_length=12)
    places = models.PositiveSmallIntegerField(_("decimals"), null=True, blank=True)
    lag_days = models.PositiveSmallIntegerField(_("days to its release"))
    is_revised = models.BooleanField(_("revised"), default=True)
    added_at = models.DateTimeField(_("added"), auto_now_add=True)

    class Meta:
        verbose_name = _("added series")
        verbose_name_plural = _("added series")
        ordering = ("key",)

    def __str__(self) -> str:
        return self.key

    def entry(self) -> SeriesEntry:
        """As the core takes it."""
        return SeriesEntry(
            key=self.key,
            provider=self.publisher,
            code=self.code,
            place=NONE,
            is_place_implied=False,
            measure=NONE,
            qualifiers=frozenset(),
            marks=(),
            basis=self.basis,
            kind=NodeKind(self.kind),
            unit=self.unit,
            factor=Decimal(self.factor),
            frequency=Frequency(self.frequency),
            adjustment=Adjustment(self.adjustment),
            transform=Transform(self.transform),
            places=self.places,
            lag_days=self.lag_days,
            is_revised=self.is_revised,
            title_en=self.title,
            title_zh=self.title,
            url=self.url,
        )
