"""Eight processes and a quota of a hundred, some of them killed in the middle: a hundred calls are granted, never one more or less."""

import os
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote

import pytest
from django.db import connection
from django.utils import timezone

from tests.environment import PROJECT
from verification.core.vocabulary import CallStatus, Fault
from verification.models import Allowance, ProviderCall, Reservation
from verification.services.gateway.allowances import Exhausted, SpendingClaim, reclaim_expired, reserve, settle

pytestmark = pytest.mark.usefixtures("committed_db")

LIMIT = 100
PROCESSES = 8
KILLED = 3

# Each waits until all are there, then takes until nothing is left; a byte is written for each call that was granted.
TAKER = """
import os, sys, time
import django
django.setup()
from django.utils import timezone
from verification.core.vocabulary import CallKind, Fault, Purpose
from verification.services.allowances import Claim, Exhausted
from verification.services.ledger import CallNote, Result, Work, close_call, open_call
folder, limit = sys.argv[1], int(sys.argv[2])
note = CallNote(kind=CallKind.SEARCH, provider="tavily", work=Work(Purpose.NODE))
claim = Claim("search:tavily", "2026-11-21", 1, limit, Fault.QUOTA_EXHAUSTED)
open(f"{folder}/ready-{os.getpid()}", "w").close()
while not os.path.exists(f"{folder}/go"):
    time.sleep(0.01)
grants = os.open(f"{folder}/grants", os.O_CREAT | os.O_APPEND | os.O_WRONLY)
while True:
    try:
        call = open_call(note=note, claims=[claim], now=timezone.now())
    except Exhausted:
        break
    os.write(grants, b".")
    time.sleep(0.02)
    close_call(call=call, result=Result(spent={"search:tavily": 1}))
"""


def database_url() -> str:
    """The database of the tests, for another process."""
    given = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{given['NAME']}"
    login = quote(given["USER"]) + (f":{quote(given['PASSWORD'])}" if given["PASSWORD"] else "")
    return f"postgres://{login}@{given['HOST']}:{given['PORT'] or 5432}/{given['NAME']}"


def start(folder: Path) -> subprocess.Popen[bytes]:
    environment = {
        **os.environ,
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "causalflow.settings",
        "PYTHONPATH": str(PROJECT),
        "VAR_DIR": str(folder),
    }
    return subprocess.Popen([sys.executable, "-c", TAKER, str(folder), str(LIMIT)], cwd=PROJECT, env=environment)


def wait_for(condition: object, seconds: float = 150) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def granted(folder: Path) -> int:
    grants = folder / "grants"
    return grants.stat().st_size if grants.exists() else 0


def test_quota_race_of_eight_processes_some_killed_grants_exactly_the_quota(tmp_path: Path) -> None:
    takers = [start(tmp_path) for _ in range(PROCESSES)]
    wait_for(lambda: len(list(tmp_path.glob("ready-*"))) == PROCESSES)
    (tmp_path / "go").touch()
    for number, taker in enumerate(takers[:KILLED], 1):
        wait_for(lambda number=number: granted(tmp_path) >= 15 * number)
        taker.send_signal(signal.SIGKILL)
    codes = [taker.wait(timeout=180) for taker in takers]
    assert codes == [-signal.SIGKILL] * KILLED + [0] * (PROCESSES - KILLED)

    allowance = Allowance.objects.get()
    lost = allowance.reserved
    assert allowance.used + lost == LIMIT
    assert lost == Reservation.objects.count() == ProviderCall.objects.filter(status=CallStatus.PENDING).count() <= KILLED
    assert LIMIT - lost <= granted(tmp_path) <= LIMIT

    # What the dead had set aside comes back within ten minutes, and can be taken once.
    assert reclaim_expired(now=timezone.now() + timedelta(minutes=10)) == lost
    claim = SpendingClaim(allowance.scope, allowance.period, 1, LIMIT, Fault.QUOTA_EXHAUSTED)
    for _ in range(lost):
        settle(holds=reserve(claims=[claim], expires_at=timezone.now()), spent={allowance.scope: 1})
    with pytest.raises(Exhausted):
        reserve(claims=[claim], expires_at=timezone.now())
    allowance.refresh_from_db()
    assert (allowance.used, allowance.reserved) == (LIMIT, 0)
