"""``Prefer: wait=N``: how long a client would wait, and the waiting (contracts, section 3)."""

import re
import time
from collections.abc import Callable

from rest_framework.request import Request

LONGEST = 30
POLL_SECONDS = 0.2
_WAIT = re.compile(r'(?:^|,)\s{0,9}wait\s{0,9}=\s{0,9}"?(\d{1,6})"?\s{0,9}(?:[;,]|$)', re.IGNORECASE)


def wanted_seconds(request: Request) -> int:
    """How long the client would wait, at most ``LONGEST``; 0 where it would not. A preference that can't be read is none (RFC 7240)."""
    found = _WAIT.search(request.headers.get("Prefer", "")[:200])
    return min(int(found[1]), LONGEST) if found else 0


def await_end(has_ended: Callable[[], bool], seconds: int) -> None:
    """Come back when the work has ended or the time is over. No transaction may be open meanwhile."""
    ends_at = time.monotonic() + seconds
    while time.monotonic() < ends_at and not has_ended():
        time.sleep(min(POLL_SECONDS, max(0.0, ends_at - time.monotonic())))
