"""How a search becomes requests, and their answers one list."""

import asyncio
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.providers.searching import make_query
from verification.core.evidence import Page
from verification.core.sources.domains import canonical_url
from verification.core.vocabulary import CallKind, Fault
from verification.providers.base import Failure, ProviderError, SearchQuery, SearchResult
from verification.providers.search.plan import (
    MAX_QUERY,
    MAX_REQUESTS,
    PER_DOMAIN,
    SearchPart,
    choose_phrasings,
    merge_results,
    plan_parts,
    search_in_parts,
)


def _result(url: str, rank: int, content: str = "5%", **fields: object) -> SearchResult:
    return SearchResult(Page(url=url, title="Rate", content=content), rank, **fields)


def _urls(*lists: list[SearchResult], **fields: object) -> list[str]:
    return [result.page.url for result in merge_results(lists, make_query("rate", **fields))]


@pytest.mark.parametrize(
    "given_phrasings, chosen",
    [
        (("policy rate", "bank rate", "政策利率", "基准利率"), ("policy rate", "政策利率")),
        (("政策利率", "policy rate"), ("政策利率", "policy rate")),
        (("policy rate", "bank rate"), ("policy rate",)),
        (("美国联邦基金利率是____",), ("美国联邦基金利率是",)),
        (("a\n\tb\x00 c", " "), ("a b c",)),
        (("x" * 1_000,), ("x" * MAX_QUERY,)),
        (("", "____"), ()),
    ],
)
def test_the_first_phrasing_of_each_language_is_asked(given_phrasings: tuple[str, ...], chosen: tuple[str, ...]) -> None:
    assert choose_phrasings(given_phrasings) == chosen


@pytest.mark.parametrize(
    "hosts, sizes", [(0, [0]), (1, [1]), (20, [20]), (21, [10, 11]), (26, [13, 13]), (45, [15, 15, 15]), (121, [20, 20, 20, 20, 20, 21])]
)
def test_hosts_are_split_evenly(hosts: int, sizes: list[int]) -> None:
    names = tuple(f"host-{number}.example" for number in range(hosts))
    parts = plan_parts(make_query("rate", suffixes=names), group_size=20)
    assert [len(part.suffixes) for part in parts] == sizes
    assert tuple(name for part in parts for name in part.suffixes) == names


@given(hosts=st.integers(0, 3_000), phrasings=st.sampled_from([("rate",), ("rate", "利率")]), size=st.sampled_from([10, 20]))
def test_no_search_is_more_than_six_requests_and_none_leaves_a_host_out(hosts: int, phrasings: tuple[str, ...], size: int) -> None:
    names = tuple(f"host-{number}.example" for number in range(hosts))
    parts = plan_parts(make_query(*phrasings, suffixes=names), group_size=size)
    assert 1 <= len(parts) <= MAX_REQUESTS
    assert {name for part in parts if part.phrasing == "rate" for name in part.suffixes} == set(names)


def test_what_two_phrasings_find_comes_first_and_once() -> None:
    both, first, second = "https://both.example/", "https://first.example/", "https://second.example/"
    assert _urls([_result(first, 1), _result(both, 2)], [_result(second, 1), _result(f"{both}?utm_source=x", 2)]) == [both, first, second]


def test_of_two_copies_the_one_that_says_more_is_kept() -> None:
    excerpt, whole = _result("https://a.example/", 1, "5% " * 9, is_snippet=True), _result("https://a.example/", 3, "5%")
    for lists in ([[excerpt], [whole]], [[whole], [excerpt]]):
        (kept,) = merge_results(lists, make_query("rate"))
        assert (kept.page.content, kept.is_snippet, kept.rank) == ("5%", False, 1)


def test_no_publisher_fills_the_list_while_others_follow() -> None:
    many = [_result(f"https://www.a.example/{rank}", rank) for rank in range(1, 8)]
    other = _result("https://b.example/", 8)
    found = _urls([*many, other], limit=5)
    assert found.index(other.page.url) == PER_DOMAIN
    assert len(found) == 5


_HOSTS = st.sampled_from(["reuters.com", "www.reuters.com", "notreuters.com", "caixin.com", "evil.example"])
_LISTS = st.lists(
    st.lists(st.tuples(_HOSTS, st.integers(0, 5), st.booleans()), max_size=8).map(
        lambda rows: [_result(f"https://{host}/{page}", rank, is_snippet=cut) for rank, (host, page, cut) in enumerate(rows, 1)]
    ),
    max_size=4,
)


@given(lists=_LISTS, limit=st.integers(1, 6), suffixes=st.sampled_from([(), ("reuters.com",), ("reuters.com", "caixin.com")]))
def test_a_merged_list_is_ranked_unique_and_only_of_the_hosts_asked_for(
    lists: list[list[SearchResult]], limit: int, suffixes: tuple[str, ...]
) -> None:
    merged = merge_results(lists, make_query("rate", limit=limit, suffixes=suffixes))
    addresses = [canonical_url(result.page.url) for result in merged]
    allowed = {"reuters.com": {"reuters.com", "www.reuters.com"}, "caixin.com": {"caixin.com"}}
    hosts = set().union(*(allowed[suffix] for suffix in suffixes)) if suffixes else None
    given_addresses = {canonical_url(result.page.url) for results in lists for result in results}
    wanted = {address for address in given_addresses if hosts is None or address.split("/")[2] in hosts}
    assert len(addresses) == len(set(addresses)) == min(limit, len(wanted))
    assert set(addresses) <= wanted
    assert [result.rank for result in merged] == list(range(1, len(merged) + 1))


def _search(query: SearchQuery, outcomes: dict[str, list[SearchResult] | ProviderError]) -> object:
    async def ask(part: SearchPart) -> list[SearchResult]:
        outcome = outcomes[part.phrasing]
        if isinstance(outcome, ProviderError):
            raise outcome
        return outcome

    parts = [SearchPart(phrasing, ()) for phrasing in outcomes]
    return asyncio.run(search_in_parts(query, parts, provider="tavily", ask=ask))


def test_some_failures_leave_the_answer_of_the_others() -> None:
    fault = ProviderError("No.", fault=Fault.RATE_LIMITED)
    answer = _search(make_query("rate"), {"a": fault, "b": [_result("https://a.example/", 1)], "c": fault})
    assert [result.page.url for result in answer.results] == ["https://a.example/"]
    assert (answer.calls, answer.failures) == (3, (Failure("tavily", CallKind.SEARCH, Fault.RATE_LIMITED),))


def test_failures_alone_end_in_the_gravest() -> None:
    passing, longer = ProviderError("A."), ProviderError("B.", retry_after=9.0)
    final = ProviderError("C.", permanent=True, fault=Fault.OUT_OF_CREDIT)
    for outcomes, gravest in (([passing, longer], longer), ([final, longer], final), ([longer, final, passing], final)):
        with pytest.raises(ProviderError) as caught:
            _search(make_query("rate"), dict(zip("abc", outcomes, strict=False)))
        assert caught.value is gravest


def test_nothing_to_ask_is_nothing_found() -> None:
    answer = _search(SearchQuery(phrasings=(), as_of=datetime(2026, 6, 18, tzinfo=UTC), limit=5), {})
    assert (answer.results, answer.calls, answer.query, answer.failures) == ((), 0, "", ())
