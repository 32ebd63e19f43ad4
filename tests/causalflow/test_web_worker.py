"""A client that sends or takes slower than anybody would, or is gone, holds no thread of the pages for ever."""

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from causalflow import web_worker
from causalflow.web_worker import PatientSocket

pytestmark = pytest.mark.pure


@pytest.fixture
def pair(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[PatientSocket, socket.socket]]:
    monkeypatch.setattr(web_worker, "PATIENCE_S", 0.3)
    ours, theirs = socket.socketpair()
    with PatientSocket(fileno=ours.detach()) as patient, theirs:
        patient.expect_request()
        yield patient, theirs


def test_half_a_request_is_given_up_as_if_its_sender_had_hung_up(pair: tuple[PatientSocket, socket.socket]) -> None:
    patient, theirs = pair
    theirs.sendall(b"GET /login/ HT")
    assert patient.recv(8192) == b"GET /login/ HT"
    with pytest.raises(ConnectionResetError):
        patient.recv(8192)


def test_each_byte_buys_no_more_than_its_share_of_time(pair: tuple[PatientSocket, socket.socket]) -> None:
    patient, theirs = pair
    with pytest.raises(ConnectionResetError):
        _take_drops(patient, theirs)


def _take_drops(patient: PatientSocket, theirs: socket.socket) -> None:
    """A byte at a time for ten seconds."""
    with ThreadPoolExecutor(1) as other:
        for _drop in range(100):
            other.submit(_send_later, theirs)
            patient.recv(1)


def _send_later(theirs: socket.socket) -> None:
    time.sleep(0.1)
    theirs.sendall(b"a")


def test_much_that_comes_fast_has_its_time(pair: tuple[PatientSocket, socket.socket], monkeypatch: pytest.MonkeyPatch) -> None:
    patient, theirs = pair
    monkeypatch.setattr(web_worker, "SLOWEST", 10)
    theirs.sendall(b"a" * 100)
    assert len(patient.recv(8192)) == 100
    with ThreadPoolExecutor(1) as other:
        other.submit(lambda: (time.sleep(0.5), theirs.sendall(b"b")))
        assert patient.recv(8192) == b"b"


def test_the_next_request_begins_anew(pair: tuple[PatientSocket, socket.socket]) -> None:
    patient, theirs = pair
    with pytest.raises(ConnectionResetError):
        patient.recv(8192)
    patient.expect_request()
    theirs.sendall(b"GET")
    assert patient.recv(8192) == b"GET"


def test_whoever_takes_nothing_is_left(pair: tuple[PatientSocket, socket.socket], monkeypatch: pytest.MonkeyPatch) -> None:
    patient, _theirs = pair
    monkeypatch.setattr(web_worker, "SLOWEST", 10**9)
    with pytest.raises(ConnectionResetError):
        patient.sendall(b"a" * 10_000_000)


def test_a_time_out_of_the_server_s_own_stays_its_own(pair: tuple[PatientSocket, socket.socket]) -> None:
    patient, _theirs = pair
    patient.settimeout(0.01)
    with pytest.raises(TimeoutError):
        patient.recv(8192)
    assert patient.gettimeout() == 0.01
    patient.setblocking(False)
    with pytest.raises(BlockingIOError):
        patient.recv(8192)
