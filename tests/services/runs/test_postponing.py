"""An outage is an outage: nothing is lost, nobody is asked, and all is done after it."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from django_q.models import OrmQ

from tests.factories import make_document, make_node
from tests.services.gateway.asking import make_profile
from tests.stubs.chat import ChatStub, fail
from verification.core.vocabulary import Fault, RiskLevel
from verification.enums import RunTrigger
from verification.models import Node, NodeState, ReviewItem, Verification, VerificationRun
from verification.providers import registry
from verification.providers.base import ProviderError, SearchAnswer, SearchQuery
from verification.services.queue.rescue import rescue_all
from verification.services.runs.execution import execute_runs
from verification.services.runs.lifecycle import request_run
from verification.services.verifications.lifecycle import Wanted, request_verification
from verification.services.verifications.verifying import execute_verification

pytestmark = pytest.mark.django_db

TEXT = "The central bank of {place} kept its policy rate at 5.25% on Thursday, {paper} reports after the meeting of its board."
PLACES = ("Elbonia", "Freedonia", "Sylvania", "Ruritania", "Grand Fenwick")


class Away:
    """A search that does not answer."""

    name = "corpus"
    fault = Fault.SERVER_ERROR

    def planned_calls(self, query: SearchQuery) -> int:
        return 1

    async def search(self, query: SearchQuery) -> SearchAnswer:
        raise ProviderError("corpus failed.", fault=self.fault)


@pytest.fixture(params=[10, pytest.param(100, marks=pytest.mark.long)])
def nodes(request: pytest.FixtureRequest) -> list[Node]:
    made = []
    for number in range(request.param):
        place = f"{PLACES[number % 5]}{number}"
        made.append(make_node(f"node-{number}", label=f"{place} central bank policy rate", risk_level="high" if number % 2 else "low"))
        for paper in ("anvil", "beacon", "courier"):
            text = TEXT.format(place=place, paper=paper)
            make_document(url=f"https://{paper}.example/{number}", text=text, published_at=timezone.now() - timedelta(hours=2))
    return made


def _verify(nodes: list[Node]) -> list[VerificationRun]:
    return execute_runs(run_ids=[request_run(node=node, trigger=RunTrigger.API).pk for node in nodes])


def test_an_outage_over_many_nodes_loses_nothing(nodes: list[Node], monkeypatch: pytest.MonkeyPatch) -> None:
    assert {run.badge for run in _verify(nodes)} == {"cross_validated"}
    before = set(NodeState.objects.values_list("pk", flat=True))
    with monkeypatch.context() as patch:
        patch.setitem(registry.SEARCH_PROVIDERS, "corpus", f"{__name__}.Away")
        assert {(run.status, run.reason) for run in _verify(nodes)} == {("failed", "provider_failed")}
    assert set(NodeState.objects.values_list("pk", flat=True)) == before
    assert set(Node.objects.values_list("badge", flat=True)) == {"cross_validated"}
    assert not ReviewItem.objects.exists()
    OrmQ.objects.all().delete()  # a worker took them
    waiting = VerificationRun.objects.filter(status="queued")
    assert waiting.count() == len(nodes)
    # Nobody need look again yet, however slow the machine was.
    assert rescue_all(now=waiting.earliest("created_at").created_at) == 0
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert rescue_all(now=timezone.now()) == len(nodes)
        assert {run.badge for run in execute_runs(run_ids=list(waiting.values_list("pk", flat=True)))} == {"cross_validated"}
    assert (VerificationRun.objects.filter(status="queued").count(), ReviewItem.objects.count()) == (0, 0)


def test_what_a_command_asked_for_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.SEARCH_PROVIDERS, "corpus", f"{__name__}.Away")
    execute_runs(run_ids=[request_run(node=make_node(), trigger=RunTrigger.COMMAND, enqueue=False).pk])
    assert VerificationRun.objects.count() == 1


def test_nobody_is_asked_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.SEARCH_PROVIDERS, "corpus", f"{__name__}.Away")
    pk = request_run(node=make_node(), trigger=RunTrigger.API).pk
    for _time in range(30):
        execute_runs(run_ids=[pk])
        following = VerificationRun.objects.filter(status="queued").first()
        if following is None:
            break
        pk = following.pk
    assert VerificationRun.objects.count() == 21


def test_a_program_is_told_when_to_ask_again(analyst: User, analyst_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.SEARCH_PROVIDERS, "corpus", f"{__name__}.Away")
    rows = [request_verification(wanted=Wanted(claim="The rate of Elbonia is 5.25%"), requested_by=analyst) for _time in range(16)]
    done = [execute_verification(verification_id=row.pk) for row in rows]
    assert {(row.status, row.decision, row.reasons[0]["code"]) for row in done} == {("degraded", "needs_retry", "outage")}
    assert not ReviewItem.objects.exists()
    response = analyst_client.get(f"/api/v1/verifications/{rows[-1].public_id}/")
    said = response.json()
    assert (said["decision"], 1 <= said["retry_after"] <= 600) == ("needs_retry", True)
    assert response["Retry-After"] == str(said["retry_after"])
    assert "ask again later" in analyst_client.get(f"/verifications/{rows[-1].public_id}/").content.decode()


@pytest.mark.postgres("rows")
def test_models_that_are_away_are_not_asked_thrice(analyst: User) -> None:
    evidence = ({"url": "https://a.example/1", "title": "Policy", "content": "Nothing was decided.", "published_at": None},)
    with ChatStub(lambda body: fail(500)) as stub:
        for place in range(3):
            make_profile(stub.base_url, f"m{place}", vendor=f"V{place}", model=f"model-{place}", position=place)
        wanted = Wanted(claim="The rate of Elbonia is 5.25%", evidence=evidence, risk_level=RiskLevel.HIGH)
        row = execute_verification(verification_id=request_verification(wanted=wanted, requested_by=analyst).pk)
    assert (row.decision, row.reasons[0]["code"], len(row.result["votes"])) == ("needs_retry", "outage", 6)
    assert (ReviewItem.objects.count(), Verification.objects.get().retry_at > timezone.now()) == (0, True)
