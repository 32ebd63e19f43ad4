"""Quotas and money: what a call may cost, what a period allows, and when a person should hear of it (seed 003, cost control).

Money is Decimal USD to the sixth place; allowances count whole units, of money millionths of a USD. Periods are UTC.
"""

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from enum import StrEnum

MICRO = 1_000_000
MILLIONTH = Decimal("0.000001")
# The shares at which a person is told: of the month's budget spent, of the calls that succeed, and of the budget in one day.
NEARLY_SPENT = Decimal("0.80")
LOWEST_SUCCESS = Decimal("0.95")
DAYS_OF_A_BUDGET = 30
# A minute, the second that a call is counted in, and three for its way to the provider.
RATE_WINDOW_S = 64
# No tokenizer of today's models makes more tokens of a text than one for each two of its bytes.
BYTES_PER_TOKEN = 2


class BudgetWarning(StrEnum):
    """What a person should know about this month's money."""

    SPENT = "spent"
    NEARLY_SPENT = "nearly_spent"
    DAY_ABOVE_SHARE = "day_above_share"


@dataclass(frozen=True, slots=True)
class Spending:
    """A month so far, in USD; ``by_day`` holds what each day cost that cost anything."""

    budget_usd: Decimal
    spent_usd: Decimal
    by_day: tuple[tuple[date, Decimal], ...] = ()

    @property
    def share(self) -> Decimal:
        """Spent of the budget, 1 is all of it. A budget of nothing is spent from the start."""
        return self.spent_usd / self.budget_usd if self.budget_usd else Decimal(1)

    @property
    def daily_share_usd(self) -> Decimal:
        """A thirtieth of the budget."""
        return round_usd(self.budget_usd / DAYS_OF_A_BUDGET)


def find_warnings(spending: Spending) -> tuple[BudgetWarning, ...]:
    """At 80 per cent, at all of it, and when a day passed a thirtieth (seed 003)."""
    found = []
    if spending.share >= 1:
        found.append(BudgetWarning.SPENT)
    elif spending.share >= NEARLY_SPENT:
        found.append(BudgetWarning.NEARLY_SPENT)
    if days_above_share(spending):
        found.append(BudgetWarning.DAY_ABOVE_SHARE)
    return tuple(found)


def days_above_share(spending: Spending) -> tuple[date, ...]:
    return tuple(day for day, usd in spending.by_day if usd * DAYS_OF_A_BUDGET > spending.budget_usd)


def forecast_month(*, spent_usd: Decimal, at: datetime) -> Decimal:
    """What the month will have cost at its end, going on at the same pace; the running day counts as much as has passed of it."""
    now = at.astimezone(UTC)
    passed = Decimal(now.day - 1) + Decimal(now.hour * 3600 + now.minute * 60 + now.second) / 86_400
    days = monthrange(now.year, now.month)[1]
    return round_usd(spent_usd * days / passed) if passed >= 1 else spent_usd


def day_of(at: datetime) -> str:
    """The day as a period of an allowance: ``2026-11-21``."""
    return at.astimezone(UTC).strftime("%Y-%m-%d")


def month_of(at: datetime) -> str:
    """The month as a period of an allowance: ``2026-11``."""
    return at.astimezone(UTC).strftime("%Y-%m")


def second_of(at: datetime, shift: int = 0) -> str:
    """The second, ``shift`` later, as a period of an allowance: seconds since 1970. As texts they stand in their order until 2286."""
    return str(int(at.timestamp()) + shift)


def seconds_until_free(counted: Sequence[tuple[int, int]], *, wanted: int, limit: int, at: datetime) -> float | None:
    """When ``wanted`` calls will be allowed, of ``limit`` in a window, where ``counted`` are the calls (second, number), oldest first.

    None where they never will.
    """
    if wanted > limit:
        return None
    over = sum(number for _second, number in counted) + wanted - limit
    seconds = 0.0
    for second, number in counted:
        if over > 0:
            over -= number
            seconds = second + RATE_WINDOW_S - at.timestamp()
    return max(0.0, seconds)


def to_micro(usd: Decimal) -> int:
    """Millionths, rounded up: what is spent is never counted as nothing."""
    return int((usd * MICRO).to_integral_value(rounding=ROUND_CEILING))


def to_usd(micro: int) -> Decimal:
    return (Decimal(micro) / MICRO).quantize(MILLIONTH)


def round_usd(usd: Decimal) -> Decimal:
    return usd.quantize(MILLIONTH, rounding=ROUND_HALF_UP)


def price_requests(units: int, request_usd: Decimal) -> Decimal:
    return round_usd(units * request_usd)


def most_tokens(text: str) -> int:
    """The most tokens that ``text`` can be, for what has to be set aside before a model is asked."""
    return -(-len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)


def is_rate_low(*, succeeded: int, failed: int) -> bool:
    """Whether fewer than 95 of 100 calls succeed (seed 003, acceptance)."""
    return succeeded < LOWEST_SUCCESS * (succeeded + failed)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What work will take, by the averages of the work before; None where there was none to go by."""

    runs: int
    calls: int | None
    cost_usd: Decimal | None
    left_usd: Decimal

    @property
    def is_within_budget(self) -> bool:
        return self.cost_usd is None or self.cost_usd <= self.left_usd


def estimate_work(*, runs: int, past_runs: int, past_calls: int, past_cost_usd: Decimal, left_usd: Decimal) -> Estimate:
    """``runs`` more like the ``past_runs``, calls rounded up."""
    if not past_runs:
        return Estimate(runs=runs, calls=None, cost_usd=None, left_usd=left_usd)
    return Estimate(
        runs=runs, calls=-(-runs * past_calls // past_runs), cost_usd=round_usd(runs * past_cost_usd / past_runs), left_usd=left_usd
    )
