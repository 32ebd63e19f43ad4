"""A name in the words of a page in the other language: the page chooses among what a dictionary has."""

from datetime import UTC, datetime

import pytest

from tests.growth import grows_within
from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.subjects.page_names import name_in, words_of
from verification.core.vocabulary import NodeKind

DAY = datetime(2026, 6, 17, tzinfo=UTC)
HOST = "site.example"


@pytest.mark.parametrize(
    ("name", "sentence", "told"),
    [
        ("沃伦民调支持率", "Warren's approval rating in the poll was 15%.", "Warren poll approval rating"),
        ("沃伦民调支持率", "Support for Warren stood at 15% in the survey.", "Warren survey support"),
        ("加州登记选民人数", "California has 17.9 million registered voters.", "California registered voters"),
        ("马航客机乘客人数", "There were 239 passengers on the Malaysia Airlines plane.", "Malaysia Airlines plane passengers"),
        ("Macron vote share", "马克龙的得票率为66.1%。", "马克龙得票率"),
        ("Chile poverty rate", "智利的貧困率降至6.5%。", "智利贫困率"),
        ("Helixia ransom", "Helixia支付的赎金为2200万美元。", "Helixia赎金"),
        ("Warsaw flood casualties", "华沙水灾造成12人伤亡。", "华沙水灾伤亡人数"),
        ("OpenAI ransom", "OpenAI未支付赎金。", "OpenAI赎金"),
    ],
)
def test_the_page_chooses_the_words(name: str, sentence: str, told: str) -> None:
    is_chinese = not name.isascii()
    assert name_in(words_of(name, is_chinese=is_chinese), [sentence], is_chinese=not is_chinese) == told


def test_the_sentence_that_says_most_of_the_name_chooses() -> None:
    words = words_of("Warsaw flood donation", is_chinese=False)
    sentences = ["捐款超过300万元。", "市场上货物充斥。", "华沙洪灾捐助达1200万元。"]
    assert name_in(words, sentences, is_chinese=True) == "华沙洪灾捐助"


@pytest.mark.parametrize(("name", "is_chinese"), [("Zorblax of warpening", False), ("某泓澜支持率", True), ("", True)])
def test_a_word_that_is_not_known_leaves_the_name_untold(name: str, is_chinese: bool) -> None:
    assert words_of(name, is_chinese=is_chinese) == ()


@pytest.mark.parametrize(
    ("label", "kind", "text", "value"),
    [
        ("摩尔得票率", NodeKind.PERCENT, "With 100 percent of precincts reporting, Moore had 48.4 percent of the vote.", "48.4"),
        ("琼斯得票率", NodeKind.PERCENT, "With 100 percent of precincts reporting, Moore had 48.4 percent of the vote.", ""),
        ("Chile poverty rate", NodeKind.PERCENT, "智利的贫困率降至6.5%。", "6.5"),
        ("Peru poverty rate", NodeKind.PERCENT, "智利的贫困率降至6.5%。", ""),
        ("Chile literacy rate", NodeKind.PERCENT, "智利的贫困率为6.5%。", ""),
    ],
)
def test_a_figure_of_the_other_language_answers_its_own_name_alone(label: str, kind: NodeKind, text: str, value: str) -> None:
    page = Page(f"https://{HOST}/a", "", text, DAY)
    verdict = settle(NodeSpec(label, kind, unit="%"), [page], as_of=DAY, trust=Trust(whitelist=(HOST,)))
    assert (verdict.number or "") == value


def test_time_grows_with_the_page() -> None:
    words, one = words_of("加州登记选民人数", is_chinese=True), "California has 17.9 million registered voters."
    assert grows_within(
        6,
        lambda: name_in(words, [f"{one} {number}" for number in range(500)], is_chinese=False),
        lambda: name_in(words, [f"{one} {number}" for number in range(1_500)], is_chinese=False),
    )
