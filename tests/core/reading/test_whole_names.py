"""A name that stands before its figure word for word is found there, however oddly it is put; one that goes on beside it is not."""

from datetime import date

import pytest

from verification.core.reading.comparing import compare
from verification.core.reading.measure_comparing import SlotFit
from verification.core.reading.questions import name_asked, read_question
from verification.core.reading.reader import TextReader
from verification.core.reading.statement import Statement
from verification.core.reading.whole_names import with_whole_name

DAY = date(2026, 5, 14)
SHARE = "share of parcels that arrived late"
QUEUE = "每名司机的周休天数上限"


def _told(name: str, text: str, title: str = "Morning briefing") -> tuple[Statement, Statement]:
    """The statement of the last figure as it is read by itself, and as it is for who asks for ``name``."""
    reader = TextReader(text, base=DAY, title=TextReader(title, base=DAY))
    statement = [one for one in reader.statements() if one.value][-1]
    return statement, with_whole_name(read_question(name, base=DAY), statement, reader)


def _is_found(name: str, text: str) -> bool:
    compared = compare(read_question(name, base=DAY), _told(name, text)[1], published=DAY)
    return compared.subject.fit is SlotFit.FOUND


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (SHARE, "The share of parcels that arrived late is 6.7%."),
        (SHARE, "Nobody at the depot disputed that the share of parcels that arrived late is 6.7%."),
        (SHARE, "In fact the share of parcels that arrived late is 6.7%."),
        (SHARE, "No. The share of parcels that arrived late was now 6.7%."),
        (SHARE, "The share of parcels that arrived late rose from 5.1% to 6.7%."),
        (SHARE, "The share of parcels that arrived late is not 5.1% but 6.7%."),
        (SHARE, "The share of parcels that arrived late in April was 6.7%."),
        ("What is the share of parcels that arrived late?", "SHARE OF PARCELS THAT ARRIVED LATE was 6.7%."),
        ("April share of parcels that arrived late", "The share of parcels that arrived late was 6.7%."),
        ("Norway's daily intake of Velmark crude", "Kpler announced that Norway's daily intake of Velmark crude is 1.98 million barrels."),
        (QUEUE, "已经没有疑问：每名司机的周休天数上限为2.5天。"),
        (QUEUE, "人力部门称，每名司机的周休天数上限由2天调整为2.5天。"),
        (QUEUE, "每名司机的周休天数上限不再是2天，现为2.5天。"),
        ("科创综指", "网传数字有误，交易所公布的最终结果是：科创综指为2101.72点。"),
        ("2026年2月5年期以上LPR", "2026年2月5年期以上LPR为3.95%。"),
        ("科创综指", "科创综指曾为2088.35点，现为2101.72点。"),
        ("原油价格", "周四，但原油价格升至71.2美元。"),
    ],
)
def test_a_name_that_stands_whole_is_found(name: str, text: str) -> None:
    assert _is_found(name, text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (SHARE, "The share of parcels that arrived late in Velmark Islands bags was 6.7%."),
        (SHARE, "The forecast share of parcels that arrived late is 6.7%."),
        (SHARE, "A rise in the share of parcels that arrived late was 6.7%."),
        (SHARE, "The share of parcels that arrived late fell, and unemployment in Peru was 6.7%."),
        ("policy rate of Velmark", "The policy rate of Velmark Islands is 3.5%."),
        ("policy rate of Velmark", "The policy rate of Velmark's neighbour is 3.5%."),
        ("policy rate of Velmark", "Unlike the policy rate of Velmark, that of Peru is 3.5%."),
        (QUEUE, "新任每名司机的周休天数上限为2.5天。"),
        (QUEUE, "每名司机的周休天数上限不变，年假为2.5天。"),
        ("海登市失业率", "非海登市失业率为5.1%。"),
        ("原油价格", "周四，纽约原油价格升至71.2美元。"),
    ],
)
def test_a_name_that_goes_on_beside_it_is_read_as_before(name: str, text: str) -> None:
    before, after = _told(name, text)

    assert after == before


def test_a_name_in_a_table_or_behind_its_figure_is_read_as_before() -> None:
    for text in ("Policy rate of Velmark | 3.5%", "3.5% is the policy rate of Velmark."):
        before, after = _told("policy rate of Velmark", text)
        assert after == before


def test_what_narrows_the_figure_behind_it_stays() -> None:
    _, after = _told("sales of Velmark", "The sales of Velmark were $5 million excluding currency effects, adjusted for inflation.")
    before, _ = _told("sales of Velmark", "The sales of Velmark were $5 million excluding currency effects, adjusted for inflation.")

    assert after.measure.qualifiers == before.measure.qualifiers


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("What is the CPI of Peru in April 2026?", "CPI of Peru"),
        ("2026年4月秘鲁CPI", "秘鲁CPI"),
        ("秘鲁4月CPI", "秘鲁4月CPI"),
        ("CPI of Peru was ____ in April", ""),
        ("forecast for the CPI of Peru", ""),
    ],
)
def test_the_name_is_asked_without_period_and_question(asked: str, name: str) -> None:
    assert name_asked(read_question(asked, base=DAY)) == name
