"""Names as analysts type them: each has its page, and its figure stands there."""

from collections import Counter

from fit.judge.swap_pages import UNSEEN, read_table
from fit.judge.typed import typed_cases

PAGES = {key: f"{title} {text}" for key, _day, title, text in read_table("typed_pages")}
ROWS = list(read_table("typed"))
CASES = list(typed_cases())


def test_every_name_has_its_page_and_its_figure() -> None:
    assert {key for key, *_ in ROWS} == PAGES.keys()
    assert [row for row in ROWS if row[4] not in PAGES[row[0]]] == []
    assert len({(row[0], row[3]) for row in ROWS}) == len(ROWS)


def test_half_of_the_pages_may_be_read_and_half_are_counted() -> None:
    uses = Counter(case.scenario for case in CASES)
    assert uses.keys() == {"typed, read, own", "typed, read, other", "typed, counted, own", "typed, counted, other"}
    assert min(uses.values()) > len(CASES) / 10
    assert len({case.scenario.split(", ")[1] for case in CASES if case.group == "typed/fed"}) == 1
    assert {case.source for case in CASES} == {UNSEEN}


def test_another_name_has_no_answer() -> None:
    assert [case for case in CASES if bool(case.right) != case.scenario.endswith("own") or bool(case.right) == bool(case.wrong)] == []
