"""Tavily is asked as its documentation says, and its answers are taken for what they are."""

from datetime import UTC, datetime, timedelta

from tests.providers.searching import NOW, PAGES, TODAY, failure_of, make_query, search, urls_of
from tests.stubs.server import json_reply
from tests.stubs.tavily import TavilyStub, error_reply
from verification.core.vocabulary import CallKind, Fault
from verification.providers.api_client import ApiClient
from verification.providers.base import Failure
from verification.providers.registry import make_search_provider


def test_a_request_is_sent_as_documented(tavily: TavilyStub) -> None:
    search("tavily", make_query("Elbonia policy rate", fresh_days=10))
    (request,) = tavily.received
    assert (request.method, request.path, request.query) == ("POST", "/search", {})
    assert request.headers["Authorization"] == f"Bearer {tavily.key}"
    assert request.headers["Content-Type"] == "application/json"
    assert request.json() == {
        "query": "Elbonia policy rate",
        "topic": "news",
        "search_depth": "basic",
        "max_results": 20,
        "include_raw_content": "text",
        "include_answer": False,
        "include_images": False,
        "start_date": (NOW - timedelta(days=11)).date().isoformat(),
    }
    assert tavily.key not in request.body.decode()


def test_a_whitelist_is_asked_for_everything_and_a_past_moment_for_nothing_later(tavily: TavilyStub) -> None:
    as_of = datetime(2026, 6, 18, 12, tzinfo=UTC)
    search("tavily", make_query("Elbonia policy rate", suffixes=("reuters.com",), as_of=as_of, limit=5))
    body = tavily.received[0].json()
    assert body["topic"] == "general"
    assert body["include_domains"] == ["reuters.com"]
    assert body["max_results"] == 10
    assert body["end_date"] == "2026-06-19"
    assert "start_date" not in body


def test_news_of_a_whitelist_is_asked_for_first_and_everything_where_it_is_too_little(tavily: TavilyStub) -> None:
    query = make_query("Elbonia policy rate", suffixes=("reuters.com", "caixin.com"), fresh_days=10, limit=2)
    answer = search("tavily", query)
    assert [request.json()["topic"] for request in tavily.received] == ["news", "general"]
    assert (answer.calls, [result.page.published_at for result in answer.results]) == (2, [TODAY])
    tavily.received.clear()
    answer = search("tavily", make_query("Elbonia policy rate", suffixes=("reuters.com",), fresh_days=10, limit=1))
    assert ([request.json()["topic"] for request in tavily.received], answer.calls) == (["news"], 1)


def test_news_stands_where_everything_fails(tavily: TavilyStub) -> None:
    query = make_query("Elbonia policy rate", suffixes=("reuters.com",), fresh_days=10, limit=2)
    row = {"url": "https://www.reuters.com/1", "title": "Rate", "content": "5%", "published_date": "Thu, 18 Jun 2026 08:00:00 GMT"}
    tavily.script(json_reply({"results": [row]}), error_reply(500, "Internal Server Error"))
    answer = search("tavily", query)
    assert (urls_of(answer), answer.calls, answer.failures) == (["https://www.reuters.com/1"], 2, ())
    tavily.script(error_reply(500, "Internal Server Error"), json_reply({"results": [row]}))
    assert failure_of("tavily", query).fault == Fault.SERVER_ERROR


def test_as_many_requests_are_planned_as_may_be_made(tavily: TavilyStub) -> None:
    hosts = tuple(f"host-{number}.example" for number in range(45))
    planned = [
        make_search_provider("tavily", client=ApiClient(None, timeout_s=1)).planned_calls(make_query("rate", **asked))
        for asked in ({}, {"fresh_days": 10}, {"suffixes": hosts}, {"suffixes": hosts, "fresh_days": 10})
    ]
    assert planned == [1, 1, 3, 6]


def test_the_best_phrasing_of_each_language_is_sent(tavily: TavilyStub) -> None:
    answer = search("tavily")
    assert sorted(request.json()["query"] for request in tavily.received) == ["Elbonia policy rate", "埃尔博尼亚政策利率"]
    assert (answer.provider, answer.calls, answer.query) == ("tavily", 2, "Elbonia policy rate | 埃尔博尼亚政策利率")
    assert set(urls_of(answer)) == {page.url for page in PAGES}
    assert [result.rank for result in answer.results] == [1, 2, 3, 4, 5]


def test_results_hold_the_whole_page_its_date_and_score(tavily: TavilyStub) -> None:
    first = search("tavily", make_query("Elbonia policy rate", fresh_days=10, limit=1)).results[0]
    assert first.page.url == PAGES[0].url
    assert first.page.content == PAGES[0].text.strip()
    assert first.page.published_at == TODAY
    assert (first.rank, first.score, first.is_snippet) == (1, 1.0, False)


def test_without_the_whole_page_or_its_date_there_is_an_excerpt(tavily: TavilyStub) -> None:
    row = {"title": "Rate", "content": "The rate is 5%…", "score": 0.5}
    dated = {"published_date": "Thu, 18 Jun 2026 08:00:00 GMT"}
    rows = [
        {**row, "url": "https://a.example/", "raw_content": None, **dated},
        {**row, "url": "https://b.example/", "raw_content": " ", **dated},
        {**row, "url": "https://c.example/", "raw_content": "The rate is 5% now."},
        {**row, "url": "https://d.example/", "raw_content": "The rate is 5% now.", **dated},
    ]
    tavily.script(json_reply({"results": rows}))
    said = [(result.page.content, result.is_snippet) for result in search("tavily", make_query("rate")).results]
    assert said == [("The rate is 5%…", True)] * 2 + [("The rate is 5% now.", True), ("The rate is 5% now.", False)]


def test_a_whitelist_of_45_hosts_is_three_requests_merged_by_rank(tavily: TavilyStub) -> None:
    hosts = (*(f"host-{number}.example" for number in range(43)), "reuters.com", "caixin.com")
    query = make_query("Elbonia policy rate", suffixes=hosts)
    answer = search("tavily", query)
    lists = sorted((request.json()["include_domains"] for request in tavily.received), key=lambda names: hosts.index(names[0]))
    assert [len(names) for names in lists] == [15, 15, 15]
    assert tuple(name for names in lists for name in names) == hosts
    assert answer.calls == 3
    assert urls_of(answer) == [PAGES[0].url]


def test_hosts_that_were_not_asked_for_are_dropped_again(tavily: TavilyStub) -> None:
    tavily.leaks = 10
    answer = search("tavily", make_query(suffixes=("reuters.com",)))
    assert len(tavily.received) == 2
    assert urls_of(answer) == [PAGES[0].url]


def test_borders_of_hosts_are_those_of_labels(tavily: TavilyStub) -> None:
    urls = ["https://notreuters.com/1", "https://reuters.com.evil.example/1", "https://uk.reuters.com/1", "https://REUTERS.com/2"]
    tavily.script(json_reply({"results": [{"url": url, "title": "Rate", "content": "5%"} for url in urls]}))
    assert urls_of(search("tavily", make_query("rate", suffixes=("reuters.com",)))) == urls[2:]


def test_a_plan_that_is_used_up_is_no_passing_failure(tavily: TavilyStub) -> None:
    tavily.script(error_reply(432, "This request exceeds your plan's set usage limit."))
    error = failure_of("tavily", make_query("rate"))
    assert (error.fault, error.permanent, error.http_status) == (Fault.OUT_OF_CREDIT, True, 432)
    assert str(error) == "Tavily has no credit left on this account (HTTP 432)."


def test_where_one_request_of_several_fails_the_others_answer(tavily: TavilyStub) -> None:
    tavily.script(error_reply(500, "Internal Server Error"))
    answer = search("tavily")
    assert answer.calls == 2
    assert answer.failures == (Failure("tavily", CallKind.SEARCH, Fault.SERVER_ERROR),)
    assert len(answer.results) >= 1


def test_a_wrong_key_is_said_without_the_key(tavily: TavilyStub, settings) -> None:
    settings.TAVILY_API_KEY = "tvly-wrong-0123456789"
    error = failure_of("tavily")
    assert (error.fault, error.permanent) == (Fault.UNAUTHORIZED, True)
    assert len(tavily.received) == 2
    assert str(error) == "Tavily does not accept the key (HTTP 401)."


def test_without_a_key_nothing_is_sent(tavily: TavilyStub, settings) -> None:
    settings.TAVILY_API_KEY = ""
    error = failure_of("tavily")
    assert (error.fault, error.permanent, tavily.received) == (Fault.NOT_CONFIGURED, True, [])
