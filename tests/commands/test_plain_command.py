"""No traceback reaches a user: each failure is one sentence with its status."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.shell import run_command
from tests.factories import make_document, make_node
from verification.enums import RunTrigger
from verification.management.commands.verify import verify_nodes
from verification.models import VerificationRun
from verification.providers import registry
from verification.providers.base import SearchAnswer, SearchQuery

PROJECT = Path(__file__).resolve().parents[2]


class Interrupted:
    """A search during which somebody presses Ctrl-C."""

    name = "interrupted"

    def __init__(self, **_settings: object) -> None:
        pass

    def planned_calls(self, query: SearchQuery) -> int:
        return 1

    async def search(self, query: SearchQuery) -> SearchAnswer:
        raise KeyboardInterrupt


@pytest.mark.django_db
@pytest.mark.postgres("rows")
def test_interrupted_verification_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.SEARCH_PROVIDERS, "corpus", f"{__name__}.Interrupted")
    make_document(text="Rate of a")
    with pytest.raises(KeyboardInterrupt):
        verify_nodes([make_node("a"), make_node("b")])
    ended = [(run.status, run.trigger, run.reason) for run in VerificationRun.objects.all()]
    assert ended == [("cancelled", RunTrigger.COMMAND, "cancelled")] * 2


def test_full_disk_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"id": 1, "text": "5%"}\n', encoding="utf-8")
    result = run_command("batch", "quantities", tmp_path / "in.jsonl", "/dev/full")
    assert (result.status, "Stopped: No space left on device." in result.err) == (1, True)


@pytest.mark.pure
@pytest.mark.share(2)
@pytest.mark.parametrize(
    "database, sentence",
    [
        ("sqlite:///{tmp}/empty.sqlite3", "The database can't be used (no such table: verification_"),
        ("postgres://nobody@127.0.0.1:1/nothing", "The database can't be used (connection failed"),
    ],
)
def test_missing_database_is_one_sentence(tmp_path: Path, database: str, sentence: str) -> None:
    environment = {**os.environ, "DATABASE_URL": database.format(tmp=tmp_path), "VAR_DIR": str(tmp_path)}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    done = subprocess.run(
        [sys.executable, "manage.py", "verify", "a"], cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
