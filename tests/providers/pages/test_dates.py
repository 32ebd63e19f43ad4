"""When a page was published, as Chinese and English pages say it, and when they don't."""

from datetime import UTC, datetime

import pytest

from verification.providers.pages.dates import day_in_address
from verification.providers.pages.text import read_page

CHINESE = "<p>" + "埃尔博尼亚央行周四宣布，将政策利率维持在5.25%不变，符合绝大多数经济学家此前的预期。" * 6 + "</p>"
ENGLISH = "<p>" + "The central bank kept its policy rate at 5.25% on Thursday, as expected by most economists. " * 5 + "</p>"
LINKED = '<script type="application/ld+json">{"datePublished": "2025-06-18T09:30:00+08:00", "dateModified": "2025-06-20"}</script>'


def _published(markup: str, body: str, url: str = "http://a.test/x") -> str:
    html = f"<html><head><title>Rate</title></head><body><article><h1>Rate</h1>{markup}{body}</article></body></html>"
    return read_page(html.encode(), "text/html; charset=utf-8", url)["published_at"]


@pytest.mark.parametrize(
    "markup, moment",
    [
        ('<span class="date">2025年06月18日 09:30</span>', "2025-06-18T09:30:00+08:00"),
        ("<div>来源：新华社　2025-06-18 09:30:12</div>", "2025-06-18T09:30:12+08:00"),
        ("<p>发布时间：2025/06/18</p>", "2025-06-18T00:00:00+08:00"),
        ('<time datetime="2025-06-18T01:30:00Z">六月十八日</time>', "2025-06-18T01:30:00+00:00"),
        (LINKED, "2025-06-18T09:30:00+08:00"),
        ("", ""),
    ],
)
def test_chinese_pages(markup: str, moment: str) -> None:
    assert _published(markup, CHINESE) == moment


@pytest.mark.parametrize(
    "markup, moment",
    [
        ('<span class="date">June 18, 2025</span>', "2025-06-18T00:00:00+00:00"),
        ('<meta property="article:published_time" content="2025-06-18T23:30:00-07:00">', "2025-06-18T23:30:00-07:00"),
        (LINKED, "2025-06-18T09:30:00+08:00"),
        ("<footer>Copyright 2025</footer>", ""),
        ('<span class="date">January 1, 2025</span>', "2025-01-01T00:00:00+00:00"),
        ("", ""),
    ],
)
def test_english_pages(markup: str, moment: str) -> None:
    assert _published(markup, ENGLISH) == moment


def test_an_address_may_name_the_day() -> None:
    assert _published("", ENGLISH, "http://a.test/2025/06/18/rate") == "2025-06-18T00:00:00+00:00"


@pytest.mark.parametrize(
    "path, day",
    [
        ("/2025/06/18/rate", "2025-06-18"),
        ("/politics/2025-06/18/c_1131.htm", "2025-06-18"),
        ("/n1/2025/0618/c1004-4.html", "2025-06-18"),
        ("/zwgk/202506/t20250618_5990.html", "2025-06-18"),
        ("/a/20250618A0BC.html", "2025-06-18"),
        ("/rate-held-2025-06-18-elbonia", "2025-06-18"),
        ("/2025/06/", ""),
        ("/2025/13/40/x", ""),
        ("/2025/02/30/x", ""),
        ("/2091/06/18/x", ""),
        ("/id/120250618441", ""),
    ],
)
def test_an_address_names_the_day_where_the_page_has_none(path: str, day: str) -> None:
    for body, zone in ((ENGLISH, "+00:00"), (CHINESE, "+08:00")):
        assert _published("", body, f"http://a.test{path}") == (f"{day}T00:00:00{zone}" if day else "")


@pytest.mark.parametrize("path", ["/compare/2025-06-18/2024-06-18", "/rate?day=2025-06-18", "/2026/06/20/x", "/2025/02/30/x", ""])
def test_several_days_none_and_one_to_come_are_no_day(path: str) -> None:
    assert day_in_address(f"http://a.test{path}", now=datetime(2026, 6, 18, 12, tzinfo=UTC), zone=UTC) is None


def test_the_day_of_the_page_itself_stands_before_that_of_its_address() -> None:
    assert _published('<span class="date">June 18, 2025</span>', ENGLISH, "http://a.test/t20250701_1.html") == "2025-06-18T00:00:00+00:00"


def test_a_plain_text_has_the_day_of_its_address() -> None:
    found = read_page(ENGLISH.encode(), "text/plain", "http://a.test/t20250618_1.txt")
    assert found["published_at"] == "2025-06-18T00:00:00+00:00"


def test_a_time_of_something_else_is_not_the_pages() -> None:
    markup = '<span class="date">June 18, 2025</span><aside><time datetime="2025-03-01T10:00:00Z">Related</time></aside>'
    assert _published(markup, ENGLISH) == "2025-06-18T00:00:00+00:00"
