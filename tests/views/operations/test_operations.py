"""The operations page: what it says when all is well, when nothing was ever done, and when much is wrong."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django_q.models import OrmQ, Task

from tests.e2e.walk import fill_operations
from tests.views.rows import make_node, make_open_run, make_run
from verification.models import HealthAlert, Node, ProviderHealth, VerificationRun, Worker
from verification.reads.operations.operations import FAILED_TASKS, MAX_ERROR, count_open_runs, list_failed_tasks

pytestmark = pytest.mark.django_db


def page(client: Client, path: str = "/operations/") -> str:
    response = client.get(path)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def make_task(number: int, result: object = "ValueError: no", **fields: object) -> Task:
    now = timezone.now()
    columns = {"name": "n", "func": "verification.tasks.execute_run", "started": now, "stopped": now + timedelta(seconds=number)}
    return Task.objects.create(**{"id": f"{number:032}", **columns, "success": False, "attempt_count": 1, "result": result, **fields})


def test_new_installation_says_what_will_stand_here(admin_client: Client) -> None:
    html = page(admin_client)
    for said in (
        "No worker has told of itself", "No active node has a schedule.", "Everything that was asked for has ended.",
        "No task has failed.", "None yet: a worker begins with them.",
    ):  # fmt: skip
        assert said in html
    for heading in ("Alerts", "Resting providers", "Overdue nodes"):
        assert f"<h2>{heading}</h2>" not in html
    assert "the last 20" not in html
    assert 'class="note bad' not in html


@pytest.mark.postgres("rows")
def test_all_that_can_be_wrong_stands_on_the_page(admin_client: Client) -> None:
    fill_operations()
    now = timezone.now()
    ProviderHealth.objects.create(provider="search:serper", failures=5, opened_at=now, open_until=now, last_fault="timeout")
    make_run(make_node("rescued"), attempts=2)
    make_open_run(make_node("waiting"))
    html = page(admin_client)
    assert "1 running" in html
    assert "the last 20" in html
    # One job was done and changed a row; one was not done yet, and counts nothing.
    assert [html.count(f'data-l="Rows">{rows}</td>') for rows in ("1", "–", "0")] == [1, 1, 0]
    assert "one of its processes died" in html
    assert '<small class="stance warn">' in html
    assert "0 failed · 1 resumed after a crash" in html
    assert "search:tavily has not answered for ten minutes" in html
    assert "one call may try" in html
    assert "1 waiting · 0 running" in html
    assert "OperationalError: disk full" in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "<script>alert" not in html
    assert "x" * MAX_ERROR not in html


@pytest.mark.parametrize(("beat_s", "due_s", "is_warned"), [(None, 60, True), (60, 60, True), (1, 60, False), (None, 5, False)])
def test_work_that_waits_for_nobody_is_said(admin_client: Client, beat_s: int | None, due_s: int, is_warned: bool) -> None:
    now = timezone.now()
    OrmQ.objects.create(key="causalflow", payload="x", lock=now - timedelta(seconds=due_s))
    if beat_s is not None:
        Worker.objects.create(name="a:1", started_at=now, beat_at=now - timedelta(seconds=beat_s))
    assert ("Work is due and no worker is running." in page(admin_client)) is is_warned


def test_part_that_changes_asks_for_itself_again(admin_client: Client) -> None:
    part = page(admin_client, "/operations/live/")
    assert part.startswith('<div id="live" hx-get="/operations/live/" hx-trigger="every 5s" hx-swap="outerHTML">')
    assert "<html" not in part
    assert part[:60] in page(admin_client)
    assert '<noscript><a class="btn" href="/operations/">' in page(admin_client)
    assert admin_client.get("/operations/live/")["Cache-Control"] == "private, no-store"


def test_failed_tasks_are_the_last_with_the_end_of_what_was_raised() -> None:
    for number in range(FAILED_TASKS + 2):
        make_task(number, result=f"boom {number} : Traceback (most recent call last):\n  File\nValueError: {number}\n\n")
    make_task(90, success=True)
    make_task(91, result=None)
    make_task(92, result={"not": "text"})
    found = list_failed_tasks()
    assert [task.error for task in found[:4]] == ["", "", "ValueError: 21", "ValueError: 20"]
    assert len(found) == FAILED_TASKS


@pytest.mark.postgres("dates")
def test_secrets_of_the_settings_are_not_shown(admin_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("causalflow.env.secrets_read", {"tvly-0123456789"})
    make_task(1, result="httpx: https://api.example/?key=tvly-0123456789 failed")
    html = page(admin_client)
    assert "?key=[hidden] failed" in html
    assert "tvly-0123456789" not in html


@pytest.mark.postgres("rows")
def test_open_runs_by_age() -> None:
    now = timezone.now()
    for place, seconds in enumerate((10, 100, 200, 1000, 9000)):
        run = make_open_run(make_node(f"n{place}"))
        VerificationRun.objects.filter(pk=run.pk).update(created_at=now - timedelta(seconds=seconds))
    make_run(make_node("ended"))
    VerificationRun.objects.filter(node__slug="n4").update(status="running")
    found = count_open_runs(now=now)
    assert (found.queued, found.running, found.by_age) == (4, 1, (1, 2, 1, 1))


def test_more_rows_cost_no_more_queries(admin_client: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            page(admin_client)
        return len(captured)

    def grow(number: int) -> None:
        now = timezone.now()
        Worker.objects.create(name=f"w:{number}", started_at=now, beat_at=now)
        make_open_run(make_node(f"open-{number}"))
        make_node(f"late-{number}", schedule="0 * * * *", next_due_at=now - timedelta(hours=1))
        make_task(number)
        HealthAlert.objects.create(trouble="provider_resting", subject=str(number), began_at=now, seen_at=now)
        ProviderHealth.objects.create(provider=f"search:{number}", opened_at=now)

    grow(1)
    queries()
    first = queries()
    grow(2)
    grow(3)
    assert queries() == first


def test_page_in_chinese(admin_client: Client) -> None:
    admin_client.cookies[settings.LANGUAGE_COOKIE_NAME] = "zh-hans"
    fill_operations()
    html = page(admin_client)
    assert 'lang="zh-Hans"' in html
    assert "运维" in html


@pytest.mark.postgres("search")
def test_menu_and_palette_lead_there_for_admins_alone(admin_client: Client, reviewer_client: Client) -> None:
    for client, is_led in ((admin_client, True), (reviewer_client, False)):
        assert ('href="/operations/"' in client.get("/account/").content.decode()) is is_led
        found = [item["href"] for item in client.get("/palette/?q=operat").json()["items"]]
        assert found == (["/operations/"] if is_led else [])


@pytest.mark.postgres("rows")
def test_node_says_when_it_is_due_next(admin_client: Client, analyst_client: Client) -> None:
    node = make_node("clock", schedule="0 * * * *", next_due_at=timezone.now() + timedelta(minutes=30))
    stamp = timezone.localtime(node.next_due_at).strftime("%Y-%m-%d %H:%M")
    assert stamp in analyst_client.get("/nodes/clock/").content.decode()
    assert "Next due" in admin_client.get(f"/admin/verification/node/{node.pk}/change/").content.decode()
    Node.objects.filter(pk=node.pk).update(is_active=False)
    assert stamp not in analyst_client.get("/nodes/clock/").content.decode()
