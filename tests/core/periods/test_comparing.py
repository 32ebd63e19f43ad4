"""How two periods stand to each other: days, weeks, spans and a company's own quarters."""

from datetime import date

import pytest

from verification.core.periods.calendar import Period
from verification.core.periods.comparing import Fit, compare_periods
from verification.core.periods.grammar import find_periods
from verification.core.periods.reference import parse_reference_period

PAGE = date(2026, 6, 16)


@pytest.mark.parametrize(
    ("wanted", "found", "fit"),
    [
        ("2026-06-15", "2026-06-15", Fit.AGREES),
        ("2026-06-15", "2026-06-12", Fit.CLASHES),
        ("2026-06-15", "2026-06", Fit.OPEN),
        ("2026-06-15", "2026-05", Fit.CLASHES),
        ("2026-06-15", "2026-06-08..2026-06-14", Fit.CLASHES),
        ("2026-06-12", "2026-06-08..2026-06-14", Fit.OPEN),
        ("2026-06-08..2026-06-14", "2026-06-08..2026-06-14", Fit.AGREES),
        ("2026-06-16", None, Fit.OPEN),
        ("2026-06-15", None, Fit.OPEN),
        ("2026-06-04", None, Fit.CLASHES),
        ("2026-05", "2026-01..2026-05", Fit.CLASHES),
        ("2026-01..2026-05", "2026-05", Fit.CLASHES),
        ("2026-Q2", "2026-H1", Fit.CLASHES),
        ("2026-Q1", "2026-01..2026-03", Fit.AGREES),
        ("FY2027-Q1", "FY2027-Q1", Fit.AGREES),
        ("FY2027-Q1", "FY2026-Q1", Fit.CLASHES),
        ("FY2027-Q1", "2027-Q1", Fit.OPEN),
        ("2026-Q2", "FY2026-Q1", Fit.CLASHES),
        ("2026-Q2", "FY2026-Q2", Fit.OPEN),
        ("FY2026", "2026", Fit.OPEN),
        ("FY2026", "2026-Q1", Fit.CLASHES),
        # The day on which a company's quarter ended, and one of other years.
        ("FY2026-Q2", "2026-02-26", Fit.OPEN),
        ("FY2026-Q2", "2024-02-26", Fit.CLASHES),
        # 今年以来, told in the first days of a month, counts up to the one before.
        ("2026-01..2026-05", "2026-01..2026-06", Fit.OPEN),
        ("2026-01..2026-04", "2026-01..2026-06", Fit.CLASHES),
        ("2026-01..2026-05", "2026-02..2026-06", Fit.CLASHES),
    ],
)
def test_compared(wanted: str, found: str | None, fit: Fit) -> None:
    assert compare_periods(parse_reference_period(wanted), parse_reference_period(found), PAGE) == fit


def _named(text: str) -> Period:
    (found,) = find_periods(text, PAGE, is_chinese=any("\u4e00" <= sign <= "\u9fff" for sign in text))
    return found.period


@pytest.mark.parametrize(
    ("wanted", "found", "fit"),
    [
        ("一季度末", "3月末", Fit.AGREES),
        ("一季度末", "3月", Fit.AGREES),
        ("一季度", "3月末", Fit.OPEN),
        ("一季度末", "一季度", Fit.OPEN),
        ("一季度", "3月", Fit.CLASHES),
        ("一季度末", "4月末", Fit.CLASHES),
        ("上半年末", "5月末", Fit.CLASHES),
        ("the end of the first quarter", "March", Fit.AGREES),
        ("end of Q1", "end of March", Fit.AGREES),
        ("Q1", "the end of March", Fit.OPEN),
        ("Q1", "March", Fit.CLASHES),
        # A company's year is called after its first or its last calendar year; who tells no year means the newest.
        ("第一财季", "2027财年第一财季", Fit.OPEN),
        ("第一财季", "2027财年第二财季", Fit.CLASHES),
        ("第一财季", "2028财年第一财季", Fit.CLASHES),
        ("2026财年第一财季", "2027财年第一财季", Fit.CLASHES),
    ],
)
def test_ends_and_years_left_unsaid(wanted: str, found: str, fit: Fit) -> None:
    assert compare_periods(_named(wanted), _named(found), PAGE) == fit


def test_a_day_of_another_sentence_decides_nothing() -> None:
    wanted, found = parse_reference_period("2026-06-15"), parse_reference_period("2026-05")
    assert compare_periods(wanted, found, PAGE, is_own=False) == Fit.OPEN


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("FY2027-Q1", "FY2027-Q1"),
        ("FY2025-H1", "FY2025-H1"),
        ("FY2026", "FY2026"),
        ("2026-H1", "2026-01..2026-06"),
        ("2026-05-11..2026-05-17", "2026-05-11..2026-05-17"),
        ("2022..2024", "2022-01..2024-12"),
        ("2026-02-30", "2026-02"),
        ("2026-13", "None"),
        ("2026-05..2026-01", "None"),
        ("FY2027-05", "None"),
        ("FY2026..FY2027", "None"),
        ("2026-00", "None"),
        ("", "None"),
    ],
)
def test_reference_period(text: str, written: str) -> None:
    assert str(parse_reference_period(text)) == written
