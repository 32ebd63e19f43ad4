"""The local corpus: documents come in by ``load_corpus``; here they are looked at and taken out."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext as _

from verification.admin.base import AuditedAdmin, Impact
from verification.models import Document
from verification.services.gateway.corpus import delete_document


@admin.register(Document)
class DocumentAdmin(AuditedAdmin):
    list_display = ("title", "host", "lang", "published_at", "loaded_at")
    list_filter = ("lang", "published_at")
    search_fields = ("title", "url")
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A document is indexed as it is loaded, which a form would not do."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def delete_row(self, request: HttpRequest, obj: Any, reason: str) -> None:
        delete_document(document=obj, actor=request.user, reason=reason)

    def describe_impact(self, obj: Any) -> Impact:
        return Impact(sentences=(_("Later runs don't find it any more; earlier runs keep what they read."),))
