"""The way of one event through its states (seed 003): which comes next, and who is let in at all."""

import hashlib
from decimal import Decimal
from enum import StrEnum

from verification.core.events.planning import HARD_CAP
from verification.core.events.terms import folded
from verification.core.events.vocabulary import EventAction, EventDirection, Strength

_SHARES = 2**32
ACTING, MEDIUM = Decimal("0.75"), Decimal("0.4")


class FlowState(StrEnum):
    """Reading comes once; planner, executor, pages and router make a round, of which there are at most three."""

    READING = "reading"
    CONTEXT = "context"
    PLANNER = "planner"
    EXECUTOR = "executor"
    PAGES = "pages"
    ROUTER = "router"
    SYNTHESIS = "synthesis"


def next_state(
    after: FlowState | None,
    *,
    has_tools: bool = False,
    has_excerpts: bool = False,
    is_more: bool = False,
    calls: int = 0,
    most_calls: int = HARD_CAP,
) -> FlowState | None:
    """The state behind ``after`` (None: the beginning); None at the end.

    ``has_tools``: the planner named one; ``has_excerpts``: some of what was found is no whole page; ``is_more``: the router wants another
    round; ``calls``: tools called so far.
    """
    may_call = calls < min(most_calls, HARD_CAP)
    if after is FlowState.PLANNER:
        return FlowState.EXECUTOR if has_tools and may_call else FlowState.SYNTHESIS
    if after is FlowState.EXECUTOR and has_excerpts:
        return FlowState.PAGES
    if after is FlowState.ROUTER:
        return FlowState.PLANNER if is_more and may_call else FlowState.SYNTHESIS
    following = {
        None: FlowState.READING,
        FlowState.READING: FlowState.CONTEXT,
        FlowState.CONTEXT: FlowState.PLANNER,
        FlowState.EXECUTOR: FlowState.ROUTER,
        FlowState.PAGES: FlowState.ROUTER,
    }
    return following.get(after)


def digest_of(text: str) -> str:
    """Under which a message is known again, however its white space is written."""
    return hashlib.sha256(folded(text).encode("utf-8", "replace")).hexdigest()


def is_rolled_out(digest: str, share: Decimal) -> bool:
    """Whether a message belongs to the ``share`` (0 to 1) that tools are used for: always the same for the same words."""
    return int(digest[:8], 16) < share * _SHARES


def action_of(direction: EventDirection, confidence: Decimal, *, is_carried: bool) -> EventAction:
    """What the reading points to where pages carry it; without evidence, with little confidence or a contradiction, to watch."""
    if confidence < ACTING or not is_carried or direction is EventDirection.NEUTRAL:
        return EventAction.OBSERVE
    return EventAction.BUY if direction is EventDirection.LONG else EventAction.SELL


def strength_of(confidence: Decimal, *, is_heard: bool) -> Strength:
    """How strong the sign is; what neither a page nor a node says anything of is weak, however plainly it was said."""
    if not is_heard:
        return Strength.LOW
    if confidence >= ACTING:
        return Strength.HIGH
    return Strength.MEDIUM if confidence >= MEDIUM else Strength.LOW
