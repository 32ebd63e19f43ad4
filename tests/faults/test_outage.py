"""A search that is dead for a while under a worker that lives: nothing is lost, nobody is asked, and all is done after it."""

import time
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from tests.factories import make_node
from tests.faults.processes import wait_for
from tests.faults.workers import run_worker
from tests.stubs.pages import StubPage
from tests.stubs.searxng import SearxngStub
from tests.stubs.server import Reply, Request
from tests.stubs.web import WebStub
from verification.core.vocabulary import RunStatus
from verification.enums import RunTrigger
from verification.models import CachedAnswer, Node, NodeState, ProviderHealth, ReviewItem, VerificationRun
from verification.services.runs.lifecycle import request_run

pytestmark = pytest.mark.usefixtures("committed_db")

TEXTS = (
    "The central bank of {place} kept its policy rate at 5.25% on Thursday, the anvil reports after the meeting of its board.",
    "On Thursday the {place} central bank left its policy rate at 5.25%, as most observers of the beacon had thought.",
    "{place}'s central bank kept the policy rate at 5.25% this week, its governor told the courier over the telephone.",
)

MANY = 100


class MortalSearch(SearxngStub):
    """``is_dead``: it answers nothing but errors."""

    is_dead = False

    def answer(self, request: Request) -> Reply:
        return Reply(503, b"down", "text/plain") if self.is_dead else super().answer(request)


def _name(number: int) -> str:
    """A place that no other shares a word with."""
    first, second = "bdfgklmnprstvz"[number % 14], "bdfgklmnprstvz"[number // 14]
    return f"{first.upper()}{'aeiou'[number % 5]}{second}{'ou'[number % 2]}ria"


def _pages(count: int) -> tuple[StubPage, ...]:
    hosts = ("anvil.example", "beacon.example", "courier.example")
    return tuple(
        StubPage(
            f"http://{host}/{number}", f"Rates in {_name(number)}", text.format(place=_name(number)), timezone.now() - timedelta(hours=2)
        )
        for number in range(count)
        for host, text in zip(hosts, TEXTS, strict=True)
    )


def _ask(nodes: list[Node]) -> list[int]:
    return [request_run(node=node, trigger=RunTrigger.API).pk for node in nodes]


def _let_rests_end() -> None:
    """As if what the outage put off were due by now; a long run waits for it."""
    ProviderHealth.objects.update(open_until=None)
    VerificationRun.objects.filter(status=RunStatus.QUEUED, lease_until__gt=timezone.now()).update(lease_until=timezone.now())


def _have_ended(keys: list[int]) -> bool:
    return not VerificationRun.objects.filter(pk__in=keys, finished_at__isnull=True).exists()


@pytest.mark.parametrize(("count", "seconds"), [pytest.param(5, 1, marks=pytest.mark.long), pytest.param(MANY, 30, marks=pytest.mark.long)])
def test_an_outage_under_a_living_worker_loses_nothing(tmp_path: Path, count: int, seconds: int) -> None:
    pages = _pages(count)
    nodes = [make_node(f"rate-{number}", label=f"{_name(number)} central bank policy rate", risk_level="high") for number in range(count)]
    assert len({node.label for node in nodes}) == count
    with MortalSearch(pages) as search, WebStub(pages) as web:
        stubs = {"SEARXNG_URL": search.url, "DEMO": "1", "DEMO_STUBS": urlsplit(web.url).netloc}
        with run_worker(tmp_path, **stubs):
            first = _ask(nodes)
            wait_for(lambda: _have_ended(first))
            before = dict(Node.objects.values_list("slug", "state__value"))
            assert set(before.values()) == {"5.25%"}
            CachedAnswer.objects.all().delete()  # they have grown old
            search.is_dead, died = True, time.monotonic()
            second = _ask(nodes)
            wait_for(lambda: _have_ended(second) and time.monotonic() - died > seconds)
            failed = VerificationRun.objects.filter(pk__in=second)
            assert set(failed.values_list("status", "reason")) == {("failed", "provider_failed")}
            assert (dict(Node.objects.values_list("slug", "state__value")), NodeState.objects.count()) == (before, count)
            assert set(Node.objects.values_list("badge", flat=True)) == {"cross_validated"}
            search.is_dead = False
            if count < MANY:
                _let_rests_end()
            wait_for(lambda: not VerificationRun.objects.filter(finished_at__isnull=True).exists(), seconds=900)
    # The first runs after it may still count a search that failed among what they did without.
    done = VerificationRun.objects.filter(status__in=(RunStatus.FINISHED, RunStatus.DEGRADED), pk__gt=max(second))
    last = {run.node.slug: (run.value, run.status, run.reason) for run in VerificationRun.objects.select_related("node").order_by("pk")}
    assert {slug: said for slug, said in last.items() if said[0] != "5.25%"} == {}
    assert set(done.values_list("node__slug", "value")) == {(f"rate-{number}", "5.25%") for number in range(count)}
    assert dict(Node.objects.values_list("slug", "state__value")) == before
    assert not ReviewItem.objects.exists()
