"""What the admin pages share: nothing is written past the services, so nothing is written without an audit entry."""

from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.utils import unquote
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from verification.admin.merging import MergingForm, MergingFormSet
from verification.admin.trail import list_entries
from verification.services.audit import record_audit
from verification.services.errors import Refused
from verification.services.whitelist.supported_nodes import SupportedNode

MAX_REASON = 500
ENTRIES_PER_PAGE = 50
NODES_SHOWN = 100  # nodes named on one page
EXPLAINED = 20  # rows of a selection whose consequences are spelled out


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=MAX_REASON,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
        help_text=gettext_lazy("Kept in the history."),
    )


class EditForm(MergingForm, ReasonForm):
    """Of a row that others may edit too."""


@dataclass(frozen=True, slots=True)
class Impact:
    """What a deletion would do: sentences, the nodes that rest on the row, and why it can't be done, where it can't."""

    sentences: tuple[str, ...] = ()
    nodes: tuple[SupportedNode, ...] = ()
    refusal: str = ""

    @property
    def shown(self) -> tuple[SupportedNode, ...]:
        """Those that lose their support first: a page can't hold thousands."""
        return tuple(sorted(self.nodes, key=lambda node: (not node.is_lost, node.slug)))[:NODES_SHOWN]

    @property
    def hidden(self) -> int:
        return max(0, len(self.nodes) - NODES_SHOWN)


class TitledAdmin(admin.ModelAdmin):
    """Lists are named by what they hold, and the history of a row is its audit trail."""

    object_history_template = "admin/verification/history.html"

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        return super().changelist_view(request, {"title": capfirst(self.opts.verbose_name_plural), **(extra_context or {})})

    def history_view(self, request: HttpRequest, object_id: str, extra_context: dict[str, object] | None = None) -> HttpResponse:
        """The audit trail of the row, with the reasons; Django's own log knows neither."""
        row = self.get_object(request, unquote(object_id))
        entries = Paginator(list_entries(row), ENTRIES_PER_PAGE).get_page(request.GET.get("p")) if row is not None else None
        return super().history_view(request, object_id, {**(extra_context or {}), "entries": entries})


class ReadOnlyAdmin(TitledAdmin):
    """For history: seen by whoever has the view permission, changed by nobody."""

    show_full_result_count = False

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Every column, so that no form is made of what nobody may change."""
        return self.fields or [field.name for field in self.opts.fields if field.editable and field.name not in (self.exclude or ())]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class OverseenAdmin(ReadOnlyAdmin):
    """Rows that belong to whoever asked for them, and may be confidential: seen by those whose permission ``overseer`` shows them
    everybody's on the pages. Owners read theirs there."""

    overseer = "verification.add_ruling"

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(request.user.has_perm(self.overseer))

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)


class NamedValuesFilter(admin.AllValuesFieldListFilter):
    """A filter by the values that occur; rows without one are found as well."""

    def choices(self, changelist: ChangeList) -> Iterator[dict[str, Any]]:
        return ({**choice, "display": choice["display"] or _("none")} for choice in super().choices(changelist))


class EditedInline(admin.TabularInline):
    form = MergingForm
    formset = MergingFormSet


class AuditedAdminClass(forms.MediaDefiningClass, ABCMeta):
    """The metaclass that Django's admins have, which also asks for the abstract methods."""


class AuditedAdmin(TitledAdmin, metaclass=AuditedAdminClass):
    """Deletes through the service that subclasses name, with the reason that a person gives and the consequences in view."""

    actions = ("delete_selected",)

    @abstractmethod
    def delete_row(self, request: HttpRequest, obj: Any, reason: str) -> None:
        """Delete by the service, with the reason; raises Refused."""

    def describe_impact(self, obj: Any) -> Impact:
        return Impact()

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: dict[str, object] | None = None) -> HttpResponse:
        row = self.get_object(request, unquote(object_id))
        if row is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        if not self.has_delete_permission(request, row):
            raise PermissionDenied
        form = ReasonForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            done = self.each_row(request, [row], self.delete_row, form.cleaned_data["reason"])
            if done:
                self.message_user(request, _("“%(row)s” was deleted.") % {"row": row}, messages.SUCCESS)
            return redirect(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")
        return self.confirm(request, [row], form)

    @admin.action(permissions=["delete"], description=gettext_lazy("Delete selected %(verbose_name_plural)s"))
    def delete_selected(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        """A page shows what it would do and asks for the reason; then each row is deleted by its service."""
        form = ReasonForm(request.POST if request.POST.get("post") else None)
        if not (form.is_bound and form.is_valid()):
            return self.confirm(request, list(queryset), form, action="delete_selected")
        deleted = self.each_row(request, list(queryset), self.delete_row, form.cleaned_data["reason"])
        if deleted:
            done = ngettext("%(count)s row was deleted.", "%(count)s rows were deleted.", deleted) % {"count": deleted}
            self.message_user(request, done, messages.SUCCESS)
        return None

    def each_row(self, request: HttpRequest, rows: list[Any], work: Callable[[HttpRequest, Any, str], None], reason: str) -> int:
        """How many rows ``work`` was done with; what it refuses is said, and the others are done."""
        done = 0
        for row in rows:
            try:
                with transaction.atomic():
                    work(request, row, reason)
            except Refused as refusal:
                self.message_user(request, str(refusal), messages.ERROR)
            else:
                done += 1
        return done

    def confirm(
        self, request: HttpRequest, rows: list[Any], form: ReasonForm, *, action: str = "", verb: str = "", explain: bool = True
    ) -> HttpResponse:
        """The page that shows what a deletion (or what ``verb`` names) would do and asks for the reason."""
        verb = verb or _("Delete")
        explained = [(row, self.describe_impact(row) if explain else Impact()) for row in rows[:EXPLAINED]]
        context = {
            **self.admin_site.each_context(request),
            "title": f"{verb}: {rows[0]}" if len(rows) == 1 else verb,
            "verb": verb,
            "opts": self.opts,
            "rows": rows,
            "explained": explained,
            "unexplained": max(0, len(rows) - EXPLAINED),
            "is_possible": any(not impact.refusal for _row, impact in explained) or len(rows) > EXPLAINED,
            "form": form,
            "action": action,
            "checkbox": ACTION_CHECKBOX_NAME,
            "back": reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist"),
        }
        return TemplateResponse(request, "admin/verification/confirm.html", context)


class EditedAdmin(AuditedAdmin):
    """Saves through the service that subclasses name as well, with the reason that a person gives.

    ``describe_related`` says what the inlines hold, so that their changes are audited as well, under ``related_verb``.
    """

    asked_only: tuple[str, ...] = ("reason",)  # fields of the form that the row does not have
    related_verb = ""

    @abstractmethod
    def save_row(self, request: HttpRequest, obj: Any, form: Any, reason: str) -> None:
        """Save by the service, with the reason; raises Refused."""

    def describe_related(self, obj: Any) -> dict[str, object]:
        return {}

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Whoever only reads is not asked anything."""
        fieldsets = super().get_fieldsets(request, obj)
        if obj is None or self.has_change_permission(request, obj):
            return fieldsets
        return [
            (title, {**options, "fields": tuple(name for name in options["fields"] if name not in self.asked_only)})
            for title, options in fieldsets
        ]

    def changeform_view(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        """What a service refuses at the last moment is said, and nothing of the form is saved."""
        try:
            with transaction.atomic():
                self._lock_row(request, *arguments, **named)
                return super().changeform_view(request, *arguments, **named)
        except Refused as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
            return HttpResponseRedirect(request.path)

    def _lock_row(self, request: HttpRequest, object_id: str | None = None, *_arguments: Any, **_named: Any) -> None:
        """What a form is merged with stays as it is until the form is saved."""
        if request.method == "POST" and object_id is not None:
            try:
                self.model._base_manager.select_for_update().filter(pk=unquote(object_id)).first()  # noqa: SLF001 - Django's documented model API
            except (ValidationError, ValueError):
                return  # No row has such a key, which is answered as any other that is not there.

    def save_model(self, request: HttpRequest, obj: Any, form: ModelForm, change: bool) -> None:
        self.save_row(request, obj, form, form.cleaned_data["reason"])

    def save_related(self, request: HttpRequest, form: ModelForm, formsets: Any, change: bool) -> None:
        before = self.describe_related(form.instance)
        super().save_related(request, form, formsets, change)
        after = self.describe_related(form.instance)
        if before != after:
            reason = form.cleaned_data["reason"]
            record_audit(actor=request.user, verb=self.related_verb, subject=form.instance, before=before, after=after, reason=reason)
