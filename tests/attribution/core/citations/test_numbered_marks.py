"""Marks with numbers and the reference list that they lead to; what leads nowhere is named as that."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attribution.core.citations.extraction import find_citations
from tests.growth import grows_within

LIST = "\n\nReferences\n\n1. Office https://a.example/1\n2. https://b.example/2\n3. https://c.example/3\n4. https://d.example/4\n"


def marks(text: str) -> list[tuple[str, str | None]]:
    body = text.split("\n\nReferences")[0]
    found = find_citations(text)
    assert all(text[one.start : one.end] == one.text for one in found)
    return [(one.text, one.url and one.url.removeprefix("https://")) for one in found if one.end <= len(body)]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("Sales rose [1].", [("[1]", "a.example/1")]),
        ("Sales rose [1, 3].", [("1", "a.example/1"), ("3", "c.example/3")]),
        ("Sales rose [1,2,4].", [("1", "a.example/1"), ("2", "b.example/2"), ("4", "d.example/4")]),
        ("Sales rose [2-4].", [("2", "b.example/2"), ("-", "c.example/3"), ("4", "d.example/4")]),
        ("Sales rose [3–4].", [("3", "c.example/3"), ("4", "d.example/4")]),
        ("Sales rose [1, 3-4].", [("1", "a.example/1"), ("3", "c.example/3"), ("4", "d.example/4")]),
        ("Sales rose [^2].", [("[^2]", "b.example/2")]),
        ("销售额增长【1】。", [("【1】", "a.example/1")]),
        ("销售额增长【1，2】。", [("1", "a.example/1"), ("2", "b.example/2")]),
        ("Sales rose [1][2].", [("[1]", "a.example/1"), ("[2]", "b.example/2")]),
        ("Sales rose [7].", [("[7]", None)]),
        ("Sales rose [2, 7].", [("2", "b.example/2"), ("7", None)]),
        ("Sales rose[9].", [("[9]", None)]),
        ("Children aged [7-9] were asked.", []),
        ("It reads a[7] and x[8, 9].", []),
        ("It reads `Sales [7].`", []),
        ("[7] opens a line.", []),
        ("See [7](https://x.example/7).", [("[7](https://x.example/7)", "x.example/7")]),
        ("The year [2024] is none.", []),
    ],
)
def test_marks_lead_to_the_list(body: str, found: list[tuple[str, str | None]]) -> None:
    assert marks(body + LIST) == found


def test_without_a_list_marks_are_named_and_nothing_is_invented() -> None:
    found = find_citations("Sales rose 3% in May [1]. Prices fell [2, 3].")
    assert [(one.kind.value, one.text, one.url, one.claim) for one in found] == [
        ("footnote", "[1]", None, "Sales rose 3% in May."),
        ("footnote", "2", None, "Prices fell."),
        ("footnote", "3", None, "Prices fell."),
    ]
    assert find_citations("Rates [2, 3] may be anything.") == ()
    assert find_citations("[foo][1] is a link without an address.") == ()


@pytest.mark.parametrize("mark", ["[1, 2]", "[1-2]", "[1–2]", "【1、2】", "[1; 2]"])
def test_the_claim_keeps_nothing_of_the_brackets(mark: str) -> None:
    claims = {one.claim for one in find_citations(f"Sales rose 3% in May {mark}. Prices fell.{LIST}") if one.start < 40}
    assert claims == {"Sales rose 3% in May."}


def test_notes_inside_a_long_range_keep_their_place_in_the_list() -> None:
    found = find_citations(f"Sales rose [1-4].{LIST}")
    assert [(one.text, one.url) for one in found] == [
        ("1", "https://a.example/1"),
        ("-", "https://b.example/2"),
        ("4", "https://d.example/4"),
        ("https://c.example/3", "https://c.example/3"),
    ]


@given(st.text(alphabet="ab 123[]^【】,-–.:\n1", max_size=120))
def test_spans_are_exact_and_disjoint(text: str) -> None:
    found = find_citations(text + LIST)
    assert all((text + LIST)[one.start : one.end] == one.text for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))


@pytest.mark.parametrize("piece", ["[1, 2] ", "[1", "[1-99] ", "[1, 2, 3, 4, 5, 6, 7, 8, 9", "word [7] ", "【1，"])
def test_time_grows_with_the_text(piece: str) -> None:
    assert grows_within(12, lambda: find_citations(piece * 500 + LIST), lambda: find_citations(piece * 2_000 + LIST))
