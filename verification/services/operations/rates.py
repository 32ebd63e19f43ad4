"""How often a program may come: its requests of the last minute, counted in the cache, whichever way it comes in.

Each web process counts for itself, as its cache is its own.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache

from verification.models import ApiToken

READ, WRITE, WORK = "read", "write", "work"
OWN = "token"
WINDOW_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Rate:
    """One count: what may be asked in a minute, what is left of it, and in how many ``seconds`` more is."""

    name: str
    quota: int
    left: int
    seconds: int
    is_over: bool


def count_request(*, client: str, kind: str, own_quota: int | None = None) -> tuple[Rate, ...]:
    """Count a request of ``client`` as reading, writing or work, and under its own quota where it has one.

    A request that is one too many (``is_over``) is not counted, so that whoever asks again and again is let in as soon as others are.
    """
    rates = [_count(f"api-{kind}-{client}", kind, settings.API_PER_MINUTE[kind])]
    if own_quota is not None:
        rates.append(_count(f"api-own-rate-{client}", OWN, own_quota))
    return tuple(rates)


def client_of(token: ApiToken) -> str:
    return f"token-{token.pk}"


def seconds_to_wait(rates: Sequence[Rate]) -> int:
    """0 where nothing is over."""
    return max((max(1, rate.seconds) for rate in rates if rate.is_over), default=0)


def _count(key: str, name: str, quota: int) -> Rate:
    now = time.time()
    counted = [at for at in cache.get(key, []) if at > now - WINDOW_SECONDS]
    is_over = len(counted) >= quota
    if not is_over:
        counted.append(now)
        cache.set(key, counted, WINDOW_SECONDS)
    seconds = math.ceil(WINDOW_SECONDS - (now - counted[0]))
    return Rate(name=name, quota=quota, left=quota - len(counted), seconds=min(WINDOW_SECONDS, max(0, seconds)), is_over=is_over)
