"""Resources, prompts, progress, giving up, and what is no request of ours; over both transports where they differ."""

import json
from typing import Any

import anyio
import pytest
from django.contrib.auth.models import AbstractBaseUser
from mcp import Client
from mcp.shared.exceptions import MCPError

from tests.attribution.cited_rows import make_report
from tests.factories import make_document
from tests.faults.processes import wait_for
from tests.mcp.conftest import Opener
from tests.mcp.serving import ask, http_client, working
from tests.views.rows import make_node, make_open_run, make_verified
from verification.models import VerificationRun


def test_resources_are_listed_and_read(way: Opener, secret: str, analyst: AbstractBaseUser) -> None:
    node = make_verified()
    report = make_report(user=analyst)
    addresses = [f"causalflow://nodes/{node.slug}", f"causalflow://runs/{node.state.run_id}", f"causalflow://reports/{report.pk}"]

    async def question(client: Client) -> tuple[Any, ...]:
        listed = (await client.list_resources()).resources
        templates = (await client.list_resource_templates()).resource_templates
        read = [json.loads((await client.read_resource(uri)).contents[0].text) for uri in addresses]
        return [one.uri for one in listed], [one.uri_template for one in templates], read

    listed, templates, (as_node, as_run, as_report) = ask(lambda: way(secret), question)
    assert listed == addresses[:1]
    assert templates == ["causalflow://nodes/{slug}", "causalflow://runs/{id}", "causalflow://reports/{id}"]
    assert (as_node["slug"], as_run["run"], as_report["id"]) == (node.slug, node.state.run_id, report.pk)


@pytest.mark.parametrize(
    "uri", ["causalflow://nodes/none", "causalflow://runs/9", "causalflow://runs/x", "causalflow://reviews/1", "file:///etc/passwd"]
)
def test_what_is_not_there_can_not_be_read(address: str, secret: str, uri: str) -> None:
    with pytest.raises(MCPError):
        ask(lambda: http_client(address, secret), lambda client: client.read_resource(uri))


def test_report_of_somebody_else_is_not_there(address: str, secret: str, reviewer: AbstractBaseUser) -> None:
    report = make_report(user=reviewer)
    with pytest.raises(MCPError, match="not_found"):
        ask(lambda: http_client(address, secret), lambda client: client.read_resource(f"causalflow://reports/{report.pk}"))


def test_prompts_set_what_is_pasted_apart(way: Opener, secret: str) -> None:
    async def question(client: Client) -> tuple[list[str], str, str]:
        names = [prompt.name for prompt in (await client.list_prompts()).prompts]
        report = await client.get_prompt("check_report", {"report": "Sales rose by 3%."})
        statement = await client.get_prompt("is_this_still_true", {"statement": "The rate is 3.5%."})
        return names, report.messages[0].content.text, statement.messages[0].content.text

    names, report, statement = ask(lambda: way(secret), question)
    assert names == ["check_report", "is_this_still_true"]
    assert (report.endswith("<report>\nSales rose by 3%.\n</report>"), "check_citations" in report) == (True, True)
    assert (statement.endswith("<statement>\nThe rate is 3.5%.\n</statement>"), "find_nodes" in statement) == (True, True)


@pytest.mark.parametrize(
    "name, arguments",
    [("nothing", {}), ("check_report", {}), ("check_report", {"report": " "}), ("check_report", {"report": "x", "y": "z"})],
)
def test_prompt_that_is_none_or_is_given_nothing_is_an_error(address: str, secret: str, name: str, arguments: dict[str, str]) -> None:
    with pytest.raises(MCPError):
        ask(lambda: http_client(address, secret), lambda client: client.get_prompt(name, arguments))


def test_unknown_tool_is_an_error_and_the_session_goes_on(way: Opener, secret: str) -> None:
    async def question(client: Client) -> tuple[str, bool]:
        with pytest.raises(MCPError) as refused:
            await client.call_tool("rule_on_review", {"id": 1})
        return str(refused.value), (await client.call_tool("find_nodes", {})).is_error

    said, is_error = ask(lambda: way(secret), question)
    assert (said.startswith("There is no tool 'rule_on_review'; there are find_nodes,"), is_error) == (True, False)


# Each transport, and each form of the protocol; stdio is asked in one session of test_access.py in a quick run.
WAYS_AND_MODES = pytest.mark.parametrize(
    ("way", "mode"),
    [("http", "auto"), ("http", "legacy"), *(pytest.param("stdio", mode, marks=pytest.mark.long) for mode in ("auto", "legacy"))],
    indirect=["way"],
)


@pytest.mark.share(2)
@WAYS_AND_MODES
def test_progress_grows_while_work_is_under_way(way: Opener, secret: str, mode: str) -> None:
    make_node()
    told: list[tuple[float, float | None, str | None]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    async def question(client: Client) -> Any:
        return await client.call_tool("verify_node", {"slug": "policy-rate", "wait_seconds": 4}, progress_callback=note)

    found = ask(lambda: way(secret, mode=mode), question)
    assert found.structured_content["status"] == "queued"
    assert [total for _progress, total, _message in told] == [4.0] * len(told)
    # Whole seconds, of which a busy machine leaves some out.
    seconds = [progress for progress, _total, _message in told]
    assert seconds == sorted(set(seconds) & {0.0, 1.0, 2.0, 3.0})
    assert (seconds[0], len(seconds) > 1) == (0.0, True)
    assert {message for _progress, _total, message in told} == {"queued"}


async def give_up(client: Client) -> None:
    """On a verification, as soon as it is told of as under way."""
    is_told = anyio.Event()

    async def note(*_told: object) -> None:
        is_told.set()

    async def verify() -> None:
        await client.call_tool("verify_node", {"slug": "policy-rate"}, progress_callback=note)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(verify)
        await is_told.wait()
        tasks.cancel_scope.cancel()
    # What was said reaches the server while the connection stands.
    await anyio.sleep(1)


@pytest.mark.share(2)
@WAYS_AND_MODES
def test_giving_up_ends_ones_own_run(way: Opener, secret: str, mode: str) -> None:
    make_node()

    ask(lambda: way(secret, mode=mode), give_up)
    wait_for(lambda: VerificationRun.objects.get().status == "cancelled", 60)


def test_giving_up_leaves_a_run_that_was_there_before(address: str, secret: str) -> None:
    make_open_run(make_node())

    ask(lambda: http_client(address, secret), give_up)
    assert VerificationRun.objects.get().status == "queued"


def test_who_comes_back_finds_the_result(address: str, secret: str) -> None:
    make_node()
    make_document(title="Rates", text="The policy rate is 3.5%.")

    async def begin(client: Client) -> str:
        found = await client.call_tool("verify_node", {"slug": "policy-rate", "wait_seconds": 0})
        return str(found.content[1].uri)

    uri = ask(lambda: http_client(address, secret), begin)
    with working():
        wait_for(lambda: VerificationRun.objects.get().finished_at is not None)
    again = ask(lambda: http_client(address, secret), lambda client: client.read_resource(uri))
    assert json.loads(again.contents[0].text)["status"] == "finished"
