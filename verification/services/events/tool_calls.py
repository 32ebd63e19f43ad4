"""The tools of the analysis of an event (seed 003): search, figures that are held here, and a declared place for what a chain says."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

from django.conf import settings
from django.utils import timezone

from verification.core.events.evidence import Hit
from verification.core.events.own_nodes import FigureTool
from verification.core.events.planning import SEARCH, Plan
from verification.core.evidence import Page
from verification.core.language.texts import language_of
from verification.core.periods.freshness import parse_moment
from verification.core.vocabulary import CallKind, Purpose
from verification.enums import StepStatus
from verification.models import Event
from verification.providers.base import Failure, ProviderError, SearchAnswer, SearchQuery
from verification.providers.registry import SEARCH_PROVIDERS, is_configured
from verification.providers.tool_result import describe_answer, describe_error
from verification.services.events.lifecycle import StepResult
from verification.services.gateway.gateway import Gateway, Unanswered, Work
from verification.services.gateway.provider_order import CORPUS
from verification.services.runs.lifecycle import failure_shape

FRESH_DAYS = 30
MAX_CONTENT, MAX_TITLE = 10_000, 500


@dataclass(frozen=True, slots=True)
class ToolCallRequest:
    """One call: for which event, after what, whose pages are official, and until when (seconds of the loop's clock).

    ``subject`` is whom and what in short; services take one phrasing of each language, so that it costs nothing there.
    """

    event: Event
    plan: Plan
    official: frozenset[str]
    subject: str
    ends_at: float


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool by its switch. ``is_held``: it answers from verified nodes and kept series, before anything is searched for and at no cost;
    neither that nor a ``call``: declared, and not there yet."""

    switch: str
    call: Callable[[ToolCallRequest, Gateway], Awaitable[StepResult]] | None = None
    is_held: bool = False


async def call_search(asked: ToolCallRequest, gateway: Gateway) -> StepResult:
    """Search once; a provider that fails is a result, too. ``output``: {tool, pages, keywords, failures, fault?}."""
    now = timezone.now()
    query = SearchQuery(
        phrasings=_phrasings(asked.plan.keywords, asked.subject),
        as_of=now,
        limit=settings.SEARCH_MAX_RESULTS,
        fresh_days=FRESH_DAYS,
        suffixes=asked.plan.suffixes,
    )
    ends_at = min(asked.ends_at, asyncio.get_running_loop().time() + settings.DEEP_ANALYSIS_TOOL_TIMEOUT)
    # The tool has a time of its own, and the event goes on behind it: all of it may be spent on further attempts.
    work = Work(purpose=Purpose.EVENT, subject=asked.event.ledger_subject, ends_at=ends_at, spare_s=0.0)
    try:
        answer = await gateway.search(query, work=work, first=settings.DEEP_ANALYSIS_SEARCH_PROVIDER)
    except ProviderError as error:
        return _lost(asked, error, now)
    shown = describe_answer(answer, at=now, official=asked.official, multi_source=settings.SEARCH_MULTI_SOURCE_THRESHOLD)
    output = {
        "tool": shown.as_dict(),
        "pages": [page_shape(Hit(result.page, _score(result.score), result.is_snippet)) for result in answer.results],
        "keywords": asked.plan.keywords,
        "is_cached": answer.is_cached,
        "failures": [failure_shape(failure) for failure in answer.failures],
    }
    if answer.provider == CORPUS and answer.failures and not answer.results:
        # Where no service of the outside answered, own documents that hold nothing are no search that found nothing.
        lost = {**output, "fault": answer.failures[0].fault.value}
        return StepResult(output=lost, status=StepStatus.FAILED, calls=_calls(answer), cost_usd=answer.cost_usd)
    return StepResult(output=output, calls=_calls(answer), cost_usd=answer.cost_usd)


TOOLS: Mapping[str, Tool] = {
    SEARCH: Tool("TOOL_SEARCH_ENABLED", call_search),
    FigureTool.PRICE.value: Tool("TOOL_PRICE_ENABLED", is_held=True),
    FigureTool.MACRO.value: Tool("TOOL_MACRO_ENABLED", is_held=True),
    "onchain": Tool("TOOL_ONCHAIN_ENABLED"),
}


def list_available_tools() -> tuple[str, ...]:
    """The tools that can be called and are switched on."""
    return tuple(name for name, tool in TOOLS.items() if tool.call is not None and getattr(settings, tool.switch))


def list_held_tools() -> tuple[str, ...]:
    """The tools that answer from what is held here and are switched on."""
    return tuple(name for name, tool in TOOLS.items() if tool.is_held and getattr(settings, tool.switch))


def is_live_search_configured() -> bool:
    """Whether a service of the outside may search, whose results may be excerpts."""
    return any(is_configured(name) for name in SEARCH_PROVIDERS if name != CORPUS)


def read_hits(pages: Sequence[object]) -> list[Hit]:
    """The pages of a stored answer."""
    return [_as_hit(page) for page in pages if isinstance(page, dict)]


def _phrasings(keywords: str, subject: str) -> tuple[str, ...]:
    """The keywords, and the subject where no service would ask for it in a second, paid request."""
    is_free = language_of(subject) is language_of(keywords) or not is_live_search_configured()
    return (keywords, subject) if subject and is_free else (keywords,)


def _lost(asked: ToolCallRequest, error: ProviderError, now: datetime) -> StepResult:
    failures = error.failures if isinstance(error, Unanswered) else ()
    named = failures or (Failure(provider=SEARCH, kind=CallKind.SEARCH, fault=error.fault),)
    output = {
        "tool": describe_error(error, source=SEARCH, at=now).as_dict(),
        "pages": [],
        "keywords": asked.plan.keywords,
        "fault": error.fault.value,
        "failures": [failure_shape(failure) for failure in named],
    }
    calls, cost = (error.calls, error.cost_usd) if isinstance(error, Unanswered) else (0, Decimal(0))
    return StepResult(output=output, status=StepStatus.FAILED, calls=calls, cost_usd=cost)


def _calls(answer: SearchAnswer) -> int:
    """Requests to the outside: neither the cache nor the corpus is."""
    return 0 if answer.is_cached else answer.calls - (answer.provider == CORPUS)


def page_shape(hit: Hit) -> dict[str, object]:
    """A page that was found, as a step keeps it."""
    page = hit.page
    return {
        "url": page.url,
        "title": page.title[:MAX_TITLE].replace("\x00", ""),
        "content": page.content[:MAX_CONTENT].replace("\x00", ""),
        "published_at": page.published_at.isoformat() if page.published_at else None,
        "score": float(hit.score) if hit.score is not None else None,
        "is_snippet": hit.is_snippet,
    }


def _as_hit(page: Mapping[str, object]) -> Hit:
    score, at = page.get("score"), page.get("published_at")
    return Hit(
        page=Page(
            url=str(page.get("url", "")),
            title=str(page.get("title", "")),
            content=str(page.get("content", "")),
            published_at=parse_moment(at, zone=UTC) if isinstance(at, str) else None,
        ),
        score=_score(score) if isinstance(score, int | float) else None,
        is_snippet=page.get("is_snippet") is True,
    )


def _score(score: float | None) -> Decimal | None:
    return min(Decimal(1), max(Decimal(0), Decimal(str(score)))) if score is not None else None
