"""Quarters and years of companies, seasons and names that hold the word for a time."""

from datetime import date

import pytest

from verification.core.periods.grammar import find_periods

pytestmark = pytest.mark.pure

BASE = date(2026, 11, 15)
LONG = "As the committee of the house was told by its clerk on that occasion, the number of the members came to "


@pytest.mark.parametrize(("text", "found"), [
    ("sales between May 26 and June 1", ["2026-05-26..2026-06-01"]),
    ("on May 3 and May 5", ["2026-05-03", "2026-05-05"]),
    ("in the quarter ended Aug. 1, 2026", ["2026-05..2026-07"]),
    ("in the quarter ended Aug. 31", ["2026-06..2026-08"]),
    ("a profit for the year to March 2027", ["2026-04..2027-03"]),
    ("prices in the year to September 2026", ["2026-09"]),
    ("In the 12 months through October 2026, wages rose 3.7%", ["2026-10"]),
    ("rose 2.7 percent over the twelve months ended September 2026", ["2026-09"]),
    ("Over the last 12 months, U.S. prices rose 2.7 percent", []),
    ("sold 4 million cars in the 12 months to September 2026", ["2025-10..2026-09"]),
    ("a margin of 12% on $4 billion in the 12 months to September 2026", ["2025-10..2026-09"]),
    ("over the last 12 months it sold 412 ships", ["2025-11..2026-10"]),
    ("NIO october deliveries", ["2026-10"]),
    ("An august body sat", []),
    ("Azure growth cc FQ3", ["FY2026-Q3"]),
    ("Man City wage bill 24/25", ["FY2025"]),
    ("net migration 2024-25", ["FY2025"]),
    (f"{LONG}24/25 of what it was", []),
    (f"{LONG}what it was in 2024-25", ["2024"]),
    ("3.8 trillion in the fiscal year through March 2027, from 4 trillion in the year just ended", ["FY2027", "FY2026"]),
    ("March Networks' revenue in October", ["2026-10"]),
    ("In March Networks said", ["2026-03"]),
    ("May & Baker profit in October", ["2026-10"]),
    ("the Russell 2000 on 13 November", ["2026-11-13"]),
    ("Will Semiconductor's revenue in October", ["2026-10"]),
    ("Will Semiconductor's revenue rise in December?", ["2026-12"]),
])  # fmt: skip
def test_periods(text: str, found: list[str]) -> None:
    assert [str(one.period) for one in find_periods(text, BASE, is_chinese=False)] == found
