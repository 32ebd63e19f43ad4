"""The engine alone over HTTP: how much of it one process is asked for at once."""

from threading import Thread

import pytest
from django.http import HttpResponse
from django.test import Client

from verification.api.calls.problems import RequestProblem
from verification.api.runs.consensus import FEW_FIGURES, MAX_FIGURES, being_judged
from verification.services.errors import Refused

pytestmark = pytest.mark.django_db

CONSENSUS = "/api/v1/consensus/"


def judge(program: Client, figures: int, **headers: str) -> HttpResponse:
    results = [{"url": "https://a.example/1", "content": "5 " * figures}]
    body = {"node": {"label": "Policy rate", "kind": "percent"}, "results": results}
    return program.post(CONSENSUS, body, content_type="application/json", headers=headers)


def test_many_figures_wait_outside_while_a_process_judges_as_many_as_it_may(program: Client) -> None:
    with being_judged(MAX_FIGURES):
        refused = judge(program, FEW_FIGURES + 1, **{"Idempotency-Key": "k"})
        few = judge(program, FEW_FIGURES)
    assert (refused.status_code, refused.json()["code"], refused["Retry-After"]) == (429, "throttled", "10")
    assert refused.json()["detail"] == "Try again in 10 seconds."
    assert few.status_code == 200
    assert judge(program, FEW_FIGURES + 1, **{"Idempotency-Key": "k"}).status_code == 200


def test_what_was_judged_or_failed_gives_its_room_back(program: Client) -> None:
    with pytest.raises(Refused), being_judged(MAX_FIGURES):
        raise Refused("failed")
    assert [judge(program, FEW_FIGURES + 1).status_code for _ in range(2)] == [200, 200]


def test_what_was_judged_already_needs_no_room(program: Client) -> None:
    first = judge(program, FEW_FIGURES + 1, **{"Idempotency-Key": "k"})
    with being_judged(MAX_FIGURES):
        again = judge(program, FEW_FIGURES + 1, **{"Idempotency-Key": "k"})
    assert (again.status_code, again.json(), again["Idempotency-Replayed"]) == (200, first.json(), "true")


@pytest.mark.parametrize(("taken", "status"), [(MAX_FIGURES - FEW_FIGURES - 1, 200), (MAX_FIGURES - FEW_FIGURES, 429)])
def test_all_threads_share_the_room(taken: int, status: int) -> None:
    found: list[int] = []

    def ask() -> None:
        try:
            with being_judged(FEW_FIGURES + 1):
                found.append(200)
        except RequestProblem as problem:
            found.append(problem.status)

    with being_judged(taken):
        thread = Thread(target=ask)
        thread.start()
        thread.join()
    assert found == [status]
