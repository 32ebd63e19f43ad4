"""``make run``: the demo in a table, then pages and worker that are really there and really end."""

import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from io import StringIO
from pathlib import Path

import httpx
import pytest
from django.apps import AppConfig
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db.models.signals import post_migrate

from causalflow.accounts import DEMO_ACCOUNTS, DEMO_PASSWORD
from tests.databases import migrated_file
from tests.environment import PROJECT, documented_variables
from verification.models import Document, Node, NodeState, ReviewItem, Ruling, VerificationRun
from verification.services.nodes.demo import DEMO, read_demo_nodes

SLUGS = [node.slug for node in read_demo_nodes()]
# A busy machine takes its time for the first page of each process.
PATIENTLY = {"trust_env": False, "timeout": 60}
PAST_RUNS = sum(len(entry["points"]) for entry in json.loads((DEMO / "history.json").read_bytes()))


def _demo(**options: str) -> tuple[list[list[str]], str]:
    """The cells of the table's rows, and what stood on stderr."""
    out, err = StringIO(), StringIO()
    call_command("demo", stdout=out, stderr=err, **{"serve": "0", **options})
    return [re.split(r" {2,}", line.strip()) for line in out.getvalue().splitlines()[2:]], err.getvalue()


@pytest.fixture
def _demo_mode(settings) -> None:
    settings.DEMO = True


@pytest.mark.django_db
@pytest.mark.usefixtures("_demo_mode")
def test_every_demo_node_stands_in_the_table_and_a_second_run_respects_what_people_did(django_user_model: type, admin: User) -> None:
    migrated: list[str] = []

    def note(sender: AppConfig, **_told: object) -> None:
        migrated.append(sender.label)

    post_migrate.connect(note)
    try:
        rows, said = _demo()
    finally:
        post_migrate.disconnect(note)
    assert {"verification", "attribution"} <= set(migrated)
    assert [row[0] for row in rows] == SLUGS
    for slug, value, badge, domains, seconds in rows:
        run = VerificationRun.objects.filter(node__slug=slug).latest("pk")
        assert (badge, domains) == (run.badge, str(run.domains_count))
        assert run.status == "finished"
        assert value.removesuffix("…") in run.value
        assert re.fullmatch(r"\d+\.\d\d", seconds)
    assert said.strip() == f"Loaded {len(SLUGS)} nodes and {Document.objects.count()} pages."
    accounts = django_user_model.objects.exclude(pk=admin.pk)
    assert set(accounts.values_list("username", flat=True)) == set(DEMO_ACCOUNTS)
    _run_once_more(admin)


def _run_once_more(admin: User) -> None:
    """Nothing is lost, and what a person ruled or switched off stays as it is."""
    ReviewItem.objects.all().delete()
    runs, pages = VerificationRun.objects.count(), Document.objects.count()
    ruled, inactive = Node.objects.get(slug=SLUGS[0]), Node.objects.get(slug=SLUGS[1])
    run = ruled.runs.get()
    item = ReviewItem.objects.create(node=ruled, subject_kind="run", subject_id=run.pk, reason="values_disagree")
    ruling = Ruling.objects.create(review_item=item, decided_by=admin, decision="fix", reason="seen")
    state = NodeState.objects.create(
        node=ruled, ruling=ruling, value="5.4%", number="5.4", unit="%", badge="human_ruled", confidence="human_ruled", as_of=run.as_of
    )
    Node.objects.filter(pk=ruled.pk).update(state=state)
    Node.objects.filter(pk=inactive.pk).update(is_active=False, label="Changed by a person")
    rows, said = _demo()
    assert rows[0] == [ruled.slug, "5.4%", "human_ruled"]
    assert [row[0] for row in rows] == [SLUGS[0], *SLUGS[2:]]
    assert said == ""
    assert VerificationRun.objects.count() == runs + len(SLUGS) - 2
    assert Document.objects.count() == pages
    inactive.refresh_from_db()
    assert (inactive.label, inactive.is_active) == ("Changed by a person", False)
    ruled.refresh_from_db()
    assert ruled.state == state


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"serve": "2"}, "SERVE is '2'; expected 1 or 0."),
        ({"serve": "1", "port": "abc"}, "PORT is 'abc'; expected a whole number from 1 to 65535."),
        ({"serve": "1", "port": "0"}, "PORT is '0'; expected a whole number from 1 to 65535."),
        ({"serve": "1", "port": "65536"}, "PORT is '65536'; expected a whole number from 1 to 65535."),
        ({"serve": "1", "port": "²"}, "PORT is '²'; expected a whole number from 1 to 65535."),
    ],
)
@pytest.mark.usefixtures("_demo_mode")
def test_nonsense_is_refused_in_one_sentence(options: dict[str, str], sentence: str) -> None:
    with pytest.raises(CommandError) as caught:
        _demo(**options)
    assert str(caught.value) == sentence
    assert caught.value.returncode == 2


@pytest.mark.usefixtures("_demo_mode")
def test_a_busy_port_is_said_before_any_work_with_one_that_is_free() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        with pytest.raises(CommandError, match=rf"^Port {port} is busy; choose another one, as in: make run PORT=\d+$"):
            _demo(serve="1", port=str(port))


def test_the_demo_is_refused_without_demo(settings) -> None:
    settings.DEMO = False
    with pytest.raises(CommandError, match=r"^The demo needs DEMO=1; make run sets it\.$"):
        _demo()


class Served:
    """``manage.py demo`` in a process of its own, on a database of its own."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        clean = {key: value for key, value in os.environ.items() if key not in documented_variables() and key != "DJANGO_SETTINGS_MODULE"}
        self.database = folder / "causalflow.sqlite3"
        # What the migrations make is made once for all tests; here they find nothing left to do.
        shutil.copyfile(migrated_file(), self.database)
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "demo", "--port", str(self.port)],
            cwd=PROJECT,
            env={**clean, "DEMO": "1", "VAR_DIR": str(folder), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            process_group=0,
        )

    def read_until(self, word: str) -> str:
        text = ""
        for line in self.process.stdout:
            text += line
            if word in line:
                return text
        raise AssertionError(f"ended without {word!r}: {text[-500:]}")

    def ask(self, query: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self.database, timeout=20)) as connection:
            return connection.execute(query).fetchall()


def _descendants(pid: int) -> list[int]:
    children = [int(child) for path in Path(f"/proc/{pid}/task").glob("*/children") for child in path.read_text().split()]
    return children + [grandchild for child in children for grandchild in _descendants(child)]


def _wait_for(condition, seconds: float = 120) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.1)
    return False


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    demo = Served(tmp_path)
    try:
        yield demo
    finally:
        demo.process.send_signal(signal.SIGINT)
        demo.process.communicate(timeout=120)


def _log_in(client: httpx.Client, username: str) -> httpx.Response:
    client.get("/login/")
    form = {"username": username, "password": DEMO_PASSWORD, "csrfmiddlewaretoken": client.cookies["csrftoken"]}
    return client.post("/login/", data=form)


def _see_a_delivery(served: Served, client: httpx.Client, receiver: str) -> None:
    """From the page of one's webhooks to the receiver that the demo plays, and back into the log of what was sent."""
    assert receiver in client.get("/account/webhooks/").text
    for wanted in ({"do": "address", "url": receiver}, {"do": "test"}):
        sent = client.post("/account/webhooks/", data={**wanted, "csrfmiddlewaretoken": client.cookies["csrftoken"]})
        assert sent.status_code == 302
    assert _wait_for(lambda: served.ask("SELECT status FROM verification_webhookdelivery") == [("delivered",)])
    shown = httpx.get(receiver, **PATIENTLY).text
    assert shown.startswith("webhook.test, signature right, that of Standard Webhooks right.\n")
    assert httpx.post(receiver, content=b"{}", **PATIENTLY).text == "a message that is none of ours.\n"


@pytest.mark.pure
def test_pages_and_worker_answer_and_end_together(served: Served) -> None:
    text = served.read_until("Ctrl-C")
    assert f"http://127.0.0.1:{served.port}" in text
    assert all(username in text for username in DEMO_ACCOUNTS)
    assert DEMO_PASSWORD in text
    base = f"http://127.0.0.1:{served.port}"
    tools = re.search(r"http://127\.0\.0\.1:\d+/mcp", text)[0]
    assert httpx.post(tools, json={}, **PATIENTLY).status_code == 401
    with ExitStack() as stack:
        clients = {username: stack.enter_context(httpx.Client(base_url=base, **PATIENTLY)) for username in DEMO_ACCOUNTS}
        for username, client in clients.items():
            assert _log_in(client, username).status_code == 302
            page = client.get("/")
            assert page.status_code == 200
            style = re.search(r'href="(/static/[^"]+\.css)"', page.text)
            assert style is not None
            assert client.get(style[1]).status_code == 200
        client = clients["demo-analyst"]
        asked = client.post(f"/nodes/{SLUGS[0]}/verify/", data={"csrfmiddlewaretoken": client.cookies["csrftoken"]})
        assert asked.status_code in (302, 303)
        _see_a_delivery(served, client, re.search(r"http://127\.0\.0\.1:\d+/(?= \(Account, Webhooks\))", text)[0])
    last = "SELECT status, trigger FROM verification_verificationrun ORDER BY id DESC LIMIT 1"
    assert _wait_for(lambda: served.ask(last)[0][0] == "finished")
    started = _descendants(served.process.pid)
    assert len(started) > 4
    served.process.send_signal(signal.SIGINT)
    assert "nothing is lost" in served.process.communicate(timeout=120)[0]
    assert served.process.returncode == 0
    assert _wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started))
    assert served.ask("SELECT count(*) FROM verification_verificationrun") == [(PAST_RUNS + len(SLUGS) + 1,)]
