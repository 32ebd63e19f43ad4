"""The form of the page that has a claim verified."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from verification.core.vocabulary import RiskLevel, VerificationMode
from verification.enums import labelled
from verification.models import Node

MAX_CLAIM, MAX_QUERY, MAX_SLUG = 2_000, 300, 100


class ClaimForm(forms.Form):
    """A claim, what it is about, and how strictly it is to be verified; an empty mode lets the rules choose."""

    claim = forms.CharField(label=_("Claim"), widget=forms.Textarea(attrs={"rows": 3}), max_length=MAX_CLAIM)
    node = forms.CharField(label=_("Node"), required=False, max_length=MAX_SLUG)
    risk_level = forms.ChoiceField(label=_("Risk"), choices=labelled(RiskLevel), initial=RiskLevel.LOW.value)
    mode = forms.ChoiceField(label=_("Mode"), required=False, choices=[("", _("let the rules choose")), *labelled(VerificationMode)])
    query = forms.CharField(label=_("Search words"), required=False, max_length=MAX_QUERY)

    def clean_claim(self) -> str:
        return str(self.cleaned_data["claim"]).strip()

    def clean_node(self) -> Node | None:
        """The node of a slug; None where none is named."""
        slug = str(self.cleaned_data["node"]).strip()
        if not slug:
            return None
        node = Node.objects.filter(slug=slug, is_active=True).first()
        if node is None:
            raise forms.ValidationError(_("There is no active node of this name."))
        return node

    def wanted(self) -> dict[str, Any]:
        """What the form asks for, by the names of the service."""
        clean = self.cleaned_data
        mode = VerificationMode(clean["mode"]) if clean["mode"] else None
        return {**clean, "risk_level": RiskLevel(clean["risk_level"]), "mode": mode}
