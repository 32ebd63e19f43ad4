"""Vectors of texts by any OpenAI-compatible ``/embeddings`` endpoint: texts that mean the same point the same way."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from verification.core.patterns import lazy_regex
from verification.providers.api_faults import failed_status
from verification.providers.base import CallUsage
from verification.providers.connections import VECTOR_BYTES
from verification.providers.language_models.chat import Endpoint, EndpointRefusal, read_usage

MOST_TEXTS, MOST_CHARACTERS = 100, 2_000
MOST_DIMENSIONS = 8_192
# A number beyond it is none that a model gave.
_LARGEST = 1e6

# What DashScope and others say of more texts than they take; the most that an endpoint takes, for as long as the process lives.
_TOO_MANY = lazy_regex(
    r"batch[ _]?size|larger than \d+|too many (?:inputs|texts)|maximum (?:number of inputs|batch)|at most \d+ (?:inputs|texts)"
)
_BATCHES: dict[tuple[str, str], int] = {}

Vector = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class EmbeddingReply:
    """A vector of length 1 for each text, in the order of the texts, all with the same number of dimensions."""

    vectors: tuple[Vector, ...]
    usage: CallUsage


class BatchTooLarge(Exception):
    """The endpoint takes fewer texts at once."""


class Embedder(Endpoint):
    """The model of a profile that gives vectors."""

    answers_with = "list of vectors"
    max_bytes = VECTOR_BYTES

    async def embed(self, texts: Sequence[str]) -> EmbeddingReply:
        """Vectors of 1 to ``MOST_TEXTS`` texts of 1 to ``MOST_CHARACTERS`` characters. ``ProviderError`` and nothing else.

        In one request where the endpoint takes so many; one that does not is asked with half as many, and that is remembered.
        """
        endpoint = (self.profile.base_url, self.profile.model)
        vectors: list[Vector] = []
        usage = CallUsage(units=0)
        while len(vectors) < len(texts):
            batch = texts[len(vectors) : len(vectors) + _BATCHES.get(endpoint, MOST_TEXTS)]
            try:
                reply = self._read(await self._in_time(partial(self._ask, batch)), count=len(batch))
            except BatchTooLarge:
                _BATCHES[endpoint] = max(1, len(batch) // 2)
                continue
            vectors += reply.vectors
            usage += reply.usage
        if len({len(vector) for vector in vectors}) != 1:
            raise self._unreadable()
        return EmbeddingReply(tuple(vectors), usage)

    async def _ask(self, texts: Sequence[str]) -> bytes:
        async def send(client: Any) -> Any:
            # As plain numbers: not every service knows the packed form that the package asks for by itself.
            create = client.embeddings.with_raw_response.create
            return await create(model=self.profile.model, input=list(texts), encoding_format="float")

        try:
            return await self._send(send)
        except EndpointRefusal as refusal:
            if len(texts) > 1 and _TOO_MANY.search(refusal.said):
                raise BatchTooLarge from None
            raise failed_status(self._service, refusal.status, {}, b"", None) from None

    def _read(self, body: bytes, *, count: int) -> EmbeddingReply:
        answer = self._parse(body)
        items = answer.get("data")
        vectors: dict[int, Vector] = {}
        for item in items if isinstance(items, list) else ():
            place, vector = (item.get("index"), _unit(item.get("embedding"))) if isinstance(item, dict) else (None, None)
            if type(place) is not int or vector is None or place in vectors:
                raise self._unreadable()
            vectors[place] = vector
        if vectors.keys() != set(range(count)) or len({len(vector) for vector in vectors.values()}) != 1:
            raise self._unreadable()
        return EmbeddingReply(tuple(vectors[place] for place in range(count)), read_usage(answer.get("usage")))


def _unit(given: object) -> Vector | None:
    """``given`` scaled to length 1; None for anything but numbers of which one at least is not 0."""
    if not isinstance(given, list) or not 1 <= len(given) <= MOST_DIMENSIONS:
        return None
    if not all(type(number) in (int, float) and -_LARGEST <= number <= _LARGEST for number in given):
        return None
    length = math.hypot(*given)
    return tuple(number / length for number in given) if length else None
