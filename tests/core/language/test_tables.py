"""Frequency, lemmas, synonyms and opposites, as the tables have them."""

import pytest

from verification.core.language.frequency import LEAST, zipf
from verification.core.language.lemmas import lemma
from verification.core.language.relations import antonyms, synonyms
from verification.core.language.tables import read_rows

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


def test_chinese_synonyms_hold_for_a_whole_group_and_opposites_for_a_pair() -> None:
    assert {"上升", "走高", "涨"} <= synonyms("上涨", "zh")
    assert {"上涨", "走高"} <= synonyms("上升", "zh")
    assert "上涨" not in synonyms("上涨", "zh")
    assert "下跌" in antonyms("上涨", "zh")
    assert "上涨" in antonyms("下跌", "zh")
    assert synonyms("裁员", "zh").isdisjoint(synonyms("招聘", "zh"))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_word_says_the_same_as_its_opposite(lang: str) -> None:
    pairs = [(one, other) for one, other, *_ in read_rows("language", f"antonyms_{lang}")]
    assert [pair for pair in pairs if pair[0] == pair[1] or (lang == "zh" and pair[1] in synonyms(pair[0], lang))] == []


def test_a_table_that_is_not_there_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        read_rows("language", "nothing")
