"""The connections to the APIs of search services: JSON asked for, JSON read strictly, and every failure one ``ProviderError``.

A service's answer is as hostile as any page: it is held to one deadline from the first byte sent to the last byte read, to a size, also
once inflated, and to strict JSON. Redirects are never followed, for they would carry the key elsewhere; the environment's proxies are not
heard. Nothing is asked twice: ``verification.services.gateway.gateway`` decides about that.
"""

import asyncio
import json
import ssl
import zlib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import lru_cache

import httpx
from django.conf import settings

from verification.core.sources.domains import canonical_url
from verification.core.strict_json import BadInput, parse_answer
from verification.core.vocabulary import Fault
from verification.providers.api_faults import Classify, failed_status, no_answer, unreadable
from verification.providers.base import ProviderError
from verification.providers.connections import API_BYTES, API_ERROR_BYTES, KEPT_OPEN, user_agent

_INFLATED = {"gzip", "x-gzip", "deflate"}


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """One request: ``body`` is sent as JSON by POST; without one it is a GET. ``service`` is what people call the other side.

    ``error_member``: the member of the answer by which a service says with status 200 that it failed; ``classify`` tells how.
    ``key_header`` and ``key``: the header that carries the secret, and its whole value; it appears nowhere else. ``accept``: the form of
    answer that is asked for, where it is not JSON. ``max_bytes``: the most that is read of it.
    """

    service: str
    url: str
    body: Mapping[str, object] | None = None
    params: Mapping[str, str] = field(default_factory=dict)
    max_bytes: int = API_BYTES
    key_header: str = ""
    key: str = field(default="", repr=False)
    error_member: str = ""
    accept: str = "application/json, text/html;q=0.1"


class ApiClient:
    """Asks APIs over shared connections; made for one batch of work with ``open_api_client`` and closed with it."""

    def __init__(self, http: httpx.AsyncClient, *, timeout_s: float) -> None:
        self._http = http
        self._timeout_s = timeout_s

    async def fetch(self, request: ApiRequest, *, classify: Classify | None = None) -> dict[str, object]:
        """The JSON object that the service answers. ``classify`` tells the faults that a service words in its own way."""
        status, headers, body = await self._ask(request, classify)
        answer = _read_object(request.service, body)
        if request.error_member and request.error_member in answer:
            raise failed_status(request.service, status, headers, body, classify)
        return answer

    async def fetch_body(self, request: ApiRequest, *, classify: Classify | None = None) -> bytes:
        """What the service answers as it came, of at most ``max_bytes``: a table, or JSON that is no object."""
        _status, _headers, body = await self._ask(request, classify)
        return body

    async def _ask(self, request: ApiRequest, classify: Classify | None) -> tuple[int, httpx.Headers, bytes]:
        if canonical_url(request.url) is None:
            raise ProviderError(f"The address set for {request.service} is none.", permanent=True, fault=Fault.BAD_ADDRESS)
        try:
            async with asyncio.timeout(self._timeout_s):
                status, headers, body = await self._exchange(request)
        except TimeoutError:
            message = f"{request.service} did not answer within {self._timeout_s:g} seconds."
            raise ProviderError(message, fault=Fault.TIMEOUT) from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
            # Messages of libraries may quote a header or an address; theirs never leave here.
            raise no_answer(request.service, error) from None
        if status != httpx.codes.OK:
            raise failed_status(request.service, status, headers, body, classify)
        return status, headers, body

    async def _exchange(self, request: ApiRequest) -> tuple[int, httpx.Headers, bytes]:
        async with self._http.stream(
            "GET" if request.body is None else "POST",
            request.url,
            params=dict(request.params) or None,
            content=None if request.body is None else json.dumps(request.body, ensure_ascii=False).encode(),
            headers=_headers(request),
        ) as response:
            limit = request.max_bytes if response.status_code == httpx.codes.OK else API_ERROR_BYTES
            body = await _read_body(response, request.service, limit)
            return response.status_code, response.headers, body


@asynccontextmanager
async def open_api_client() -> AsyncIterator[ApiClient]:
    """A client with its own connections, whose requests take ``SEARCH_TIMEOUT_SECONDS`` at most."""
    async with httpx.AsyncClient(
        verify=_tls(),
        trust_env=False,
        follow_redirects=False,
        timeout=None,  # noqa: S113 (one deadline holds over the whole request; a limit per read is none)
        # How much is asked at once is the caller's decision; a limit here would be a second, silent one.
        limits=httpx.Limits(max_connections=None, max_keepalive_connections=KEPT_OPEN),
    ) as http:
        yield ApiClient(http, timeout_s=settings.SEARCH_TIMEOUT_SECONDS)


@lru_cache(maxsize=1)
def _tls() -> ssl.SSLContext:
    """Made once: reading the certificates takes 25 ms."""
    return httpx.create_ssl_context()


def _headers(request: ApiRequest) -> dict[str, str]:
    # The languages, the codings and a second type are what SearXNG's limiter takes a program by that is none.
    headers = {
        "Accept": request.accept,
        "Accept-Language": "zh-CN,zh;q=0.9,en;q=0.8",
        "Accept-Encoding": "gzip, deflate",
        "User-Agent": user_agent(),
    }
    if request.body is not None:
        headers["Content-Type"] = "application/json"
    if request.key_header:
        if not (request.key.isascii() and request.key.isprintable()):
            message = f"The key of {request.service} holds characters that no key has."
            raise ProviderError(message, permanent=True, fault=Fault.UNAUTHORIZED)
        headers[request.key_header] = request.key
    return headers


async def _read_body(response: httpx.Response, service: str, limit: int) -> bytes:
    """The body, inflated as it comes, of at most ``limit`` bytes. Of an answer that is an error anyway, the start is enough."""
    inflate = _inflater(response.headers.get("Content-Encoding", ""))
    body, sent = bytearray(), 0
    async for piece in response.aiter_raw():
        sent += len(piece)
        body += inflate(piece, limit + 1 - len(body))
        if max(len(body), sent) > limit:
            break
    if max(len(body), sent) > limit and response.status_code == httpx.codes.OK:
        message = f"{service} answered with more than {limit // 1_000_000} MB."
        raise ProviderError(message, permanent=True, fault=Fault.TOO_LARGE, http_status=response.status_code)
    return bytes(body[:limit])


def _inflater(encoding: str) -> Callable[[bytes, int], bytes]:
    """What makes plain bytes, of at most the number given, of the next piece; nothing of what can't be read."""
    name = encoding.strip().lower()
    if name in ("", "identity"):
        return lambda piece, most: piece[:most]
    if name not in _INFLATED:
        return lambda piece, most: b""
    packed = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)

    def inflate(piece: bytes, most: int) -> bytes:
        try:
            return packed.decompress(piece, most)
        except zlib.error:
            return b""

    return inflate


def _read_object(service: str, body: bytes) -> dict[str, object]:
    if not body.strip():
        raise unreadable(service, "nothing")
    try:
        return parse_answer(body)
    except BadInput:
        raise unreadable(service, "something else than JSON" if body.lstrip()[:1] != b"{" else "JSON that can't be read") from None
