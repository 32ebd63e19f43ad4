"""Ways to put an act, written before the reader was asked: the table is whole, and of the half that is only counted no text is printed."""

from collections import Counter

from fit.support.fresh import ACTS_OF_EACH, fresh_lines, read_fresh
from fit.support.generated import read_table

ROWS = list(read_fresh())


def test_the_table_is_whole() -> None:
    ways = read_table("fresh_moods")

    assert len({row.text for row in ROWS}) == len(ROWS) == ACTS_OF_EACH * len(ways) == 1101
    assert len({way for *_, way in ways}) == len(ways)
    assert min(Counter((row.lang, row.stands == "1", row.is_open) for row in ROWS).values()) == 90
    assert not [row for row in ROWS if "{" in row.text or not row.claim]


def test_texts_of_the_counted_half_are_not_printed() -> None:
    printed = "\n".join(fresh_lines(ROWS[::20]))

    assert printed.count("that say so verified") == 8
    assert not [row for row in ROWS if not row.is_open and row.text in printed]
