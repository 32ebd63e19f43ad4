"""How a passage states a figure, read from the figure's own clause."""

import pytest

from verification.core.reading.frames.moods import MoveEnd, mood_of, turn_of
from verification.core.vocabulary import Mood


def read(text: str) -> tuple[str, int, int, bool]:
    """The text without the brackets around its figure, the figure's span, whether it is Chinese."""
    start, end = text.index("["), text.index("]") - 1
    return text.replace("[", "").replace("]", ""), start, end, not text.isascii()


def mood(text: str) -> Mood:
    plain, start, end, chinese = read(text)
    return mood_of(plain, start, end, is_chinese=chinese)[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The rate is [5.25%].", Mood.CURRENT),
        ("The rate rose to [5.25%], better than economists predicted.", Mood.CURRENT),
        ("The economy added a higher-than-expected [223,000] jobs.", Mood.CURRENT),
        ("Consumer prices in Britain rose [3.8%].", Mood.CURRENT),
        ("Inflation rose [2.1%] in line with forecasts.", Mood.CURRENT),
        ("Traders are pricing in a cut of [0.5%].", Mood.FORECAST),
        ("Markets now price in a cut of [0.5%].", Mood.FORECAST),
        ("Before the meeting economists expected a rate of [3.25%].", Mood.FORECAST),
        ("Economists had expected [190,000] jobs.", Mood.FORECAST),
        ("The rate will fall to [5%].", Mood.FORECAST),
        ("If the Fed hikes, the rate could reach [6%].", Mood.HYPOTHETICAL),
        ("He threatened a tariff of [100%].", Mood.HYPOTHETICAL),
        ("It fell to 7.7 percent from [7.9] percent.", Mood.PAST),
        ("Officials denied reports of a rate of [6%].", Mood.DENIED),
        ("The White House announced it will impose a [25%] tariff.", Mood.CURRENT),
        ("联邦基金利率维持在[5.25%]不变。", Mood.CURRENT),
        ("利率降至[5.25%]，低于市场预期。", Mood.CURRENT),
        ("预计利率将降至[5%]。", Mood.FORECAST),
        ("如果通胀回升，利率可能升至[6%]。", Mood.HYPOTHETICAL),
        ("从[5.5%]降至5.25%。", Mood.PAST),
        ("官方否认利率为[6%]的说法。", Mood.DENIED),
        ("自2017年突破[3万亿元]以来，", Mood.PAST),
        ("来自[30个国家]的代表出席。", Mood.CURRENT),
        ("言论自由[5%]", Mood.CURRENT),
    ],
)
def test_mood_is_read(text: str, expected: Mood) -> None:
    assert mood(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cut from [35] percent to 21 percent", MoveEnd.ORIGIN),
        ("cut from 35 percent to [21] percent", MoveEnd.GOAL),
        ("a rate of [21] percent", None),
        ("由[120亿美元]扩大到400亿美元", MoveEnd.ORIGIN),
        ("由120亿美元扩大到[400亿美元]", MoveEnd.GOAL),
        ("利率[5%]", None),
        ("来自[300家]企业的订单增至500份", None),
    ],
)
def test_end_of_a_move_is_read(text: str, expected: MoveEnd | None) -> None:
    plain, start, end, chinese = read(text)
    assert turn_of(plain, start, end, is_chinese=chinese) == expected


def test_a_plan_is_mild_and_a_forecast_is_not() -> None:
    for text, mild in (("The package would cut the rate to [21%].", True), ("Analysts expect a rate of [21%].", False)):
        plain, start, end, chinese = read(text)
        assert mood_of(plain, start, end, is_chinese=chinese)[1] is mild
