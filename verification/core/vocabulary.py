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
    """Stage 0 asks the authority's own series, stage 1 trusts the whitelist, stage 2 counts votes (seed 000)."""

    SERIES = "0"
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
    INJECTION = "injection"
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


class Standing(StrEnum):
    """What a later run says of a person's ruling; the value ruled is shown in every case."""

    UNCHANGED = "unchanged"
    CONFIRMED = "confirmed"
    UNDER_REVIEW = "under_review"
    EXPIRED = "expired"


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


# What is neither done nor given up.
OPEN = (RunStatus.QUEUED.value, RunStatus.RUNNING.value)


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
    SERIES = "series"


class PassageField(StrEnum):
    """Which field of a page a passage was cut from; its span counts characters of that field."""

    TITLE = "title"
    CONTENT = "content"


class CallKind(StrEnum):
    """What was asked of the outside."""

    SEARCH = "search"
    PAGE = "page"
    MODEL = "model"
    LOOKUP = "lookup"
    WEBHOOK = "webhook"


class Purpose(StrEnum):
    """For which part of the product something was asked of the outside; quotas and charts go by it."""

    NODE = "node"
    VERIFICATION = "verification"
    CITATION = "citation"
    ATTRIBUTION = "attribution"
    EVENT = "event"
    REVIEW = "review"


class CallStatus(StrEnum):
    """What became of a call. ``refused`` was never made: a limit, a breaker or the guard stood before it."""

    PENDING = "pending"
    OK = "ok"
    FAILED = "failed"
    REFUSED = "refused"


class Fault(StrEnum):
    """Why a call gave nothing."""

    FAILED = "failed"
    NOT_CONFIGURED = "not_configured"
    EMPTY_CORPUS = "empty_corpus"
    BAD_REQUEST = "bad_request"
    CONTENT_REFUSED = "content_refused"
    TOO_LONG = "too_long"
    UNAUTHORIZED = "unauthorized"
    OUT_OF_CREDIT = "out_of_credit"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"
    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    UNKNOWN_HOST = "unknown_host"
    BAD_CERTIFICATE = "bad_certificate"
    BAD_ANSWER = "bad_answer"
    TOO_LARGE = "too_large"
    TOO_MANY_REDIRECTS = "too_many_redirects"
    NOT_PUBLIC = "not_public"
    BAD_ADDRESS = "bad_address"
    ROBOTS = "robots"
    UNREADABLE = "unreadable"
    WALL = "wall"
    CONSENT = "consent"
    LOGIN = "login"
    PAYWALL = "paywall"
    MAINTENANCE = "maintenance"
    NEEDS_SCRIPT = "needs_script"
    BREAKER_OPEN = "breaker_open"
    QUOTA_EXHAUSTED = "quota_exhausted"
    BUDGET_EXHAUSTED = "budget_exhausted"


class PageKind(StrEnum):
    """What one answer of the web is (contracts, section 2): an article, or what stands in its place."""

    ARTICLE = "article"
    WALL = "wall"
    CONSENT = "consent"
    LOGIN = "login"
    PAYWALL = "paywall"
    GONE = "gone"
    DOWN = "down"
    SCRIPT = "script"
    MOVED = "moved"
    UNREAD = "unread"


class VerificationMode(StrEnum):
    """How a value or a step is verified (seed 001), the laxest first."""

    SINGLE = "single"
    VOTING = "voting"
    ADVERSARIAL = "adversarial"


class Decision(StrEnum):
    """What a verification ends with (seed 001)."""

    ACCEPT = "accept"
    REJECT = "reject"
    NEEDS_HUMAN = "needs_human"
    NEEDS_RETRY = "needs_retry"


class EvidenceKind(StrEnum):
    """What a program brings: a web page, what a tool returned, a document, a message."""

    PAGE = "page"
    TOOL_OUTPUT = "tool_output"
    DOCUMENT = "document"
    MESSAGE = "message"


class DecisionMethod(StrEnum):
    UNANIMOUS = "unanimous"
    MAJORITY = "majority"
    ARBITER = "arbiter"
    SINGLE = "single"
    HUMAN = "human"


class VoteOutcome(StrEnum):
    """What a voter did. One that abstains counts among those asked; the seat of one that failed, or is unfit, is filled by a rule.

    Unfit: it answered with words that stand in no page, or that do not hold its value.
    """

    ANSWERED = "answered"
    ABSTAINED = "abstained"
    FAILED = "failed"
    UNFIT = "unfit"


class ChallengeType(StrEnum):
    """What a challenger doubts (seed 001)."""

    DATA_ACCURACY = "data_accuracy"
    LOGIC = "logic"
    EDGE_CASE = "edge_case"
    PREMISE = "premise"


class Severity(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class ChallengeRuling(StrEnum):
    UPHELD = "upheld"
    DISMISSED = "dismissed"


class Scope(StrEnum):
    """What a program's token may be used for, within what its owner may do."""

    READ = "read"
    VERIFY = "verify"
    SUBMIT = "submit"
    RULE = "rule"
    ADMIN = "admin"


class TriggerKind(StrEnum):
    """What a trigger rule looks at (seed 001)."""

    RISK_LEVEL = "risk_level"
    ACTION_TYPE = "action_type"
    AMOUNT = "amount"
    SUCCESS_RATE = "success_rate"
    NO_PROFILE = "no_profile"
    RETRY_COUNT = "retry_count"
