"""Services that are called from an event loop: in threads that last, so that none leaves its connection behind."""

from threading import Barrier

import anyio
import pytest
from django.db import connections

from mcp_server.threads import AT_ONCE, in_thread
from tests.connections import watch_connections
from verification.models import Node

MEET_S = 30


@pytest.mark.usefixtures("committed_db")
def test_no_connection_is_left_behind_by_threads_that_end() -> None:
    with watch_connections() as opened:
        for _loop in range(3):  # with a loop the threads that anyio keeps for it end
            anyio.run(_ask_at_once)
    anyio.run(_close_all)
    assert len(opened) <= AT_ONCE
    assert {one.connection for one in opened} == {None}


async def _ask_at_once() -> None:
    async with anyio.create_task_group() as group:
        for _call in range(AT_ONCE):
            group.start_soon(in_thread, Node.objects.count)


async def _close_all() -> None:
    """Of every thread: each waits for all others."""
    barrier = Barrier(AT_ONCE)

    def close() -> None:
        barrier.wait(MEET_S)
        connections.close_all()

    async with anyio.create_task_group() as group:
        for _call in range(AT_ONCE):
            group.start_soon(in_thread, close)
