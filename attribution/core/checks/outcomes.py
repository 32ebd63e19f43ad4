"""What readers are told became of a citation's claim, in one word: where the statuses say too little, its reasons tell."""

from collections.abc import Sequence

from attribution.core.vocabulary import CitationStatus, CitationWhy
from verification.core.claims.reasons import Outcome, SupportCode, SupportStatus, outcome_of

_BY_STATUS = {
    CitationStatus.VERIFIED: Outcome.VERIFIED,
    CitationStatus.MISINFORMATION: Outcome.REFUTED,
    CitationStatus.BROKEN_LINK: Outcome.CANNOT_BE_READ,
    CitationStatus.NOT_APPLICABLE: Outcome.NOTHING_TO_CHECK,
}
_SUPPORT = frozenset(code.value for code in SupportCode)


def outcome_of_citation(status: CitationStatus, codes: Sequence[str]) -> Outcome | None:
    """By the status and the codes of its reasons, what decided first; None while it is pending."""
    if status is CitationStatus.PENDING:
        return None
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if CitationWhy.NO_CLAIM in codes:
        return Outcome.NOTHING_TO_CHECK
    told = next((SupportCode(code) for code in codes if code in _SUPPORT), None)
    if told is not None:
        return outcome_of(SupportStatus.UNVERIFIED, told)
    return Outcome.NOT_STATED if status is CitationStatus.UNVERIFIED else Outcome.CANNOT_BE_READ
