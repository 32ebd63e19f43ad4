"""``check_citations`` and ``export_feedback`` as from a shell: what they write, and their exit status."""

import json
from pathlib import Path

import pytest

from attribution.models import CitationReport
from tests.commands.shell import run_command
from tests.stubs.cited import CitedWeb

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("deletion")]

CLAIM = "Retail sales in Elbonia rose 3.1% in May from a year earlier"
TEXT = f"{CLAIM} (http://news.example/ok/1).\n\n{CLAIM} (http://news.example/nowhere/1).\n"


@pytest.fixture
def brief(tmp_path: Path) -> Path:
    path = tmp_path / "brief.md"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_a_table_and_the_counts(cited_web: CitedWeb, brief: Path) -> None:
    done = run_command("check_citations", brief)
    assert done.status == 0
    assert [line.split()[:2] for line in done.out.splitlines() if line[:4].strip().isdigit()] == [["1", "verified"], ["2", "broken_link"]]
    assert done.out.splitlines()[-1] == "1 broken_link, 1 verified"
    assert done.err == "2 citations\n"


def test_json_is_the_report_of_the_contract(cited_web: CitedWeb, brief: Path, tmp_path: Path) -> None:
    done = run_command("check_citations", brief, "--json", "--policy", "remove", "--annotated", tmp_path / "out.md")
    report = json.loads(done.out)
    assert (report["summary"], report["status"]) == ({"verified": 1, "broken_link": 1}, "finished")
    assert report["annotated"]["markdown"] == (tmp_path / "out.md").read_text(encoding="utf-8")
    assert "[broken link: http://news.example/nowhere/1]" in report["annotated"]["markdown"]


@pytest.mark.parametrize(("fail_on", "status"), [("misinformation", 0), ("misinformation,broken_link", 1), ("broken", 2)])
def test_fail_on(cited_web: CitedWeb, brief: Path, fail_on: str, status: int) -> None:
    assert run_command("check_citations", brief, "--fail-on", fail_on).status == status


def test_what_can_not_be_read(tmp_path: Path) -> None:
    binary = tmp_path / "a.bin"
    binary.write_bytes(b"\xff\xfe\x00")
    assert [run_command("check_citations", path).status for path in (tmp_path / "none.md", tmp_path, binary)] == [2, 2, 2]
    (tmp_path / "empty.md").write_text(" \n")
    done = run_command("check_citations", tmp_path / "empty.md")
    assert (done.status, done.err) == (2, "CommandError: The text is empty.\n")
    assert not CitationReport.objects.exists()


def test_a_text_without_citations_is_done_at_once(tmp_path: Path) -> None:
    (tmp_path / "plain.md").write_text("Nothing is cited here.")
    done = run_command("check_citations", tmp_path / "plain.md")
    assert (done.status, done.out) == (0, "no citations\n")


def test_export(cited_web: CitedWeb, brief: Path) -> None:
    run_command("check_citations", brief)
    lines = [json.loads(line) for line in run_command("export_feedback").out.splitlines()]
    assert [(line["claim"], line["status"], line["is_ruled"]) for line in lines] == [
        (f"{CLAIM}.", "verified", False),
        (f"{CLAIM}.", "broken_link", False),
    ]
    [told] = [json.loads(line) for line in run_command("export_feedback", "--kind", "prompts").out.splitlines()]
    assert (told["index"], told["why"], told["suggestion"]["action"]) == (2, "http_not_found", "find_other_source")
    assert run_command("export_feedback", "--since", "999999").out == ""
