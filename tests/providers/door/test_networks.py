"""Names and addresses: what an unknown, failing or hanging name service costs, and which address is dialled."""

import asyncio
import socket
import threading
import time

import httpcore
import pytest

from tests.environment import GRACE_S
from tests.stubs.doors import LoopbackDialer, TableResolver
from tests.stubs.raw_server import Request, answer, raw_server
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError
from verification.providers.door.networks import MAX_ADDRESSES, ListedWeb, PublicWeb, SystemResolver
from verification.providers.door.web import WebDoor


class FailingResolver:
    """Fails as the machine's resolver does."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def look_up(self, host: str) -> list[str]:
        raise self.error

    def close(self) -> None:
        """It holds nothing."""


class PickyDialer(LoopbackDialer):
    """Nobody listens at some of the addresses."""

    def __init__(self, port: int, *, dead: set[str]) -> None:
        super().__init__(port)
        self.dead = dead

    async def connect_tcp(self, host: str, port: int, *args: object, **kwargs: object) -> httpcore.AsyncNetworkStream:
        if host in self.dead:
            self.dialled.append((host, port))
            raise httpcore.ConnectError("refused")
        return await super().connect_tcp(host, port, *args, **kwargs)


def _fault(network: PublicWeb, *, deadline_s: float = 60) -> ProviderError:
    async def fetch() -> ProviderError:
        async with WebDoor(network=network, deadline_s=deadline_s) as door:
            with pytest.raises(ProviderError) as caught:
                await door.fetch("http://paper.test/")
            return caught.value

    return asyncio.run(fetch())


@pytest.mark.parametrize(
    "error, is_permanent",
    [
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), True),
        (socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution"), False),
        (UnicodeError("label too long"), True),
        (OSError("no network"), False),
    ],
)
def test_a_name_that_cannot_be_looked_up_is_an_unknown_host(error: Exception, is_permanent: bool) -> None:
    found = _fault(PublicWeb(FailingResolver(error)))
    assert (found.fault, found.permanent) == (Fault.UNKNOWN_HOST, is_permanent)


@pytest.mark.parametrize(("known", "is_permanent"), [((), False), (("iana.org",), True)])
def test_a_name_service_that_knows_no_name_at_all_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, known: tuple[str, ...], is_permanent: bool
) -> None:
    """A machine without a network may say of every page that its host does not exist."""

    def answer(host: str, *args: object, **kwargs: object) -> list[object]:
        if host in known:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.0.43.8", 0))]
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    found = _fault(PublicWeb())
    assert (found.fault, found.permanent) == (Fault.UNKNOWN_HOST, is_permanent)


def test_a_name_without_addresses_is_an_unknown_host() -> None:
    assert _fault(PublicWeb(TableResolver({"paper.test": []}))).fault == Fault.UNKNOWN_HOST


@pytest.mark.parametrize("address", ["fe80::1%eth0", "nonsense", "::ffff:10.0.0.1", ""])
def test_an_answer_that_is_no_public_address_is_refused(address: str) -> None:
    assert _fault(PublicWeb(TableResolver({"paper.test": ["93.184.216.34", address]}))).fault == Fault.NOT_PUBLIC


def test_the_machines_own_resolver_is_believed_no_more_than_another(dialled: list[str]) -> None:
    with pytest.raises(ProviderError) as caught:
        asyncio.run(PublicWeb().resolve("localhost", 80))
    assert (caught.value.fault, dialled) == (Fault.NOT_PUBLIC, ["localhost"])


def test_a_name_service_that_hangs_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the deadline, and not the end of the event loop, which waits for its own threads."""

    def hang(*args: object, **kwargs: object) -> list[object]:
        time.sleep(8)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    began = time.perf_counter()
    assert _fault(PublicWeb(), deadline_s=0.2).fault == Fault.TIMEOUT
    assert time.perf_counter() - began < 0.2 + GRACE_S


def test_the_next_address_is_tried_and_the_name_is_not_asked_again() -> None:
    resolver = TableResolver({"paper.test": ["2606:2800:220:1::1", "93.184.216.34", "93.184.216.35"]})

    def serve(connection: socket.socket, request: Request) -> None:
        connection.sendall(answer(body=b"ok"))

    async def fetch(port: int) -> list[tuple[str, int]]:
        dialer = PickyDialer(port, dead={"2606:2800:220:1::1"})
        async with WebDoor(network=PublicWeb(resolver), dialer=dialer) as door:
            assert (await door.fetch("http://paper.test/")).body == b"ok"
        return dialer.dialled

    with raw_server(serve) as server:
        assert asyncio.run(fetch(server.port)) == [("2606:2800:220:1::1", 80), ("93.184.216.34", 80)]
    assert resolver.asked["paper.test"] == 1


def test_a_name_with_many_addresses_is_not_dialled_at_all_of_them() -> None:
    dead = {f"93.184.216.{number}" for number in range(50)}
    dialer = PickyDialer(0, dead=dead)

    async def fetch() -> None:
        async with WebDoor(network=PublicWeb(TableResolver({"paper.test": sorted(dead)})), dialer=dialer) as door:
            with pytest.raises(ProviderError) as caught:
                await door.fetch("http://paper.test/")
            assert caught.value.fault == Fault.UNREACHABLE

    asyncio.run(fetch())
    assert len(dialer.dialled) == MAX_ADDRESSES


def test_listed_hosts_and_networks_are_reached_and_nothing_beside_them() -> None:
    names = TableResolver({"bot.internal": ["192.168.1.5"], "a.test": ["10.1.4.4"], "b.test": ["10.9.4.4"]})
    web = ListedWeb(["bot.internal", "10.1.0.0/16"], names)
    assert asyncio.run(web.resolve("bot.internal", 9000)) == [("192.168.1.5", 9000)]
    assert asyncio.run(web.resolve("a.test", 80)) == [("10.1.4.4", 80)]
    with pytest.raises(ProviderError):
        asyncio.run(web.resolve("b.test", 80))
    assert (web.admits("bot.internal", 9000), web.admits("10.1.2.3", 22), web.admits("10.2.0.1", 80)) == (True, True, False)
    with pytest.raises(ValueError, match="neither a host nor a network"):
        ListedWeb(["http://bot/"])


def test_door_that_is_closed_leaves_no_thread() -> None:
    """Each batch of work has a door of its own, which an error may keep until Python looks for garbage: seldom."""
    resolver = SystemResolver()

    async def look_up() -> list[threading.Thread]:
        async with WebDoor(network=PublicWeb(resolver)):
            await resolver.look_up("localhost")
            return [thread for thread in threading.enumerate() if thread not in before]

    before = threading.enumerate()
    begun = asyncio.run(look_up())
    assert [thread.name for thread in begun] == ["look-up_0"]
    begun[0].join(GRACE_S)
    assert not begun[0].is_alive()
