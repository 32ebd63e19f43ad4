"""Models behind ``/embeddings``: what is sent, what is read, and how each failure is told."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tests.stubs.chat import fail
from tests.stubs.embeddings import EmbeddingsStub, vectors_reply
from tests.stubs.server import Reply, json_reply
from verification.core.vocabulary import Fault
from verification.providers.base import CallUsage, ProviderError
from verification.providers.language_models.chat import ChatProfile
from verification.providers.language_models.embeddings import Embedder, EmbeddingReply

KEY = "sk-canary-0123456789abcdef"


@pytest.fixture
def stub() -> Iterator[EmbeddingsStub]:
    with EmbeddingsStub(key=KEY) as service:
        yield service


def embed(stub: EmbeddingsStub, *texts: str, **fields: Any) -> EmbeddingReply:
    async def run() -> EmbeddingReply:
        profile = ChatProfile(
            **{"name": "vectors", "base_url": stub.base_url, "model": "tiny-vectors", "key": KEY, "timeout_s": 60.0, **fields}
        )
        embedder = Embedder(profile)
        try:
            return await embedder.embed(texts)
        finally:
            await embedder.aclose()

    return asyncio.run(run())


def failure(stub: EmbeddingsStub, **fields: Any) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        embed(stub, "one", "two", **fields)
    assert KEY not in str(caught.value)
    return caught.value


def test_vectors_come_in_the_order_of_the_texts_with_length_one(stub: EmbeddingsStub) -> None:
    stub.script(vectors_reply([[3, 4], [0.0, 2.5]], tokens=7))
    reply = embed(stub, "one", "two")
    assert reply == EmbeddingReply(((0.6, 0.8), (0.0, 1.0)), CallUsage(units=1, input_tokens=7))
    sent = stub.received[0]
    assert sent.json() == {"model": "tiny-vectors", "input": ["one", "two"], "encoding_format": "float"}
    assert sent.headers["Authorization"] == f"Bearer {KEY}"


def test_service_that_counts_no_tokens_is_read(stub: EmbeddingsStub) -> None:
    stub.script(vectors_reply([[1, 0]], tokens=None))
    assert embed(stub, "one").usage == CallUsage(units=1)


@pytest.mark.parametrize(
    "reply",
    [
        vectors_reply([[1.0, 0.0]]),
        vectors_reply([[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]]),
        vectors_reply([[1.0, 0.0], [1.0, 0.0, 0.0]]),
        vectors_reply([[1.0], []]),
        vectors_reply([[1.0, 0.0], [0.0, 0.0]]),
        vectors_reply([[1.0, float("nan")], [1.0, 0.0]]),
        vectors_reply([[1.0, float("inf")], [1.0, 0.0]]),
        vectors_reply([[1.0, 10**400], [1.0, 0.0]]),
        vectors_reply([[1.0, "2"], [1.0, 0.0]]),
        vectors_reply([[1.0, True], [1.0, 0.0]]),
        vectors_reply([[1.0] * 8_193, [1.0] * 8_193]),
        json_reply({"data": [{"index": 0, "embedding": [1.0]}, {"index": 0, "embedding": [1.0]}]}),
        json_reply({"data": [{"index": 0, "embedding": [1.0]}, {"index": True, "embedding": [1.0]}]}),
        json_reply({"data": [{"index": 0, "embedding": "AACAPw=="}, None]}),
        json_reply({"data": {}}),
        json_reply([]),
        Reply(body=b'{"data": [{"index": 0, "embedding": [1e999]}, {"index": 1, "embedding": [1]}]}'),
        Reply(body=b"<!doctype html><title>Log in</title>", content_type="text/html"),
        Reply(body=b""),
    ],
)
@pytest.mark.share(3)
def test_answer_that_is_no_list_of_vectors_is_refused(stub: EmbeddingsStub, reply: Reply) -> None:
    stub.script(reply)
    error = failure(stub)
    assert (error.fault, error.permanent, str(error)) == (
        Fault.BAD_ANSWER,
        False,
        "The model vectors answered with something that is no list of vectors.",
    )


@pytest.mark.parametrize(
    ("reply", "fault", "permanent"),
    [
        (fail(401, f"Incorrect API key provided: {KEY}"), Fault.UNAUTHORIZED, True),
        (fail(429, "Rate limit reached"), Fault.RATE_LIMITED, False),
        (fail(429, "You exceeded your quota", code="insufficient_quota"), Fault.OUT_OF_CREDIT, True),
        (fail(400, "too long", param="input"), Fault.BAD_REQUEST, True),
        (fail(404, "no such model"), Fault.NOT_FOUND, True),
        (fail(503, "overloaded"), Fault.SERVER_ERROR, False),
        (Reply(is_reset=True), Fault.UNREACHABLE, False),
        (Reply(body=b'{"data": "' + b"x" * 1_000_000, is_endless=True), Fault.TOO_LARGE, True),
    ],
)
def test_failure_is_told_by_its_code(stub: EmbeddingsStub, reply: Reply, fault: Fault, permanent: bool) -> None:
    stub.script(reply)
    error = failure(stub)
    assert (error.fault, error.permanent) == (fault, permanent)


def test_wrong_key_is_the_services_word_and_late_answer_a_timeout(stub: EmbeddingsStub) -> None:
    assert failure(stub, key="sk-other").fault == Fault.UNAUTHORIZED
    stub.script(Reply(delay_s=1.0))
    assert failure(stub, timeout_s=0.1).fault == Fault.TIMEOUT


def test_an_endpoint_that_takes_few_texts_is_asked_in_halves_and_that_is_remembered() -> None:
    texts = [f"rate {number}" for number in range(40)]
    with EmbeddingsStub(most=10) as stub:
        first = embed(stub, *texts)
        sizes = [len(batch) for batch in stub.texts]
        stub.received.clear()
        again = embed(stub, *texts)
    assert sizes == [40, 20, 10, 10, 10, 10]
    assert [len(batch) for batch in stub.texts] == [10, 10, 10, 10]
    assert (len(first.vectors), first.vectors, first.usage.units) == (40, again.vectors, 4)
