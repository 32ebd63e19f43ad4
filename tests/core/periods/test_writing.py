"""Periods in the words of pages, in both languages."""

from dataclasses import replace

import pytest

from verification.core.periods.calendar import MONTHS, fiscal, half_period, month_period, quarter_period, span_period, year_period
from verification.core.periods.writing import period_writings, write_period

JANUARY = 2026 * MONTHS


@pytest.mark.parametrize(
    ("period", "chinese", "english"),
    [
        (month_period(JANUARY + 5), "2026年6月", "June 2026"),
        (month_period(JANUARY + 5, 10), "2026年6月10日", "June 10 2026"),
        (quarter_period(2026, 1), "2026年第一季度", "first quarter 2026"),
        (fiscal(quarter_period(2027, 1)), "2027财年第一季度", "first quarter fiscal 2027"),
        (replace(fiscal(quarter_period(2026, 3)), is_of_any_year=True), "第三财季", "fiscal third quarter"),
        (replace(fiscal(half_period(2026, 2)), is_of_any_year=True), "下半财年", "fiscal second half"),
        (half_period(2026, 2), "2026年下半年", "second half 2026"),
        (span_period(JANUARY, JANUARY + 4), "2026年1-5月", "January-May 2026"),
        (year_period(2026), "2026年", "2026"),
    ],
)
def test_write_period(period, chinese, english):
    assert (write_period(period, is_chinese=True), write_period(period, is_chinese=False)) == (chinese, english)


def test_writings_leave_the_year_out_where_they_tell_more():
    assert period_writings(month_period(JANUARY + 5)) == ("6月", "June")
    assert period_writings(year_period(2026)) == ("2026年", "2026")
