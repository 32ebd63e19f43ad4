"""Readers of pages rest between two batches of work, are replaced in time, and belong to one process."""

import asyncio
import os
from collections.abc import Iterator

import pytest

from verification.providers.pages import reader as page_reader
from verification.providers.pages.parser import PageParser
from verification.providers.pages.reader import MOST_RESTING, RESTING, ReaderProcess, RestingReaders


@pytest.fixture(autouse=True)
def nobody_rests() -> Iterator[None]:
    RESTING.end_all()
    yield
    RESTING.end_all()


def read(*bodies: bytes) -> list[str]:
    """The texts of pages that one batch of work reads."""

    async def parse() -> list[str]:
        parser = PageParser()
        found = [await parser.parse(body, content_type="text/plain", url="http://a.test/") for body in bodies]
        await parser.close()
        return [page.text for page in found]

    return asyncio.run(parse())


def ready_reader() -> ReaderProcess:
    reader = ReaderProcess()
    reader.wait_until_ready()
    return reader


def test_the_next_batch_takes_the_reader_of_the_last() -> None:
    assert read(b"One.", b"Two.") == ["One.", "Two."]
    first = RESTING.take()
    assert first is not None
    RESTING.give_back(first)
    assert read(b"Three.") == ["Three."]
    again = RESTING.take()
    assert again is first
    first.kill()


def test_a_reader_that_died_while_it_rested_is_not_given_out() -> None:
    reader = ready_reader()
    RESTING.give_back(reader)
    os.kill(reader.pid, 9)
    reader._process.wait()
    assert RESTING.take() is None
    assert read(b"One.") == ["One."]


def test_a_reader_is_replaced_after_its_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_reader, "MOST_PAGES", 2)
    assert read(b"One.", b"Two.") == ["One.", "Two."]
    assert RESTING.take() is None


def test_only_so_many_rest_and_each_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_reader, "REST_S", 0.01)
    own = RestingReaders()
    readers = [ready_reader() for _number in range(MOST_RESTING + 1)]
    for reader in readers:
        own.give_back(reader)
    assert readers[-1]._process.returncode is not None
    for reader in readers:
        reader._process.wait(timeout=10)
    assert own.take() is None


def test_readers_of_a_parent_are_left_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = ready_reader()
    RESTING.give_back(reader)
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(os, "getpid", lambda: -1)
        assert RESTING.take() is None
    assert reader.is_fit
    reader.kill()
