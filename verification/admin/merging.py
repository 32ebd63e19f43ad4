"""Two people with the same form open: what each of them changed is kept, and a change of the same field is shown before it is replaced."""

from typing import Any

from django import forms
from django.contrib.admin.widgets import RelatedFieldWidgetWrapper
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

INITIAL = "initial-"


class MergingForm(forms.ModelForm):
    """The page holds what each field was shown with (Django's hidden initial values).

    What was left alone stays as it is now, whoever changed it. Of what another person changed to something else the editor is told once.
    A form that comes without these values is taken to have seen what is there now.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._conflicts: dict[str, str] = {}
        if self.instance.pk is None:
            return
        columns = {field.name for field in self.instance._meta.get_fields()}  # noqa: SLF001 - Django's documented model API
        for name, field in self.fields.items():
            if name in columns and not field.widget.is_hidden:
                field.show_hidden_initial = not self.is_bound or self.add_initial_prefix(name) in self.data

    def full_clean(self) -> None:
        """What was merged is checked as if it had been typed."""
        if self.is_bound:
            self._merge()
        super().full_clean()
        for name, said in self._conflicts.items():
            self.add_error(name, said)

    def _merge(self) -> None:
        data = self.data.copy()
        for name, field in self.fields.items():
            if not field.show_hidden_initial:
                continue
            bound, hidden = self[name], field.hidden_widget()
            written = hidden.format_value(field.prepare_value(bound.initial)) or ""
            now, typed = read_value(field, written), read_value(field, bound.data)
            shown = read_value(field, hidden.value_from_datadict(self.data, self.files, self.add_initial_prefix(name)))
            if now == shown:
                continue
            data[self.add_initial_prefix(name)] = written
            if typed == shown:
                data[self.add_prefix(name)] = written
            elif typed != now:
                self._conflicts[name] = _tell_conflict(field, now)
        self.data = data


def read_value(field: forms.Field, raw: Any) -> Any:
    """A value as it is compared: however a figure is written, and however a browser ends lines."""
    try:
        value = field.to_python(raw)
    except ValidationError:
        value = raw
    return "\n".join(value.splitlines()) if isinstance(value, str) else value


def _tell_conflict(field: forms.Field, now: Any) -> str:
    words = _words_of(field, now)
    if not words:
        return _("This was emptied meanwhile. Save again to replace it.")
    return _("This was changed to “%(now)s” meanwhile. Save again to replace it.") % {"now": words}


def _words_of(field: forms.Field, value: Any) -> str:
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(field, forms.ModelChoiceField):
        return field.label_from_instance(value)
    if isinstance(field, forms.ChoiceField):
        return str({str(key): label for key, label in field.choices}.get(str(value), value))
    return ", ".join(str(field.prepare_value(value)).splitlines())


class MergingFormSet(forms.BaseInlineFormSet):
    """Rows that another person removed meanwhile stay removed; one that this editor changed is offered as a new row.

    Each control carries its name: the head of the table alone has it otherwise, and not everybody sees that.
    """

    def __init__(self, data: Any = None, *arguments: Any, **named: Any) -> None:
        super().__init__(data, *arguments, **named)
        self._is_row_lost = False
        if self.is_bound and self.instance.pk is not None and self.management_form.is_valid():
            self._leave_out_removed()

    def add_fields(self, form: forms.Form, index: int | None) -> None:
        super().add_fields(form, index)
        for field in form.fields.values():
            control = field.widget
            if isinstance(control, RelatedFieldWidgetWrapper):
                # A row chooses among what there is; to add or change it, one goes to its own page.
                control.can_add_related = control.can_change_related = control.can_view_related = control.can_delete_related = False
                control = control.widget
            control.attrs["aria-label"] = field.label

    def clean(self) -> None:
        super().clean()
        if self._is_row_lost:
            raise ValidationError(_("Another person removed a row that you changed. Save again to add it."))

    def _leave_out_removed(self) -> None:
        """The rows are numbered anew: those that are still there first, then the new ones."""
        initial, total = self.initial_form_count(), self.total_form_count()
        pk_name = self.model._meta.pk.name  # noqa: SLF001 - Django's documented model API
        present = {str(row.pk) for row in self.get_queryset()}
        rows = [self._read_row(number) for number in range(total)]
        removed = [row.get(pk_name) not in present for row in rows[:initial]]
        if not any(removed):
            return
        kept = [row for row, is_removed in zip(rows[:initial], removed, strict=True) if not is_removed]
        lost = [{**row, pk_name: ""} for row, is_removed in zip(rows[:initial], removed, strict=True) if is_removed and _is_edited(row)]
        self._is_row_lost = bool(lost)
        self._write_rows([*kept, *rows[initial:], *lost], len(kept), total)

    def _read_row(self, number: int) -> dict[str, str]:
        """What was sent of a row, by name; of what it was shown with the names begin with ``INITIAL``."""
        start = f"{self.add_prefix(number)}-"
        sent = {key.replace(start, "", 1): key for key in self.data if key.startswith((start, f"{INITIAL}{start}"))}
        return {name: self.data[key] for name, key in sent.items()}

    def _write_rows(self, rows: list[dict[str, str]], initial: int, former: int) -> None:
        data = self.data.copy()
        starts = tuple(f"{before}{self.add_prefix(number)}-" for number in range(former) for before in ("", INITIAL))
        for key in [key for key in data if key.startswith(starts)]:
            del data[key]
        for number, row in enumerate(rows):
            for name, value in row.items():
                before = INITIAL if name.startswith(INITIAL) else ""
                data[f"{before}{self.add_prefix(number)}-{name.removeprefix(INITIAL)}"] = value
        data[f"{self.prefix}-TOTAL_FORMS"], data[f"{self.prefix}-INITIAL_FORMS"] = str(len(rows)), str(initial)
        self.data = data
        del self.management_form


def _is_edited(row: dict[str, str]) -> bool:
    shown = {name.removeprefix(INITIAL): value for name, value in row.items() if name.startswith(INITIAL)}
    return "DELETE" not in row and any(row.get(name) != value for name, value in shown.items())
