"""Fields of results are hostile: what is no text, no number, no date or no address counts as missing."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.providers.searching import NOW, make_query, search, urls_of
from tests.stubs.server import Reply, json_reply
from tests.stubs.tavily import TavilyStub
from verification.providers.search.results import MAX_RESULTS, MAX_TEXT, MAX_TITLE, make_result, read_share

ROW = {"url": "https://a.example/1", "title": "Rate", "content": "The rate is 5%.", "score": 0.5}


def _rows(tavily: TavilyStub, *rows: object, **fields: object) -> list[str]:
    tavily.script(json_reply({"results": list(rows)}))
    return urls_of(search("tavily", make_query("rate", limit=100, **fields)))


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "ftp://a.example/",
        "//a.example/1",
        "a.example",
        "",
        "https://",
        "https://user:password@a.example/",
        "https://a.example\\@b.example/",
        "https://a.example/\r\nSet-Cookie: x",
        "https://a.example/\x00",
        "https://a.example/" + "x" * 3_000,
        None,
        5,
        ["https://a.example/1"],
        {"href": "https://a.example/1"},
    ],
)
def test_what_is_no_plain_web_address_is_dropped(tavily: TavilyStub, url: object) -> None:
    assert _rows(tavily, {**ROW, "url": url}, ROW) == [ROW["url"]]


def test_rows_that_are_no_objects_or_say_nothing_are_dropped(tavily: TavilyStub) -> None:
    assert _rows(tavily, None, 5, "https://b.example/", [ROW], {}, {"url": "https://b.example/"}, ROW) == [ROW["url"]]


@pytest.mark.parametrize("value", [None, 5, True, ["x"], {"x": 1}])
def test_texts_of_another_kind_are_missing(tavily: TavilyStub, value: object) -> None:
    tavily.script(json_reply({"results": [{**ROW, "title": value, "raw_content": value, "published_date": value}]}))
    page = search("tavily", make_query("rate")).results[0].page
    assert (page.title, page.content, page.published_at) == ("", ROW["content"], None)


def test_texts_lose_control_characters_and_are_capped(tavily: TavilyStub) -> None:
    row = {**ROW, "title": "A\x00B\x1b[31m\u0085C" + "x" * 1_000, "raw_content": "line\nline\x07\t" + "利" * 300_000}
    tavily.script(json_reply({"results": [row]}))
    page = search("tavily", make_query("rate")).results[0].page
    assert page.title.startswith("A\ufffdB [31m C")
    assert page.content.startswith("line\nline \t利")
    assert (len(page.title), len(page.content)) == (MAX_TITLE, MAX_TEXT)


@pytest.mark.parametrize(
    "value, share",
    [(0, 0.0), (1, 1.0), (0.87, 0.87), (1.01, None), (-0.1, None), (True, None), ("0.5", None), (None, None), (10**400, None)],
)
def test_scores_are_shares_or_missing(value: object, share: float | None) -> None:
    assert read_share(value) == share


def test_a_score_beyond_all_numbers_is_missing(tavily: TavilyStub) -> None:
    tavily.script(Reply(body=b'{"results": [{"url": "https://a.example/1", "title": "Rate", "score": 1e999}]}'))
    assert search("tavily", make_query("rate")).results[0].score is None


def test_no_more_is_read_than_anybody_asked_for(tavily: TavilyStub) -> None:
    rows = [{**ROW, "url": f"https://host-{number}.example/"} for number in range(5_000)]
    assert len(_rows(tavily, *rows)) == MAX_RESULTS


def test_later_pages_than_the_moment_are_dropped(tavily: TavilyStub) -> None:
    rows = [
        {**ROW, "url": f"https://host-{days}.example/", "published_date": (NOW + timedelta(days=days)).isoformat()} for days in (-1, 0, 2)
    ]
    assert _rows(tavily, *rows) == ["https://host--1.example/", "https://host-0.example/"]


@pytest.mark.parametrize(
    "written, moment",
    [
        ("Thu, 18 Jun 2026 08:00:00 GMT", datetime(2026, 6, 18, 8, tzinfo=UTC)),
        ("2026-06-18T08:00:00Z", datetime(2026, 6, 18, 8, tzinfo=UTC)),
        ("2026-06-18", datetime(2026, 6, 18, tzinfo=UTC)),
        ("2026年6月18日", datetime(2026, 6, 18, tzinfo=UTC)),
        ("yesterday", None),
        ("x" * 10_000, None),
    ],
)
def test_dates_are_read_in_every_usual_form(tavily: TavilyStub, written: str, moment: datetime | None) -> None:
    tavily.script(json_reply({"results": [{**ROW, "published_date": written}]}))
    assert search("tavily", make_query("rate")).results[0].page.published_at == moment


def test_addresses_are_kept_as_they_came() -> None:
    result = make_result(url=" https://A.example/?utm_source=x#part ", title="Rate", text="", rank=1)
    assert result is not None
    assert result.page.url == "https://A.example/?utm_source=x#part"
