"""Usage: the calls of a span from the ledger, folded by day, provider and purpose; ``usage_answers`` says how it is answered."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from django.db.models import QuerySet

from verification.composed import Composed
from verification.core.operations.budget import (
    NEARLY_SPENT,
    day_of,
    is_rate_low,
)
from verification.core.vocabulary import CallKind
from verification.models import ProviderHealth, SearchSetting
from verification.services.gateway.allowances import EVENT_TOOLS
from verification.services.gateway.provider_order import load_limits, load_search_settings
from verification.services.operations.spending import Spent, load_spent
from verification.services.operations.usage_days import CallSums, Known, list_call_sums, read_known, sum_runs

SPANS = (1, 7, 30)


@dataclass(frozen=True, slots=True)
class UsageFilters:
    """``days``: how many, counted in UTC, today the last; the others are empty for all."""

    days: int = 30
    provider: str = ""
    purpose: str = ""
    kind: str = ""

    @property
    def is_narrowed(self) -> bool:
        return self != UsageFilters()

    def first_day(self, now: datetime) -> date:
        return self.last_day(now) - timedelta(days=self.days - 1)

    def last_day(self, now: datetime) -> date:
        return now.astimezone(UTC).date()


@dataclass(slots=True)
class Figures:
    """Calls and what they took. ``refused`` were not made, ``cached`` cost nothing; both stand outside of the success rate."""

    calls: int = 0
    succeeded: int = 0
    failed: int = 0
    refused: int = 0
    cached: int = 0
    units: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: Decimal = Decimal(0)
    latency_ms: int = 0

    def add(self, other: "Figures") -> None:
        for name in Figures.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def success_rate(self) -> float | None:
        """From 0 to 1; None where nothing was asked."""
        asked = self.succeeded + self.failed
        return round(self.succeeded / asked, 4) if asked else None

    @property
    def told(self) -> tuple[int | Decimal, ...]:
        """All of them, by which what is written from them is kept."""
        return tuple([getattr(self, name) for name in Figures.__slots__])

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens

    @property
    def mean_ms(self) -> int | None:
        """Of the calls that were answered."""
        return round(self.latency_ms / self.succeeded) if self.succeeded else None


@dataclass(frozen=True, slots=True)
class Slice:
    """The calls of one day to one provider for one purpose."""

    day: date
    kind: str
    provider: str
    purpose: str
    figures: Figures


@dataclass(frozen=True, slots=True)
class ProviderUsage:
    """One provider in a span. Pages fail for reasons of their own, so only services and models are expected to succeed."""

    kind: str
    provider: str
    figures: Figures

    @property
    def scope(self) -> str:
        return f"{self.kind}:{self.provider}"

    @property
    def is_low(self) -> bool:
        is_service = self.kind in (CallKind.SEARCH, CallKind.MODEL)
        return is_service and is_rate_low(succeeded=self.figures.succeeded, failed=self.figures.failed)


@dataclass(frozen=True, slots=True)
class Quota:
    """How much of a day's allowance is gone."""

    scope: str
    used: int
    limit: int

    @property
    def share(self) -> Decimal:
        return min(Decimal(1), Decimal(self.used) / self.limit) if self.limit else Decimal(1)

    @property
    def is_nearly_used(self) -> bool:
        return self.share >= NEARLY_SPENT


@dataclass(slots=True)
class RunFigures:
    """Runs that ended within the span."""

    ended: int = 0
    verified: int = 0
    degraded: int = 0
    needs_human: int = 0
    failed: int = 0
    cost_usd: Decimal = field(default_factory=Decimal)

    @property
    def without_value(self) -> int:
        """Those that came to an end, but to no value: the evidence was not enough, or somebody ended them."""
        return max(0, self.ended - self.verified - self.needs_human - self.failed)

    @property
    def usd_each(self) -> Decimal:
        """What a verified value cost."""
        return self.cost_usd / self.verified if self.verified else Decimal(0)


def load_known(*, filters: UsageFilters, now: datetime) -> Known:
    """What has been added up of the span and of the running month; two queries."""
    return read_known(first=_first_of_both(filters, now))


def list_calls(*, filters: UsageFilters, now: datetime, known: Known | None = None) -> list[CallSums]:
    """The calls of the span and of the running month, from which both are told; three queries, one beside what is ``known``."""
    return list_call_sums(first=_first_of_both(filters, now), now=now, known=known)


def _first_of_both(filters: UsageFilters, now: datetime) -> date:
    return min(filters.first_day(now), filters.last_day(now).replace(day=1))


def list_slices(*, filters: UsageFilters, now: datetime, calls: Iterable[CallSums] | None = None) -> list[Slice]:
    """All calls of the span, whatever else is filtered, by day, then kind, provider and purpose; three queries without ``calls``."""
    first = filters.first_day(now)
    parts = list_call_sums(first=first, now=now) if calls is None else calls
    found = [Slice(part.day, part.kind, part.provider, part.purpose, Figures(**part.sums)) for part in parts if part.day >= first]
    return sorted(found, key=lambda part: (part.day, part.kind, part.provider, part.purpose))


def narrow(slices: Iterable[Slice], *, filters: UsageFilters) -> list[Slice]:
    """Those of the provider, purpose and kind asked for."""
    return [
        part
        for part in slices
        if filters.provider in ("", part.provider) and filters.purpose in ("", part.purpose) and filters.kind in ("", part.kind)
    ]


def fold(slices: Iterable[Slice], key: Callable[[Slice], object]) -> dict[object, Figures]:
    """The figures of the slices added up by ``key``, in the order in which keys first come."""
    sums: dict[object, Figures] = {}
    for part in slices:
        sums.setdefault(key(part), Figures()).add(part.figures)
    return sums


def total(slices: Iterable[Slice]) -> Figures:
    sums = Figures()
    for part in slices:
        sums.add(part.figures)
    return sums


def fold_days(slices: Iterable[Slice], *, filters: UsageFilters, now: datetime) -> list[tuple[date, Figures]]:
    """Every day of the span, those without a call too."""
    sums = fold(slices, lambda part: part.day)
    first = filters.first_day(now)
    days = [first + timedelta(days=number) for number in range(filters.days)]
    return [(day, sums.get(day, Figures())) for day in days]


def fold_providers(slices: Iterable[Slice]) -> list[ProviderUsage]:
    """The dearest first, then the busiest."""
    sums = fold(slices, lambda part: (part.kind, part.provider))
    found = [ProviderUsage(*key, figures) for key, figures in sums.items()]  # type: ignore[misc, call-arg]
    return sorted(found, key=lambda usage: (-usage.figures.cost_usd, -usage.figures.calls, usage.scope))


def fold_purposes(slices: Iterable[Slice]) -> list[tuple[str, Figures]]:
    sums = fold(slices, lambda part: part.purpose)
    return sorted(((str(purpose), figures) for purpose, figures in sums.items()), key=lambda pair: (-pair[1].cost_usd, -pair[1].calls))


def list_quotas(
    *,
    now: datetime,
    event_limit: int,
    limits: Mapping[str, int] | None = None,
    searches: Sequence[SearchSetting] | None = None,
    spent: Spent | None = None,
) -> dict[str, Quota]:
    """The quotas of today by scope: ``event:tools``, and those of providers that have one; a query for each that is not given."""
    rows = load_search_settings() if searches is None else searches
    by_scope = {EVENT_TOOLS: event_limit, **{f"search:{row.name}": row.daily_limit for row in rows if row.daily_limit is not None}}
    allowed = load_limits() if limits is None else limits
    daily = ("search:", "model:", "lookup:")
    by_scope.update({scope: amount for scope, amount in allowed.items() if scope == EVENT_TOOLS or scope.startswith(daily)})
    today = day_of(now)
    known = load_spent(now=now) if spent is None else spent
    used = {scope: sum(amounts) for (period, scope), amounts in known.items() if period == today}
    return {scope: Quota(scope, used.get(scope, 0), limit or 0) for scope, limit in sorted(by_scope.items())}


@Composed
def _health() -> QuerySet[ProviderHealth]:
    return ProviderHealth.objects.all()


def list_health() -> dict[str, ProviderHealth]:
    """By scope (``search:tavily``, ``model:openai``); one query."""
    return {row.provider: row for row in _health()}


def count_runs(*, filters: UsageFilters, now: datetime, known: Known | None = None) -> RunFigures:
    """Three queries, one beside what is ``known``."""
    return RunFigures(**sum_runs(first=filters.first_day(now), now=now, known=known))
