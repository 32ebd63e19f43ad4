"""What holds of every text: exact and disjoint spans, the same answer twice, and time that grows with the text."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attribution.core.citations.extraction import find_citations
from attribution.core.citations.proposals import ProposedCitation, accept_proposals
from attribution.core.vocabulary import CitationKind
from tests.examples import drawn
from tests.growth import grows_within

PIECES = st.sampled_from(
    ["[", "]", "(", ")", "<", ">", "!", "`", "\\", "*", "_", " ", "\n", "\n\n", "> ", "# ", "- ", ":", '"', "a", "据", "。", "，",
     "Prices fell. ", "[1]", "[^1]", "[1] ", "[a]: ", "https://a.example/x", "http://", "www.b.com", "c.com", "[b](https://b.example)", "<https://c.example>",
     "doi:10.1234/ab", "10.1093/qje/qjx032", "arXiv:2403.12345", "《世界经济展望》", "根据", "报告", "According to the ", "World Bank ",
     '<a href="https://d.example">', "</a>", "<!--", "\r\n", "\0", "```\n", "，，，"]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=120), st.lists(PIECES, max_size=30).map("".join))


@drawn(300)
@given(TEXTS)
def test_spans_cut_the_text_in_order_and_apart(text: str) -> None:
    floor = 0
    for one in find_citations(text):
        assert floor <= one.start < one.end <= len(text)
        assert one.text == text[one.start : one.end]
        assert one.url is None if one.kind == CitationKind.TITLE else one.url is not None or one.kind == CitationKind.FOOTNOTE
        assert 0 <= one.claim_start <= one.claim_end <= len(text)
        floor = one.end


@given(TEXTS)
def test_the_same_text_gives_the_same_citations(text: str) -> None:
    assert find_citations(text) == find_citations(text)


@given(TEXTS, st.lists(st.builds(ProposedCitation, st.text(max_size=8), st.none() | st.just("a")), max_size=4))
def test_a_proposal_is_cut_from_the_text_or_refused(text: str, proposed: list[ProposedCitation]) -> None:
    found = find_citations(text)
    accepted = accept_proposals(text, found, proposed)
    assert len(accepted.citations) + len(accepted.refused) == len(found) + len(proposed)
    ends = [(one.start, one.end) for one in accepted.citations]
    assert all(one.text == text[one.start : one.end] for one in accepted.citations)
    assert all(before[1] <= after[0] for before, after in pairwise(ends))


HOSTILE: dict[str, Callable[[int], str]] = {
    "open brackets": lambda n: "[" * n,
    "open links": lambda n: "[a](" * (n // 4),
    "open images": lambda n: "![" * (n // 2),
    "open tags": lambda n: "<a " * (n // 3),
    "backticks": lambda n: "`a``b" * (n // 5),
    "commas": lambda n: ("https://a.example/" + "," * 42 + " ") * (n // 61),
    "glued links": lambda n: "https://a.example," * (n // 18),
    "open parentheses": lambda n: "http://a.com/((((" * (n // 17),
    "nested names": lambda n: "a.com/(" * (n // 7),
    "notes": lambda n: "[1] a https://a.example\n\n" + "[1] " * (n // 4),
    "uses of one definition": lambda n: "[a]: https://a.example\n\n" + "[a] " * (n // 4),
    "lists": lambda n: "- a\n" * (n // 4),
    "quotes": lambda n: "> a\n" * (n // 4),
    "sources of nobody": lambda n: "根据a" * (n // 3),
    "names": lambda n: "According to The A of " * (n // 22),
    "binary": lambda n: "\0\x01\ufffd" * (n // 3),
    "prose": lambda n: "Prices fell 3% in May [BLS](https://a.example/x), it said. " * (n // 60),
}


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE.keys())
def test_time_grows_with_the_text(make: Callable[[int], str]) -> None:
    small, large = make(3_000), make(12_000)
    assert grows_within(8, lambda: find_citations(small), lambda: find_citations(large))
