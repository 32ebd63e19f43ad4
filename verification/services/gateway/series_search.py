"""Publishers' own lists of series, asked as their observations are: breaker, quota, ledger, and answers that are kept for a while."""

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Any, Generic, TypeVar, cast

from asgiref.sync import sync_to_async
from django.conf import settings
from django.utils import timezone
from pydantic import TypeAdapter

from verification.core.operations.retrying import BRISK
from verification.core.series.published import FoundSeries, SeriesListing, TableOutline
from verification.core.vocabulary import CallKind
from verification.providers.api_client import ApiClient
from verification.providers.base import CallUsage
from verification.providers.series.base import SearchKind, SeriesProvider, SeriesSearch, TableProvider
from verification.providers.series.registry import make_series_provider
from verification.services.gateway.answer_cache import find_kept, keep
from verification.services.gateway.calls import GRACE_S, Ask, make_call
from verification.services.gateway.ledger import CallNote, Result, Work
from verification.services.gateway.provider_order import ProviderState, ProviderTerms, lookup_scope
from verification.services.gateway.series import check_publisher

# Lists of tables and their dimensions change a few times a year.
LIST_AGE = timedelta(days=1)
OUTLINE_CALLS = 2

AnswerT = TypeVar("AnswerT")


@dataclass(frozen=True, slots=True)
class PublisherQuestion(Generic[AnswerT]):
    """What one publisher is asked. ``asked`` is what makes it the same question; ``age``: how long its answer is kept, None as searches."""

    name: str
    asked: tuple[str, ...]
    send: Callable[[SeriesProvider], Awaitable[AnswerT]]
    answer: Callable[[], TypeAdapter[AnswerT]]
    calls: Callable[[SeriesProvider], int]
    age: timedelta | None = None

    @property
    def key(self) -> str:
        return hashlib.sha256(json.dumps(["series-search", self.name, *self.asked]).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Asking:
    """On whose behalf and by what terms a publisher is asked."""

    client: ApiClient
    terms: ProviderTerms
    standing: ProviderState
    places: asyncio.Semaphore
    work: Work
    ends_at: float


# What writes and reads the answers is made when one is first kept or found: it takes longer than loading all else here.


@cache
def _listing() -> TypeAdapter[SeriesListing]:
    return TypeAdapter(SeriesListing)


@cache
def _outline() -> TypeAdapter[TableOutline | None]:
    return TypeAdapter(TableOutline | None)


@cache
def _series() -> TypeAdapter[FoundSeries | None]:
    return TypeAdapter(FoundSeries | None)


def ask_for_listing(name: str, kind: SearchKind, search: SeriesSearch) -> PublisherQuestion[SeriesListing]:
    """What a publisher has for the words; all that it lists where it knows no words."""
    is_list = kind is SearchKind.LIST
    asked = SeriesSearch() if is_list else search
    said = ("list",) if is_list else ("words", asked.words, str(asked.page))
    return PublisherQuestion(
        name, said, lambda provider: provider.search(asked), _listing, lambda one: one.search_calls, LIST_AGE if is_list else None
    )


def ask_for_outline(name: str, table: str) -> PublisherQuestion[TableOutline | None]:
    """The dimensions of a table; None where there is none of the name."""
    return PublisherQuestion(
        name,
        ("table", table),
        lambda provider: cast(TableProvider, provider).outline(table),
        _outline,
        lambda _one: OUTLINE_CALLS,
        LIST_AGE,
    )


def ask_for_series(name: str, code: str, outline: TableOutline | None) -> PublisherQuestion[FoundSeries | None]:
    """How the publisher describes a series now; None where it has none of the code."""
    return PublisherQuestion(name, ("series", code), lambda provider: provider.identify(code, outline), _series, lambda _one: 1)


async def ask_publisher(question: PublisherQuestion[AnswerT], asking: Asking) -> AnswerT:
    """The publisher's answer, or the one that is kept; ``ProviderError`` where nobody may ask it, or it does not answer."""
    check_publisher(question.name)
    now = timezone.now()
    if kept := await sync_to_async(find_kept)(key=question.key, now=now):
        return question.answer().validate_python(kept["answer"])
    provider = make_series_provider(question.name, client=asking.client)
    answer = await make_call(_make_ask(question, provider, asking), standing=asking.standing, ends_at=asking.ends_at)
    written = {"answer": question.answer().dump_python(answer, mode="json")}
    await sync_to_async(keep)(key=question.key, answer=written, purpose=asking.work.purpose, now=timezone.now(), age=question.age)
    return answer


def _make_ask(question: PublisherQuestion[AnswerT], provider: SeriesProvider, asking: Asking) -> Ask[AnswerT]:
    scope, units = lookup_scope(question.name), question.calls(provider)
    return Ask(
        note=CallNote(kind=CallKind.LOOKUP, provider=question.name, work=asking.work, query=f"{question.name}: {' '.join(question.asked)}"),
        send=lambda: question.send(provider),
        took=lambda answer: _took(scope, answer),
        lost=lambda _error: Result(usage=CallUsage(units=1), spent={scope: 1}),
        claims=lambda now: asking.terms.lookup_claims(question.name, now=now, units=units),
        policy=BRISK,
        places=asking.places,
        health=scope,
        seconds=settings.SEARCH_TIMEOUT_SECONDS + GRACE_S,
    )


def _took(scope: str, answer: Any) -> Result:
    calls = getattr(answer, "calls", 1)
    said: dict[str, object] = {"found": answer is not None}
    if isinstance(answer, SeriesListing):
        said = {"series": len(answer.series), "tables": len(answer.tables), "total": answer.total}
    return Result(usage=CallUsage(units=calls), spent={scope: calls}, response=json.dumps(said))
