"""Processes of a worker that has nothing to do are killed: it works again; and then it ends in peace and leaves nothing behind."""

import signal
from pathlib import Path

import psutil
import pytest

from tests.factories import make_document, make_node
from tests.faults.processes import wait_for
from tests.faults.workers import FIRST_WORKER, HEAD, MONITOR, PUSHER, SENTINEL, WHOLE, list_cluster, lives, run_worker
from verification.enums import RunTrigger
from verification.models import VerificationRun, Worker
from verification.services.runs.lifecycle import request_run

pytestmark = pytest.mark.usefixtures("committed_db")


PLACES = {"worker": FIRST_WORKER, "sentinel": SENTINEL, "monitor": MONITOR, "pusher": PUSHER, "counted": FIRST_WORKER}


@pytest.mark.parametrize("names", [pytest.param(["worker"], id="worker"), pytest.param(list(PLACES), id="each", marks=pytest.mark.long)])
def test_idle_cluster_that_loses_a_process_works_again_and_ends_in_peace(tmp_path: Path, names: list[str]) -> None:
    """An idle worker that is killed would deadlock the whole cluster, and its log would look healthy.

    The first ones die as soon as they are there, before the supervisor has counted them; the last one long after.
    """
    make_document(text="The central bank of Elbonia kept its policy rate at 5.25% on Thursday.")
    ends = {}
    with run_worker(tmp_path) as worker:
        for name in names:
            wait_for(lambda: len(list_cluster(worker)) >= WHOLE)
            if name == "counted":
                wait_for(lambda: Worker.objects.filter(processes__gte=WHOLE).exists())
            victims = list_cluster(worker)
            victims[PLACES[name]].send_signal(signal.SIGKILL)
            run = request_run(node=make_node(name), trigger=RunTrigger.PAGE)
            wait_for(lambda pk=run.pk: VerificationRun.objects.get(pk=pk).is_final)
            wait_for(lambda head=victims[HEAD]: not lives(head))
            run.refresh_from_db()
            ends[name] = (run.status, run.error)
        wait_for(lambda: Worker.objects.get().restarts >= len(names))
        wait_for(lambda: Worker.objects.filter(processes__gte=WHOLE).exists())
        below = list_cluster(worker)
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(timeout=120) == 0
    assert ends == dict.fromkeys(names, ("finished", ""))
    _gone, alive = psutil.wait_procs(below, timeout=60)
    assert alive == []
    assert not Worker.objects.exists()
