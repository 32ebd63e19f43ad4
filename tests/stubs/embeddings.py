"""An embeddings service on loopback: a vector counts the words of a text, so that texts of the same words point the same way.

``same`` names words that mean the same: what a real model has learnt.
"""

import hashlib
import re
from collections.abc import Mapping

from tests.stubs.chat import fail, tokens_in
from tests.stubs.server import Reply, Request, StubServer, json_reply

PATH = "/v1/embeddings"
DIMENSIONS = 64
_WORD = re.compile(r"[a-z0-9]+|[\u4e00-\u9fff]")


class EmbeddingsStub(StubServer):
    def __init__(self, *, key: str = "", same: Mapping[str, str] | None = None, most: int = 2048, port: int = 0) -> None:
        super().__init__(port=port)
        self.most = most
        self.key = key
        self.same = same or {}

    @property
    def base_url(self) -> str:
        return f"{self.url}/v1"

    @property
    def texts(self) -> list[list[str]]:
        """The texts of each request."""
        return [request.json()["input"] for request in self.received]

    def answer(self, request: Request) -> Reply:
        if request.path != PATH:
            return fail(404, "Unknown request URL")
        if self.key and request.headers.get("Authorization") != f"Bearer {self.key}":
            return fail(401, f"Incorrect API key provided: {request.headers.get('Authorization')}", code="invalid_api_key")
        texts = request.json()["input"]
        if len(texts) > self.most and self.most < 2048:
            return fail(400, f"batch size is invalid, it should not be larger than {self.most}.", code="InvalidParameter")
        if not all(texts) or len(texts) > 2048:
            return fail(400, "'$.input' is invalid.", param="input")
        return vectors_reply([self.vector(text) for text in texts], tokens=sum(map(tokens_in, texts)))

    def vector(self, text: str) -> list[float]:
        numbers = [0.0] * DIMENSIONS
        for word in _WORD.findall(text.casefold()):
            place = hashlib.sha256(self.same.get(word, word).encode()).digest()[0] % DIMENSIONS
            numbers[place] += 1.0
        return numbers if any(numbers) else [1.0] * DIMENSIONS


def vectors_reply(vectors: list[list[object]], *, tokens: int | None = 12) -> Reply:
    """In the shape of OpenAI's, the last text's vector first: the index tells whose each one is."""
    items = [{"object": "embedding", "index": place, "embedding": vector} for place, vector in enumerate(vectors)]
    usage = {} if tokens is None else {"usage": {"prompt_tokens": tokens, "total_tokens": tokens}}
    return json_reply({"object": "list", "data": items[::-1], "model": "tiny-vectors", **usage})
