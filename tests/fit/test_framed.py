"""Texts that disown what they say from outside its sentence: the table is whole; of the counted half no text is printed."""

from collections import Counter

from fit.slots.framed import framed_lines, read_framed
from fit.slots.gold import STATUSES

ROWS = list(read_framed())


def test_the_table_is_whole() -> None:
    assert len({(row.title, row.text, row.start) for row in ROWS}) == len(ROWS) == 326
    assert {row.status for row in ROWS} <= STATUSES
    assert not [row for row in ROWS if "{" in row.text or "\\" in row.text or row.start >= row.end]
    assert [row.status == "asserted" for row in ROWS[::2]] == [row.status != "asserted" for row in ROWS[1::2]]
    assert min(Counter((row.lang, row.status == "asserted", row.is_counted) for row in ROWS).values()) == 38


def test_a_place_is_counted_behind_the_ends_of_lines() -> None:
    told = [row.text[row.start : row.end] for row in ROWS if row.text.startswith(("EXERCISE", "Mine | Tonnes"))]

    assert told == ["closed", "91,000", "91,000"]


def test_texts_of_the_counted_half_are_not_printed() -> None:
    printed = list(framed_lines(shows_misses=True))

    assert sum(line.startswith("frames ") for line in printed) == 4
    assert not [row for row in ROWS if row.is_counted and row.text.replace("\n", " / ")[:20] in "\n".join(printed[4:])]
