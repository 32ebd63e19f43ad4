"""Nodes, with the links that lead on from them."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from verification.admin.base import EditedAdmin, EditedInline, EditForm, Impact, NamedValuesFilter, ReadOnlyAdmin
from verification.core.vocabulary import NodeKind
from verification.enums import RunTrigger
from verification.models import AddedSeries, Node, NodeLink, NodeState, SeriesObservation
from verification.reads.series.series import find_suggestions
from verification.services.errors import Refused
from verification.services.nodes.nodes import (
    check_fields,
    check_unit,
    delete_node,
    expand_interval,
    list_next_times,
    save_node,
    spec_of,
    switch_nodes,
)
from verification.services.nodes.series import check_series
from verification.services.runs.lifecycle import request_run

MAX_ALIASES, MAX_ALIAS = 50, 300
MAX_VERIFIED = 200  # runs that one action may queue
MAX_FRESH_DAYS, MAX_VOTES = 36_500, 50


class NodeForm(EditForm):
    """Checks what ``load_nodes`` checks; aliases are written one a line, a schedule also as 6h."""

    aliases = forms.CharField(
        label=capfirst(gettext_lazy("aliases")),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("One a line."),
    )

    class Meta:
        model = Node
        exclude = ("links",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["aliases"] = "\n".join(self.instance.aliases)
        # Whoever only reads sees no field at all.
        for name, limit in (("fresh_days", MAX_FRESH_DAYS), ("min_domains", MAX_VOTES)):
            if name in self.fields:
                self.fields[name].validators.append(MaxValueValidator(limit))
        if "schedule" in self.fields:
            self.fields["schedule"].help_text = _(
                "An interval (30m, 6h, 1d) or a cron expression: minute, hour, day, month, weekday in %(zone)s. "
                "0 9 * * 1-5 is 9:00 from Monday to Friday. Empty: by hand."
            ) % {"zone": timezone.get_default_timezone_name()}

        if "series" in self.fields and self.instance.pk and not self.instance.series:
            self.fields["series"].help_text = _tell_series(self.instance, self.fields["series"].help_text)

    def clean_aliases(self) -> list[str]:
        aliases = list(dict.fromkeys(line.strip() for line in self.cleaned_data["aliases"].splitlines() if line.strip()))
        if len(aliases) > MAX_ALIASES:
            raise ValidationError(_("%(count)s aliases; expected at most %(limit)s.") % {"count": len(aliases), "limit": MAX_ALIASES})
        if long := [alias for alias in aliases if len(alias) > MAX_ALIAS]:
            raise ValidationError(_("“%(text)s…” is longer than %(limit)s characters.") % {"text": long[0][:40], "limit": MAX_ALIAS})
        return aliases

    def clean_schedule(self) -> str:
        try:
            return expand_interval(self.cleaned_data["schedule"])
        except Refused as refusal:
            raise ValidationError(str(refusal)) from None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name in ("schedule", "reference_period", "tolerance"):
            try:
                check_fields({name: cleaned.get(name, "")})
            except Refused as refusal:
                self.add_error(name, ValidationError(str(refusal)))
        try:
            check_unit(kind=cleaned.get("kind", ""), unit=cleaned.get("unit", ""))
        except Refused as refusal:
            self.add_error("unit", ValidationError(str(refusal)))
        try:
            check_series(key=cleaned.get("series", ""), spec=spec_of({"kind": NodeKind.NUMBER, **cleaned}))
        except Refused as refusal:
            self.add_error("series", ValidationError(str(refusal)))
        return cleaned


def _tell_series(node: Node, help_text: str) -> SafeString:
    """The help of the field, and the series that the node's name asks for, each with its reason."""
    suggested = [(one.series.key, one.series.title, one.why, one.question) for one in find_suggestions(node=node)]
    return format_html("{}{}", help_text, format_html_join("", "<br><code>{}</code> {} · {} {}", suggested))


class LinkInline(EditedInline):
    model = NodeLink
    fk_name = "source"
    extra = 0
    autocomplete_fields = ("target",)
    verbose_name_plural = gettext_lazy("leads to")


@admin.register(Node)
class NodeAdmin(EditedAdmin):
    form = NodeForm
    inlines = (LinkInline,)
    actions = ("verify_selected", "activate_selected", "deactivate_selected", "delete_selected")
    change_form_template = "admin/verification/node_form.html"
    list_display = ("slug", "label", "kind", "unit", "group", "risk_level", "schedule", "next_due_at", "is_active", "badge")
    list_filter = ("is_active", "kind", "risk_level", ("group", NamedValuesFilter), "state__badge")
    list_select_related = ("state",)
    search_fields = ("slug", "search_text")
    related_verb = "node.links"
    fieldsets = (
        (None, {"fields": ("slug", "label", "aliases", "kind", "unit", "group", "is_active")}),
        (
            gettext_lazy("Evidence"),
            {"fields": ("series", "reference_period", "fresh_days", "min_domains", "independence", "tolerance", "query")},
        ),
        (gettext_lazy("Operation"), {"fields": ("risk_level", "schedule", "next_times", "next_due_at")}),
        (gettext_lazy("History"), {"fields": ("reason",)}),
    )

    @admin.display(description=gettext_lazy("badge"), ordering="state__badge")
    def badge(self, node: Node) -> str:
        return node.state.get_badge_display() if node.state else _("never verified")

    @admin.display(description=gettext_lazy("next times"))
    def next_times(self, node: Node) -> SafeString | str:
        if node.series:
            return capfirst(_("after each release of its series"))
        if not node.schedule:
            return _("None: it is verified by hand.")
        moments = list_next_times(schedule=node.schedule, after=timezone.now())
        if not moments:
            return _("None: this schedule never comes.")
        zone = timezone.get_default_timezone()
        written = [(date_format(moment.astimezone(zone), "DATETIME_FORMAT"),) for moment in moments]
        times = format_html_join("", "{}<br>", written)
        return format_html("{}{}", times, _("Times in %(zone)s") % {"zone": timezone.get_default_timezone_name()})

    def get_readonly_fields(self, request: HttpRequest, obj: Node | None = None) -> tuple[str, ...]:
        """A slug is an address that others keep."""
        return ("slug", "next_times", "next_due_at") if obj else ("next_times", "next_due_at")

    def save_row(self, request: HttpRequest, obj: Any, form: Any, reason: str) -> None:
        save_node(node=obj, actor=request.user, reason=reason)

    def delete_row(self, request: HttpRequest, obj: Any, reason: str) -> None:
        delete_node(node=obj, actor=request.user, reason=reason)

    def describe_related(self, obj: Any) -> dict[str, object]:
        return {"links": sorted(obj.outgoing.values_list("target__slug", flat=True))}

    def describe_impact(self, obj: Any) -> Impact:
        runs, states = obj.runs.count(), obj.states.count()
        if runs or states:
            kept = ngettext("%(count)s of its runs is kept.", "%(count)s of its runs are kept.", runs) % {"count": runs}
            refusal = _("“%(slug)s” has a history, which is never deleted; make the node inactive instead.") % {"slug": obj.slug}
            return Impact(sentences=(kept,), refusal=refusal)
        before, after = ", ".join(_slugs(obj.incoming, "source")), ", ".join(_slugs(obj.outgoing, "target"))
        sentences = [_("It was never verified.")]
        if before or after:
            sentences.append(_("Its links go with it: %(before)s → %(after)s.") % {"before": before or "—", "after": after or "—"})
        return Impact(sentences=tuple(sentences))

    def has_verify_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("verification.add_verificationrun"))

    @admin.action(permissions=["verify"], description=gettext_lazy("Verify selected nodes now"))
    def verify_selected(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        nodes = list(queryset.order_by("slug")[: MAX_VERIFIED + 1])
        if len(nodes) > MAX_VERIFIED:
            self.message_user(request, _("Select at most %(limit)s nodes; none was queued.") % {"limit": MAX_VERIFIED}, messages.ERROR)
            return
        queued = self.each_row(request, nodes, self._verify_row, "")
        if queued:
            done = ngettext("%(count)s verification is queued.", "%(count)s verifications are queued.", queued) % {"count": queued}
            self.message_user(request, done, messages.SUCCESS)

    @admin.action(permissions=["change"], description=gettext_lazy("Make selected nodes active"))
    def activate_selected(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        changed = switch_nodes(nodes=queryset, is_active=True, actor=request.user)
        done = ngettext("%(count)s node was made active.", "%(count)s nodes were made active.", changed) % {"count": changed}
        self.message_user(request, done, messages.SUCCESS)

    @admin.action(permissions=["change"], description=gettext_lazy("Make selected nodes inactive"))
    def deactivate_selected(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        changed = switch_nodes(nodes=queryset, is_active=False, actor=request.user)
        done = ngettext("%(count)s node was made inactive.", "%(count)s nodes were made inactive.", changed) % {"count": changed}
        self.message_user(request, done, messages.SUCCESS)

    def _verify_row(self, request: HttpRequest, node: Any, _reason: str) -> None:
        with transaction.atomic():
            request_run(node=node, trigger=RunTrigger.PAGE, requested_by=request.user)


def _slugs(links: Any, end: str) -> list[str]:
    return sorted(links.values_list(f"{end}__slug", flat=True))


@admin.register(SeriesObservation)
class SeriesObservationAdmin(ReadOnlyAdmin):
    list_display = ("publisher", "code", "period", "value", "vintage", "is_exact_vintage", "seen_at")
    list_filter = ("publisher",)
    search_fields = ("code", "period")


@admin.register(AddedSeries)
class AddedSeriesAdmin(ReadOnlyAdmin):
    list_display = ("key", "publisher", "code", "title", "unit", "frequency", "adjustment", "transform", "added_at")
    list_filter = ("publisher", "frequency")
    search_fields = ("key", "code", "title")


@admin.register(NodeState)
class NodeStateAdmin(ReadOnlyAdmin):
    list_display = ("node", "value", "unit", "badge", "trend", "as_of", "created_at")
    list_filter = ("badge", "confidence")
    list_select_related = ("node",)
    search_fields = ("node__slug", "node__search_text", "value")
