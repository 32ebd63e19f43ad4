"""What becomes of a ruling when the node is looked at again: it stands until the evidence changes, and ages like any state."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from verification.core.standing.evidence import Scale, StatedValue, list_new, merge
from verification.core.vocabulary import Standing


@dataclass(frozen=True, slots=True)
class RuledState:
    """What a person ruled, and on what. ``value`` None: none of the values was right.

    ``held_at``: the date of what the value rests on; ``fresh_days`` after it the ruling is stale, and past ``expires_at`` for certain.
    ``standing`` is what was said of it last.
    """

    value: str | None
    stated: tuple[StatedValue, ...]
    held_at: datetime
    fresh_days: int | None = None
    expires_at: datetime | None = None
    standing: Standing | None = None

    def is_stale(self, now: datetime) -> bool:
        is_old = self.fresh_days is not None and self.held_at + timedelta(days=self.fresh_days) < now
        return is_old or self.is_expired(now)

    def is_expired(self, now: datetime) -> bool:
        return self.expires_at is not None and self.expires_at <= now


@dataclass(frozen=True, slots=True)
class LaterFinding:
    """What a later look found: the ``stated`` that state a value, the value ``accepted`` by the engine or None.

    ``needs_person``: the engine can't decide by itself.
    """

    stated: tuple[StatedValue, ...]
    now: datetime
    accepted: str | None = None
    needs_person: bool = False


@dataclass(frozen=True, slots=True)
class Weighed:
    """``standing`` None: the ruling has lapsed, and what was found takes its place. ``new`` is what the person had not before them."""

    standing: Standing | None
    stated: tuple[StatedValue, ...] = ()
    held_at: datetime | None = None
    new: tuple[StatedValue, ...] = field(default_factory=tuple)


def weigh_ruling(ruled: RuledState, found: LaterFinding, scale: Scale) -> Weighed:
    """The same evidence keeps the ruling; new evidence that agrees confirms it; any that disagrees puts it under review, and it stays."""
    new = list_new(ruled.stated, found.stated, scale)
    if not new:
        return _unchanged(ruled, found.now)
    if ruled.value is None:
        return _weigh_refusal(ruled, found, new, scale)
    if all(scale.same(each.value, ruled.value) for each in new):
        return _confirmed(ruled, found, new)
    if ruled.is_stale(found.now) and found.accepted is not None:
        return Weighed(None, new=new)
    return Weighed(Standing.UNDER_REVIEW, merge(ruled.stated, new), ruled.held_at, new)


def _unchanged(ruled: RuledState, now: datetime) -> Weighed:
    if ruled.standing == Standing.UNDER_REVIEW:
        return Weighed(Standing.UNDER_REVIEW, ruled.stated, ruled.held_at)
    standing = Standing.EXPIRED if ruled.is_stale(now) else Standing.UNCHANGED
    return Weighed(standing, ruled.stated, ruled.held_at)


def _confirmed(ruled: RuledState, found: LaterFinding, new: tuple[StatedValue, ...]) -> Weighed:
    """Fresh evidence makes the ruling young again, but for a day that the person set."""
    if ruled.is_expired(found.now):
        return Weighed(None if found.accepted is not None else Standing.EXPIRED, ruled.stated, ruled.held_at, new)
    standing = Standing.UNDER_REVIEW if ruled.standing == Standing.UNDER_REVIEW else Standing.CONFIRMED
    return Weighed(standing, merge(ruled.stated, new), _newest(ruled, new, found.now), new)


def _weigh_refusal(ruled: RuledState, found: LaterFinding, new: tuple[StatedValue, ...], scale: Scale) -> Weighed:
    """Where a person said that no value was right: another value that the pages carry is news, one of those refused is a disagreement."""
    if found.accepted is not None and not any(scale.same(each.value, found.accepted) for each in ruled.stated):
        return Weighed(None, new=new)
    if found.accepted is None and not found.needs_person:
        return Weighed(Standing.UNCHANGED, ruled.stated, ruled.held_at)
    return Weighed(Standing.UNDER_REVIEW, merge(ruled.stated, new), ruled.held_at, new)


def _newest(ruled: RuledState, new: Sequence[StatedValue], now: datetime) -> datetime:
    """The start of the newest day among what is new, in the time zone of ``now``; undated pages were read now."""
    days = [each.day for each in new if each.day is not None]
    if not days:
        return now
    return max(ruled.held_at, min(now, datetime.combine(max(days), now.timetz().replace(hour=0, minute=0, second=0, microsecond=0))))
