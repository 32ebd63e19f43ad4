"""Acts that one hand wrote without knowing the reader: the table is whole, and of the counted half no text is printed."""

from collections import Counter

from fit.support.written import read_written, written_lines

ROWS = list(read_written())


def test_the_table_is_whole() -> None:
    assert len({row.claim for row in ROWS}) == len(ROWS) == 201
    assert all(row.text and row.claim for row in ROWS)
    assert min(Counter((row.lang, row.says, row.is_open) for row in ROWS).values()) >= 15


def test_texts_of_the_counted_half_are_not_printed() -> None:
    lines = list(written_lines())
    printed = "\n".join(lines)

    assert sum(line.endswith("verified") for line in lines) == 8
    assert not [row for row in ROWS if not row.is_open and row.text in printed]
