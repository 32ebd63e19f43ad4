"""Every write by a person, append-only."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditEntry(models.Model):
    """Who did what to which object, with what it was before and after. ``verb`` is name-spaced: ``node.update``, ``whitelist.import``."""

    at = models.DateTimeField(_("at"))
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        null=True,
        blank=True,
        db_constraint=False,
        related_name="+",
        verbose_name=_("actor"),
    )
    actor_name = models.CharField(_("actor's name"), max_length=150, help_text=_("As it was then; a command line is named by its command."))
    verb = models.CharField(_("verb"), max_length=60)
    subject_kind = models.CharField(_("subject"), max_length=40)
    subject_id = models.CharField(_("subject id"), max_length=100)
    before = models.JSONField(_("before"), null=True, blank=True)
    after = models.JSONField(_("after"), null=True, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    digest = models.CharField(_("digest"), max_length=64, help_text=_("SHA-256 of the entry before it and of this one."))

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        ordering = ("-at", "-id")
        indexes = (
            models.Index(fields=("-at", "-id"), name="audit_newest"),
            models.Index(fields=("subject_kind", "subject_id", "-id"), name="audit_subject"),
        )

    def __str__(self) -> str:
        return f"{self.verb} {self.subject_kind} {self.subject_id}"


class AuditHead(models.Model):
    """Where the chain of audit entries ends: how many there are, and the digest of the last. One row, kept apart from the entries."""

    count = models.PositiveBigIntegerField(_("entries"), default=0)
    digest = models.CharField(_("digest"), max_length=64, blank=True)

    class Meta:
        verbose_name = _("head of the audit chain")
        verbose_name_plural = _("heads of the audit chain")

    def __str__(self) -> str:
        return f"{self.count} {self.digest[:12]}"
