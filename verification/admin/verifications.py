"""Trigger rules to edit and order; verifications, their webhooks and what is remembered of sites to read."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from verification.admin.base import EditedAdmin, EditForm, Impact, OverseenAdmin, ReadOnlyAdmin
from verification.models import SiteJudgement, SiteProfile, TriggerSetting, Verification, WebhookCallback, WebhookDelivery, WebhookSecret
from verification.services.errors import Refused
from verification.services.notices.webhooks import redeliver
from verification.services.panel.triggers import check_rule, delete_rule, save_rule
from verification.services.whitelist.site_profiles import load_accuracy
from verification.templatetags.standing import accuracy_words


class TriggerForm(EditForm):
    words = forms.CharField(
        label=capfirst(gettext_lazy("words")),
        required=False,
        max_length=2000,
        help_text=gettext_lazy("Risk levels or action types, with commas between them; empty for other rules."),
    )

    class Meta:
        model = TriggerSetting
        fields = ("name", "kind", "mode", "words", "limit", "min_tries", "position", "is_active")

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        if self.instance.pk:
            self.initial["words"] = ", ".join(self.instance.words)

    def clean_words(self) -> list[str]:
        return [word.strip().lower() for word in str(self.cleaned_data["words"]).replace("，", ",").split(",") if word.strip()]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not {"kind", "words", "limit"} <= set(cleaned):
            return cleaned
        try:
            check_rule(kind=cleaned["kind"], words=cleaned["words"], limit=cleaned["limit"])
        except Refused as refusal:
            self.add_error(None, str(refusal))
        return cleaned


@admin.register(TriggerSetting)
class TriggerSettingAdmin(EditedAdmin):
    form = TriggerForm
    fields = (*TriggerForm.Meta.fields, "reason")
    list_display = ("name", "position", "kind", "shown_words", "limit", "min_tries", "mode", "is_active")
    list_filter = ("kind", "mode", "is_active")

    @admin.display(description=gettext_lazy("words"))
    def shown_words(self, rule: TriggerSetting) -> str:
        return ", ".join(rule.words)

    def save_row(self, request: HttpRequest, obj: Any, form: Any, reason: str) -> None:
        save_rule(rule=obj, actor=request.user, reason=reason)

    def delete_row(self, request: HttpRequest, obj: Any, reason: str) -> None:
        delete_rule(rule=obj, actor=request.user, reason=reason)

    def describe_impact(self, obj: Any) -> Impact:
        return Impact(sentences=(_("What only this rule made stricter then has a single executor."),))


@admin.register(Verification)
class VerificationAdmin(OverseenAdmin):
    list_display = ("public_id", "created_at", "mode", "status", "decision", "risk_level", "action_type", "requested_by", "cost_usd")
    list_filter = ("mode", "status", "decision", "risk_level")
    search_fields = ("=public_id", "=domain")
    list_select_related = ("requested_by",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Verification]:
        rows = super().get_queryset(request)
        match = request.resolver_match
        return rows.defer("payload", "evidence", "result") if match and str(match.url_name).endswith("_changelist") else rows


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(OverseenAdmin):
    overseer = "verification.change_webhookdelivery"
    list_display = ("id", "created_at", "event", "url", "user", "status", "attempts", "next_at", "delivered_at")
    list_filter = ("status", "event")
    list_select_related = ("user",)
    actions = ("send_again",)

    def has_send_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("verification.change_webhookdelivery"))

    @admin.action(permissions=["send"], description=gettext_lazy("Send the selected deliveries again"))
    def send_again(self, request: HttpRequest, queryset: QuerySet[WebhookDelivery]) -> HttpResponse | None:
        sent = 0
        for row in queryset:
            try:
                redeliver(delivery=row, actor=request.user)
                sent += 1
            except Refused as refusal:
                self.message_user(request, f"#{row.pk}: {refusal}", messages.ERROR)
        done = ngettext("%(count)s delivery is sent again.", "%(count)s deliveries are sent again.", sent)
        self.message_user(request, done % {"count": sent}, messages.SUCCESS)
        return None


@admin.register(WebhookCallback)
class WebhookCallbackAdmin(ReadOnlyAdmin):
    list_display = ("id", "created_at", "kind", "key", "url", "user")
    list_filter = ("kind",)
    list_select_related = ("user",)


@admin.register(WebhookSecret)
class WebhookSecretAdmin(ReadOnlyAdmin):
    exclude = ("secret",)


class AccuracyChangeList(ChangeList):
    """Fills in how often each shown domain was right: one query for the page."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        rows = list(self.result_list)
        accuracy = load_accuracy(now=timezone.now())
        for row in rows:
            row.accuracy = accuracy.get(row.domain)
        self.result_list = rows


@admin.register(SiteProfile)
class SiteProfileAdmin(ReadOnlyAdmin):
    list_display = ("domain", "tries", "successes", "shown_accuracy", "first_seen_at", "last_seen_at")
    search_fields = ("domain",)

    def get_changelist(self, request: HttpRequest, **named: Any) -> type[ChangeList]:
        return AccuracyChangeList

    @admin.display(description=gettext_lazy("accuracy"))
    def shown_accuracy(self, profile: Any) -> str:
        return accuracy_words(profile.accuracy)


@admin.register(SiteJudgement)
class SiteJudgementAdmin(ReadOnlyAdmin):
    list_display = ("domain", "is_right", "ruling", "run", "node", "value", "judged_at")
    list_filter = ("is_right",)
    search_fields = ("=domain",)
    list_select_related = ("ruling", "run", "node")
