"""Forms of the pages; a filter that makes no sense is named and left out, never an error page."""

from django import forms
from django.utils.translation import gettext_lazy as _

from verification.core.vocabulary import Badge, CallKind, Purpose, VerificationMode
from verification.enums import labelled
from verification.reads.nodes.nodes import SORTS, NodeFilters
from verification.reads.operations.usage import SPANS, UsageFilters
from verification.reads.reviews import agreement as agreement_queries
from verification.reads.reviews.agreement import AgreementFilters

SORT_LABELS = {
    "verified": _("Verified first"),
    "attention": _("Attention first"),
    "name": _("Name"),
    "newest": _("Newest run"),
    "oldest": _("Oldest run"),
}


class NodeFilterForm(forms.Form):
    """The dashboard's filters, all in the address."""

    q = forms.CharField(label=_("Search nodes"), required=False, max_length=100)
    badge = forms.ChoiceField(label=_("Badge"), required=False, choices=labelled(Badge))
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
            sort=clean.get("sort") or "verified",
        )


class UsageFilterForm(forms.Form):
    """The filters of the usage page and its files, all in the address."""

    days = forms.TypedChoiceField(label=_("Days"), required=False, coerce=int, empty_value=30, choices=[(span, span) for span in SPANS])
    kind = forms.ChoiceField(label=_("Kind of call"), required=False, choices=labelled(CallKind))
    provider = forms.CharField(label=_("Provider"), required=False, max_length=60)
    purpose = forms.ChoiceField(label=_("Purpose"), required=False, choices=labelled(Purpose))

    def filters(self) -> UsageFilters:
        """What of the input makes sense."""
        self.is_valid()
        clean = self.cleaned_data
        return UsageFilters(
            days=clean.get("days") or 30,
            provider=clean.get("provider") or "",
            purpose=clean.get("purpose") or "",
            kind=clean.get("kind") or "",
        )


class AgreementFilterForm(forms.Form):
    """The filters of the agreement page and its files, all in the address."""

    days = forms.TypedChoiceField(
        label=_("Days"), required=False, coerce=int, empty_value=90, choices=[(span, span) for span in agreement_queries.SPANS]
    )
    mode = forms.ChoiceField(
        label=_("Mode"), required=False, choices=[(agreement_queries.ENGINE, _("the engine alone")), *labelled(VerificationMode)]
    )
    domain = forms.CharField(label=_("Domain"), required=False, max_length=253)

    def filters(self) -> AgreementFilters:
        """What of the input makes sense."""
        self.is_valid()
        clean = self.cleaned_data
        return AgreementFilters(
            days=clean.get("days") or 90, mode=clean.get("mode") or "", domain=(clean.get("domain") or "").strip().lower()
        )
