"""What an event is: the words of seed 003 as enumerations, the lists that admins edit as values, and the reading of one message.

An event is a message about something that may have happened ("Circle 确认 USDC 储备安全"), and how far it is believed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

MAX_MESSAGE = 20_000


class EventType(StrEnum):
    """What a message is about; the order decides where the words say two things alike."""

    HACK = "hack"
    DEPEG = "depeg"
    RESERVES = "reserves"
    LIQUIDATION = "liquidation"
    SCAM_ALERT = "scam_alert"
    REGULATION = "regulation"
    LISTING = "listing"
    UPGRADE = "upgrade"
    ACQUISITION = "acquisition"
    EARNINGS = "earnings"
    GUIDANCE = "guidance"
    EXECUTIVE = "executive"
    DEFAULT = "default"
    BANK_RUN = "bank_run"
    OUTAGE = "outage"
    RECALL = "recall"
    SANCTIONS = "sanctions"
    DISASTER = "disaster"
    GEOPOLITICS = "geopolitics"
    PARTNERSHIP = "partnership"
    GOVERNANCE = "governance"
    AIRDROP = "airdrop"
    CELEBRITY = "celebrity"
    MACRO = "macro"
    OTHER = "other"


class SearchPolicy(StrEnum):
    """Whether events of a type are searched for, in the order in which it is asked."""

    NEVER = "never"
    LOW_VALUE = "low_value"
    FORCE = "force"
    HIGH_VALUE = "high_value"
    BY_CONFIDENCE = "by_confidence"


class EventAction(StrEnum):
    BUY = "buy"
    SELL = "sell"
    OBSERVE = "observe"


class EventDirection(StrEnum):
    LONG = "long"
    SHORT = "short"
    NEUTRAL = "neutral"


class Strength(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Timeframe(StrEnum):
    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"


class EventOutcome(StrEnum):
    """What became of an event, as a person recorded it."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    UNCLEAR = "unclear"


class EntityKind(StrEnum):
    ASSET = "asset"
    ORGANISATION = "organisation"
    REGULATOR = "regulator"


class Reader(StrEnum):
    """Who read the message first."""

    RULES = "rules"
    MODEL = "model"
    CALLER = "caller"


@dataclass(frozen=True, slots=True)
class TypeRule:
    """How one type is recognised, searched and read. ``is_numeric``: a figure tells more than news, so only a statement is searched for.

    ``signals`` are the words that mean the type, ``keywords`` what a search adds, ``preferred`` hosts whose pages come first.
    """

    event_type: EventType
    policy: SearchPolicy
    is_numeric: bool = False
    direction: EventDirection = EventDirection.NEUTRAL
    timeframe: Timeframe = Timeframe.SHORT
    signals: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    preferred: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entity:
    """An asset, organisation or regulator: ``symbol`` is an asset's, or that of the asset which an organisation stands behind.

    ``domains`` are its own: a page there is its own word.
    """

    name: str
    kind: EntityKind
    symbol: str = ""
    aliases: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        own = (self.symbol,) if self.symbol and self.kind is EntityKind.ASSET else ()
        return tuple(dict.fromkeys((self.name, *own, *self.aliases)))


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All lists together, as they are at one moment."""

    rules: Mapping[EventType, TypeRule] = field(default_factory=dict)
    entities: tuple[Entity, ...] = ()
    # Authorities that the deployment trusts beyond the regulators among the entities.
    official: tuple[str, ...] = ()
    preferred: tuple[str, ...] = ()

    def rule(self, event_type: EventType) -> TypeRule:
        return self.rules.get(event_type) or TypeRule(event_type, SearchPolicy.LOW_VALUE)

    def preferred_for(self, event_type: EventType) -> tuple[str, ...]:
        return self.rule(event_type).preferred or self.preferred


@dataclass(frozen=True, slots=True)
class EventReading:
    """A message as it was first read: the preliminary result. ``confidence`` 0 to 1, ``asset`` a symbol or empty."""

    event_type: EventType
    asset: str
    asset_name: str
    direction: EventDirection
    confidence: Decimal
    summary: str = ""
    read_by: Reader = Reader.RULES
