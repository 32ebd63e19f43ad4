"""``Prefer: wait=N``: how long a client would wait, and the waiting (contracts, section 3)."""

import re
import time
from collections.abc import Callable
from threading import Lock

from django.conf import settings
from rest_framework.request import Request

LONGEST = 30
POLL_SECONDS = 0.2
_WAIT = re.compile(r'(?:^|,)\s{0,9}wait\s{0,9}=\s{0,9}"?(\d{1,6})"?\s{0,9}(?:[;,]|$)', re.IGNORECASE)


def wanted_seconds(request: Request) -> int:
    """How long the client would wait, at most ``LONGEST``; 0 where it would not. A preference that can't be read is none (RFC 7240)."""
    found = _WAIT.search(request.headers.get("Prefer", "")[:200])
    return min(int(found[1]), LONGEST) if found else 0


class _Places:
    """Those of this process in which somebody waits: each holds a thread that would answer pages and probes."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._taken = 0

    def take(self) -> bool:
        with self._lock:
            is_free = self._taken < settings.API_MOST_WAITING
            self._taken += is_free
        return is_free

    def give_back(self) -> None:
        with self._lock:
            self._taken -= 1


_places = _Places()


def await_end(has_ended: Callable[[], bool], seconds: int) -> bool:
    """Come back when the work has ended or the time is over; False, at once, where too many wait already: a preference is no right.

    No transaction may be open meanwhile.
    """
    if not _places.take():
        return False
    try:
        ends_at = time.monotonic() + seconds
        while time.monotonic() < ends_at and not has_ended():
            time.sleep(min(POLL_SECONDS, max(0.0, ends_at - time.monotonic())))
    finally:
        _places.give_back()
    return True
