"""Events: who sees which, lists with filters, what became of those believed how far; ``event_answers`` says how one is answered."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, Value, When

from verification.core.events.vocabulary import EventOutcome
from verification.models import Event, EventEntity

EVENTS_PER_PAGE = 25
BINS = 5
# What no list shows and may be long.
NOT_IN_LISTS = ("given", "evidence", "similar", "adjustments", "failures", "memory_text", "outcome_note")


@dataclass(frozen=True, slots=True)
class EventFilters:
    """What the list was asked for; empty strings ask for nothing."""

    q: str = ""
    event_type: str = ""
    status: str = ""
    outcome: str = ""
    asset: str = ""

    @property
    def query(self) -> str:
        """As an address carries it."""
        named = {"q": self.q, "type": self.event_type, "status": self.status, "outcome": self.outcome, "asset": self.asset}
        return urlencode({name: value for name, value in named.items() if value})

    @property
    def is_empty(self) -> bool:
        return not self.query


@dataclass(frozen=True, slots=True)
class Bin:
    """Events with a confidence from ``low`` to ``high``, and what became of them; ``share`` proved true of those settled, None of none."""

    low: Decimal
    high: Decimal
    total: int
    confirmed: int
    refuted: int

    @property
    def share(self) -> Decimal | None:
        settled = self.confirmed + self.refuted
        return Decimal(self.confirmed) / settled if settled else None

    @property
    def settled(self) -> int:
        return self.confirmed + self.refuted


def list_visible(*, user: User | AnonymousUser) -> QuerySet[Event]:
    """One's own events and those nobody owns; everybody's for those who rule."""
    if user.has_perm("verification.add_ruling"):
        return Event.objects.all()
    return Event.objects.filter(Q(requested_by__isnull=True) | Q(requested_by=user.pk))


def list_events(*, user: User | AnonymousUser, filters: EventFilters) -> QuerySet[Event]:
    """The events that a person sees, newest first, as the list shows them."""
    events = list_visible(user=user).select_related("requested_by").defer(*NOT_IN_LISTS)
    for word in filters.q.split()[:10]:
        events = events.filter(Q(text__icontains=word) | Q(asset__iexact=word) | Q(asset_name__icontains=word))
    if filters.event_type:
        events = events.filter(event_type=filters.event_type)
    if filters.status:
        events = events.filter(status=filters.status)
    if filters.outcome:
        events = events.filter(outcome="" if filters.outcome == "none" else filters.outcome)
    if filters.asset:
        events = events.filter(asset__in=symbols_of(filters.asset))
    return events


def get_event(*, user: User | AnonymousUser, pk: int) -> Event | None:
    """One event with its steps; None where there is none that this person sees."""
    events = list_visible(user=user).select_related("requested_by", "outcome_by", "node").prefetch_related("steps")
    return events.filter(pk=pk).first()


def list_similar(*, user: User | AnonymousUser, keys: Iterable[int]) -> dict[int, Event]:
    """The past events among ``keys`` that a person may open."""
    return list_visible(user=user).only("pk", "text", "summary", "created_at").in_bulk(list(keys))


def symbols_of(name: str) -> list[str]:
    """The symbol of an asset under any of its names; the name itself where it is none."""
    wanted = name.casefold()
    found = [
        entity.symbol
        for entity in EventEntity.objects.exclude(symbol="")
        if wanted in {word.casefold() for word in (entity.name, entity.symbol, *entity.aliases)}
    ]
    return found or [name.upper()]


def measure_calibration() -> list[Bin]:
    """Of events with a recorded outcome: how many of each fifth of confidence proved true. One query."""
    place = Case(
        *(When(confidence__lt=Decimal(number + 1) / BINS, then=Value(number)) for number in range(BINS - 1)),
        default=Value(BINS - 1),
        output_field=IntegerField(),
    )
    known = Event.objects.exclude(outcome="").filter(confidence__isnull=False)
    rows = (
        known.annotate(bin=place)
        .values("bin")
        .annotate(
            total=Count("pk"),
            confirmed=Count("pk", filter=Q(outcome=EventOutcome.CONFIRMED)),
            refuted=Count("pk", filter=Q(outcome=EventOutcome.REFUTED)),
        )
    )
    counted = {row["bin"]: row for row in rows.order_by(F("bin"))}
    bins = []
    for number in range(BINS):
        row = counted.get(number, {"total": 0, "confirmed": 0, "refuted": 0})
        low, high = Decimal(number) / BINS, Decimal(number + 1) / BINS
        bins.append(Bin(low, high, row["total"], row["confirmed"], row["refuted"]))
    return bins
