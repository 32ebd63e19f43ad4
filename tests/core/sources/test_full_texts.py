"""Which excerpts are read in full: all that may change the verdict, and those that carry a value by votes."""

from dataclasses import replace

import pytest

from tests.factories import make_page, make_verdict
from verification.core.evidence import Passage
from verification.core.sources.full_texts import is_cut, pages_to_read
from verification.core.vocabulary import Badge, Confidence, PassageField

PAGES = tuple(make_page(f"https://{name}.example/1", content=f"{name}: the rate is 5.25%.") for name in "abcd")
ALL = [True] * 4


def _cut(pages: tuple) -> tuple:
    return tuple(replace(page, content=page.content.rstrip(".") + " …") for page in pages)


def test_every_excerpt_is_read_where_nothing_is_settled() -> None:
    assert pages_to_read(make_verdict(PAGES), PAGES, ALL) == (0, 1, 2, 3)
    assert pages_to_read(make_verdict(PAGES), PAGES, [True, False, False, True]) == (0, 3)
    assert pages_to_read(make_verdict(PAGES), PAGES, [False] * 4) == ()


def test_value_by_votes_is_confirmed_on_the_pages_that_carry_it() -> None:
    assert pages_to_read(make_verdict(PAGES, accepted=3), PAGES, ALL) == (0, 1, 2)
    assert pages_to_read(make_verdict(PAGES, accepted=3), PAGES, [False, True, False, True]) == (1,)


def test_value_of_the_whitelist_is_confirmed_where_the_sentence_is_cut() -> None:
    direct = {"confidence": Confidence.WHITELIST_DIRECT, "badge": Badge.WHITELIST_DIRECT, "stage": "1"}
    assert pages_to_read(make_verdict(PAGES, accepted=1, **direct), PAGES, ALL) == ()
    cut = _cut(PAGES)
    assert pages_to_read(make_verdict(cut, accepted=1, **direct), cut, ALL) == (0,)


@pytest.mark.parametrize(
    "text, before, after, is_it",
    [
        ("The rate is 5%.", "", "", False),
        ("The rate is 5%", "", " more text", False),
        ("The rate is 5", "", "", True),
        ("… the rate is 5%.", "", "", True),
        ("The rate is 5% ...", "", "", True),
        ("利率为5%。", "", "", False),
        ("利率为5%，较", "", "", True),
    ],
)
def test_sentence_is_cut_where_the_excerpt_ends_in_it(text: str, before: str, after: str, is_it: bool) -> None:
    content = before + text + after
    passage = Passage(text, PassageField.CONTENT, len(before), len(before) + len(text))
    assert is_cut(passage, content) == is_it
    assert not is_cut(replace(passage, field=PassageField.TITLE), content)
