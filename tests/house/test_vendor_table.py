"""The table of vendors and their ways (docs/adding-a-provider.md): every row names tests that are there."""

import re

import pytest

from tests.environment import PROJECT

pytestmark = pytest.mark.pure

TABLE = (PROJECT / "docs" / "adding-a-provider.md").read_text(encoding="utf-8").partition("#### Vendors and their ways")[2]
ROWS = [line.strip("| ").split(" | ") for line in TABLE.partition("\n\nAn account without money")[0].splitlines() if line.startswith("| ")][
    1:
]


def test_every_row_has_a_test_that_is_there() -> None:
    there = {
        name
        for path in (PROJECT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(ROWS) >= 25
    assert {len(row) for row in ROWS} == {4}
    named = {row[1]: re.findall(r"`(test_\w+)`", row[3]) for row in ROWS}
    assert [way for way, tests in named.items() if not tests or not set(tests) <= there] == []
