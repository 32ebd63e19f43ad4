"""Search providers and limits as an admin sets them; the ledger and the providers' health, to read."""

from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from verification.admin.base import EditedAdmin, EditForm, Impact, ReadOnlyAdmin
from verification.core.operations.budget import to_micro, to_usd
from verification.models import (
    Allowance,
    CachedAnswer,
    Limit,
    ProviderCall,
    ProviderHealth,
    Reservation,
    SearchSetting,
    UsageDay,
    UsageSlice,
    UsageSoFar,
)
from verification.providers.registry import SEARCH_PROVIDERS, is_configured
from verification.services.errors import Refused
from verification.services.gateway.provider_settings import (
    check_scope,
    delete_limit,
    delete_search_setting,
    end_rest,
    is_money,
    save_limit,
    save_search_setting,
)


class SearchSettingForm(EditForm):
    name = forms.ChoiceField(label=capfirst(gettext_lazy("provider")), choices=[(name, name) for name in SEARCH_PROVIDERS])

    class Meta:
        model = SearchSetting
        fields = ("name", "position", "is_active", "daily_limit", "per_minute", "request_usd")


@admin.register(SearchSetting)
class SearchSettingAdmin(EditedAdmin):
    form = SearchSettingForm
    fields = ("name", "position", "is_active", "daily_limit", "per_minute", "request_usd", "reason")
    list_display = ("name", "position", "is_active", "has_key", "daily_limit", "per_minute", "request_usd")

    @admin.display(boolean=True, description=gettext_lazy("key or address is set"))
    def has_key(self, setting: SearchSetting) -> bool:
        return is_configured(setting.name)

    def save_row(self, request: HttpRequest, obj: Any, form: Any, reason: str) -> None:
        save_search_setting(setting=obj, actor=request.user, reason=reason)

    def delete_row(self, request: HttpRequest, obj: Any, reason: str) -> None:
        delete_search_setting(setting=obj, actor=request.user, reason=reason)

    def describe_impact(self, obj: Any) -> Impact:
        return Impact(sentences=(_("Without settings the provider is asked last, without limit and price."),))


class LimitForm(EditForm):
    # Money is typed as people write it, and kept in millionths.
    amount = forms.DecimalField(
        label=capfirst(gettext_lazy("amount")),
        min_value=0,
        max_value=1_000_000_000,
        decimal_places=6,
        help_text=gettext_lazy("Calls a day; for usd, US$ a month."),
    )

    class Meta:
        model = Limit
        fields = ("scope", "amount")
        help_texts: ClassVar = {"scope": gettext_lazy("usd, usd:event, event:tools, search:tavily, model:openai or the like.")}

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        if self.instance.pk and is_money(self.instance.scope):
            self.initial["amount"] = to_usd(self.instance.amount).normalize()

    def clean_scope(self) -> str:
        scope = str(self.cleaned_data["scope"]).strip()
        try:
            check_scope(scope)
        except Refused as refusal:
            raise ValidationError(str(refusal)) from None
        return scope

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        amount = cleaned.get("amount")
        if amount is None or "scope" not in cleaned:
            return cleaned
        if is_money(cleaned["scope"]):
            cleaned["amount"] = to_micro(amount)
        elif amount == amount.to_integral_value():
            cleaned["amount"] = int(amount)
        else:
            self.add_error("amount", _("Calls are counted whole; expected a whole number."))
        return cleaned


@admin.register(Limit)
class LimitAdmin(EditedAdmin):
    form = LimitForm
    fields = ("scope", "amount", "reason")
    list_display = ("scope", "shown_amount")
    search_fields = ("scope",)

    @admin.display(description=gettext_lazy("amount"), ordering="amount")
    def shown_amount(self, limit: Limit) -> str:
        if not is_money(limit.scope):
            return _("%(count)d a day (UTC)") % {"count": limit.amount}
        return _("US$%(usd)s a month (UTC)") % {"usd": f"{Decimal(to_usd(limit.amount)):,.2f}"}

    def save_row(self, request: HttpRequest, obj: Any, form: Any, reason: str) -> None:
        save_limit(limit=obj, actor=request.user, reason=reason)

    def delete_row(self, request: HttpRequest, obj: Any, reason: str) -> None:
        delete_limit(limit=obj, actor=request.user, reason=reason)

    def describe_impact(self, obj: Any) -> Impact:
        return Impact(sentences=(_("Then the environment's figure, or the provider's own, holds again."),))


@admin.register(ProviderCall)
class ProviderCallAdmin(ReadOnlyAdmin):
    """Bodies are shown as kept: without secrets, and escaped."""

    list_display = ("created_at", "kind", "provider", "purpose", "status", "fault", "latency_ms", "cost_usd", "is_cached", "query_start")
    list_filter = ("kind", "status", "purpose", "is_cached", "fault")
    search_fields = ("=provider", "=subject")
    raw_id_fields = ("run",)
    list_per_page = 50

    @admin.display(description=gettext_lazy("query or address"))
    def query_start(self, call: ProviderCall) -> str:
        return call.query[:80] + ("…" if len(call.query) > 80 else "")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ProviderCall]:
        """Lists don't need the bodies."""
        rows = super().get_queryset(request)
        match = request.resolver_match
        return rows.defer("request", "response", "answer") if match and str(match.url_name).endswith("_changelist") else rows


@admin.register(ProviderHealth)
class ProviderHealthAdmin(ReadOnlyAdmin):
    list_display = ("provider", "failures", "open_until", "last_fault", "last_success_at", "updated_at")
    actions = ("ask_again",)

    def has_reset_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("verification.change_providerhealth")

    @admin.action(permissions=["reset"], description=gettext_lazy("Ask the selected providers again now"))
    def ask_again(self, request: HttpRequest, queryset: QuerySet[ProviderHealth]) -> HttpResponse | None:
        rows = list(queryset)
        for health in rows:
            end_rest(health=health, actor=request.user)
        done = ngettext("%(count)s provider is asked again.", "%(count)s providers are asked again.", len(rows))
        self.message_user(request, done % {"count": len(rows)}, messages.SUCCESS)
        return None


@admin.register(Allowance)
class AllowanceAdmin(ReadOnlyAdmin):
    list_display = ("scope", "period", "used", "reserved")
    search_fields = ("scope", "period")


@admin.register(Reservation)
class ReservationAdmin(ReadOnlyAdmin):
    list_display = ("allowance", "amount", "expires_at", "call")
    list_select_related = ("allowance", "call")


@admin.register(CachedAnswer)
class CachedAnswerAdmin(ReadOnlyAdmin):
    exclude = ("answer",)
    list_display = ("__str__", "created_at", "expires_at")


@admin.register(UsageDay)
class UsageDayAdmin(ReadOnlyAdmin):
    list_display = ("day", "ended", "verified", "degraded", "needs_human", "failed", "cost_usd")
    date_hierarchy = "day"


@admin.register(UsageSlice)
class UsageSliceAdmin(ReadOnlyAdmin):
    list_display = ("day", "kind", "provider", "purpose", "calls", "succeeded", "failed", "refused", "cached", "cost_usd")
    list_filter = ("kind", "purpose")
    search_fields = ("provider",)
    list_select_related = ("day",)


@admin.register(UsageSoFar)
class UsageSoFarAdmin(ReadOnlyAdmin):
    list_display = ("day", "until")
