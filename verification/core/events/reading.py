"""The preliminary reading of a message by rules (seed 003): type, asset, direction, and how plainly it speaks, in Chinese and English.

The type is that of what the message says has happened (``propositions``). The confidence is no belief: it says how plainly the message
speaks, and only what pages carry makes more of it.
"""

from collections.abc import Sequence
from decimal import Decimal

from verification.core.events.propositions import Certainty, Kind, Proposition, read_propositions, type_of
from verification.core.events.terms import entities_in, folded, holds, resolve_asset
from verification.core.events.vocabulary import Entity, EntityKind, EventDirection, EventReading, Lexicon
from verification.core.patterns import lazy_regex

MAX_SUMMARY = 300
MAX_READ = 4_000
MAX_ASSET = 20

# The confidence of a reading: how plainly the message says who, what and how much.
PLAIN, BARE = Decimal("0.70"), Decimal("0.40")
NAMED, MEASURED, SURE, HEDGED = Decimal("0.05"), Decimal("0.05"), Decimal("0.05"), Decimal("-0.15")

ASSERTIONS = ("确认", "宣布", "官方", "声明", "公告", "confirm", "announce", "official", "statement")
_SYMBOL = lazy_regex(
    r"\$(?P<cash>[A-Z][A-Z0-9]{1,9})(?![A-Za-z0-9])"
    r"|(?<![A-Za-z0-9$])(?P<coin>[A-Z][A-Z0-9]{1,9})\s?(?:代币|币|(?:[Tt]okens?|[Cc]oins?)(?![A-Za-z]))"
    r"|(?:代币|[Tt]oken|[Cc]oin)\s(?P<named>[A-Z][A-Z0-9]{1,9})(?![A-Za-z0-9])"
)
_AMOUNT = lazy_regex(
    r"[$€£¥]\s?\d[\d,.]*\s?(?:[MBKmbk](?![a-z])|million|billion|thousand|万|亿)?"
    r"|\d[\d,.]*\s?(?:million|billion|万|亿)\s?(?:美元|美金|元|USD[TC]?|dollars)?|\d[\d,.]*\s?(?:%|美元|USD[TC]?(?![A-Za-z]))"
)


def read_message(text: str, lexicon: Lexicon) -> EventReading:
    """Type, asset, direction and confidence of a message; orders in it are words like others."""
    said = folded(text[:MAX_READ])
    propositions = read_propositions(text, lexicon)
    entities = entities_in(said, lexicon)
    asset, asset_name = _asset_of(said, entities, lexicon)
    return EventReading(
        event_type=type_of(propositions),
        asset=asset,
        asset_name=asset_name,
        direction=_direction_of(propositions),
        confidence=_confidence_of(said, propositions),
        summary=said[:MAX_SUMMARY],
    )


def amounts_in(text: str) -> tuple[str, ...]:
    """The sums, shares and numbers of money in a message, as written and in order."""
    return tuple(dict.fromkeys(found.group().strip() for found in _AMOUNT.finditer(text)))


def _asset_of(said: str, entities: tuple[Entity, ...], lexicon: Lexicon) -> tuple[str, str]:
    """The asset named first, else one written as a symbol, else that of the organisation named."""
    assets = [entity for entity in entities if entity.kind is EntityKind.ASSET]
    written = _SYMBOL.search(said)
    symbol = next((group for group in written.groups() if group), "") if written else ""
    if assets:
        return assets[0].symbol, assets[0].name
    if symbol:
        return resolve_asset(symbol[:MAX_ASSET], lexicon)
    behind = next((entity.symbol for entity in entities if entity.symbol), "")
    return resolve_asset(behind, lexicon) if behind else ("", "")


def _direction_of(propositions: Sequence[Proposition]) -> EventDirection:
    """Where the first proposition points; what is no longer bad points nowhere, what is not good after all down."""
    first = next((one for one in propositions if one.concept is not None), None)
    if first is None or first.concept is None:
        return EventDirection.NEUTRAL
    own = first.concept.direction
    if first.value < 0:
        return EventDirection.SHORT if own is EventDirection.LONG else EventDirection.NEUTRAL
    return own


def _confidence_of(said: str, propositions: Sequence[Proposition]) -> Decimal:
    """How plainly the message speaks: of whom, of how much, in whose word; less where it passes on what others say."""
    first = next(iter(propositions), None)
    if first is None or first.concept is None:
        return BARE
    confidence = PLAIN + NAMED * bool(first.whom) + MEASURED * any(one.kind is Kind.FIGURE for one in propositions)
    confidence += SURE * any(holds(said, word) for word in ASSERTIONS)
    confidence += HEDGED * (first.certainty is Certainty.HEDGED)
    return min(Decimal("0.90"), max(Decimal("0.10"), confidence))
