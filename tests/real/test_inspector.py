"""The tools for agents as the protocol's own inspector sees them, over both transports: what it lists, calls, reads and finds fault with.

It is a program of npm. ``make test-real`` installs it, with a Node.js new enough for it, where npm is there.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.real.conftest import PROJECT, free_port, running

SLUG = "bank-rate"
TOOLS = {
    "find_nodes",
    "get_node",
    "verify_node",
    "verify_claim",
    "verify_step",
    "check_citations",
    "trace_answer",
    "analyse_event",
    "find_evidence",
}
PREPARE = """
import io, django; django.setup()
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone
from causalflow.accounts import create_demo_accounts
from verification.services.nodes.demo import load_demo
from verification.services.operations.tokens import create_token
call_command("migrate", verbosity=0)
load_demo(now=timezone.now())
create_demo_accounts()
call_command("verify", "bank-rate", verbosity=0, stdout=io.StringIO(), stderr=io.StringIO())
print(create_token(user=User.objects.get(username="demo-analyst"), name="inspector").secret)
"""

Inspect = Callable[..., subprocess.CompletedProcess[str]]


def _find_inspector() -> Path:
    path = PROJECT / ".venv-real" / "node_modules" / ".bin" / "mcp-inspector"
    if not path.exists():
        pytest.skip("the inspector is not installed: make test-real installs it where npm is there")
    return path


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The variables of an installation with the demo's nodes, and a token."""
    _find_inspector()
    folder = tmp_path_factory.mktemp("inspected")
    variables = {
        "DATABASE_URL": f"sqlite:///{folder / 'inspected.sqlite3'}",
        "DEMO": "1",
        "DJANGO_SETTINGS_MODULE": "causalflow.settings",
        "VAR_DIR": str(folder),
    }
    clean = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    made = subprocess.run(
        [sys.executable, "-c", PREPARE], cwd=PROJECT, env={**clean, **variables}, capture_output=True, text=True, check=True
    )
    return {**variables, "CAUSALFLOW_TOKEN": made.stdout.split()[-1]}


@pytest.fixture(scope="module", params=["stdio", "http"])
def inspect(request: pytest.FixtureRequest, installation: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inspect]:
    """Runs the inspector on one method, over stdio on a server that it starts, over HTTP on one that runs."""
    found = _find_inspector()
    folder = tmp_path_factory.mktemp(request.param)
    # Its own Node.js comes first; what it keeps lies in a home of its own.
    environment = {"PATH": f"{found.parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder), "NO_COLOR": "1"}

    def run(target: list[str], *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(found), "--cli", *target, "--connect-timeout", "120000", *arguments]
        return subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=300, check=False)

    if request.param == "stdio":
        said = [part for name, value in installation.items() for part in ("-e", f"{name}={value}")]
        yield lambda *arguments: run([*said, sys.executable, "manage.py", "mcp"], *arguments)
        return
    port = free_port()
    server = [sys.executable, "manage.py", "mcp", "--http", "--bind", f"127.0.0.1:{port}"]
    variables = {name: value for name, value in installation.items() if name != "CAUSALFLOW_TOKEN"}
    with running(server, port=port, log=folder / "server.log", **variables):
        bearer = ["--header", f"Authorization: Bearer {installation['CAUSALFLOW_TOKEN']}"]
        yield lambda *arguments: run([f"http://127.0.0.1:{port}/mcp", "--transport", "http", *bearer], *arguments)


def answer(inspect: Inspect, *arguments: str) -> Any:
    found = inspect(*arguments)
    assert found.returncode == 0, found.stdout[-2_000:] + found.stderr[-2_000:]
    return json.loads(found.stdout)


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_tools_are_listed_and_their_schemas_carry_no_error(inspect: Inspect, era: str) -> None:
    listed = answer(inspect, "--protocol-era", era, "--method", "tools/list", "--strict")
    assert {tool["name"] for tool in listed["tools"]} == TOOLS


def test_a_tool_is_called(inspect: Inspect) -> None:
    found = answer(inspect, "--method", "tools/call", "--tool-name", "get_node", "--tool-arg", f"slug={SLUG}")
    assert (found["structuredContent"]["slug"], found.get("isError", False)) == (SLUG, False)
    assert found["content"][0]["text"]


def test_what_a_tool_refuses_is_told(inspect: Inspect) -> None:
    found = inspect("--method", "tools/call", "--tool-name", "get_node", "--tool-arg", "slug=nowhere")
    assert "not_found: slug: there is no node 'nowhere'" in found.stdout + found.stderr


def test_resources_are_listed_and_read(inspect: Inspect) -> None:
    uri = f"causalflow://nodes/{SLUG}"
    assert uri in [each["uri"] for each in answer(inspect, "--method", "resources/list")["resources"]]
    templates = answer(inspect, "--method", "resources/templates/list")["resourceTemplates"]
    assert [each["uriTemplate"] for each in templates] == [f"causalflow://{each}" for each in ("nodes/{slug}", "runs/{id}", "reports/{id}")]
    (read,) = answer(inspect, "--method", "resources/read", "--uri", uri)["contents"]
    assert json.loads(read["text"])["slug"] == SLUG


def test_prompts_are_listed_and_worded(inspect: Inspect) -> None:
    prompts = answer(inspect, "--method", "prompts/list")["prompts"]
    assert [each["name"] for each in prompts] == ["check_report", "is_this_still_true"]
    said = answer(inspect, "--method", "prompts/get", "--prompt-name", "is_this_still_true", "--prompt-args", "statement=The rate is 3.5%.")
    assert said["messages"][0]["content"]["text"].endswith("<statement>\nThe rate is 3.5%.\n</statement>")
