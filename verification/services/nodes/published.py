"""Looks for series at their publishers for a person who chooses one: every publisher by itself, so that one that fails hides no other.

Nothing is chosen here. What a person names is described by its publisher once more before a row is made of it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from asgiref.sync import async_to_sync
from django.db import transaction
from django.utils.translation import gettext as _

from verification.core.series.catalogue import SeriesEntry, Transform
from verification.core.series.published import (
    MOST_CODE,
    MOST_WORDS,
    FoundSeries,
    SeriesListing,
    TableOutline,
    list_entries,
    make_entry,
    match_listing,
)
from verification.core.sources.injection import injection_mark
from verification.core.vocabulary import Fault, Purpose
from verification.enums import label_of
from verification.models import Node
from verification.providers.base import ProviderError
from verification.providers.series.base import PAGE_OF_FOUND, SearchKind, SeriesSearch
from verification.providers.series.registry import SERIES_PROVIDERS, code_of, has_tables, missing_setting, series_class, table_of
from verification.services.audit import Actor
from verification.services.errors import Refused
from verification.services.gateway.gateway import Gateway, Work, open_gateway
from verification.services.gateway.series_search import ask_for_listing, ask_for_outline, ask_for_series
from verification.services.nodes.nodes import save_node
from verification.services.nodes.series import add_series, check_fit

MOST_PAGE = 50
# How long a person waits for the slowest publisher.
SECONDS = 25.0
AnswerT = TypeVar("AnswerT")
_WORK = Work(Purpose.NODE, subject="series:search")


class SearchState(StrEnum):
    """What came of asking one publisher. ``NO_SEARCH``: its API has none. ``OFF``: the operator has not switched it on."""

    FOUND = "found"
    NOTHING = "nothing"
    NO_SEARCH = "no_search"
    OFF = "off"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class PublisherFindings:
    """What one publisher has for the words. ``missing``: the setting that would switch it on; ``fault``: why it did not answer."""

    name: str
    state: SearchState
    listing: SeriesListing
    fault: Fault | None = None
    missing: str = ""


def check_words(words: str) -> str:
    """The words as they are searched for; ``Refused`` for none, for too many and for signs that no word has."""
    text = words.strip()
    if not text:
        raise Refused(_("Write the words to search for."), field="q")
    if len(text) > MOST_WORDS:
        raise Refused(_("At most %(limit)s characters are searched for.") % {"limit": MOST_WORDS}, field="q")
    if not text.isprintable() or not any(sign.isalnum() for sign in text):
        raise Refused(_("Write words or numbers, on one line."), field="q")
    if injection_mark(text) is not None:
        raise Refused(_("These words give orders to a model; write what is measured."), field="q")
    return " ".join(text.split())


def _check_publisher(name: str) -> str:
    if name not in SERIES_PROVIDERS:
        raise Refused(_("“%(name)s” is no publisher of series.") % {"name": name[:40]}, field="publisher")
    return name


def search_publishers(*, words: str, only: str = "", page: int = 1) -> list[PublisherFindings]:
    """What every publisher has for ``words``, or ``only`` one, in the order of the registry. Nothing but ``Refused`` is raised."""
    wanted = SeriesSearch(check_words(words), max(1, min(page, MOST_PAGE)))
    names = [_check_publisher(only)] if only else list(SERIES_PROVIDERS)
    return async_to_sync(_search_all)(names, wanted)


async def _search_all(names: Sequence[str], search: SeriesSearch) -> list[PublisherFindings]:
    async with open_gateway() as gateway:
        work = replace(_WORK, ends_at=asyncio.get_running_loop().time() + SECONDS)
        return list(await asyncio.gather(*(_search(name, search, gateway, work) for name in names)))


async def _search(name: str, search: SeriesSearch, gateway: Gateway, work: Work) -> PublisherFindings:
    kind = series_class(name).search_kind
    if kind is SearchKind.NONE:
        return PublisherFindings(name, SearchState.NO_SEARCH, SeriesListing())
    if missing := missing_setting(name):
        return PublisherFindings(name, SearchState.OFF, SeriesListing(), missing=missing)
    try:
        async with asyncio.timeout(SECONDS):
            listing = await gateway.ask_publisher(ask_for_listing(name, kind, search), work=work)
    except TimeoutError:
        return PublisherFindings(name, SearchState.FAILED, SeriesListing(), fault=Fault.TIMEOUT)
    except ProviderError as error:
        return PublisherFindings(name, SearchState.FAILED, SeriesListing(), fault=error.fault)
    if kind is SearchKind.LIST:
        listing = match_listing(listing, search.words, limit=PAGE_OF_FOUND, page=search.page)
    state = SearchState.FOUND if listing.series or listing.tables else SearchState.NOTHING
    return PublisherFindings(name, state, listing)


def outline_table(*, publisher: str, table: str) -> TableOutline:
    """The dimensions of a table. ``Refused`` where there is none, or its publisher does not answer."""
    name = _check_publisher(publisher)
    found = _ask(name, lambda gateway: _outline(name, table, gateway)) if 0 < len(table) <= MOST_CODE and has_tables(name) else None
    if found is None:
        raise Refused(_("The publisher has no table “%(table)s”.") % {"table": table[:60]}, field="table")
    return found


def describe_published(*, publisher: str, code: str) -> FoundSeries:
    """A series as its publisher describes it now. ``Refused`` where it has none of the code, or does not answer."""
    name = _check_publisher(publisher)
    found = _ask(name, lambda gateway: _describe(name, code, gateway)) if 0 < len(code) <= MOST_CODE and code.isprintable() else None
    if found is None:
        raise Refused(_("The publisher has no series “%(code)s” with figures.") % {"code": code[:60]}, field="code")
    return found


def choose_published(*, publisher: str, code: str, transform: Transform, actor: Actor) -> SeriesEntry:
    """Add what a person chose to the series that nodes may ask; as ``describe_published`` refuses, and for what can't be made of it."""
    found = describe_published(publisher=publisher, code=code)
    check_transform(found, transform)
    return add_series(found=found, transform=transform, actor=actor)


def code_of_series(*, publisher: str, table: str, codes: Sequence[str]) -> str:
    """How the publisher calls the series of a table with these codes, one of each dimension."""
    return code_of(_check_publisher(publisher), table, codes)


def choose_for_node(*, node: Node, publisher: str, code: str, transform: Transform, actor: Actor) -> SeriesEntry:
    """Have a node ask this series first. ``Refused`` as ``choose_published`` says, and where it can't answer the node; nothing is kept."""
    found = describe_published(publisher=publisher, code=code)
    check_transform(found, transform)
    check_fit(make_entry(found, transform), node.spec())
    with transaction.atomic():
        entry = add_series(found=found, transform=transform, actor=actor)
        node.series = entry.key
        save_node(node=node, actor=actor)
    return entry


def check_transform(found: FoundSeries, transform: Transform) -> None:
    """``Refused`` for a change in percent of what is a percentage already."""
    if transform not in {entry.transform for entry in list_entries(found)}:
        raise Refused(_("“%(code)s” is a percentage already; take it as published.") % {"code": found.code[:60]}, field="transform")


def _ask(name: str, ask: Callable[[Gateway], Awaitable[AnswerT | None]]) -> AnswerT | None:
    async def work() -> AnswerT | None:
        async with open_gateway() as gateway:
            return await ask(gateway)

    try:
        return async_to_sync(work)()
    except ProviderError as error:
        raise Refused(tell_fault(name, error.fault)) from None


def tell_fault(name: str, fault: Fault) -> str:
    """Why a publisher did not answer, for whoever asked."""
    if fault is Fault.NOT_CONFIGURED and (missing := missing_setting(name)):
        return _("It is not switched on here: an operator has to set %(setting)s.") % {"setting": missing}
    return _("It did not answer: %(fault)s.") % {"fault": label_of(Fault, fault)}


async def _outline(name: str, table: str, gateway: Gateway) -> TableOutline | None:
    return await gateway.ask_publisher(ask_for_outline(name, table), work=_WORK)


async def _describe(name: str, code: str, gateway: Gateway) -> FoundSeries | None:
    if series_class(name).search_kind is SearchKind.NONE:
        return None
    outline = await _outline(name, table_of(name, code), gateway) if has_tables(name) else None
    if outline is None and has_tables(name):
        return None
    return await gateway.ask_publisher(ask_for_series(name, code, outline), work=_WORK)


def list_searched() -> list[str]:
    """The publishers whose APIs have a search, in the order of the registry."""
    return [name for name in SERIES_PROVIDERS if series_class(name).search_kind is not SearchKind.NONE]
