"""The door as tests open it: real addresses of the open web on one side, servers of this machine on the other."""

import ipaddress
import re
import socket
import ssl
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import httpcore

from verification.providers.door.networks import PublicWeb
from verification.providers.door.web import PageStore, StoredPage, WebDoor

PUBLIC = "93.184.216.34"
_NAMED_ADDRESS = re.compile(r"(?:^|[.-])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})\.(?:nip|xip|sslip)\.io$")
_REBINDING = re.compile(r"^make-([\d.-]+?)-rebind-([\d.-]+?)-rr\.1u\.ms$")


class TableResolver:
    """A name service that knows a table; every other dotted name is public. ``rebind:A,B`` changes after the first answer."""

    def __init__(self, table: Mapping[str, object] | None = None) -> None:
        self.table = dict(table or {})
        self.asked: Counter[str] = Counter()

    async def look_up(self, host: str) -> list[str]:
        self.asked[host] += 1
        entry = self.table.get(host)
        named = _NAMED_ADDRESS.search(host)
        rebinding = _REBINDING.match(host)
        if isinstance(entry, list):
            return [str(address) for address in entry]
        if isinstance(entry, str) or rebinding:
            first, then = (
                str(entry).removeprefix("rebind:").split(",") if entry else (part.replace("-", ".") for part in rebinding.groups())
            )
            return [first if self.asked[host] == 1 else then]
        if named and not entry:
            return [".".join(named.groups())]
        if "." not in host:
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return [PUBLIC]

    def close(self) -> None:
        """It holds nothing."""


class LoopbackDialer(httpcore.AnyIOBackend):
    """Writes down what would be dialled, and dials a server of this machine in its place: another one for the ports of TLS."""

    def __init__(self, port: int, *, tls_port: int = 0) -> None:
        self.port, self.tls_port = port, tls_port
        self.dialled: list[tuple[str, int]] = []

    async def connect_tcp(self, host: str, port: int, *args: Any, **kwargs: Any) -> httpcore.AsyncNetworkStream:
        ipaddress.ip_address(host)
        self.dialled.append((host, port))
        return await super().connect_tcp("127.0.0.1", self.tls_port if port in (443, 8443) else self.port, *args, **kwargs)


class MemoryStore(PageStore):
    """Keeps pages in a dictionary."""

    def __init__(self) -> None:
        self.pages: dict[str, StoredPage] = {}

    async def find(self, url: str) -> StoredPage | None:
        return self.pages.get(url)

    async def save(self, stored: StoredPage) -> None:
        self.pages[stored.page.url] = stored


def trusting(*certificates: str) -> ssl.SSLContext:
    """A context that trusts these files alone."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    for certificate in certificates:
        context.load_verify_locations(certificate)
    return context


def open_door(port: int, *, table: Mapping[str, object] | None = None, tls_port: int = 0, **options: Any) -> tuple[WebDoor, LoopbackDialer]:
    """A door to the public web whose every connection ends at ``port`` of this machine, and what it dialled."""
    dialer = LoopbackDialer(port, tls_port=tls_port)
    return WebDoor(network=PublicWeb(TableResolver(table)), dialer=dialer, **options), dialer


def addresses_of(dialled: Iterable[tuple[str, int]]) -> set[str]:
    return {address for address, _ in dialled}
