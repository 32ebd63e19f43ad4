"""The examples of docs/agents.md, run as they stand."""

import asyncio
import json
import re
import time
from typing import Any

import pytest
from causalflow_client import AsyncClient, Client

from tests.environment import PROJECT
from tests.views.rows import make_verified
from verification.services.notices.webhooks import sign_body

TEXT = (PROJECT / "docs" / "agents.md").read_text(encoding="utf-8")


def load(name: str) -> dict[str, Any]:
    (code,) = re.findall(rf"^```python {name}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    scope: dict[str, Any] = {}
    exec(code, scope)  # noqa: S102 (our own text)
    return scope


@pytest.mark.usefixtures("_hands")
def test_agent_pays_only_what_the_tool_returned(flow: Client) -> None:
    run_agent = load("agent")["run_agent"]
    assert run_agent(flow, "1500.00")["paid"] is True
    refused = run_agent(flow, "15000.00")
    assert (refused["paid"], refused["decision"]) == (False, "reject")
    assert "15" in refused["why"]


def test_pipeline_marks_what_no_passage_carries(base_url: str, token: str) -> None:
    pipeline = load("pipeline")
    node = make_verified("bank-rate")
    answer = "The policy rate is 3.5%. Inflation was 9.9% in May."

    async def ask() -> tuple[str, str | None, str | None]:
        async with AsyncClient(base_url, token) as flow:
            written = await pipeline["answer_with_sources"](flow, answer, [{"id": "a", "text": "The policy rate is 3.5%."}])
            return written, await pipeline["known_value"](flow, node.label), await pipeline["known_value"](flow, "nothing of the kind")

    written, known, unknown = asyncio.run(ask())
    assert written == "The policy rate is 3.5%. [1] Inflation was 9.9% in May. [no source]"
    assert (known, unknown) == (f"{node.label}: {node.state.value}", None)


def test_receiver_tells_our_messages_from_others() -> None:
    receive = load("receiver")["receive"]
    body = json.dumps({"event": "report.ended", "sent_at": "", "data": {}}).encode()
    headers = {"causalflow-signature": sign_body(body=body, secret="s", at=int(time.time()))}
    assert (receive(body, headers, "s"), receive(body, headers, "t")) == ((204, "report.ended"), (401, ""))
