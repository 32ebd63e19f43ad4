"""What the product keeps about requests and people: read-only, and without what is secret in it."""

from django.contrib import admin

from verification.admin.base import ReadOnlyAdmin
from verification.models import EventBatch, IdempotencyRecord, UserProfile, VerificationBatch


@admin.register(VerificationBatch)
class VerificationBatchAdmin(ReadOnlyAdmin):
    exclude = ("runs",)
    list_display = ("__str__", "query", "requested_by", "created_at", "cancelled_at")
    list_select_related = ("requested_by",)
    search_fields = ("query", "requested_by__username")


@admin.register(EventBatch)
class EventBatchAdmin(ReadOnlyAdmin):
    exclude = ("events",)
    list_display = ("__str__", "requested_by", "created_at", "cancelled_at")
    list_select_related = ("requested_by",)
    search_fields = ("requested_by__username",)


@admin.register(UserProfile)
class UserProfileAdmin(ReadOnlyAdmin):
    list_display = ("user", "language", "time_zone", "theme", "has_email_alerts")
    list_select_related = ("user",)
    search_fields = ("user__username",)


@admin.register(IdempotencyRecord)
class IdempotencyRecordAdmin(ReadOnlyAdmin):
    exclude = ("answer",)
    list_display = ("key", "user", "status", "location", "created_at")
    list_select_related = ("user",)
    search_fields = ("key", "user__username")
