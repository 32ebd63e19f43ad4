"""The preliminary reading of a message by rules (seed 003): type, asset, direction and confidence, in Chinese and English."""

import re
from decimal import Decimal

from verification.core.events.terms import entities_in, folded, holds, resolve_asset, terms_in
from verification.core.events.vocabulary import Entity, EntityKind, EventDirection, EventReading, EventType, Lexicon

MAX_SUMMARY = 300
MAX_READ = 4_000
MAX_ASSET = 20

# The confidence of a reading: how plainly the message says who, what and how much.
PLAIN, BARE = Decimal("0.70"), Decimal("0.40")
NAMED, MEASURED, SURE, DOUBTED = Decimal("0.05"), Decimal("0.05"), Decimal("0.05"), Decimal("-0.05")

HEDGES = (
    "传闻", "据传", "疑似", "或将", "可能", "网传", "未经证实", "小道消息", "rumor", "rumour", "allegedly", "reportedly", "unconfirmed",
    "may", "might", "could", "speculation",
)  # fmt: skip
ASSERTIONS = ("确认", "宣布", "官方", "声明", "公告", "confirm", "announce", "official", "statement")
GOOD = (
    "批准", "通过", "获批", "恢复", "安全", "支持", "合法化", "放宽", "approve", "approval", "recover", "restored", "safe", "legalize",
    "ease", "win", "dismiss", "回购",
)  # fmt: skip
BAD = (
    "禁止", "起诉", "处罚", "罚款", "调查", "打击", "否决", "拒绝", "下架", "ban", "sue", "lawsuit", "fine", "charge", "reject",
    "crackdown", "probe", "delist", "investigate", "deny", "暴跌",
)  # fmt: skip
_SYMBOL = re.compile(
    r"\$(?P<cash>[A-Z][A-Z0-9]{1,9})(?![A-Za-z0-9])"
    r"|(?<![A-Za-z0-9$])(?P<coin>[A-Z][A-Z0-9]{1,9})\s?(?:代币|币|(?:[Tt]okens?|[Cc]oins?)(?![A-Za-z]))"
    r"|(?:代币|[Tt]oken|[Cc]oin)\s(?P<named>[A-Z][A-Z0-9]{1,9})(?![A-Za-z0-9])"
)
_AMOUNT = re.compile(
    r"[$€£¥]\s?\d[\d,.]*\s?(?:[MBKmbk](?![a-z])|million|billion|thousand|万|亿)?"
    r"|\d[\d,.]*\s?(?:million|billion|万|亿)\s?(?:美元|美金|元|USD[TC]?|dollars)?|\d[\d,.]*\s?(?:%|美元|USD[TC]?(?![A-Za-z]))"
)


def read_message(text: str, lexicon: Lexicon) -> EventReading:
    """Type, asset, direction and confidence of a message, by its words alone; orders in it are words like others."""
    said = folded(text[:MAX_READ])
    event_type, matched = _type_of(said, lexicon)
    entities = entities_in(said, lexicon)
    asset, asset_name = _asset_of(said, entities, lexicon)
    return EventReading(
        event_type=event_type,
        asset=asset,
        asset_name=asset_name,
        direction=_direction_of(said, event_type, lexicon),
        confidence=_confidence_of(
            said, matched=matched, named=bool(asset) + any(entity.kind is not EntityKind.ASSET for entity in entities)
        ),
        summary=said[:MAX_SUMMARY],
    )


def amounts_in(text: str) -> tuple[str, ...]:
    """The sums, shares and numbers of money in a message, as written and in order."""
    return tuple(dict.fromkeys(found.group().strip() for found in _AMOUNT.finditer(text)))


def _type_of(said: str, lexicon: Lexicon) -> tuple[EventType, int]:
    """The type with the most signals, and how many it has; ``other`` without any."""
    scores = {event_type: len(terms_in(said, lexicon.rule(event_type).signals)) for event_type in EventType}
    best = max(EventType, key=lambda event_type: (scores[event_type], -list(EventType).index(event_type)))
    return (best, scores[best]) if scores[best] else (EventType.OTHER, 0)


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


def _direction_of(said: str, event_type: EventType, lexicon: Lexicon) -> EventDirection:
    """The type's own direction; good words turn a bad type neutral, and decide where the type has none."""
    own = lexicon.rule(event_type).direction
    is_good, is_bad = any(holds(said, word) for word in GOOD), any(holds(said, word) for word in BAD)
    if own is EventDirection.NEUTRAL and is_good != is_bad and event_type is EventType.REGULATION:
        return EventDirection.LONG if is_good else EventDirection.SHORT
    if own is EventDirection.SHORT and is_good and not is_bad:
        return EventDirection.NEUTRAL
    if own is EventDirection.LONG and is_bad and not is_good:
        return EventDirection.SHORT
    return own


def _confidence_of(said: str, *, matched: int, named: int) -> Decimal:
    if not matched:
        return BARE
    confidence = PLAIN + SURE * min(matched - 1, 2) + NAMED * named + MEASURED * bool(_AMOUNT.search(said))
    confidence += SURE * any(holds(said, word) for word in ASSERTIONS)
    confidence += DOUBTED * any(holds(said, word) for word in HEDGES)
    return min(Decimal("0.90"), max(Decimal("0.10"), confidence))
