"""A pattern is tried only where one of its words stands, and finds there what it always found."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.language.needed_words import Sieved, words_needed
from verification.core.language.tables import read_rows

PATTERNS = [pattern for _kind, where, pattern, _example, _reason in read_rows("pages", "page_signs") if where == "text"]


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (r"please (?:wait|hold on)\W*", {"please "}),
        (r"(?:Cloudflare|imperva) \d+", {"cloudflare", "imperva"}),
        (r"(?:sehr )?(?:gut|schlecht)+", {"gut", "schlecht"}),
        (r"(?:请稍候|稍等)", {"请稍候", "稍等"}),
        (r"(?:请稍候|.等)", set()),
        (r"(?:cookie)?\d+", set()),
        (r"(?!human)\w+", set()),
        (r"a[bc]d", set()),
    ],
)
def test_the_words_that_a_pattern_needs(pattern: str, words: set[str]) -> None:
    assert words_needed(pattern) == words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Are you HUMAN?", "HUMAN"),
        ("42 %", "42"),
        ("A huma n", None),
        ("", None),
        ("Ask for a v\u0131sa", "v\u0131sa"),
        ("vi\u017fa", "vi\u017fa"),
    ],
)
def test_a_sieve_finds_what_its_patterns_find(text: str, found: str | None) -> None:
    match = Sieved(["human", r"\d+", "visa"]).search(text, text.lower())
    assert (match and match.group()) == found


@given(st.data())
def test_what_a_sign_says_is_found_with_its_words(data: st.DataObject) -> None:
    pattern = data.draw(st.sampled_from(PATTERNS))
    text = data.draw(st.from_regex(re.compile(pattern, re.IGNORECASE)))
    match = Sieved([pattern]).search(text, text.lower())
    plain = re.search(pattern, text, re.IGNORECASE)
    assert match is not None
    assert plain is not None
    assert match.span() == plain.span()
