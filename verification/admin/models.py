"""Language models as an admin sets them: whether their key is there is shown, the key never."""

from typing import Any

from django.contrib import admin
from django.core.validators import MinValueValidator
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from verification.admin.base import EditedAdmin, EditForm, Impact
from verification.models import ModelProfile
from verification.services.errors import Refused
from verification.services.gateway.model_profiles import check_profile, delete_profile, is_key_present, is_usable, save_profile


class ModelProfileForm(EditForm):
    class Meta:
        model = ModelProfile
        fields = (
            "name",
            "vendor",
            "base_url",
            "model",
            "key_variable",
            "input_usd_per_million",
            "output_usd_per_million",
            "timeout_s",
            "concurrency",
            "position",
            "is_active",
            "extra_body",
            "limit_name",
            "has_temperature",
            "json_form",
            "thinking_tokens",
            "priced_on",
            "retires_on",
        )

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        for name in ("input_usd_per_million", "output_usd_per_million"):
            # Whoever only reads sees no field at all.
            if name in self.fields:
                self.fields[name].validators.append(MinValueValidator(0))

    def clean_thinking_tokens(self) -> int:
        return self.cleaned_data["thinking_tokens"] or 0

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        base_url, key_variable = cleaned.get("base_url", ""), cleaned.get("key_variable", "")
        # Of what is no address at all the field itself speaks.
        if base_url.startswith(("http://", "https://")):
            self._check("base_url", base_url, "")
            if not self.errors.get("base_url"):
                self._check("key_variable", base_url, key_variable)
        return cleaned

    def _check(self, field: str, base_url: str, key_variable: str) -> None:
        try:
            check_profile(base_url=base_url, key_variable=key_variable)
        except Refused as refusal:
            self.add_error(field, str(refusal))


@admin.register(ModelProfile)
class ModelProfileAdmin(EditedAdmin):
    form = ModelProfileForm
    fields = (*ModelProfileForm.Meta.fields, "key_present", "reason")
    readonly_fields = ("key_present",)
    list_display = ("name", "vendor", "model", "position", "is_active", "key_present", "usable", "timeout_s", "concurrency")
    list_filter = ("is_active", "vendor")
    search_fields = ("name", "vendor", "model")

    @admin.display(boolean=True, description=gettext_lazy("key present"))
    def key_present(self, profile: ModelProfile) -> bool:
        return is_key_present(profile=profile)

    @admin.display(boolean=True, description=gettext_lazy("can be asked"))
    def usable(self, profile: ModelProfile) -> bool:
        return is_usable(profile=profile)

    def save_row(self, request: HttpRequest, obj: Any, form: Any, reason: str) -> None:
        save_profile(profile=obj, actor=request.user, reason=reason)

    def delete_row(self, request: HttpRequest, obj: Any, reason: str) -> None:
        delete_profile(profile=obj, actor=request.user, reason=reason)

    def describe_impact(self, obj: Any) -> Impact:
        return Impact(sentences=(_("The model is asked no more; what it was asked stays in the ledger under its name."),))
