"""Bare links: what people mean, in Chinese and English text."""

import pytest

from attribution.core.citations.links import find_links


def _urls(text: str) -> list[str]:
    links = list(find_links(text))
    assert all(link.url == text[link.start : link.end].replace("&amp;", "&").replace("\\_", "_") for link in links)
    return [link.url for link in links]


@pytest.mark.parametrize(
    "text, url",
    [
        ("详见https://a.example/x.html，以及", "https://a.example/x.html"),
        ("数据来自https://a.example/series/CPI的统计", "https://a.example/series/CPI"),
        ("（见https://a.example/x）。", "https://a.example/x"),
        ("“https://a.example/x”显示", "https://a.example/x"),
        ("【1†https://a.example/x】", "https://a.example/x"),
        ("根据https://a.example/cpi/发布的数据", "https://a.example/cpi/"),
        ("见https://zh.example.org/wiki/通货膨胀。", "https://zh.example.org/wiki/通货膨胀"),
        ("https://例子.中国/路径/二", "https://例子.中国/路径/二"),
        ("http://example.comだよね", "http://example.com"),
        ("来源：example.com，下同", "example.com"),
        ("日本語it.so中国語", "it.so"),
        ("｜https://a.example/x｜", "https://a.example/x"),
    ],
)
def test_chinese_text_borders_on_a_link(text: str, url: str) -> None:
    assert _urls(text) == [url]


@pytest.mark.parametrize(
    "text, url",
    [
        ("See https://a.example/x.", "https://a.example/x"),
        ("See https://a.example/x...", "https://a.example/x"),
        ("https://a.example/" + "," * 42, "https://a.example/"),
        ("(https://a.example/x_(y))", "https://a.example/x_(y)"),
        ("www.a.example/?q=x&lang=en&hl;", "www.a.example/?q=x&lang=en"),
        ("(www.a.example/?q=x&copy;&reg;).", "www.a.example/?q=x"),
        ("http://\u27a1.ws/\u4a39", "http://\u27a1.ws/\u4a39"),
        ("www.intranet.newending can be read", "www.intranet.newending"),
        ("http://\U0001f9de\u200d\u2640\ufe0fgenie.com/?a=b", "http://\U0001f9de\u200d\u2640\ufe0fgenie.com/?a=b"),
        ("https://a.example/x_(y", "https://a.example/x_"),
        ("https://a.example/42°56'46.6\"N+0°38'31.6\"E/@42.9", "https://a.example/42°56'46.6\"N+0°38'31.6\"E/@42.9"),
        ('"https://a.example/2","b"', "https://a.example/2"),
        ("served at 192.0.2.1:8080.", "192.0.2.1:8080"),
        ("https://a.example/a[b]{c}", "https://a.example/a[b]{c}"),
        ("a.example.com)/b", "a.example.com"),
        ("'foo.net/x'", "foo.net/x"),
        ("**https://a.example/x**", "https://a.example/x"),
        ("_https://a.example/x_", "https://a.example/x"),
        ("`https://a.example/x`", "https://a.example/x"),
        ("| https://a.example/x|", "https://a.example/x"),
        ("https://a.example/x?a=1&amp;b=2", "https://a.example/x?a=1&b=2"),
        ("https://a.example/x&gt;", "https://a.example/x"),
        ("http://user@a.example:8080/x", "http://user@a.example:8080/x"),
        ("HTTPS://A.EXAMPLE/X", "HTTPS://A.EXAMPLE/X"),
        ("ftp://a.example/x", "ftp://a.example/x"),
        ("(http://[2001:db8::1]:8080/x)", "http://[2001:db8::1]:8080/x"),
        ("//example.com/x", "//example.com/x"),
        ("http://localhost:8000?", "http://localhost:8000"),
        ("job:https://a.example", "https://a.example"),
        ("https://web.archive.example/2020/https://b.example/x", "https://web.archive.example/2020/https://b.example/x"),
        ("https://a.example/x?u=https://b.example", "https://a.example/x?u=https://b.example"),
        ("docs.example.com/readme.md", "docs.example.com/readme.md"),
        ("www.example.md", "www.example.md"),
        ("see http://example.org- or not", "http://example.org"),
        ("example.com_", "example.com"),
        ("1.https://a.example/x", "https://a.example/x"),
        ("It fell.http://a.example/x", "http://a.example/x"),
        ("https://a.example/net\\_income", "https://a.example/net_income"),
        ("https://a.example/x\\_", "https://a.example/x_"),
        ("https://a.example/x\\n", "https://a.example/x"),
        ("git+https://a.example/x", "https://a.example/x"),
        ("www.b\u00fccher.example.de/x", "www.b\u00fccher.example.de/x"),
        ("www.例子.com/x", "www.例子.com/x"),
        ("s7.am", "s7.am"),
    ],
)
def test_punctuation_belongs_to_the_sentence(text: str, url: str) -> None:
    assert _urls(text) == [url]


@pytest.mark.parametrize(
    "text",
    [
        "write to first.last@example.com or first+last@example.com", "#test.com @test.com $TVI.CA #http://test.com @http://test.com",
        "README.md, main.py and run.sh", "600519.SH, 000408.SZ and 0700.HK", "tar.bz2", "1.2.3", "v1.2.3.4", "192.0.2.1?", "http://362",
        "/path/to/file.pl", "at 7.am", "here I.am",
        "http://", "http://..", "http://-a.example", "http://a_b.com",
        "http://xn--はじめよう.com", "///test.com", "_http://example.com", "foo.notatld",
        "co.jp", "prices rose.It fell", "may lead.Here it is", "3.5%", "mailto:a@b.com", "e.g. this",
    ],
)  # fmt: skip
def test_what_is_no_link(text: str) -> None:
    assert _urls(text) == []


@pytest.mark.parametrize(
    "url", ["git://a.example/b.git", "ipfs://bafybeigdyrzt", "a1://example", "x+y-z.1://b.example/c?d", "ssh://git@a.example/b"]
)
def test_other_schemes_make_links_too(url: str) -> None:
    assert _urls(f"Kept at {url}, as of May.") == [url]


@pytest.mark.parametrize(
    "text", ["javascript://a.example/%0aalert(1)", "file://server/share", "C://Users", "1://foo", "123://foo", "://a.example/x", "data://x"]
)
def test_programs_drives_and_ones_own_disk_are_no_sources(text: str) -> None:
    assert _urls(text) == []


def test_links_without_a_gap_are_told_apart() -> None:
    assert _urls("https://a.example/x,https://b.example/y;https://c.example") == [
        "https://a.example/x",
        "https://b.example/y",
        "https://c.example",
    ]
