"""What happened: runs with their steps, sources and pages, review items, rulings and the audit trail. All read-only."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from verification.admin.base import ReadOnlyAdmin
from verification.models import AuditEntry, Comparison, PageSnapshot, ReviewItem, Ruling, RunStep, Source, VerificationRun
from verification.services.reviews.desk import NODES


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


class DeskAdmin(ReadOnlyAdmin):
    """What is about a node is everybody's; what is about somebody's claim or citation is for those who rule.

    ``subject`` leads from the row to the kind of what was ruled on.
    """

    subject = "subject_kind"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        return rows if request.user.has_perm("verification.add_ruling") else rows.filter(**{f"{self.subject}__in": NODES})


@admin.register(ReviewItem)
class ReviewItemAdmin(DeskAdmin):
    list_display = ("__str__", "node", "reason", "risk_level", "status", "created_at", "closed_at")
    list_filter = ("status", "reason", "risk_level")
    list_select_related = ("node",)
    search_fields = ("node__slug", "node__search_text")


@admin.register(Ruling)
class RulingAdmin(DeskAdmin):
    subject = "review_item__subject_kind"
    list_display = ("__str__", "review_item", "decision", "decided_by", "decided_at")
    list_filter = ("decision",)
    list_select_related = ("review_item", "decided_by")


@admin.register(Comparison)
class ComparisonAdmin(DeskAdmin):
    subject = "ruling__review_item__subject_kind"
    list_display = ("ruling", "mode", "value", "is_agreed")
    list_filter = ("mode", "is_agreed")
    list_select_related = ("ruling",)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ("at", "actor_name", "verb", "subject_kind", "subject_id", "reason")
    list_filter = ("verb", "subject_kind")
    search_fields = ("actor_name", "verb", "subject_id")
