"""The verdict on a claim as the contract writes it, with its reason in words."""

from collections.abc import Mapping
from typing import Any

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from attribution.core.support.judging import Contradiction, Support, SupportCode, SupportPassage
from verification.core.evidence import Why
from verification.reads.answers import Shape

_WHY: Mapping[str, Any] = {
    SupportCode.STATED: _("a passage says it"),
    SupportCode.CALCULATED: _("%(figure)s follows from figures of the documents (%(operation)s)"),
    SupportCode.OTHER_FIGURE: _("the documents have %(found)s in place of %(claimed)s"),
    SupportCode.OTHER_NUMBER: _("the documents have %(found)s in place of %(claimed)s"),
    SupportCode.OPPOSITE_WORD: _("the documents say “%(found)s”, the claim “%(claimed)s”"),
    SupportCode.OPPOSITE_DIRECTION: _("the claim has %(claimed)s and the documents %(found)s in opposite directions"),
    SupportCode.NEGATED: _("one of the two denies what the other says: “%(claimed)s” against “%(found)s”"),
    SupportCode.NOT_ASSERTED: _("a passage holds it, but only asks, supposes, foresees, passes on or takes it back"),
    SupportCode.FIGURE_MISSING: _("no document has %(claimed)s"),
    SupportCode.NAME_MISSING: _("no document names %(claimed)s"),
    SupportCode.NOT_FOUND: _("no passage says it"),
    SupportCode.THIN_DOCUMENTS: _("the documents hold too little text to tell"),
    SupportCode.EMPTY_CLAIM: _("the claim says nothing that can be checked"),
}
_LANGUAGES = {"zh": "zh-hans", "en": "en"}


def support_shape(found: Support, *, lang: str) -> Shape:
    """``status``, ``score``, ``passages``, ``why`` in words and as a code, and both sides of a contradiction."""
    return {
        "status": found.status.value,
        "score": found.score,
        "passages": [passage_shape(passage) for passage in found.passages],
        "why": explain_support(found.why, lang=lang),
        "why_code": str(found.why.code),
        "aligned": [_aligned_shape(pair) for pair in found.aligned],
    }


def passage_shape(passage: SupportPassage) -> Shape:
    return {
        "document": passage.document,
        "start": passage.start,
        "end": passage.end,
        "text": passage.text,
        "score": passage.score,
    }


def explain_support(why: Why, *, lang: str) -> str:
    """The reason as a plain phrase in ``lang`` (``zh`` or ``en``)."""
    with translation.override(_LANGUAGES.get(lang, "en")):
        return str(_WHY[SupportCode(why.code)]) % why.params


def _aligned_shape(pair: Contradiction) -> Shape:
    return {
        "code": pair.code.value,
        "claimed": pair.claimed,
        "claim_start": pair.claim_start,
        "claim_end": pair.claim_end,
        "found": pair.found,
        "document": pair.document,
        "start": pair.start,
        "end": pair.end,
    }
