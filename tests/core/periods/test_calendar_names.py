"""Names of months, weekdays and quarters in both languages."""

import pytest

from verification.core.periods.calendar_names import names

pytestmark = pytest.mark.pure


def test_months_weekdays_and_quarters_have_their_numbers() -> None:
    assert [names("month", "en")[name] for name in ("january", "jan", "may", "sept", "sep", "dec")] == [1, 1, 5, 9, 9, 12]
    assert [names("month", "zh")[name] for name in ("一月", "1月", "十二月")] == [1, 1, 12]
    assert [names("weekday", "en")[name] for name in ("monday", "sun")] == [1, 7]
    assert [names("weekday", "zh")[name] for name in ("星期一", "周日", "週三")] == [1, 7, 3]
    assert [names("quarter", "zh")["第一季度"], names("quarter", "en")["q4"]] == [1, 4]
    assert "一月" not in names("month", "en")
