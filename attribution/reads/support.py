"""The verdict on a claim as the contract writes it, with its reason in words."""

from collections.abc import Mapping
from typing import Any

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from verification.core.claims.judging import Contradiction, Part, Support, SupportCode, SupportPassage
from verification.core.evidence import Why
from verification.core.reading.statement import Status
from verification.reads.answers import Shape

_WHY: Mapping[str, Any] = {
    SupportCode.STATED: _("a passage says it"),
    SupportCode.CALCULATED: _("%(figure)s follows from figures of the documents (%(operation)s)"),
    SupportCode.OTHER_FIGURE: _("the documents have %(found)s in place of %(claimed)s"),
    SupportCode.OTHER_NUMBER: _("the documents have %(found)s in place of %(claimed)s"),
    SupportCode.OPPOSITE_WORD: _("the documents say “%(found)s”, the claim “%(claimed)s”"),
    SupportCode.OPPOSITE_DIRECTION: _("the claim has %(claimed)s and the documents %(found)s in opposite directions"),
    SupportCode.NEGATED: _("one of the two denies what the other says: “%(claimed)s” against “%(found)s”"),
    SupportCode.NOT_ASSERTED: _("a passage holds it, but does not assert it"),
    SupportCode.PARTLY: _("a part is stated, but not “%(missing)s”"),
    SupportCode.FIGURE_MISSING: _("no document has %(claimed)s"),
    SupportCode.NAME_MISSING: _("no document names %(claimed)s"),
    SupportCode.UNSURE: _("a passage comes close, but not close enough to count on it"),
    SupportCode.NOT_FOUND: _("no passage says it"),
    SupportCode.THIN_DOCUMENTS: _("the documents hold too little text to tell"),
    SupportCode.EMPTY_CLAIM: _("the claim says nothing that can be checked"),
}
# How a passage holds what it doesn't assert.
_HOW: Mapping[str, Any] = {
    Status.DENIED: _("a passage holds it, but denies it"),
    Status.ASKED: _("a passage holds it, but only asks it"),
    Status.SUPPOSED: _("a passage holds it, but only supposes it"),
    Status.FORESEEN: _("a passage holds it, but only foresees it"),
    Status.UNCONFIRMED: _("a passage holds it, but only passes it on unconfirmed"),
    Status.PAST: _("a passage holds it, but of a time that is over"),
    Status.CORRECTED: _("a passage holds it, but takes it back"),
    Status.OPINION: _("a passage holds it, but only as an opinion"),
    Status.FICTION: _("a passage holds it, but as fiction"),
}
_LANGUAGES = {"zh": "zh-hans", "en": "en"}


def support_shape(found: Support, *, lang: str) -> Shape:
    """``status``, ``outcome``, ``score``, ``passages``, ``why`` in words and as a code, the parts, and both sides of a contradiction."""
    return {
        "status": found.status.value,
        "outcome": found.outcome.value,
        "score": found.score,
        "passages": [passage_shape(passage) for passage in found.passages],
        "why": explain_support(found.why, lang=lang),
        "why_code": str(found.why.code),
        "aligned": [_aligned_shape(pair) for pair in found.aligned],
        "parts": [part_shape(part) for part in found.parts],
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
        how, cue = _HOW.get(str(why.params.get("how", ""))), why.params.get("cue")
        if why.code != SupportCode.NOT_ASSERTED or how is None:
            return str(_WHY[SupportCode(why.code)]) % why.params
        return f"{how} (“{cue}”)" if cue else str(how)


def part_shape(part: Part) -> Shape:
    """What became of one figure or event of a claim; ``found`` is null where the documents have nothing in its place."""
    return {
        "outcome": part.outcome.value,
        "text": part.text,
        "start": part.start,
        "end": part.end,
        "found": part.found or None,
        "document": part.document,
        "found_start": part.found_start if part.found else None,
        "found_end": part.found_end if part.found else None,
        "how": part.how.value if part.how else None,
        "cue": part.cue or None,
        "differs": list(part.differs),
    }


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
