"""Past events like a new one (seed 003): the same asset under any of its names, the same type, like words or a like meaning."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from verification.core.events.terms import folded, likeness
from verification.core.events.vocabulary import EventOutcome, EventType, Lexicon

MOST_CASES = 5
LEAST_CONFIDENCE = Decimal("0.6")
LEAST_SIMILARITY = Decimal("0.35")
MAX_TEXT = 600
TYPE_SHARE, ASSET_SHARE, TEXT_SHARE = 0.35, 0.25, 0.40
_PLACES = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class PastEvent:
    """An earlier event: ``text`` as ``memory_text`` writes it, ``outcome`` None where nobody recorded one."""

    event_id: int
    event_type: EventType
    asset: str
    text: str
    confidence: Decimal
    outcome: EventOutcome | None = None


@dataclass(frozen=True, slots=True)
class Recalled:
    event: PastEvent
    similarity: Decimal


def memory_text(text: str, lexicon: Lexicon) -> str:
    """A message under which likeness is measured: every entity under its one name."""
    said = folded(text)[: 2 * MAX_TEXT]
    for entity in lexicon.entities:
        one = entity.symbol if entity.symbol and entity.kind == "asset" else entity.name
        for word in sorted(entity.words, key=len, reverse=True):
            if word != one and word.casefold() in said.casefold():
                said = _replaced(said, word, one)
    return folded(said)[:MAX_TEXT]


def recall(
    past: Iterable[PastEvent], *, event_type: EventType, asset: str, text: str, alike: Mapping[int, float] | None = None
) -> tuple[Recalled, ...]:
    """At most five past events, the most similar first; those with less than .6 confidence tell nothing. ``text`` is a memory text.

    ``alike``: how alike the texts mean, from 0 to 1 by event, in place of how alike their words are; an event it lacks is not alike.
    """
    found = [case for case in rank(past, event_type=event_type, asset=asset, text=text, alike=alike) if case.similarity >= LEAST_SIMILARITY]
    return tuple(found[:MOST_CASES])


def rank(
    past: Iterable[PastEvent], *, event_type: EventType, asset: str, text: str, alike: Mapping[int, float] | None = None
) -> list[Recalled]:
    """As ``recall``, all of them."""

    def measure(event: PastEvent) -> Recalled:
        share = likeness(event.text, text) if alike is None else alike.get(event.event_id, 0.0)
        return Recalled(event, _similarity(event, event_type, asset, share))

    found = [measure(event) for event in past if event.confidence >= LEAST_CONFIDENCE]
    return sorted(found, key=lambda case: (-case.similarity, case.event.event_id))


def _similarity(event: PastEvent, event_type: EventType, asset: str, alike: float) -> Decimal:
    # Where neither names an asset, their words alone say whether they are about the same.
    same_asset = alike if not event.asset and not asset else float(event.asset == asset)
    share = TYPE_SHARE * (event.event_type is event_type) + ASSET_SHARE * same_asset + TEXT_SHARE * alike
    return min(Decimal(1), Decimal(str(share)).quantize(_PLACES))


def _replaced(text: str, word: str, one: str) -> str:
    """Each occurrence of ``word`` as ``one``, with spaces around a Latin name."""
    written, rest = "", text
    while (place := rest.casefold().find(word.casefold())) >= 0:
        end = place + len(word)
        is_inside = word.isascii() and (rest[place - 1 : place].isalnum() and rest[place - 1 : place].isascii())
        is_inside = is_inside or (word.isascii() and rest[end : end + 1].isalnum() and rest[end : end + 1].isascii())
        written += rest[:end] if is_inside else f"{rest[:place]} {one} "
        rest = rest[end:]
    return written + rest
