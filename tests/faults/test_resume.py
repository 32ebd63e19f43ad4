"""A worker that is killed between the steps of a run: another goes on behind the last finished step, and pays for nothing twice."""

import signal
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from multiprocessing.process import BaseProcess
from urllib.parse import urlsplit

import pytest
from django.conf import LazySettings
from django.utils import timezone

from tests.factories import make_node, make_run
from tests.faults.processes import start, wait_for
from tests.faults.programs import PATIENCE_S, die_before_saving, work_off_run
from tests.services.gateway.asking import make_profile
from tests.stubs.chat import ChatStub
from tests.stubs.rates import name_of, name_the_rate, pages_of, rate_of
from tests.stubs.serper import SerperStub
from tests.stubs.server import Reply, Request
from tests.stubs.web import WebStub
from verification.models import CachedAnswer, PageFetch, ProviderCall, RunStep, VerificationRun
from verification.services.runs import investigation
from verification.services.runs.execution import execute_run

HELD_S = 600.0


def _asked(web: WebStub) -> Counter[str]:
    """How often each paper was asked for its page; robots.txt is asked for once a day."""
    return Counter(request.headers["Host"] for request in web.received if request.path != "/robots.txt")


def _forget(run: VerificationRun) -> None:
    """The lease runs out, and the caches with it: what is not asked again then is what the run itself remembers."""
    CachedAnswer.objects.all().delete()
    PageFetch.objects.all().delete()
    VerificationRun.objects.filter(pk=run.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


class HeldWeb(WebStub):
    """No paper gives its page as long as they are held."""

    is_held = True

    def answer(self, request: Request) -> Reply:
        reply = super().answer(request)
        return replace(reply, delay_s=HELD_S) if self.is_held and request.path != "/robots.txt" else reply


def _kill_when(worker: BaseProcess, is_caught: Callable[[], bool]) -> None:
    try:
        wait_for(lambda: is_caught() or not worker.is_alive())
    finally:
        worker.kill()
        worker.join()
    assert worker.exitcode == -signal.SIGKILL


@pytest.mark.postgres("locks")
@pytest.mark.parametrize("is_answered", [False, pytest.param(True, marks=pytest.mark.long)])
def test_killed_between_steps_and_resumed_without_paying_twice(
    committed_db: None, settings: LazySettings, monkeypatch: pytest.MonkeyPatch, is_answered: bool
) -> None:
    """Killed first while its pages are awaited, then while the model is or, ``is_answered``, when only the saving is left."""
    monkeypatch.setattr(investigation, "READ_SECONDS", PATIENCE_S)
    pages = pages_of(1)
    with SerperStub(pages) as serper, HeldWeb(pages) as web, ChatStub(name_the_rate) as model:
        settings.DEMO, settings.DEMO_STUBS = True, [urlsplit(web.url).netloc]
        settings.SERPER_URL, settings.SERPER_API_KEY = serper.url, serper.key
        make_profile(model.base_url)
        node = make_node("rate", label=f"{name_of(0)} policy rate", query=name_of(0))
        run = make_run(node, from_stage="2", extractor="llm")
        told = {name: getattr(settings, name) for name in ("DEMO", "DEMO_STUBS", "SERPER_URL", "SERPER_API_KEY")}
        _kill_when(start(work_off_run, run.pk, **told), lambda: _asked(web).total() == len(pages))
        web.is_held = False
        assert RunStep.objects.get(run=run, status="running").name == "read_pages"
        _forget(run)
        if is_answered:
            _kill_when(start(die_before_saving, run.pk, **told), lambda: False)
        else:
            model.script(Reply(delay_s=HELD_S))
            _kill_when(start(work_off_run, run.pk, **told), lambda: bool(model.received))
        assert RunStep.objects.get(run=run, status="running").name == "ask_model"
        assert len(model.received) == 1
        _forget(run)
        begun_at = VerificationRun.objects.get(pk=run.pk).as_of
        done = execute_run(run_id=run.pk)
        # What was never answered is asked again, and nothing else.
        assert _asked(web) == {urlsplit(page.url).netloc: 2 for page in pages}
        assert len(serper.received) == 1
        assert len(model.received) == (1 if is_answered else 2)
    assert (done.status, done.number, done.bound_by, done.attempts) == ("finished", rate_of(0), "model", 3)
    assert (done.as_of, done.calls) == (begun_at, 2)
    steps = [(step.position, step.name, step.status) for step in done.steps.all()]
    names = ("search_web", "read_pages", "ask_model", "decide_votes", "save")
    assert steps == [(place, name, "done") for place, name in enumerate(names, 1)]
    answered = ProviderCall.objects.filter(run=run, status="ok").values_list("fingerprint", flat=True)
    assert len(answered) == len(set(answered)) == 5
    assert not ProviderCall.objects.filter(status="pending").exists()


@pytest.mark.django_db
def test_run_that_lay_too_long_begins_anew(settings: LazySettings) -> None:
    pages = pages_of(1)
    with SerperStub(pages) as serper, WebStub(pages) as web:
        settings.DEMO, settings.DEMO_STUBS = True, [urlsplit(web.url).netloc]
        settings.SERPER_URL, settings.SERPER_API_KEY = serper.url, serper.key
        node = make_node("rate", label=f"{name_of(0)} policy rate", query=name_of(0))
        run = make_run(node, from_stage="2", status="running", attempts=1)
        long_ago = timezone.now() - timedelta(hours=2)
        VerificationRun.objects.filter(pk=run.pk).update(started_at=long_ago, as_of=long_ago, lease_until=long_ago)
        RunStep.objects.create(run=run, position=1, name="search_web", status="done", started_at=long_ago, detail={"pages": 99})
        done = execute_run(run_id=run.pk)
    assert len(serper.received) == 1
    assert done.as_of > long_ago
    assert done.steps.get(name="search_web").detail["pages"] == 3
