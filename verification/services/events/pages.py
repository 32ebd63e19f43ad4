"""The pages behind what a search found are read in full here: for an official word, a date, a contradiction further down.

Nothing of it is paid, and an event whose pages can't be read is judged by the excerpts.
"""

import asyncio
from dataclasses import replace

from verification.core.events.evidence import Hit
from verification.core.evidence import Page
from verification.core.sources.domains import host_of
from verification.core.vocabulary import CallKind
from verification.providers.base import Failure, ProviderError, WebPage
from verification.services.events.case import EventCase
from verification.services.events.lifecycle import StepResult
from verification.services.events.tool_calls import page_shape
from verification.services.runs.lifecycle import failure_shape

# An event is to take eight seconds, three of them for the conclusion; slow services leave the pages half a second.
READ_S, LEAST_READ_S, READ_UNTIL_S = 3.0, 0.5, 4.7


async def read_pages(case: EventCase) -> StepResult:
    """Read what may tell more, all at once. ``output``: {read: addresses as found, pages: what they show, of, failed}."""
    found = [case.hits[place] for place in case.excerpts]
    tasks = [asyncio.create_task(case.gateway.read(hit.page.url, work=case.work)) for hit in found]
    await asyncio.wait(tasks, timeout=_seconds(case))
    for task in tasks:
        task.cancel()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    read: dict[str, dict[str, object]] = {}
    failed = []
    for hit, page in zip(found, done, strict=True):
        if isinstance(page, WebPage):
            read[hit.page.url] = page_shape(_in_full(hit, page))
        elif isinstance(page, ProviderError):
            failed.append(Failure(provider=host_of(hit.page.url) or "", kind=CallKind.PAGE, fault=page.fault))
        elif not isinstance(page, asyncio.CancelledError):
            raise page
    return StepResult(
        {"read": list(read), "pages": list(read.values()), "of": len(found), "failed": [failure_shape(failure) for failure in failed]}
    )


def _seconds(case: EventCase) -> float:
    """How long may be waited: less where the search came late, and never beyond the event's own end."""
    now = asyncio.get_running_loop().time()
    return max(0.0, min(READ_S, max(LEAST_READ_S, case.began_at + READ_UNTIL_S - now), case.ends_at - now))


def _in_full(hit: Hit, web: WebPage) -> Hit:
    """The page in place of its excerpt. One that led to another host counts as that host's; one that shows less stays an excerpt."""
    page = hit.page
    is_moved = host_of(web.final_url) != host_of(page.url)
    whole = Page(
        url=web.final_url if is_moved else page.url,
        title=web.title or page.title,
        content=web.text if is_moved or len(web.text) > len(page.content) else page.content,
        published_at=page.published_at or web.published_at,
    )
    return replace(hit, page=whole, is_snippet=False)
