"""Verifications that programs ask for, the rules that choose their mode, and what is remembered of sites."""

import uuid

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from verification.core import vocabulary
from verification.core.vocabulary import Decision, RiskLevel, RunStatus, Standing, TriggerKind, VerificationMode
from verification.enums import labelled


class Verification(models.Model):
    """A step or value that was voted on or challenged: for a program, or for a node's run (``run`` is then set).

    ``evidence`` is [{kind, url, title, content, data, published_at}] as given, ``triggers`` [{rule, mode, code, params}], ``reasons``
    [{code, params}].
    ``result`` holds what voters, challengers and arbiters said: {votes, consensus, conflicts, challenges}. A person's ``ruling`` stands
    above ``decision`` and leaves it as it was. Claimed like a run, by ``lease_until`` and ``attempts``.
    """

    public_id = models.UUIDField(_("id"), default=uuid.uuid4, unique=True, editable=False)
    run = models.OneToOneField(
        "VerificationRun", on_delete=models.PROTECT, null=True, blank=True, related_name="verification", verbose_name=_("verification run")
    )
    node = models.ForeignKey("Node", on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("node"))
    claim = models.TextField(_("claim"), blank=True)
    value = models.CharField(_("value"), max_length=200, blank=True)
    payload = models.JSONField(_("payload"), null=True, blank=True)
    query = models.CharField(_("query"), max_length=300, blank=True)
    evidence = models.JSONField(_("evidence"), default=list)
    risk_level = models.CharField(_("risk"), max_length=10, choices=labelled(RiskLevel), default=RiskLevel.LOW)
    action_type = models.CharField(_("action"), max_length=60, blank=True)
    amount = models.DecimalField(_("amount"), max_digits=24, decimal_places=6, null=True, blank=True)
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    amount_usd = models.DecimalField(_("amount in USD"), max_digits=24, decimal_places=6, null=True, blank=True)
    domain = models.CharField(_("domain"), max_length=253, blank=True)
    retry_count = models.PositiveIntegerField(_("retries before"), default=0)

    mode_asked = models.CharField(_("mode asked for"), max_length=12, choices=labelled(VerificationMode), blank=True)
    mode = models.CharField(_("mode"), max_length=12, choices=labelled(VerificationMode))
    triggers = models.JSONField(_("triggers"), default=list)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("requested by")
    )
    callback_url = models.CharField(_("callback"), max_length=2000, blank=True)

    status = models.CharField(_("status"), max_length=10, choices=labelled(RunStatus), default=RunStatus.QUEUED)
    lease_until = models.DateTimeField(_("lease until"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    decision = models.CharField(_("decision"), max_length=12, choices=labelled(Decision), blank=True)
    reasons = models.JSONField(_("reasons"), default=list)
    result = models.JSONField(_("result"), default=dict)
    ruling = models.ForeignKey(
        "Ruling", on_delete=models.PROTECT, null=True, blank=True, related_name="verifications", verbose_name=_("ruling")
    )
    standing = models.CharField(_("standing of the ruling"), max_length=15, choices=labelled(Standing), blank=True)
    retry_at = models.DateTimeField(_("ask again at"), null=True, blank=True)
    error = models.CharField(_("error"), max_length=500, blank=True)
    cost_usd = models.DecimalField(_("cost in USD"), max_digits=12, decimal_places=6, default=0)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("verification")
        verbose_name_plural = _("verifications")
        ordering = ("-created_at", "-id")
        constraints = (
            models.CheckConstraint(condition=~Q(claim="", value=""), name="verification_has_claim_or_value"),
            models.CheckConstraint(
                condition=Q(status__in=("queued", "running"), finished_at__isnull=True)
                | Q(status__in=("finished", "degraded", "failed", "cancelled"), finished_at__isnull=False),
                name="verification_finished_at_iff_final",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=("finished", "degraded")) | ~Q(decision=""), name="verification_decision_iff_finished"
            ),
        )
        indexes = (
            models.Index(fields=("-created_at", "-id"), name="verification_newest"),
            models.Index(fields=("created_at",), condition=Q(finished_at__isnull=True), name="verification_unended"),
        )

    def __str__(self) -> str:
        return str(self.public_id)

    @property
    def is_final(self) -> bool:
        return vocabulary.RunStatus(self.status).is_final


class TriggerSetting(models.Model):
    """One rule that chooses a mode. ``words``: risk levels or action types; ``limit``: the amount in USD, the rate, or the count."""

    name = models.SlugField(_("name"), max_length=40, unique=True)
    kind = models.CharField(_("looks at"), max_length=12, choices=labelled(TriggerKind))
    mode = models.CharField(_("mode"), max_length=12, choices=labelled(VerificationMode))
    words = models.JSONField(_("words"), default=list, blank=True)
    limit = models.DecimalField(_("limit"), max_digits=20, decimal_places=4, default=0, validators=[MinValueValidator(0)])
    min_tries = models.PositiveIntegerField(_("tries needed"), default=0, validators=[MaxValueValidator(1_000_000)])
    position = models.PositiveSmallIntegerField(_("position"), default=100, help_text=_("The lowest comes first."))
    is_active = models.BooleanField(_("active"), default=True)

    class Meta:
        verbose_name = _("trigger rule")
        verbose_name_plural = _("trigger rules")
        ordering = ("position", "name")
        constraints = (models.CheckConstraint(condition=Q(limit__gte=0), name="trigger_limit_not_negative"),)

    def __str__(self) -> str:
        return self.name


class SiteProfile(models.Model):
    """How a site did so far: every finished fetch and every ruling on what it said counts as a try."""

    domain = models.CharField(_("domain"), max_length=253, unique=True)
    first_seen_at = models.DateTimeField(_("first seen"))
    last_seen_at = models.DateTimeField(_("last seen"))
    tries = models.PositiveBigIntegerField(_("tries"), default=0)
    successes = models.PositiveBigIntegerField(_("successes"), default=0)

    class Meta:
        verbose_name = _("site profile")
        verbose_name_plural = _("site profiles")
        ordering = ("domain",)
        constraints = (models.CheckConstraint(condition=Q(successes__lte=F("tries")), name="site_successes_among_tries"),)

    def __str__(self) -> str:
        return self.domain


class SiteJudgement(models.Model):
    """Whether what a domain's pages said was held to be right: by a person's ruling, or by a later run of the same node.

    A later run's judgement is about one ``value`` of the domain; the newest one stands.
    """

    domain = models.CharField(_("domain"), max_length=253)
    is_right = models.BooleanField(_("right"))
    ruling = models.ForeignKey(
        "Ruling", on_delete=models.CASCADE, null=True, blank=True, related_name="site_judgements", verbose_name=_("ruling")
    )
    run = models.ForeignKey(
        "VerificationRun", on_delete=models.CASCADE, null=True, blank=True, related_name="site_judgements", verbose_name=_("later run")
    )
    node = models.ForeignKey("Node", on_delete=models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("node"))
    value = models.CharField(_("value"), max_length=200, blank=True)
    judged_at = models.DateTimeField(_("judged"))

    class Meta:
        verbose_name = _("judgement on a site")
        verbose_name_plural = _("judgements on sites")
        ordering = ("-judged_at", "-id")
        constraints = (
            models.UniqueConstraint(fields=("ruling", "domain"), name="site_judgement_once_per_ruling"),
            models.UniqueConstraint(fields=("node", "domain", "value"), name="site_judgement_once_per_value"),
            models.CheckConstraint(
                condition=Q(ruling__isnull=False, run__isnull=True, node__isnull=True)
                | Q(ruling__isnull=True, run__isnull=False, node__isnull=False),
                name="site_judgement_by_ruling_or_run",
            ),
        )
        indexes = (models.Index(fields=("domain", "judged_at"), name="site_judgement_domain"),)

    def __str__(self) -> str:
        return f"{self.domain} {self.is_right}"
