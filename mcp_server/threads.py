"""Our services are plain functions that wait for the database; the protocol is spoken by an event loop. Here one calls the other.

The threads last as long as the process: those of anyio end when they rest, and each would leave its connection open, until the database
lets nobody in.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import cache, partial
from typing import Any, ParamSpec, TypeVar

import anyio.to_thread
from django.db import close_old_connections

AT_ONCE = 8

Params = ParamSpec("Params")
Result = TypeVar("Result")

_at_once = AT_ONCE
_limiters: dict[object, anyio.CapacityLimiter] = {}


def hold_to(threads: int) -> None:
    """Before the first is begun: fewer in this process, for each takes a connection with its cache, and memory of its own."""
    global _at_once
    _at_once = threads


async def in_thread(function: Callable[Params, Result], *args: Params.args, **kwargs: Params.kwargs) -> Result:
    """``function`` in one of the threads, of which there are only so many: each holds a connection of the database."""
    waiting: Future[Result] = _threads().submit(copy_context().run, _run, partial(function, *args, **kwargs))
    return await anyio.to_thread.run_sync(waiting.result, limiter=_limiter())


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_at_once, thread_name_prefix="service")


def _run(work: Callable[[], Any]) -> Any:
    """A connection that is too old, or broken, is not used again."""
    close_old_connections()
    try:
        return work()
    finally:
        close_old_connections()


def _limiter() -> anyio.CapacityLimiter:
    """One for each event loop, for it belongs to the loop that made it."""
    token = anyio.lowlevel.current_token()
    if token not in _limiters:
        _limiters.clear()
        _limiters[token] = anyio.CapacityLimiter(_at_once)
    return _limiters[token]
