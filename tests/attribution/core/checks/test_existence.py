"""Gone, unclear, there: told apart in both languages, precision first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attribution.core.checks.existence import Fetch, is_home_redirect, judge_presence
from attribution.core.vocabulary import CitationWhy, Existence
from verification.core.vocabulary import Fault

URL = "https://news.example.com/economy/2026/05/prices"
LONG_ENGLISH = "Consumer prices in the euro area rose by 3.1 percent in May, the statistics office said on Thursday. " * 40
LONG_CHINESE = "国家统计局周四公布的数据显示，五月份居民消费价格同比上涨百分之三点一，涨幅比上月扩大。" * 40


def _judged(**fetched: object) -> tuple[Existence, str | None]:
    presence = judge_presence(Fetch(**{"url": URL, "status": 200, **fetched}))  # type: ignore[arg-type]
    return presence.existence, presence.why.code if presence.why else None


@pytest.mark.parametrize(
    "status, existence, code",
    [
        (404, Existence.GONE, CitationWhy.HTTP_NOT_FOUND),
        (410, Existence.GONE, CitationWhy.HTTP_GONE),
        (500, Existence.GONE, CitationWhy.HTTP_SERVER_ERROR),
        (503, Existence.GONE, CitationWhy.HTTP_SERVER_ERROR),
        (401, Existence.UNCLEAR, CitationWhy.LOGIN_REQUIRED),
        (402, Existence.UNCLEAR, CitationWhy.PAYMENT_REQUIRED),
        (403, Existence.UNCLEAR, CitationWhy.ACCESS_FORBIDDEN),
        (429, Existence.UNCLEAR, CitationWhy.TOO_MANY_REQUESTS),
        (451, Existence.UNCLEAR, CitationWhy.LEGAL_BLOCK),
        (418, Existence.UNCLEAR, CitationWhy.HTTP_CLIENT_ERROR),
        (304, Existence.UNCLEAR, CitationWhy.UNEXPECTED_STATUS),
    ],
)
def test_the_status_decides_first(status: int, existence: Existence, code: CitationWhy) -> None:
    assert _judged(status=status, text=LONG_ENGLISH) == (existence, code)


@pytest.mark.parametrize(
    "status, title, code",
    [
        (403, "Forbidden", CitationWhy.ACCESS_FORBIDDEN),
        (403, "403 Forbidden", CitationWhy.ACCESS_FORBIDDEN),
        (403, "Error 403", CitationWhy.ACCESS_FORBIDDEN),
        (429, "429 Too Many Requests", CitationWhy.TOO_MANY_REQUESTS),
        (403, "Just a moment...", CitationWhy.CAPTCHA),
        (403, "Robot or human?", CitationWhy.CAPTCHA),
        (403, "百度安全验证", CitationWhy.CAPTCHA),
        (503, "403 Forbidden", CitationWhy.CAPTCHA),
        (200, "403 Forbidden", CitationWhy.CAPTCHA),
    ],
)
def test_a_title_that_only_names_the_status_is_no_challenge(status: int, title: str, code: CitationWhy) -> None:
    assert _judged(status=status, title=title) == (Existence.UNCLEAR, code)


@pytest.mark.parametrize(
    "fault, existence, code",
    [
        (Fault.UNKNOWN_HOST, Existence.GONE, CitationWhy.DNS_FAILURE),
        (Fault.UNREACHABLE, Existence.GONE, CitationWhy.CONNECTION_REFUSED),
        (Fault.BAD_CERTIFICATE, Existence.GONE, CitationWhy.TLS_FAILURE),
        (Fault.TIMEOUT, Existence.GONE, CitationWhy.TIMED_OUT),
        (Fault.ROBOTS, Existence.UNCLEAR, CitationWhy.ROBOTS_REFUSED),
        (Fault.NOT_PUBLIC, Existence.UNCLEAR, CitationWhy.UNSAFE_URL),
        (Fault.TOO_LARGE, Existence.UNCLEAR, CitationWhy.TOO_LARGE),
        (Fault.QUOTA_EXHAUSTED, Existence.UNCLEAR, CitationWhy.NOT_FETCHED),
    ],
)
def test_without_an_answer_the_fault_decides(fault: Fault, existence: Existence, code: CitationWhy) -> None:
    assert _judged(status=None, fault=fault) == (existence, code)


@pytest.mark.parametrize("fault", Fault)
def test_every_fault_has_a_word(fault: Fault) -> None:
    assert _judged(status=None, fault=fault)[0] != Existence.THERE


@pytest.mark.parametrize(
    "title, text, existence, code",
    [
        ("404 Not Found | Example News", "Go to the front page", Existence.GONE, CitationWhy.SOFT_NOT_FOUND),
        ("Example News", "Sorry, the page you are looking for could not be found.", Existence.GONE, CitationWhy.SOFT_NOT_FOUND),
        ("页面不存在 - 示例网", "返回首页", Existence.GONE, CitationWhy.SOFT_NOT_FOUND),
        ("示例网", "抱歉，您访问的页面不存在或已删除", Existence.GONE, CitationWhy.SOFT_NOT_FOUND),
        ("示例网", "该文章已被删除", Existence.GONE, CitationWhy.SOFT_NOT_FOUND),
        ("news.example.com", "This domain is for sale. Make an offer on this domain.", Existence.GONE, CitationWhy.PARKED_DOMAIN),
        ("域名出售", "有意购买该域名请联系", Existence.GONE, CitationWhy.PARKED_DOMAIN),
        ("Just a moment...", "", Existence.UNCLEAR, CitationWhy.CAPTCHA),
        ("Example", "Please verify you are a human to go on.", Existence.UNCLEAR, CitationWhy.CAPTCHA),
        ("百度安全验证", "请完成下方验证", Existence.UNCLEAR, CitationWhy.CAPTCHA),
        ("示例", "检测到您的访问存在异常，请完成安全验证", Existence.UNCLEAR, CitationWhy.CAPTCHA),
        ("Prices rise", "Prices rose in May. Subscribe to continue reading.", Existence.UNCLEAR, CitationWhy.PAYWALL),
        ("物价上涨", "五月物价上涨。本文为付费内容，剩余80%未读", Existence.UNCLEAR, CitationWhy.PAYWALL),
        ("Sign in", "Email Password", Existence.UNCLEAR, CitationWhy.LOGIN_REQUIRED),
        ("示例", "请先登录", Existence.UNCLEAR, CitationWhy.LOGIN_REQUIRED),
        ("App", "You need to enable JavaScript to run this app.", Existence.UNCLEAR, CitationWhy.NEEDS_RENDERING),
        ("示例", "请启用JavaScript后继续", Existence.UNCLEAR, CitationWhy.NEEDS_RENDERING),
    ],
)
def test_what_stands_in_place_of_content(title: str, text: str, existence: Existence, code: CitationWhy) -> None:
    assert _judged(title=title, text=text) == (existence, code)


@pytest.mark.parametrize(
    "title, text",
    [
        ("Prices rise", LONG_ENGLISH),
        ("The history of the 404 page", "Page not found is a phrase that everybody knows. " + LONG_ENGLISH),
        ("为什么会出现“页面不存在”", "页面不存在是一个常见的提示。" + LONG_CHINESE),
        ("域名出售市场报告", "该域名正在出售的数量上升。" + LONG_CHINESE),
        ("How captchas work", "Verify you are human, says the box. " + LONG_ENGLISH),
        ("Sign in to history: the treaty of 1648", "It was signed in Münster. Both sides kept to it for years."),
        ("Rate", "The policy rate is 4.25%."),
    ],
)
def test_an_article_about_such_pages_is_there(title: str, text: str) -> None:
    assert _judged(title=title, text=text) == (Existence.THERE, None)


@pytest.mark.parametrize("text, mark", [(LONG_ENGLISH, "Subscribe to continue reading."), (LONG_CHINESE, "订阅后阅读全文")])
def test_a_wall_behind_much_text_leaves_a_partial_page(text: str, mark: str) -> None:
    presence = judge_presence(Fetch(URL, URL, 200, text=text + mark))
    assert (presence.existence, presence.is_partial) == (Existence.THERE, True)


def test_a_frame_without_text_needs_rendering_and_a_short_page_does_not() -> None:
    assert _judged(text="", content_type="text/html", markup_length=9_000) == (Existence.UNCLEAR, CitationWhy.NEEDS_RENDERING)
    assert _judged(text="4.25", content_type="text/plain", markup_length=9_000) == (Existence.THERE, None)
    assert _judged(text="4.25", content_type="text/html", markup_length=200) == (Existence.THERE, None)


def test_redirects_to_a_log_in_or_a_parking_service() -> None:
    assert _judged(final_url="https://news.example.com/login?next=/x", text=LONG_ENGLISH)[1] == CitationWhy.LOGIN_REQUIRED
    assert _judged(final_url="https://www.hugedomains.com/domain_profile.cfm?d=x", text=LONG_ENGLISH) == (
        Existence.GONE,
        CitationWhy.PARKED_DOMAIN,
    )


def test_a_challenge_in_the_headers_is_a_captcha() -> None:
    assert _judged(headers={"CF-Mitigated": "challenge"}, text=LONG_ENGLISH) == (Existence.UNCLEAR, CitationWhy.CAPTCHA)


@pytest.mark.parametrize(
    "asked, final, is_home",
    [
        (URL, "https://news.example.com/", True),
        (URL, "https://www.example.com/en/", True),
        (URL, "https://other.example.org/", True),
        (URL, "https://news.example.com/economy/2026/05/prices-rise", False),
        (URL, "https://news.example.com/?p=77", False),
        ("https://example.com/", "https://www.example.com/", False),
        ("https://example.com/index.html", "https://example.com/", False),
        ("https://sho.rt/ab12", "https://example.com/", False),
        ("https://example.com/blog", "https://blog.example.com/", False),
    ],
)
def test_a_redirect_to_a_front_page(asked: str, final: str, is_home: bool) -> None:
    assert is_home_redirect(asked, final) is is_home


@given(
    st.integers(100, 599) | st.none(),
    st.sampled_from([None, *Fault]),
    st.text(max_size=80),
    st.sampled_from(["", "404", "请完成验证", "Subscribe to continue reading", LONG_CHINESE]) | st.text(max_size=80),
)
def test_only_a_success_is_there_and_what_is_not_there_says_why(status: int | None, fault: Fault | None, title: str, text: str) -> None:
    presence = judge_presence(Fetch(URL, URL, status, fault, title=title, text=text))
    if presence.existence == Existence.THERE:
        assert status is not None
        assert 200 <= status < 300
        assert fault is None
    else:
        assert presence.why is not None
