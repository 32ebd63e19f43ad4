"""Work that kills whoever does it, or never ends, is given up, and what stands behind it goes on."""

import signal
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.utils import timezone

from tests.factories import make_document, make_node, make_run
from tests.faults.processes import start
from tests.faults.programs import die_of_run
from tests.stubs.tavily import KEY, TavilyStub
from verification.models import VerificationRun
from verification.services.runs.execution import execute_run
from verification.services.runs.lifecycle import claim_run
from verification.services.runs.rescue import rescue_runs


def test_run_that_kills_its_worker_fails_after_its_attempts(committed_db: None, settings: LazySettings) -> None:
    settings.RUN_MAX_ATTEMPTS = 2
    make_document(text="The central bank of Elbonia kept its policy rate at 5.25% on Thursday.")
    poison, other = make_run(make_node("a")), make_run(make_node("b"))
    for attempt in (1, 2):
        worker = start(die_of_run, poison.pk)
        worker.join()
        assert worker.exitcode == -signal.SIGKILL
        assert VerificationRun.objects.get(pk=poison.pk).attempts == attempt
        VerificationRun.objects.filter(pk=poison.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    assert rescue_runs(now=timezone.now()) == 1
    assert claim_run(run_id=poison.pk) is None
    ended = VerificationRun.objects.get(pk=poison.pk)
    assert (ended.status, ended.badge, ended.error) == ("failed", "failed", "Given up: its worker died in each of 2 attempts.")
    assert execute_run(run_id=other.pk).status == "finished"


@pytest.mark.django_db
def test_run_that_hangs_ends_by_its_deadline(settings: LazySettings) -> None:
    """The service holds the connection for longer than anybody waits."""
    settings.RUN_DEADLINE_SECONDS = 1
    with TavilyStub(latency_s=30) as tavily:
        settings.TAVILY_API_KEY, settings.TAVILY_URL = KEY, tavily.url
        run = execute_run(run_id=make_run(make_node(), from_stage="2").pk)
    assert (run.status, run.reason) == ("failed", "provider_failed")
    assert len(tavily.received) == 1
