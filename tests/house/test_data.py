"""The tables beside the core are what was compiled from open data, and those written by hand say why each row is there."""

from pathlib import Path

import pytest

from fit import tables
from tests.environment import PROJECT

pytestmark = pytest.mark.pure

TABLES = sorted((PROJECT / "verification" / "core").glob("*/data/*.tsv"))
COMPILED = [path for path in TABLES if path.read_text(encoding="utf-8").startswith(tables.GENERATED)]
BY_HAND = [path for path in TABLES if path not in COMPILED]
LARGEST = 4_300_000


def _columns(path: Path) -> list[str]:
    head = next(line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("# columns: "))
    return head.removeprefix("# columns: ").split(" ")


def _rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def test_the_compiled_tables_are_what_was_compiled() -> None:
    assert tables.faults() == []


def test_a_changed_a_lost_and_an_unnamed_table_are_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PROJECT", tmp_path)
    monkeypatch.setattr(tables, "MANIFEST", tmp_path / "manifest.tsv")
    made = [tables.Table("room", name, ("word",), ("nowhere 1",), "MIT", (("one",), ("two",))) for name in ("a", "b", "c")]
    tables.write(made)
    assert tables.faults() == []
    folder = tmp_path / "verification/core/room/data"
    (folder / "a.tsv").write_text("changed", encoding="utf-8")
    (folder / "b.tsv").rename(folder / "d.tsv")
    assert tables.faults() == [
        "verification/core/room/data/a.tsv is not what `make data` compiled; make data writes it again",
        "verification/core/room/data/b.tsv is named in the manifest and is not there",
        "verification/core/room/data/d.tsv is compiled and the manifest does not name it",
    ]


@pytest.mark.parametrize("row", [("one", "two"), ("#one",), ("o\tne",), ("o\nne",)])
def test_what_is_no_row_is_refused(row: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="no row of a table"):
        tables.Table("room", "name", ("word",), ("nowhere 1",), "MIT", (row,)).text()


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_rows_are_as_wide_as_the_head_and_stand_once(path: Path) -> None:
    rows = _rows(path)
    assert {len(row) for row in rows} == {len(_columns(path))}
    assert len({tuple(row) for row in rows}) == len(rows)


@pytest.mark.parametrize("path", BY_HAND, ids=lambda path: path.stem)
def test_every_row_by_hand_has_its_reason(path: Path) -> None:
    assert _columns(path)[-1] == "reason"
    # The kind of cue that a word is ("bet", "hearsay") is a reason too.
    assert [row for row in _rows(path) if len(row[-1]) < 3] == []


def test_compiled_tables_name_source_and_licence() -> None:
    notices = (PROJECT / "THIRD_PARTY_NOTICES.md").read_text(encoding="utf-8")
    for path in COMPILED:
        head = path.read_text(encoding="utf-8").splitlines()[:12]
        licence = next(line.removeprefix("# licence: ") for line in head if line.startswith("# licence: "))
        assert any(line.startswith("# source: ") for line in head), path
        assert f"{path.parent.parent.name}/{path.name}" in notices
        assert [name for name in licence.split(" AND ") if name not in notices] == []


def test_the_tables_stay_small() -> None:
    assert sum(path.stat().st_size for path in TABLES) < LARGEST
