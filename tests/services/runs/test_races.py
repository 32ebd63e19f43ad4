"""Many workers and one run: the conditional UPDATE lets one of them through, on both databases."""

import threading

import pytest
from django.db import connection
from django_q.models import OrmQ

from tests.factories import make_node, make_run
from verification.enums import RunTrigger
from verification.services.runs.lifecycle import claim_run, request_run

# No mark of the database: committed_db is one, and its cleaning has to come last.
pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.postgres("races")]


def test_claim_race_of_eight_threads_has_one_winner() -> None:
    run = make_run()
    barrier, claims = threading.Barrier(8), []

    def claim() -> None:
        barrier.wait()
        try:
            claims.append(claim_run(run_id=run.pk))
        finally:
            connection.close()

    threads = [threading.Thread(target=claim) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(claims) == 8
    assert [claim.attempt for claim in claims if claim is not None] == [1]
    run.refresh_from_db()
    assert run.attempts == 1


def test_request_race_of_four_threads_makes_one_run() -> None:
    node = make_node()
    barrier, runs = threading.Barrier(4), []

    def request() -> None:
        barrier.wait()
        try:
            runs.append(request_run(node=node, trigger=RunTrigger.PAGE).pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=request) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(runs) == 4
    assert len(set(runs)) == 1
    assert OrmQ.objects.count() == 1
