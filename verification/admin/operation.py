"""What the installation notes of itself: workers, regular jobs and alerts, and two tables of bookkeeping. All read-only."""

from django.contrib import admin

from verification.admin.base import ReadOnlyAdmin
from verification.models import AuditHead, Chore, HealthAlert, PageFetch, Worker


@admin.register(Worker)
class WorkerAdmin(ReadOnlyAdmin):
    list_display = ("name", "started_at", "beat_at", "processes", "restarts", "last_restart_at", "last_restart_reason")


@admin.register(Chore)
class ChoreAdmin(ReadOnlyAdmin):
    list_display = ("name", "due_at", "done_at", "count", "error")


@admin.register(HealthAlert)
class HealthAlertAdmin(ReadOnlyAdmin):
    list_display = ("trouble", "subject", "figure", "began_at", "ended_at", "emailed", "posted")
    list_filter = ("trouble",)


@admin.register(PageFetch)
class PageFetchAdmin(ReadOnlyAdmin):
    """Addresses are shown as text: they come from the web."""

    list_display = ("__str__", "status", "content_type", "fetched_at", "fresh_until")
    search_fields = ("=url", "=key")


@admin.register(AuditHead)
class AuditHeadAdmin(ReadOnlyAdmin):
    list_display = ("count", "digest")
