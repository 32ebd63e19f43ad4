"""The critic of a single executor: checks that are stated, each passed or not, with its reason (seed 001, single)."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from itertools import pairwise

from verification.core.evidence import NodeSpec, Page, Verdict, Why
from verification.core.panel.decision import Check, DecisionCode
from verification.core.quantities.conversion import convert
from verification.core.support.answers import only_quantity
from verification.core.vocabulary import Confidence, NodeKind, Reason

PAST_STATES = 5
# A new value is implausible where it leaps further than this many of the largest steps among the last states.
MOST_STEPS = 5
# Where the states hardly moved, a step is taken to be at least this share of the last one.
LEAST_STEP = Decimal("0.02")


class CheckName(StrEnum):
    SCHEMA = "schema"
    SPAN = "span"
    UNIT_AND_KIND = "unit_and_kind"
    PERIOD = "period"
    FRESHNESS = "freshness"
    PLAUSIBILITY = "plausibility"
    INDEPENDENCE = "independence"


def criticise(
    *,
    node: NodeSpec,
    pages: Sequence[Page],
    value: str,
    quote: str,
    verdict: Verdict,
    is_readable: bool = True,
    history: Sequence[str] = (),
) -> tuple[Check, ...]:
    """All seven checks of an executor's ``value`` and ``quote``. ``verdict`` is the engine's on the same pages, ``history`` of the node.

    What is not there at all (no form, no span, no figure of the unit) is fatal; anything else is for a person to weigh.
    """
    return (
        _check(CheckName.SCHEMA, is_readable, is_fatal=True),
        _check(CheckName.SPAN, _is_in_pages(quote, pages), is_fatal=True),
        _check(CheckName.UNIT_AND_KIND, _is_of_unit(value, node), is_fatal=True),
        _check(CheckName.PERIOD, verdict.reason not in (Reason.PAST_ONLY, Reason.FORECAST_ONLY)),
        _check(CheckName.FRESHNESS, verdict.reason != Reason.ALL_STALE),
        _check(CheckName.PLAUSIBILITY, is_plausible(value, history, unit=node.unit)),
        _check(CheckName.INDEPENDENCE, _is_independent(verdict, node)),
    )


def is_plausible(value: str, history: Sequence[str], *, unit: str | None) -> bool | None:
    """Whether a value leaps no further than ``MOST_STEPS`` times the largest step of the last five states; None with fewer than two."""
    past = [number for text in history[-PAST_STATES:] if (number := _middle(text)) is not None]
    figure = only_quantity(value)
    ends = convert(figure, unit if figure.unit is not None else None) if figure else None
    if len(past) < 2 or ends is None:
        return None
    steps = [abs(later - earlier) for earlier, later in pairwise(past)]
    longest = max([*steps, abs(past[-1]) * LEAST_STEP])
    return abs((ends[0] + ends[1]) / 2 - past[-1]) <= MOST_STEPS * longest


def _check(name: CheckName, is_passed: bool | None, *, is_fatal: bool = False) -> Check:
    return Check(name.value, is_passed, is_fatal, None if is_passed is not False else Why(DecisionCode.CHECK_FAILED, {"check": name.value}))


def _is_in_pages(quote: str, pages: Sequence[Page]) -> bool:
    quote = quote.strip()
    return bool(quote) and any(quote in page.title or quote in page.content for page in pages)


def _is_of_unit(value: str, node: NodeSpec) -> bool:
    if node.kind == NodeKind.TEXT:
        return value in ("yes", "no")
    figure = only_quantity(value)
    return figure is not None and convert(figure, node.unit if figure.unit is not None else None) is not None


def _is_independent(verdict: Verdict, node: NodeSpec) -> bool:
    return verdict.is_accepted and (verdict.confidence == Confidence.WHITELIST_DIRECT or verdict.counts.domains >= node.min_domains)


def _middle(number: str) -> Decimal | None:
    low, dots, high = number.partition("..")
    try:
        return (Decimal(low) + Decimal(high if dots else low)) / 2
    except InvalidOperation:
        return None
