"""What the writing agent is told of each citation that does not hold, as JSON (seed 002, 3.2.6 and 5.6)."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum

from attribution.core.checks.verdicts import CitationVerdict
from attribution.core.citations.corrections import Correction
from attribution.core.vocabulary import CitationStatus, CitationWhy


class Suggestion(StrEnum):
    """What to do next; ``url`` or ``correction`` stand beside it where one is known."""

    USE_ARCHIVED_COPY = "use_archived_copy"
    USE_OTHER_SOURCE = "use_other_source"
    FIND_OTHER_SOURCE = "find_other_source"
    CORRECT_CLAIM = "correct_claim"
    NAME_CLAIM = "name_claim"
    CHECK_BY_HAND = "check_by_hand"
    HEED_AUTHORITY = "heed_authority"


@dataclass(frozen=True, slots=True)
class Official:
    """What an official series has where the claim has ``claimed``; ``url`` is where it is published."""

    claimed: str
    value: str
    period: str
    url: str


@dataclass(frozen=True, slots=True)
class Checked:
    """One citation of a report with all that feedback needs; ``passage`` is the best one found, empty without one."""

    index: int
    text: str
    url: str | None
    claim: str
    verdict: CitationVerdict
    passage: str = ""
    archive_url: str | None = None
    replacement: str | None = None
    correction: Correction | None = None
    official: Official | None = None


_SETTLED = frozenset({CitationStatus.VERIFIED, CitationStatus.NOT_APPLICABLE, CitationStatus.PENDING})


def make_feedback(checked: Sequence[Checked]) -> list[dict[str, object]]:
    """One entry for each citation that does not hold, or to whose claim an official series says otherwise, in their order."""
    return [_entry(one) for one in checked if one.verdict.status not in _SETTLED or one.official is not None]


def suggest(one: Checked) -> tuple[Suggestion, str | None]:
    """What would mend a citation, and the address that goes with it."""
    status = one.verdict.status
    if one.official is not None:
        return Suggestion.HEED_AUTHORITY, one.official.url
    if status == CitationStatus.MISINFORMATION or one.correction is not None:
        return Suggestion.CORRECT_CLAIM, one.replacement
    if status == CitationStatus.BROKEN_LINK and one.archive_url:
        return Suggestion.USE_ARCHIVED_COPY, one.archive_url
    if one.replacement:
        return Suggestion.USE_OTHER_SOURCE, one.replacement
    if any(reason.code == CitationWhy.NO_CLAIM for reason in one.verdict.reasons):
        return Suggestion.NAME_CLAIM, None
    if status == CitationStatus.INCONCLUSIVE:
        return Suggestion.CHECK_BY_HAND, None
    return Suggestion.FIND_OTHER_SOURCE, None


def _entry(one: Checked) -> dict[str, object]:
    suggestion, url = suggest(one)
    reasons = [reason.code for reason in one.verdict.reasons]
    return {
        "index": one.index,
        "text": one.text,
        "url": one.url,
        "status": one.verdict.status.value,
        "why": str(reasons[0]) if reasons else None,
        "reasons": [str(code) for code in reasons],
        "claim": one.claim,
        "passage": one.passage or None,
        "suggestion": {
            "action": suggestion.value,
            "url": url,
            "old": one.correction.old if one.correction else None,
            "new": one.correction.new if one.correction else None,
        },
        "official": asdict(one.official) if one.official else None,
    }
