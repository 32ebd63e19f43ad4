"""Markup that is kept: a page that nothing has changed is asked for again and again.

It is kept by everything that it is written from, as the database gave it, so that nobody sees what is no longer so: whatever changes is in
other columns. What depends on the moment holds until a moment.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import NamedTuple

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

# Until when that holds which depends on no moment.
ALWAYS = datetime.max.replace(tzinfo=UTC)


class Written(NamedTuple):
    """Markup that would be written alike from the moment at which it was until ``until``."""

    text: SafeString
    until: datetime


class Kept:
    """At most ``most`` texts of one kind, of which those go that nobody has asked for longest."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._texts: OrderedDict[Hashable, tuple[datetime, Written]] = OrderedDict()

    def get(self, told: Hashable, now: datetime, write: Callable[[], Written]) -> SafeString:
        """What ``write`` makes of ``told`` in the reader's language and time zone."""
        key = (told, get_language(), timezone.get_current_timezone_name())
        with self._lock:
            found = self._texts.get(key)
            if found is not None and found[0] <= now < found[1].until:
                self._texts.move_to_end(key)
                return found[1].text
        written = write()
        with self._lock:
            self._texts[key] = (now, written)
            self._texts.move_to_end(key)
            while len(self._texts) > self._most:
                self._texts.popitem(last=False)
        return written.text


def next_day(now: datetime) -> datetime:
    """When the reader's next day begins: dates are written differently from then on."""
    local = timezone.localtime(now)
    return (local + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
