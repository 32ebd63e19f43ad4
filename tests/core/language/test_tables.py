"""Frequency, lemmas, synonyms, opposites and names of the calendar, as the compiled tables have them."""

import pytest

from verification.core.language.frequency import LEAST, zipf
from verification.core.language.lemmas import lemma
from verification.core.language.relations import antonyms, synonyms
from verification.core.language.tables import read_rows
from verification.core.periods.calendar_names import names

pytestmark = pytest.mark.pure


def test_common_words_are_told_from_rare_ones() -> None:
    assert zipf("the", "en") > zipf("market", "en") > zipf("dividend", "en") > LEAST
    assert zipf("的", "zh") > zipf("市场", "zh") > LEAST
    assert (zipf("Market", "en"), zipf("tungsten carbide", "en"), zipf("市場", "zh")) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    "word, base",
    [
        ("bought", "buy"),
        ("rose", "rise"),
        ("fell", "fall"),
        ("layoffs", "layoff"),
        ("companies", "company"),
        ("left", "leave"),
        ("felt", "feel"),
        ("were", "be"),
        ("buy", "buy"),
        ("data", "data"),
        ("us", "us"),
        ("zzyzx", "zzyzx"),
        ("", ""),
    ],
)
def test_forms_have_their_lemma(word: str, base: str) -> None:
    assert lemma(word) == base


def test_opposites_and_synonyms_go_both_ways() -> None:
    assert "fall" in antonyms("rise", "en")
    assert "rise" in antonyms("fall", "en")
    assert "buy" in antonyms("sell", "en")
    assert "purchase" in synonyms("buy", "en")
    assert "buy" in synonyms("purchase", "en")
    assert antonyms("rise", "en").isdisjoint({"rise", "climb"})
    assert (synonyms("zzyzx", "en"), antonyms("zzyzx", "en")) == (frozenset(), frozenset())


def test_months_weekdays_and_quarters_have_their_numbers() -> None:
    assert [names("month", "en")[name] for name in ("january", "jan", "may", "sept", "sep", "dec")] == [1, 1, 5, 9, 9, 12]
    assert [names("month", "zh")[name] for name in ("一月", "1月", "十二月")] == [1, 1, 12]
    assert [names("weekday", "en")[name] for name in ("monday", "sun")] == [1, 7]
    assert [names("weekday", "zh")[name] for name in ("星期一", "周日", "週三")] == [1, 7, 3]
    assert [names("quarter", "zh")["第一季度"], names("quarter", "en")["q4"]] == [1, 4]
    assert "一月" not in names("month", "en")


def test_a_table_that_is_not_there_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        read_rows("language", "nothing")
