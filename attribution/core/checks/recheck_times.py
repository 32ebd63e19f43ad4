"""When a report is checked again: even intervals from its own first moment, each missed time made up for once."""

import hashlib
from datetime import datetime, timedelta
from enum import StrEnum

MOST_SPREAD = timedelta(hours=1)
SHARE_SPREAD = 10


class Rhythm(StrEnum):
    """How often a report is checked again."""

    DAILY = "daily"
    WEEKLY = "weekly"
    MONTHLY = "monthly"

    @property
    def interval(self) -> timedelta:
        """A month is 30 days: what counts is that intervals are even."""
        return {Rhythm.DAILY: timedelta(days=1), Rhythm.WEEKLY: timedelta(days=7), Rhythm.MONTHLY: timedelta(days=30)}[self]


def first_time(rhythm: Rhythm, *, key: int, now: datetime) -> datetime:
    """An interval from now, and up to a tenth of it more (an hour at most), so that reports asked for together don't come all at once.

    How much more is the own of ``key`` and stays the same.
    """
    place = int.from_bytes(hashlib.sha256(str(key).encode()).digest()[:4], "big") / 2**32
    return now + rhythm.interval + min(MOST_SPREAD, rhythm.interval / SHARE_SPREAD) * place


def next_time(rhythm: Rhythm, *, due: datetime, now: datetime) -> datetime:
    """The first time after ``now`` that is whole intervals after ``due``; however many times were missed, none of them comes back."""
    missed = max(0, (now - due) // rhythm.interval)
    return due + rhythm.interval * (missed + 1)
