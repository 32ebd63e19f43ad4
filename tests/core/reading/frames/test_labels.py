"""A name, a question or a sentence with a blank becomes a frame."""

from datetime import date

import pytest

from verification.core.evidence import NodeSpec
from verification.core.reading.frames.labels import Asking, Frame, RangeEnd, frames_of, names_of
from verification.core.reading.frames.measures import Basis, Form
from verification.core.vocabulary import Direction, Mood, NodeKind

BASE = date(2026, 6, 16)


def frame(label: str, kind: NodeKind = NodeKind.PERCENT, **more: object) -> Frame:
    return frames_of(NodeSpec(label=label, kind=kind, **more), BASE)[0]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("label", "asking", "text"),
    [
        ("美联储利率", Asking.NAME, "美联储利率____"),
        ("Federal funds rate", Asking.NAME, "Federal funds rate is ____"),
        ("2021年香港GDP增长了多少？", Asking.QUESTION, "2021年香港GDP增长____"),
        ("东盟有多少个成员国", Asking.QUESTION, "东盟____个成员国"),
        ("What was Tesla's revenue in Q1 2021?", Asking.QUESTION, "Tesla's revenue in Q1 2021 is ____"),
        ("How many jobs did the economy add in May?", Asking.QUESTION, "____ jobs did the economy add in May"),
        ("The economy added ____ jobs in May.", Asking.SENTENCE, "The economy added ____ jobs in May."),
    ],
)
def test_label_becomes_a_sentence_with_a_blank(label: str, asking: Asking, text: str) -> None:
    made = frame(label, NodeKind.NUMBER)
    assert (made.asking, made.sentence.text) == (asking, text)


@pytest.mark.parametrize(
    ("label", "end"),
    [
        ("维持联邦基金利率目标区间不变于3.5%至____。", RangeEnd.HIGH),
        ("维持联邦基金利率目标区间不变于____至3.75%。", RangeEnd.LOW),
        ("预计为20.55亿元—____。", RangeEnd.HIGH),
        ("a range between ____ and 5 percent", RangeEnd.LOW),
        ("a range between 4 percent and ____", RangeEnd.HIGH),
        ("cuts the rate from 35 percent to ____.", None),
        ("美联储利率上限", RangeEnd.HIGH),
        ("世纪华通上半年净利润预告下限", RangeEnd.LOW),
        ("Fed funds target upper bound", RangeEnd.HIGH),
        ("What is the low end of Nvidia's revenue guidance?", RangeEnd.LOW),
        ("美联储利率区间上限和下限", None),
        ("high-end phone sales", None),
    ],
)
def test_end_of_a_range_is_known(label: str, end: RangeEnd | None) -> None:
    assert frame(label).range_end == end


def test_name_says_period_and_measure() -> None:
    made = frame("中国5月社会消费品零售总额同比")
    assert (str(made.period), made.measure.form, made.measure.basis) == ("2026-05", Form.CHANGE, Basis.YEAR)
    assert made.keeps_bare_figure is False


def test_blank_behind_a_direction_word_keeps_the_bare_figure() -> None:
    made = frame("5月份，社会消费品零售总额同比下降____。")
    assert (made.measure.direction, made.keeps_bare_figure) == (Direction.DOWN, True)


def test_reference_period_overrides_the_label() -> None:
    assert str(frame("社会消费品零售总额同比", reference_period="2026-01..2026-05").period) == "2026-01..2026-05"


def test_alias_inherits_the_period_of_the_label() -> None:
    node = NodeSpec(label="中国5月社会消费品零售总额同比", kind=NodeKind.PERCENT, aliases=("China retail sales year on year",))
    assert [str(made.period) for made in frames_of(node, BASE)] == ["2026-05", "2026-05"]


@pytest.mark.parametrize(
    ("label", "told"),
    [
        ("CATL Q1 2026 net profit", "2026年第一季度宁德时代净利润"),
        ("Manafort bail", None),
        ("日本5月失业率", "Japan unemployment rate May 2026"),
    ],
)
def test_a_label_in_the_other_language_keeps_its_period(label: str, told: str | None) -> None:
    names = names_of(NodeSpec(label=label, kind=NodeKind.NUMBER), BASE)
    assert names == ((label, told) if told else (label,))


@pytest.mark.parametrize(
    ("label", "mood"),
    [
        ("联邦基金利率", Mood.CURRENT),
        ("联邦基金利率目标区间", Mood.CURRENT),
        ("SpaceX IPO 目标估值", Mood.FORECAST),
        ("预计2026年GDP增速", Mood.FORECAST),
        ("Forecast of euro area growth", Mood.FORECAST),
        ("The final package cuts the corporate tax rate from ____ to 21 percent.", Mood.PAST),
    ],
)
def test_mood_asked_for(label: str, mood: Mood) -> None:
    assert frame(label).mood == mood


@pytest.mark.parametrize(
    ("label", "counted"),
    [("寺庙踩踏事故死亡人数", "人"), ("恒指收盘点数", "点"), ("地震的震级", "级"), ("张家口赛区共产生了几块金牌", "块"), ("2021年GDP", "")],
)
def test_counting_word_of_the_answer(label: str, counted: str) -> None:
    assert counted in frame(label, NodeKind.NUMBER).counted
    assert bool(frame(label, NodeKind.NUMBER).counted) is bool(counted)


def test_unit_asked_for_in_a_question() -> None:
    assert frame("2021年中国外贸进出口规模是多少美元", NodeKind.CURRENCY).asked_unit == "USD"


def test_hedged_blank_asks_for_the_rounded_figure() -> None:
    assert frame("创业板指涨超____").asks_approximate is True
    assert frame("创业板指涨____").asks_approximate is False
