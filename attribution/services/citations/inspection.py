"""One address, seen once: whether it is there, what it says, and what that makes of the citations that point to it."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from attribution.core.checks.existence import Fetch, judge_presence
from attribution.core.checks.page_identity import match_page
from attribution.core.checks.time_fit import judge_time
from attribution.core.checks.verdicts import CheckFacts, decide_citation
from attribution.core.vocabulary import CitationKind, Existence, Match
from attribution.models import Citation
from attribution.services.citations.findings import Finding
from verification.core.claims.judging import SourceText, Support, judge
from verification.core.evidence import Trust
from verification.core.pages.signs import PageSign
from verification.core.sources.domains import host_of, matching_suffix
from verification.core.vocabulary import Fault, PageKind
from verification.models import Document
from verification.providers.base import ProviderError, WebPage
from verification.providers.door.http_caching import caching_of
from verification.providers.door.web import PAGE_TYPES, Fetched, StoredPage
from verification.providers.pages.markup import MARKUP_TYPES
from verification.providers.pages.parser import PageText
from verification.services.gateway.calls import NotAsked
from verification.services.gateway.gateway import Gateway, Work
from verification.services.gateway.pages import StoredPages

RETRY_SECONDS = 0.5
NOT_MODIFIED = 304
MOST_FORWARDS = 2
_HAS_SCHEME = re.compile(r"(?:[a-z][a-z0-9+.-]*://|(?:https?|ftp):)", re.IGNORECASE)
SET_ASIDE = frozenset(("example", "invalid", "test"))


@dataclass(frozen=True, slots=True)
class Visit:
    """What one address brought: the fetch as the core reads it, and when; ``fetched_at`` is None for a page of the local corpus."""

    fetch: Fetch
    fetched_at: datetime | None = None
    published_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a citation beside its page: ``title`` of the work by its DOI, empty where unknown."""

    trust: Trust
    is_judged: bool = True
    title: str = ""
    is_retracted: bool = False
    has_concern: bool = False


def addresses_of(url: str) -> tuple[str, ...]:
    """What to ask for, in this order: an address without a scheme is tried both ways."""
    if _HAS_SCHEME.match(url):
        return (url,)
    bare = url.removeprefix("//")
    return (f"https://{bare}", f"http://{bare}")


async def visit(url: str, *, gateway: Gateway, work: Work, store: StoredPages, is_renewed: bool) -> Visit:
    """What ``url`` shows. ``NotAsked`` where our own limits stood before it; whatever the address does is an answer.

    A page that may still be used by its own caching rules, or that the local corpus holds, is not asked for, unless ``is_renewed``; the
    corpus also answers where the address does not. One that was read before is asked whether it has changed: "not modified" keeps its
    text, seen now.
    """
    first, *others = addresses_of(url)
    seen = await _visit(first, gateway, work, store, is_renewed)
    for address in others:
        if seen.fetch.status is None:
            seen = await _visit(address, gateway, work, store, is_renewed)
    return seen


async def _visit(url: str, gateway: Gateway, work: Work, store: StoredPages, is_renewed: bool) -> Visit:
    kept = await store.find(url)
    if kept and not is_renewed and kept.caching.fresh_until > timezone.now():
        return _from_page(kept.page)
    local = await store.find_local(url)
    if local and not is_renewed:
        return _from_corpus(url, local)
    seen = await _ask(url, gateway, work, store, kept)
    return _from_corpus(url, local) if local and seen.fetch.status is None else seen


async def _ask(url: str, gateway: Gateway, work: Work, store: StoredPages, kept: StoredPage | None) -> Visit:
    try:
        fetched = await _fetch(url, gateway, work, kept)
    except NotAsked:
        raise
    except ProviderError as error:
        return Visit(Fetch(url=url, fault=_fault_of(error, url)))
    if kept and fetched.status == NOT_MODIFIED:
        return await _renew(kept, fetched, store)
    if fetched.status in (404, 410):
        return Visit(_fetch_of(url, fetched), fetched.fetched_at)
    try:
        fetched, page = await _read(fetched, gateway, work)
    except NotAsked:
        raise
    except ProviderError as error:
        is_answer = 200 <= fetched.status < 300
        return Visit(_fetch_of(url, fetched, fault=error.fault if is_answer else None), fetched.fetched_at)
    if page.kind == PageKind.SCRIPT and settings.PAGE_READER_URL:
        page = await _draw(page, fetched, gateway, work)
    found = Visit(_fetch_of(url, fetched, page), fetched.fetched_at, page.published_at)
    caching = caching_of(fetched.headers, now=fetched.fetched_at)
    if caching.is_stored and page.text and page.kind == PageKind.ARTICLE and fetched.status < 300:
        await store.save(StoredPage(_page_of(found, fetched), caching))
    return found


async def _read(fetched: Fetched, gateway: Gateway, work: Work) -> tuple[Fetched, PageText]:
    """What an answer says, and that to which it leads by itself. An answer of any status may be somebody's challenge."""
    page = await gateway.parse(fetched)
    for _ in range(MOST_FORWARDS):
        forward = gateway.forward_of(fetched, page)
        if forward is None:
            break
        led = await gateway.fetch(forward, work=work, accept=PAGE_TYPES, visitor=fetched.visitor)
        fetched = replace(led, url=fetched.url, hops=(*fetched.hops, fetched.final_url, *led.hops))
        page = await gateway.parse(fetched)
    return fetched, page


async def _draw(page: PageText, fetched: Fetched, gateway: Gateway, work: Work) -> PageText:
    """What the deployment's reader of drawn pages sees; ``page`` as it is where it sees none."""
    try:
        drawn = await gateway.read_drawn(fetched.final_url, work=work)
    except ProviderError:
        return page
    return PageText(drawn.title, drawn.text, drawn.published_at, page.charset)


async def _fetch(url: str, gateway: Gateway, work: Work, kept: StoredPage | None) -> Fetched:
    """Every answer counts; one of a server in trouble only when it comes twice."""
    fetched = await gateway.fetch(url, work=work, accept=PAGE_TYPES, headers=_conditions(kept))
    if fetched.status == NOT_MODIFIED and (kept is None or fetched.final_url != kept.page.final_url):
        # The address now leads elsewhere, and what is said of another page is no word about the one we hold.
        fetched = await gateway.fetch(url, work=work, accept=PAGE_TYPES)
    if fetched.status < 500 or fetched.retry_after:
        return fetched
    await asyncio.sleep(RETRY_SECONDS)
    return await gateway.fetch(url, work=work, accept=PAGE_TYPES)


def _conditions(kept: StoredPage | None) -> dict[str, str]:
    """Headers that ask for a page only where it has changed; none where it was reached by a redirect, for they go to every hop."""
    if kept is None or kept.page.final_url != kept.page.url:
        return {}
    given = {"If-None-Match": kept.caching.etag, "If-Modified-Since": kept.caching.last_modified}
    return {name: value for name, value in given.items() if value}


async def _renew(kept: StoredPage, fetched: Fetched, store: StoredPages) -> Visit:
    """The text that we hold, seen now; what the answer leaves out of its caching rules stays as it was."""
    known = {"etag": kept.caching.etag, "last-modified": kept.caching.last_modified}
    caching = caching_of({**known, **fetched.headers}, now=fetched.fetched_at)
    page = replace(kept.page, fetched_at=fetched.fetched_at)
    if caching.is_stored:
        await store.save(StoredPage(page, caching))
    return _from_page(page)


def _fault_of(error: ProviderError, url: str) -> Fault:
    """A name that could not be looked up just now says nothing about the page: our own connection may be down. Names that are set aside
    for examples (RFC 2606) are nowhere, whatever the connection."""
    if error.fault == Fault.UNKNOWN_HOST and (host_of(url) or "").rpartition(".")[2] in SET_ASIDE:
        return error.fault
    return Fault.FAILED if error.fault == Fault.UNKNOWN_HOST and not error.permanent else error.fault


def _fetch_of(url: str, fetched: Fetched, page: PageText | None = None, *, fault: Fault | None = None) -> Fetch:
    is_markup = not fetched.media_type or fetched.media_type in MARKUP_TYPES
    return Fetch(
        url=url,
        final_url=fetched.final_url,
        status=fetched.status,
        fault=fault,
        hops=fetched.hops,
        headers=fetched.headers,
        title=page.title if page else "",
        text=page.text if page else "",
        content_type=fetched.media_type,
        markup_length=len(fetched.body) if is_markup else None,
        sign=PageSign(page.kind, page.mark, page.is_parked) if page else None,
    )


def _page_of(seen: Visit, fetched: Fetched) -> WebPage:
    fetch = seen.fetch
    return WebPage(
        url=fetch.url,
        final_url=fetch.final_url,
        status=fetched.status,
        title=fetch.title,
        text=fetch.text,
        published_at=seen.published_at,
        fetched_at=fetched.fetched_at,
        content_type=fetch.content_type[:100],
        hops=fetch.hops,
    )


def _from_page(page: WebPage) -> Visit:
    fetch = Fetch(
        url=page.url,
        final_url=page.final_url,
        status=page.status,
        hops=page.hops,
        title=page.title,
        text=page.text,
        content_type=page.content_type,
    )
    return Visit(fetch, page.fetched_at, page.published_at)


def _from_corpus(url: str, document: Document) -> Visit:
    return Visit(Fetch(url=url, final_url=url, status=200, title=document.title, text=document.text), published_at=document.published_at)


def judge_visit(citation: Citation, seen: Visit, known: Known, settled: Support | None = None) -> Finding:
    """The facts that a page gives about a citation, and what they decide. Takes up to half a second for the longest pages.

    ``settled`` stands in the place of the rules' own judgement of the page's text.
    """
    fetch = seen.fetch
    presence = judge_presence(fetch)
    is_there = presence.existence == Existence.THERE
    url = fetch.final_url or fetch.url
    matches = _match(citation, fetch, known) if is_there or known.title else None
    dates_fit = judge_time(citation.claim, published_at=seen.published_at) if is_there else None
    support = settled or (_support(citation, fetch) if is_there and known.is_judged and citation.claim.strip() else None)
    official = matching_suffix(host_of(url) or "", frozenset(known.trust.official)) is not None
    facts = replace(
        _known_facts(citation, seen, known),
        presence=presence,
        supports=support.status if support else None,
        support_why=support.why if support else None,
        is_authority=official,
        **({"matches": matches} if matches else {}),
        **({"dates_fit": dates_fit} if dates_fit else {}),
    )
    return Finding(
        verdict=decide_citation(facts),
        existence=presence.existence,
        matches=matches,
        dates_fit=dates_fit,
        support=support,
        source_url=url,
        is_authority=official,
        is_retracted=known.is_retracted,
        http_status=fetch.status if seen.fetched_at else None,
        final_url=url if fetch.status is not None else "",
        hops=fetch.hops,
        page_title=fetch.title,
        published_at=seen.published_at,
        fetched_at=seen.fetched_at,
    )


def _known_facts(citation: Citation, seen: Visit, known: Known) -> CheckFacts:
    """What is known without the page's text."""
    return CheckFacts(
        kind=CitationKind(citation.kind),
        has_claim=bool(citation.claim.strip()),
        period_params={"published": seen.published_at.date().isoformat()} if seen.published_at else None,
        is_retracted=known.is_retracted,
        has_concern=known.has_concern,
    )


def _match(citation: Citation, fetch: Fetch, known: Known) -> Match:
    name = citation.anchor or (citation.text if citation.kind == CitationKind.TITLE else "")
    return match_page(name, url=fetch.final_url or fetch.url, title=known.title or fetch.title, text=fetch.text)


def _support(citation: Citation, fetch: Fetch) -> Support:
    return judge(citation.claim, [SourceText(fetch.text, fetch.title, fetch.final_url or fetch.url)])


def judge_together(citations: Sequence[Citation], seen: Visit, known: Known) -> list[tuple[Citation, Finding]]:
    """Every citation of one address."""
    return [(citation, judge_visit(citation, seen, known)) for citation in citations]
