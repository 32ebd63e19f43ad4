"""What the codes of events are called on pages and in admin; ``verification.enums`` says them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from verification.core.events.clashes import Topic
from verification.core.events.confidence import AdjustmentRule, RiskFlag
from verification.core.events.findings import Verdict
from verification.core.events.flow import FlowState
from verification.core.events.planning import PlanReason
from verification.core.events.vocabulary import (
    EntityKind,
    EventAction,
    EventDirection,
    EventOutcome,
    EventType,
    Reader,
    SearchPolicy,
    Strength,
    Timeframe,
)

EVENT_LABELS: dict[type[StrEnum], Mapping[Any, Any]] = {
    EventType: {
        EventType.HACK: _("hack"),
        EventType.DEPEG: _("depeg"),
        EventType.RESERVES: _("reserves"),
        EventType.LIQUIDATION: _("liquidation"),
        EventType.SCAM_ALERT: _("scam alert"),
        EventType.REGULATION: _("regulation"),
        EventType.LISTING: pgettext_lazy("event type", "listing"),
        EventType.UPGRADE: _("upgrade"),
        EventType.ACQUISITION: _("takeover or merger"),
        EventType.EARNINGS: _("results"),
        EventType.GUIDANCE: _("guidance"),
        EventType.EXECUTIVE: _("change at the top"),
        EventType.DEFAULT: pgettext_lazy("event type", "default"),
        EventType.BANK_RUN: _("bank run"),
        EventType.OUTAGE: _("outage"),
        EventType.RECALL: _("recall"),
        EventType.SANCTIONS: _("sanctions"),
        EventType.DISASTER: _("disaster"),
        EventType.GEOPOLITICS: _("geopolitics"),
        EventType.PARTNERSHIP: _("partnership"),
        EventType.GOVERNANCE: _("governance"),
        EventType.AIRDROP: _("airdrop"),
        EventType.CELEBRITY: _("celebrity"),
        EventType.MACRO: _("macro"),
        EventType.OTHER: _("other event"),
    },
    SearchPolicy: {
        SearchPolicy.NEVER: _("never searched for"),
        SearchPolicy.LOW_VALUE: _("low value, not searched for"),
        SearchPolicy.FORCE: _("always searched for, in the first round"),
        SearchPolicy.HIGH_VALUE: _("high value, searched for"),
        SearchPolicy.BY_CONFIDENCE: _("searched for from the confidence threshold on"),
    },
    EventAction: {
        EventAction.BUY: _("buy"),
        EventAction.SELL: _("sell"),
        EventAction.OBSERVE: _("observe"),
    },
    EventDirection: {
        EventDirection.LONG: _("positive"),
        EventDirection.SHORT: _("negative"),
        EventDirection.NEUTRAL: _("neutral"),
    },
    Strength: {
        Strength.LOW: _("weak"),
        Strength.MEDIUM: _("moderate"),
        Strength.HIGH: _("strong"),
    },
    Timeframe: {
        Timeframe.SHORT: _("short term"),
        Timeframe.MEDIUM: _("medium term"),
        Timeframe.LONG: _("long term"),
    },
    EventOutcome: {
        EventOutcome.CONFIRMED: _("proved true"),
        EventOutcome.REFUTED: _("proved false"),
        EventOutcome.UNCLEAR: _("never settled"),
    },
    EntityKind: {
        EntityKind.ASSET: _("asset"),
        EntityKind.ORGANISATION: _("organisation"),
        EntityKind.REGULATOR: _("regulator"),
    },
    Reader: {
        Reader.RULES: _("rules"),
        Reader.MODEL: _("model"),
        Reader.CALLER: _("whoever asked"),
    },
    FlowState: {
        FlowState.READING: _("Read the message"),
        FlowState.CONTEXT: _("Look for similar past events"),
        FlowState.PLANNER: _("Plan"),
        FlowState.EXECUTOR: _("Search"),
        FlowState.PAGES: _("Read the pages"),
        FlowState.ROUTER: _("Weigh the pages"),
        FlowState.SYNTHESIS: _("Conclude"),
    },
    PlanReason: {
        PlanReason.NEVER_SEARCHED: _("Events of this type are never searched for."),
        PlanReason.LOW_VALUE: _("Events of this type are not worth a search."),
        PlanReason.NOTHING_TO_CHECK: _("The message says nothing that a page could carry."),
        PlanReason.ASKED_FOR: _("A search was asked for."),
        PlanReason.OWN_NODES: _("A verified node of our own answers it; no search."),
        PlanReason.FORCED: _("An event of this type needs a second, independent source."),
        PlanReason.OFFICIAL_POINT: _("The message rests on a statement, which is searched for."),
        PlanReason.NUMERIC: _("A figure settles this, not the news; no search."),
        PlanReason.HIGH_VALUE: _("An event of this type is worth a search."),
        PlanReason.CONFIDENT: _("The confidence reaches the threshold, so that a search is worth it."),
        PlanReason.NOT_CONFIDENT: _("The confidence is below the threshold for a search."),
        PlanReason.SIMILAR_CASE: _("A past event is so similar that it stands for a search."),
        PlanReason.ONE_SIDE: _("The pages contradict each other, and no official statement was found."),
        PlanReason.MULTI_SOURCE: _("Enough independent sources."),
        PlanReason.SEARCHED: _("It was searched; asking again would tell no more."),
        PlanReason.ENOUGH_CALLS: _("Enough was asked."),
        PlanReason.MODEL: _("The model asked for a search."),
        PlanReason.MODEL_DECLINED: _("The model saw no use in a search."),
        PlanReason.NO_TOOL: _("No tool is switched on that could help."),
        PlanReason.TOOL_FAILED: _("The search failed."),
        PlanReason.QUOTA_SPENT: _("What may be spent on searches is spent."),
        PlanReason.NO_KEY: _("No search service has a valid key."),
        PlanReason.INTERRUPTED: _("The work broke off in a paid search, which is not repeated."),
        PlanReason.TOOLS_DISABLED: _("Tools are switched off."),
        PlanReason.OUTSIDE_ROLLOUT: _("Tools are used for a share of the messages; not for this one."),
        PlanReason.NOTHING_NEW: _("The same words were searched for already."),
    },
    AdjustmentRule: {
        AdjustmentRule.OFFICIAL_DENIAL: _("Those concerned, or an authority, deny it"),
        AdjustmentRule.REFUTED: _("Pages say the contrary"),
        AdjustmentRule.NODE_CONFIRMS: _("A verified node says the same"),
        AdjustmentRule.NODE_CONTRADICTS: _("A verified node says otherwise"),
        AdjustmentRule.CONFLICT: _("Sources disagree"),
        AdjustmentRule.MULTI_SOURCE_AND_OFFICIAL: _("Several sources and an official word"),
        AdjustmentRule.MULTI_SOURCE: _("Several sources, no official word"),
        AdjustmentRule.THIN_EVIDENCE: _("Too few sources"),
        AdjustmentRule.SIMILAR_CONFIRMED: _("A similar past event proved true"),
        AdjustmentRule.SIMILAR_REFUTED: _("A similar past event proved false"),
    },
    RiskFlag: {
        RiskFlag.CONFIDENCE_LOW: _("low confidence"),
        RiskFlag.DATA_INCOMPLETE: _("data incomplete"),
        RiskFlag.TOOLS_NOT_USED: _("not searched"),
        RiskFlag.INJECTION_SUSPECTED: _("gives orders to machines"),
        RiskFlag.NODE_CONTRADICTS: _("a verified node says otherwise"),
        RiskFlag.SEVERAL_MESSAGES: _("several messages in one"),
    },
    Verdict: {
        Verdict.CARRIED: pgettext_lazy("verdict on a message", "Carried"),
        Verdict.CONTRADICTED: pgettext_lazy("verdict on a message", "Contradicted"),
        Verdict.PARTLY: pgettext_lazy("verdict on a message", "Carried in part"),
        Verdict.DISPUTED: pgettext_lazy("verdict on a message", "Disputed"),
        Verdict.OPEN: pgettext_lazy("verdict on a message", "Open"),
    },
    Topic: {
        Topic.LOSS: _("the loss"),
        Topic.LIQUIDATION: _("what was liquidated"),
        Topic.PENALTY: _("the penalty"),
        Topic.FUNDING: _("the money raised"),
        Topic.APPROVAL: _("whether it was approved"),
        Topic.LISTING: _("whether it is listed"),
        Topic.PEG: _("whether the peg holds again"),
        Topic.RESERVES: _("whether the reserves are there"),
        Topic.EVENT: _("whether it happened"),
    },
}
