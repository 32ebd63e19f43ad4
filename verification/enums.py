"""Labels for the enumerations of the core, as pages and admin show them; ``look.md`` section 2 gives words, colours and icons."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from verification.core import vocabulary


class NodeKind(models.TextChoices):
    PERCENT = vocabulary.NodeKind.PERCENT.value, _("percent")
    CURRENCY = vocabulary.NodeKind.CURRENCY.value, _("currency")
    NUMBER = vocabulary.NodeKind.NUMBER.value, _("number")
    TEXT = vocabulary.NodeKind.TEXT.value, _("text")


class Independence(models.TextChoices):
    STORIES = vocabulary.Independence.STORIES.value, _("independent stories")
    DOMAINS = vocabulary.Independence.DOMAINS.value, _("distinct domains")


class RiskLevel(models.TextChoices):
    LOW = vocabulary.RiskLevel.LOW.value, _("low")
    MEDIUM = vocabulary.RiskLevel.MEDIUM.value, _("medium")
    HIGH = vocabulary.RiskLevel.HIGH.value, _("high")
    CRITICAL = vocabulary.RiskLevel.CRITICAL.value, _("critical")


class Stage(models.TextChoices):
    WHITELIST = vocabulary.Stage.WHITELIST.value, _("whitelist")
    VOTES = vocabulary.Stage.VOTES.value, _("whole web")


class Trend(models.TextChoices):
    RISING = vocabulary.Trend.RISING.value, _("rising")
    FALLING = vocabulary.Trend.FALLING.value, _("falling")
    STABLE = vocabulary.Trend.STABLE.value, _("steady")


class Confidence(models.TextChoices):
    WHITELIST_DIRECT = vocabulary.Confidence.WHITELIST_DIRECT.value, _("whitelist direct")
    CROSS_VALIDATED = vocabulary.Confidence.CROSS_VALIDATED.value, _("cross-validated")
    HUMAN_RULED = vocabulary.Confidence.HUMAN_RULED.value, _("ruled by a person")


class BoundBy(models.TextChoices):
    RULES = vocabulary.BoundBy.RULES.value, _("rules")
    MODEL = vocabulary.BoundBy.MODEL.value, _("model")
    HUMAN = vocabulary.BoundBy.HUMAN.value, _("person")


class PassageField(models.TextChoices):
    TITLE = vocabulary.PassageField.TITLE.value, _("title")
    CONTENT = vocabulary.PassageField.CONTENT.value, _("text")


class Badge(models.TextChoices):
    WHITELIST_DIRECT = vocabulary.Badge.WHITELIST_DIRECT.value, _("Whitelist direct")
    CROSS_VALIDATED = vocabulary.Badge.CROSS_VALIDATED.value, _("Cross-validated")
    UNKNOWN = vocabulary.Badge.UNKNOWN.value, _("Not enough evidence")
    NEEDS_HUMAN = vocabulary.Badge.NEEDS_HUMAN.value, _("Needs a ruling")
    HUMAN_RULED = vocabulary.Badge.HUMAN_RULED.value, _("Ruled by a person")
    FAILED = vocabulary.Badge.FAILED.value, _("Run failed")

    @property
    def tone(self) -> str:
        """The stylesheet's class."""
        return {"whitelist_direct": "wl", "cross_validated": "xv", "unknown": "uk", "needs_human": "nh", "human_ruled": "hr"}.get(
            self.value, "bad"
        )

    @property
    def icon(self) -> str:
        """The symbol's name in the sprite."""
        return {
            "whitelist_direct": "shield",
            "cross_validated": "cross",
            "unknown": "unknown",
            "needs_human": "person",
            "human_ruled": "ruled",
        }.get(self.value, "octagon")


class RunStatus(models.TextChoices):
    QUEUED = vocabulary.RunStatus.QUEUED.value, _("queued")
    RUNNING = vocabulary.RunStatus.RUNNING.value, _("running")
    FINISHED = vocabulary.RunStatus.FINISHED.value, _("finished")
    DEGRADED = vocabulary.RunStatus.DEGRADED.value, _("degraded")
    FAILED = vocabulary.RunStatus.FAILED.value, _("failed")
    CANCELLED = vocabulary.RunStatus.CANCELLED.value, _("cancelled")


class Stance(models.TextChoices):
    SUPPORTS = vocabulary.Stance.SUPPORTS.value, _("supports")
    DUPLICATE = vocabulary.Stance.DUPLICATE.value, _("duplicate")
    DERIVED = vocabulary.Stance.DERIVED.value, _("derived")
    CONTRADICTS = vocabulary.Stance.CONTRADICTS.value, _("contradicts")
    PAST = vocabulary.Stance.PAST.value, _("past")
    FORECAST = vocabulary.Stance.FORECAST.value, _("forecast")
    HYPOTHETICAL = vocabulary.Stance.HYPOTHETICAL.value, _("hypothetical")
    DENIED = vocabulary.Stance.DENIED.value, _("denied")
    STALE = vocabulary.Stance.STALE.value, _("stale")
    PROMOTIONAL = vocabulary.Stance.PROMOTIONAL.value, _("promotional")
    OFF_TOPIC = vocabulary.Stance.OFF_TOPIC.value, _("off topic")
    NO_VALUE = vocabulary.Stance.NO_VALUE.value, _("no value")

    @property
    def tone(self) -> str:
        """The stylesheet's class: green supports, red contradicts and denies, ochre is stale, grey is the rest."""
        return {"supports": "ok", "contradicts": "bad", "denied": "bad", "stale": "warn"}.get(self.value, "uk")


class Reason(models.TextChoices):
    ACCEPTED = vocabulary.Reason.ACCEPTED.value, _("accepted")
    TOO_FEW_DOMAINS = vocabulary.Reason.TOO_FEW_DOMAINS.value, _("too few domains")
    COPIES_ONLY = vocabulary.Reason.COPIES_ONLY.value, _("copies only")
    VALUES_DISAGREE = vocabulary.Reason.VALUES_DISAGREE.value, _("values disagree")
    WHITELIST_CONTRADICTED = vocabulary.Reason.WHITELIST_CONTRADICTED.value, _("whitelist contradicted")
    ALL_STALE = vocabulary.Reason.ALL_STALE.value, _("all stale")
    FORECAST_ONLY = vocabulary.Reason.FORECAST_ONLY.value, _("forecasts only")
    PAST_ONLY = vocabulary.Reason.PAST_ONLY.value, _("past values only")
    NO_VALUE_FOUND = vocabulary.Reason.NO_VALUE_FOUND.value, _("no value found")
    OFF_TOPIC = vocabulary.Reason.OFF_TOPIC.value, _("off topic")
    PROMOTIONAL_ONLY = vocabulary.Reason.PROMOTIONAL_ONLY.value, _("promotional pages only")
    INJECTION_SUSPECTED = vocabulary.Reason.INJECTION_SUSPECTED.value, _("injection suspected")
    PROVIDER_FAILED = vocabulary.Reason.PROVIDER_FAILED.value, _("search failed")
    BUDGET_EXHAUSTED = vocabulary.Reason.BUDGET_EXHAUSTED.value, _("budget used up")
    NOT_ENOUGH_MODELS = vocabulary.Reason.NOT_ENOUGH_MODELS.value, _("not enough models")
    CANCELLED = vocabulary.Reason.CANCELLED.value, _("cancelled")


class RunTrigger(models.TextChoices):
    """What asked for a run."""

    COMMAND = "command", _("command line")
    PAGE = "page", _("page")
    API = "api", _("API")
    SCHEDULE = "schedule", _("schedule")


class StepName(models.TextChoices):
    """The steps of a run, in their order."""

    SEARCH_WHITELIST = "search_whitelist", _("Search the whitelist")
    DECIDE_WHITELIST = "decide_whitelist", _("Ask the whitelist rule")
    SEARCH_WEB = "search_web", _("Search everything")
    READ_PAGES = "read_pages", _("Read the pages")
    ASK_MODEL = "ask_model", _("Ask a model")
    DECIDE_VOTES = "decide_votes", _("Count independent votes")
    HEAR_VOTERS = "hear_voters", _("Hear the voters")
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


class ProposalKind(models.TextChoices):
    """What a reviewer would do with a domain of the whitelist."""

    ADD = "add", _("add")
    CHANGE = "change", _("change")
    REMOVE = "remove", _("remove")


class ProposalStatus(models.TextChoices):
    OPEN = "open", _("open")
    APPROVED = "approved", _("approved")
    REFUSED = "refused", _("refused")


class CallKind(models.TextChoices):
    SEARCH = vocabulary.CallKind.SEARCH.value, _("search")
    PAGE = vocabulary.CallKind.PAGE.value, _("page")
    MODEL = vocabulary.CallKind.MODEL.value, _("model")
    LOOKUP = vocabulary.CallKind.LOOKUP.value, _("lookup")
    WEBHOOK = vocabulary.CallKind.WEBHOOK.value, _("webhook")


class Purpose(models.TextChoices):
    NODE = vocabulary.Purpose.NODE.value, _("nodes")
    VERIFICATION = vocabulary.Purpose.VERIFICATION.value, _("verifications")
    CITATION = vocabulary.Purpose.CITATION.value, _("citation checks")
    ATTRIBUTION = vocabulary.Purpose.ATTRIBUTION.value, _("attributions")
    EVENT = vocabulary.Purpose.EVENT.value, _("events")
    REVIEW = vocabulary.Purpose.REVIEW.value, _("reviews")


class CallStatus(models.TextChoices):
    PENDING = vocabulary.CallStatus.PENDING.value, _("under way")
    OK = vocabulary.CallStatus.OK.value, _("answered")
    FAILED = vocabulary.CallStatus.FAILED.value, _("failed")
    REFUSED = vocabulary.CallStatus.REFUSED.value, _("not made")


class Fault(models.TextChoices):
    FAILED = vocabulary.Fault.FAILED.value, _("failed")
    NOT_CONFIGURED = vocabulary.Fault.NOT_CONFIGURED.value, _("not configured")
    EMPTY_CORPUS = vocabulary.Fault.EMPTY_CORPUS.value, _("the corpus is empty")
    BAD_REQUEST = vocabulary.Fault.BAD_REQUEST.value, _("request refused")
    UNAUTHORIZED = vocabulary.Fault.UNAUTHORIZED.value, _("key refused")
    OUT_OF_CREDIT = vocabulary.Fault.OUT_OF_CREDIT.value, _("out of credit")
    FORBIDDEN = vocabulary.Fault.FORBIDDEN.value, _("forbidden")
    NOT_FOUND = vocabulary.Fault.NOT_FOUND.value, _("not found")
    RATE_LIMITED = vocabulary.Fault.RATE_LIMITED.value, _("too many requests")
    SERVER_ERROR = vocabulary.Fault.SERVER_ERROR.value, _("server error")
    TIMEOUT = vocabulary.Fault.TIMEOUT.value, _("timed out")
    UNREACHABLE = vocabulary.Fault.UNREACHABLE.value, _("not reachable")
    UNKNOWN_HOST = vocabulary.Fault.UNKNOWN_HOST.value, _("host unknown")
    BAD_CERTIFICATE = vocabulary.Fault.BAD_CERTIFICATE.value, _("certificate refused")
    BAD_ANSWER = vocabulary.Fault.BAD_ANSWER.value, _("answer not understood")
    TOO_LARGE = vocabulary.Fault.TOO_LARGE.value, _("too large")
    TOO_MANY_REDIRECTS = vocabulary.Fault.TOO_MANY_REDIRECTS.value, _("too many redirects")
    NOT_PUBLIC = vocabulary.Fault.NOT_PUBLIC.value, _("address is not public")
    BAD_ADDRESS = vocabulary.Fault.BAD_ADDRESS.value, _("address refused")
    ROBOTS = vocabulary.Fault.ROBOTS.value, _("refused by robots.txt")
    UNREADABLE = vocabulary.Fault.UNREADABLE.value, _("not readable")
    BREAKER_OPEN = vocabulary.Fault.BREAKER_OPEN.value, _("resting after failures")
    QUOTA_EXHAUSTED = vocabulary.Fault.QUOTA_EXHAUSTED.value, _("daily quota used up")
    BUDGET_EXHAUSTED = vocabulary.Fault.BUDGET_EXHAUSTED.value, _("budget used up")


class Mode(models.TextChoices):
    SINGLE = vocabulary.Mode.SINGLE.value, _("single")
    VOTING = vocabulary.Mode.VOTING.value, _("voting")
    ADVERSARIAL = vocabulary.Mode.ADVERSARIAL.value, _("adversarial")


class Decision(models.TextChoices):
    ACCEPT = vocabulary.Decision.ACCEPT.value, _("accepted")
    REJECT = vocabulary.Decision.REJECT.value, _("rejected")
    NEEDS_HUMAN = vocabulary.Decision.NEEDS_HUMAN.value, _("needs a person")
    NEEDS_RETRY = vocabulary.Decision.NEEDS_RETRY.value, _("needs another try")


class TriggerKind(models.TextChoices):
    RISK_LEVEL = vocabulary.TriggerKind.RISK_LEVEL.value, _("risk")
    ACTION_TYPE = vocabulary.TriggerKind.ACTION_TYPE.value, _("action")
    AMOUNT = vocabulary.TriggerKind.AMOUNT.value, _("amount")
    SUCCESS_RATE = vocabulary.TriggerKind.SUCCESS_RATE.value, _("success rate of the site")
    NO_PROFILE = vocabulary.TriggerKind.NO_PROFILE.value, _("site never seen")
    RETRY_COUNT = vocabulary.TriggerKind.RETRY_COUNT.value, _("retries")


class DeliveryStatus(models.TextChoices):
    """What became of a webhook."""

    PENDING = "pending", _("under way")
    DELIVERED = "delivered", _("delivered")
    FAILED = "failed", _("given up")


def provider_label(name: str) -> str:
    """What a provider of the registry is called; a host or a profile by its own name."""
    names = {"corpus": _("local corpus"), "tavily": "Tavily", "serper": "Serper", "searxng": "SearXNG"}
    return str(names.get(name, name))
