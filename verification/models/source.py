"""The pages of a run: what the engine said of each, and the text it read."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from verification.core.vocabulary import PassageField, Stage, Stance
from verification.enums import codes_of, labelled


class PageSnapshot(models.Model):
    """A page's title and text as the engine read them, kept once per content so that a run can be replayed."""

    sha256 = models.CharField(_("hash"), max_length=64, unique=True, help_text=_("Of title, a line break, and text."))
    title = models.TextField(_("title"), blank=True)
    text = models.TextField(_("text"), blank=True)
    fetched_at = models.DateTimeField(_("read"), auto_now_add=True)

    class Meta:
        verbose_name = _("page snapshot")
        verbose_name_plural = _("page snapshots")

    def __str__(self) -> str:
        return self.sha256[:12]


class Source(models.Model):
    """One page used in a run. On PostgreSQL the rows lie in volumes of runs (migration 0092).

    ``start`` and ``end`` cut the passage from the page's title or text; the figure's span counts characters of the passage.
    """

    # Without an index of its own: the run is the first column of the unique one.
    run = models.ForeignKey("VerificationRun", on_delete=models.CASCADE, related_name="sources", db_index=False, verbose_name=_("run"))
    position = models.PositiveSmallIntegerField(_("position"), help_text=_("The order in which the engine shows the pages."))
    is_accepted = models.BooleanField(_("carries the value"), default=False, help_text=_("Stands in sources, not in others."))
    stage = models.CharField(_("stage"), max_length=1, choices=labelled(Stage))
    url = models.CharField(_("address"), max_length=2000)
    domain = models.CharField(_("domain"), max_length=253, blank=True)
    title = models.TextField(_("title"), blank=True)
    snapshot = models.ForeignKey(PageSnapshot, on_delete=models.PROTECT, related_name="sources", verbose_name=_("snapshot"))
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    is_whitelisted = models.BooleanField(_("whitelisted"), default=False)
    stance = models.CharField(_("stance"), max_length=15, choices=labelled(Stance))
    why = models.JSONField(_("why"), default=dict, help_text=_("{code, params}."))
    story = models.PositiveSmallIntegerField(_("story"), default=0)
    field = models.CharField(_("passage from"), max_length=10, choices=labelled(PassageField), blank=True)
    passage = models.TextField(_("passage"), blank=True)
    start = models.PositiveIntegerField(_("passage start"), null=True, blank=True)
    end = models.PositiveIntegerField(_("passage end"), null=True, blank=True)
    figure_start = models.PositiveIntegerField(_("figure start"), null=True, blank=True)
    figure_end = models.PositiveIntegerField(_("figure end"), null=True, blank=True)
    value = models.CharField(_("value"), max_length=200, blank=True)
    number = models.CharField(_("number"), max_length=100, blank=True)
    provider = models.CharField(_("provider"), max_length=30, blank=True)
    query = models.CharField(_("query"), max_length=500, blank=True)
    rank = models.PositiveSmallIntegerField(_("rank"), default=0)

    class Meta:
        verbose_name = _("source")
        verbose_name_plural = _("sources")
        ordering = ("run", "position")
        constraints = (
            models.UniqueConstraint(fields=("run", "position"), name="source_position_unique"),
            models.CheckConstraint(condition=Q(stance__in=codes_of(Stance)), name="source_stance_known"),
            models.CheckConstraint(
                condition=Q(start__isnull=True, end__isnull=True) | Q(start__isnull=False, end__gte=models.F("start")),
                name="source_span_in_order",
            ),
        )
        # When a site last carried an accepted value (the whitelist), and where (proposals): nobody asks a site for its other pages.
        indexes = (models.Index(fields=("domain", "-id"), condition=Q(is_accepted=True), name="source_accepted_domain"),)

    def __str__(self) -> str:
        return f"{self.domain} {self.get_stance_display()}"
