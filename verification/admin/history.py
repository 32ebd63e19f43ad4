"""What happened: runs with their steps, sources and pages, review items, rulings and the audit trail. All read-only."""

from django.contrib import admin

from verification.admin.base import ReadOnlyAdmin
from verification.models import AuditEntry, Comparison, PageSnapshot, ReviewItem, Ruling, RunStep, Source, VerificationRun


class StepInline(admin.TabularInline):
    model = RunStep
    extra = 0
    can_delete = False
    fields = readonly_fields = ("position", "name", "status", "detail", "started_at", "finished_at")


@admin.register(VerificationRun)
class VerificationRunAdmin(ReadOnlyAdmin):
    inlines = (StepInline,)
    list_display = ("__str__", "node", "status", "badge", "value", "reason", "trigger", "is_replay", "created_at", "duration_ms")
    list_filter = ("status", "badge", "reason", "trigger", "is_replay")
    list_select_related = ("node",)
    search_fields = ("node__slug", "node__search_text")


@admin.register(RunStep)
class RunStepAdmin(ReadOnlyAdmin):
    list_display = ("run", "position", "name", "status", "started_at", "finished_at")
    list_filter = ("name", "status")
    list_select_related = ("run",)


@admin.register(Source)
class SourceAdmin(ReadOnlyAdmin):
    list_display = ("run", "position", "domain", "title", "stance", "is_accepted", "value", "published_at")
    list_filter = ("stance", "is_accepted", "is_whitelisted", "stage")
    list_select_related = ("run",)
    search_fields = ("domain", "title", "url")


@admin.register(PageSnapshot)
class PageSnapshotAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "title", "fetched_at")
    search_fields = ("title", "sha256")


@admin.register(ReviewItem)
class ReviewItemAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "node", "reason", "risk_level", "status", "created_at", "closed_at")
    list_filter = ("status", "reason", "risk_level")
    list_select_related = ("node",)
    search_fields = ("node__slug", "node__search_text")


@admin.register(Ruling)
class RulingAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "review_item", "decision", "decided_by", "decided_at")
    list_filter = ("decision",)
    list_select_related = ("review_item", "decided_by")


@admin.register(Comparison)
class ComparisonAdmin(ReadOnlyAdmin):
    list_display = ("ruling", "mode", "value", "is_agreed")
    list_filter = ("mode", "is_agreed")
    list_select_related = ("ruling",)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ("at", "actor_name", "verb", "subject_kind", "subject_id", "reason")
    list_filter = ("verb", "subject_kind")
    search_fields = ("actor_name", "verb", "subject_id")
