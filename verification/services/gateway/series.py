"""Publishers of official series, asked as every service is: breaker, quota, ledger, and answers that are kept for a while."""

import asyncio
import hashlib
import json
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.utils import timezone

from verification.core.operations.retrying import BRISK
from verification.core.series.observations import Observation, read_written, write_period
from verification.core.vocabulary import CallKind, Fault
from verification.providers.api_client import ApiClient
from verification.providers.base import CallUsage, ProviderError
from verification.providers.series.base import SeriesAnswer, SeriesProvider, SeriesQuery
from verification.providers.series.registry import NEEDED_KEYS, make_series_provider, missing_setting
from verification.services.gateway.answer_cache import find_kept, keep
from verification.services.gateway.calls import GRACE_S, Ask, make_call
from verification.services.gateway.ledger import CallNote, Result, Work
from verification.services.gateway.provider_order import ProviderState, ProviderTerms, lookup_scope

__all__ = ["SeriesAnswer", "SeriesQuery", "observe"]


async def observe(
    query: SeriesQuery,
    client: ApiClient,
    terms: ProviderTerms,
    standing: ProviderState,
    places: asyncio.Semaphore,
    work: Work,
    ends_at: float,
) -> SeriesAnswer:
    """The publisher's answer, or the one that is kept; ``ProviderError`` where nobody may ask it, or it does not answer."""
    check_publisher(query.entry.provider)
    key = key_of(query)
    if kept := await sync_to_async(find_kept)(key=key, now=timezone.now()):
        return read_answer(kept)
    provider = make_series_provider(query.entry.provider, client=client)
    ask = make_ask(query, provider, work=work, terms=terms, places=places)
    answer = await make_call(ask, standing=standing, ends_at=ends_at)
    await sync_to_async(keep)(key=key, answer=write_answer(answer), purpose=work.purpose, now=timezone.now())
    return answer


def key_of(query: SeriesQuery) -> str:
    """Under which an answer is kept: of what is asked, and of the day as of which."""
    asked = ["series", query.entry.provider, query.entry.code, query.entry.frequency, query.since.isoformat(), query.day.isoformat()]
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()


def _describe(query: SeriesQuery) -> str:
    return f"{query.entry.provider}:{query.entry.code} ≥ {query.since.isoformat()} @ {query.day.isoformat()}"


def check_publisher(name: str) -> None:
    """``NOT_CONFIGURED`` where nobody may ask the publisher, with the setting that would change it."""
    if missing := missing_setting(name):
        said = f"{missing} is not set." if missing == NEEDED_KEYS.get(name) else f"SERIES_PROVIDERS does not name {name}."
        raise ProviderError(said, permanent=True, fault=Fault.NOT_CONFIGURED)


def make_ask(
    query: SeriesQuery, provider: SeriesProvider, *, work: Work, terms: ProviderTerms, places: asyncio.Semaphore
) -> Ask[SeriesAnswer]:
    """The one question to a publisher, under its own breaker and quota of a day, which counts requests."""
    name, units = query.entry.provider, provider.planned_calls(query)
    return Ask(
        note=CallNote(kind=CallKind.LOOKUP, provider=name, work=work, query=_describe(query)),
        send=lambda: provider.observe(query),
        took=lambda answer: _took(query, answer),
        lost=lambda _error: _lost(query),
        claims=lambda now: terms.lookup_claims(name, now=now, units=units),
        policy=BRISK,
        places=places,
        health=lookup_scope(name),
        seconds=settings.SEARCH_TIMEOUT_SECONDS + GRACE_S,
    )


def _took(query: SeriesQuery, answer: SeriesAnswer) -> Result:
    said = {
        "observations": len(answer.observations),
        "next_release": answer.next_release.isoformat() if answer.next_release else None,
    }
    return Result(usage=CallUsage(units=answer.calls), spent={lookup_scope(query.entry.provider): answer.calls}, response=json.dumps(said))


def _lost(query: SeriesQuery) -> Result:
    return Result(usage=CallUsage(units=1), spent={lookup_scope(query.entry.provider): 1})


def write_answer(answer: SeriesAnswer) -> dict[str, object]:
    """As JSON keeps it; figures as text, as they are."""
    return {
        "observations": [
            [write_period(one.period), str(one.value), one.vintage.isoformat(), one.is_exact_vintage] for one in answer.observations
        ],
        "next_release": answer.next_release.isoformat() if answer.next_release else None,
    }


def read_answer(kept: Mapping[str, Any]) -> SeriesAnswer:
    """What ``write_answer`` wrote; at no cost."""
    observations = tuple(
        Observation(read_written(period), Decimal(value), date.fromisoformat(vintage), is_exact)
        for period, value, vintage, is_exact in kept["observations"]
    )
    release = kept["next_release"]
    return SeriesAnswer(observations, date.fromisoformat(release) if release else None, calls=0)
