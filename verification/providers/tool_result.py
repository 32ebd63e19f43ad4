"""One call of a tool in the shape that all tools share (seed 003): what a search answered, or why it did not."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from verification.core.sources.domains import host_of, matching_suffix, registrable_domain
from verification.providers.base import ProviderError, SearchAnswer, SearchResult

MULTI_SOURCE = 3
MULTI_SOURCE_BONUS, OFFICIAL_BONUS = 0.10, 0.15


@dataclass(frozen=True, slots=True)
class ToolResult:
    """``timestamp`` is ISO 8601 in UTC, ``confidence`` 0 to 1. ``error`` is the fault's code and a sentence, None where it went well.

    ``triggered``: the tool found what changes a judgement; for a search, several sources and an official one among them.
    """

    source: str
    timestamp: str
    success: bool
    data: dict[str, object]
    triggered: bool
    confidence: float
    error: str | None = None

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


def describe_answer(
    answer: SearchAnswer,
    *,
    at: datetime,
    official: Collection[str] = (),
    multi_source: int = MULTI_SOURCE,
) -> ToolResult:
    """A search that answered, also with nothing.

    Sources are registrable domains, for ten pages of one publisher are one source; official is a page of one of the ``official`` hosts,
    whatever words it uses of itself.
    """
    domains = {_domain(result) for result in answer.results}
    is_multi = len(domains) >= multi_source
    is_official = any(matching_suffix(host_of(result.page.url) or "", frozenset(official)) for result in answer.results)
    return ToolResult(
        source=answer.provider,
        timestamp=_utc(at),
        success=True,
        data={
            "keyword": answer.query,
            "results": [_row(result) for result in answer.results],
            "multi_source": is_multi,
            "official_confirmed": is_official,
            "source_count": len(domains),
        },
        triggered=is_multi and is_official,
        confidence=_confidence(answer, is_multi=is_multi, is_official=is_official),
    )


def describe_error(error: ProviderError, *, source: str, at: datetime) -> ToolResult:
    """A call that gave nothing."""
    return ToolResult(
        source=source, timestamp=_utc(at), success=False, data={}, triggered=False, confidence=0.0, error=f"{error.fault}: {error}"
    )


def _row(result: SearchResult) -> dict[str, object]:
    page = result.page
    return {
        "title": page.title,
        "source": host_of(page.url) or "",
        "url": page.url,
        "score": result.score,
        "rank": result.rank,
        "published_at": _utc(page.published_at) if page.published_at else None,
    }


def _confidence(answer: SearchAnswer, *, is_multi: bool, is_official: bool) -> float:
    """The mean of the scores that the service gave, with a bonus for several sources and one for an official one (seed 003)."""
    if not answer.results:
        return 0.0
    scores = [result.score for result in answer.results if result.score is not None]
    mean = sum(scores) / len(scores) if scores else 0.0
    return round(min(1.0, mean + MULTI_SOURCE_BONUS * is_multi + OFFICIAL_BONUS * is_official), 2)


def _domain(result: SearchResult) -> str:
    host = host_of(result.page.url) or ""
    return registrable_domain(host) or host


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()
