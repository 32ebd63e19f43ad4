"""Sentences beside names that differ in one thing: each holds its figure, half may be read, and no other name's answer is called wrong."""

from collections import Counter

from fit.judge.alike import alike_cases
from fit.judge.swap_pages import UNSEEN, read_table
from verification.core.quantities.grammar import find_quantities

ROWS = list(read_table("alike"))
CASES = list(alike_cases())


def test_every_row_holds_its_figure_and_two_names() -> None:
    assert {row[0] for row in ROWS} == {"zh", "en"}
    assert len({(row[2], row[4]) for row in ROWS}) == len(ROWS)
    assert [row for row in ROWS if row[2] == row[3] or row[5] not in row[4]] == []


def test_half_may_be_read_and_half_is_counted() -> None:
    uses = Counter(case.scenario for case in CASES)
    assert uses.keys() == {"alike, read, own", "alike, read, other", "alike, counted, own", "alike, counted, other"}
    assert min(uses.values()) > len(CASES) / 6
    assert {case.source for case in CASES} == {UNSEEN}


def test_a_name_alike_stands_beside_a_figure_alone_of_its_kind() -> None:
    others = [case for case in CASES if case.scenario.endswith("other")]
    assert all(case.wrong and not case.right for case in others)
    for case in others:
        figures = find_quantities(case.pages[0].content)
        kinds = Counter(one.kind for one in figures)
        assert 1 in kinds.values()
