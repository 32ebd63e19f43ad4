"""Labels for the enumerations of events, as pages and admin show them."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from verification.core.events import (
    clashes as event_clashes,
)
from verification.core.events import (
    confidence,
)
from verification.core.events import (
    flow as event_flow,
)
from verification.core.events import (
    planning as event_planning,
)
from verification.core.events import (
    vocabulary as events,
)


class EventType(models.TextChoices):
    HACK = events.EventType.HACK.value, _("hack")
    DEPEG = events.EventType.DEPEG.value, _("depeg")
    LIQUIDATION = events.EventType.LIQUIDATION.value, _("liquidation")
    SCAM_ALERT = events.EventType.SCAM_ALERT.value, _("scam alert")
    REGULATION = events.EventType.REGULATION.value, _("regulation")
    LISTING = events.EventType.LISTING.value, pgettext_lazy("event type", "listing")
    PARTNERSHIP = events.EventType.PARTNERSHIP.value, _("partnership")
    GOVERNANCE = events.EventType.GOVERNANCE.value, _("governance")
    AIRDROP = events.EventType.AIRDROP.value, _("airdrop")
    CELEBRITY = events.EventType.CELEBRITY.value, _("celebrity")
    MACRO = events.EventType.MACRO.value, _("macro")
    OTHER = events.EventType.OTHER.value, _("other event")


class SearchPolicy(models.TextChoices):
    NEVER = events.SearchPolicy.NEVER.value, _("never searched for")
    LOW_VALUE = events.SearchPolicy.LOW_VALUE.value, _("low value, not searched for")
    FORCE = events.SearchPolicy.FORCE.value, _("always searched for, in the first round")
    HIGH_VALUE = events.SearchPolicy.HIGH_VALUE.value, _("high value, searched for")
    BY_CONFIDENCE = events.SearchPolicy.BY_CONFIDENCE.value, _("searched for from the confidence threshold on")


class EventAction(models.TextChoices):
    BUY = events.EventAction.BUY.value, _("buy")
    SELL = events.EventAction.SELL.value, _("sell")
    OBSERVE = events.EventAction.OBSERVE.value, _("observe")


class EventDirection(models.TextChoices):
    LONG = events.EventDirection.LONG.value, _("positive")
    SHORT = events.EventDirection.SHORT.value, _("negative")
    NEUTRAL = events.EventDirection.NEUTRAL.value, _("neutral")


class Strength(models.TextChoices):
    LOW = events.Strength.LOW.value, _("weak")
    MEDIUM = events.Strength.MEDIUM.value, _("moderate")
    HIGH = events.Strength.HIGH.value, _("strong")


class Timeframe(models.TextChoices):
    SHORT = events.Timeframe.SHORT.value, _("short term")
    MEDIUM = events.Timeframe.MEDIUM.value, _("medium term")
    LONG = events.Timeframe.LONG.value, _("long term")


class EventOutcome(models.TextChoices):
    CONFIRMED = events.EventOutcome.CONFIRMED.value, _("proved true")
    REFUTED = events.EventOutcome.REFUTED.value, _("proved false")
    UNCLEAR = events.EventOutcome.UNCLEAR.value, _("never settled")


class EntityKind(models.TextChoices):
    ASSET = events.EntityKind.ASSET.value, _("asset")
    ORGANISATION = events.EntityKind.ORGANISATION.value, _("organisation")
    REGULATOR = events.EntityKind.REGULATOR.value, _("regulator")


class Reader(models.TextChoices):
    RULES = events.Reader.RULES.value, _("rules")
    MODEL = events.Reader.MODEL.value, _("model")
    CALLER = events.Reader.CALLER.value, _("whoever asked")


class FlowState(models.TextChoices):
    """The steps of an event."""

    READING = event_flow.FlowState.READING.value, _("Read the message")
    CONTEXT = event_flow.FlowState.CONTEXT.value, _("Look for similar past events")
    PLANNER = event_flow.FlowState.PLANNER.value, _("Plan")
    EXECUTOR = event_flow.FlowState.EXECUTOR.value, _("Search")
    PAGES = event_flow.FlowState.PAGES.value, _("Read the pages")
    ROUTER = event_flow.FlowState.ROUTER.value, _("Weigh the pages")
    SYNTHESIS = event_flow.FlowState.SYNTHESIS.value, _("Conclude")


class PlanReason(models.TextChoices):
    """Why a search is made or not, as a sentence."""

    NEVER_SEARCHED = event_planning.PlanReason.NEVER_SEARCHED.value, _("Events of this type are never searched for.")
    LOW_VALUE = event_planning.PlanReason.LOW_VALUE.value, _("Events of this type are not worth a search.")
    FORCED = event_planning.PlanReason.FORCED.value, _("An event of this type needs a second, independent source.")
    OFFICIAL_POINT = event_planning.PlanReason.OFFICIAL_POINT.value, _("The message rests on a statement, which is searched for.")
    NUMERIC = event_planning.PlanReason.NUMERIC.value, _("A figure settles this, not the news; no search.")
    HIGH_VALUE = event_planning.PlanReason.HIGH_VALUE.value, _("An event of this type is worth a search.")
    CONFIDENT = event_planning.PlanReason.CONFIDENT.value, _("The confidence reaches the threshold, so that a search is worth it.")
    NOT_CONFIDENT = event_planning.PlanReason.NOT_CONFIDENT.value, _("The confidence is below the threshold for a search.")
    SIMILAR_CASE = event_planning.PlanReason.SIMILAR_CASE.value, _("A past event is so similar that it stands for a search.")
    ONE_SIDE = event_planning.PlanReason.ONE_SIDE.value, _("The pages contradict each other and nobody official was heard.")
    MULTI_SOURCE = event_planning.PlanReason.MULTI_SOURCE.value, _("Enough independent sources.")
    SEARCHED = event_planning.PlanReason.SEARCHED.value, _("It was searched; asking again would tell no more.")
    ENOUGH_CALLS = event_planning.PlanReason.ENOUGH_CALLS.value, _("Enough was asked.")
    MODEL = event_planning.PlanReason.MODEL.value, _("The model asked for a search.")
    MODEL_DECLINED = event_planning.PlanReason.MODEL_DECLINED.value, _("The model saw no use in a search.")
    NO_TOOL = event_planning.PlanReason.NO_TOOL.value, _("No tool is switched on that could help.")
    TOOL_FAILED = event_planning.PlanReason.TOOL_FAILED.value, _("The search failed.")
    INTERRUPTED = event_planning.PlanReason.INTERRUPTED.value, _("The work was interrupted during a paid search, which is not paid twice.")
    TOOLS_DISABLED = event_planning.PlanReason.TOOLS_DISABLED.value, _("Tools are switched off.")
    OUTSIDE_ROLLOUT = (
        event_planning.PlanReason.OUTSIDE_ROLLOUT.value,
        _("Tools are used for a share of the messages only, and this is none of them."),
    )
    NOTHING_NEW = event_planning.PlanReason.NOTHING_NEW.value, _("The same words were searched for already.")


class AdjustmentRule(models.TextChoices):
    CONFLICT = confidence.AdjustmentRule.CONFLICT.value, _("Sources disagree")
    MULTI_SOURCE_AND_OFFICIAL = confidence.AdjustmentRule.MULTI_SOURCE_AND_OFFICIAL.value, _("Several sources and an official word")
    MULTI_SOURCE = confidence.AdjustmentRule.MULTI_SOURCE.value, _("Several sources, no official word")
    THIN_EVIDENCE = confidence.AdjustmentRule.THIN_EVIDENCE.value, _("Too few sources")
    SIMILAR_CONFIRMED = confidence.AdjustmentRule.SIMILAR_CONFIRMED.value, _("A similar past event proved true")
    SIMILAR_REFUTED = confidence.AdjustmentRule.SIMILAR_REFUTED.value, _("A similar past event proved false")


class RiskFlag(models.TextChoices):
    CONFIDENCE_LOW = confidence.RiskFlag.CONFIDENCE_LOW.value, _("low confidence")
    DATA_INCOMPLETE = confidence.RiskFlag.DATA_INCOMPLETE.value, _("data incomplete")
    TOOLS_NOT_USED = confidence.RiskFlag.TOOLS_NOT_USED.value, _("not searched")
    INJECTION_SUSPECTED = confidence.RiskFlag.INJECTION_SUSPECTED.value, _("gives orders to machines")


class ClashTopic(models.TextChoices):
    """About what sources disagree."""

    LOSS = event_clashes.Topic.LOSS.value, _("the loss")
    LIQUIDATION = event_clashes.Topic.LIQUIDATION.value, _("what was liquidated")
    PENALTY = event_clashes.Topic.PENALTY.value, _("the penalty")
    FUNDING = event_clashes.Topic.FUNDING.value, _("the money raised")
    APPROVAL = event_clashes.Topic.APPROVAL.value, _("whether it was approved")
    LISTING = event_clashes.Topic.LISTING.value, _("whether it is listed")
    PEG = event_clashes.Topic.PEG.value, _("whether the peg holds again")
    RESERVES = event_clashes.Topic.RESERVES.value, _("whether the reserves are there")
    EVENT = event_clashes.Topic.EVENT.value, _("whether it happened")
