"""Eight processes and a quota of a hundred, some of them killed in the middle: a hundred calls are granted, never one more or less."""

import signal
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from tests.faults.processes import start, wait_for
from tests.faults.programs import GO, REST, take_calls
from verification.core.vocabulary import CallStatus, Fault
from verification.models import Allowance, ProviderCall, Reservation
from verification.services.gateway.allowances import Exhausted, SpendingClaim, reclaim_expired, reserve, settle

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.postgres("races")]

LIMIT = 100
PROCESSES = 8
KILLED = 3


def granted(folder: Path) -> int:
    grants = folder / "grants"
    return grants.stat().st_size if grants.exists() else 0


def test_quota_race_of_eight_processes_some_killed_grants_exactly_the_quota(tmp_path: Path) -> None:
    takers = [start(take_calls, tmp_path, LIMIT) for _ in range(PROCESSES)]
    wait_for(lambda: len(list(tmp_path.glob("ready-*"))) == PROCESSES)
    (tmp_path / GO).touch()
    for number, taker in enumerate(takers[:KILLED], 1):
        wait_for(lambda number=number: granted(tmp_path) >= 15 * number)
        taker.kill()
    (tmp_path / REST).touch()
    for taker in takers:
        taker.join(timeout=180)
    assert [taker.exitcode for taker in takers] == [-signal.SIGKILL] * KILLED + [0] * (PROCESSES - KILLED)

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
