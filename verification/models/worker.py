"""The workers that are there, each telling every few seconds that it lives."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Worker(models.Model):
    """One supervisor with its cluster of processes. ``beat_at`` grows old where it died; ``restarts`` counts how often it began anew."""

    name = models.CharField(_("name"), max_length=120, unique=True, help_text=_("Host and process."))
    started_at = models.DateTimeField(_("started"))
    beat_at = models.DateTimeField(_("last sign of life"))
    processes = models.PositiveSmallIntegerField(_("processes"), default=0)
    restarts = models.PositiveIntegerField(_("restarts"), default=0)
    last_restart_at = models.DateTimeField(_("last restart"), null=True, blank=True)
    last_restart_reason = models.CharField(_("why it was restarted"), max_length=40, blank=True)

    class Meta:
        verbose_name = _("worker")
        verbose_name_plural = _("workers")
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name
