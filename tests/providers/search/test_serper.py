"""Serper is asked as its documentation says, and its two words for no are told apart."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.providers.searching import NOW, PAGES, TODAY, failure_of, make_query, search, urls_of
from tests.stubs.serper import WORDS, SerperStub, error_reply
from tests.stubs.server import json_reply
from verification.core.vocabulary import Fault
from verification.providers.search.serper import read_age


def _day(moment: datetime) -> str:
    return f"{moment.month}/{moment.day}/{moment.year}"


def test_a_request_is_sent_as_documented(serper: SerperStub) -> None:
    search("serper", make_query("Elbonia policy rate", fresh_days=10))
    (request,) = serper.received
    assert (request.method, request.path) == ("POST", "/search")
    assert request.headers["X-API-KEY"] == serper.key
    assert request.headers["Content-Type"] == "application/json"
    first, last = _day(NOW - timedelta(days=11)), _day(NOW + timedelta(days=1))
    assert request.json() == {
        "q": "Elbonia policy rate",
        "num": 10,
        "gl": "us",
        "hl": "en",
        "tbs": f"cdr:1,cd_min:{first},cd_max:{last}",
    }


def test_chinese_is_asked_for_in_china(serper: SerperStub) -> None:
    answer = search("serper", make_query("埃尔博尼亚政策利率"))
    assert serper.received[0].json() == {"q": "埃尔博尼亚政策利率", "num": 10, "gl": "cn", "hl": "zh-cn"}
    (result,) = answer.results
    assert result.page.published_at == (TODAY - timedelta(days=1)).replace(hour=0, minute=0, second=0)


def test_a_past_moment_is_asked_for_nothing_later(serper: SerperStub) -> None:
    search("serper", make_query("rate", as_of=datetime(2026, 6, 30, 12, tzinfo=UTC)))
    assert serper.received[0].json()["tbs"] == "cdr:1,cd_max:7/1/2026"


def test_results_are_excerpts_with_their_dates(serper: SerperStub) -> None:
    first = search("serper", make_query("Elbonia policy rate", limit=1)).results[0]
    assert first.page.url == PAGES[0].url
    assert first.page.content == PAGES[0].text[:300].strip()
    assert first.page.published_at == TODAY.replace(hour=0, minute=0, second=0)
    assert (first.rank, first.score, first.is_snippet) == (1, None, True)


def test_a_whitelist_of_45_hosts_is_named_within_what_google_reads(serper: SerperStub) -> None:
    hosts = (*(f"host-{number}.example" for number in range(43)), "reuters.com", "caixin.com")
    query = make_query("Elbonia policy rate", "埃尔博尼亚政策利率", suffixes=hosts)
    answer = search("serper", query)
    asked = [request.json()["q"] for request in serper.received]
    assert len(asked) == answer.calls == 5
    assert max(len(text.split()) for text in asked) <= WORDS
    named = {word.strip("()").removeprefix("site:") for text in asked for word in text.split() if "site:" in word}
    assert named == set(hosts)
    assert urls_of(answer) == [PAGES[0].url]


def test_a_single_host_is_named_without_brackets(serper: SerperStub) -> None:
    search("serper", make_query("rate", suffixes=("reuters.com",)))
    assert serper.received[0].json()["q"] == "rate site:reuters.com"


def test_hosts_that_were_not_asked_for_are_dropped_again(serper: SerperStub) -> None:
    serper.leaks = 10
    assert urls_of(search("serper", make_query(suffixes=("reuters.com",)))) == [PAGES[0].url]


@pytest.mark.parametrize(
    "status, message, fault",
    [
        (403, "Unauthorized. Sign up for a free account.", Fault.UNAUTHORIZED),
        (403, "Forbidden", Fault.FORBIDDEN),
        (400, "Not enough credits", Fault.OUT_OF_CREDIT),
        (429, "You have run out of credits", Fault.OUT_OF_CREDIT),
        (400, "Missing query parameter", Fault.BAD_REQUEST),
    ],
)
def test_words_tell_a_wrong_key_from_a_spent_account(serper: SerperStub, status: int, message: str, fault: Fault) -> None:
    serper.script(error_reply(status, message))
    error = failure_of("serper", make_query("rate"))
    assert (error.fault, error.permanent, error.http_status) == (fault, True, status)


def test_a_free_plan_that_refuses_operators_is_asked_once_without(serper: SerperStub) -> None:
    serper.script(error_reply(400, "Query pattern not allowed for free accounts."))
    assert urls_of(search("serper", make_query("rate", suffixes=("reuters.com",)))) == [PAGES[0].url]
    assert ["site:" in request.json()["q"] for request in serper.received] == [True, False]
    answer = search("serper", make_query("rate", suffixes=("reuters.com",)))
    assert (answer.is_restricted, "site:" in serper.received[-1].json()["q"], len(serper.received)) == (True, False, 3)
    serper.script(error_reply(400, "Query pattern not allowed for free accounts."))
    assert failure_of("serper", make_query("rate")).fault == Fault.FORBIDDEN


def test_a_plan_that_takes_operators_is_known_by_a_search_of_hosts_alone(serper: SerperStub) -> None:
    said = [search("serper", make_query("rate", suffixes=suffixes)).is_restricted for suffixes in (("reuters.com",), ())]
    assert said == [False, None]


def test_too_many_requests_pass(serper: SerperStub) -> None:
    serper.script(error_reply(429, "Too many requests"))
    error = failure_of("serper", make_query("rate"))
    assert (error.fault, error.permanent, error.retry_after) == (Fault.RATE_LIMITED, False, None)


def test_what_stands_beside_the_results_is_no_page(serper: SerperStub) -> None:
    box = {"title": "Rate", "link": "https://box.example/", "snippet": "5%"}
    serper.script(json_reply({"answerBox": box, "knowledgeGraph": box, "peopleAlsoAsk": [box], "organic": []}))
    assert search("serper", make_query("rate")).results == ()


@pytest.mark.parametrize(
    "text, age",
    [
        ("5 mins ago", timedelta(minutes=5)),
        ("1 hour ago", timedelta(hours=1)),
        ("2 days ago", timedelta(days=2)),
        ("3 天前", timedelta(days=3)),
        ("20小时前", timedelta(hours=20)),
        ("6 分钟前", timedelta(minutes=6)),
        ("2 weeks ago", None),
        ("1 month ago", None),
        ("Jun 18, 2026", None),
        ("two days ago", None),
        ("", None),
        (5, None),
        (None, None),
    ],
)
def test_ages_that_are_precise_become_dates(text: object, age: timedelta | None) -> None:
    assert read_age(text, now=NOW) == (None if age is None else NOW - age)


def test_without_a_key_nothing_is_sent(serper: SerperStub, settings) -> None:
    settings.SERPER_API_KEY = ""
    error = failure_of("serper")
    assert (error.fault, error.permanent, serper.received) == (Fault.NOT_CONFIGURED, True, [])
