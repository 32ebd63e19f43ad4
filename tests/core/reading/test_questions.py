"""What a name, a question, a sentence with a blank or a statement asks."""

from datetime import date

import pytest

from verification.core.reading.questions import MAX_NAME, read_question
from verification.core.reading.statement import Basis, Form, Status
from verification.core.vocabulary import NodeKind

DAY = date(2026, 5, 20)


@pytest.mark.parametrize(
    ("name", "subject", "measure", "period"),
    [
        ("Peru jobless rate April", "Peru", "jobless rate", "2026-04"),
        ("inventory of Wistrel as of 30 April", "Wistrel", "inventory", "2026-04-30"),
        ("Overseas revenue Lumeo 2025", "Lumeo", "Overseas revenue", "2025"),
        ("The unemployment rate of Galicia was ____ in the first quarter", "Galicia", "unemployment rate", "2026-01..2026-03"),
        ("what is Singapore's carbon price now?", "Singapore", "carbon price", ""),
        ("Oakwell Homes completions FY25", "Oakwell Homes", "completions", "FY2025"),
        ("Velmark net disposals 2025", "Velmark", "net disposals", "2025"),
        ("Swiss watch exports YoY Apr", "Swiss", "watch exports", "2026-04"),
        ("US CPI YoY", "US", "CPI", ""),
        ("央行7天逆回购利率", "央行", "7天逆回购利率", ""),
        ("美国30年期房贷利率", "美国", "30年期房贷利率", ""),
        ("宁德时代动力电池装机量市占率", "宁德时代", "动力电池装机量市占率", ""),
        ("Germany PPI MoM", "Germany", "PPI", ""),
        ("Phoenix median home price sept", "Phoenix", "median home price", "2025-09"),
        ("2026高考报名人数", "高考", "报名人数", "2026"),
        ("2025茅台每股分红", "茅台", "每股分红", "2025"),
        ("密歇根大学消费者信心 4月初值", "密歇根大学", "消费者信心", "2026-04"),
        ("OPEC+ 8月增产规模", "OPEC+", "增产规模", "2025-08"),
        ("智利失业率", "智利", "失业率", ""),
        ("2025年中国GDP", "中国", "GDP", "2025"),
        ("小红书25年利润", "小红书", "利润", "2025"),
        ("北向资金净流入", "北向资金", "净流入", ""),
        ("A股成交额", "A股", "成交额", ""),
        ("黄金储备 央行 4月末", "央行", "黄金储备", "2026-04"),
        ("宁德时代一季度归母净利", "宁德时代", "归母净利", "2026-01..2026-03"),
        ("美国7月CPI同比", "美国", "CPI", "2025-07"),
        ("埃及失业率", "埃及", "失业率", ""),
        ("刚果（金）失业率", "刚果（金）", "失业率", ""),
        ("Italy unemployment rate", "Italy", "unemployment rate", ""),
        ("Trinidad & Tobago unemployment rate", "Trinidad & Tobago", "unemployment rate", ""),
        ("一季度江苏省城镇失业率为____%", "江苏省", "城镇失业率", "2026-01..2026-03"),
    ],
)
def test_a_name_states_its_slots(name: str, subject: str, measure: str, period: str) -> None:
    question = read_question(name, base=DAY)
    assert question.subject.head is not None
    assert question.measure.words is not None
    assert (question.subject.head.text, question.measure.words.text, str(question.period.period or "")) == (subject, measure, period)


def test_a_slot_that_is_not_stated_is_open() -> None:
    question = read_question("LPR", base=DAY)
    assert (question.period.period, question.measure.basis, question.measure.direction) == (None, None, None)


def test_a_basis_asks_for_a_change() -> None:
    measure = read_question("上海5月社零同比", base=DAY).measure
    assert (measure.form, measure.basis) == (Form.CHANGE, Basis.YEAR)


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("任天堂2027财年销量预期", Status.FORESEEN),
        ("Nike consensus EPS", Status.FORESEEN),
        ("Turkey inflation year ago", Status.PAST),
        ("US previous unemployment rate", Status.PAST),
        ("US unemployment rate in the previous month", Status.ASSERTED),
        ("美国5月零售销售环比", Status.ASSERTED),
        ("Profit beats forecasts; the payout ratio is ____.", Status.ASSERTED),
        ("Sales ticked up despite a better-than-expected loss of ____ last month.", Status.ASSERTED),
        ("Analysts expect a payout ratio of ____.", Status.FORESEEN),
    ],
)
def test_the_status_asked_for(name: str, status: Status) -> None:
    assert read_question(name, base=DAY).status is status


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("美联储4月有没有降息", ("美联储", "降息", False)),
        ("中国没有购买伊朗原油", ("中国", "购买", True)),
        ("Chevron has not left Angola", ("Chevron", "left", True)),
        ("Indonesia lifts export ban on used cooking oil", ("Indonesia", "lifts", False)),
    ],
)
def test_a_node_of_text_asks_for_an_event(name: str, event: tuple[str, str, bool]) -> None:
    question = read_question(name, base=DAY, kind=NodeKind.TEXT)
    assert question.predicate is not None
    assert question.subject.head is not None
    assert (question.subject.head.text, question.predicate.words.text, question.predicate.is_negated) == event


@pytest.mark.parametrize(
    "name",
    [
        "a",
        "美",
        "1",
        "12345",
        "%",
        "亿元",
        "😀",
        "Chile Peru rate",
        "智利与秘鲁失业率",
        "ريبيت",
        "\u200bChile\u200d",
        "率" * 500,
        "x" * 900,
        "",
    ],
)
def test_odd_names_are_read_without_fail(name: str) -> None:
    for kind in (None, *NodeKind):
        assert read_question(name, base=DAY, kind=kind).text == name[:MAX_NAME]


@pytest.mark.parametrize(("name", "subject"), [("央行会在7月降准吗", "央行"), ("欧盟会否推迟碳关税", "欧盟")])
def test_what_leads_on_to_an_act_is_no_part_of_a_name(name: str, subject: str) -> None:
    asked = read_question(name, base=DAY, kind=NodeKind.TEXT).subject.head
    assert asked is not None
    assert asked.text == subject


def test_a_forecast_is_asked_for_in_traditional_signs_too() -> None:
    assert read_question("台灣今年經濟成長率預測", base=DAY).status is Status.FORESEEN
