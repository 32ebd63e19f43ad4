"""What other processes do in these tests, each by itself: ``tests.faults.processes.start`` runs one."""

import os
import signal
import time
from pathlib import Path

from django.contrib.auth.models import User
from django.db import OperationalError
from django.utils import timezone

from verification.core.vocabulary import CallKind, Fault, Purpose
from verification.enums import RulingDecision
from verification.models import ReviewItem
from verification.services.events.analysis import analyse_event
from verification.services.gateway.allowances import Exhausted, SpendingClaim
from verification.services.gateway.ledger import CallNote, Result, Work, close_call, open_call
from verification.services.reviews.desk import PersonJudgement, ReviewConflict, rule_review
from verification.services.runs import execution, investigation

GO, REST = "go", "rest"
# A busy machine may take longer to read a page than anybody would wait for it.
PATIENCE_S = 90.0


def _begin_with_the_others(folder: Path) -> None:
    (folder / f"ready-{os.getpid()}").touch()
    while not (folder / GO).exists():
        time.sleep(0.01)


def _open_to_all(path: Path) -> int:
    return os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY)


def work_off_run(run_id: int) -> None:
    investigation.READ_SECONDS = PATIENCE_S
    execution.execute_run(run_id=run_id)


def work_off_event(event_id: int) -> None:
    analyse_event(event_id=event_id)


def die_of_run(run_id: int) -> None:
    """A run that kills whoever works on it."""

    async def die(*_given: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    execution.investigate = die
    execution.execute_run(run_id=run_id)


def die_before_saving(run_id: int) -> None:
    """A worker that is killed when everything is answered and nothing of it saved."""

    def die(**_given: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    execution.finish_run = die
    work_off_run(run_id)


def take_calls(folder: Path, limit: int) -> None:
    """Take calls until the quota has none left; a byte is written for each that was granted.

    Half of them are left until ``REST`` is there: however fast the machine is, and however slow whoever kills, somebody is caught at it.
    """
    note = CallNote(kind=CallKind.SEARCH, provider="tavily", work=Work(Purpose.NODE))
    claim = SpendingClaim("search:tavily", "2026-11-21", 1, limit, Fault.QUOTA_EXHAUSTED)
    _begin_with_the_others(folder)
    grants = _open_to_all(folder / "grants")
    while True:
        while os.fstat(grants).st_size >= limit // 2 and not (folder / REST).exists():
            time.sleep(0.01)
        try:
            call = open_call(note=note, claims=[claim], now=timezone.now())
        except Exhausted:
            break
        os.write(grants, b".")
        time.sleep(0.02)
        close_call(call=call, result=Result(spent={"search:tavily": 1}))


def rule_on_everything(folder: Path, name: str) -> None:
    """Rule on every item; a letter is written for each: r for ruled, c where another was faster."""
    user = User.objects.get(username=name)
    items = list(ReviewItem.objects.order_by("pk"))
    _begin_with_the_others(folder)
    outcomes = _open_to_all(folder / "outcomes")
    for item in items:
        os.write(outcomes, _rule(item, user))


def _rule(item: ReviewItem, user: User) -> bytes:
    judgement = PersonJudgement(RulingDecision.ACCEPT, value="5.5%", number="5.5", unit="%", reason=f"by {user.username}")
    while True:
        try:
            rule_review(item=item, user=user, version=item.version, judgement=judgement)
        except ReviewConflict as conflict:
            return b"c" if conflict.ruling is not None else b"?"
        except OperationalError as error:
            # SQLite keeps no queue: of eight who write all the time one may wait too long, and asks again as a person would.
            if "locked" not in str(error):
                raise
        else:
            return b"r"
