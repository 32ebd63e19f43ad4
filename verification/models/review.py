"""What needs a person, and what persons decided."""

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.utils.translation import gettext_lazy as _

from verification.core.vocabulary import Reason, RiskLevel
from verification.enums import ReviewStatus, RulingDecision, SubjectKind, codes_of, labelled

# The gravest first. The index of what is open is sorted by the same expression.
BY_RISK = Case(*(When(risk_level=level, then=Value(place)) for place, level in enumerate(reversed(codes_of(RiskLevel)))), default=Value(9))


class ReviewItem(models.Model):
    """A verdict that a person has to rule on. At most one is open per node and per subject; ``why`` is {code, params}.

    ``version`` grows whenever what the person sees has changed, or was decided or reopened: a ruling names the version that it saw.
    ``claimed_by`` looks at it until ``lease_until``.
    """

    subject_kind = models.CharField(_("subject"), max_length=20, choices=SubjectKind.choices)
    subject_id = models.PositiveBigIntegerField(_("subject id"))
    node = models.ForeignKey("Node", on_delete=models.PROTECT, null=True, blank=True, related_name="review_items", verbose_name=_("node"))
    reason = models.CharField(_("reason"), max_length=30, choices=labelled(Reason), blank=True)
    why = models.JSONField(_("why"), default=dict)
    risk_level = models.CharField(_("risk"), max_length=10, choices=labelled(RiskLevel), default=RiskLevel.LOW)
    status = models.CharField(_("status"), max_length=10, choices=ReviewStatus.choices, default=ReviewStatus.OPEN)
    version = models.PositiveIntegerField(_("version"), default=1)
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("looked at by")
    )
    lease_until = models.DateTimeField(_("held until"), null=True, blank=True)
    is_escalated = models.BooleanField(_("escalated"), default=False)
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
        indexes = (
            models.Index(fields=("created_at",), condition=Q(status="open"), name="review_open"),
            models.Index(BY_RISK, "created_at", "id", condition=Q(status="open"), name="review_queue"),
            models.Index(fields=("-closed_at", "-id"), name="review_newest_closed"),
        )

    def __str__(self) -> str:
        return f"#{self.pk} {self.get_reason_display()}"


class Ruling(models.Model):
    """A person's decision on a review item, append-only; the state that follows from it points here.

    ``number`` is in ``unit``. ``item_version`` is what the person saw; ``evidence_hash`` is the SHA-256 of the evidence shown then.
    Past ``expires_at`` it is asked again. ``undoes`` names the ruling that an undo or a reopening takes back.
    """

    review_item = models.ForeignKey(ReviewItem, on_delete=models.PROTECT, related_name="rulings", verbose_name=_("review item"))
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("decided by"))
    decided_as = models.CharField(_("role"), max_length=20, blank=True)
    decision = models.CharField(_("decision"), max_length=10, choices=RulingDecision.choices)
    reason = models.TextField(_("reason"), blank=True)
    chips = models.JSONField(_("reasons chosen"), default=list)
    value = models.CharField(_("value"), max_length=200, blank=True)
    number = models.CharField(_("number"), max_length=100, blank=True)
    unit = models.CharField(_("unit"), max_length=30, blank=True)
    source_url = models.CharField(_("source"), max_length=2000, blank=True)
    item_version = models.PositiveIntegerField(_("version ruled on"), default=1)
    evidence_hash = models.CharField(_("hash of the evidence"), max_length=64, blank=True)
    undoes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="undone_by", verbose_name=_("takes back")
    )
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    decided_at = models.DateTimeField(_("decided"), auto_now_add=True)

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ("-decided_at", "-id")
        constraints = (
            models.CheckConstraint(condition=~Q(decision__in=("reject", "fix")) | ~Q(reason=""), name="ruling_reason_where_it_is_due"),
            models.CheckConstraint(condition=Q(undoes__isnull=True) | ~Q(undoes=F("id")), name="ruling_does_not_undo_itself"),
        )

    def __str__(self) -> str:
        return f"{self.get_decision_display()} #{self.pk}"
