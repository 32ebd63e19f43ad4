"""Whitelist files in the admin: export as CSV and JSON, import with a preview that pins what was seen."""

import base64
import binascii
import json
from typing import Any

from django import forms
from django.contrib import messages
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from verification.admin.base import ReasonForm
from verification.services.errors import Refused
from verification.services.whitelist.domains import export_whitelist
from verification.services.whitelist.imports import ImportPlan, apply_import, plan_import
from verification.strict_json import BadInput
from verification.whitelist_files import CSV_COLUMNS, MAX_ROWS, read_rows, write_whitelist

MAX_FILE_BYTES = 500_000
MAX_AGE_SECONDS = 3600
NEEDED = ("add_whitelistdomain", "change_whitelistdomain", "add_listing", "add_sourcegroup", "change_sourcegroup")


class ImportForm(ReasonForm):
    file = forms.FileField(label=gettext_lazy("File"), help_text=gettext_lazy("CSV or JSON; a name that ends in .csv is CSV."))
    field_order = ("file", "reason")

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MAX_FILE_BYTES:
            raise forms.ValidationError(_("The file has more than %(count)s bytes.") % {"count": MAX_FILE_BYTES})
        return file


class WhitelistFileViews:
    """The views of ``WhitelistDomainAdmin`` that deal with files."""

    def file_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("import/", view(self.import_view), name="verification_whitelistdomain_import"),
            path("export.csv", view(self.export_view), {"is_csv": True}, name="verification_whitelistdomain_csv"),
            path("export.json", view(self.export_view), {"is_csv": False}, name="verification_whitelistdomain_json"),
        ]

    def has_import_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perms([f"verification.{name}" for name in NEEDED])

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        return super().changelist_view(request, {**(extra_context or {}), "may_import": self.has_import_permission(request)})

    def export_view(self, request: HttpRequest, *, is_csv: bool) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        text = write_whitelist(export_whitelist(), is_csv=is_csv)
        kind, name = ("text/csv; charset=utf-8", "whitelist.csv") if is_csv else ("application/json", "financial_sources.json")
        # Spreadsheets read a CSV as UTF-8 only after a byte order mark.
        content = ("\ufeff" + text if is_csv else text).encode()
        return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    def import_view(self, request: HttpRequest) -> HttpResponse:
        """A file is shown row by row; the answer to the preview carries the file, signed, and the digest of what was shown."""
        if not self.has_import_permission(request):
            raise PermissionDenied
        if "seen" in request.POST:
            return self._save_seen(request)
        form = ImportForm(request.POST or None, request.FILES or None)
        if request.method == "POST" and form.is_valid():
            content, is_csv = form.cleaned_data["file"].read(), form.cleaned_data["file"].name.lower().endswith(".csv")
            try:
                plan = plan_import(rows=read_rows(content, is_csv=is_csv))
            except BadInput as error:
                form.add_error("file", _("The file can't be read: %(problem)s.") % {"problem": str(error).rstrip(".")})
            else:
                return self._show(request, ImportForm(), plan, _seal(request, content, is_csv, plan), form.cleaned_data["reason"])
        return self._show(request, form, None, "", "")

    def _save_seen(self, request: HttpRequest) -> HttpResponse:
        reason = ReasonForm(request.POST)
        opened = _unseal(request, request.POST["seen"])
        if opened is None or not reason.is_valid():
            self.message_user(request, _("The preview is too old or damaged. Nothing was imported; choose the file again."), messages.ERROR)
            return redirect("admin:verification_whitelistdomain_import")
        content, is_csv, digest = opened
        rows = read_rows(content, is_csv=is_csv)
        try:
            report = apply_import(rows=rows, digest=digest, actor=request.user, reason=reason.cleaned_data["reason"])
        except Refused as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
            plan = plan_import(rows=rows)
            return self._show(request, ImportForm(), plan, _seal(request, content, is_csv, plan), reason.cleaned_data["reason"])
        added = ngettext("%(count)s domain added", "%(count)s domains added", len(report.added)) % {"count": len(report.added)}
        changed = ngettext("%(count)s changed", "%(count)s changed", len(report.changed)) % {"count": len(report.changed)}
        self.message_user(request, f"{added}, {changed}.", messages.SUCCESS)
        return redirect("admin:verification_whitelistdomain_changelist")

    def _show(self, request: HttpRequest, form: ImportForm, plan: ImportPlan | None, seal: str, reason: str) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": _("Import"),
            "opts": self.opts,
            "form": form,
            "plan": plan,
            "shown": [(row, [(name, _written(before), _written(after)) for name, before, after in row.changes]) for row in plan.rows]
            if plan
            else [],
            "seen": seal,
            "reason": reason,
            "columns": ", ".join(CSV_COLUMNS),
            "max_rows": MAX_ROWS,
            "counts": [(status, plan.count(status)) for status in ("added", "changed", "unchanged", "refused")] if plan else [],
            "is_possible": plan is not None and plan.count("added") + plan.count("changed") > 0,
        }
        return TemplateResponse(request, "admin/verification/whitelist_import.html", context)


def _written(value: str) -> str:
    return {"": "—", "True": _("yes"), "False": _("no")}.get(value, value)


def _salt(request: HttpRequest) -> str:
    """A preview belongs to the person who saw it."""
    return f"whitelist-import:{request.user.pk}"


def _seal(request: HttpRequest, content: bytes, is_csv: bool, plan: ImportPlan) -> str:
    held = {"content": base64.b64encode(content).decode(), "is_csv": is_csv, "digest": plan.digest}
    return signing.dumps(held, salt=_salt(request), compress=True)


def _unseal(request: HttpRequest, seal: str) -> tuple[bytes, bool, str] | None:
    try:
        held = signing.loads(seal, salt=_salt(request), max_age=MAX_AGE_SECONDS)
        return base64.b64decode(held["content"]), held["is_csv"], held["digest"]
    except (signing.BadSignature, binascii.Error, json.JSONDecodeError):
        return None
