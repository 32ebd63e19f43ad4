"""Several processes behind one address, forked when everything is loaded: what they never change stands in memory once."""

import gc
import logging
import os
import signal
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

from django.db import connections

Serve = Callable[[Any], None]
# One that ends at once again and again is not begun without end.
PAUSE_SECONDS = 1.0

logger = logging.getLogger(__name__)


def serve_from(workers: int, listener: Any, serve: Serve) -> None:
    """Run ``serve`` in so many processes until a signal comes; one that ends by itself is begun anew."""
    is_ended = False
    running: set[int] = set()

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal is_ended
        is_ended = True
        for pid in running:
            os.kill(pid, signal.SIGTERM)

    connections.close_all()
    gc.collect()
    # What is there now stays: collections would write to its pages, and so make a copy of each for each process.
    gc.freeze()
    running |= {_fork(listener, serve) for _worker in range(workers)}
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, end)
    while running:
        pid, _status = os.wait()
        running.discard(pid)
        if is_ended:
            continue
        logger.warning("Process %d ended by itself; another takes its place.", pid)
        time.sleep(PAUSE_SECONDS)
        if not is_ended:
            running.add(_fork(listener, serve))


def _fork(listener: Any, serve: Serve) -> int:
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        serve(listener)
        status = 0
    finally:
        os._exit(status)
