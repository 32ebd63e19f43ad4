"""A machine in trouble of its own: its clock jumps, its disk is full, its database answers late. Nothing is lost or there twice."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import ClassVar

import pytest
import time_machine
from django.conf import LazySettings
from django.utils import timezone

from tests.factories import make_document, make_node
from tests.faults.processes import database_url, wait_for
from tests.faults.slow_database import SlowWay
from tests.faults.storm_rows import ask, count_ended, fill, tell
from tests.faults.workers import run_worker
from tests.stubs.chat import ChatStub
from tests.stubs.rates import name_the_rate, pages_of
from tests.stubs.tavily import TavilyStub
from verification.enums import RunTrigger
from verification.models import NodeState, RunStep, VerificationRun
from verification.providers import registry
from verification.providers.base import SearchAnswer, SearchQuery
from verification.providers.search.corpus import CorpusSearch
from verification.services.runs.execution import execute_run
from verification.services.runs.lifecycle import request_run

RUNS = 6
TEXT = "The central bank of Elbonia kept its policy rate at 5.25% on Thursday after the meeting of its board."
LATE_S, LATE_FOR_S = 5.0, 20.0
NOTHING_TWICE = {"calls twice": 0, "sources twice": 0, "states twice": 0, "steps twice": 0}
# In a name space of its own, so that nobody else sees the file system: one that holds nothing more.
FULL_DISK = 'mount -t tmpfs -o size=16k tmpfs "$0" && head -c 65536 /dev/zero >"$0/filler" 2>/dev/null; exec "$@"'


class Services:
    """A search service and a model that take their time, and nodes that they tell of."""

    def __init__(self, search: TavilyStub, model: ChatStub) -> None:
        self.search, self.model = search, model
        self.variables = {"TAVILY_URL": search.url, "TAVILY_API_KEY": search.key, "EXTRACTOR": "llm"}


@pytest.fixture
def services(committed_db: None) -> Iterator[Services]:
    with TavilyStub(pages_of(RUNS), latency_s=0.4) as search, ChatStub(name_the_rate, latency_s=0.4) as model:
        fill(RUNS, model.base_url)
        yield Services(search, model)


def _judge_whole() -> None:
    found = tell()
    assert found.pop("lost_attempts") >= 0
    assert found == {"statuses": {"finished": RUNS}, "values": RUNS, "steps": ["done"], **NOTHING_TWICE}


class JumpingCorpus(CorpusSearch):
    """Once, while it searches, the clock of the machine jumps."""

    jumps: ClassVar[list[Callable[[], None]]] = []

    async def search(self, query: SearchQuery) -> SearchAnswer:
        while self.jumps:
            self.jumps.pop()()
        return await super().search(query)


@pytest.mark.django_db
@pytest.mark.postgres("constraints")
@pytest.mark.parametrize("hours", [-3, 3], ids=["back", "ahead"])
def test_a_clock_that_jumps_within_a_run_costs_no_value_and_tells_no_negative_time(monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    make_document(url="https://www.reuters.com/policy", text=TEXT, published_at=timezone.now() - timedelta(hours=5))
    run = request_run(node=make_node("elbonia", label="Elbonia central bank policy rate"), trigger=RunTrigger.COMMAND, enqueue=False)
    with time_machine.travel(timezone.now(), tick=True) as clock:
        monkeypatch.setitem(registry.SEARCH_PROVIDERS, "corpus", f"{__name__}.JumpingCorpus")
        monkeypatch.setattr(JumpingCorpus, "jumps", [partial(clock.shift, timedelta(hours=hours))])
        execute_run(run_id=run.pk)
        assert JumpingCorpus.jumps == []
    run.refresh_from_db()
    assert (run.status, run.value, NodeState.objects.get().value) == ("finished", "5.25%", "5.25%")
    assert run.duration_ms is not None
    assert run.duration_ms >= 0
    assert run.finished_at >= run.started_at
    assert [step for step in RunStep.objects.all() if step.finished_at is None or step.finished_at < step.started_at] == []


@pytest.mark.long
@pytest.mark.only("postgresql")
def test_a_worker_whose_disk_is_full_does_its_work(services: Services, tmp_path: Path) -> None:
    """All that is kept is kept in the database. Nothing can be written where it has its folder and its scratch files."""
    place = tmp_path / "full"
    place.mkdir()
    probe = ["unshare", "--mount", "sh", "-c", FULL_DISK, str(place), "sh", "-c", f'echo x >"{place}/x" && exit 1; exit 0']
    if subprocess.run(probe, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here, so no disk can be full")
    inside = ["unshare", "--mount", "sh", "-c", FULL_DISK, str(place), sys.executable, "manage.py", "worker"]
    with run_worker(
        place,
        command=inside,
        TMPDIR=str(place),
        SECRET_KEY="of-a-worker-that-can-write-nothing-to-any-disk-of-its-own",
        **services.variables,
    ):
        ask(range(RUNS))
        wait_for(lambda: count_ended() == RUNS)
    _judge_whole()


@pytest.mark.long
@pytest.mark.only("postgresql")
def test_a_database_that_answers_after_five_seconds_loses_nothing(services: Services, tmp_path: Path, settings: LazySettings) -> None:
    with SlowWay(database_url()) as way, run_worker(tmp_path, DATABASE_URL=way.url, **services.variables):
        ask(range(2))
        wait_for(lambda: count_ended() == 2)
        ask(range(2, RUNS))
        wait_for(lambda: VerificationRun.objects.filter(status="running").exists())
        way.delay_s, began = LATE_S, time.monotonic()
        wait_for(lambda: time.monotonic() - began > LATE_FOR_S)
        way.delay_s = 0.0
        wait_for(lambda: count_ended() == RUNS)
    _judge_whole()
