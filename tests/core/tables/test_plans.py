"""The words that call a figure planned: each row of their table by its example."""

import pytest

from verification.core.language.tables import read_rows
from verification.core.tables.plans import foresees, heads_plan

ROWS = list(read_rows("tables", "plan_words"))


@pytest.mark.parametrize(("where", "example"), [(row[2], row[3]) for row in ROWS])
def test_each_row_by_its_example(where: str, example: str) -> None:
    assert foresees(example)
    assert heads_plan(example) == (where == "any")


@pytest.mark.parametrize(
    "head", ["Plan assets", "Expected credit losses", "Projects", "Projected benefit obligation", "Will and others", "将来"]
)
def test_heads_of_what_is_held(head: str) -> None:
    assert not heads_plan(head)


@pytest.mark.parametrize("sentence", ["Sales were $5 million.", "The airplane was sold.", "2025年收入为500万元。"])
def test_sentences_of_what_came(sentence: str) -> None:
    assert not foresees(sentence)
