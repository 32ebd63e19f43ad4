"""Canonical URLs, registrable domains and suffixes on label borders."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.sources.domains import canonical_url, country_of_host, host_of, matches_suffix, matching_suffix, registrable_domain


@pytest.mark.parametrize(
    "url, expected",
    [
        ("https://Finance.Yahoo.com/a?utm_source=x&b=1#top", "https://finance.yahoo.com/a?b=1"),
        ("http://example.com", "http://example.com/"),
        ("https://example.com:443/x", "https://example.com/x"),
        ("http://example.com:8080/x", "http://example.com:8080/x"),
        ("https://müller.de/Straße", "https://xn--mller-kva.de/Stra%C3%9Fe"),
        ("https://例え.jp/", "https://xn--r8jz45g.jp/"),
        ("https://a。com/x", "https://a.com/x"),
        ("https://example.com./x", "https://example.com/x"),
        ("  https://example.com/x  ", "https://example.com/x"),
        ("https://example.com/a b", "https://example.com/a%20b"),
        ("https://example.com/?fbclid=1&gclid=2", "https://example.com/"),
        ("https://example.com/?id=7&spm=a.b&page=2", "https://example.com/?id=7&page=2"),
        ("https://[2001:DB8::0:1]/x", "https://[2001:db8::1]/x"),
        ("HTTPS://EXAMPLE.COM/X", "https://example.com/X"),
    ],
)
def test_canonical_url_of_a_web_page(url, expected):
    assert canonical_url(url) == expected


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.com",
        "//example.com/x",
        "ftp://example.com/x",
        "javascript:alert(1)",
        "data:text/html,x",
        "mailto:a@example.com",
        "https://",
        "https:///x",
        "https://user@example.com/",
        "https://user:pass@example.com/",
        "https://good.com\\@evil.com/",
        "https://good.com\\evil.com/",
        "https://exa\nmple.com/",
        "https://example.com/\x00",
        "https://exa mple.com/",
        "https://ex%61mple.com/",
        "https://example.com:99999/",
        "https://example.com:port/",
        "https://[::1/",
        "https://[nonsense]/",
        "https://-bad-.com/",
        "https://a..b.com/",
        f"https://{'a' * 64}.com/",
        f"https://example.com/{'a' * 9_000}",
    ],
)
def test_canonical_url_of_anything_else_is_none(url):
    assert canonical_url(url) is None
    assert host_of(url) is None


@pytest.mark.parametrize(
    "host, expected",
    [
        ("finance.yahoo.com", "yahoo.com"),
        ("yahoo.com", "yahoo.com"),
        ("www.bbc.co.uk", "bbc.co.uk"),
        ("news.sina.com.cn", "sina.com.cn"),
        ("www.gov.cn", "www.gov.cn"),
        ("someone.github.io", "someone.github.io"),
        ("a.b.someone.github.io", "someone.github.io"),
        ("s20.example", "s20.example"),
        ("www.city.kawasaki.jp", "city.kawasaki.jp"),
        ("xn--mller-kva.de", "xn--mller-kva.de"),
        ("WWW.Example.COM.", "example.com"),
        ("github.io", None),
        ("co.uk", None),
        ("com", None),
        ("localhost", None),
        ("10.0.0.1", None),
        ("0x7f.1", None),
        ("1.2.3.0x", None),
        ("2130706433", None),
        ("::1", None),
        ("", None),
        ("a b.com", None),
    ],
)
def test_registrable_domain(host, expected):
    assert registrable_domain(host) == expected


@pytest.mark.parametrize(
    "host, matches",
    [
        ("finance.yahoo.com", True),
        ("uk.finance.yahoo.com", True),
        ("yahoo.com", False),
        ("notfinance.yahoo.com", False),
        ("finance.yahoo.com.evil.net", False),
        ("finance.yahoo.com.", False),
        ("", False),
    ],
)
def test_matches_suffix_on_label_borders(host, matches):
    assert matches_suffix(host, "finance.yahoo.com") is matches


def test_matches_suffix_of_nothing_is_false():
    assert matches_suffix("example.com", "") is False


def test_matching_suffix_is_the_longest():
    suffixes = {"com", "yahoo.com", "finance.yahoo.com", "sina.com.cn"}
    assert matching_suffix("uk.finance.yahoo.com", suffixes) == "finance.yahoo.com"
    assert matching_suffix("www.yahoo.com", suffixes) == "yahoo.com"
    assert matching_suffix("example.org", suffixes) is None


LABEL = st.from_regex(r"[a-z][a-z0-9]{0,8}", fullmatch=True)
HOST = st.lists(LABEL, min_size=1, max_size=5).map(".".join)


@given(HOST, st.sets(HOST, max_size=20))
def test_matching_suffix_agrees_with_a_plain_search(host, suffixes):
    expected = max((s for s in suffixes if matches_suffix(host, s)), key=len, default=None)
    assert matching_suffix(host, suffixes) == expected


@given(st.text(max_size=200))
def test_canonical_url_never_raises_and_is_a_fixed_point(text):
    for url in (text, f"https://{text}", f"https://example.com/{text}", f"https://example.com/?{text}"):
        first = canonical_url(url)
        if first is not None:
            assert canonical_url(first) == first
            assert host_of(first) == host_of(url)


@given(HOST)
def test_registrable_domain_is_a_suffix_of_its_host(host):
    domain = registrable_domain(host)
    assert domain is None or matches_suffix(host, domain)


@given(HOST, LABEL)
def test_a_sub_domain_has_the_same_registrable_domain(host, label):
    domain = registrable_domain(host)
    if domain is not None:
        assert registrable_domain(f"{label}.{host}") in {domain, None} or domain.endswith(host)


@pytest.mark.parametrize(
    ("url", "country"),
    [
        ("https://www.ons.gov.uk/economy", "GB"),
        ("http://www.stats.gov.cn/sj/", "CN"),
        ("https://www.bls.gov/", ""),
        ("https://ec.europa.eu/eurostat", ""),
        ("https://coin.io/btc", ""),
        ("ftp://www.rba.gov.au/", ""),
        ("", ""),
    ],
)
def test_country_of_host(url: str, country: str) -> None:
    assert country_of_host(url) == country
