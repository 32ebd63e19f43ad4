"""What the codes of the core are called on pages and in admin, and the enumerations that rows alone have.

``look.md`` section 2 gives words, colours and icons.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from verification.core.operations.health import Trouble
from verification.core.subjects.other_names import NameOrigin
from verification.core.vocabulary import (
    Badge,
    BoundBy,
    CallKind,
    CallStatus,
    Confidence,
    Decision,
    Fault,
    Independence,
    NodeKind,
    PassageField,
    Purpose,
    Reason,
    RiskLevel,
    RunStatus,
    Scope,
    Stage,
    Stance,
    Standing,
    Trend,
    TriggerKind,
    VerificationMode,
)
from verification.event_labels import EVENT_LABELS

LABELS: dict[type[StrEnum], Mapping[Any, Any]] = {
    **EVENT_LABELS,
    NodeKind: {
        NodeKind.PERCENT: _("percent"),
        NodeKind.CURRENCY: _("currency"),
        NodeKind.NUMBER: _("number"),
        NodeKind.TEXT: _("text"),
    },
    NameOrigin: {
        NameOrigin.DATA: _("open data"),
        NameOrigin.PAGE: _("a page"),
    },
    Independence: {
        Independence.STORIES: _("independent stories"),
        Independence.DOMAINS: _("distinct domains"),
    },
    RiskLevel: {
        RiskLevel.LOW: _("low"),
        RiskLevel.MEDIUM: _("medium"),
        RiskLevel.HIGH: _("high"),
        RiskLevel.CRITICAL: _("critical"),
    },
    Scope: {
        Scope.READ: _("read everything that you may see"),
        Scope.VERIFY: _("ask for verifications of nodes, claims and pages"),
        Scope.SUBMIT: _("hand in texts, events, flags and webhooks"),
        Scope.RULE: _("rule on reviews"),
        Scope.ADMIN: _("change nodes and settings"),
    },
    Stage: {
        Stage.SERIES: _("official series"),
        Stage.WHITELIST: _("whitelist"),
        Stage.VOTES: _("whole web"),
    },
    Trend: {
        Trend.RISING: _("rising"),
        Trend.FALLING: _("falling"),
        Trend.STABLE: _("steady"),
    },
    Confidence: {
        Confidence.WHITELIST_DIRECT: _("whitelist direct"),
        Confidence.CROSS_VALIDATED: _("cross-validated"),
        Confidence.HUMAN_RULED: _("ruled by a person"),
    },
    BoundBy: {
        BoundBy.RULES: _("rules"),
        BoundBy.MODEL: _("model"),
        BoundBy.HUMAN: _("person"),
        BoundBy.SERIES: _("official series"),
    },
    PassageField: {
        PassageField.TITLE: _("title"),
        PassageField.CONTENT: _("text"),
    },
    Badge: {
        Badge.WHITELIST_DIRECT: _("Whitelist direct"),
        Badge.CROSS_VALIDATED: _("Cross-validated"),
        Badge.UNKNOWN: _("Not enough evidence"),
        Badge.NEEDS_HUMAN: _("Needs a ruling"),
        Badge.HUMAN_RULED: _("Ruled by a person"),
        Badge.FAILED: _("Run failed"),
    },
    Standing: {
        Standing.UNCHANGED: _("unchanged"),
        Standing.CONFIRMED: _("confirmed"),
        Standing.UNDER_REVIEW: _("under review"),
        Standing.EXPIRED: _("asked again"),
    },
    RunStatus: {
        RunStatus.QUEUED: _("queued"),
        RunStatus.RUNNING: _("running"),
        RunStatus.FINISHED: _("finished"),
        RunStatus.DEGRADED: _("degraded"),
        RunStatus.FAILED: _("failed"),
        RunStatus.CANCELLED: _("cancelled"),
    },
    Stance: {
        Stance.SUPPORTS: _("supports"),
        Stance.DUPLICATE: _("duplicate"),
        Stance.DERIVED: _("derived"),
        Stance.CONTRADICTS: _("contradicts"),
        Stance.PAST: _("past"),
        Stance.FORECAST: _("forecast"),
        Stance.HYPOTHETICAL: _("hypothetical"),
        Stance.DENIED: _("denied"),
        Stance.STALE: _("stale"),
        Stance.PROMOTIONAL: _("promotional"),
        Stance.INJECTION: _("orders to a model"),
        Stance.OFF_TOPIC: _("off topic"),
        Stance.NO_VALUE: _("no value"),
    },
    Reason: {
        Reason.ACCEPTED: _("accepted"),
        Reason.TOO_FEW_DOMAINS: _("too few domains"),
        Reason.COPIES_ONLY: _("copies only"),
        Reason.VALUES_DISAGREE: _("values disagree"),
        Reason.WHITELIST_CONTRADICTED: _("whitelist contradicted"),
        Reason.ALL_STALE: _("all stale"),
        Reason.FORECAST_ONLY: _("forecasts only"),
        Reason.PAST_ONLY: _("past values only"),
        Reason.NO_VALUE_FOUND: _("no value found"),
        Reason.OFF_TOPIC: _("pages off topic"),
        Reason.PROMOTIONAL_ONLY: _("promotional pages only"),
        Reason.INJECTION_SUSPECTED: _("injection suspected"),
        Reason.PROVIDER_FAILED: _("search failed"),
        Reason.BUDGET_EXHAUSTED: _("budget used up"),
        Reason.NOT_ENOUGH_MODELS: _("not enough models"),
        Reason.CANCELLED: _("cancelled"),
    },
    CallKind: {
        CallKind.SEARCH: _("search"),
        CallKind.PAGE: _("page"),
        CallKind.MODEL: _("model"),
        CallKind.LOOKUP: _("lookup"),
        CallKind.WEBHOOK: _("webhook"),
    },
    Purpose: {
        Purpose.NODE: _("nodes"),
        Purpose.VERIFICATION: _("verifications"),
        Purpose.CITATION: _("citation checks"),
        Purpose.ATTRIBUTION: _("attributions"),
        Purpose.EVENT: _("events"),
        Purpose.REVIEW: _("reviews"),
    },
    CallStatus: {
        CallStatus.PENDING: _("under way"),
        CallStatus.OK: _("answered"),
        CallStatus.FAILED: _("failed"),
        CallStatus.REFUSED: _("not made"),
    },
    Fault: {
        Fault.FAILED: _("failed"),
        Fault.NOT_CONFIGURED: _("not configured"),
        Fault.EMPTY_CORPUS: _("the corpus is empty"),
        Fault.BAD_REQUEST: _("request refused"),
        Fault.CONTENT_REFUSED: _("content refused"),
        Fault.TOO_LONG: _("prompt too long"),
        Fault.UNAUTHORIZED: _("key refused"),
        Fault.OUT_OF_CREDIT: _("out of credit"),
        Fault.FORBIDDEN: _("forbidden"),
        Fault.NOT_FOUND: _("not found"),
        Fault.RATE_LIMITED: _("too many requests"),
        Fault.SERVER_ERROR: _("server error"),
        Fault.TIMEOUT: _("timed out"),
        Fault.UNREACHABLE: _("not reachable"),
        Fault.UNKNOWN_HOST: _("host unknown"),
        Fault.BAD_CERTIFICATE: _("certificate refused"),
        Fault.BAD_ANSWER: _("answer not understood"),
        Fault.TOO_LARGE: _("too large"),
        Fault.TOO_MANY_REDIRECTS: _("too many redirects"),
        Fault.NOT_PUBLIC: _("address is not public"),
        Fault.BAD_ADDRESS: _("address refused"),
        Fault.ROBOTS: _("refused by robots.txt"),
        Fault.UNREADABLE: _("not readable"),
        Fault.WALL: _("kept out by a challenge"),
        Fault.CONSENT: _("asks for consent first"),
        Fault.LOGIN: _("asks for a log-in first"),
        Fault.PAYWALL: _("behind a paywall"),
        Fault.MAINTENANCE: _("down for maintenance"),
        Fault.NEEDS_SCRIPT: _("drawn by scripts"),
        Fault.BREAKER_OPEN: _("resting after failures"),
        Fault.QUOTA_EXHAUSTED: _("daily quota used up"),
        Fault.BUDGET_EXHAUSTED: _("budget used up"),
    },
    VerificationMode: {
        VerificationMode.SINGLE: _("single"),
        VerificationMode.VOTING: _("voting"),
        VerificationMode.ADVERSARIAL: _("adversarial"),
    },
    Decision: {
        Decision.ACCEPT: _("accepted"),
        Decision.REJECT: _("rejected"),
        Decision.NEEDS_HUMAN: _("needs a person"),
        Decision.NEEDS_RETRY: _("needs another try"),
    },
    TriggerKind: {
        TriggerKind.RISK_LEVEL: _("risk"),
        TriggerKind.ACTION_TYPE: _("action"),
        TriggerKind.AMOUNT: _("amount"),
        TriggerKind.SUCCESS_RATE: _("success rate of the site"),
        TriggerKind.NO_PROFILE: _("site never seen"),
        TriggerKind.RETRY_COUNT: _("retries"),
    },
    Trouble: {
        Trouble.BUDGET_NEARLY_SPENT: _("the month's budget is spent to 80 %"),
        Trouble.BUDGET_SPENT: _("the month's budget is used up"),
        Trouble.PROVIDER_RESTING: _("a provider does not answer"),
        Trouble.QUEUE_WAITING: _("work is waiting and no worker takes it"),
        Trouble.RUNS_FAILING: _("many runs fail"),
        Trouble.ATTRIBUTIONS_FAILING: _("many answers can’t be traced"),
        Trouble.ATTRIBUTIONS_SLOW: _("answers are traced slowly"),
        Trouble.MODEL_RETIRES: _("a model is shut down soon"),
        Trouble.MODEL_NOT_FOUND: _("a model is not there any more"),
        Trouble.PRICE_UNKNOWN: _("a model without a price"),
        Trouble.PLAN_RESTRICTED: _("a plan that refuses part of our searches"),
    },
}

_LOOKS = {
    Badge.WHITELIST_DIRECT: ("wl", "shield"),
    Badge.CROSS_VALIDATED: ("xv", "cross"),
    Badge.UNKNOWN: ("uk", "unknown"),
    Badge.NEEDS_HUMAN: ("nh", "person"),
    Badge.HUMAN_RULED: ("hr", "ruled"),
    Badge.FAILED: ("bad", "octagon"),
}


def badge_tone(badge: Badge) -> str:
    """The stylesheet's class."""
    return _LOOKS[badge][0]


def badge_icon(badge: Badge) -> str:
    """The symbol's name in the sprite."""
    return _LOOKS[badge][1]


def stance_tone(stance: Stance) -> str:
    """The stylesheet's class: green supports, red contradicts, denies and gives orders to a model, ochre is stale, grey is the rest."""
    tones = {Stance.SUPPORTS: "ok", Stance.CONTRADICTS: "bad", Stance.DENIED: "bad", Stance.INJECTION: "bad", Stance.STALE: "warn"}
    return tones.get(stance, "uk")


def labelled(kind: type[StrEnum]) -> list[tuple[str, Any]]:
    """The choices of a field or form: (code, label), in the order in which they are shown."""
    return [(member.value, label) for member, label in LABELS[kind].items()]


def label_of(kind: type[StrEnum], code: str) -> str:
    """What a code is called in the reader's language; the code itself where the enumeration does not have it."""
    return str(LABELS[kind].get(code, code))


def codes_of(kind: type[StrEnum]) -> list[str]:
    """The codes in the order in which they are shown."""
    return [member.value for member in LABELS[kind]]


class RunTrigger(models.TextChoices):
    """What asked for a run."""

    COMMAND = "command", _("command line")
    PAGE = "page", _("page")
    API = "api", _("API")
    SCHEDULE = "schedule", _("schedule")


class StepName(models.TextChoices):
    """The steps of a run, in their order."""

    ASK_SERIES = "ask_series", _("Ask the authority's series")
    SEARCH_WHITELIST = "search_whitelist", _("Search the whitelist")
    DECIDE_WHITELIST = "decide_whitelist", _("Ask the whitelist rule")
    SEARCH_WEB = "search_web", _("Search everything")
    READ_PAGES = "read_pages", _("Read the pages")
    ASK_MODEL = "ask_model", _("Ask a model")
    DECIDE_VOTES = "decide_votes", _("Count independent votes")
    ASK_VOTERS = "hear_voters", _("Ask the voters")
    SAVE = "save", _("Save the state")


class StepStatus(models.TextChoices):
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")


class ReviewStatus(models.TextChoices):
    OPEN = "open", _("open")
    RULED = "ruled", _("ruled")
    OBSOLETE = "obsolete", _("obsolete")


class SubjectKind(models.TextChoices):
    """What a review item is about."""

    RUN = "run", _("verification run")
    FLAG = "flag", _("flag")
    VERIFICATION = "verification", _("verification")
    CITATION = "citation", _("citation")
    SECOND = "second", _("second review")


class RulingDecision(models.TextChoices):
    ACCEPT = "accept", _("accept")
    FIX = "fix", _("fix and accept")
    REJECT = "reject", _("reject")
    RETRY = "retry", _("retry")
    UNDO = "undo", _("undo")
    REOPEN = "reopen", _("reopen")


# What a ruling did, as it is told afterwards.
DECISIONS_DONE = {
    RulingDecision.ACCEPT: _("Accepted"),
    RulingDecision.FIX: _("Fixed and accepted"),
    RulingDecision.REJECT: _("Rejected"),
    RulingDecision.RETRY: _("Sent for another run"),
    RulingDecision.UNDO: _("Undone"),
    RulingDecision.REOPEN: _("Reopened"),
}


class ReasonChip(models.TextChoices):
    """Reasons that are often given for a ruling."""

    NEWER = "newer", _("newer source")
    AUTHORITY = "authority", _("more authoritative")
    PERIOD = "period", _("wrong period")
    UNIT = "unit", _("unit error")
    MISREAD = "misread", _("passage misread")
    COPIES = "copies", _("copies of one story")


class DocumentLanguage(models.TextChoices):
    CHINESE = "zh", _("Chinese")
    ENGLISH = "en", _("English")
    OTHER = "", _("not stated")


class NameStatus(models.TextChoices):
    """What became of another name that was found for a node."""

    OPEN = "open", _("open")
    TAKEN = "taken", _("taken")
    REFUSED = "refused", _("refused")


class ProposalKind(models.TextChoices):
    """What a reviewer would do with a domain of the whitelist."""

    ADD = "add", _("add")
    CHANGE = "change", _("change")
    REMOVE = "remove", _("remove")


class ProposalStatus(models.TextChoices):
    OPEN = "open", _("open")
    APPROVED = "approved", _("approved")
    REFUSED = "refused", _("refused")


class DeliveryStatus(models.TextChoices):
    """What became of a webhook."""

    PENDING = "pending", _("under way")
    DELIVERED = "delivered", _("delivered")
    FAILED = "failed", _("given up")


def provider_label(name: str) -> str:
    """What a provider of the registry is called; a host or a profile by its own name."""
    names = {"corpus": _("local corpus"), "tavily": "Tavily", "serper": "Serper", "searxng": "SearXNG"}
    return str(names.get(name, name))
