"""Nodes, with the links that lead on from them."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from verification.admin.base import AuditedAdmin, ReadOnlyAdmin
from verification.models import Node, NodeLink, NodeState
from verification.services.errors import Refused
from verification.services.nodes import check_fields, delete_node, save_node


class NodeForm(forms.ModelForm):
    """Checks what ``load_nodes`` checks; aliases are written one a line."""

    aliases = forms.CharField(
        label=gettext_lazy("aliases"), required=False, widget=forms.Textarea(attrs={"rows": 4}), help_text=gettext_lazy("One a line.")
    )

    class Meta:
        model = Node
        exclude = ("links",)  # noqa: DJ006 - the links are the inline's, every other field is the form's

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["aliases"] = "\n".join(self.instance.aliases)

    def clean_aliases(self) -> list[str]:
        return [line.strip() for line in self.cleaned_data["aliases"].splitlines() if line.strip()]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name in ("schedule", "reference_period", "tolerance"):
            try:
                check_fields({name: cleaned.get(name, "")})
            except Refused as refusal:
                self.add_error(name, ValidationError(str(refusal)))
        return cleaned


class LinkInline(admin.TabularInline):
    model = NodeLink
    fk_name = "source"
    extra = 0
    autocomplete_fields = ("target",)
    verbose_name_plural = gettext_lazy("leads to")


@admin.register(Node)
class NodeAdmin(AuditedAdmin):
    form = NodeForm
    inlines = (LinkInline,)
    list_display = ("slug", "label", "kind", "unit", "group", "risk_level", "is_active", "badge")
    list_filter = ("is_active", "kind", "risk_level", "group", "state__badge")
    list_select_related = ("state",)
    search_fields = ("slug", "search_text")
    related_verb = "node.links"
    fieldsets = (
        (None, {"fields": ("slug", "label", "aliases", "kind", "unit", "group", "is_active")}),
        (gettext_lazy("Evidence"), {"fields": ("reference_period", "fresh_days", "min_domains", "independence", "tolerance", "query")}),
        (gettext_lazy("Operation"), {"fields": ("risk_level", "schedule")}),
    )

    @admin.display(description=gettext_lazy("badge"), ordering="state__badge")
    def badge(self, node: Node) -> str:
        return node.state.get_badge_display() if node.state else _("never verified")

    def get_readonly_fields(self, request: HttpRequest, obj: Node | None = None) -> tuple[str, ...]:
        """A slug is an address that others keep."""
        return ("slug",) if obj else ()

    def save_row(self, request: HttpRequest, obj: Any) -> None:
        save_node(node=obj, actor=request.user)

    def delete_row(self, request: HttpRequest, obj: Any) -> None:
        delete_node(node=obj, actor=request.user)

    def describe_related(self, obj: Any) -> dict[str, object]:
        return {"links": sorted(obj.outgoing.values_list("target__slug", flat=True))}


@admin.register(NodeState)
class NodeStateAdmin(ReadOnlyAdmin):
    list_display = ("node", "value", "unit", "badge", "trend", "as_of", "created_at")
    list_filter = ("badge", "confidence")
    list_select_related = ("node",)
    search_fields = ("node__slug", "node__search_text", "value")
