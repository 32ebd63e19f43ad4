"""Pages of the open web as they were last fetched."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from verification.models.source import PageSnapshot


class PageFetch(models.Model):
    """The last fetch of an address, with what HTTP needs to ask again cheaply (RFC 9111). ``key`` is the SHA-256 of the address."""

    key = models.CharField(_("key"), max_length=64, unique=True)
    url = models.CharField(_("address"), max_length=2000)
    final_url = models.CharField(_("address after redirects"), max_length=2000)
    hops = models.JSONField(_("redirects"), default=list)
    status = models.PositiveSmallIntegerField(_("HTTP status"))
    content_type = models.CharField(_("content type"), max_length=100, blank=True)
    etag = models.CharField(_("ETag"), max_length=200, blank=True)
    last_modified = models.CharField(_("Last-Modified"), max_length=60, blank=True)
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    snapshot = models.ForeignKey(PageSnapshot, on_delete=models.PROTECT, null=True, related_name="fetches", verbose_name=_("snapshot"))
    fetched_at = models.DateTimeField(_("fetched"))
    fresh_until = models.DateTimeField(_("fresh until"))

    class Meta:
        verbose_name = _("fetched page")
        verbose_name_plural = _("fetched pages")
        ordering = ("-fetched_at", "-id")
        indexes = (models.Index(fields=("fetched_at",), name="page_fetch_time"),)

    def __str__(self) -> str:
        return self.url[:80]
