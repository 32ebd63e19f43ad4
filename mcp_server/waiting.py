"""Work that a worker does while the caller waits: looked at again and again, told of as progress, given up with the call."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

import anyio
from mcp.server.context import ServerRequestContext

from mcp_server.threads import in_thread
from verification.services.errors import Refused

POLL_SECONDS = 0.25
LONGEST_CANCEL = 10.0

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class WorkProgress:
    """How far work is. Where nothing of it can be counted ``total`` is None, and the time counts."""

    is_over: bool
    message: str
    done: int = 0
    total: int | None = None


@dataclass(frozen=True, slots=True)
class BegunWork:
    """Work that was asked for. ``cancel`` is None where it is not the caller's to end."""

    look: Callable[[], WorkProgress]
    cancel: Callable[[], object] | None = None


async def wait_for(work: BegunWork, *, seconds: int, context: ServerRequestContext) -> None:
    """Come back when the work is over or the time is. A caller who gives up ends the work too, where it is their own."""
    try:
        await _watch(work, seconds, context)
    except anyio.get_cancelled_exc_class():
        if work.cancel is not None:
            with anyio.move_on_after(LONGEST_CANCEL, shield=True), suppress(Refused):
                await in_thread(work.cancel)
        raise


async def _watch(work: BegunWork, seconds: int, context: ServerRequestContext) -> None:
    began, told = time.monotonic(), -1.0
    while not (standing := await in_thread(work.look)).is_over:
        elapsed = time.monotonic() - began
        if elapsed >= seconds:
            return
        # What is told must grow (the protocol says so); seconds are told whole.
        done = float(int(elapsed)) if standing.total is None else float(standing.done)
        if done > told:
            told = done
            await context.session.report_progress(done, seconds if standing.total is None else standing.total, standing.message)
        await anyio.sleep(min(POLL_SECONDS, max(0.0, seconds - elapsed)))
