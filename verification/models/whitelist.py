"""Whom the deployment trusts: domains and the groups they are listed in (seed 000, financial_sources.json)."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

LANGUAGES_OF_NAMES = ("zh-hans", "en")


class SourceGroup(models.Model):
    """A group of the seed's ``search_domains``; ``position`` is its place there."""

    slug = models.SlugField(_("slug"), max_length=60, unique=True)
    description = models.CharField(_("description"), max_length=200, blank=True)
    position = models.PositiveSmallIntegerField(_("position"), default=0)

    class Meta:
        verbose_name = _("source group")
        verbose_name_plural = _("source groups")
        ordering = ("position", "slug")

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The half of a description in two languages ("中国财经媒体 · Chinese financial media") that is read now, or the slug."""
        halves = self.description.split(" · ")
        if len(halves) != len(LANGUAGES_OF_NAMES):
            return self.slug.replace("_", " ")
        chinese, english = halves
        return chinese if get_language() == "zh-hans" else english


class WhitelistDomain(models.Model):
    """A host suffix whose pages are trusted. Domains of one ``owner`` share a vote; ``authority`` orders and breaks ties."""

    domain = models.CharField(_("domain"), max_length=253, unique=True)
    groups = models.ManyToManyField(SourceGroup, through="Listing", related_name="domains", verbose_name=_("groups"))
    owner = models.CharField(_("owner"), max_length=100, blank=True)
    tier = models.PositiveSmallIntegerField(_("tier"), default=2, validators=[MinValueValidator(1), MaxValueValidator(3)])
    authority = models.DecimalField(
        _("authority"), max_digits=3, decimal_places=2, default="0.80", validators=[MinValueValidator(0), MaxValueValidator(1)]
    )
    is_official = models.BooleanField(
        _("official authority"), default=False, help_text=_("Publishes figures of its own, as a central bank does.")
    )
    is_active = models.BooleanField(_("active"), default=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("whitelist domain")
        verbose_name_plural = _("whitelist domains")
        ordering = ("domain",)
        constraints = (
            models.CheckConstraint(condition=Q(authority__gte=0, authority__lte=1), name="whitelist_authority_0_to_1"),
            models.CheckConstraint(condition=Q(tier__gte=1, tier__lte=3), name="whitelist_tier_1_to_3"),
            models.CheckConstraint(condition=~Q(domain=""), name="whitelist_domain_not_empty"),
        )

    def __str__(self) -> str:
        return self.domain


class Listing(models.Model):
    """One domain in one group: 27 listings of 26 domains as shipped."""

    domain = models.ForeignKey(WhitelistDomain, on_delete=models.CASCADE, related_name="listings", verbose_name=_("domain"))
    group = models.ForeignKey(SourceGroup, on_delete=models.CASCADE, related_name="listings", verbose_name=_("group"))
    position = models.PositiveSmallIntegerField(_("position"), default=0)

    class Meta:
        verbose_name = _("listing")
        verbose_name_plural = _("listings")
        ordering = ("group__position", "position", "id")
        constraints = (models.UniqueConstraint(fields=("domain", "group"), name="listing_unique"),)

    def __str__(self) -> str:
        return f"{self.domain_id} in {self.group_id}"
