"""Events: their lists as admins edit them, and the events themselves to be read by those who rule."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from verification.admin.base import EditedAdmin, EditForm, Impact, OverseenAdmin
from verification.models import Event, EventEntity, EventRule, EventStep
from verification.services.errors import Refused
from verification.services.events.lists import delete_row, read_domains, read_entries, save_row


class LinesField(forms.CharField):
    """A list of words, one a line."""

    widget = forms.Textarea(attrs={"rows": 8, "cols": 60})

    def __init__(self, *, are_domains: bool = False, **named: Any) -> None:
        super().__init__(required=False, max_length=20_000, **named)
        self.are_domains = are_domains

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(str(entry) for entry in value) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[str]:
        text = super().clean(value)
        try:
            return read_domains(text) if self.are_domains else read_entries(text)
        except Refused as refusal:
            raise forms.ValidationError(str(refusal)) from None

    def has_changed(self, initial: Any, data: Any) -> bool:
        return (self.prepare_value(initial or []) or "").splitlines() != (data or "").splitlines()


class EventRuleForm(EditForm):
    signals = LinesField(label=capfirst(gettext_lazy("signals")), help_text=gettext_lazy("Words that mean this type, one a line."))
    keywords = LinesField(label=capfirst(gettext_lazy("keywords")), help_text=gettext_lazy("What a search for this type adds, one a line."))
    preferred_domains = LinesField(
        label=capfirst(gettext_lazy("preferred domains")),
        help_text=gettext_lazy("Pages of these come first; none: as set for all types."),
        are_domains=True,
    )

    class Meta:
        model = EventRule
        fields = ("event_type", "policy", "is_numeric", "direction", "timeframe", "signals", "keywords", "preferred_domains")


class EventEntityForm(EditForm):
    aliases = LinesField(label=capfirst(gettext_lazy("other names")), help_text=gettext_lazy("One a line."))
    domains = LinesField(
        label=capfirst(gettext_lazy("own domains")),
        help_text=gettext_lazy("One a line; a page there is a statement of its own."),
        are_domains=True,
    )

    class Meta:
        model = EventEntity
        fields = ("name", "kind", "symbol", "aliases", "domains")


class ListAdmin(EditedAdmin):
    """Rows of the lists, saved with a reason and an audit entry."""

    def save_row(self, request: HttpRequest, obj: Any, form: Any, reason: str) -> None:
        save_row(row=obj, actor=request.user, reason=reason)

    def delete_row(self, request: HttpRequest, obj: Any, reason: str) -> None:
        delete_row(row=obj, actor=request.user, reason=reason)

    def describe_impact(self, obj: Any) -> Impact:
        return Impact(sentences=(_("New messages are read without it; events that were read by it stay as they are."),))


@admin.register(EventRule)
class EventRuleAdmin(ListAdmin):
    form = EventRuleForm
    fields = (*EventRuleForm.Meta.fields, "reason")
    list_display = ("event_type", "policy", "is_numeric", "direction", "timeframe")
    list_filter = ("policy",)


@admin.register(EventEntity)
class EventEntityAdmin(ListAdmin):
    form = EventEntityForm
    fields = (*EventEntityForm.Meta.fields, "reason")
    list_display = ("name", "kind", "symbol")
    list_filter = ("kind",)
    search_fields = ("name", "symbol")


@admin.register(Event)
class EventAdmin(OverseenAdmin):
    list_display = ("__str__", "event_type", "asset", "status", "preliminary_confidence", "confidence", "outcome", "created_at")
    list_filter = ("status", "event_type", "outcome")
    search_fields = ("text",)
    exclude: ClassVar = ("digest", "memory_text", "lease_until")


@admin.register(EventStep)
class EventStepAdmin(OverseenAdmin):
    list_display = ("__str__", "round", "status", "calls", "cost_usd", "started_at")
    list_filter = ("state", "status")
    list_select_related = ("event",)
