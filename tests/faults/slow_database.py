"""A way to the database that can be made long: what it answers comes through later, byte for byte."""

import asyncio
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit, urlunsplit


class SlowWay:
    """Listens on a free port of 127.0.0.1 and passes everything on to the database of ``url``; ``delay_s`` may be changed at any time."""

    def __init__(self, url: str) -> None:
        self._given, self.delay_s, self.port = urlsplit(url), 0.0, 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._is_open = threading.Event()

    @property
    def url(self) -> str:
        login, _at, _host = self._given.netloc.rpartition("@")
        return urlunsplit(self._given._replace(netloc=f"{login}@127.0.0.1:{self.port}"))

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._is_open.wait(10)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._is_open.set()
        self._loop.run_forever()
        server.close()
        self._loop.run_until_complete(self._end())
        self._loop.close()

    async def _end(self) -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        theirs, ours = await asyncio.open_connection(self._given.hostname, self._given.port)
        with suppress(OSError):
            await asyncio.gather(self._pass(reader, ours, is_answer=False), self._pass(theirs, writer, is_answer=True))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_answer: bool) -> None:
        try:
            while data := await reader.read(65_536):
                if is_answer and self.delay_s:
                    await asyncio.sleep(self.delay_s)
                writer.write(data)
                await writer.drain()
        finally:
            writer.close()
