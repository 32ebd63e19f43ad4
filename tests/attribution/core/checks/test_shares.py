"""Shares and their intervals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attribution.core.checks.shares import Share, VerdictCount, VerdictGroup, group_outcomes, sum_groups, wilson_interval
from attribution.core.citations.cited_domains import domain_of


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),  # Brown, Cai and DasGupta 2001 give the same limits for the score interval
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (1, 1, 0.2065, 1.0),
        (15, 148, 0.0624, 0.1605),  # Newcombe 1998, table I
        (81, 263, 0.2553, 0.3662),  # the same
    ],
)
def test_interval_is_the_published_one(count: int, total: int, low: float, high: float) -> None:
    assert tuple(round(end, 4) for end in wilson_interval(count, total)) == (low, high)


@given(st.integers(1, 10**6).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_interval_holds_the_share_and_is_symmetric(pair: tuple[int, int]) -> None:
    count, total = pair
    low, high = wilson_interval(count, total)
    assert 0 <= low <= count / total <= high <= 1
    assert low < high
    other_low, other_high = wilson_interval(total - count, total)
    assert (1 - other_high, 1 - other_low) == pytest.approx((low, high), abs=1e-9)


@pytest.mark.parametrize(("count", "total"), [(0, 0), (-1, 5), (6, 5), (1, -1)])
def test_what_is_no_share_is_refused(count: int, total: int) -> None:
    with pytest.raises(ValueError, match="expected 0 <= count <= total"):
        wilson_interval(count, total)


def test_nothing_has_no_share() -> None:
    none = Share(0, 0)
    assert (none.rate, none.low, none.high) == (None, None, None)


def test_outcomes_are_grouped_and_rulings_compared() -> None:
    outcomes = [
        VerdictCount("a.example", "verified", "", 3),
        VerdictCount("a.example", "verified", "verified", 1),
        VerdictCount("a.example", "verified", "misinformation", 2),
        VerdictCount("b.example", "broken_link", "", 4),
    ]
    first, second = group_outcomes(outcomes)
    assert first == VerdictGroup("a.example", {"verified": 6}, ruled=3, upheld=1)
    assert second == VerdictGroup("b.example", {"broken_link": 4})
    assert (first.share_of("verified").rate, first.share_of("broken_link").rate, second.agreement.rate) == (1.0, 0.0, None)
    assert sum_groups([first, second]) == VerdictGroup("", {"verified": 6, "broken_link": 4}, ruled=3, upheld=1)
    assert sum_groups([]) == VerdictGroup("")


@pytest.mark.parametrize(
    ("url", "domain"),
    [
        ("https://data.stats.gov.cn/a", "stats.gov.cn"),
        ("news.bbc.co.uk/1", "bbc.co.uk"),
        ("//www.example.org", "example.org"),
        ("http://127.0.0.1:8000/a", "127.0.0.1"),
        ("ftp://example.org/a", ""),
        ("", ""),
        ("https://", ""),
    ],
)
def test_domain_is_what_its_owner_registered(url: str, domain: str) -> None:
    assert domain_of(url) == domain
