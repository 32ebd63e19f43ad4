"""Verifications, or messages, asked for together."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from verification.models.event import Event
from verification.models.run import VerificationRun


class VerificationBatch(models.Model):
    """The runs of one "verify filtered". A run that was open already is joined, not repeated: it may stand in several batches."""

    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("requested by")
    )
    query = models.TextField(_("filter"), blank=True, help_text=_("As the dashboard's address carries it."))
    runs = models.ManyToManyField(VerificationRun, related_name="batches", verbose_name=_("verification runs"))
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    cancelled_at = models.DateTimeField(_("cancelled"), null=True, blank=True)

    class Meta:
        verbose_name = _("batch")
        verbose_name_plural = _("batches")
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return f"b-{self.pk}"


class EventBatch(models.Model):
    """Messages handed in together. One that its owner had open already is joined.

    ``asked`` holds the events in the order of the messages, ``begun`` those that the batch began.
    """

    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("requested by")
    )
    events = models.ManyToManyField(Event, related_name="batches", verbose_name=_("events"))
    asked = models.JSONField(_("events in order"), default=list)
    begun = models.JSONField(_("begun by the batch"), default=list)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    cancelled_at = models.DateTimeField(_("cancelled"), null=True, blank=True)

    class Meta:
        verbose_name = _("event batch")
        verbose_name_plural = _("event batches")
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return f"eb-{self.pk}"
