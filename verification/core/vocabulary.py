"""The words of the product as enumerations: each value is a code of the public contract.

Labels and colours live in ``verification.enums``.
"""

from enum import StrEnum


class NodeKind(StrEnum):
    """What sort of value a node has."""

    PERCENT = "percent"
    CURRENCY = "currency"
    NUMBER = "number"
    TEXT = "text"


class QuantityKind(StrEnum):
    """What sort of figure a quantity is; ``percent`` also covers per mille, percentage points and basis points."""

    NUMBER = "number"
    PERCENT = "percent"
    CURRENCY = "currency"
    DIMENSION = "dimension"


class Direction(StrEnum):
    """A direction word beside a bare figure ("下降4.1%", "fell 4.1 percent")."""

    UP = "up"
    DOWN = "down"


class Approximation(StrEnum):
    """How an approximate figure relates to the exact one."""

    ABOUT = "about"
    OVER = "over"
    UNDER = "under"


class Independence(StrEnum):
    """Which of the two counts has to reach ``min_domains``."""

    STORIES = "stories"
    DOMAINS = "domains"


class RiskLevel(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"


class Stage(StrEnum):
    """Stage 1 trusts the whitelist, stage 2 counts votes (seed 000)."""

    WHITELIST = "1"
    VOTES = "2"


class Stance(StrEnum):
    """The relation of a source to the accepted value or, when unknown, to the candidate with most votes."""

    SUPPORTS = "supports"
    DUPLICATE = "duplicate"
    DERIVED = "derived"
    CONTRADICTS = "contradicts"
    PAST = "past"
    FORECAST = "forecast"
    HYPOTHETICAL = "hypothetical"
    DENIED = "denied"
    STALE = "stale"
    PROMOTIONAL = "promotional"
    OFF_TOPIC = "off_topic"
    NO_VALUE = "no_value"


class Mood(StrEnum):
    """How a passage states a figure."""

    CURRENT = "current"
    PAST = "past"
    FORECAST = "forecast"
    HYPOTHETICAL = "hypothetical"
    DENIED = "denied"


class Trend(StrEnum):
    RISING = "rising"
    FALLING = "falling"
    STABLE = "stable"


class Confidence(StrEnum):
    """The rule that was applied; an unknown carries ``cross_validated`` (seed 000)."""

    WHITELIST_DIRECT = "whitelist_direct"
    CROSS_VALIDATED = "cross_validated"
    HUMAN_RULED = "human_ruled"


class Badge(StrEnum):
    """What is shown beside a value."""

    WHITELIST_DIRECT = "whitelist_direct"
    CROSS_VALIDATED = "cross_validated"
    UNKNOWN = "unknown"
    NEEDS_HUMAN = "needs_human"
    HUMAN_RULED = "human_ruled"
    FAILED = "failed"


class RunStatus(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    DEGRADED = "degraded"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_final(self) -> bool:
        return self not in (RunStatus.QUEUED, RunStatus.RUNNING)


class Reason(StrEnum):
    """Why a run ended as it did."""

    ACCEPTED = "accepted"
    TOO_FEW_DOMAINS = "too_few_domains"
    COPIES_ONLY = "copies_only"
    VALUES_DISAGREE = "values_disagree"
    WHITELIST_CONTRADICTED = "whitelist_contradicted"
    ALL_STALE = "all_stale"
    FORECAST_ONLY = "forecast_only"
    PAST_ONLY = "past_only"
    NO_VALUE_FOUND = "no_value_found"
    OFF_TOPIC = "off_topic"
    PROMOTIONAL_ONLY = "promotional_only"
    INJECTION_SUSPECTED = "injection_suspected"
    PROVIDER_FAILED = "provider_failed"
    BUDGET_EXHAUSTED = "budget_exhausted"
    NOT_ENOUGH_MODELS = "not_enough_models"
    CANCELLED = "cancelled"


class BoundBy(StrEnum):
    """Who said which figure answers the node."""

    RULES = "rules"
    MODEL = "model"
    HUMAN = "human"


class PassageField(StrEnum):
    """Which field of a page a passage was cut from; its span counts characters of that field."""

    TITLE = "title"
    CONTENT = "content"
