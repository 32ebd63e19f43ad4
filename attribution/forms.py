"""The forms of citation reports: a text pasted or uploaded, and the filters of the verdict shares."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from attribution.core.citations.cited_domains import MAX_DOMAIN
from attribution.core.vocabulary import Policy
from attribution.enums import Depth
from attribution.reads.shares import DOMAIN, LANGUAGE, MONTH, SPANS, ShareFilters
from attribution.services.citations.lifecycle import MAX_TEXT

MAX_FILE = 4 * MAX_TEXT  # bytes

DEPTH_HELP = {
    Depth.QUICK: gettext_lazy("quick: is the page there"),
    Depth.STANDARD: gettext_lazy("standard: does it say so"),
    Depth.DEEP: gettext_lazy("deep: also the web archive, Crossref and other sources"),
}
POLICY_HELP = {
    Policy.MARK: gettext_lazy("mark each citation"),
    Policy.KEEP: gettext_lazy("leave the text as it is"),
    Policy.REMOVE: gettext_lazy("take out what is broken or refuted"),
    Policy.REPLACE: gettext_lazy("put a better source in its place"),
    Policy.SEND_BACK: gettext_lazy("mark it for the writer’s next attempt"),
}


class ReportForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("Text"),
        required=False,
        max_length=MAX_TEXT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
    )
    file = forms.FileField(label=gettext_lazy("or a file: text, Markdown or HTML, at most 8 MB"), required=False, allow_empty_file=False)
    depth = forms.ChoiceField(label=gettext_lazy("How deep"), choices=list(DEPTH_HELP.items()), initial=Depth.STANDARD)
    policy = forms.ChoiceField(label=gettext_lazy("Annotated text"), choices=list(POLICY_HELP.items()), initial=Policy.MARK)
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        file = cleaned.get("file")
        if file is not None:
            cleaned["text"] = self._read(file)
        if not cleaned.get("text", "").strip() and not self.errors:
            self.add_error("text", _("Paste a text, or choose a file."))
        return cleaned

    def _read(self, file: Any) -> str:
        if file.size > MAX_FILE:
            self.add_error("file", _("The file is larger than 8 MB."))
            return ""
        try:
            text = str(file.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            self.add_error("file", _("The file is no text in UTF-8; expected plain text, Markdown or HTML."))
            return ""
        return text.replace("\r\n", "\n")


class ShareFilterForm(forms.Form):
    """The filters of the verdict shares and their file, all in the address."""

    by = forms.ChoiceField(
        label=gettext_lazy("By"),
        required=False,
        choices=((DOMAIN, gettext_lazy("domain")), (LANGUAGE, gettext_lazy("language")), (MONTH, gettext_lazy("month"))),
    )
    months = forms.TypedChoiceField(
        label=gettext_lazy("Months"), required=False, coerce=int, empty_value=0, choices=[(span, span) for span in SPANS]
    )
    text_lang = forms.ChoiceField(
        label=gettext_lazy("Language"), required=False, choices=(("zh", gettext_lazy("Chinese")), ("en", gettext_lazy("English")))
    )
    domain = forms.CharField(label=gettext_lazy("Domain"), required=False, max_length=MAX_DOMAIN)

    def __init__(self, asked: QueryDict) -> None:
        """In older addresses the language of the texts is called ``lang``."""
        super().__init__(asked if "text_lang" in asked or "lang" not in asked else {**asked.dict(), "text_lang": asked["lang"]})

    def clean_domain(self) -> str:
        return str(self.cleaned_data["domain"]).lower()

    def filters(self) -> ShareFilters:
        """What of the input makes sense."""
        self.is_valid()
        clean = self.cleaned_data
        return ShareFilters(
            by=clean.get("by") or DOMAIN,
            months=clean.get("months") or 0,
            lang=clean.get("text_lang") or "",
            domain=clean.get("domain") or "",
        )
