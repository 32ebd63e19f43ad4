"""Work that is held by a short lease: a worker that dies is missed soon, one that lives keeps what it holds."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError

from causalflow.env import env_text
from verification.services.queue.broker import OWNER, mark_of

logger = logging.getLogger(__name__)


def lease_from(now: datetime) -> datetime:
    """Until when work that is taken at ``now`` is held; the fraction of the second says for which worker (``queue_broker``)."""
    return (now + timedelta(seconds=settings.RUN_LEASE_SECONDS)).replace(microsecond=mark_of(env_text(OWNER)))


@asynccontextmanager
async def held(extend: Callable[[], object], *, lost: type[Exception], name: str) -> AsyncIterator[None]:
    """Extend a lease of ``RUN_LEASE_SECONDS`` while the block runs. ``lost`` means that another has it; ``name`` is for the log."""
    keeper = asyncio.create_task(_extend(extend, lost, name))
    try:
        yield
    finally:
        keeper.cancel()
        await asyncio.gather(keeper, return_exceptions=True)


async def _extend(extend: Callable[[], object], lost: type[Exception], name: str) -> None:
    while True:
        await asyncio.sleep(settings.RUN_LEASE_SECONDS / 3)
        try:
            await sync_to_async(extend)()
        except lost:
            return
        except DatabaseError:
            logger.warning("The lease of %s could not be extended; it is tried again.", name)
