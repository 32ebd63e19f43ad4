"""Names as analysts type them: each has its page, and its figure stands there."""

from collections import Counter

import pytest

from fit.judge.swap_pages import UNSEEN, read_table
from fit.judge.typed import typed_cases

CASES = list(typed_cases())


@pytest.mark.parametrize("names, texts", [("typed", "typed_pages"), ("typed_zh", "typed_pages_zh")])
def test_every_name_has_its_page_and_its_figure(names: str, texts: str) -> None:
    pages = {key: f"{title} {text}" for key, _day, title, text in read_table(texts)}
    rows = list(read_table(names))
    assert {key for key, *_ in rows} == pages.keys()
    # A table tells the unit in the head of its column.
    assert [row for row in rows if row[4].removesuffix("亿元") not in pages[row[0]]] == []
    assert len({(row[0], row[3]) for row in rows}) == len(rows)


def test_half_of_the_pages_may_be_read_and_half_are_counted() -> None:
    uses = Counter(case.scenario for case in CASES)
    sets = {name: [f"{name}, {half}, {use}" for half in ("read", "counted") for use in ("own", "other")] for name in ("typed", "typed_zh")}
    assert uses.keys() == {use for its in sets.values() for use in its}
    for its in sets.values():
        assert min(uses[use] for use in its) > sum(uses[use] for use in its) / 10
    assert len({case.scenario.split(", ")[1] for case in CASES if case.group == "typed/fed"}) == 1
    assert {case.source for case in CASES} == {UNSEEN}


def test_another_name_has_no_answer() -> None:
    assert [case for case in CASES if bool(case.right) != case.scenario.endswith("own") or bool(case.right) == bool(case.wrong)] == []
