"""Services that are called from an event loop: in threads that last, so that none leaves its connection behind."""

from threading import Barrier

import anyio
import pytest
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from mcp_server.threads import AT_ONCE, in_thread
from verification.models import Node

MEET_S = 30


@pytest.mark.usefixtures("committed_db")
def test_no_connection_is_left_behind_by_threads_that_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 60)  # as the product has it
    opened: list[BaseDatabaseWrapper] = []

    def note(connection: BaseDatabaseWrapper, **_told: object) -> None:
        opened.append(connection)

    connection_created.connect(note)
    try:
        for _loop in range(3):  # with a loop the threads that anyio keeps for it end
            anyio.run(_ask_at_once)
    finally:
        connection_created.disconnect(note)
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
