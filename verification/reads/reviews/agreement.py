"""How often people agreed with the machine: reads for the agreement page, and the rows of its files and of the API; shares from 0 to 1."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Annotated, Literal, cast

from django.db.models import Count, Q
from django.utils import timezone
from pydantic import Field

from verification.core.operations.shares import Share
from verification.models import Comparison, SecondReview
from verification.reads.answers import Answer

SPANS = (30, 90, 365)
ENGINE = "engine"  # the mode of what was decided without voters, in addresses and files
ModeName = Literal["engine", "single", "voting", "adversarial"]
WEEKS_UNTIL = 90  # longer spans are shown by month


@dataclass(frozen=True, slots=True)
class AgreementFilters:
    """``days``: how many, today the last; ``mode`` and ``domain`` are empty for all."""

    days: int = 90
    mode: str = ""
    domain: str = ""

    @property
    def is_narrowed(self) -> bool:
        return bool(self.mode or self.domain)


@dataclass(frozen=True, slots=True)
class Compared:
    """One ruling beside the machine's proposal."""

    day: date
    mode: str
    domains: tuple[str, ...]
    is_agreed: bool


@dataclass(slots=True)
class Tallies:
    """(agreed, all) by key."""

    counts: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, key: str, is_agreed: bool) -> None:
        agreed, total = self.counts.get(key, (0, 0))
        self.counts[key] = (agreed + is_agreed, total + 1)

    def shares(self) -> dict[str, Share]:
        return {key: Share(agreed, total) for key, (agreed, total) in self.counts.items()}


@dataclass(frozen=True, slots=True)
class Agreement:
    """``periods`` are every week (or month) of the span by its first day, oldest first; modes and domains by how many rulings."""

    whole: Share
    periods: tuple[tuple[date, Share], ...]
    modes: tuple[tuple[str, Share], ...]
    domains: tuple[tuple[str, Share], ...]
    is_monthly: bool


def list_compared(*, filters: AgreementFilters, now: datetime) -> list[Compared]:
    """The rulings that stand, oldest first, in one query."""
    rows = Comparison.objects.filter(ruling__undone_by=None, ruling__decided_at__gte=_begin(filters, now))
    if filters.mode:
        rows = rows.filter(mode="" if filters.mode == ENGINE else filters.mode)
    found = rows.order_by("ruling__decided_at", "pk").values_list("ruling__decided_at", "mode", "domains", "is_agreed")
    compared = [Compared(timezone.localtime(at).date(), mode or ENGINE, tuple(domains), agreed) for at, mode, domains, agreed in found]
    return [row for row in compared if not filters.domain or filters.domain in row.domains]


def measure_agreement(*, filters: AgreementFilters, now: datetime) -> Agreement:
    rows = list_compared(filters=filters, now=now)
    is_monthly = filters.days > WEEKS_UNTIL
    by_period, by_mode, by_domain = Tallies(), Tallies(), Tallies()
    for row in rows:
        by_period.add(first_day(row.day, is_monthly=is_monthly).isoformat(), row.is_agreed)
        by_mode.add(row.mode, row.is_agreed)
        for domain in row.domains:
            by_domain.add(domain, row.is_agreed)
    shares = by_period.shares()
    periods = _list_periods(filters, now, is_monthly=is_monthly)
    return Agreement(
        whole=Share(sum(row.is_agreed for row in rows), len(rows)),
        periods=tuple((day, shares.get(day.isoformat(), Share(0, 0))) for day in periods),
        modes=_most(by_mode.shares()),
        domains=_most(by_domain.shares()),
        is_monthly=is_monthly,
    )


def measure_seconds(*, filters: AgreementFilters, now: datetime) -> Share:
    """Of the rulings that a second person decided within the span: how many both decided alike. One query."""
    rows = SecondReview.objects.filter(decided_at__gte=_begin(filters, now), ruling__undone_by=None)
    found = rows.aggregate(agreed=Count("pk", filter=Q(is_agreed=True)), total=Count("pk"))
    return Share(found["agreed"], found["total"])


def first_day(day: date, *, is_monthly: bool) -> date:
    """The first of the month, or the Monday."""
    return day.replace(day=1) if is_monthly else day - timedelta(days=day.weekday())


def _begin(filters: AgreementFilters, now: datetime) -> datetime:
    midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight - timedelta(days=filters.days - 1)


def _list_periods(filters: AgreementFilters, now: datetime, *, is_monthly: bool) -> Sequence[date]:
    last = timezone.localtime(now).date()
    days = (last - timedelta(days=back) for back in range(filters.days))
    return sorted({first_day(day, is_monthly=is_monthly) for day in days})


def _most(shares: dict[str, Share]) -> tuple[tuple[str, Share], ...]:
    ordered: Iterable[tuple[str, Share]] = sorted(shares.items(), key=lambda pair: (-pair[1].total, pair[0]))
    return tuple(ordered)


class AgreementRow(Answer):
    """In `agreed` of `n` rulings that stand the person took the machine's value; `share` with its 95 % interval, null where `n` is 0."""

    by: Literal["all", "week", "month", "mode", "domain"]
    key: Annotated[str, Field(description="The first day of a week or month, a mode, a domain; empty for all.")]
    agreed: int
    n: int
    share: float | None
    low: float | None
    high: float | None

    @classmethod
    def of(cls, by: Literal["all", "week", "month", "mode", "domain"], key: str, share: Share) -> "AgreementRow":
        return cls(by=by, key=key, agreed=share.count, n=share.total, share=share.rate, low=share.low, high=share.high)


COLUMNS = tuple(AgreementRow.model_fields)


class AgreementReport(Answer):
    days: int
    mode: ModeName | None
    domain: str | None
    items: Annotated[
        list[AgreementRow], Field(description="All, then weeks or months (oldest first), modes and domains (most rulings first).")
    ]

    @classmethod
    def of(cls, filters: AgreementFilters, rows: list[AgreementRow]) -> "AgreementReport":
        """What was asked for, null where it was not narrowed, and the rows of the files."""
        return cls(days=filters.days, mode=cast(ModeName, filters.mode) or None, domain=filters.domain or None, items=rows)


def list_rows(*, filters: AgreementFilters, now: datetime) -> list[AgreementRow]:
    """Everything that is filtered: the whole, then each week or month with a ruling, each mode and each domain."""
    found = measure_agreement(filters=filters, now=now)
    return [
        AgreementRow.of("all", "", found.whole),
        *(AgreementRow.of("month" if found.is_monthly else "week", day.isoformat(), share) for day, share in found.periods if share.total),
        *(AgreementRow.of("mode", key, share) for key, share in found.modes),
        *(AgreementRow.of("domain", key, share) for key, share in found.domains),
    ]
