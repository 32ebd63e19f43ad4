"""What the machine held to be right before a person ruled."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from verification.core.vocabulary import VerificationMode
from verification.enums import labelled


class Comparison(models.Model):
    """Beside a ruling: the value that was proposed, by which mode (empty: the engine alone), carried by which domains.

    Nothing is kept where the machine proposed nothing, or the person had it try again. Of a ruling that was taken back nothing counts.
    """

    ruling = models.OneToOneField("Ruling", on_delete=models.CASCADE, related_name="comparison", verbose_name=_("ruling"))
    mode = models.CharField(_("mode"), max_length=12, choices=labelled(VerificationMode), blank=True)
    value = models.CharField(_("value"), max_length=200)
    domains = models.JSONField(_("domains"), default=list)
    is_agreed = models.BooleanField(_("the person agreed"))

    class Meta:
        verbose_name = _("machine and person")
        verbose_name_plural = _("machine and person")
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"#{self.ruling_id} {self.is_agreed}"
