"""The connection to a chat endpoint: what is sent is only what has to be, and what comes back is bounded.

Imported with the ``openai`` package, never before.
"""

import ssl
from collections.abc import AsyncIterator
from functools import lru_cache

import httpx2

_SENT = frozenset(("host", "authorization", "content-type", "content-length", "accept"))


@lru_cache(maxsize=1)
def _tls() -> ssl.SSLContext:
    """Made once: reading the certificates takes longer than all else that a client is made of."""
    return httpx2.create_ssl_context(trust_env=False)


class AnswerTooLong(httpx2.ReadError):
    """The answer is longer than ``limit`` bytes."""


class Compressed(httpx2.ReadError):
    """The answer is compressed although none was asked for: how long it is can't be known before it is unpacked."""


class BoundedTransport(httpx2.AsyncBaseTransport):
    """Sends no header that the environment or the package adds, uses no proxy, and reads at most ``limit`` bytes of an answer."""

    def __init__(self, *, limit: int, connections: int, agent: str) -> None:
        self._limit = limit
        self._agent = agent
        limits = httpx2.Limits(max_connections=connections, max_keepalive_connections=connections)
        self._inner = httpx2.AsyncHTTPTransport(verify=_tls(), trust_env=False, limits=limits)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        kept = {name: value for name, value in request.headers.items() if name.lower() in _SENT}
        headers = httpx2.Headers({**kept, "user-agent": self._agent, "accept-encoding": "identity"})
        # The package reads its own headers back from the request, so that one stays as it is.
        sent = httpx2.Request(request.method, request.url, headers=headers, stream=request.stream, extensions=request.extensions)
        response = await self._inner.handle_async_request(sent)
        if response.headers.get("content-encoding", "identity").lower() not in ("", "identity"):
            await response.aclose()
            raise Compressed("compressed", request=request)
        assert isinstance(response.stream, httpx2.AsyncByteStream)  # noqa: S101 - what an asynchronous transport answers with
        response.stream = _Bounded(response.stream, self._limit, request)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream, limit: int, request: httpx2.Request) -> None:
        self._inner = inner
        self._limit = limit
        self._request = request

    async def __aiter__(self) -> AsyncIterator[bytes]:
        read = 0
        async for chunk in self._inner:
            read += len(chunk)
            if read > self._limit:
                raise AnswerTooLong("too large", request=self._request)
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()


def open_client(*, limit: int, connections: int, agent: str) -> httpx2.AsyncClient:
    """A client without proxies, redirects, cookies of others or a deadline of its own: the caller sets one over everything."""
    transport = BoundedTransport(limit=limit, connections=connections, agent=agent)
    return httpx2.AsyncClient(transport=transport, trust_env=False, follow_redirects=False, timeout=None)
