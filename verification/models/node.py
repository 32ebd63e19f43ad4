"""Nodes, the links between them, and their append-only states."""

from typing import TYPE_CHECKING

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from verification.core.evidence import NodeSpec
from verification.core.language.script import to_simplified
from verification.core.vocabulary import Badge, BoundBy, Confidence, Independence, NodeKind, RiskLevel, Standing, Trend
from verification.enums import codes_of, labelled

if TYPE_CHECKING:
    from verification.models.review import Ruling


class Node(models.Model):
    """An indicator or claim whose state is kept.

    ``state`` is its latest; ``search_text`` is label, aliases and slug, lower-case, for the page's search. What lists filter, count and
    sort by is kept beside it, from ``badge`` on, so that ten thousand nodes are counted without their runs (services.node_summaries).
    """

    slug = models.SlugField(_("slug"), max_length=100, unique=True)
    label = models.CharField(_("label"), max_length=300, help_text=_("A name, a question, or a sentence with a blank ____."))
    aliases = models.JSONField(_("aliases"), default=list, blank=True, help_text=_("Other names of the same thing, in any language."))
    kind = models.CharField(_("kind"), max_length=10, choices=labelled(NodeKind))
    unit = models.CharField(_("unit"), max_length=30, blank=True, help_text=_("%, an ISO currency code, or a name; empty is any."))
    reference_period = models.CharField(
        _("reference period"), max_length=30, blank=True, help_text=_("What the figure is about: 2026-05 or 2026-01..2026-05.")
    )
    fresh_days = models.PositiveIntegerField(_("fresh for days"), null=True, blank=True, default=30, help_text=_("Empty: no limit."))
    min_domains = models.PositiveSmallIntegerField(_("votes needed"), default=3, validators=[MinValueValidator(3)])
    independence = models.CharField(_("votes counted by"), max_length=10, choices=labelled(Independence), default=Independence.STORIES)
    tolerance = models.CharField(_("tolerance"), max_length=20, blank=True, help_text=_("Absolute in the unit, or as 0.5%. Empty: exact."))
    risk_level = models.CharField(_("risk"), max_length=10, choices=labelled(RiskLevel), default=RiskLevel.LOW)
    query = models.CharField(_("search words"), max_length=300, blank=True, help_text=_("Empty: the label and its aliases."))
    series = models.CharField(
        _("official series"), max_length=60, blank=True, help_text=_("A key of the catalogue, asked before any page. Empty: pages alone.")
    )
    schedule = models.CharField(
        _("schedule"), max_length=60, blank=True, help_text=_("A cron expression such as 0 */6 * * *. Empty: by hand.")
    )
    planned_schedule = models.CharField(max_length=60, blank=True, default="", editable=False)
    next_due_at = models.DateTimeField(_("next due"), null=True, blank=True, editable=False, db_index=True)
    group = models.CharField(_("group"), max_length=60, blank=True)
    is_active = models.BooleanField(_("active"), default=True)
    links = models.ManyToManyField("self", through="NodeLink", symmetrical=False, related_name="linked_from", verbose_name=_("leads to"))
    state = models.ForeignKey(
        "NodeState", on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="+", verbose_name=_("state")
    )
    search_text = models.TextField(editable=False, default="")
    badge = models.CharField(_("badge"), max_length=20, choices=labelled(Badge), blank=True, default="", editable=False)
    checked_at = models.DateTimeField(_("last run"), null=True, editable=False)
    evidence_at = models.DateTimeField(_("as of"), null=True, editable=False)
    expires_at = models.DateTimeField(_("ruling expires"), null=True, editable=False)
    is_conflict = models.BooleanField(_("values disagree"), default=False, editable=False)
    last_run_failed = models.BooleanField(_("last run failed"), default=False, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("node")
        verbose_name_plural = _("nodes")
        ordering = ("slug",)
        constraints = (
            models.CheckConstraint(condition=Q(min_domains__gte=3), name="node_min_domains_at_least_3"),
            models.CheckConstraint(condition=Q(kind__in=codes_of(NodeKind)), name="node_kind_known"),
            models.CheckConstraint(condition=Q(independence__in=codes_of(Independence)), name="node_independence_known"),
            models.CheckConstraint(condition=Q(risk_level__in=codes_of(RiskLevel)), name="node_risk_level_known"),
            models.CheckConstraint(condition=~Q(label=""), name="node_label_not_empty"),
        )
        indexes = (
            models.Index(fields=("group", "slug"), name="node_group_slug"),
            models.Index(fields=("is_active", "label", "id"), name="node_by_name"),
            # All that the counts above the list look at, so that they read no node.
            models.Index(
                fields=("badge", "last_run_failed", "is_conflict", "evidence_at", "fresh_days", "expires_at"),
                condition=Q(is_active=True),
                name="node_marks",
            ),
        )

    def __str__(self) -> str:
        return self.label

    def save(self, *args: object, **kwargs: object) -> None:
        names = "\n".join([self.label, *self.aliases, self.slug]).lower()
        simple = to_simplified(names)
        self.search_text = names if simple == names else f"{names}\n{simple}"
        super().save(*args, **kwargs)  # type: ignore[arg-type]

    def spec(self) -> NodeSpec:
        """The question as the engine takes it."""
        return NodeSpec(
            label=self.label,
            aliases=tuple(self.aliases),
            kind=NodeKind(self.kind),
            unit=self.unit or None,
            reference_period=self.reference_period or None,
            fresh_days=self.fresh_days,
            min_domains=self.min_domains,
            independence=Independence(self.independence),
            tolerance=self.tolerance,
        )


class NodeLink(models.Model):
    """One causal step: ``source`` leads to ``target``."""

    source = models.ForeignKey(Node, on_delete=models.CASCADE, related_name="outgoing", verbose_name=_("from"))
    target = models.ForeignKey(Node, on_delete=models.CASCADE, related_name="incoming", verbose_name=_("to"))

    class Meta:
        verbose_name = _("link")
        verbose_name_plural = _("links")
        constraints = (
            models.UniqueConstraint(fields=("source", "target"), name="node_link_unique"),
            models.CheckConstraint(condition=~Q(source=F("target")), name="node_link_not_to_itself"),
        )

    def __str__(self) -> str:
        return f"{self.source_id} → {self.target_id}"


class NodeState(models.Model):
    """What was known of a node from ``created_at`` on.

    It comes from a run or from a ruling, never from both, and is never changed (migration 0005 holds it). A run that leaves a person's
    ruling in force names it as ``kept_ruling`` and says in ``standing`` why. ``ruled_on`` is the evidence that the ruling knows of,
    [{value, domain, day, words}]. A ruling that takes another one back ``restores`` the state that was before, which itself restores none.
    """

    node = models.ForeignKey(Node, on_delete=models.PROTECT, related_name="states", verbose_name=_("node"))
    run = models.OneToOneField(
        "VerificationRun", on_delete=models.PROTECT, null=True, blank=True, related_name="state", verbose_name=_("run")
    )
    ruling = models.OneToOneField("Ruling", on_delete=models.PROTECT, null=True, blank=True, related_name="state", verbose_name=_("ruling"))
    kept_ruling = models.ForeignKey(
        "Ruling", on_delete=models.PROTECT, null=True, blank=True, related_name="kept_states", verbose_name=_("ruling kept")
    )
    restores = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="restored_by", verbose_name=_("state restored")
    )
    standing = models.CharField(_("standing of the ruling"), max_length=15, choices=labelled(Standing), blank=True)
    ruled_on = models.JSONField(_("evidence ruled on"), default=list, blank=True)
    value = models.CharField(_("value"), max_length=200, help_text=_("The display form; the word unknown when unknown."))
    number = models.CharField(_("number"), max_length=100, blank=True, help_text=_("A decimal string, a range a..b, empty when unknown."))
    unit = models.CharField(_("unit"), max_length=30, blank=True)
    trend = models.CharField(_("trend"), max_length=10, choices=labelled(Trend), default=Trend.STABLE)
    confidence = models.CharField(_("confidence"), max_length=20, choices=labelled(Confidence))
    badge = models.CharField(_("badge"), max_length=20, choices=labelled(Badge))
    bound_by = models.CharField(_("bound by"), max_length=10, choices=labelled(BoundBy), default=BoundBy.RULES)
    as_of = models.DateTimeField(_("as of"), help_text=_("The moment for which the state was judged."))
    evidence_at = models.DateTimeField(_("newest source"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("state")
        verbose_name_plural = _("states")
        ordering = ("-created_at", "-id")
        constraints = (
            models.CheckConstraint(
                condition=Q(run__isnull=False, ruling__isnull=True) | Q(run__isnull=True, ruling__isnull=False),
                name="node_state_from_run_or_ruling",
            ),
            models.CheckConstraint(
                condition=Q(kept_ruling__isnull=True, standing="") | Q(kept_ruling__isnull=False, run__isnull=False) & ~Q(standing=""),
                name="node_state_standing_iff_kept",
            ),
            models.CheckConstraint(condition=Q(badge__in=codes_of(Badge)), name="node_state_badge_known"),
            models.CheckConstraint(condition=Q(confidence__in=codes_of(Confidence)), name="node_state_confidence_known"),
        )
        indexes = (models.Index(fields=("node", "-created_at", "-id"), name="node_state_history"),)

    def __str__(self) -> str:
        return f"{self.value} ({self.get_badge_display()})"

    @property
    def basis(self) -> "NodeState":
        """The state whose run or ruling speaks for it: itself, or the one that it restores."""
        return self.restores or self

    @property
    def decided_by(self) -> "Ruling | None":
        """The person's decision that wrote it, or that a run kept: one that takes another back as well."""
        return self.kept_ruling or self.ruling

    @property
    def ruled_by(self) -> "Ruling | None":
        """The person's decision that its value follows from, be it kept by a later run."""
        return self.basis.decided_by
