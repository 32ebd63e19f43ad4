"""Where a name leads, and what may be dialled. Production knows ``PublicWeb`` alone.

The check stands at connect time, inside the transport: a name is looked up once, *all* its addresses have to be public, and one of
exactly these is dialled. Looking first and fetching then would let a name change its mind in between.
"""

import asyncio
import contextlib
import ipaddress
import socket
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from verification.core.patterns import lazy_regex
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError
from verification.providers.door.addresses import Address, is_public

MAX_ADDRESSES = 4
_LOOK_UPS = 8  # at once; each holds a thread until the system's resolver gives up
# Names that are there as long as there is a web; where none of them is known, it is our own name service that knows nothing.
_LANDMARKS = ("example.com", "iana.org", "wikipedia.org")
_LANDMARK_S = 60.0
_DEMO_SUFFIX = ".example"  # RFC 2606: never a name of the real web

Dial = tuple[str, int]

IpNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network
_HOST = lazy_regex(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?")


class Resolver(Protocol):
    """Asks the name service. Raises ``OSError`` as ``socket.getaddrinfo`` does."""

    async def look_up(self, host: str) -> list[str]: ...

    def close(self) -> None: ...


class SystemResolver:
    """The machine's own resolver, in threads of its own: one that hangs holds up no event loop, and nobody waits for it at the end."""

    def __init__(self) -> None:
        self._threads: ThreadPoolExecutor | None = None
        self._lost_until = 0.0

    async def look_up(self, host: str) -> list[str]:
        if self._threads is None:
            self._threads = ThreadPoolExecutor(max_workers=_LOOK_UPS, thread_name_prefix="look-up")
        try:
            return await self._ask(host)
        except socket.gaierror as error:
            if error.errno == socket.EAI_NONAME and await self._is_lost():
                raise socket.gaierror(socket.EAI_AGAIN, "The name service of this machine knows no name at all") from error
            raise

    def close(self) -> None:
        """End the threads; one that still hangs ends with its question."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None

    async def _ask(self, host: str) -> list[str]:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._threads, lambda: socket.getaddrinfo(host, None, type=socket.SOCK_STREAM))
        return list(dict.fromkeys(str(entry[4][0]) for entry in found))

    async def _is_lost(self) -> bool:
        """Whether not one landmark is known. A machine without a network may say of every name that it does not exist."""
        if time.monotonic() < self._lost_until:
            return True
        for landmark in _LANDMARKS:
            with contextlib.suppress(OSError):
                await self._ask(landmark)
                return False
        self._lost_until = time.monotonic() + _LANDMARK_S
        return True


class Network(Protocol):
    """Decides what a host may be and where it leads."""

    def admits(self, host: str, port: int) -> bool:
        """Whether the front door's rules for hosts and ports are waived for exactly this one."""
        ...

    async def resolve(self, host: str, port: int) -> list[Dial]:
        """Addresses and ports to dial for a host, the best first; ``ProviderError`` (unknown_host, not_public)."""
        ...

    def close(self) -> None:
        """Nobody is asked any more."""
        ...


class PublicWeb:
    """The open Internet and nothing else."""

    def __init__(self, resolver: Resolver | None = None) -> None:
        self._resolver: Resolver = resolver or SystemResolver()

    def admits(self, host: str, port: int) -> bool:
        return False

    async def resolve(self, host: str, port: int) -> list[Dial]:
        addresses = [_parse(text) for text in await self._look_up(host)]
        if not addresses:
            raise ProviderError(f"The name {host} has no address.", permanent=True, fault=Fault.UNKNOWN_HOST)
        if not all(address is not None and is_public(address) for address in addresses):
            raise ProviderError(f"{host} leads to an address outside of the public Internet.", permanent=True, fault=Fault.NOT_PUBLIC)
        return [(str(address), port) for address in addresses[:MAX_ADDRESSES]]

    def close(self) -> None:
        self._resolver.close()

    async def _look_up(self, host: str) -> list[str]:
        if _parse(host) is not None:
            return [host]
        try:
            return await self._resolver.look_up(host)
        except (OSError, UnicodeError) as error:
            is_final = isinstance(error, UnicodeError) or getattr(error, "errno", None) == socket.EAI_NONAME
            raise ProviderError(f"The name {host} is not known.", permanent=is_final, fault=Fault.UNKNOWN_HOST) from error


class DemoWeb(PublicWeb):
    """The demo's web: a few exact addresses of this machine, every name under ``.example`` at the first of them, else the public web."""

    def __init__(self, stubs: Iterable[Dial], resolver: Resolver | None = None) -> None:
        super().__init__(resolver)
        self._stubs = tuple(stubs)

    def admits(self, host: str, port: int) -> bool:
        return (host, port) in self._stubs or (bool(self._stubs) and host.endswith(_DEMO_SUFFIX))

    async def resolve(self, host: str, port: int) -> list[Dial]:
        if (host, port) in self._stubs:
            return [(host, port)]
        if self.admits(host, port):
            return [self._stubs[0]]
        return await super().resolve(host, port)


class ListedWeb(PublicWeb):
    """The public web, and the hosts and networks of one's own that an admin listed: names exactly, networks as ``10.1.0.0/16``."""

    def __init__(self, listed: Iterable[str], resolver: Resolver | None = None) -> None:
        super().__init__(resolver)
        self._hosts, self._networks = read_listed(listed)

    def admits(self, host: str, port: int) -> bool:
        return host in self._hosts or self._is_listed(_parse(host))

    async def resolve(self, host: str, port: int) -> list[Dial]:
        addresses = [_parse(text) for text in await self._look_up(host)]
        own = [str(address) for address in addresses if host in self._hosts or self._is_listed(address)]
        # All or none: a name that leads into the own network and elsewhere is somebody's trick.
        if own and len(own) == len(addresses):
            return [(address, port) for address in own[:MAX_ADDRESSES]]
        return await super().resolve(host, port)

    def _is_listed(self, address: Address | None) -> bool:
        return address is not None and any(address in network for network in self._networks)


def read_listed(entries: Iterable[str]) -> tuple[frozenset[str], tuple[IpNetwork, ...]]:
    """Hosts and networks; ``ValueError`` for what is neither. An address is a network of its own."""
    hosts, networks = set(), []
    for entry in entries:
        try:
            networks.append(ipaddress.ip_network(entry))
        except ValueError:
            if not _HOST.fullmatch(entry):
                raise ValueError(f"{entry!r} is neither a host nor a network such as 10.1.0.0/16") from None
            hosts.add(entry.lower())
    return frozenset(hosts), tuple(networks)


def read_stubs(entries: Iterable[str]) -> tuple[Dial, ...]:
    """Addresses such as ``127.0.0.1:8101``; ``ValueError`` for what is not an exact loopback address with a port."""
    stubs = []
    for entry in entries:
        host, _, port = entry.rpartition(":")
        address = _parse(host)
        is_port = port.isascii() and port.isdigit() and len(port) <= 5 and 0 < int(port) < 65_536
        if not (is_port and isinstance(address, ipaddress.IPv4Address) and address.is_loopback):
            raise ValueError(f"{entry!r} is not an address such as 127.0.0.1:8101")
        stubs.append((host, int(port)))
    return tuple(stubs)


def _parse(text: str) -> Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None
