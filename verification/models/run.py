"""Verification runs and their steps."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from verification.core import vocabulary
from verification.core.vocabulary import Badge, BoundBy, Confidence, Reason, RunStatus, Stage, Trend
from verification.enums import RunTrigger, StepName, StepStatus, codes_of, labelled


class VerificationRun(models.Model):
    """One attempt to establish a node's state.

    Claimed by ``lease_until`` and ``attempts`` before the work; immutable once finished (migration 0005).
    """

    node = models.ForeignKey("Node", on_delete=models.PROTECT, related_name="runs", verbose_name=_("node"))
    status = models.CharField(_("status"), max_length=10, choices=labelled(RunStatus), default=RunStatus.QUEUED)
    trigger = models.CharField(_("asked by"), max_length=10, choices=RunTrigger.choices, default=RunTrigger.COMMAND)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("requested by")
    )
    as_of = models.DateTimeField(_("as of"), help_text=_("Documents published later are not seen."))
    is_replay = models.BooleanField(_("replay"), default=False, help_text=_("Judged for another moment; never changes the node's state."))
    from_stage = models.CharField(_("from stage"), max_length=1, choices=labelled(Stage), default=Stage.WHITELIST)
    extractor = models.CharField(_("extractor"), max_length=20, default="rules")
    engine_version = models.CharField(_("engine version"), max_length=20, blank=True)
    prompt_version = models.CharField(_("prompt version"), max_length=20, blank=True)

    lease_until = models.DateTimeField(_("lease until"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)

    stage = models.CharField(_("stage"), max_length=1, choices=labelled(Stage), blank=True)
    value = models.CharField(_("value"), max_length=200, blank=True)
    number = models.CharField(_("number"), max_length=100, blank=True)
    unit = models.CharField(_("unit"), max_length=30, blank=True)
    trend = models.CharField(_("trend"), max_length=10, choices=labelled(Trend), blank=True)
    confidence = models.CharField(_("confidence"), max_length=20, choices=labelled(Confidence), blank=True)
    badge = models.CharField(_("badge"), max_length=20, choices=labelled(Badge), blank=True)
    bound_by = models.CharField(_("bound by"), max_length=10, choices=labelled(BoundBy), default=BoundBy.RULES)
    reason = models.CharField(_("reason"), max_length=30, choices=labelled(Reason), blank=True)
    domains_count = models.PositiveSmallIntegerField(_("domains"), default=0)
    stories_count = models.PositiveSmallIntegerField(_("stories"), default=0)
    candidates = models.JSONField(_("candidates"), default=list, help_text=_("[{value, number, domains, stories}], most votes first."))
    conflicts = models.JSONField(_("conflicts"), default=list, help_text=_("[{value, number, domains, stories}]."))
    trace = models.JSONField(_("rule trace"), default=list, help_text=_("[{code, params}] in the order in which the rules fired."))
    review = models.JSONField(_("review"), null=True, blank=True, help_text=_("{code, params}: why a person is needed."))
    error = models.CharField(_("error"), max_length=500, blank=True)
    failures = models.JSONField(_("failed providers"), default=list, help_text=_("[{provider, kind, fault}], in order."))
    calls = models.PositiveIntegerField(_("calls"), default=0)
    cost_usd = models.DecimalField(_("cost in USD"), max_digits=12, decimal_places=6, default=0)

    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    duration_ms = models.PositiveIntegerField(_("duration in ms"), null=True, blank=True)

    class Meta:
        verbose_name = _("verification run")
        verbose_name_plural = _("verification runs")
        ordering = ("-created_at", "-id")
        constraints = (
            models.CheckConstraint(condition=Q(status__in=codes_of(RunStatus)), name="run_status_known"),
            models.CheckConstraint(
                condition=Q(status__in=("queued", "running"), finished_at__isnull=True)
                | Q(status__in=("finished", "degraded", "failed", "cancelled"), finished_at__isnull=False),
                name="run_finished_at_iff_final",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=("finished", "degraded")) | (~Q(reason="") & ~Q(badge="")),
                name="run_verdict_iff_finished",
            ),
        )
        indexes = (
            models.Index(fields=("node", "-created_at", "-id"), name="run_history"),
            models.Index(fields=("created_at",), condition=Q(status__in=("queued", "running")), name="run_open"),
            # All that the figures of a period count: they are read from the index alone.
            models.Index(fields=("created_at", "finished_at", "is_replay", "status", "badge", "cost_usd", "id"), name="run_asked"),
            # SQLite passes over the partial index above, whose condition it meets as parameters; IS NULL is none.
            models.Index(fields=("node",), condition=Q(finished_at__isnull=True), name="run_unended"),
        )

    def __str__(self) -> str:
        return f"r-{self.pk}"

    @property
    def is_final(self) -> bool:
        return vocabulary.RunStatus(self.status).is_final


class RunStep(models.Model):
    """One step of a run. ``detail`` holds its figures (pages, provider, query …), shown as written.

    On PostgreSQL the rows lie in volumes of runs (migration 0092).
    """

    # Without an index of its own: the run is the first column of the unique one.
    run = models.ForeignKey(VerificationRun, on_delete=models.CASCADE, related_name="steps", db_index=False, verbose_name=_("run"))
    position = models.PositiveSmallIntegerField(_("position"))
    name = models.CharField(_("name"), max_length=30, choices=StepName.choices)
    status = models.CharField(_("status"), max_length=10, choices=StepStatus.choices, default=StepStatus.RUNNING)
    detail = models.JSONField(_("detail"), default=dict)
    started_at = models.DateTimeField(_("started"))
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("step")
        verbose_name_plural = _("steps")
        ordering = ("run", "position")
        constraints = (models.UniqueConstraint(fields=("run", "position"), name="run_step_position_unique"),)

    def __str__(self) -> str:
        return f"{self.run_id}/{self.position} {self.name}"
