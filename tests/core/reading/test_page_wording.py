"""An English name as a page would write it: by other writings of the same thing, and never by another measure."""

import pytest

from verification.core.reading.page_wording import in_page_words

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("name", "sentence", "told"),
    [
        ("DXY", "The dollar index dropped to 95.77.", "dollar index"),
        ("UK CPI", "Britain's inflation fell to 3.6%.", "UK CPI"),
        ("WTI price", "U.S. crude fell to $81.84.", "US crude price"),
        ("WTI price", "WTI, or U.S. crude, fell to $81.84.", "WTI price"),
        ("Peru jobless rate", "Unemployment is 5%.", "Peru jobless rate"),
        ("Kelter profit", "Kelter earnings rose to $5 million.", "Kelter profit"),
        ("", "Exports rose 5%.", ""),
    ],
)
def test_a_name_in_the_words_of_a_page(name: str, sentence: str, told: str) -> None:
    assert in_page_words(name, [sentence]) == told


def test_a_page_without_sentences_says_nothing() -> None:
    assert in_page_words("US jobless rate", []) == "US jobless rate"
