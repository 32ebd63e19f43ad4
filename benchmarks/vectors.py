"""The headlines nearest by meaning, by an OpenAI-compatible endpoint of vectors: what ``benchmarks.evidence_found --vectors`` compares.

Only pages that had been published by then are ranked, as a search would; nothing is kept.
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from verification.providers.language_models.chat import ChatProfile
from verification.providers.language_models.embeddings import MOST_TEXTS, Embedder, Vector

MODEL = "multilingual-e5-small-q4"
TIMEOUT_S = 600.0


class Headline(NamedTuple):
    url: str
    title: str
    published_at: datetime | None


def embed(base_url: str, texts: Sequence[str]) -> list[Vector]:
    """A vector of length 1 for each text, asked for in batches."""

    async def ask() -> list[Vector]:
        embedder = Embedder(ChatProfile(name="vectors", base_url=base_url, model=MODEL, timeout_s=TIMEOUT_S))
        try:
            found: list[Vector] = []
            for start in range(0, len(texts), MOST_TEXTS):
                found += (await embedder.embed(texts[start : start + MOST_TEXTS])).vectors
            return found
        finally:
            await embedder.aclose()

    return asyncio.run(ask())


def nearest(asked: Vector, headlines: Sequence[Headline], vectors: Sequence[Vector], *, as_of: datetime, days: int | None) -> list[str]:
    """The addresses of the headlines of the last ``days`` before ``as_of``, the nearest first."""
    since = as_of - timedelta(days=days) if days is not None else None
    near = [
        (sum(a * b for a, b in zip(asked, vector, strict=True)), headline.url)
        for headline, vector in zip(headlines, vectors, strict=True)
        if headline.published_at and headline.published_at <= as_of and (since is None or headline.published_at >= since)
    ]
    return [url for _, url in sorted(near, reverse=True)]
