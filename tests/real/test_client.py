"""The Python client against what a person starts with ``make run STUBS=1``: its pages, its worker and its receiver of webhooks."""

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from causalflow_client import ApiError, AsyncClient, Client, calls

from tests.real.conftest import PROJECT, free_port, running

# The demo's nodes are verified before anything answers.
START_S = 600.0
WAIT_S = 120
ORDER = {"order_id": "4711", "status": "confirmed", "total": {"value": "1500.00", "currency": "USD"}, "merchant": "Acme Supplies"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, str]]:
    """The address of the API, a token of ``demo-reviewer``, and the address of the receiver."""
    folder = tmp_path_factory.mktemp("run")
    port, log = free_port(), folder / "run.log"
    command = ["make", "--no-print-directory", "run", "STUBS=1", f"PORT={port}"]
    variables = {"VAR_DIR": str(folder), "PYTHONUNBUFFERED": "1"}
    with running(command, port=port, log=log, start_s=START_S, **variables):
        receiver = _read_receiver(log)
        yield f"http://127.0.0.1:{port}/api/v1", _make_token(folder), receiver


def _read_receiver(log: Path) -> str:
    deadline = time.monotonic() + WAIT_S
    while not (found := re.search(r"Webhooks may be sent to (\S+) ", log.read_text(errors="replace"))):
        assert time.monotonic() < deadline, log.read_text(errors="replace")[-2000:]
        time.sleep(0.2)
    return found[1]


def _make_token(folder: Path) -> str:
    """As docs/api.md says it."""
    environment = {
        **{name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ},
        "VAR_DIR": str(folder),
        "DEMO": "1",
    }
    command = [sys.executable, "manage.py", "api_token", "demo-reviewer", "client", "--days", "1"]
    made = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=True)
    return made.stdout.split()[-1]


@pytest.fixture
def flow(served: tuple[str, str, str]) -> Iterator[Client]:
    with Client(served[0], served[1]) as client:
        yield client


def test_verified_values_are_found_page_by_page_and_read(flow: Client) -> None:
    slugs = [node["slug"] for node in flow.find_nodes(limit=5)]
    assert len(slugs) == len(set(slugs)) >= 20
    verified = [node["slug"] for node in flow.find_nodes(badge="cross_validated")]
    node = flow.get_node(verified[0])
    assert node["state"] is not None
    assert (node["state"]["badge"], bool(node["state"]["value"]), bool(node["sources"])) == ("cross_validated", True, True)


def test_work_is_done_by_the_worker_and_waited_for(flow: Client) -> None:
    assert flow.verify_node("bank-rate", seconds=WAIT_S)["status"] in calls.ENDED
    batch = flow.verify_nodes(["bank-rate", "gold-price"], seconds=WAIT_S)
    assert (batch["total"], batch["is_over"]) == (2, True)
    assert flow.check_citations("No link at all.", seconds=WAIT_S)["status"] == "finished"
    traced = flow.trace_answer("Sales rose 3%.", [{"content": "Sales rose 3% in May."}])
    assert [sentence["supported"] for sentence in traced["sentences"]] == [True]


@pytest.mark.parametrize(("amount", "decision"), [("1500.00", "accept"), ("15000.00", "reject")])
def test_step_is_checked_before_it_is_taken(flow: Client, amount: str, decision: str) -> None:
    found = flow.verify_step(
        f"Order 4711 of {amount} USD from Acme Supplies was placed.",
        action_type="purchase",
        amount=amount,
        currency="USD",
        payload={"amount": amount, "currency": "USD"},
        evidence=[{"kind": "tool_output", "title": "shop.order", "data": ORDER}],
        seconds=WAIT_S,
    )
    assert found["decision"] == decision, found["decision_reasoning"]


def test_end_is_told_to_the_receiver(flow: Client, served: tuple[str, str, str]) -> None:
    event = flow.analyse_event("The SEC approves an ETF.", callback_url=served[2], seconds=WAIT_S)
    deadline = time.monotonic() + WAIT_S
    told: list[Any] = []
    while not told and time.monotonic() < deadline:
        told = [each for each in flow.iterate("webhook-deliveries/") if each["event"] == "event.ended" and each["status"] == "delivered"]
        time.sleep(0.5)
    assert (event["status"] in calls.ENDED, len(told)) == (True, 1)


def test_async_client_reads_and_is_told_what_goes_wrong(served: tuple[str, str, str]) -> None:
    async def ask() -> list[str]:
        async with AsyncClient(served[0], served[1]) as flow:
            with pytest.raises(ApiError, match="404 not_found"):
                await flow.get_node("nothing")
            return [node["slug"] async for node in flow.find_nodes(q="rate", limit=3)]

    assert "bank-rate" in asyncio.run(ask())
