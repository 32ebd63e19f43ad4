"""What this month cost so far, and what more work would cost."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from django.conf import settings
from django.db.models import QuerySet, Sum

from verification.composed import Composed
from verification.core.operations.budget import Estimate, Spending, day_of, estimate_work, month_of, to_micro, to_usd
from verification.core.vocabulary import RunStatus
from verification.models import Allowance, ProviderCall, VerificationRun
from verification.services.gateway.allowances import BUDGET
from verification.services.gateway.provider_order import load_limits
from verification.services.operations.usage_days import CallSums, list_call_sums

# The runs whose calls say what the next ones will take.
RUNS_COUNTED = 100
RUNS_SINCE = timedelta(days=30)
# Used and reserved by period and scope.
Spent = Mapping[tuple[str, str], tuple[int, int]]
_ENDED = (RunStatus.FINISHED.value, RunStatus.DEGRADED.value, RunStatus.FAILED.value)


@dataclass(frozen=True, slots=True)
class Month:
    """One month's budget, all in USD; ``reserved_usd`` is what calls under way may still take."""

    name: str
    spending: Spending
    reserved_usd: Decimal

    @property
    def left_usd(self) -> Decimal:
        return max(Decimal(0), self.spending.budget_usd - self.spending.spent_usd - self.reserved_usd)


def measure_month(
    *, now: datetime, calls: Iterable[CallSums] | None = None, limits: Mapping[str, int] | None = None, spent: Spent | None = None
) -> Month:
    """The running month (UTC), with what each of its days cost; of five queries ``calls`` save three, the others one each."""
    first, days = now.astimezone(UTC).date().replace(day=1), dict[date, Decimal]()
    for part in list_call_sums(first=first, now=now) if calls is None else calls:
        if part.day >= first and part.sums["cost_usd"]:
            days[part.day] = days.get(part.day, Decimal(0)) + part.sums["cost_usd"]
    used, reserved = _allowance(now) if spent is None else spent.get((month_of(now), BUDGET), (0, 0))
    spending = Spending(budget_usd=to_usd(_budget(limits)), spent_usd=to_usd(used), by_day=tuple(sorted(days.items())))
    return Month(name=month_of(now), spending=spending, reserved_usd=to_usd(reserved))


def measure_budget(*, now: datetime) -> Spending:
    """The running month's money (UTC) without its days; two queries."""
    used, _reserved = _allowance(now)
    return Spending(budget_usd=to_usd(_budget()), spent_usd=to_usd(used))


def estimate_runs(*, count: int, now: datetime) -> Estimate:
    """What ``count`` verifications will take, by the calls of the last hundred; four queries."""
    recent = VerificationRun.objects.filter(status__in=_ENDED, is_replay=False, created_at__gte=now - RUNS_SINCE)
    ids = list(recent.order_by("-pk").values_list("pk", flat=True)[:RUNS_COUNTED])
    took = ProviderCall.objects.filter(run_id__in=ids).aggregate(calls=Sum("units"), cost=Sum("cost_usd"))
    used, reserved = _allowance(now)
    return estimate_work(
        runs=count,
        past_runs=len(ids) if took["calls"] is not None else 0,
        past_calls=took["calls"] or 0,
        past_cost_usd=took["cost"] or Decimal(0),
        left_usd=to_usd(max(0, _budget() - used - reserved)),
    )


def load_spent(*, now: datetime) -> Spent:
    """What of this day's and this month's allowances is used and reserved; one query."""
    return {(period, scope): (used, reserved) for period, scope, used, reserved in _spent_in(periods=(day_of(now), month_of(now)))}


@Composed
def _spent_in(*, periods: tuple[str, ...]) -> QuerySet[Allowance, tuple[str, str, int, int]]:
    return Allowance.objects.filter(period__in=periods).order_by().values_list("period", "scope", "used", "reserved")


def _budget(limits: Mapping[str, int] | None = None) -> int:
    """Of a month, in millionths: as an admin set it, else as the environment says."""
    amount = (load_limits() if limits is None else limits).get(BUDGET)
    return to_micro(settings.DEEP_ANALYSIS_MONTHLY_BUDGET) if amount is None else amount


def _allowance(now: datetime) -> tuple[int, int]:
    """Used and reserved of this month's money."""
    return next(iter(_spent(scope=BUDGET, period=month_of(now))), (0, 0))


@Composed
def _spent(*, scope: str, period: str) -> QuerySet[Allowance, tuple[int, int]]:
    return Allowance.objects.filter(scope=scope, period=period).order_by().values_list("used", "reserved")
