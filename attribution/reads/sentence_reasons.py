"""Why a sentence of an answer is not carried, in words (contracts, section 6): both sides in the documents' own."""

from collections.abc import Mapping
from typing import Any

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from attribution.core.answers.states import Reason, ReasonCode

_WORDS: Mapping[str, Any] = {
    ReasonCode.OTHER_SCALE: _("“%(claimed)s” and “%(found)s” differ in scale: the table is in %(scale)ss."),
    ReasonCode.OTHER_FIGURE: _(
        "“%(claimed)s” is a figure of the documents, but of something else: “%(found)s”. The sentence speaks of “%(named)s”."
    ),
    ReasonCode.FIGURE_ELSEWHERE: _("The documents have “%(claimed)s”, but not as the sentence tells it: “%(found)s”."),
    ReasonCode.FIGURE_DIFFERS: _("No document has “%(claimed)s”; nearest to what the sentence speaks of is “%(named)s”."),
    ReasonCode.FIGURE_MISSING: _("No document has “%(claimed)s”."),
    ReasonCode.NAME_MISSING: _("No document names “%(claimed)s”."),
    ReasonCode.DENIED: _("One of the two denies what the other says: “%(found)s”."),
    ReasonCode.ONLY_FORESEEN: _("A passage only foresees it: “%(found)s”."),
    ReasonCode.TOLD_OTHERWISE: _("A passage has its words and tells them otherwise: “%(found)s”."),
    ReasonCode.OTHER_LANGUAGE: _("The documents are in another language; none gives its figures."),
    ReasonCode.NOT_SAID: _("No passage says it."),
    ReasonCode.HEADING: _("A heading or the frame of a table: nothing to check."),
    ReasonCode.QUESTION: _("A question: nothing to check."),
    ReasonCode.FILLER: _("A word to the reader: nothing to check."),
}
_LANGUAGES = {"zh": "zh-hans", "en": "en"}


def explain_reason(reason: Reason, *, lang: str) -> str:
    """The reason as a sentence in ``lang`` (``zh`` or ``en``)."""
    with translation.override(_LANGUAGES.get(lang, "en")):
        return str(_WORDS[reason.code]) % reason.params
