"""Every call can be shown in the one shape of all tools (seed 003)."""

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest

from verification.core.evidence import Page
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError, SearchAnswer, SearchResult
from verification.providers.tool_result import describe_answer, describe_error

AT = datetime(2026, 6, 18, 20, 0, tzinfo=timezone(timedelta(hours=8)))


def _answer(*urls: str, score: float | None = 0.5) -> SearchAnswer:
    results = tuple(
        SearchResult(Page(url=url, title="USDC", content="…", published_at=AT), rank, score=score) for rank, url in enumerate(urls, 1)
    )
    return SearchAnswer(results=results, provider="tavily", query="USDC depeg 官方")


THREE = ("https://www.coindesk.com/1", "https://www.theblock.co/1", "https://www.circle.com/blog")


def test_an_answer_has_the_seed_s_fields() -> None:
    shown = describe_answer(_answer(THREE[0]), at=AT).as_dict()
    assert shown == {
        "source": "tavily",
        "timestamp": "2026-06-18T12:00:00+00:00",
        "success": True,
        "data": {
            "keyword": "USDC depeg 官方",
            "results": [
                {
                    "title": "USDC",
                    "source": "www.coindesk.com",
                    "url": "https://www.coindesk.com/1",
                    "score": 0.5,
                    "rank": 1,
                    "published_at": "2026-06-18T12:00:00+00:00",
                }
            ],
            "multi_source": False,
            "official_confirmed": False,
            "source_count": 1,
        },
        "triggered": False,
        "confidence": 0.5,
        "error": None,
    }
    assert json.loads(json.dumps(shown)) == shown


@pytest.mark.parametrize(
    "urls, official, multi, confirmed, confidence",
    [
        (THREE, ("circle.com",), True, True, 0.75),
        (THREE, (), True, False, 0.6),
        (THREE[1:], ("circle.com",), False, True, 0.65),
        (THREE[:1] * 3, (), False, False, 0.5),
        (("https://a.coindesk.com/", "https://b.coindesk.com/", "https://c.coindesk.com/"), (), False, False, 0.5),
        (("https://circle.com.evil.example/",), ("circle.com",), False, False, 0.5),
        ((), ("circle.com",), False, False, 0.0),
    ],
)
def test_sources_are_publishers_and_official_is_a_host(urls, official, multi: bool, confirmed: bool, confidence: float) -> None:
    result = describe_answer(_answer(*urls), at=AT, official=official)
    assert (result.data["multi_source"], result.data["official_confirmed"]) == (multi, confirmed)
    assert (result.triggered, result.confidence, result.success) == (multi and confirmed, confidence, True)


def test_confidence_stays_below_one_and_needs_scores() -> None:
    assert describe_answer(_answer(*THREE, score=0.99), at=AT, official=("circle.com",)).confidence == 1.0
    assert describe_answer(_answer(*THREE, score=None), at=AT).confidence == 0.1


def test_a_failure_is_shown_by_its_code_and_sentence() -> None:
    error = ProviderError("Tavily was asked too often (HTTP 429).", fault=Fault.RATE_LIMITED, http_status=429)
    assert describe_error(error, source="tavily", at=datetime(2026, 6, 18, tzinfo=UTC)).as_dict() == {
        "source": "tavily",
        "timestamp": "2026-06-18T00:00:00+00:00",
        "success": False,
        "data": {},
        "triggered": False,
        "confidence": 0.0,
        "error": "rate_limited: Tavily was asked too often (HTTP 429).",
    }
