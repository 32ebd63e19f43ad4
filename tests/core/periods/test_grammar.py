"""Periods in English and Chinese, resolved against the date of the page, and how two of them stand to each other."""

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.periods.comparing import Fit, compare_periods
from verification.core.periods.grammar import find_periods, roles_clash
from verification.core.periods.reference import parse_reference_period

BASE = date(2026, 6, 16)


def named(text: str, base: date = BASE) -> list[str]:
    chinese = not text.isascii()
    return [str(mention.period) for mention in find_periods(text, base, is_chinese=chinese) if not mention.is_border]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5月份，社会消费品零售总额", ["2026-05"]),
        ("1—5月份，社会消费品零售总额", ["2026-01..2026-05"]),
        ("2026年1-5月", ["2026-01..2026-05"]),
        ("前5个月出口", ["2026-01..2026-05"]),
        ("2025年第四季度营收", ["2025-10..2025-12"]),
        ("2023一季度中国GDP", ["2023-01..2023-03"]),
        ("前三季度利润", ["2025-01..2025-09"]),
        ("2022年上半年，西藏经济", ["2022-01..2022-06"]),
        ("上月环比", ["2026-05"]),
        ("十二月销量", ["2025-12"]),
        ("2021年全年", ["2021"]),
        ("上一年，失业率为5%", ["2025"]),
        ("上一年度营业收入", ["2025"]),
        ("上一年级的学生", []),
        ("6月16日，国家统计局公布，5月份", ["2026-06-16", "2026-05"]),
        ("自2月以来", []),
        ("比2020年提高6.8个百分点", []),
        ("较去年同期", []),
        # With a space between digits and signs, as many papers set them.
        ("汽车企业 5 月共交付 11008 辆", ["2026-05"]),
        ("2026 年 5 月 31 日，余额", ["2026-05-31"]),
        ("1-5 月，出口 214 万辆", ["2026-01..2026-05"]),
        ("前 5 个月出口", ["2026-01..2026-05"]),
        ("2025 年第 4 季度营收", ["2025-10..2025-12"]),
        ("2025 财年收入", ["FY2025"]),
        ("30 年期国债", []),
        ("在截至5月份的三个月中，收入", ["2026-03..2026-05"]),
        ("截至2025年12月的六个月", ["2025-07..2025-12"]),
        ("5月份的三个月后", ["2026-05"]),
        ("通常每年9月发布", []),
        ("每逢6月涨价", []),
    ],
)
def test_chinese_period_is_found(text: str, expected: list[str]) -> None:
    assert named(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("jobs were added in May", ["2026-05"]),
        ("added 138,000 jobs in March 2013", ["2013-03"]),
        ("in the third quarter of 2019", ["2019-07..2019-09"]),
        ("revenue in Q1 2021", ["2021-01..2021-03"]),
        ("from October through December", ["2025-10..2025-12"]),
        ("in July and August", ["2025-07..2025-08"]),
        ("rose last month", ["2026-05"]),
        ("two months ago", ["2026-04"]),
        ("over the last 12 months", ["2025-06..2026-05"]),
        ("so far this year", ["2026-01..2026-06"]),
        ("On June 10th, a tariff", ["2026-06-10"]),
        ("the lowest since April 2000", []),
        ("it may rise", []),
        ("Mayor Adams and Maybank", []),
        ("Decimal Group of Augusta", []),
        ("in Jan. and in Sept.", ["2026-01", "2025-09"]),
        ("a price of $2,013", []),
        ("than in 2011", []),
        ("prices rise every July", []),
    ],
)
def test_english_period_is_found(text: str, expected: list[str]) -> None:
    assert named(text) == expected


def test_period_after_through_looks_ahead() -> None:
    found = find_periods("benefits through January", date(2020, 5, 15), is_chinese=False)
    assert [(str(mention.period), mention.role) for mention in found] == [("2021-01", "through")]


def test_period_of_the_figure_compared_with_is_marked() -> None:
    found = find_periods("up from 159,000 in April", BASE, is_chinese=False)
    assert [(str(mention.period), mention.is_compared) for mention in found] == [("2026-04", True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-05", "2026-05"),
        ("2026-01..2026-05", "2026-01..2026-05"),
        ("2026", "2026"),
        ("2026-Q2", "2026-04..2026-06"),
        ("2026-06-18", "2026-06-18"),
        ("May", "None"),
    ],
)
def test_reference_period_is_read(text: str, expected: str) -> None:
    assert str(parse_reference_period(text)) == expected


@pytest.mark.parametrize(
    ("wanted", "found", "expected"),
    [
        ("2026-05", "2026-05", Fit.AGREES),
        ("2026-05", "2026-01..2026-05", Fit.CLASHES),
        ("2026-05", "2026-06", Fit.CLASHES),
        ("2026-05", None, Fit.OPEN),
        ("2025-05", None, Fit.CLASHES),
        (None, "2026-05", Fit.OPEN),
        (None, "2021", Fit.CLASHES),
        ("2025", "2025-12", Fit.OPEN),
        ("2026-06-10", "2026-07-10", Fit.CLASHES),
    ],
)
def test_two_periods_compared(wanted: str | None, found: str | None, expected: Fit) -> None:
    assert compare_periods(parse_reference_period(wanted), parse_reference_period(found), BASE) == expected


def test_undated_page_without_a_period_clashes_with_none() -> None:
    assert compare_periods(parse_reference_period("2019"), None, None) == Fit.OPEN


def test_roles_clash_on_another_month_behind_the_same_word() -> None:
    wanted = find_periods("the lowest since April 2000", BASE, is_chinese=False)
    assert roles_clash(wanted, find_periods("the lowest since April 1999", BASE, is_chinese=False))
    assert not roles_clash(wanted, find_periods("the lowest since April 2000", BASE, is_chinese=False))
    assert not roles_clash(wanted, find_periods("it fell in May", BASE, is_chinese=False))


def test_spaces_between_digits_and_signs_move_no_mention() -> None:
    text = "小鹏 汽车 2026 年 5 月共交付 3 万辆，6 月 1 日公布"
    found = [text[mention.start : mention.end] for mention in find_periods(text, BASE, is_chinese=True)]
    assert found == ["2026 年 5 月", "6 月 1 日"]


@given(st.lists(st.sampled_from(["2026年", "5月", "31日", "前5个月", "第2季度", "出口", "增长3%", "，", "2025财年"]), max_size=8))
def test_a_text_with_its_digits_spaced_names_the_same_periods(parts: list[str]) -> None:
    text = "，".join(parts)
    spaced = re.sub(r"(?<=\d)(?=[年月日个季财])|(?<=[前第])(?=\d)", " ", text)

    def told(written: str) -> list[tuple[str, str]]:
        found = find_periods(written, BASE, is_chinese=True)
        return [(str(mention.period), written[mention.start : mention.end].replace(" ", "")) for mention in found]

    assert told(spaced) == told(text)


def test_the_month_of_delivery_is_a_contract() -> None:
    found = find_periods("9月交货的轻质原油期货收涨", BASE, is_chinese=True)
    assert [(mention.role, mention.is_border) for mention in found] == [("contract", True)]
