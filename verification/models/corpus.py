"""The local corpus: what the embedded search provider searches."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from verification.enums import DocumentLanguage


class Document(models.Model):
    """One page of the local corpus, unique by address and text; the full-text index stands beside it (migration 0004)."""

    url = models.CharField(_("address"), max_length=2000)
    host = models.CharField(_("host"), max_length=253)
    title = models.TextField(_("title"), blank=True)
    text = models.TextField(_("text"), blank=True)
    sha256 = models.CharField(_("hash"), max_length=64, help_text=_("Of address, title and text."))
    source = models.CharField(_("source"), max_length=200, blank=True)
    lang = models.CharField(_("language"), max_length=2, choices=DocumentLanguage.choices, blank=True)
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    loaded_at = models.DateTimeField(_("loaded"), auto_now_add=True)

    class Meta:
        verbose_name = _("document")
        verbose_name_plural = _("documents")
        ordering = ("-published_at", "-id")
        constraints = (
            models.UniqueConstraint(fields=("sha256",), name="document_unique"),
            models.CheckConstraint(condition=~Q(title="") | ~Q(text=""), name="document_title_or_text"),
        )
        indexes = (
            # The newest first, and what was published within some days, by which what the words find is sifted.
            models.Index(fields=("published_at", "id", "host"), name="document_window"),
            models.Index(fields=("host",), name="document_host"),
            # All that a search filters by: SQLite would read every long text to come to the columns behind it.
            models.Index(fields=("id", "published_at", "host"), name="document_stamp"),
        )

    def __str__(self) -> str:
        return self.title or self.url
