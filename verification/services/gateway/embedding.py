"""Vectors of texts, asked of the one model that ``EMBEDDINGS_PROFILE`` names, and kept: the same text is asked once in a week."""

import asyncio
import base64
import hashlib
import json
from array import array
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import datetime, timedelta

from asgiref.sync import sync_to_async
from django.utils import timezone

from verification.core.operations.budget import most_tokens, round_usd
from verification.core.operations.retrying import BRISK
from verification.core.vocabulary import CallKind
from verification.models import CachedAnswer
from verification.providers.base import CallUsage
from verification.providers.language_models.chat import ChatProfile
from verification.providers.language_models.embeddings import MOST_CHARACTERS, MOST_TEXTS, Embedder, EmbeddingReply, Vector
from verification.services.gateway.call_results import lost_model
from verification.services.gateway.calls import GRACE_S, Ask, CallTally, make_call
from verification.services.gateway.ledger import CallNote, Result, Work, record_cached
from verification.services.gateway.provider_order import ProviderState, model_scope

KEPT_FOR = timedelta(days=7)
VERSION = "embeddings"


class Embeddings:
    """The embedding model as one gateway asks it."""

    def __init__(self, stack: AsyncExitStack, standing: ProviderState) -> None:
        self._stack = stack
        self._standing = standing
        self._open: dict[ChatProfile, tuple[Embedder, asyncio.Semaphore]] = {}

    async def embed(self, texts: Sequence[str], *, profile: ChatProfile, work: Work, ends_at: float, tally: CallTally) -> dict[str, Vector]:
        """A vector of length 1 by text, all of one number of dimensions. Of a long text its beginning counts; a blank one has none."""
        wanted = list(dict.fromkeys(text[:MOST_CHARACTERS] for text in texts if text.strip()))
        found = await self._find(wanted, profile, work, ends_at, tally) if wanted else {}
        return {text: found[text[:MOST_CHARACTERS]] for text in texts if text[:MOST_CHARACTERS] in found}

    async def _find(self, wanted: list[str], profile: ChatProfile, work: Work, ends_at: float, tally: CallTally) -> dict[str, Vector]:
        known = await sync_to_async(_find_kept)(profile, wanted)
        missing = [text for text in wanted if text not in known]
        if not missing:
            await sync_to_async(record_cached)(note=_note(profile, work), answer={})
            return known
        made = await self._ask_all(missing, profile, work, ends_at, tally)
        size = len(made[missing[0]])
        # The service has put another model behind the name: what was kept of the old one can't be compared.
        if stale := [text for text in known if len(known[text]) != size]:
            made |= await self._ask_all(stale, profile, work, ends_at, tally)
        return known | made

    async def _ask_all(self, texts: list[str], profile: ChatProfile, work: Work, ends_at: float, tally: CallTally) -> dict[str, Vector]:
        made: dict[str, Vector] = {}
        for start in range(0, len(texts), MOST_TEXTS):
            batch = texts[start : start + MOST_TEXTS]
            reply = await make_call(self._ask(batch, profile, work, tally), standing=self._standing, ends_at=ends_at)
            fresh = dict(zip(batch, reply.vectors, strict=True))
            await sync_to_async(_keep)(profile, fresh, now=timezone.now())
            made |= fresh
        return made

    def _ask(self, texts: list[str], profile: ChatProfile, work: Work, tally: CallTally) -> Ask[EmbeddingReply]:
        embedder, places = self._opened(profile)
        most = CallUsage(input_tokens=sum(map(most_tokens, texts)))
        return Ask(
            note=_note(profile, work, request=json.dumps({"input": texts}, ensure_ascii=False)),
            send=lambda: embedder.embed(texts),
            took=lambda reply: _result(profile, reply, most),
            lost=lambda error: lost_model(profile, error, most),
            claims=lambda now: self._standing.terms.model_claims(profile.name, profile.cost_usd(most), purpose=work.purpose, now=now),
            policy=BRISK,
            places=places,
            health=model_scope(profile.name),
            seconds=profile.timeout_s + GRACE_S,
            tally=tally,
        )

    def _opened(self, profile: ChatProfile) -> tuple[Embedder, asyncio.Semaphore]:
        if profile not in self._open:
            embedder = Embedder(profile)
            self._stack.push_async_callback(embedder.aclose)
            self._open[profile] = (embedder, asyncio.Semaphore(profile.concurrency))
        return self._open[profile]


def _note(profile: ChatProfile, work: Work, *, request: str = "") -> CallNote:
    return CallNote(kind=CallKind.MODEL, provider=profile.name, work=work, query=profile.model, prompt_version=VERSION, request=request)


def _result(profile: ChatProfile, reply: EmbeddingReply, most: CallUsage) -> Result:
    """By the service's own count of tokens; by the most they can have been where it counts none."""
    usage = reply.usage if reply.usage.input_tokens else most
    said = {"vectors": len(reply.vectors), "dimensions": len(reply.vectors[0])}
    return Result(usage=usage, cost_usd=round_usd(profile.cost_usd(usage)), spent={model_scope(profile.name): 1}, response=json.dumps(said))


def _key(profile: ChatProfile, text: str) -> str:
    asked = [VERSION, profile.base_url, profile.model, text]
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()


def _find_kept(profile: ChatProfile, texts: Sequence[str]) -> dict[str, Vector]:
    """One query; as packed four-byte numbers a vector takes a fifth of what it takes written out."""
    keys = {text: _key(profile, text) for text in texts}
    kept: Mapping[str, Mapping[str, str]] = dict(
        CachedAnswer.objects.filter(key__in=keys.values(), expires_at__gt=timezone.now()).values_list("key", "answer")
    )
    return {text: tuple(array("f", base64.b64decode(kept[key]["vector"]))) for text, key in keys.items() if key in kept}


def _keep(profile: ChatProfile, vectors: Mapping[str, Vector], *, now: datetime) -> None:
    rows = [
        CachedAnswer(
            key=_key(profile, text),
            answer={"vector": base64.b64encode(array("f", vector).tobytes()).decode()},
            created_at=now,
            expires_at=now + KEPT_FOR,
        )
        for text, vector in vectors.items()
    ]
    CachedAnswer.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["key"], update_fields=["answer", "created_at", "expires_at"]
    )
