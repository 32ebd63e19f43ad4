"""How events are doing: how many were searched for, how long their steps take, and what became of those that proposed an action."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Avg, Count, Q, QuerySet

from verification.composed import Composed
from verification.core.events.vocabulary import EventAction
from verification.models import Event, EventStep

WINDOW, ALARM_WINDOW = timedelta(days=1), timedelta(days=30)
ALARMS = (EventAction.BUY.value, EventAction.SELL.value)


@dataclass(frozen=True, slots=True)
class EventFigures:
    """Of the last day: events by status, those that a tool was used for, mean seconds by step. ``alarms``: of the last thirty days, those
    that proposed to buy or sell, by the outcome that a person recorded, "none" where nobody did.
    """

    by_status: dict[str, int]
    searched: int
    step_s: dict[str, float]
    alarms: dict[str, int]

    @property
    def count(self) -> int:
        return sum(self.by_status.values())

    @property
    def search_rate(self) -> float | None:
        """Searched for, of all; None where there were none."""
        return self.searched / self.count if self.count else None

    @property
    def refuted(self) -> int:
        return self.alarms.get("refuted", 0)

    @property
    def settled(self) -> int:
        """Those that turned out either way."""
        return self.refuted + self.alarms.get("confirmed", 0)

    @property
    def false_alarm_rate(self) -> float | None:
        """Refuted of those that turned out either way; None where none did."""
        return self.refuted / self.settled if self.settled else None


def measure_events(*, now: datetime, has_steps: bool = True) -> EventFigures:
    """Three queries, two without the steps."""
    rows = _by_status(since=now - WINDOW)
    return EventFigures(
        by_status={status: count for status, count, _searched in rows},
        searched=sum(searched for _status, _count, searched in rows),
        step_s={state: mean / 1000 for state, mean in (_means(since=now - WINDOW) if has_steps else ())},
        alarms={outcome or "none": count for outcome, count in _alarms(since=now - ALARM_WINDOW)},
    )


@Composed
def _by_status(*, since: datetime) -> QuerySet[Event, tuple[str, int, int]]:
    recent = Event.objects.filter(created_at__gte=since).order_by()
    return recent.values_list("status").annotate(count=Count("pk"), searched=Count("pk", filter=Q(tool_calls__gt=0)))


@Composed
def _means(*, since: datetime) -> QuerySet[EventStep, tuple[str, float]]:
    steps = EventStep.objects.filter(event__created_at__gte=since, duration_ms__isnull=False).order_by()
    return steps.values_list("state").annotate(mean=Avg("duration_ms"))


@Composed
def _alarms(*, since: datetime) -> QuerySet[Event, tuple[str, int]]:
    alarms = Event.objects.filter(created_at__gte=since, action__in=ALARMS).order_by()
    return alarms.values_list("outcome").annotate(count=Count("pk"))
