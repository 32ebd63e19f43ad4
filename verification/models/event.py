"""Events: messages that are investigated, their steps, and the lists by which they are read."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from verification.core import vocabulary
from verification.core.events.flow import FlowState
from verification.core.events.vocabulary import (
    EntityKind,
    EventAction,
    EventDirection,
    EventOutcome,
    EventType,
    Reader,
    SearchPolicy,
    Strength,
    Timeframe,
)
from verification.core.vocabulary import RunStatus
from verification.enums import RunTrigger, StepStatus, codes_of, labelled


class Event(models.Model):
    """One message and how far it is believed. Claimed by ``lease_until`` and ``attempts`` before the work, as a run is.

    ``given`` is the preliminary result of whoever asked. ``evidence``: {stories, domains, is_multi_source, is_official, is_conflicting,
    verdict, is_denied, findings, tones, confidence, first_at, last_at, witnesses}; ``similar``: [{event, similarity, outcome}];
    ``own_nodes``: [{slug, label, value, badge, says, said, as_of, tool, observation, sources}]; ``adjustments``: [{rule, delta}].
    ``is_search_asked``: whoever asked wants a search whatever the type's policy is.
    """

    text = models.TextField(_("message"))
    digest = models.CharField(_("digest"), max_length=64)
    memory_text = models.CharField(_("memory text"), max_length=600, blank=True)
    lang = models.CharField(_("language"), max_length=10, blank=True)
    given = models.JSONField(_("given preliminary result"), null=True, blank=True)
    is_search_asked = models.BooleanField(_("search asked for"), default=False)
    status = models.CharField(_("status"), max_length=10, choices=labelled(RunStatus), default=RunStatus.QUEUED)
    trigger = models.CharField(_("asked by"), max_length=10, choices=RunTrigger.choices, default=RunTrigger.COMMAND)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("requested by")
    )
    lease_until = models.DateTimeField(_("lease until"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)

    event_type = models.CharField(_("event type"), max_length=20, choices=labelled(EventType), blank=True)
    asset = models.CharField(_("asset"), max_length=20, blank=True)
    asset_name = models.CharField(_("name of the asset"), max_length=100, blank=True)
    direction = models.CharField(_("direction"), max_length=10, choices=labelled(EventDirection), blank=True)
    read_by = models.CharField(_("read by"), max_length=10, choices=labelled(Reader), blank=True)
    summary = models.CharField(_("summary"), max_length=300, blank=True)
    preliminary_confidence = models.DecimalField(_("preliminary confidence"), max_digits=5, decimal_places=4, null=True, blank=True)
    confidence = models.DecimalField(pgettext_lazy("of an event", "confidence"), max_digits=5, decimal_places=4, null=True, blank=True)
    action = models.CharField(_("action"), max_length=10, choices=labelled(EventAction), blank=True)
    strength = models.CharField(_("strength"), max_length=10, choices=labelled(Strength), blank=True)
    timeframe = models.CharField(_("timeframe"), max_length=10, choices=labelled(Timeframe), blank=True)
    adjustments = models.JSONField(_("adjustments"), default=list)
    risk_flags = models.JSONField(_("risk flags"), default=list)
    unused_reason = models.CharField(_("why no tool was used"), max_length=30, blank=True)
    argument = models.CharField(_("argument of the model"), max_length=300, blank=True)
    evidence = models.JSONField(_("evidence"), null=True, blank=True)
    similar = models.JSONField(_("similar past events"), default=list)
    own_nodes = models.JSONField(_("own nodes"), default=list)
    tool_calls = models.PositiveSmallIntegerField(_("tool calls"), default=0)
    calls = models.PositiveIntegerField(_("calls"), default=0)
    cost_usd = models.DecimalField(_("cost in USD"), max_digits=12, decimal_places=6, default=0)
    failures = models.JSONField(_("failed providers"), default=list)
    error = models.CharField(_("error"), max_length=500, blank=True)

    outcome = models.CharField(_("outcome"), max_length=10, choices=labelled(EventOutcome), blank=True)
    outcome_note = models.CharField(_("note on the outcome"), max_length=500, blank=True)
    outcome_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("recorded by")
    )
    outcome_at = models.DateTimeField(_("recorded"), null=True, blank=True)
    node = models.ForeignKey("Node", on_delete=models.SET_NULL, null=True, blank=True, related_name="events", verbose_name=_("node"))

    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    duration_ms = models.PositiveIntegerField(_("duration in ms"), null=True, blank=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ("-created_at", "-id")
        constraints = (
            models.CheckConstraint(condition=Q(status__in=codes_of(RunStatus)), name="event_status_known"),
            models.CheckConstraint(
                condition=Q(status__in=("queued", "running"), finished_at__isnull=True)
                | Q(status__in=("finished", "degraded", "failed", "cancelled"), finished_at__isnull=False),
                name="event_finished_at_iff_final",
            ),
            models.CheckConstraint(
                condition=Q(confidence__isnull=True) | Q(confidence__gte=0, confidence__lte=1), name="event_confidence_is_share"
            ),
            models.CheckConstraint(
                condition=Q(outcome="", outcome_at__isnull=True) | (~Q(outcome="") & Q(outcome_at__isnull=False)),
                name="event_outcome_dated",
            ),
        )
        indexes = (
            models.Index(fields=("-created_at", "-id"), name="event_newest"),
            models.Index(fields=("digest",), name="event_digest"),
            models.Index(fields=("event_type", "-created_at"), name="event_of_type"),
            models.Index(fields=("asset", "-created_at"), name="event_of_asset"),
        )

    def __str__(self) -> str:
        return f"e-{self.pk}"

    @property
    def is_final(self) -> bool:
        return vocabulary.RunStatus(self.status).is_final

    @property
    def ledger_subject(self) -> str:
        """Under which its calls stand in the ledger."""
        return f"event:{self.pk}"


class EventStep(models.Model):
    """One step of an event with what went in and what came out. A finished one is never done again."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="steps", verbose_name=_("event"))
    position = models.PositiveSmallIntegerField(_("position"))
    state = models.CharField(_("step"), max_length=10, choices=labelled(FlowState))
    round = models.PositiveSmallIntegerField(_("round"), default=1)
    status = models.CharField(_("status"), max_length=10, choices=StepStatus.choices, default=StepStatus.RUNNING)
    input = models.JSONField(_("input"), default=dict)
    output = models.JSONField(_("output"), default=dict)
    calls = models.PositiveIntegerField(_("calls"), default=0)
    cost_usd = models.DecimalField(_("cost in USD"), max_digits=12, decimal_places=6, default=0)
    started_at = models.DateTimeField(_("started"))
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    duration_ms = models.PositiveIntegerField(_("duration in ms"), null=True, blank=True)

    class Meta:
        verbose_name = _("step of an event")
        verbose_name_plural = _("steps of an event")
        ordering = ("event", "position")
        constraints = (models.UniqueConstraint(fields=("event", "position"), name="event_step_position_unique"),)

    def __str__(self) -> str:
        return f"{self.event_id}/{self.position} {self.state}"


class EventRule(models.Model):
    """How one type of event is recognised, searched and read. Lists hold one entry a place."""

    event_type = models.CharField(_("event type"), max_length=20, choices=labelled(EventType), unique=True)
    policy = models.CharField(_("search"), max_length=15, choices=labelled(SearchPolicy))
    is_numeric = models.BooleanField(_("numeric"), default=False, help_text=_("Searched for only where a statement is the point."))
    direction = models.CharField(_("direction"), max_length=10, choices=labelled(EventDirection), default=EventDirection.NEUTRAL)
    timeframe = models.CharField(_("timeframe"), max_length=10, choices=labelled(Timeframe), default=Timeframe.SHORT)
    signals = models.JSONField(_("signals"), default=list, blank=True, help_text=_("Words that mean this type, one a line."))
    keywords = models.JSONField(_("keywords"), default=list, blank=True, help_text=_("What a search for this type adds, one a line."))
    preferred_domains = models.JSONField(
        _("preferred domains"), default=list, blank=True, help_text=_("Pages of these come first; none: as set for all types.")
    )

    class Meta:
        verbose_name = _("event rule")
        verbose_name_plural = _("event rules")
        ordering = ("event_type",)

    def __str__(self) -> str:
        return str(self.get_event_type_display())


class EventEntity(models.Model):
    """An asset, organisation or regulator by all its names, and the domains on which it speaks for itself."""

    name = models.CharField(_("name"), max_length=100, unique=True)
    kind = models.CharField(_("kind"), max_length=15, choices=labelled(EntityKind))
    symbol = models.CharField(_("symbol"), max_length=20, blank=True, help_text=_("Of the asset, or of the asset that it stands behind."))
    aliases = models.JSONField(_("other names"), default=list, blank=True, help_text=_("One a line."))
    domains = models.JSONField(
        _("own domains"), default=list, blank=True, help_text=_("One a line; a page there is a statement of its own.")
    )

    class Meta:
        verbose_name = _("event entity")
        verbose_name_plural = _("event entities")
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name
