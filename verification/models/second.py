"""The second look at a share of the rulings, by somebody who does not see the first decision."""

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from verification.enums import RulingDecision


class ReviewSetting(models.Model):
    """One row: how many of a hundred rulings are put to a second person."""

    second_percent = models.PositiveSmallIntegerField(
        _("second reviews, per cent of rulings"), default=5, validators=[MaxValueValidator(100)], help_text=_("0 draws none.")
    )

    class Meta:
        verbose_name = _("review setting")
        verbose_name_plural = _("review settings")
        constraints = (
            models.CheckConstraint(condition=Q(id=1), name="review_setting_one_row"),
            models.CheckConstraint(condition=Q(second_percent__lte=100), name="review_setting_percent"),
        )

    def __str__(self) -> str:
        return f"{self.second_percent} %"


class SecondReview(models.Model):
    """A ruling that was drawn, and what the second person decided; ``arbitration`` is the item that a disagreement opened."""

    ruling = models.OneToOneField("Ruling", on_delete=models.PROTECT, related_name="second_review", verbose_name=_("first ruling"))
    first_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("first decided by"))
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("then decided by")
    )
    decision = models.CharField(_("decision"), max_length=10, choices=RulingDecision.choices, blank=True)
    value = models.CharField(_("value"), max_length=200, blank=True)
    number = models.CharField(_("number"), max_length=100, blank=True)
    unit = models.CharField(_("unit"), max_length=30, blank=True)
    source_url = models.CharField(_("source"), max_length=2000, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    is_agreed = models.BooleanField(_("both agree"), null=True, blank=True)
    arbitration = models.ForeignKey(
        "ReviewItem", on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("arbitration")
    )
    drawn_at = models.DateTimeField(_("drawn"), auto_now_add=True)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)

    class Meta:
        verbose_name = _("second review")
        verbose_name_plural = _("second reviews")
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(condition=~Q(decided_by=F("first_by")), name="second_review_by_another"),
            models.CheckConstraint(
                condition=Q(decided_by__isnull=True, decided_at__isnull=True, is_agreed__isnull=True, decision="")
                | Q(decided_by__isnull=False, decided_at__isnull=False, is_agreed__isnull=False, decision__in=("accept", "fix", "reject")),
                name="second_review_decided_whole",
            ),
        )

    def __str__(self) -> str:
        return f"#{self.pk}"
