"""Ctrl-C during ``verify --all``: the command ends at once, what was verified stays, the rest is cancelled."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.environment import PROJECT
from tests.factories import make_document, make_node
from tests.faults.processes import database_url
from verification.models import VerificationRun

pytestmark = pytest.mark.usefixtures("committed_db")


def test_interrupt_ends_the_command_and_cancels_what_is_open(tmp_path: Path) -> None:
    make_document(text="The rate of the bank is 5%.")
    for number in range(60):
        make_node(f"rate-{number}")
    environment = {**os.environ, "DATABASE_URL": database_url(), "VAR_DIR": str(tmp_path)}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    command = [sys.executable, "manage.py", "verify", "--all", "--extractor", "rules"]
    # A suite that runs in the background ignores the interrupt, and its children would inherit that.
    options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    with subprocess.Popen(command, cwd=PROJECT, env=environment, text=True, **options) as verify:
        assert verify.stderr is not None
        assert any(line.endswith("/60 verified\n") for line in verify.stderr)
        verify.send_signal(signal.SIGINT)
        said = verify.stderr.read()
        assert (verify.wait(timeout=30), "CommandError: Stopped." in said.splitlines()) == (130, True)
    ended = set(VerificationRun.objects.values_list("status", flat=True))
    assert ended == {"finished", "cancelled"}
    assert not VerificationRun.objects.filter(finished_at__isnull=True).exists()
