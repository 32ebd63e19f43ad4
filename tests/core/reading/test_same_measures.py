"""The table of writings that mean the very same measure."""

from collections import Counter

import pytest

from verification.core.language.tables import read_rows
from verification.core.reading.measure_words import row_of
from verification.core.reading.same_measures import are_same

pytestmark = pytest.mark.pure

ROWS = tuple(read_rows("reading", "same_measures"))
WRITINGS = [[written for row in ROWS for written in row[cell].split("; ") if written != "-"] for cell in (0, 1)]


def test_every_row_is_whole_and_no_writing_stands_twice() -> None:
    assert all(len(row) == 3 and row[-1] for row in ROWS)
    assert [written for told in WRITINGS for written, count in Counter(told).items() if count > 1] == []


def test_every_writing_is_one_of_the_tables() -> None:
    assert [written for told in WRITINGS for written in told if row_of(written) is None] == []


@pytest.mark.parametrize(("one", "other"), [
    ("jobless rate", "unemployment rate"),
    ("jobless claims", "Initial claims for state unemployment benefits"),
    ("nonfarm payrolls", "jobs"),
    ("annual inflation", "consumer prices"),
    ("core CPI", "core inflation"),
    ("GDP", "gross domestic product"),
    ("社零", "社会消费品零售总额"),
    ("M2", "广义货币"),
    ("净利润", "归母净利润"),
])  # fmt: skip
def test_the_same(one: str, other: str) -> None:
    assert are_same(one, other)
    assert are_same(other, one)


@pytest.mark.parametrize(("one", "other"), [
    ("粗钢产量", "原油产量"),
    ("income tax", "VAT"),
    ("M1", "M2"),
    ("house prices", "new home prices"),
    ("净利润", "扣非净利润"),
    ("金牌", "银牌"),
    ("opening price", "closing price"),
    ("pork prices", "consumer prices"),
    ("monthly active users", "daily active users"),
    ("学费", "运费"),
])  # fmt: skip
def test_not_the_same(one: str, other: str) -> None:
    assert not are_same(one, other)
    assert not are_same(other, one)
