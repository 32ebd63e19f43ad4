"""What the admin pages share: nothing is written past the services, so nothing is written without an audit entry."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.actions import delete_selected as confirm_deletion
from django.db import transaction
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from verification.services.audit import record_audit
from verification.services.errors import Refused


class ReadOnlyAdmin(admin.ModelAdmin):
    """For history: seen by whoever has the view permission, changed by nobody."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class AuditedAdmin(admin.ModelAdmin):
    """Saves and deletes through the services that subclasses name.

    ``describe_related`` says what the inlines hold, so that their changes are audited as well, under ``related_verb``.
    """

    actions = ("delete_selected",)
    related_verb = ""

    def save_row(self, request: HttpRequest, obj: Any) -> None:
        raise NotImplementedError

    def delete_row(self, request: HttpRequest, obj: Any) -> None:
        raise NotImplementedError

    def describe_related(self, obj: Any) -> dict[str, object]:
        return {}

    def save_model(self, request: HttpRequest, obj: Any, form: ModelForm, change: bool) -> None:
        self.save_row(request, obj)

    def save_related(self, request: HttpRequest, form: ModelForm, formsets: Any, change: bool) -> None:
        before = self.describe_related(form.instance)
        super().save_related(request, form, formsets, change)
        after = self.describe_related(form.instance)
        if before != after:
            record_audit(actor=request.user, verb=self.related_verb, subject=form.instance, before=before, after=after)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        self.delete_row(request, obj)

    @admin.action(permissions=["delete"], description=_("Delete selected %(verbose_name_plural)s"))
    def delete_selected(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        """Django's page asks for confirmation; then each row is deleted by its service, not by ``QuerySet.delete``."""
        if not request.POST.get("post"):
            return confirm_deletion(self, request, queryset)
        deleted = 0
        for row in queryset:
            try:
                with transaction.atomic():
                    self.delete_row(request, row)
            except Refused as refusal:
                self.message_user(request, str(refusal), messages.ERROR)
            else:
                deleted += 1
        if deleted:
            self.message_user(request, ngettext("%(count)s row was deleted.", "%(count)s rows were deleted.", deleted) % {"count": deleted})
        return None
