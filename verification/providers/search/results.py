"""Results as a service sends them, read field by field: what is no text, no number or no address counts as missing."""

import math
from collections.abc import Mapping
from datetime import UTC, datetime

from verification.core.evidence import Page
from verification.core.patterns import lazy_regex
from verification.core.periods.freshness import parse_moment
from verification.core.sources.domains import canonical_url
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError, SearchResult

MAX_RESULTS = 100  # read of one answer, whatever was asked for
MAX_URL = 2_000
MAX_TITLE = 500
MAX_TEXT = 200_000
_LOST = "\ufffd"  # what strict JSON leaves of letters that are none
# Line breaks and tabs are text; other control characters are not.
_CONTROL = lazy_regex(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def read_rows(answer: Mapping[str, object], key: str, *, service: str) -> list[Mapping[str, object]]:
    """The objects of the list under ``key``; ``ProviderError`` where there is no list, for then the service said something else."""
    rows = answer.get(key)
    if not isinstance(rows, list):
        raise ProviderError(f"{service} answered without a list of results.", fault=Fault.BAD_ANSWER, http_status=200)
    return [row for row in rows[:MAX_RESULTS] if isinstance(row, dict)]


def make_result(
    *,
    url: object,
    title: object,
    text: object,
    rank: int,
    published_at: datetime | None = None,
    score: object = None,
    is_snippet: bool = True,
) -> SearchResult | None:
    """The result, or None where its address is no http(s) URL, was damaged on its way, or it says nothing at all. Sizes are capped."""
    address = url.strip() if isinstance(url, str) else ""
    page = Page(url=address, title=read_text(title, MAX_TITLE), content=read_text(text, MAX_TEXT), published_at=published_at)
    if len(address) > MAX_URL or _LOST in address or canonical_url(address) is None or not (page.title or page.content):
        return None
    return SearchResult(page=page, rank=rank, score=read_share(score), is_snippet=is_snippet)


def read_text(value: object, limit: int) -> str:
    """Text without control characters, of at most ``limit`` characters; empty for anything else."""
    return _CONTROL.sub(" ", value[:limit]).strip() if isinstance(value, str) else ""


def read_share(value: object) -> float | None:
    """A number from 0 to 1, else None."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= 1 and math.isfinite(value) else None


def read_date(value: object) -> datetime | None:
    """A moment in any usual way of writing it; what names no zone is UTC."""
    return parse_moment(value, zone=UTC) if isinstance(value, str) else None
