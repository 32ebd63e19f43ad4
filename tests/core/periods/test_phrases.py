"""Phrases for a period in both languages, each read to its days."""

from datetime import date

import pytest

from verification.core.periods.grammar import PeriodMention, find_periods

BASE = date(2026, 6, 16)  # a Tuesday


def _read(text: str, base: date = BASE) -> list[str]:
    return [str(mention.period) for mention in _mentions(text, base)]


def _mentions(text: str, base: date = BASE) -> tuple[PeriodMention, ...]:
    return find_periods(text, base, is_chinese=not text.isascii() and any("\u4e00" <= sign <= "\u9fff" for sign in text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on Oct 13", "2025-10-13"),
        ("on 13 October 2025", "2025-10-13"),
        ("on June the 12th", "2026-06-12"),
        ("12-Jun-2026", "2026-06-12"),
        ("dated 2026-06-12", "2026-06-12"),
        ("| 05/14/2026 | 3.51 |", "2026-05-14"),
        ("as of 14/05/2026.", "2026-05-14"),
        ("valid from 09.02.2026", "2026-02-09"),
        ("dated 12/06/2026", "2026-06-12"),
        ("closed yesterday", "2026-06-15"),
        ("closed on Monday", "2026-06-15"),
        ("closed on Tuesday", "2026-06-16"),
        ("closed last Tuesday", "2026-06-09"),
        ("next Wednesday", "2026-06-17"),
        ("members will strike from Monday", "2026-06-22"),
        ("members will vote on Thursday", "2026-06-18"),
        ("is set to be decided on Monday", "2026-06-22"),
        ("forty seats are at stake on Friday", "2026-06-19"),
        ("will, he said on Monday", "2026-06-15"),
        ("will meet on Tuesday", "2026-06-16"),
        ("will take over in September", "2026-09"),
        ("plans to lift its ban on September 1", "2026-09-01"),
        ("is due to open in March", "2027-03"),
        ("will fall in June", "2026-06"),
        ("took over in September", "2025-09"),
        ("will fall from 5% in September", "2025-09"),
        ("将于9月上任", "2026-09"),
        ("于9月上任", "2025-09"),
        ("今（9）日公布", "2026-06-09"),
        ("海关总署今天（15日）发布", "2026-06-15"),
        ("半岛附近30日发生", "2026-05-30"),
        ("周四将公布", "2026-06-18"),
        ("周四公布", "2026-06-11"),
        ("周一晚间将召开", "2026-06-15"),
        ("over the weekend", "2026-06-13..2026-06-14"),
        ("last week", "2026-06-08..2026-06-14"),
        ("the week to 17 May", "2026-05-11..2026-05-17"),
        ("the week of May 11", "2026-05-11..2026-05-17"),
        ("on May 12-13", "2026-05-12..2026-05-13"),
        ("between 5 and 9 May", "2026-05-05..2026-05-09"),
        ("from January 1 to May 10", "2026-01-01..2026-05-10"),
        ("in the January–May period", "2026-01..2026-05"),
        ("first nine months", "2025-01..2025-09"),
        ("9M 2025", "2025-01..2025-09"),
        ("three months to December", "2025-10..2025-12"),
        ("the quarter ended 30 June 2026", "2026-04..2026-06"),
        ("six months to end-June", "2026-01..2026-06"),
        ("the September quarter", "2025-07..2025-09"),
        ("this year to May", "2026-01..2026-05"),
        ("in Quarter 1 (Jan to Mar) 2026", "2026-01..2026-03"),
        ("Quarter 3 2025", "2025-07..2025-09"),
        ("the third quarter (July-September) of 2025", "2025-07..2025-09"),
        ("in Q1 (Jan–Mar) 2026", "2026-01..2026-03"),
        ("YTD", "2026-01..2026-06"),
        ("since New Year", "2026-01..2026-06"),
        ("1Q26", "2026-01..2026-03"),
        ("Q1'26", "2026-01..2026-03"),
        ("4Q25", "2025-10..2025-12"),
        ("2026 Q1", "2026-01..2026-03"),
        ("Q1-Q3 2025", "2025-01..2025-09"),
        ("the last quarter of 2025", "2025-10..2025-12"),
        ("second half of last year", "2025-07..2025-12"),
        ("first half of next year", "2027-01..2027-06"),
        ("FY2027", "FY2027"),
        ("fiscal 2027 first quarter", "FY2027-Q1"),
        ("fiscal second quarter of 2026", "FY2026-Q2"),
        ("Q1 FY27", "FY2027-Q1"),
        ("Q4FY26", "FY2026-Q4"),
        ("FY26 Q2", "FY2026-Q2"),
        ("third quarter of fiscal year 2026", "FY2026-Q3"),
        ("FY25/26", "FY2026"),
        ("in 2025/26", "FY2026"),
        ("last year", "2025"),
        ("in 2023 to 2024", "2023"),
        ("from 2023 to 2024", "2023-01..2024-12"),
        ("2023–2024", "2023-01..2024-12"),
        ("mid-2026", "2026-06"),
        ("end-2027", "2027"),
        ("a year ago", "2025-06"),
        ("the last 30 days", "2026-05-17..2026-06-16"),
        ("nfp sep", "2025-09"),
        ("next March", "2027-03"),
    ],
)
def test_english_phrase(text: str, expected: str) -> None:
    assert _read(text)[0] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10月13日收盘", "2025-10-13"),
        ("五月十四日", "2026-05-14"),
        ("２０２６年５月", "2026-05"),
        ("二〇二六年五月", "2026-05"),
        ("民國115年4月", "2026-04"),
        ("于2026/5/14发布", "2026-05-14"),
        ("昨日收盘", "2026-06-15"),
        ("昨收于", "2026-06-15"),
        ("上周五", "2026-06-12"),
        ("周二", "2026-06-16"),
        ("周五", "2026-06-12"),
        ("下周三", "2026-06-24"),
        ("上周末", "2026-06-13..2026-06-14"),
        ("上周", "2026-06-08..2026-06-14"),
        ("截至5月8日当周", "2026-05-04..2026-05-10"),
        ("5月1日至5日", "2026-05-01..2026-05-05"),
        ("5月14-16日", "2026-05-14..2026-05-16"),
        ("5月14日～6月2日", "2026-05-14..2026-06-02"),
        ("12日晚间公告", "2026-06-12"),
        ("18日讯", "2026-05-18"),
        ("前一交易日", "2026-06-15"),
        ("1至4月", "2026-01..2026-04"),
        ("前5个月", "2026-01..2026-05"),
        ("今年頭五個月", "2026-01..2026-05"),
        ("前三季度", "2025-01..2025-09"),
        ("一至三季度", "2025-01..2025-09"),
        ("截至9月末", "2025-09"),
        ("一季报", "2026-01..2026-03"),
        ("三季报", "2025-01..2025-09"),
        ("年报", "2025"),
        ("2026Q1", "2026-01..2026-03"),
        ("1Q26", "2026-01..2026-03"),
        ("首季", "2026-01..2026-03"),
        ("截至3月31日止三个月", "2026-01..2026-03"),
        ("2026财年第三财季", "FY2026-Q3"),
        ("2026財年第三財季", "FY2026-Q3"),
        ("FY27Q1", "FY2027-Q1"),
        ("2027财年", "FY2027"),
        ("2025/26财年", "FY2026"),
        ("2022年至2024年间", "2022-01..2024-12"),
        ("去年底", "2025"),
        ("2025年中", "2025"),
        ("宁德时代25年研发投入", "2025"),
        ("中国25年GDP", "2025"),
        ("上月", "2026-05"),
        ("上个季度", "2026-01..2026-03"),
        ("今年以来", "2026-01..2026-06"),
        ("增速明年会放缓至4.5%", "2027"),
        ("近一年", "2025-06-16..2026-06-16"),
        ("三个月前", "2026-03"),
        ("端午档票房2025", "2025"),
        ("2025美国CPI", "2025"),
        ("2025手机出货量", "2025"),
        ("茅台2025分红", "2025"),
        ("2025台积电营收", "2025"),
        ("5月初值", "2026-05"),
        ("5月初公布", "2026-05"),
        ("截至12日18时，", "2026-06-12"),
        ("新台幣兌美元 收盤 5/19", "2026-05-19"),
    ],
)
def test_chinese_phrase(text: str, expected: str) -> None:
    assert _read(text)[0] == expected


@pytest.mark.parametrize("text", ["创25年新高", "20年国债收益率", "25年老店门店数", "深耕25年，公司", "29年期债券"])
def test_a_count_of_years_is_no_year(text: str) -> None:
    assert _read(text) == []


@pytest.mark.parametrize("text", ["融创10月销售额", "印度卢比10月贬值", "利润占比10月升至53%"])
def test_a_word_that_ends_like_a_comparison_is_none(text: str) -> None:
    assert [one.is_border for one in find_periods(text, BASE, is_chinese=True)] == [False]


@pytest.mark.parametrize("text", ["03/05/2026", "13/13/2026", "31.02.2026", "version 1.2.20261", "10.11.2026.1"])
def test_digits_that_may_be_two_days_or_none_are_no_period(text: str) -> None:
    assert find_periods(text, BASE, is_chinese=False) == ()


@pytest.mark.parametrize("text", ["上年同月=100", "以上月价格为100"])
def test_what_an_index_is_counted_from_is_a_border(text: str) -> None:
    assert [one.is_border for one in find_periods(text, BASE, is_chinese=True)] == [True]


@pytest.mark.parametrize("text", ["创2023年以来新高", "创去年10月新低", "销量比10月增长"])
def test_a_record_and_a_comparison_are_borders(text: str) -> None:
    assert [one.is_border for one in find_periods(text, BASE, is_chinese=True)] == [True]


@pytest.mark.parametrize("behind", ["中国GDP", "中石油净利润", "中央财政赤字", "初步核算", "初级产品出口", "底层数据"])
def test_a_word_behind_a_year_is_no_end_of_it(behind: str) -> None:
    assert [(one.start, one.end) for one in find_periods(f"2025年{behind}", BASE, is_chinese=True)] == [(0, len("2025年"))]


@pytest.mark.parametrize(
    "text",
    [
        "五一假期", "春节", "at Christmas", "周期", "中期票据", "前三名", "三年内", "近来", "年轻", "in a year", "2,026 people",
        "it may march on",
        "Jan Kowalski said", "24/7 service", "2024年期国债的", "2026人报名", "2000辆新车", "收于2025点", "2025美元", "2025万人",
        "他在2025遇到的人里有两位后来当上了院长，而当时没有谁会想到。", "Sunderland", "H5 pages", "a 1/3 share", "",
    ],
)  # fmt: skip
def test_no_period(text: str) -> None:
    assert _read(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rose to 5.6% in September from 5.5% a month earlier", "2025-08"),
        ("in April; the same month last year", "2025-04"),
        ("4月为5.1%，去年同期为5.0%", "2025-04"),
        ("第一季度增长，上年同期为负", "2025-01..2025-03"),
        ("5月出口增长，前一个月下降", "2026-04"),
    ],
)
def test_what_is_compared_is_counted_from_the_period_named_last(text: str, expected: str) -> None:
    last = _mentions(text)[-1]
    assert (str(last.period), last.is_compared, last.is_border) == (expected, True, True)


def test_the_same_month_is_the_one_named_last() -> None:
    assert _read("4月營收512億元；瑞昱同月營收118億元", date(2026, 5, 11)) == ["2026-04", "2026-04"]


@pytest.mark.parametrize(("text", "is_fiscal"), [("Q1 FY27", True), ("Q1 2027", False), ("第三财季", True), ("第三季度", False)])
def test_a_fiscal_period_says_so(text: str, is_fiscal: bool) -> None:
    assert [mention.is_fiscal for mention in _mentions(text)] == [is_fiscal]


@pytest.mark.parametrize(
    "text",
    [
        "9月31日",
        "截至9月31日",
        "February 30, 2026",
        "31 June",
        "2026-02-30",
        "5月32日",
        "2026年13月",
        "0月0日",
        "99日讯",
        "Q9",
        "FY99",
        "0001-01-01",
        "9999年12月31日",
    ],
)
@pytest.mark.parametrize("base", [date.min, BASE, date.max])
def test_impossible_days_never_raise(text: str, base: date) -> None:
    for words in (text, f"a year before {text}, last week, yesterday", f"上周一、去年同期、近一年、{text}"):
        for is_chinese in (True, False):
            for mention in find_periods(words, base, is_chinese=is_chinese):
                assert 0 <= mention.start < mention.end <= len(words)


def test_a_day_that_is_not_there_names_its_month() -> None:
    assert _read("截至9月31日") == ["2025-09"]


def test_places_count_the_characters_of_the_text() -> None:
    text = "臺灣４月出口"
    mention = _mentions(text)[0]
    assert text[mention.start : mention.end] == "４月"


def test_a_day_behind_its_week_is_the_page_s_day() -> None:
    assert _read("当周累计下跌2.8%，当日收于62.56美元") == ["2026-06-15..2026-06-21", "2026-06-16"]


def test_an_annual_meeting_is_no_year_to_come() -> None:
    assert _read("公司明年会议将在苏州举行") == []
