"""What machines ask: is it there, is it ready, how is it doing; and what strangers are not told."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.db import DatabaseError, connection, connections
from django.test import Client, override_settings
from django.utils import timezone
from django_q.models import OrmQ

from attribution.models import Citation
from attribution.services.answers.marks import mark_source
from causalflow import probes
from tests.attribution.cited_rows import make_report
from tests.attribution.rows import make_attribution
from tests.event_rows import make_event
from tests.factories import make_conflict, make_finished_run, make_node, make_run
from tests.views.ledger import make_call, spend
from tests.views.rows import make_open_run
from verification.models import VerificationRun, Worker

pytestmark = pytest.mark.postgres("grouping")


TOKEN = "a token for the metrics"


def _values(text: str) -> dict[str, float]:
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def test_health_asks_no_database_and_no_host_name(client: Client) -> None:
    response = client.get("/healthz", headers={"host": "10.9.8.7:8000"})
    assert (response.status_code, response.json(), response["Cache-Control"]) == (200, {"status": "ok"}, "no-store")


def test_ready_names_what_it_looked_at(client: Client, db: None) -> None:
    response = client.get("/readyz", headers={"host": "10.9.8.7"})
    assert response.status_code == 200
    assert response.json() == {
        "status": "ready", "problems": [], "database": True, "migrations_unapplied": 0, "queue_due": 0, "queue_oldest_due_seconds": 0.0,
        "workers_alive": 0,
    }  # fmt: skip


@pytest.mark.parametrize(("seconds", "status"), [(-3600, 503), (2, 200), (60, 503)])
def test_not_ready_while_the_clock_is_wrong(client: Client, db: None, monkeypatch: pytest.MonkeyPatch, seconds: int, status: int) -> None:
    """What a page asks for is due by the clock of the machine that answers."""
    true_now = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: true_now() + timedelta(seconds=seconds))
    response = client.get("/readyz")
    is_right = connection.vendor == "sqlite" or status == 200
    assert response.status_code == (200 if is_right else status)
    found = [
        re.fullmatch(r"Our clock differs by (-?\d+) s from the database's; set it by NTP\.", said) for said in response.json()["problems"]
    ]
    # A database that is slow to answer counts into what is measured.
    assert [abs(int(match[1]) - seconds) < 20 for match in found if match] == [True] * len(found)
    assert len(found) == (0 if is_right else 1)


def test_not_ready_while_a_migration_is_missing(client: Client, db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["problems"] == ["1 migrations are not applied; run manage.py migrate."]


def make_worker(seconds_ago: int = 0, **fields: object) -> Worker:
    beat = timezone.now() - timedelta(seconds=seconds_ago)
    return Worker.objects.create(**{"name": f"host:{seconds_ago}", "started_at": beat, "beat_at": beat, **fields})


def test_not_ready_while_nobody_takes_what_is_due(client: Client, db: None) -> None:
    now = timezone.now()
    make_worker()
    OrmQ.objects.create(key="causalflow", payload="x", lock=now - timedelta(seconds=settings.QUEUE_MAX_AGE_SECONDS + 60))
    OrmQ.objects.create(key="causalflow", payload="x", lock=now + timedelta(seconds=60))
    response = client.get("/readyz")
    shape = response.json()
    assert (response.status_code, shape["status"], shape["queue_due"]) == (503, "not_ready", 1)
    assert [problem.split(" for ")[0] for problem in shape["problems"]] == ["The oldest waiting task has been due"]


@pytest.mark.parametrize(
    ("due_s", "silent_s", "status"),
    [(60, None, 503), (60, 60, 503), (60, 1, 200), (5, None, 200), (-60, None, 200)],
)
def test_not_ready_while_work_is_due_and_no_worker_lives(client: Client, db: None, due_s: int, silent_s: int | None, status: int) -> None:
    """A worker that is begun anew leaves what is due for some seconds."""
    OrmQ.objects.create(key="causalflow", payload="x", lock=timezone.now() - timedelta(seconds=due_s))
    if silent_s is not None:
        make_worker(silent_s)
    response = client.get("/readyz")
    problems = ["1 tasks are due and no worker is running; run manage.py worker."] if status == 503 else []
    assert (response.status_code, response.json()["problems"]) == (status, problems)
    assert response.json()["workers_alive"] == (1 if silent_s == 1 else 0)


def test_ready_while_the_queue_is_long_but_moves(client: Client, db: None) -> None:
    OrmQ.objects.bulk_create(OrmQ(key="causalflow", payload="x", lock=timezone.now()) for _ in range(50))
    response = client.get("/readyz")
    assert (response.status_code, response.json()["queue_due"]) == (200, 50)


def test_not_ready_without_a_database_and_says_no_more(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise DatabaseError("connection to 10.0.0.5 refused for user flow")

    monkeypatch.setattr(connections["default"], "ensure_connection", fail)
    monkeypatch.setattr(connections["default"], "connection", None)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json() == {"status": "not_ready", "problems": ["The database does not answer."], "database": False}


def test_not_ready_before_the_files_of_the_pages_are_collected(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    class Uncollected(ManifestStaticFilesStorage):
        def read_manifest(self) -> None:
            return None

    monkeypatch.setattr(probes, "staticfiles_storage", Uncollected(location="/nonexistent", base_url="/static/"))
    assert client.get("/readyz").json()["problems"] == ["The pages' files are not collected; run manage.py collectstatic."]


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_probes_are_read_only(client: Client, db: None, path: str) -> None:
    assert client.post(path).status_code == 405
    assert client.head(path).status_code == 200


@override_settings(SECURE_SSL_REDIRECT=True)
def test_probes_come_without_tls_and_pages_do_not(client: Client, db: None) -> None:
    assert [client.get(path).status_code for path in ("/healthz", "/readyz", "/metrics", "/login/")] == [200, 200, 200, 301]


def test_metrics_count_what_the_database_holds(client: Client, db: None) -> None:
    make_finished_run()
    make_finished_run(make_node(), make_conflict())
    make_run()
    OrmQ.objects.create(key="causalflow", payload="x", lock=timezone.now() - timedelta(seconds=30))
    response = client.get("/metrics")
    values = _values(response.content.decode())
    assert response["Content-Type"].startswith("text/plain; version=")
    assert values["causalflow_database_up"] == 1
    assert values['causalflow_runs_last_day{badge="cross_validated",status="finished"}'] == 1
    assert values['causalflow_runs_last_day{badge="needs_human",status="finished"}'] == 1
    assert values['causalflow_runs_last_day{badge="",status="queued"}'] == 1
    assert values['causalflow_nodes{badge="cross_validated"}'] == 1
    assert values["causalflow_run_duration_seconds_last_day_count"] == 2
    assert values["causalflow_reviews_open"] == 1
    assert values["causalflow_queue_due"] == 1
    assert 30 <= values["causalflow_queue_oldest_due_seconds"] < 60


def test_metrics_count_workers_restarts_and_overdue_nodes(client: Client, db: None) -> None:
    make_worker(1, restarts=2)
    make_worker(300, restarts=3)
    now = timezone.now()
    for place, seconds in enumerate((-60, 30, 90, 4000)):
        make_node(f"n{place}", schedule="0 * * * *", next_due_at=now - timedelta(seconds=seconds))
    make_node("inactive", next_due_at=now - timedelta(days=1), is_active=False)
    values = _values(client.get("/metrics").content.decode())
    names = ("causalflow_workers", "causalflow_worker_restarts", "causalflow_scheduled_overdue")
    assert [values[name] for name in names] == [1, 5, 2]


def test_metrics_count_calls_and_what_they_cost(client: Client, db: None) -> None:
    spend(3)
    make_call()
    make_call(cost_usd="0.5")
    make_call(days_ago=2)
    make_call(kind="model", provider="openai", status="failed", cost_usd=0)
    values = _values(client.get("/metrics").content.decode())
    assert values['causalflow_provider_calls_last_day{kind="search",provider="tavily",status="ok"}'] == 2
    assert values['causalflow_provider_cost_usd_last_day{kind="search",provider="tavily",status="ok"}'] == 0.508
    assert values['causalflow_provider_calls_last_day{kind="model",provider="openai",status="failed"}'] == 1
    assert [values[f"causalflow_{name}_usd"] for name in ("budget", "spent", "reserved")] == [30, 3, 0]


def test_metrics_forget_runs_of_the_day_before(client: Client, db: None) -> None:
    run = make_run()
    VerificationRun.objects.filter(pk=run.pk).update(created_at=timezone.now() - timedelta(hours=25))
    make_run()
    assert _values(client.get("/metrics").content.decode())['causalflow_runs_last_day{badge="",status="queued"}'] == 1


def test_metrics_count_requests_by_route_and_never_by_address(analyst_client: Client) -> None:
    name = 'causalflow_http_requests_total{method="GET",route="node",status="404"}'
    before = _values(analyst_client.get("/metrics").content.decode()).get(name, 0)
    analyst_client.get("/nodes/nobody-knows-this/")
    text = analyst_client.get("/metrics").content.decode()
    assert _values(text)[name] == before + 1
    assert "nobody-knows-this" not in text


def test_metrics_without_a_database_say_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise DatabaseError("refused")

    monkeypatch.setattr(connections["default"], "ensure_connection", fail)
    monkeypatch.setattr(connections["default"], "connection", None)
    response = client.get("/metrics")
    values = _values(response.content.decode())
    assert (response.status_code, values["causalflow_database_up"], "causalflow_reviews_open" in values) == (200, 0, False)


@pytest.mark.parametrize(
    "headers, address, status",
    [
        ({}, "127.0.0.1", 200),
        ({}, "::1", 200),
        ({}, "10.0.0.4", 401),
        ({}, "", 401),
        ({"x-forwarded-for": "127.0.0.1"}, "127.0.0.1", 401),
        ({"x-forwarded-proto": "https"}, "127.0.0.1", 401),
        ({"forwarded": "for=127.0.0.1"}, "127.0.0.1", 401),
    ],
)
def test_metrics_without_a_token_are_for_this_machine_alone(
    client: Client, db: None, headers: dict[str, str], address: str, status: int
) -> None:
    response = client.get("/metrics", headers=headers, REMOTE_ADDR=address)
    assert (response.status_code, "WWW-Authenticate" in response) == (status, status == 401)


@override_settings(BEHIND_PROXY=True)
def test_metrics_behind_a_proxy_need_a_token(client: Client, db: None) -> None:
    assert client.get("/metrics").status_code == 401


@override_settings(METRICS_TOKEN=TOKEN, BEHIND_PROXY=True)
@pytest.mark.parametrize(
    "given, status",
    [(f"Bearer {TOKEN}", 200), (f"bearer {TOKEN}", 200), ("Bearer wrong", 401), (f"Basic {TOKEN}", 401), (TOKEN, 401), ("Bearer é", 401)],
)
def test_metrics_with_a_token(client: Client, db: None, given: str, status: int) -> None:
    response = client.get("/metrics", headers={"authorization": given})
    assert response.status_code == status
    assert TOKEN not in response.content.decode()


def test_metrics_count_traced_answers(client: Client, analyst: AbstractBaseUser) -> None:
    assert "causalflow_attribution_mean_seconds_last_day" not in _values(client.get("/metrics").content.decode())
    row = make_attribution()
    make_attribution()
    mark_source(attribution=row, index=1, is_right=False, user=analyst)
    values = _values(client.get("/metrics").content.decode())
    assert {name: value for name, value in values.items() if name.startswith("causalflow_attribution") and "seconds" not in name} == {
        'causalflow_attributions_last_day{status="open"}': 0,
        'causalflow_attributions_last_day{status="failed"}': 0,
        'causalflow_attributions_last_day{status="finished"}': 2,
        "causalflow_attributions_cached_last_day": 1,
        "causalflow_attribution_sentences_last_day": 4,
        "causalflow_attribution_sentences_supported_last_day": 2,
        'causalflow_attribution_marks_last_day{mark="right"}': 0,
        'causalflow_attribution_marks_last_day{mark="wrong"}': 1,
    }
    assert "causalflow_attribution_mean_seconds_last_day" in values


def test_metrics_tell_how_steps_events_and_citations_do(client: Client, db: None) -> None:
    began = timezone.now() - timedelta(minutes=1)
    for seconds in (1, 3):
        step = {"name": "engine", "status": "done", "position": 1, "started_at": began}
        make_open_run(make_node(f"n-{seconds}")).steps.create(**step, finished_at=began + timedelta(seconds=seconds))
    for outcome in ("", "refuted", "confirmed", "confirmed"):
        make_event(action="buy", tool_calls=2, outcome=outcome, outcome_at=began if outcome else None)
    make_event(action="observe", tool_calls=0, outcome="refuted", outcome_at=began)
    make_report()
    values = _values(client.get("/metrics").content.decode())
    assert values['causalflow_run_step_mean_seconds_last_day{step="engine"}'] == pytest.approx(2)
    assert values['causalflow_events_last_day{status="finished"}'] == 5
    assert values["causalflow_events_searched_last_day"] == 4
    alarms = {outcome: values[f'causalflow_event_alarms_30_days{{outcome="{outcome}"}}'] for outcome in ("none", "refuted", "confirmed")}
    assert alarms == {"none": 1, "refuted": 1, "confirmed": 2}
    assert values["causalflow_event_false_alarm_rate_30_days"] == pytest.approx(1 / 3)
    assert sum(value for name, value in values.items() if name.startswith("causalflow_citations_last_day")) == Citation.objects.count() > 0


def test_metrics_leave_out_a_rate_of_nothing(client: Client, db: None) -> None:
    make_event(action="buy")
    assert "causalflow_event_false_alarm_rate_30_days" not in _values(client.get("/metrics").content.decode())
