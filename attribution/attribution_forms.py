"""The form that asks where an answer comes from."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from attribution.core.answers.sources import Mode, RankedDocument
from attribution.enums import labelled
from attribution.models.attribution import LONGEST_QUESTION, MOST_SOURCES
from attribution.pasted_documents import read_pasted
from attribution.services.answers.sizes import MAX_ANSWER
from attribution.services.answers.tracing import Request
from verification.strict_json import BadInput


class AttributionForm(forms.Form):
    answer = forms.CharField(label=_("Answer"), max_length=MAX_ANSWER)
    question = forms.CharField(label=_("Question (optional)"), max_length=LONGEST_QUESTION, required=False)
    documents = forms.CharField(label=_("Documents"))
    mode = forms.ChoiceField(label=_("Mode"), choices=labelled(Mode), required=False)
    max_sources = forms.IntegerField(label=_("At most, sources"), min_value=1, max_value=MOST_SOURCES, required=False)

    def clean_documents(self) -> tuple[RankedDocument, ...]:
        try:
            return read_pasted(self.cleaned_data["documents"])
        except BadInput as error:
            raise forms.ValidationError(str(error)) from None

    def as_request(self) -> Request:
        said: dict[str, Any] = self.cleaned_data
        overrides = {"mode": said["mode"] or None, "max_sources": said["max_sources"]}
        return Request(said["answer"].replace("\r\n", "\n"), said["documents"], overrides, question=said["question"])
