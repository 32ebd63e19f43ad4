"""When the people who run an installation should hear of it: pure figures in, what is wrong out.

The limits are those that operators are promised (docs/operate.md, "Alerts"). A limit is crossed above it, not at it; the shares of the
budget are reached at them.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum

from verification.core.operations.budget import NEARLY_SPENT, Spending

LONGEST_WAIT_S = 300
LONGEST_REST = timedelta(minutes=10)
HIGHEST_FAILURE_RATE = 0.05
FEWEST_RUNS = 20
# Nineteen of twenty answers are traced within this; the largest that are worked out at once take about a second.
LONGEST_TRACING_S = 10
# What was not seen for so long is over; less would tell of a figure that trembles around its limit again and again.
CALM = timedelta(minutes=5)


class Trouble(StrEnum):
    """What is wrong."""

    BUDGET_NEARLY_SPENT = "budget_nearly_spent"
    BUDGET_SPENT = "budget_spent"
    PROVIDER_RESTING = "provider_resting"
    QUEUE_WAITING = "queue_waiting"
    RUNS_FAILING = "runs_failing"
    ATTRIBUTIONS_FAILING = "attributions_failing"
    ATTRIBUTIONS_SLOW = "attributions_slow"
    MODEL_RETIRES = "model_retires"
    MODEL_NOT_FOUND = "model_not_found"
    PRICE_UNKNOWN = "price_unknown"
    PLAN_RESTRICTED = "plan_restricted"


OF_TRACING = (Trouble.ATTRIBUTIONS_FAILING, Trouble.ATTRIBUTIONS_SLOW)
# Nobody is told before it has lasted so long.
PATIENCE = {Trouble.PROVIDER_RESTING: LONGEST_REST}


@dataclass(frozen=True, slots=True)
class TroubleSign:
    """One trouble as it is seen now. ``subject``: the provider it is about, or ""; ``figure`` is for people to read, without a unit:
    per cent of the budget or of the runs, seconds of the queue, the day on which a model retires.
    """

    trouble: Trouble
    subject: str = ""
    figure: str = ""


@dataclass(frozen=True, slots=True)
class TracingHealth:
    """Answers traced to their documents in the last hour: those that ended, those of them that failed, and how many of the rest were worked
    out anew; of twenty of these nineteen took no longer than ``p95_s``.
    """

    ended: int = 0
    failed: int = 0
    worked: int = 0
    p95_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Signals:
    """``resting``: providers whose breaker is open; ``ended`` and ``failed``: runs of the last hour; ``services``: what is wrong with
    services as they are set up.
    """

    spending: Spending
    resting: tuple[str, ...]
    oldest_due_s: float
    ended: int
    failed: int
    services: tuple[TroubleSign, ...] = ()
    tracing: TracingHealth = TracingHealth()


def find_signs(signals: Signals) -> tuple[TroubleSign, ...]:
    """Everything that is wrong now, each at most once. A budget of nothing is meant so and nobody is told."""
    found = []
    spending = signals.spending
    if spending.budget_usd:
        share = str(int(spending.share * 100))
        if spending.share >= NEARLY_SPENT:
            found.append(TroubleSign(Trouble.BUDGET_NEARLY_SPENT, figure=share))
        if spending.share >= Decimal(1):
            found.append(TroubleSign(Trouble.BUDGET_SPENT, figure=share))
    found += [TroubleSign(Trouble.PROVIDER_RESTING, subject=provider) for provider in sorted(set(signals.resting))]
    if signals.oldest_due_s > LONGEST_WAIT_S:
        found.append(TroubleSign(Trouble.QUEUE_WAITING, figure=str(int(signals.oldest_due_s))))
    if share := _failing(signals.ended, signals.failed):
        found.append(TroubleSign(Trouble.RUNS_FAILING, figure=share))
    tracing = signals.tracing
    if share := _failing(tracing.ended, tracing.failed):
        found.append(TroubleSign(Trouble.ATTRIBUTIONS_FAILING, figure=share))
    if tracing.worked >= FEWEST_RUNS and tracing.p95_s > LONGEST_TRACING_S:
        found.append(TroubleSign(Trouble.ATTRIBUTIONS_SLOW, figure=str(round(tracing.p95_s))))
    return (*found, *signals.services)


def _failing(ended: int, failed: int) -> str:
    """The share that failed in per cent, "" where it is no trouble."""
    return str(round(100 * failed / ended)) if ended >= FEWEST_RUNS and failed / ended > HIGHEST_FAILURE_RATE else ""


def is_to_be_told(*, trouble: Trouble, began_at: datetime, now: datetime) -> bool:
    """Whether it has lasted long enough for people to hear of it."""
    return now - began_at >= PATIENCE.get(trouble, timedelta(0))
