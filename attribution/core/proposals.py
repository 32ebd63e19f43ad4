"""Further citations that a model proposes: each must stand in the text, word for word, and where nothing else was found."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from attribution.core.citations import Citation, cite_spans
from attribution.core.vocabulary import CitationKind


class Refusal(StrEnum):
    """Why a proposed citation is none."""

    EMPTY = "empty"
    NOT_IN_TEXT = "not_in_text"
    URL_NOT_IN_TEXT = "url_not_in_text"
    OVERLAPS = "overlaps"
    TOO_LONG = "too_long"


MAX_PROPOSED = 400
MAX_PLACES = 50


@dataclass(frozen=True, slots=True)
class ProposedCitation:
    """``text`` as the model quotes it; ``url`` None for a source that is only named."""

    text: str
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """All citations in their order, and each refused proposal with its reason."""

    citations: tuple[Citation, ...]
    refused: tuple[tuple[ProposedCitation, Refusal], ...]


def accept_proposals(text: str, found: Sequence[Citation], proposed: Iterable[ProposedCitation]) -> Accepted:
    """``found`` with the proposals that hold. One quoted more than once in the text is taken at its first free place."""
    taken = [(one.start, one.end) for one in found]
    added: list[tuple[CitationKind, str | None, int, int]] = []
    refused: list[tuple[ProposedCitation, Refusal]] = []
    for proposal in proposed:
        place = _place(text, proposal, taken)
        if isinstance(place, Refusal):
            refused.append((proposal, place))
            continue
        taken.append(place)
        added.append((CitationKind.BARE if proposal.url else CitationKind.TITLE, proposal.url, *place))
    citations = cite_spans(text, found, added) if added else tuple(found)
    return Accepted(citations, tuple(refused))


def _place(text: str, proposal: ProposedCitation, taken: Sequence[tuple[int, int]]) -> tuple[int, int] | Refusal:
    quote = proposal.text
    if not quote.strip():
        return Refusal.EMPTY
    if len(quote) > MAX_PROPOSED:
        return Refusal.TOO_LONG
    if proposal.url is not None and proposal.url not in quote:
        return Refusal.URL_NOT_IN_TEXT
    at = text.find(quote)
    if at < 0:
        return Refusal.NOT_IN_TEXT
    for _ in range(MAX_PLACES):
        if at < 0:
            break
        if all(at + len(quote) <= start or end <= at for start, end in taken):
            return at, at + len(quote)
        at = text.find(quote, at + 1)
    return Refusal.OVERLAPS
