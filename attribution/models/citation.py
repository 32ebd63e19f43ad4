"""Checked texts, their citations, and every verdict that a citation ever had."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from attribution.core.vocabulary import CitationKind, CitationStatus, Existence, Match, Policy, TimeFit
from attribution.enums import Backing, Depth, codes_of, labelled
from verification.core import vocabulary
from verification.core.vocabulary import RunStatus
from verification.enums import RunTrigger


class CitationReport(models.Model):
    """One text whose citations are checked. Claimed by ``lease_until`` and ``attempts`` before the work, as runs are.

    ``lang``: "zh" or "en", the language of the marks in the annotated text. Not ``is_read``: a worker looks for the citations first.
    """

    title = models.CharField(_("title"), max_length=200)
    text = models.TextField(_("text"))
    lang = models.CharField(_("language"), max_length=2, choices=(("zh", _("Chinese")), ("en", _("English"))))
    depth = models.CharField(_("depth"), max_length=10, choices=Depth.choices, default=Depth.STANDARD)
    policy = models.CharField(_("policy"), max_length=10, choices=labelled(Policy), default=Policy.MARK)
    status = models.CharField(_("status"), max_length=10, choices=labelled(RunStatus), default=RunStatus.QUEUED)
    trigger = models.CharField(_("asked by"), max_length=10, choices=RunTrigger.choices, default=RunTrigger.COMMAND)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("requested by")
    )
    kinds = models.JSONField(_("kinds"), default=dict, help_text=_("{kind: how many}."))
    citations_count = models.PositiveIntegerField(_("citations"), default=0)
    is_read = models.BooleanField(_("citations were looked for"), default=True)

    lease_until = models.DateTimeField(_("lease until"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    error = models.CharField(_("error"), max_length=500, blank=True)
    failures = models.JSONField(_("failed providers"), default=list, help_text=_("[{provider, kind, fault}], in order."))

    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    duration_ms = models.PositiveIntegerField(_("duration in ms"), null=True, blank=True)

    class Meta:
        verbose_name = _("citation report")
        verbose_name_plural = _("citation reports")
        ordering = ("-created_at", "-id")
        constraints = (
            models.CheckConstraint(condition=Q(status__in=codes_of(RunStatus)), name="report_status_known"),
            models.CheckConstraint(
                condition=Q(status__in=("queued", "running"), finished_at__isnull=True)
                | Q(status__in=("finished", "degraded", "failed", "cancelled"), finished_at__isnull=False),
                name="report_finished_at_iff_final",
            ),
        )
        indexes = (
            models.Index(fields=("requested_by", "-created_at", "-id"), name="report_of_person"),
            models.Index(fields=("-created_at", "-id"), name="report_newest"),
        )

    def __str__(self) -> str:
        return f"c-{self.pk}"

    @property
    def is_final(self) -> bool:
        return vocabulary.RunStatus(self.status).is_final


class Citation(models.Model):
    """One citation with its present verdict. ``text`` is the report's ``[start:end]``; ``url`` is empty for a source that is named only.

    ``passages``: [{start, end, text, score, url}], best first; ``aligned``: what claim and page say against each other; ``parts``:
    [{outcome, text, start, end, found, how, cue, differs}], what became of each figure and event of the claim;
    ``wikidata``: {id, url, label_en, label_zh, description_en, description_zh, statements: [{property, kind, value, unit, point_in_time}]}
    of an item whose statements agree with the claim, which decide nothing either;
    ``observations``: [{series, publisher, title_en, title_zh, url, node, period, value, known_since, is_exact_vintage, says, earlier,
    claimed, start, end, is_year_told}] of official series, which stand beside the page's verdict and change nothing of it;
    ``claim_reviews``: [{claim, claimant, rating, publisher, title, url, reviewed_on}] by fact-checkers, which decide nothing;
    ``replacement``: {url, title, passage, score} of a page that carries the claim; ``model_word``: {model, prompt_version, verdict, quote,
    refusal, problem, is_decisive} of a language model that was asked where the rules leave the claim open.
    """

    report = models.ForeignKey(CitationReport, on_delete=models.CASCADE, related_name="citations", verbose_name=_("report"))
    index = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=10, choices=labelled(CitationKind))
    text = models.TextField(_("text"))
    url = models.TextField(_("address"), blank=True)
    domain = models.CharField(_("domain"), max_length=253, blank=True, help_text=_("What the owner of the cited site registered."))
    anchor = models.TextField(_("name of the source"), blank=True)
    start = models.PositiveIntegerField(_("start"))
    end = models.PositiveIntegerField(_("end"))
    claim = models.TextField(_("claim"), blank=True)
    claim_start = models.PositiveIntegerField(_("start of the claim"), default=0)
    claim_end = models.PositiveIntegerField(_("end of the claim"), default=0)

    status = models.CharField(_("verdict"), max_length=20, choices=labelled(CitationStatus), default=CitationStatus.PENDING)
    reasons = models.JSONField(_("reasons"), default=list, help_text=_("[{code, params}], what decided first."))
    score = models.FloatField(_("score"), null=True, blank=True)
    passages = models.JSONField(_("passages"), default=list)
    aligned = models.JSONField(_("aligned"), default=list)
    parts = models.JSONField(_("parts of the claim"), default=list, blank=True)
    replacement = models.JSONField(_("replacement"), null=True, blank=True)
    claim_reviews = models.JSONField(_("reviews by fact-checkers"), default=list, blank=True)
    wikidata = models.JSONField(_("facts of Wikidata"), null=True, blank=True)
    observations = models.JSONField(_("official figures"), default=list, blank=True)
    model_word = models.JSONField(_("word of a language model"), null=True, blank=True)
    existence = models.CharField(_("exists"), max_length=10, choices=labelled(Existence), blank=True)
    matches = models.CharField(_("matches"), max_length=10, choices=labelled(Match), blank=True)
    supports = models.CharField(_("supports"), max_length=20, choices=Backing.choices, blank=True)
    dates_fit = models.CharField(_("dates fit"), max_length=10, choices=labelled(TimeFit), blank=True)
    is_authority = models.BooleanField(_("official source"), null=True, blank=True)
    is_retracted = models.BooleanField(_("retracted"), default=False)

    http_status = models.PositiveSmallIntegerField(_("HTTP status"), null=True, blank=True)
    final_url = models.TextField(_("address after redirects"), blank=True)
    hops = models.JSONField(_("redirects"), default=list)
    page_title = models.TextField(_("title of the page"), blank=True)
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    fetched_at = models.DateTimeField(_("fetched"), null=True, blank=True)
    archive_url = models.TextField(_("archived copy"), blank=True)
    checked_at = models.DateTimeField(_("checked"), null=True, blank=True)

    ruling = models.ForeignKey(
        "verification.Ruling",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("ruling"),
        help_text=_("The person's ruling that the verdict follows from; it stands until the page says something else."),
    )
    disputed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("disputed by")
    )
    disputed_at = models.DateTimeField(_("disputed"), null=True, blank=True)
    dispute_reason = models.TextField(_("reason of the dispute"), blank=True)

    class Meta:
        verbose_name = _("citation")
        verbose_name_plural = _("citations")
        ordering = ("report", "index")
        constraints = (
            models.UniqueConstraint(fields=("report", "index"), name="citation_index_unique"),
            models.CheckConstraint(condition=Q(status__in=codes_of(CitationStatus)), name="citation_status_known"),
            models.CheckConstraint(condition=Q(start__lte=models.F("end")), name="citation_span_in_order"),
        )
        indexes = (
            models.Index(fields=("report", "status"), name="citation_by_verdict"),
            models.Index(fields=("domain",), name="citation_by_domain"),
        )

    def __str__(self) -> str:
        return f"{self.report_id}/{self.index}"

    @property
    def is_local_copy(self) -> bool:
        """Judged by the local corpus's copy of the page, without asking its address."""
        return self.existence == Existence.THERE and self.fetched_at is None


class CitationCheck(models.Model):
    """One verdict that a citation had: by a check, or by a person's ``ruling``. Rows are added and never changed."""

    citation = models.ForeignKey(Citation, on_delete=models.CASCADE, related_name="checks", verbose_name=_("citation"))
    status = models.CharField(_("verdict"), max_length=20, choices=labelled(CitationStatus))
    reasons = models.JSONField(_("reasons"), default=list)
    score = models.FloatField(_("score"), null=True, blank=True)
    http_status = models.PositiveSmallIntegerField(_("HTTP status"), null=True, blank=True)
    passage = models.TextField(_("passage"), blank=True)
    ruling = models.ForeignKey(
        "verification.Ruling", on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("ruling")
    )
    checked_at = models.DateTimeField(_("checked"))

    class Meta:
        verbose_name = _("verdict on a citation")
        verbose_name_plural = _("verdicts on citations")
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.citation_id} {self.status}"
