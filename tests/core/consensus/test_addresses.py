"""A page is known by one spelling of its address, however often and in whatever spelling it comes."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.consensus.source_pages import EvidenceSet, open_evidence_set
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.reasons import WhyCode
from verification.core.vocabulary import NodeKind

AS_OF = datetime(2026, 6, 20, tzinfo=UTC)
NODE = NodeSpec("Chile unemployment rate", NodeKind.PERCENT, unit="%")
TEXT = "Chile's unemployment rate was 8.2% in May."


def _opened(urls: list[str]) -> EvidenceSet:
    return open_evidence_set(NODE, [Page(url, "", TEXT, AS_OF) for url in urls], as_of=AS_OF, trust=Trust())


def _spelt(name: str, scheme: str, port: str, path: str, tracking: str, fragment: str) -> str:
    return f"{scheme}://{name}{port}{path}{tracking}{fragment}"


spellings = st.builds(
    _spelt,
    st.sampled_from(["paper.example", "PAPER.example", "Paper.Example"]),
    st.sampled_from(["https", "HTTPS"]),
    st.sampled_from(["", ":443"]),
    st.just("/rates"),
    st.sampled_from(["", "?utm_source=feed", "?gclid=1&utm_medium=mail"]),
    st.sampled_from(["", "#top"]),
)


@given(st.lists(spellings, min_size=1, max_size=5))
def test_every_spelling_of_an_address_is_one_page_that_speaks_once(urls: list[str]) -> None:
    pages = _opened(urls).source_pages
    assert {page.url for page in pages} == {"https://paper.example/rates"}
    assert sorted(page.page.url for page in pages) == sorted(urls)
    assert [page.exclusion.why.code if page.exclusion else None for page in pages] == [None, *[WhyCode.REPEATED_URL] * (len(urls) - 1)]


@given(spellings, st.sampled_from(["http://paper.example/rates", "https://paper.example/rates?page=2", "https://paper.example/Rates"]))
def test_another_address_is_another_page(url: str, other: str) -> None:
    assert {page.url for page in _opened([url, other]).voting()} == {"https://paper.example/rates", other}


@pytest.mark.parametrize("url", ["", "paper.example/rates", "ftp://paper.example/rates", "https://a@paper.example/rates"])
def test_what_is_no_address_keeps_its_spelling_and_has_no_vote(url: str) -> None:
    (page,) = _opened([url]).source_pages
    assert (page.url, page.exclusion is not None and page.exclusion.why.code) == (url, WhyCode.BAD_URL)
