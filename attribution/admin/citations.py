"""Citation reports, their citations and every verdict, to read."""

from django.contrib import admin

from attribution.models import Citation, CitationCheck, CitationReport
from verification.admin.base import OverseenAdmin


class OverseenReportAdmin(OverseenAdmin):
    overseer = "attribution.change_citationreport"


@admin.register(CitationReport)
class CitationReportAdmin(OverseenReportAdmin):
    list_display = ("__str__", "title", "status", "depth", "citations_count", "requested_by", "created_at")
    list_filter = ("status", "depth", "policy")
    list_select_related = ("requested_by",)
    search_fields = ("title", "requested_by__username")


@admin.register(Citation)
class CitationAdmin(OverseenReportAdmin):
    list_display = ("__str__", "status", "kind", "url", "http_status", "checked_at")
    list_filter = ("status", "kind")
    search_fields = ("url", "claim")


@admin.register(CitationCheck)
class CitationCheckAdmin(OverseenReportAdmin):
    list_display = ("__str__", "status", "http_status", "ruling", "checked_at")
    list_filter = ("status",)
    search_fields = ("citation__url", "passage")
