"""What needs a person."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from verification.enums import Reason, ReviewStatus, RiskLevel, SubjectKind


class ReviewItem(models.Model):
    """A verdict that a person has to rule on. At most one is open per node; ``why`` is {code, params}."""

    subject_kind = models.CharField(_("subject"), max_length=20, choices=SubjectKind.choices)
    subject_id = models.PositiveBigIntegerField(_("subject id"))
    node = models.ForeignKey("Node", on_delete=models.PROTECT, null=True, blank=True, related_name="review_items", verbose_name=_("node"))
    reason = models.CharField(_("reason"), max_length=30, choices=Reason.choices)
    why = models.JSONField(_("why"), default=dict)
    risk_level = models.CharField(_("risk"), max_length=10, choices=RiskLevel.choices, default=RiskLevel.LOW)
    status = models.CharField(_("status"), max_length=10, choices=ReviewStatus.choices, default=ReviewStatus.OPEN)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("review item")
        verbose_name_plural = _("review items")
        ordering = ("-created_at", "-id")
        constraints = (
            models.UniqueConstraint(fields=("node",), condition=Q(status="open"), name="review_one_open_per_node"),
            models.UniqueConstraint(fields=("subject_kind", "subject_id"), name="review_one_per_subject"),
            models.CheckConstraint(
                condition=Q(status="open", closed_at__isnull=True) | Q(status__in=("ruled", "obsolete"), closed_at__isnull=False),
                name="review_closed_at_iff_closed",
            ),
        )
        indexes = (models.Index(fields=("created_at",), condition=Q(status="open"), name="review_open"),)

    def __str__(self) -> str:
        return f"#{self.pk} {self.reason}"
