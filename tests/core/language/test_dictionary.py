"""Names in the other language: what dictionaries have as a name, and what they have as a word."""

import pytest

from verification.core.language.dictionary import written_as

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("name", "written"), [("特朗普", ("Donald Trump", "Trump")), ("Trump", ("特朗普",)), ("Biden", ("拜登",)), ("苹果", ()), ("trump", ())]
)
def test_a_name_is_told_as_the_other_language_writes_it(name: str, written: tuple[str, ...]) -> None:
    assert written_as(name) == written


@pytest.mark.parametrize("name", ["交易所", "Qwzx", "", "平安"])
def test_a_word_of_every_day_is_no_name(name: str) -> None:
    assert written_as(name) == ()
