"""How we behave towards one host: few requests at once, and none while it asked for rest."""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError

AT_ONCE = 6
LONGEST_REST = 600.0  # seconds; who asks for more is asked again after these


class HostManners:
    """Kept for one batch of work. Waiting for a turn counts against the caller's deadline."""

    def __init__(self) -> None:
        self._turns: defaultdict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(AT_ONCE))
        self._rests: dict[str, float] = {}

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """One of the host's places; ``ProviderError`` (rate_limited, with the rest of the time) while it rests."""
        async with self._turns[host]:
            left = self._rests.get(host, 0.0) - time.monotonic()
            if left > 0:
                raise ProviderError(f"{host} asked us to wait.", retry_after=left, fault=Fault.RATE_LIMITED)
            yield

    def rest(self, host: str, seconds: float) -> None:
        """Leave the host alone for so long."""
        self._rests[host] = time.monotonic() + min(seconds, LONGEST_REST)
