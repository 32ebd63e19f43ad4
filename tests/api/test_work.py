"""What starts work: verification, cancelling, waiting, and one piece of work per idempotency key."""

import threading
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import AbstractBaseUser
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django_q.models import OrmQ

from tests.api.conftest import program_of
from tests.api.waiting import work_while_waiting
from tests.factories import make_document
from tests.views.rows import make_node, make_open_run, make_verified
from verification.api.calls.preferences import POLL_SECONDS
from verification.models import AuditEntry, IdempotencyRecord, NodeFlag, VerificationRun
from verification.services.queue.idempotency import REMEMBERED
from verification.services.runs.execution import execute_run

pytestmark = pytest.mark.postgres("races")


NODES = "/api/v1/nodes/"
REPLAYED = "Idempotency-Replayed"


def post(client: Client, address: str, body: Any = None, **headers: str) -> HttpResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(address, {} if body is None else body, content_type="application/json", headers=named)


@pytest.mark.django_db
class TestVerify:
    def test_run_is_accepted_queued_and_audited(self, program: Client, analyst: AbstractBaseUser) -> None:
        node = make_node()
        response = post(program, f"{NODES}{node.slug}/verify/")
        run = VerificationRun.objects.get()
        assert (response.status_code, response["Location"]) == (202, f"/api/v1/runs/{run.pk}/")
        assert (response.json()["run"], response.json()["status"], response.json()["trigger"]) == (run.pk, "queued", "api")
        assert (run.requested_by, OrmQ.objects.count()) == (analyst, 1)
        assert AuditEntry.objects.get(verb="node.verify").actor_name == "alice"

    def test_open_run_is_answered_instead_of_a_second_one(self, program: Client) -> None:
        node = make_node()
        first, second = (post(program, f"{NODES}{node.slug}/verify/").json()["run"] for _ in range(2))
        assert first == second

    def test_inactive_node_is_refused(self, program: Client) -> None:
        node = make_node(is_active=False)
        response = post(program, f"{NODES}{node.slug}/verify/", Idempotency_Key="k")
        assert (response.status_code, response.json()["code"]) == (409, "refused")
        assert not IdempotencyRecord.objects.exists()

    def test_run_shows_steps_sources_and_calls(self, program: Client) -> None:
        node = make_node(label="Policy rate of Utopia")
        make_document(url="https://reuters.com/a", title="Policy rate of Utopia at 3.5%", text="The policy rate of Utopia is 3.5%.")
        run = post(program, f"{NODES}{node.slug}/verify/").json()["run"]
        execute_run(run_id=run)
        found = program.get(f"/api/v1/runs/{run}/").json()
        assert (found["status"], found["message"]) == ("finished", None)
        assert found["steps"][0]["name"] == "search_whitelist"
        assert found["calls"] >= 1
        assert [page["url"] for page in found["sources"] + found["others"]] == ["https://reuters.com/a"]

    @pytest.mark.parametrize("preference", ["wait=0", "wait=-1", "wait", "respond-async", "wait=x", "", "wait=1e9", "a" * 5000])
    def test_preference_that_is_none_is_left_alone(self, program: Client, preference: str) -> None:
        assert post(program, f"{NODES}{make_node().slug}/verify/", Prefer=preference).status_code == 202

    def test_cancelled_run_can_not_be_cancelled_again(self, program: Client) -> None:
        run = make_open_run(make_node())
        address = f"/api/v1/runs/{run.pk}/cancel/"
        assert post(program, address).json()["status"] == "cancelled"
        again = post(program, address)
        assert (again.status_code, again.json()["code"]) == (409, "refused")


@pytest.mark.django_db
class TestKey:
    def test_same_key_and_body_repeats_the_first_answer(self, program: Client) -> None:
        address = f"{NODES}{make_node().slug}/flags/"
        first = post(program, address, {"reason": "wrong", "source": ""}, Idempotency_Key="k-1")
        again = post(program, address, {"source": "", "reason": "wrong"}, Idempotency_Key="k-1")
        assert (first.status_code, again.status_code, again.content) == (201, 201, first.content)
        assert (REPLAYED in first, again[REPLAYED]) == (False, "true")
        assert NodeFlag.objects.count() == 1

    def test_same_key_repeats_the_run_also_when_it_has_ended(self, program: Client) -> None:
        address = f"{NODES}{make_node().slug}/verify/"
        first = post(program, address, Idempotency_Key="k")
        execute_run(run_id=first.json()["run"])
        again = post(program, address, Idempotency_Key="k")
        assert (again.status_code, again.content, again["Location"]) == (202, first.content, first["Location"])
        assert post(program, address, Idempotency_Key="k2").json()["run"] != first.json()["run"]

    def test_same_key_with_another_body_or_path_is_refused(self, program: Client) -> None:
        one, other = make_node("one"), make_node("other")
        post(program, f"{NODES}{one.slug}/flags/", {"reason": "wrong"}, Idempotency_Key="k")
        for slug, reason in ((one.slug, "otherwise"), (other.slug, "wrong")):
            response = post(program, f"{NODES}{slug}/flags/", {"reason": reason}, Idempotency_Key="k")
            assert (response.status_code, response.json()["code"]) == (409, "key_reused")
        assert NodeFlag.objects.count() == 1

    def test_key_is_ones_own(self, program: Client, reviewer: AbstractBaseUser) -> None:
        address = f"{NODES}{make_node().slug}/flags/"
        for client in (program, program_of(reviewer)):
            assert post(client, address, {"reason": "wrong"}, Idempotency_Key="k").status_code == 201
        assert NodeFlag.objects.count() == 2

    def test_refused_request_leaves_its_key_free(self, program: Client) -> None:
        address = f"{NODES}{make_node().slug}/flags/"
        assert post(program, address, {"reason": ""}, Idempotency_Key="k").status_code == 400
        assert post(program, address, {"reason": "wrong"}, Idempotency_Key="k").status_code == 201

    def test_verdict_is_repeated_and_another_question_refused(self, program: Client) -> None:
        body = {"node": {"label": "Policy rate", "kind": "percent"}, "results": []}
        first = post(program, "/api/v1/consensus/", body, Idempotency_Key="k")
        again = post(program, "/api/v1/consensus/", body, Idempotency_Key="k")
        other = post(program, "/api/v1/consensus/", {**body, "stage": 2}, Idempotency_Key="k")
        assert (again.content, again[REPLAYED], other.status_code) == (first.content, "true", 409)

    def test_key_is_forgotten_after_a_day(self, program: Client) -> None:
        address = f"{NODES}{make_node().slug}/flags/"
        post(program, address, {"reason": "wrong"}, Idempotency_Key="k")
        record = IdempotencyRecord.objects.get()
        IdempotencyRecord.objects.update(created_at=record.created_at - REMEMBERED)
        assert post(program, address, {"reason": "otherwise"}, Idempotency_Key="k").status_code == 201

    @pytest.mark.parametrize("key", ["", " ", "a b", "x" * 201, "é", "\x7f"])
    def test_key_that_is_none_is_refused(self, program: Client, key: str) -> None:
        response = post(program, f"{NODES}{make_node().slug}/flags/", {"reason": "wrong"}, Idempotency_Key=key)
        assert (response.status_code, response.json()["errors"][0]["field"]) == (400, "Idempotency-Key")
        assert not NodeFlag.objects.exists()


@pytest.mark.usefixtures("committed_db")
class TestThreads:
    def test_concurrent_same_key_is_one_piece_of_work(self, analyst: AbstractBaseUser) -> None:
        address = f"{NODES}{make_node().slug}/flags/"
        clients = [program_of(analyst) for _ in range(6)]
        barrier, found = threading.Barrier(len(clients)), []

        def send(client: Client) -> None:
            barrier.wait()
            try:
                found.append(post(client, address, {"reason": "wrong"}, Idempotency_Key="same"))
            finally:
                connection.close()

        threads = [threading.Thread(target=send, args=[client]) for client in clients]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [response.status_code for response in found] == [201] * 6
        assert len({response.content for response in found}) == 1
        assert sum(REPLAYED in response for response in found) == 5
        assert (NodeFlag.objects.count(), AuditEntry.objects.filter(verb="node.flag").count()) == (1, 1)

    def test_waiting_answers_when_the_run_has_ended(self, analyst: AbstractBaseUser, monkeypatch: pytest.MonkeyPatch) -> None:
        node, client = make_verified(), program_of(analyst)
        make_document(text="The policy rate is 3.5%.")
        clock = work_while_waiting(monkeypatch, lambda: execute_run(run_id=VerificationRun.objects.get(status="queued").pk))
        response = post(client, f"{NODES}{node.slug}/verify/", Prefer="respond-async, wait=30")
        assert (response.status_code, response.json()["status"]) == (200, "finished")
        assert response["Preference-Applied"] == "wait=30"
        assert clock.naps == [POLL_SECONDS]

    def test_half_of_the_threads_at_most_wait(
        self, analyst: AbstractBaseUser, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Else a few programs that wait would leave nobody to answer pages and probes."""
        settings.API_MOST_WAITING = 1
        one, other, client, found = make_node("one"), make_node("other"), program_of(analyst), []
        work_while_waiting(monkeypatch, lambda: found.append(post(client, f"{NODES}{other.slug}/verify/", Prefer="wait=30")))
        first = post(client, f"{NODES}{one.slug}/verify/", Prefer="wait=30")
        later = post(client, f"{NODES}{other.slug}/verify/", Prefer="wait=30")
        answered = [(each.status_code, each.get("Preference-Applied")) for each in (first, *found, later)]
        assert answered == [(200, "wait=30"), (202, None), (200, "wait=30")]
        assert found[0]["Location"] == f"/api/v1/runs/{found[0].json()['run']}/"

    def test_waiting_ends_with_what_is_there(self, analyst: AbstractBaseUser) -> None:
        response = post(program_of(analyst), f"{NODES}{make_node().slug}/verify/", Prefer="wait=1")
        assert (response.status_code, response.json()["status"]) == (200, "queued")
