"""Ctrl-C while coroutines work: they are cancelled and wound up, and only then is the interrupt raised.

``async_to_sync`` runs the loop in a thread that needs ours for the database. Broken into, ours would leave it waiting for ever.
"""

import asyncio
import signal
import threading
from types import FrameType, TracebackType
from typing import Self


class Interruption:
    """A context around ``async_to_sync``; the coroutine calls ``watch`` first. Does nothing outside of the main thread."""

    def __init__(self) -> None:
        self._task: asyncio.Task[object] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_asked = self._is_installed = False

    def watch(self) -> None:
        """Name the running task as the one that an interrupt cancels."""
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        if self._is_asked:
            self._cancel()

    def __enter__(self) -> Self:
        is_main = threading.current_thread() is threading.main_thread()
        if is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._interrupt)
            self._is_installed = True
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._is_installed:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if self._is_asked:
            raise KeyboardInterrupt from error

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        self._is_asked = True
        self._cancel()

    def _cancel(self) -> None:
        if self._loop is not None and self._task is not None:
            self._loop.call_soon_threadsafe(self._task.cancel)
