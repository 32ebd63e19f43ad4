"""Acts that hands wrote without knowing the reader: the table is whole, half of it is learnt from, and of the other half no text is
printed."""

from collections import Counter

from fit.support.written import read_written, written_cases, written_lines

ROWS = list(read_written())


def test_the_table_is_whole() -> None:
    assert len({(row.claim, row.text) for row in ROWS}) == len(ROWS) == 2930
    assert all(row.text and row.claim for row in ROWS)
    assert min(Counter((row.lang, row.says, row.is_open) for row in ROWS).values()) >= 150


def test_no_claim_is_both_learnt_from_and_counted() -> None:
    learnt = {case.claim for case in written_cases()}
    assert learnt == {row.claim for row in ROWS if row.is_open}
    assert learnt.isdisjoint(row.claim for row in ROWS if not row.is_open)


def test_texts_of_the_counted_half_are_not_printed() -> None:
    lines = list(written_lines(ROWS[::20]))
    printed = "\n".join(lines)

    assert sum(line.endswith("verified") for line in lines) == 8
    assert not [row for row in ROWS if not row.is_open and row.text in printed]
