"""Forms of the pages; a filter that makes no sense is named and left out, never an error page."""

from django import forms
from django.utils.translation import gettext_lazy as _

from verification.enums import Badge
from verification.queries import SORTS, NodeFilters

SORT_LABELS = {
    "attention": _("Attention first"),
    "name": _("Name"),
    "newest": _("Checked last"),
    "oldest": _("Checked longest ago"),
}


class NodeFilterForm(forms.Form):
    """The dashboard's filters, all in the address."""

    q = forms.CharField(label=_("Search nodes"), required=False, max_length=100)
    badge = forms.ChoiceField(label=_("Badge"), required=False, choices=Badge.choices)
    group = forms.CharField(label=_("Group"), required=False, max_length=60)
    stale = forms.BooleanField(label=_("Stale"), required=False)
    conflict = forms.BooleanField(label=_("Values disagree"), required=False)
    sort = forms.ChoiceField(label=_("Sort"), required=False, choices=[(key, SORT_LABELS[key]) for key in SORTS])

    def filters(self) -> NodeFilters:
        """What of the input makes sense."""
        self.is_valid()
        clean = self.cleaned_data
        return NodeFilters(
            q=clean.get("q") or "",
            badge=clean.get("badge") or "",
            group=clean.get("group") or "",
            stale=bool(clean.get("stale")),
            conflict=bool(clean.get("conflict")),
            sort=clean.get("sort") or "attention",
        )
