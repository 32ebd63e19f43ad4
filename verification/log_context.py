"""What a line of the log belongs to: the request and the run at work in this thread or task."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_request_id: ContextVar[str] = ContextVar("request_id", default="")
_run_id: ContextVar[int | None] = ContextVar("run_id", default=None)


def get_request_id() -> str:
    """The id of the request being answered; empty outside of one."""
    return _request_id.get()


def get_run_id() -> int | None:
    """The id of the run being executed, or None."""
    return _run_id.get()


@contextmanager
def name_request(request_id: str) -> Iterator[None]:
    token = _request_id.set(request_id)
    try:
        yield
    finally:
        _request_id.reset(token)


@contextmanager
def name_run(run_id: int) -> Iterator[None]:
    token = _run_id.set(run_id)
    try:
        yield
    finally:
        _run_id.reset(token)
