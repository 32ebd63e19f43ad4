"""One's own SearXNG instance is asked for JSON, and an instance whose engines are blocked has not found nothing."""

from datetime import UTC, datetime

import httpx
import pytest
from django.conf import LazySettings

from tests.providers.searching import NOW, PAGES, TODAY, failure_of, make_query, search, urls_of
from tests.stubs.searxng import SearxngStub
from verification.core.vocabulary import Fault


def test_a_request_is_sent_as_documented(searxng: SearxngStub) -> None:
    search("searxng", make_query("Elbonia policy rate"))
    (request,) = searxng.received
    assert (request.method, request.path, request.body) == ("GET", "/search", b"")
    assert dict(request.query) == {"q": "Elbonia policy rate", "format": "json", "categories": "general", "language": "en", "pageno": "1"}


@pytest.mark.parametrize("days, name", [(1, "day"), (7, "month"), (31, "month"), (90, "year"), (366, "year"), (1000, None)])
def test_freshness_is_the_range_that_holds_it(searxng: SearxngStub, days: int, name: str | None) -> None:
    search("searxng", make_query("Elbonia policy rate", fresh_days=days))
    assert searxng.received[0].query.get("time_range") == name
    assert searxng.received[0].query["categories"] == "general,news"


def test_a_past_moment_has_no_range_for_ranges_end_today(searxng: SearxngStub) -> None:
    search("searxng", make_query("埃尔博尼亚政策利率", fresh_days=7, as_of=datetime(2026, 6, 30, tzinfo=UTC)))
    assert "time_range" not in searxng.received[0].query
    assert searxng.received[0].query["language"] == "zh-CN"


def test_results_are_excerpts_without_a_score(searxng: SearxngStub) -> None:
    first = search("searxng", make_query("Elbonia policy rate", limit=1)).results[0]
    assert first.page.url == PAGES[0].url
    assert first.page.published_at == TODAY
    assert (first.rank, first.score, first.is_snippet) == (1, None, True)


def test_engines_that_do_not_know_sites_are_filtered(searxng: SearxngStub) -> None:
    searxng.reads_sites = False
    answer = search("searxng", make_query("Elbonia policy rate", suffixes=("reuters.com", "caixin.com")))
    assert searxng.received[0].query["q"] == "Elbonia policy rate (site:reuters.com OR site:caixin.com)"
    assert urls_of(answer) == [PAGES[0].url]


def test_an_instance_without_json_says_so(searxng: SearxngStub) -> None:
    searxng.formats = ("html",)
    error = failure_of("searxng")
    assert (error.fault, error.permanent, error.http_status) == (Fault.FORBIDDEN, True, 403)
    assert str(error) == "SearXNG does not offer JSON: its settings need json among search.formats (HTTP 403)."


def test_blocked_engines_are_a_failure_and_no_absence(searxng: SearxngStub) -> None:
    searxng.blocked = ("google", "brave")
    error = failure_of("searxng")
    assert (error.fault, error.permanent) == (Fault.SERVER_ERROR, False)
    searxng.blocked = ()
    assert search("searxng", make_query("nothing of the kind")).results == ()


def test_without_an_address_nothing_is_sent(searxng: SearxngStub, settings) -> None:
    settings.SEARXNG_URL = ""
    error = failure_of("searxng", make_query(as_of=NOW))
    assert (error.fault, error.permanent, searxng.received) == (Fault.NOT_CONFIGURED, True, [])


def test_its_limiter_is_shown_what_it_takes_a_program_by(searxng: SearxngStub, settings: LazySettings) -> None:
    settings.SITE_URL, settings.CONTACT_EMAIL = "https://flow.example.com", "ops@example.com"
    search("searxng", make_query("rate"))
    sent = searxng.received[0].headers
    assert (sent["Accept"], sent["Accept-Encoding"]) == ("application/json, text/html;q=0.1", "gzip, deflate")
    assert sent["Accept-Language"]
    assert sent["User-Agent"] == "CausalFlow/0.1 (+https://flow.example.com; ops@example.com)"


def test_its_limiter_lets_us_by_and_refuses_a_bare_program(searxng: SearxngStub) -> None:
    searxng.has_limiter = True
    assert PAGES[0].url in urls_of(search("searxng", make_query("Elbonia policy rate")))
    bare = {"Accept": "application/json", "User-Agent": "CausalFlow/0.1"}
    for name in ("Accept-Language", "Accept-Encoding"):
        sent = httpx.Headers(dict(searxng.received[0].headers) | {name: ""})
        assert httpx.get(f"{searxng.url}/search?q=rate&format=json", headers=sent, trust_env=False).status_code == 429
    assert httpx.get(f"{searxng.url}/search?q=rate&format=json", headers=bare, trust_env=False).status_code == 429
