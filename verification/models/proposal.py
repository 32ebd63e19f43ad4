"""What reviewers, or the findings, would change in the whitelist; an admin decides."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from verification.enums import ProposalKind, ProposalStatus


class WhitelistProposal(models.Model):
    """A proposed addition, change or removal of one domain.

    ``base`` is the entry as the proposer saw it, null for an addition; ``wanted`` the entry as it should be, null for a removal.
    Both are {owner, tier, authority, is_official, groups}; ``authority`` is a decimal string, ``groups`` are slugs.
    A suggestion of the findings has no proposer but ``evidence``: {advice, n, mean, low, high, carried, contradicted, findings, examples}.
    """

    kind = models.CharField(_("kind"), max_length=10, choices=ProposalKind.choices)
    domain = models.CharField(_("domain"), max_length=253)
    base = models.JSONField(_("as it was"), null=True, blank=True)
    wanted = models.JSONField(_("as it should be"), null=True, blank=True)
    reason = models.TextField(_("reason"), max_length=2000)
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("proposed by")
    )
    evidence = models.JSONField(_("findings"), null=True, blank=True)
    created_at = models.DateTimeField(_("proposed"), auto_now_add=True)
    status = models.CharField(_("status"), max_length=10, choices=ProposalStatus.choices, default=ProposalStatus.OPEN)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("decided by")
    )
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    decision_reason = models.TextField(_("reason of the decision"), max_length=2000, blank=True)

    class Meta:
        verbose_name = _("whitelist proposal")
        verbose_name_plural = _("whitelist proposals")
        ordering = ("-created_at", "-id")
        constraints = (
            models.CheckConstraint(condition=Q(kind__in=ProposalKind.values), name="proposal_kind_known"),
            models.CheckConstraint(
                condition=Q(status="open", decided_at__isnull=True, decided_by__isnull=True)
                | Q(status__in=("approved", "refused"), decided_at__isnull=False, decided_by__isnull=False),
                name="proposal_decided_iff_not_open",
            ),
            models.CheckConstraint(condition=~Q(status="approved") | ~Q(decided_by=F("proposed_by")), name="proposal_approved_by_another"),
            models.CheckConstraint(condition=~Q(reason=""), name="proposal_reason_not_empty"),
            models.CheckConstraint(
                condition=Q(proposed_by__isnull=False, evidence__isnull=True) | Q(proposed_by__isnull=True, evidence__isnull=False),
                name="proposal_by_a_person_or_findings",
            ),
            models.UniqueConstraint(fields=("domain",), condition=Q(status="open"), name="proposal_one_open_per_domain"),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.domain}"
