"""Connections of the door: HTTP/1.1 over addresses that ``networks`` allowed, with no proxy, cookie or credential of the environment.

httpcore is used as it is, below httpx: nothing here parses an address again, follows a redirect or inflates a body by itself.
"""

import asyncio
import ssl
from collections.abc import AsyncIterable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import certifi
import httpcore

from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError
from verification.providers.connections import DIAL_SECONDS, KEPT_OPEN_OF_DOOR, KEPT_OPEN_SECONDS
from verification.providers.door.front_door import Target
from verification.providers.door.networks import Network

# For each request and each answer httpcore looks at every connection of its pool: a few small pools cost less than a large one.
POOLS = 32


@lru_cache(maxsize=1)
def tls_context() -> ssl.SSLContext:
    """Certificates are checked against Mozilla's list; made once, for it takes 25 ms."""
    return ssl.create_default_context(cafile=certifi.where())


class GuardedDialer(httpcore.AsyncNetworkBackend):
    """Dials what the network allows for a host, one address after the other, and never a name."""

    def __init__(self, network: Network, dialer: httpcore.AsyncNetworkBackend) -> None:
        self._network = network
        self._dialer = dialer

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        failure: Exception | None = None
        for address, dialled_port in await self._network.resolve(host, port):
            try:
                return _Stream(await self._dialer.connect_tcp(address, dialled_port, timeout=DIAL_SECONDS))
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure or httpcore.ConnectError(f"{host} has no address")

    async def connect_unix_socket(self, *args: object, **kwargs: object) -> httpcore.AsyncNetworkStream:
        raise httpcore.UnsupportedProtocol("sockets of this machine are not the web")

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class _Stream(httpcore.AsyncNetworkStream):
    """A connection that is closed also where the deadline falls into its TLS handshake."""

    def __init__(self, stream: httpcore.AsyncNetworkStream) -> None:
        self._stream = stream

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return await self._stream.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        try:
            return await self._stream.start_tls(ssl_context, server_hostname, timeout)
        except BaseException:
            await self._stream.aclose()
            raise

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """Status and headers of one answer; names are lower-case, values of repeated headers are joined by a comma. The body comes raw."""

    status: int
    headers: Mapping[str, str]
    body: AsyncIterable[bytes]
    response: httpcore.Response

    async def close(self) -> None:
        """Give the connection back, or close it where something of the body is left."""
        with suppress(httpcore.NetworkError, httpcore.ProtocolError, OSError):
            await self.response.aclose()


class Transport:
    """Connections for one batch of work; those to one host share a pool. Every failure is a ``ProviderError``."""

    def __init__(self, network: Network, *, dialer: httpcore.AsyncNetworkBackend | None = None, tls: ssl.SSLContext | None = None) -> None:
        self._pools = [
            httpcore.AsyncConnectionPool(
                ssl_context=tls or tls_context(),
                max_connections=None,
                max_keepalive_connections=KEPT_OPEN_OF_DOOR,
                keepalive_expiry=KEPT_OPEN_SECONDS,
                network_backend=GuardedDialer(network, dialer or httpcore.AnyIOBackend()),
            )
            for _pool in range(POOLS)
        ]

    async def close(self) -> None:
        for pool in self._pools:
            await pool.aclose()

    async def ask(self, method: str, target: Target, headers: Mapping[str, str], content: bytes | None = None) -> HttpAnswer:
        """One request, one answer, whatever its status."""
        sent = {"Host": target.authority, **headers}
        if content is not None:
            sent["Content-Length"] = str(len(content))
        url = httpcore.URL(scheme=target.scheme, host=target.host, port=target.port, target=target.path)
        pool = self._pools[hash(target.host) % POOLS]
        try:
            response = await pool.handle_async_request(
                httpcore.Request(method, url, headers=list(sent.items()), content=content if content is not None else b"")
            )
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, httpcore.UnsupportedProtocol, OSError) as error:
            raise as_provider_error(error, target.host) from error
        return HttpAnswer(
            status=response.status,
            headers=_headers(response.headers),
            body=_body(response, target.host),
            response=response,
        )


async def _body(response: httpcore.Response, host: str) -> AsyncIterable[bytes]:
    try:
        async for chunk in response.aiter_stream():
            yield chunk
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, OSError) as error:
        raise as_provider_error(error, host) from error


def as_provider_error(error: Exception, host: str) -> ProviderError:
    """A failure of the connection in our words."""
    causes = [error, error.__cause__, error.__context__]
    if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in causes):
        return ProviderError(f"The certificate of {host} is not valid.", permanent=True, fault=Fault.BAD_CERTIFICATE)
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return ProviderError(f"{host} does not speak TLS as it should.", permanent=True, fault=Fault.BAD_CERTIFICATE)
    if isinstance(error, httpcore.TimeoutException):
        return ProviderError(f"{host} can't be connected to in time.", fault=Fault.TIMEOUT)
    if isinstance(error, httpcore.RemoteProtocolError):
        return ProviderError(f"{host} breaks the rules of HTTP in its answer.", fault=Fault.BAD_ANSWER)
    if isinstance(error, httpcore.LocalProtocolError | httpcore.UnsupportedProtocol):
        return ProviderError(f"{host} can't be asked for that address.", permanent=True, fault=Fault.BAD_ADDRESS)
    return ProviderError(f"{host} can't be reached, or hung up.", fault=Fault.UNREACHABLE)


def _headers(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for name, value in raw:
        key, text = name.decode("latin-1").lower(), _text(value)
        headers[key] = f"{headers[key]}, {text}" if key in headers else text
    return headers


def _text(value: bytes) -> str:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")
