"""Schedules of reports and what each scheduled check brought, to read."""

from django.contrib import admin

from attribution.admin.citations import OverseenReportAdmin
from attribution.models import RecheckSchedule, ScheduledCheck


@admin.register(RecheckSchedule)
class RecheckScheduleAdmin(OverseenReportAdmin):
    list_display = ("__str__", "rhythm", "next_at", "failures", "chosen_by")
    list_filter = ("rhythm",)
    list_select_related = ("chosen_by",)
    search_fields = ("report__title",)


@admin.register(ScheduledCheck)
class ScheduledCheckAdmin(OverseenReportAdmin):
    list_display = ("__str__", "outcome", "asked_at", "ended_at")
    list_filter = ("outcome",)
    search_fields = ("report__title",)
