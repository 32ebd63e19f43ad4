"""Processes that read pages for us (``page_text``), each killed where a page takes too long."""

import asyncio
import json
import sys
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import cast

from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError
from verification.providers.page_text import ANSWER, REQUEST, parse_published

PROCESSES = 2
PARSE_SECONDS = 8.0  # a page of the longest size takes three of an idle processor
START_SECONDS = 20.0

_PROJECT = Path(__file__).resolve().parents[2]
_MODULE = "verification.providers.page_text"
_LONGEST_ANSWER = 16 * 1024 * 1024
# Nothing of our environment: what reads hostile pages holds no secret.
_ENVIRONMENT = {"PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}

_Process = asyncio.subprocess.Process


@dataclass(frozen=True, slots=True)
class PageText:
    """What a page says; ``text`` may be empty."""

    title: str
    text: str
    published_at: datetime | None
    charset: str


class PageParser:
    """At most ``PROCESSES`` at a time, started when first needed and kept until ``close``."""

    def __init__(self, *, seconds: float = PARSE_SECONDS) -> None:
        self._seconds = seconds
        self._turns = asyncio.Semaphore(PROCESSES)
        self._idle: list[asyncio.Task[_Process]] = []
        self._is_used = False

    def prepare(self, *, processes: int = 1) -> None:
        """Start the first process, or several, while a page is still on its way."""
        if not self._is_used:
            self._idle += [self._start() for _ in range(min(processes, PROCESSES))]

    async def parse(self, body: bytes, *, content_type: str, url: str) -> PageText:
        """What the page says; ``ProviderError`` (unreadable) where it takes too long or breaks its reader."""
        async with self._turns:
            starting = self._idle.pop() if self._idle else self._start()
            try:
                process = await asyncio.shield(starting)
                async with asyncio.timeout(self._seconds):
                    found = await _ask(process, body, {"content_type": content_type[:500], "url": url})
            except BaseException as error:
                await _end(starting)
                if isinstance(error, TimeoutError | OSError | asyncio.IncompleteReadError | ValueError):
                    raise ProviderError("The page can't be read: it breaks its reader.", permanent=True, fault=Fault.UNREADABLE) from error
                raise
            self._idle.append(starting)
        if "problem" in found:
            raise ProviderError("The page can't be read: its markup is broken.", permanent=True, fault=Fault.UNREADABLE)
        return PageText(found["title"], found["text"], parse_published(found["published_at"]), found["charset"])

    async def close(self) -> None:
        for starting in self._idle:
            await _end(starting)
        self._idle.clear()

    def _start(self) -> "asyncio.Task[_Process]":
        self._is_used = True
        return asyncio.create_task(_start_process())


async def _start_process() -> _Process:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        _MODULE,
        cwd=_PROJECT,
        env=_ENVIRONMENT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(START_SECONDS):
            await _receive(process)
    except BaseException:
        await _kill(process)
        raise
    return process


async def _ask(process: _Process, body: bytes, meta: dict[str, str]) -> dict[str, str]:
    pipe = cast(asyncio.StreamWriter, process.stdin)
    described = json.dumps(meta).encode()
    pipe.write(REQUEST.pack(len(described), len(body)) + described + body)
    await pipe.drain()
    return await _receive(process)


async def _receive(process: _Process) -> dict[str, str]:
    pipe = cast(asyncio.StreamReader, process.stdout)
    (length,) = ANSWER.unpack(await pipe.readexactly(ANSWER.size))
    if length > _LONGEST_ANSWER:
        raise ValueError(length)
    found: dict[str, str] = json.loads(await pipe.readexactly(length))
    return found


async def _end(starting: "asyncio.Task[_Process]") -> None:
    """End the process that a task started or is starting, and wait until it is gone."""
    if not starting.done():
        starting.cancel()
    with suppress(asyncio.CancelledError, TimeoutError, OSError, asyncio.IncompleteReadError, ValueError):
        await _kill(await starting)


async def _kill(process: _Process) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
    # The pipes have to be read to their end, or the transport never closes.
    await process.communicate()
