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
    DECIDE_VOTES = "decide_votes", _("Count independent votes")
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


class RulingDecision(models.TextChoices):
    ACCEPT = "accept", _("accept")
    FIX = "fix", _("fix and accept")
    REJECT = "reject", _("reject")


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
