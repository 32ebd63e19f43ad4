"""The one way to the outside for everything that works: searches, pages and models, on whose behalf, and what came of it.

Every call passes a breaker, is paid for from an allowance and leaves a row in the ledger. Where a provider fails the next is asked.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from verification.core.operations.retrying import BRISK, PATIENT
from verification.core.vocabulary import CallKind, Fault
from verification.providers import drawn_pages
from verification.providers.api_client import ApiClient, ApiRequest, open_api_client
from verification.providers.api_faults import Classify
from verification.providers.base import (
    CallUsage,
    ChatReply,
    ChatRequest,
    Failure,
    ProviderError,
    SearchAnswer,
    SearchProvider,
    SearchQuery,
    WebPage,
)
from verification.providers.connections import PAGE_BYTES
from verification.providers.door.visitor import Visitor
from verification.providers.door.web import Fetched, WebDoor
from verification.providers.language_models.chat import Chat, ChatProfile, load_early
from verification.providers.language_models.embeddings import Vector
from verification.providers.pages.parser import PageText
from verification.providers.registry import make_search_provider
from verification.services.gateway import answer_cache, recall
from verification.services.gateway.allowances import reclaim_expired
from verification.services.gateway.breakers import note_plan
from verification.services.gateway.call_results import (
    fetched_result,
    lost_model,
    lost_search,
    model_result,
    most_usage,
    page_result,
    search_result,
    with_more_room,
    write_query,
    write_request,
)
from verification.services.gateway.calls import GRACE_S, Ask, CallTally, NotAsked, make_call
from verification.services.gateway.embedding import Embeddings
from verification.services.gateway.gathering import Noted
from verification.services.gateway.ledger import CallNote, Result, Work, record_calls
from verification.services.gateway.pages import make_door
from verification.services.gateway.provider_order import ProviderState, ProviderTerms, SearchTerms, lookup_scope, model_scope
from verification.services.gateway.series import SeriesAnswer, SeriesQuery, observe
from verification.services.gateway.series_search import Asking, PublisherQuestion, ask_publisher
from verification.services.gateway.unanswered import Unanswered, nobody
from verification.services.gateway.visits import SAYS_NOTHING, is_kept_out, note_visits

__all__ = ["Gateway", "Unanswered", "Work", "open_gateway"]

logger = logging.getLogger(__name__)

PAGES_AT_ONCE = 60
LINKS_AT_ONCE = 50
PAGE_SECONDS = 30.0

AnswerT = TypeVar("AnswerT")


class Gateway:
    """Asks the outside for one batch of work, whose runs share its connections. Raises ``ProviderError`` and nothing else."""

    def __init__(self, client: ApiClient, stack: AsyncExitStack) -> None:
        self._client = client
        self._stack = stack
        self._standing = ProviderState()
        self._recall = recall.Recall()
        self._searches = asyncio.Semaphore(settings.SEARCH_CONCURRENCY)
        self._pages = asyncio.Semaphore(PAGES_AT_ONCE)
        self._links = asyncio.Semaphore(LINKS_AT_ONCE)
        self._models: dict[ChatProfile, tuple[Chat, asyncio.Semaphore]] = {}
        self._free_calls = Noted(record_calls)
        self._visits = Noted(note_visits)
        self._embeddings = Embeddings(stack, self._standing)
        self._doors: dict[bool, WebDoor] = {}

    async def search(self, query: SearchQuery, *, work: Work, first: str = "") -> SearchAnswer:
        """The first provider of the order that answers; ``failures`` names those before it. ``Unanswered`` where none does.

        ``first`` is asked before the others where it is among them. Work that is taken up again is given the answer of then.
        """
        if known := await self._recall.take(recall.fingerprint_search(query), work=work):
            return recall.read_search(known)
        ends_at = _ends_at(work)
        terms = (await self._refresh()).led_by(first)
        order = terms.searches
        is_kept = bool(order) and not order[0].is_local
        names = tuple(provider.name for provider in order)
        key = answer_cache.key_of(query, providers=names, purpose=work.purpose, now=timezone.now()) if is_kept else ""
        if is_kept and (kept := await sync_to_async(recall.find_kept)(key, query, work)):
            return kept
        tally, errors = CallTally(), []
        failures: list[Failure] = []
        for place, provider in enumerate(order):
            try:
                answer = await make_call(
                    self._search_ask(query, work, terms, place, tally, failures), standing=self._standing, ends_at=ends_at
                )
            except ProviderError as error:
                errors.append(error)
                failures.append(Failure(provider=provider.name, kind=CallKind.SEARCH, fault=error.fault))
                continue
            await self._note_plan(provider, answer)
            if is_kept and not failures and not answer.failures:
                await sync_to_async(answer_cache.keep_answer)(key=key, answer=answer, purpose=work.purpose, now=timezone.now())
            return replace(answer, failures=(*failures, *answer.failures), calls=tally.calls, cost_usd=tally.cost_usd)
        raise Unanswered(errors or [nobody(_("No search provider is configured and active."))], failures=failures, tally=tally)

    async def read(self, url: str, *, work: Work) -> WebPage:
        """The main text of the page behind ``url``, by the guarded door; robots.txt and caches are honoured."""
        if known := await self._recall.take(recall.fingerprint_page(url), work=work):
            return recall.read_page(known)
        send = partial(self._read_page, url, work)
        return await self._visit(CallKind.PAGE, url, work, send, page_result, places=self._pages, keep=recall.write_page)

    async def _read_page(self, url: str, work: Work) -> WebPage:
        try:
            return await self._open_door().read(url, lang=work.lang)
        except ProviderError as error:
            if error.fault != Fault.NEEDS_SCRIPT or not settings.PAGE_READER_URL:
                raise
        return await self.read_drawn(url, work=work)

    async def read_drawn(self, url: str, *, work: Work) -> WebPage:
        """The text of a page that only a browser draws, by the reader that the deployment names."""
        request = drawn_pages.make_request(url, base_url=settings.PAGE_READER_URL, key=settings.PAGE_READER_API_KEY)
        return drawn_pages.read_drawn(await self.look_up(request, name=drawn_pages.NAME, query=url, work=work), url=url)

    async def fetch(
        self,
        url: str,
        *,
        work: Work,
        kind: CallKind = CallKind.LOOKUP,
        method: str = "GET",
        accept: str = "*/*",
        headers: Mapping[str, str] | None = None,
        content: bytes | None = None,
        max_bytes: int = PAGE_BYTES,
        is_cut: bool = False,
        deadline_s: float | None = None,
        visitor: Visitor | None = None,
    ) -> Fetched:
        """What the address of a link answers, by the guarded door: every status is an answer, and the body is there once."""
        door = self._open_door(is_webhook=kind == CallKind.WEBHOOK)
        send = partial(
            door.fetch,
            url,
            method=method,
            headers=headers,
            content=content,
            accept=accept,
            max_bytes=max_bytes,
            is_cut=is_cut,
            deadline_s=deadline_s,
            visitor=visitor or Visitor(work.lang),
        )
        return await self._visit(kind, url, work, send, fetched_result, places=self._links)

    async def look_up(
        self, request: ApiRequest, *, name: str, query: str, work: Work, classify: Classify | None = None
    ) -> dict[str, object]:
        """The JSON that a small service answers, under its own breaker and quota of a day; ``query`` is what the ledger keeps."""
        terms = await self._refresh()
        counted = {lookup_scope(name): 1}
        ask = Ask(
            note=CallNote(kind=CallKind.LOOKUP, provider=name, work=work, query=query),
            send=lambda: self._client.fetch(request, classify=classify),
            took=lambda _answer: Result(usage=CallUsage(units=1), spent=counted),
            lost=lambda _error: Result(usage=CallUsage(units=1), spent=counted),
            claims=lambda now: terms.lookup_claims(name, now=now),
            policy=BRISK,
            places=self._searches,
            health=lookup_scope(name),
            seconds=settings.SEARCH_TIMEOUT_SECONDS + GRACE_S,
        )
        return await make_call(ask, standing=self._standing, ends_at=_ends_at(work))

    async def observe(self, query: SeriesQuery, *, work: Work) -> SeriesAnswer:
        """The observations of an official series, from its publisher alone; kept for a while as searches are."""
        return await observe(query, self._client, await self._refresh(), self._standing, self._searches, work, _ends_at(work))

    async def ask_publisher(self, question: PublisherQuestion[AnswerT], *, work: Work) -> AnswerT:
        """What a publisher's own list says of its series, from that publisher alone."""
        terms = await self._refresh()
        return await ask_publisher(question, Asking(self._client, terms, self._standing, self._searches, work, _ends_at(work)))

    async def settle(self) -> None:
        """Write down what nobody waited for: calls that were free, and how sites did."""
        await self._free_calls.settle()
        await self._visits.settle()

    def prepare(self) -> None:
        """Have the readers of pages started while many pages are on their way."""
        self._open_door().prepare()

    async def parse(self, fetched: Fetched) -> PageText:
        """Title, main text and date of what was fetched; nobody is asked again."""
        return await self._open_door().parse(fetched)

    def forward_of(self, fetched: Fetched, found: PageText) -> str | None:
        return self._open_door().forward_of(fetched, found)

    async def _visit(
        self,
        kind: CallKind,
        url: str,
        work: Work,
        send: Callable[[], Awaitable[AnswerT]],
        took: Callable[[AnswerT], Result],
        *,
        places: asyncio.Semaphore,
        keep: Callable[[AnswerT], recall.Kept | None] = lambda _visited: None,
    ) -> AnswerT:
        await self._refresh()
        ask = Ask(
            note=CallNote(kind=kind, provider=WebDoor.name, work=work, query=url, fingerprint=recall.fingerprint_page(url)),
            send=send,
            took=took,
            lost=lambda _error: Result(usage=CallUsage(units=1)),
            claims=lambda _now: [],
            policy=BRISK,
            places=places,
            seconds=PAGE_SECONDS,
            keep=keep,
            record=None if kind == CallKind.WEBHOOK else self._free_calls.tell,
        )
        try:
            visited = await make_call(ask, standing=self._standing, ends_at=_ends_at(work))
        except ProviderError as error:
            if kind != CallKind.WEBHOOK and not isinstance(error, NotAsked) and error.fault not in SAYS_NOTHING:
                self._visits.tell((url, False))
            raise
        if kind != CallKind.WEBHOOK and not getattr(visited, "is_cached", False) and not is_kept_out(visited):
            self._visits.tell((url, getattr(visited, "status", 200) < 400))
        return visited

    async def complete(self, request: ChatRequest, *, work: Work, profile: str | None = None) -> ChatReply:
        """What the first model of the order that answers says, or the one that ``profile`` names. ``Unanswered`` where none does."""
        fingerprint = recall.fingerprint_model(request, profile)
        if known := await self._recall.take(fingerprint, work=work):
            return recall.read_reply(known)
        ends_at, terms = _ends_at(work), await self._refresh()
        profiles = [own for own in terms.profiles if profile in (None, own.name)]
        tally, errors = CallTally(), []
        failures: list[Failure] = []
        for own in profiles:
            try:
                ask = self._model_ask(request, work, terms, own, is_last=own is profiles[-1], tally=tally)
                ask = replace(
                    ask,
                    note=replace(ask.note, fingerprint=fingerprint),
                    keep=lambda reply: recall.write_reply(reply, failures=failures, cost_usd=tally.cost_usd),
                )
                reply = await make_call(ask, standing=self._standing, ends_at=ends_at)
            except ProviderError as error:
                errors.append(error)
                failures.append(Failure(provider=own.name, kind=CallKind.MODEL, fault=error.fault))
                continue
            return replace(reply, failures=tuple(failures), cost_usd=tally.cost_usd)
        raise Unanswered(errors or [nobody(_("No language model is configured and active."))], failures=failures, tally=tally)

    async def embed(self, texts: Sequence[str], *, work: Work, tally: CallTally) -> dict[str, Vector]:
        """A vector by text, for each that is not blank; what that took is added to ``tally``. ``NOT_CONFIGURED`` without a model for it."""
        profile = (await self._refresh()).embedder
        if profile is None:
            raise nobody(_("No model for embeddings is configured and active."))
        return await self._embeddings.embed(texts, profile=profile, work=work, ends_at=_ends_at(work), tally=tally)

    async def _refresh(self) -> ProviderTerms:
        if self._standing.is_due(clock_s := asyncio.get_running_loop().time()):
            await sync_to_async(self._standing.refresh)(clock_s)
            if self._standing.terms.profiles or self._standing.terms.embedder:
                load_early()
        return self._standing.terms

    async def _note_plan(self, own: SearchTerms, answer: SearchAnswer) -> None:
        """Have an admin told where an account's plan refuses what was asked, and no more where it does not."""
        known = self._standing.health_of(own.scope)
        if answer.is_restricted not in (None, known.is_restricted):
            self._standing.health[own.scope] = replace(known, is_restricted=bool(answer.is_restricted))
            await sync_to_async(note_plan)(provider=own.scope, is_restricted=bool(answer.is_restricted))

    def _search_ask(
        self, query: SearchQuery, work: Work, terms: ProviderTerms, place: int, tally: CallTally, failures: list[Failure]
    ) -> Ask[SearchAnswer]:
        own = terms.searches[place]
        engine, units = self._open_search(own, query)
        is_last_live = all(other.is_local for other in terms.searches[place + 1 :])
        note = CallNote(
            kind=CallKind.SEARCH,
            provider=own.name,
            work=work,
            query=" | ".join(query.phrasings),
            request=write_query(query),
            fingerprint=recall.fingerprint_search(query),
        )

        def keep(answer: SearchAnswer) -> recall.Kept | None:
            """The local corpus costs nothing and answers alike again."""
            return None if own.is_local else recall.write_search(answer, failures=failures, calls=tally.calls, cost_usd=tally.cost_usd)

        return Ask(
            note=note,
            send=lambda: engine.search(query),
            took=lambda answer: search_result(own, answer),
            lost=lambda error: lost_search(own, units, error),
            claims=lambda now: terms.search_claims(own, units=units, purpose=work.purpose, now=now),
            policy=PATIENT if is_last_live and not own.is_local else BRISK,
            places=self._searches,
            health="" if own.is_local else own.scope,
            seconds=None if own.is_local else settings.SEARCH_TIMEOUT_SECONDS * units + GRACE_S,
            tally=tally,
            keep=keep,
        )

    def _open_search(self, own: SearchTerms, query: SearchQuery) -> tuple[SearchProvider, int]:
        """The provider, and how many requests the search may take."""
        try:
            engine = make_search_provider(own.name, client=self._client)
            return engine, engine.planned_calls(query)
        except Exception as error:
            logger.exception("The provider %s has a defect.", own.name)
            said = _("%(provider)s failed (%(error)s).") % {"provider": own.name, "error": type(error).__name__}
            raise ProviderError(said, permanent=True) from error

    def _model_ask(
        self, request: ChatRequest, work: Work, terms: ProviderTerms, own: ChatProfile, *, is_last: bool, tally: CallTally
    ) -> Ask[ChatReply]:
        chat, places = self._open_model(own)
        most, most_usd = most_usage(own, request), own.cost_usd(with_more_room(most_usage(own, request)))
        return Ask(
            note=CallNote(
                kind=CallKind.MODEL,
                provider=own.name,
                work=work,
                query=own.model,
                prompt_version=request.prompt_version,
                request=write_request(request),
            ),
            send=lambda: chat.complete(request),
            took=lambda reply: model_result(own, reply, most),
            lost=lambda error: lost_model(own, error, most),
            claims=lambda now: terms.model_claims(own.name, most_usd, purpose=work.purpose, now=now),
            policy=PATIENT if is_last else BRISK,
            places=places,
            health=model_scope(own.name),
            seconds=2 * own.timeout_s + GRACE_S,
            tally=tally,
        )

    def _open_door(self, *, is_webhook: bool = False) -> WebDoor:
        if is_webhook not in self._doors:
            self._doors[is_webhook] = make_door(is_webhook=is_webhook)
            self._stack.push_async_callback(self._doors[is_webhook].aclose)
        return self._doors[is_webhook]

    def _open_model(self, profile: ChatProfile) -> tuple[Chat, asyncio.Semaphore]:
        """The model behind a profile, made once for each gateway and again when its settings changed."""
        known = self._models.get(profile)
        if known is None:
            chat = Chat(profile)
            self._stack.push_async_callback(chat.aclose)
            known = self._models[profile] = (chat, asyncio.Semaphore(profile.concurrency))
        return known


@asynccontextmanager
async def open_gateway() -> AsyncIterator[Gateway]:
    """The gateway with its connections, closed together at the end. What dead processes had set aside comes back first."""
    await sync_to_async(reclaim_expired)(now=timezone.now())
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(open_api_client())
        gateway = Gateway(client, stack)
        stack.push_async_callback(gateway.settle)
        yield gateway


def _ends_at(work: Work) -> float:
    return work.ends_at if work.ends_at is not None else asyncio.get_running_loop().time() + settings.RUN_DEADLINE_SECONDS
