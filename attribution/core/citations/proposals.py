"""Further citations that a model proposes: each must stand in the text, word for word, and where nothing else was found."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from attribution.core.citations.extraction import FoundCitation, cite_spans, find_citations
from attribution.core.vocabulary import CitationKind
from verification.core.panel.model_answers import BadAnswer, read_object


class ProposalRefusal(StrEnum):
    """Why a proposed citation is none."""

    EMPTY = "empty"
    NOT_IN_TEXT = "not_in_text"
    URL_NOT_IN_TEXT = "url_not_in_text"
    NO_ADDRESS = "no_address"
    OVERLAPS = "overlaps"
    TOO_LONG = "too_long"
    TOO_SHORT = "too_short"


MAX_PROPOSED, MAX_ENTRIES = 400, 50
_FEWEST_LETTERS = 4
MAX_PLACES = 50


@dataclass(frozen=True, slots=True)
class ProposedCitation:
    """``text`` as the model quotes it; ``url`` None for a source that is only named."""

    text: str
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """All citations in their order, and each refused proposal with its reason."""

    citations: tuple[FoundCitation, ...]
    refused: tuple[tuple[ProposedCitation, ProposalRefusal], ...]


def accept_proposals(text: str, found: Sequence[FoundCitation], proposed: Iterable[ProposedCitation]) -> Accepted:
    """``found`` with the proposals that hold. One quoted more than once in the text is taken at its first free place."""
    taken = [(one.start, one.end) for one in found]
    added: list[tuple[CitationKind, str | None, int, int]] = []
    refused: list[tuple[ProposedCitation, ProposalRefusal]] = []
    for proposal in proposed:
        place = _place(text, proposal, taken)
        if isinstance(place, ProposalRefusal):
            refused.append((proposal, place))
            continue
        kind = _kind(proposal)
        if isinstance(kind, ProposalRefusal):
            refused.append((proposal, kind))
            continue
        taken.append(place)
        added.append((kind, proposal.url, *place))
    citations = cite_spans(text, found, added) if added else tuple(found)
    return Accepted(citations, tuple(refused))


def read_proposed(text: str) -> tuple[ProposedCitation, ...]:
    """A model's answer, read strictly; ``BadAnswer`` for everything but the object asked for."""
    entries = read_object(text, ("citations",))["citations"]
    if not isinstance(entries, list) or len(entries) > MAX_ENTRIES:
        raise BadAnswer(f"citations is no list of at most {MAX_ENTRIES} objects")
    return tuple(_entry(entry) for entry in entries)


def _entry(entry: object) -> ProposedCitation:
    if not isinstance(entry, dict) or set(entry) != {"text", "url"}:
        raise BadAnswer("each of citations has to be an object with exactly text and url")
    text, url = entry["text"], entry["url"]
    if not isinstance(text, str) or not (url is None or isinstance(url, str)):
        raise BadAnswer("text and url have to be texts, url may be null")
    return ProposedCitation(text, url or None)


def _kind(proposal: ProposedCitation) -> CitationKind | ProposalRefusal:
    """What the rules call these words: an address has to be one to them too, a name needs letters."""
    if proposal.url is None:
        letters = sum(letter.isalpha() for letter in proposal.text)
        return CitationKind.TITLE if letters >= _FEWEST_LETTERS else ProposalRefusal.TOO_SHORT
    return next((one.kind for one in find_citations(proposal.text[:MAX_PROPOSED]) if one.url == proposal.url), ProposalRefusal.NO_ADDRESS)


def _place(text: str, proposal: ProposedCitation, taken: Sequence[tuple[int, int]]) -> tuple[int, int] | ProposalRefusal:
    quote = proposal.text
    if not quote.strip():
        return ProposalRefusal.EMPTY
    if len(quote) > MAX_PROPOSED:
        return ProposalRefusal.TOO_LONG
    if proposal.url is not None and proposal.url not in quote:
        return ProposalRefusal.URL_NOT_IN_TEXT
    at = text.find(quote)
    if at < 0:
        return ProposalRefusal.NOT_IN_TEXT
    for _ in range(MAX_PLACES):
        if at < 0:
            break
        if all(at + len(quote) <= start or end <= at for start, end in taken):
            return at, at + len(quote)
        at = text.find(quote, at + 1)
    return ProposalRefusal.OVERLAPS
