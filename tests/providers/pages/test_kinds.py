"""What a page is, told from its source: shells, forwards, frames, guards' scripts, and articles that stand in the page as data."""

import json

import pytest

from verification.core.vocabulary import PageKind
from verification.providers.pages.text import read_page

HTML = "text/html; charset=utf-8"
STORY = (
    "The central bank of Elbonia kept its policy rate at 5.25% on Thursday, as nearly all economists had expected it to.",
    "The governor said that inflation had come down to 2.6% in May, from 2.9% in April, and that the board saw no reason to hurry.",
    "Analysts at three banks told the paper that they expect a first cut in the autumn, if prices go on easing as they did.",
)
PARAGRAPHS = "".join(f"<p>{line}</p>" for line in STORY)
ARTICLE = f"<article><h1>Policy rate held</h1>{PARAGRAPHS}</article>"
NAV = "<nav><a href=/>Home</a><a href=/login>Log in</a><a href=/subscribe>Subscribe to unlock this article</a></nav>"


def _page(body: str, head: str = "", title: str = "Policy rate held") -> str:
    return f"<!doctype html><html><head><meta charset=utf-8><title>{title}</title>{head}</head><body>{body}</body></html>"


def _read(html: str, *, status: int = 200, content_type: str = HTML, url: str = "https://news.test/a", **headers: str) -> dict[str, str]:
    return read_page(html.encode(), content_type, url, {"status": status, "headers": headers, "asked": url})


LINKED = json.dumps({"@graph": [{"@type": ["NewsArticle"], "articleBody": " ".join(STORY)}]})

READ = {
    "plain": _page(NAV + ARTICLE),
    "with a guard's script": _page(ARTICLE + "<script src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'></script>"),
    "with a box for comments": _page(ARTICLE + "<form><div class=g-recaptcha></div><input type=password></form>"),
    "with a noscript hint": _page("<noscript>You need to enable JavaScript to run this app.</noscript>" + ARTICLE),
    "that reloads itself": _page(ARTICLE, "<meta http-equiv=refresh content='300'>"),
    "that forwards those without scripts": _page(ARTICLE, "<noscript><meta http-equiv=refresh content='0; url=/nojs'></noscript>"),
    "with a banner for cookies": _page(
        "<div id=cmp><p>We and our 842 partners use cookies and process personal data. You may accept or reject all.</p>"
        "<button>Accept all</button></div>" + ARTICLE
    ),
    "with an offer before it": _page("<div><p>Already a subscriber? Log in</p></div>" + ARTICLE),
    "with a newsletter behind it": _page(ARTICLE + "<aside><p>Sign up for our newsletter. Get the news every morning.</p></aside>"),
    "as data": _page(
        "<div id=app></div>",
        f'<script type="application/ld+json">{LINKED}</script>',
    ),
    "as the state of its program": _page(
        f'<div id=__next></div><script id="__NEXT_DATA__" type="application/json">'
        f"{json.dumps({'props': {'pageProps': {'article': {'title': 'x', 'body': PARAGRAPHS}}}})}</script>"
    ),
}
NOT_READ = {
    "moved by a refresh": (
        PageKind.MOVED,
        _page("<p>Redirecting to <a href=/b>the article</a>.</p>", "<meta http-equiv=Refresh content='0;URL=/b'>"),
    ),
    "moved by a script": (PageKind.MOVED, _page("<script>top.location.href = '/b';</script>", title="")),
    "moved by a frame": (
        PageKind.MOVED,
        "<html><frameset cols='10%,90%'><frame src=menu.htm name=menu><frame src=text.htm name=main></frameset></html>",
    ),
    "moved by one whole frame": (
        PageKind.MOVED,
        _page("<iframe src='https://other.test/a' width='100%' height='100%'></iframe>", title=""),
    ),
    "a cookie and again": (PageKind.WALL, _page("<script>document.cookie='c=1;path=/';location.reload();</script>", title="")),
    "a guard's script alone": (PageKind.WALL, _page("<div id=px-captcha></div><script>window._pxAppId='PX1'</script>", title="news.test")),
    "a slider": (
        PageKind.WALL,
        _page(
            "<div id=nc></div><script src='//g.alicdn.com/sd/ncpc/nc.js'></script><script>var arg1='1';setCookie('acw_sc__v2', 1)</script>",
            title="",
        ),
    ),
    "an Akamai refresh": (PageKind.WALL, _page("", "<meta http-equiv=refresh content=\"5; URL='/a?bm-verify=AAQ'\">", title="")),
    "a shell": (
        PageKind.SCRIPT,
        _page("<div id=root></div><script src=/main.js></script><footer>© 2026 News. All rights reserved.</footer>", title="News"),
    ),
    "a shell with a menu": (PageKind.SCRIPT, _page(NAV + "<div id='app'><!-- --></div><script src=/main.js></script>", title="News")),
    "a form for a password": (
        PageKind.LOGIN,
        _page("<form><label>E-mail</label><input><label>Password</label><input type=password></form>", title="News"),
    ),
    "a teaser": (
        PageKind.PAYWALL,
        _page(f"<article><h1>Rate</h1><p>{STORY[0]}</p></article><div><p>Subscribe to continue reading.</p></div>"),
    ),
    "a teaser by its own word": (
        PageKind.PAYWALL,
        _page(
            "<article><h1>Rate</h1><p>The central bank of Elbonia kept its policy rate at 5.25% on Thursday, as…</p></article>",
            '<script type="application/ld+json">{"@type": "NewsArticle", "isAccessibleForFree": "False", "headline": "Rate"}</script>',
        ),
    ),
    "gone, with what others read": (
        PageKind.GONE,
        _page(
            "<p>抱歉，您访问的页面不存在</p><ul><li><a href=/1>央行宣布下调存款准备金率0.5个百分点，释放长期资金一万亿元</a></li></ul>",
            title="示例网",
        ),
    ),
    "nothing": (PageKind.UNREAD, ""),
}


@pytest.mark.parametrize("html", READ.values(), ids=READ)
def test_an_article_is_read(html: str) -> None:
    found = _read(html)
    assert (found["kind"], STORY[1] in found["text"]) == (PageKind.ARTICLE, True)


@pytest.mark.parametrize("kind, html", NOT_READ.values(), ids=NOT_READ)
def test_what_is_no_article_is_named(kind: PageKind, html: str) -> None:
    assert _read(html)["kind"] == kind


@pytest.mark.parametrize(
    "status, kind",
    [(401, "login"), (402, "paywall"), (403, "wall"), (404, "gone"), (405, "wall"), (410, "gone"), (412, "wall"), (429, "wall"),
     (451, "wall"),      (500, "down"), (502, "down"), (503, "down"), (204, "unread"), (202, "wall")],
)  # fmt: skip
def test_an_answer_without_a_page_is_named_by_its_status(status: int, kind: str) -> None:
    found = _read("", status=status)
    assert (found["kind"], found["mark"]) == (kind, "")


def test_a_challenge_is_told_at_any_status() -> None:
    html = _page("<h1>Checking your browser before accessing news.test.</h1>", title="Just a moment...")
    assert {_read(html, status=status)["kind"] for status in (200, 202, 403, 405, 412, 429, 503, 521)} == {PageKind.WALL}
    assert _read(_page(ARTICLE), **{"cf-mitigated": "challenge"})["kind"] == PageKind.WALL
    assert (
        _read("<script>document.cookie=('_')+('_')+('j')+('s')+('l');location.href=location.pathname</script>", status=521)["kind"]
        == "wall"
    )


@pytest.mark.parametrize(
    "url, kind",
    [
        ("https://consent.yahoo.com/v2/collectConsent?sessionId=1", "consent"),
        ("https://wappass.baidu.com/static/captcha/tuxing.html", "wall"),
        ("https://passport.weibo.com/visitor/visitor?entry=miniblog", "login"),
        ("https://news.test/login?next=/a", "login"),
        ("https://news.test/captcha?u=/a", "wall"),
        ("https://news.test/a", "article"),
    ],
)
def test_the_address_at_the_end_tells(url: str, kind: str) -> None:
    found = read_page(_page(ARTICLE).encode(), HTML, url, {"status": 200, "headers": {}, "asked": "https://news.test/a"})
    assert found["kind"] == kind


@pytest.mark.parametrize(
    "body, content_type",
    [
        (b"PK\x03\x04\x14\x00", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        (b"PK\x03\x04\x14\x00", "text/html"),
        (b"\xd0\xcf\x11\xe0", "application/vnd.ms-excel"),
        (b"var x='5.25';", "application/javascript"),
        (b"<rss><channel></channel></rss>", "application/rss+xml"),
        (b"\x89PNG", "image/png"),
    ],
)
def test_what_cannot_be_read_is_said_to_be_so(body: bytes, content_type: str) -> None:
    found = read_page(body, content_type, "https://news.test/a")
    assert (found["kind"], found["text"]) == (PageKind.UNREAD, "")


@pytest.mark.parametrize("content_type", ["application/octet-stream", "text/xml", "text/plain", "", "application/xhtml+xml"])
def test_html_under_another_name_is_html(content_type: str) -> None:
    assert STORY[1] in _read(_page(ARTICLE), content_type=content_type)["text"]


def test_broken_linked_data_does_no_harm() -> None:
    deep = "[" * 3_000 + "]" * 3_000
    html = _page(ARTICLE, f'<script type="application/ld+json">{{"@type": </script><script type="application/ld+json">{deep}</script>')
    assert _read(html)["kind"] == PageKind.ARTICLE
