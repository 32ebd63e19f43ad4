"""Everything that can die under a worker dies while runs are under way: each run ends once, and nothing is there twice.

``python -m benchmarks.storm`` does the same at length, and measures it.
"""

import json
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest
from django.utils import timezone

from tests.faults.processes import start_script, wait_for
from tests.faults.storm_rows import ASKED, ENDED, ask, count_ended, fill, tell
from tests.faults.workers import (
    FIRST_WORKER,
    HEAD,
    LAST_WORKER,
    MONITOR,
    PUSHER,
    SENTINEL,
    WHOLE,
    list_cluster,
    lives,
    run_worker,
    speaks_to,
)
from tests.private_postgres import PrivatePostgres, find_binaries
from tests.stubs.chat import ChatStub
from tests.stubs.rates import name_the_rate, pages_of
from tests.stubs.tavily import TavilyStub
from verification.models import Worker
from verification.services.queue.workers import list_workers

# The idle one comes first, while nothing is under way.
VICTIMS = {"idle worker": FIRST_WORKER, "busy worker": None, "monitor": MONITOR, "pusher": PUSHER, "sentinel": SENTINEL, "group": HEAD}
PART, DOWN_S = 4, 3.0
NONE_TWICE = {"calls twice": 0, "sources twice": 0, "states twice": 0, "steps twice": 0}


@dataclass(frozen=True, slots=True)
class Services:
    """A search service and a model that take their time."""

    search: TavilyStub
    model: ChatStub

    @property
    def variables(self) -> dict[str, str]:
        return {"TAVILY_URL": self.search.url, "TAVILY_API_KEY": self.search.key, "EXTRACTOR": "llm"}

    @property
    def repeated(self) -> int:
        """Requests that had been made before, word for word."""
        return sum(len(stub.received) - len({request.body for request in stub.received}) for stub in (self.search, self.model))

    def is_asked_by(self, process: psutil.Process) -> bool:
        return any(speaks_to(process, urlsplit(stub.url).port or 0) for stub in (self.search, self.model))


@contextmanager
def _services(nodes: int) -> Iterator[Services]:
    with TavilyStub(pages_of(nodes), latency_s=0.4) as search, ChatStub(name_the_rate, latency_s=0.4) as model:
        yield Services(search, model)


def _find_busy(worker: "subprocess.Popen[bytes]", services: Services) -> psutil.Process | None:
    places = list_cluster(worker)[FIRST_WORKER : LAST_WORKER + 1]
    return next((process for process in places if services.is_asked_by(process)), None)


def _judge(found: dict[str, object], *, runs: int, repeated: int) -> None:
    lost = found.pop("lost_attempts")
    assert found == {"statuses": {"finished": runs}, "values": runs, "steps": ["done"], **NONE_TWICE}
    # An attempt that died can have had one call under way, whose answer nobody heard.
    assert lost >= 1
    assert repeated <= lost


@pytest.mark.long
def test_storm_of_kills_loses_nothing_and_doubles_nothing(committed_db: None, tmp_path: Path) -> None:
    runs = PART * len(VICTIMS)
    with _services(runs) as services, run_worker(tmp_path, **services.variables) as worker:
        fill(runs, services.model.base_url)
        for number, (name, place) in enumerate(VICTIMS.items()):
            wait_for(lambda: len(list_cluster(worker)) >= WHOLE)
            part = range(PART * number, PART * (number + 1))
            if name != "idle worker":
                ask(part)
                wait_for(lambda: _find_busy(worker, services) is not None)
            cluster = list_cluster(worker)
            victim = cluster[place] if place is not None else _find_busy(worker, services) or cluster[FIRST_WORKER]
            victim.kill()
            if name == "idle worker":
                ask(part)
            wait_for(lambda head=cluster[HEAD]: not lives(head))
        wait_for(lambda: count_ended() == runs)
        wait_for(lambda: Worker.objects.get().restarts >= len(VICTIMS))
        wait_for(lambda: [is_alive for _row, is_alive in list_workers(now=timezone.now())] == [True])
        assert Worker.objects.get().last_restart_reason in ("ended", "process_lost")
        repeated = services.repeated
    _judge(tell(), runs=runs, repeated=repeated)
    assert not Worker.objects.exists()


@pytest.mark.long
@pytest.mark.server
def test_database_that_loses_power_loses_nothing_and_doubles_nothing() -> None:
    """On a PostgreSQL of its own; another process asks for the runs and watches them."""
    binaries = find_binaries()
    if binaries is None:
        pytest.skip("initdb and pg_ctl are not installed, so there is no PostgreSQL to be taken down")
    script = "import sys, django\ndjango.setup()\nfrom tests.faults.storm_rows import watch\nwatch(*sys.argv[1:])\n"
    with tempfile.TemporaryDirectory() as name, _services(PART) as services:
        folder = Path(name)
        folder.chmod(0o755)
        server = PrivatePostgres(folder, binaries)
        server.start()
        watcher = start_script(script, folder, services.model.base_url, str(PART), DATABASE_URL=server.url)
        try:
            wait_for(lambda: (folder / ASKED).exists() or watcher.poll() is not None)
            assert watcher.poll() is None
            with run_worker(folder, DATABASE_URL=server.url, **services.variables):
                wait_for(lambda: len(services.model.received) >= 1)
                server.stop()
                time.sleep(DOWN_S)
                server.start()
                assert watcher.wait(timeout=300) == 0
            found, repeated = json.loads((folder / ENDED).read_text(encoding="utf-8")), services.repeated
        finally:
            watcher.kill()
            watcher.wait()
            with suppress(subprocess.CalledProcessError):
                server.stop()
    _judge(found, runs=PART, repeated=repeated)
