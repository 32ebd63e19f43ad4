"""The whole API as it is served, against its schema: schemathesis' own examples, borders and random requests, and every check it has.

``make test`` sends a few requests a call within the process (``tests/api/calls/test_fuzz.py``). Here gunicorn answers, as in production,
so what the server says by itself (414) is met too.
"""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.real.conftest import PROJECT, free_port, running

EXAMPLES = os.environ.get("SCHEMA_EXAMPLES", "10")
SECONDS = 3_600
# What the tool takes for a refusal, and 414: an address too long for the server is refused by that, whatever else is wrong with it.
CONFIG = """
[checks]
# 412: an ``If-Match`` that is made up names no answer there is, and is looked at first.
negative_data_rejection.expected-statuses = [400, 401, 403, 404, 405, 406, 409, 412, 414, 415, 422, 428, 429, "5xx"]
positive_data_acceptance.expected-statuses = ["2xx", "3xx", 401, 403, 404, 409, 412, 429, "5xx"]
"""
# One row of each kind, an admin's token, and no rates that would end the run.
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
call_command("verify", "bank-rate", "gold-price", verbosity=0, stdout=io.StringIO(), stderr=io.StringIO())
print(create_token(user=User.objects.get(username="demo-admin"), name="schema").secret)
"""
MADE: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("events/", {"text": "The SEC approves an ETF."}, "event_id"),
    ("event-batches/", {"items": [{"text": "Bybit was hacked."}]}, "batch"),
    ("verification-batches/", {"slugs": ["bank-rate"]}, "batch"),
    ("citation-reports/", {"text": "Sales rose 3% (https://a.example/1)."}, "id"),
    ("attributions/", {"answer": "Sales rose 3%.", "documents": [{"content": "Sales rose 3% in May."}]}, "id"),
    ("verifications/", {"claim": "The rate is 3.5%"}, "verification_id"),
)


def _ask(address: str, token: str, body: dict[str, Any] | None = None) -> Any:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(address, data=json.dumps(body).encode() if body is not None else None, headers=headers)  # noqa: S310
    with urllib.request.urlopen(request, timeout=300) as answer:  # noqa: S310 (loopback)
        return json.loads(answer.read())


def _make_rows(api: str, token: str) -> dict[str, Any]:
    known = {path.strip("/"): _ask(api + path, token, body)[key] for path, body, key in MADE}
    _ask(f"{api}nodes/gold-price/flags/", token, {"reason": "Another value was published."})
    known["runs"] = _ask(f"{api}nodes/bank-rate/runs/", token)["items"][0]["run"]
    known["reviews"] = _ask(f"{api}reviews/", token)["items"][0]["id"]
    document = {"url": "https://paper.example/rates", "text": "The policy rate of Utopia is 3.5%."}
    known["documents"] = _ask(f"{api}documents/", token, {"items": [document]})["items"][0]["id"]
    return known


LONG = pytest.mark.skipif(
    os.environ.get("SCHEMA") != "1", reason="Every border and more random requests: make test-real SCHEMA=1 runs them (6 minutes)"
)


@pytest.mark.parametrize(
    ("phases", "examples"),
    [
        pytest.param("examples,fuzzing", "2", id="brief"),
        pytest.param("examples,coverage", EXAMPLES, id="borders", marks=LONG),
        pytest.param("fuzzing", EXAMPLES, id="random", marks=LONG),
    ],
)
def test_schema_and_server_agree(tmp_path: Path, phases: str, examples: str) -> None:
    port = free_port()
    variables = {
        "DATABASE_URL": f"sqlite:///{tmp_path / 'schema.sqlite3'}",
        "DEMO": "1",
        "DJANGO_SETTINGS_MODULE": "causalflow.settings",
        "VAR_DIR": str(tmp_path),
        "WEB_BIND": f"127.0.0.1:{port}",
        **{f"API_{kind}_PER_MINUTE": "1000000" for kind in ("READS", "WRITES", "WORK")},
    }
    clean = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    made = subprocess.run(
        [sys.executable, "-c", PREPARE], cwd=PROJECT, env={**clean, **variables}, capture_output=True, text=True, check=True
    )
    token = made.stdout.split()[-1]
    server = [sys.executable, "-m", "gunicorn", "--config", "python:causalflow.gunicorn", "causalflow.wsgi"]
    with running(server, port=port, log=tmp_path / "gunicorn.log", **variables):
        api = f"http://127.0.0.1:{port}/api/v1/"
        told = {
            "SCHEMA_RUN_KNOWN": json.dumps(_make_rows(api, token)),
            "SCHEMATHESIS_HOOKS": "tests.real.schema_hooks",
            "PYTHONPATH": str(PROJECT),
        }
        run = [sys.executable, "-m", "schemathesis.cli", "run", f"{api}schema/", "--checks", "all", "--phases", phases, "--seed", "1"]
        run += [
            "--continue-on-failure",
            "--no-color",
            "--max-examples",
            examples,
            "--wait-for-schema",
            "120",
            "--request-timeout",
            "120",
            "--generation-database",
            "none",
        ]
        (tmp_path / "schemathesis.toml").write_text(CONFIG, encoding="utf-8")
        run += ["-H", f"Authorization: Bearer {token}", "-H", "Prefer: wait=0"]
        found = subprocess.run(run, cwd=tmp_path, env={**clean, **told}, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert found.returncode == 0, found.stdout[-20_000:] + found.stderr[-2_000:]
