"""Answers traced to their documents, what readers say of the sources, and the settings that an admin changed."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from attribution.core.answers.sources import Mode
from attribution.enums import codes_of, labelled
from verification.core import vocabulary
from verification.core.vocabulary import RunStatus

MOST_SOURCES = 200
LONGEST_QUESTION = 2000


class Attribution(models.Model):
    """One answer with its documents and where each sentence came from. Small ones are worked out at once; others wait for a worker.

    ``documents``: [{id, content, rerank_score, metadata, url?}] as they were sent, scores from 0 to 1; ``options``: the settings in
    force; ``result``: null until the end, {sources, sentences} with positions in ``documents``, without texts; ``key``: the hash of all
    that the result depends on.
    """

    answer = models.TextField(_("answer"))
    documents = models.JSONField(_("documents"), default=list)
    reference = models.CharField(_("reference"), max_length=200, blank=True, help_text=_("The caller’s own name for it."))
    question = models.CharField(_("question"), max_length=LONGEST_QUESTION, blank=True, default="", db_default="")
    lang = models.CharField(_("language"), max_length=2, choices=(("zh", _("Chinese")), ("en", _("English"))))
    mode = models.CharField(_("mode"), max_length=10, choices=labelled(Mode))
    options = models.JSONField(_("settings"), default=dict)
    is_disabled = models.BooleanField(_("switched off"), default=False)
    status = models.CharField(_("status"), max_length=10, choices=labelled(RunStatus), default=RunStatus.QUEUED)
    result = models.JSONField(_("result"), null=True, blank=True)
    sources_count = models.PositiveIntegerField(_("sources"), default=0)
    sentences_count = models.PositiveIntegerField(_("sentences"), default=0)
    supported_count = models.PositiveIntegerField(_("supported sentences"), default=0)
    key = models.CharField(_("content key"), max_length=64)
    is_cached = models.BooleanField(_("from memory"), default=False)
    error = models.CharField(_("error"), max_length=500, blank=True)

    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("requested by")
    )
    lease_until = models.DateTimeField(_("lease until"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    duration_ms = models.PositiveIntegerField(_("duration in ms"), null=True, blank=True)

    class Meta:
        verbose_name = _("attribution")
        verbose_name_plural = _("attributions")
        ordering = ("-created_at", "-id")
        constraints = (
            models.CheckConstraint(condition=Q(status__in=codes_of(RunStatus)), name="attribution_status_known"),
            models.CheckConstraint(condition=Q(mode__in=codes_of(Mode)), name="attribution_mode_known"),
            models.CheckConstraint(
                condition=Q(status__in=("queued", "running"), finished_at__isnull=True)
                | Q(status__in=("finished", "failed"), finished_at__isnull=False),
                name="attribution_finished_at_iff_final",
            ),
            models.CheckConstraint(condition=Q(supported_count__lte=models.F("sentences_count")), name="attribution_supported_of_all"),
        )
        indexes = (
            models.Index(fields=("requested_by", "-created_at", "-id"), name="attribution_of_person"),
            models.Index(fields=("-created_at", "-id"), name="attribution_newest"),
            models.Index(fields=("key", "status"), name="attribution_by_content"),
        )

    def __str__(self) -> str:
        return f"a-{self.pk}"

    @property
    def is_final(self) -> bool:
        return vocabulary.RunStatus(self.status).is_final


class AttributionMark(models.Model):
    """A reader's word on one source: right or wrong. ``index`` counts from 1, as the result does."""

    attribution = models.ForeignKey(Attribution, on_delete=models.CASCADE, related_name="marks", verbose_name=_("attribution"))
    index = models.PositiveIntegerField(_("source"))
    is_right = models.BooleanField(_("right"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("reader"))
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("mark of a source")
        verbose_name_plural = _("marks of sources")
        ordering = ("-created_at", "-id")
        constraints = (models.UniqueConstraint(fields=("attribution", "index", "user"), name="attribution_mark_once"),)

    def __str__(self) -> str:
        return f"{self.attribution_id}/{self.index}"


class AttributionSetting(models.Model):
    """The one row of what an admin set; empty is what the environment says, else the default (seed 004, 3.2)."""

    enabled = models.BooleanField(_("enabled"), null=True, blank=True)
    mode = models.CharField(_("mode"), max_length=10, choices=labelled(Mode), blank=True)
    max_sources = models.PositiveSmallIntegerField(
        _("maximum of sources"), null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(MOST_SOURCES)]
    )
    min_relevance_score = models.FloatField(
        _("least relevance"), null=True, blank=True, validators=[MinValueValidator(0), MaxValueValidator(1)]
    )
    extract_entities = models.BooleanField(_("look for names"), null=True, blank=True)
    match_threshold = models.FloatField(_("least match"), null=True, blank=True, validators=[MinValueValidator(0), MaxValueValidator(1)])
    show_match_score = models.BooleanField(_("show the match"), null=True, blank=True)
    show_relevance_score = models.BooleanField(_("show the relevance"), null=True, blank=True)
    use_embeddings = models.BooleanField(_("look for other words by embeddings"), null=True, blank=True)
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("attribution setting")
        verbose_name_plural = _("attribution settings")
        constraints = (
            models.CheckConstraint(condition=Q(pk=1), name="attribution_setting_one_row"),
            models.CheckConstraint(
                condition=Q(max_sources__isnull=True) | Q(max_sources__range=(1, MOST_SOURCES)), name="attribution_max_sources_range"
            ),
            models.CheckConstraint(
                condition=(Q(match_threshold__isnull=True) | Q(match_threshold__range=(0, 1)))
                & (Q(min_relevance_score__isnull=True) | Q(min_relevance_score__range=(0, 1))),
                name="attribution_scores_range",
            ),
        )

    def __str__(self) -> str:
        return str(_("attribution settings"))
