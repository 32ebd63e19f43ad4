"""The closing lines of the suite, which people and programs read."""

import os
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.conftest import SEED, draw_seed, draw_shares, pytest_configure_node
from tests.environment import PROJECT
from tests.run import CORES_FOLDERS, ELSEWHERE, GIVING_WAY, Order, Outcome, files_for_postgres, give_way, read_counts, report

pytestmark = pytest.mark.pure

SQLITE = Outcome("SQLite", passed=10, seconds=4.2)
POSTGRES = Outcome("PostgreSQL", passed=9, failed=1, seconds=5.0, is_broken=True)
NO_BROWSER = Outcome("Browser", hindrance="no Chromium is installed")


def test_everything_passed(capsys: pytest.CaptureFixture[str]) -> None:
    assert report([SQLITE], seed="7", require_all=True) == 0
    assert capsys.readouterr().out == "\nSQLite      10 passed, 0 failed in 4 s\nEverything could run.\n10 passed, 0 failed\n"


def test_a_failure_is_counted_and_fails_the_suite(capsys: pytest.CaptureFixture[str]) -> None:
    assert report([SQLITE, POSTGRES], seed="7", require_all=False) == 1
    closing = "Everything could run.\nThe random tests drew from SEED=7, which repeats them.\n19 passed, 1 failed\n"
    assert capsys.readouterr().out.endswith(f"PostgreSQL  9 passed, 1 failed in 5 s\n{closing}")


def test_what_could_not_run_is_said_and_fails_only_where_all_is_required(capsys: pytest.CaptureFixture[str]) -> None:
    assert report([SQLITE, NO_BROWSER], seed="7", require_all=False) == 0
    closing = "Browser     did not run\nCould not run: Browser: no Chromium is installed\n10 passed, 0 failed\n"
    assert capsys.readouterr().out.endswith(closing)
    assert report([SQLITE, NO_BROWSER], seed="7", require_all=True) == 1


def test_a_part_that_broke_off_fails_the_suite_without_a_failed_test() -> None:
    assert report([SQLITE, Outcome("PostgreSQL", hindrance="ended after 540 s", is_broken=True)], seed="7", require_all=False) == 1


def test_skipped_tests_count_as_what_could_not_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert report([Outcome("SQLite", passed=3, skipped=2, hindrance="2 skipped")], seed="7", require_all=True) == 1
    assert "SQLite      3 passed, 0 failed, 2 skipped in 0 s\nCould not run: SQLite: 2 skipped\n" in capsys.readouterr().out


def test_counts_are_read_from_the_report(tmp_path: Path) -> None:
    path = tmp_path / "report.xml"
    path.write_text('<testsuites><testsuite tests="9" failures="2" errors="1" skipped="1"/></testsuites>', encoding="utf-8")
    assert read_counts(path) == (5, 3, 1)
    path.write_text("<testsuites><tests", encoding="utf-8")
    assert read_counts(path) is None
    assert read_counts(tmp_path / "none.xml") is None


def test_postgresql_s_part_gathers_the_files_that_name_its_marks() -> None:
    files = files_for_postgres()
    assert {"tests/services/runs/test_races.py", "tests/causalflow/test_probes.py", "tests/faults/test_storm.py"} <= set(files)
    assert [name for name in files if name.startswith(ELSEWHERE)] == []
    assert "tests/core/judging/test_binding.py" not in files


def test_each_file_is_gathered_by_one_part_and_by_that_of_postgresql() -> None:
    assert [folder for folder in (*CORES_FOLDERS, *ELSEWHERE) if not (PROJECT / folder).is_dir()] == []
    for length in ("quick", "long", "all"):
        order = Order(length, "7", Path())
        left_out = {f"--ignore={folder}" for folder in (*CORES_FOLDERS, *ELSEWHERE)}
        assert set(order.choose("Cores")) >= set(CORES_FOLDERS)
        assert {argument for argument in order.choose("SQLite") if argument.startswith(("--ignore", "tests/"))} == left_out
    whole = {argument for argument in order.choose("PostgreSQL") if argument.startswith("--ignore")}
    assert whole == {f"--ignore={folder}" for folder in ELSEWHERE}


class Row:
    """A row of a test, as far as a share is drawn."""

    def __init__(self, nodeid: str, parts: int, marks: tuple[str, ...] = ()) -> None:
        self.nodeid, self.marks = nodeid, {"share": SimpleNamespace(args=(parts,)), **dict.fromkeys(marks, SimpleNamespace(args=()))}

    def get_closest_marker(self, name: str) -> SimpleNamespace | None:
        return self.marks.get(name)

    def add_marker(self, name: str) -> None:
        self.marks[name] = SimpleNamespace(args=())


def drawn_with(seed: str) -> list[str]:
    rows = [Row(f"test_a.py::test_fails[{way}]", 4) for way in range(10)]
    rows += [Row("test_a.py::test_other[0]", 3), Row("test_a.py::test_other[1]", 3, ("long",))]
    draw_shares(rows, seed)
    return [row.nodeid for row in rows if not row.get_closest_marker("long")]


def test_a_share_is_drawn_with_the_seed_and_no_test_is_left_without_a_row() -> None:
    once = drawn_with("7")
    assert (len(once), once[-1], drawn_with("7")) == (4, "test_a.py::test_other[0]", once)
    assert {row for seed in range(40) for row in drawn_with(str(seed))} >= {f"test_a.py::test_fails[{way}]" for way in range(10)}


def test_processes_of_one_run_draw_with_its_seed(pytestconfig: pytest.Config) -> None:
    node = SimpleNamespace(config=pytestconfig, workerinput={})
    pytest_configure_node(node)
    assert draw_seed(node.workerinput) == str(pytestconfig.getoption(SEED))
    assert draw_seed({}) != draw_seed({})


def test_what_gives_way_starts_only_what_gives_way() -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)
    with subprocess.Popen(["/bin/sh", "-c", "read line; nice"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        give_way(process)
        told = process.communicate(b"go\n")[0]
    assert int(told) == min(own + GIVING_WAY, 19)
    assert os.getpriority(os.PRIO_PROCESS, 0) == own
