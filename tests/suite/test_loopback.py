"""The suite's own guard: what would leave this machine fails the test that tried, also where it was caught."""

import socket

import pytest

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def test_what_is_dialled_is_written_down(dialled: list[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(("localhost", server.getsockname()[1])).close()
    assert dialled[0] == "localhost"
    assert set(dialled) <= set(LOOPBACK)


@pytest.mark.parametrize("host", ["192.0.2.1", "example.com", "::ffff:192.0.2.1"])
def test_another_machine_is_refused_before_a_byte_leaves(dialled: list[str], host: str) -> None:
    with pytest.raises(pytest.fail.Exception, match="only loopback is allowed"):
        socket.create_connection((host, 80), timeout=1)
    assert dialled == [host]
    # Else this very test would fail at its end.
    dialled.clear()


def test_a_datagram_is_refused_too(dialled: list[str]) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender, pytest.raises(pytest.fail.Exception, match="only loopback is allowed"):
        sender.sendto(b"x", ("192.0.2.1", 53))
    dialled.clear()
