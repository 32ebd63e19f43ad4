"""Words about a figure that nothing explains are counted by stretch; what joins a figure to its measure is none of them."""

from datetime import date

import pytest

from verification.core.judging.asked_terms import AskedTerms, Part
from verification.core.judging.strange_words import StrangeWords
from verification.core.judging.word_features import SentenceTerms
from verification.core.language.texts import Language, language_of
from verification.core.quantities.grammar import find_quantities
from verification.core.reading.frames.places import PlacedSentence

DAY = date(2026, 3, 20)
RATE_EN = AskedTerms({Part.WHOLE: {"vacancy": 1.0, "halvoria": 1.0}}, "Halvoria", (), (), ())
RATE_ZH = AskedTerms({Part.WHOLE: {}}, "哈沃国", (), (), ())


def counted(text: str, question: str = "哈沃国空置率") -> dict[str, float]:
    """What is not 0, of the first figure."""
    is_chinese = language_of(text) == Language.CHINESE
    quantities = find_quantities(text, lang="zh" if is_chinese else "en")
    sentence = PlacedSentence(text, quantities, DAY, is_chinese=is_chinese)
    place = sentence.place(quantities[0].start, quantities[0].end)
    found = StrangeWords(RATE_ZH if is_chinese else RATE_EN, question, sentence).features(SentenceTerms(sentence), place)
    return {name.removeprefix("strange_"): value for name, value in found if value}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The vacancy rate in Halvoria was 4.7%.", {}),
        ("The vacancy rate in Halvoria stood at 4.7% in March, the ministry said.", {"link_told": 1}),
        ("The vacancy rate in Halvoria was 4.7% after the meeting.", {}),
        ("The vacancy rate in Halvoria was 4.7%, the little town by the river said.", {}),
        ("The vacancy rate of Halvoria quietly shadows 4.7%.", {"own": 2, "clause": 2, "sentence": 2, "link": 2}),
        ("A dog-eared leaflet gives the vacancy rate of Halvoria as 4.7%.", {"own": 4, "clause": 4, "sentence": 4, "lead": 4}),
        ("The vacancy rate in Halvoria was 4.7% of yore.", {"own": 1, "clause": 1, "sentence": 1, "behind": 1}),
        ("The Halvoria shadow vacancy rate was 4.7%.", {"own": 1, "clause": 1, "sentence": 1, "inside": 1}),
        ("哈沃国影子空置率为4.7%。", {"own": 2, "clause": 2, "sentence": 2, "inside": 2, "link_told": 1}),
        ("哈沃国空置率累计为4.7%。", {"link_told": 1}),
        ("哈沃国空置率为4.7%。", {"link_told": 1}),
        ("统计局表示，哈沃国空置率升至4.7%。", {"link_told": 1}),
        ("哈沃国空置率遥望4.7%。", {"own": 2, "clause": 2, "sentence": 2, "link": 2}),
    ],
)
def test_only_what_nothing_explains_is_counted(text: str, expected: dict[str, float]) -> None:
    assert counted(text) == expected


def test_another_word_for_the_measure_is_not_strange() -> None:
    assert counted("哈沃公司营业收入为4.7亿元。", "哈沃公司营收") == {"link_told": 1}
    assert counted("哈沃公司净利润为4.7亿元。", "哈沃公司营收")["link"] == 3


def test_counts_end_at_eight() -> None:
    words = "amber brass cedar dusky ember flint grove hazel ivory jolly knoll"
    assert counted(f"The vacancy rate of Halvoria {words} 4.7%.")["link"] == 8
