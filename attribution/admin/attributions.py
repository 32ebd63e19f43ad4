"""Attributions and marks, to read; the settings of attribution, changed through their service."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext as _

from attribution.models import Attribution, AttributionMark, AttributionSetting
from attribution.services.answers.settings import NAMES, change_settings
from verification.admin.base import EditedAdmin, EditForm, Impact, OverseenAdmin


class OverseenAttributionAdmin(OverseenAdmin):
    overseer = "attribution.change_attribution"


@admin.register(Attribution)
class AttributionAdmin(OverseenAttributionAdmin):
    exclude = ("documents", "result")
    list_display = (
        "__str__",
        "mode",
        "status",
        "sources_count",
        "supported_count",
        "sentences_count",
        "is_cached",
        "requested_by",
        "created_at",
    )
    list_select_related = ("requested_by",)
    list_filter = ("status", "mode", "is_cached")
    search_fields = ("answer", "reference", "requested_by__username")


@admin.register(AttributionMark)
class AttributionMarkAdmin(OverseenAttributionAdmin):
    list_display = ("__str__", "index", "is_right", "user", "created_at")
    list_select_related = ("user", "attribution")
    list_filter = ("is_right",)


class AttributionSettingForm(EditForm):
    class Meta:
        model = AttributionSetting
        fields = NAMES


@admin.register(AttributionSetting)
class AttributionSettingAdmin(EditedAdmin):
    form = AttributionSettingForm
    fields = (*NAMES, "reason")
    list_display = ("__str__", "enabled", "mode", "max_sources", "min_relevance_score", "match_threshold", "changed_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """There is one row; whoever may change it may make it."""
        return self.has_change_permission(request) and not AttributionSetting.objects.exists()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_change_permission(request, obj)

    def save_row(self, request: HttpRequest, obj: Any, form: Any, reason: str) -> None:
        change_settings(changes={name: form.cleaned_data[name] for name in NAMES}, actor=request.user, reason=reason)
        obj.pk = 1

    def delete_row(self, request: HttpRequest, obj: Any, reason: str) -> None:
        change_settings(changes=dict.fromkeys(NAMES), actor=request.user, reason=reason)

    def describe_impact(self, obj: Any) -> Impact:
        return Impact(sentences=(_("Every setting returns to the environment, or else to its default."),))
