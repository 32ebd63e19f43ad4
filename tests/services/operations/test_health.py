"""What is wrong with the installation is told once, and once more when it is over, by letter and by webhook."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.utils import timezone
from django_q.models import OrmQ

from attribution.models import Attribution
from tests.factories import make_node
from tests.services.gateway.asking import make_profile
from tests.stubs.server import Reply, StubServer
from tests.views.rows import make_run
from verification.core.operations.budget import month_of
from verification.core.operations.health import TracingHealth
from verification.core.vocabulary import Fault
from verification.models import Allowance, HealthAlert, ModelProfile, ProviderHealth
from verification.services.gateway.breakers import note_failure, note_success
from verification.services.operations.health import measure_signals, tell_alerts, watch_health

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def hook(settings: object) -> Iterator[StubServer]:
    with StubServer() as server:
        settings.DEMO, settings.DEMO_STUBS = True, [urlsplit(server.url).netloc]
        settings.ALERT_WEBHOOK = f"{server.url}/services/T0/secret"
        yield server


@pytest.fixture
def letters(settings: object) -> list[str]:
    settings.HAS_EMAIL, settings.SITE_URL = True, "https://flow.example"
    settings.ALERT_EMAILS = ["ops@example.com", "night@example.com"]
    return settings.ALERT_EMAILS


def _spend(usd: int, now: datetime = NOON) -> None:
    Allowance.objects.update_or_create(scope="usd", period=month_of(now), defaults={"used": usd * 1_000_000})


def _look(now: datetime) -> int:
    watch_health(now=now)
    return tell_alerts(now=now)


def _wait(now: datetime, seconds: int) -> None:
    OrmQ.objects.all().delete()
    OrmQ.objects.create(key="causalflow", payload="x", lock=now - timedelta(seconds=seconds))


def test_nobody_is_told_of_a_quiet_day(hook: StubServer, letters: list[str]) -> None:
    assert _look(NOON) == 0
    assert (HealthAlert.objects.count(), len(mail.outbox), hook.received) == (0, 0, [])


def test_an_episode_is_told_once_and_once_more_when_it_is_over(hook: StubServer, letters: list[str]) -> None:
    _wait(NOON, 400)
    assert [_look(NOON + number * MINUTE) for number in range(3)] == [2, 0, 0]
    OrmQ.objects.all().delete()
    assert [_look(NOON + number * MINUTE) for number in range(3, 10)] == [0, 0, 0, 0, 2, 0, 0]
    assert [letter.subject for letter in mail.outbox] == [
        "CausalFlow: work is waiting and no worker takes it",
        "CausalFlow, over: work is waiting and no worker takes it",
    ]
    assert mail.outbox[0].to == letters
    assert mail.outbox[0].body.splitlines() == [
        "The oldest task has waited for 400 s. Is a worker running?",
        "",
        "Since 2026-11-20 20:00+08:00.",
        "",
        "https://flow.example/operations/",
    ]
    assert "Over since 2026-11-20 20:07+08:00." in mail.outbox[1].body
    began, over = (request.json() for request in hook.received)
    alert = HealthAlert.objects.get()
    assert began == {
        "id": alert.pk, "event": "health.began", "trouble": "queue_waiting", "about": "", "figure": "400",
        "text": "The oldest task has waited for 400 s. Is a worker running?",
        "began_at": "2026-11-20T12:00:00+00:00", "over_at": None, "link": "https://flow.example/operations/",
    }  # fmt: skip
    assert (over["event"], over["over_at"]) == ("health.over", "2026-11-20T12:07:00+00:00")
    assert [(request.method, request.path, request.headers["Content-Type"]) for request in hook.received] == [
        ("POST", "/services/T0/secret", "application/json; charset=utf-8")
    ] * 2


def test_a_figure_that_trembles_around_its_limit_is_one_episode(hook: StubServer) -> None:
    for number in range(20):
        _wait(NOON + number * MINUTE, 400 if number % 3 else 10)
        _look(NOON + number * MINUTE)
    assert (HealthAlert.objects.count(), len(hook.received)) == (1, 1)


def test_what_comes_back_is_another_episode(letters: list[str]) -> None:
    for number in range(16):
        _wait(NOON + number * MINUTE, 400 if number in (0, 10) else 0)
        _look(NOON + number * MINUTE)
    assert [letter.subject.startswith("CausalFlow, over") for letter in mail.outbox] == [False, True, False, True]


@pytest.mark.postgres("locks")
def test_budget_is_told_at_eighty_and_at_a_hundred_per_cent_and_ends_with_its_month(letters: list[str]) -> None:
    told = []
    for number, usd in enumerate((20, 24, 29, 30, 31)):
        _spend(usd)
        told.append(_look(NOON + number * MINUTE))
    assert told == [0, 1, 0, 1, 0]
    assert "80 % of this month's budget is spent." in mail.outbox[0].body
    assert "This month's budget is used up" in mail.outbox[1].body
    december = datetime(2026, 12, 1, 0, 10, tzinfo=UTC)
    assert _look(december) == 2
    assert HealthAlert.objects.filter(ended_at=december).count() == 2


def test_provider_is_told_of_after_ten_minutes_without_an_answer(letters: list[str]) -> None:
    health = note_failure(provider="search:tavily", fault=Fault.UNAUTHORIZED, retry_after=None, now=NOON)
    assert [_look(NOON + number * MINUTE) for number in range(12)] == [0] * 10 + [1, 0]
    assert mail.outbox[0].body.startswith("search:tavily has not answered for ten minutes")
    note_success(provider="search:tavily", known=health, now=NOON + 12 * MINUTE)
    assert [_look(NOON + number * MINUTE) for number in range(12, 18)] == [0, 0, 0, 0, 1, 0]


@pytest.mark.postgres("deletion")
def test_short_rest_of_a_provider_is_no_episode(letters: list[str]) -> None:
    health = note_failure(provider="search:tavily", fault=Fault.UNAUTHORIZED, retry_after=None, now=NOON)
    assert [_look(NOON + number * MINUTE) for number in range(9)] == [0] * 9
    note_success(provider="search:tavily", known=health, now=NOON + 9 * MINUTE)
    assert [_look(NOON + number * MINUTE) for number in range(9, 20)] == [0] * 11
    assert not HealthAlert.objects.exists()


def test_runs_of_the_last_hour_that_fail(letters: list[str]) -> None:
    now, node = timezone.now(), make_node()
    for number in range(20):
        failed = {"status": "failed", "badge": "failed", "reason": "provider_failed"} if number < 2 else {}
        make_run(node, **failed)
    make_run(node, status="failed", badge="failed", reason="provider_failed", finished_at=now - timedelta(hours=2))
    make_run(node, status="cancelled", badge="", reason="")
    signals = measure_signals(now=now)
    assert (signals.ended, signals.failed) == (20, 2)
    assert _look(now) == 1
    assert mail.outbox[0].body.startswith("10 % of the runs of the last hour failed.")


def _trace(number: int, *, now: datetime, **fields: object) -> None:
    wanted = {"status": "finished", "finished_at": now - 5 * MINUTE, "duration_ms": 300, **fields}
    Attribution.objects.create(answer=f"It is so, {number}.", key=f"{number:064}", lang="en", mode="reverse", **wanted)


def test_answers_of_the_last_hour_that_fail_or_are_slow(letters: list[str], client: Client, reviewer: User) -> None:
    """Told by mail, in the metrics, on the usage page, beside the figures and over the API; what is old, cached or off does not count."""
    now = timezone.now()
    for number in range(22):
        _trace(number, now=now, **({"status": "failed"} if number < 2 else {"duration_ms": 10_400 if number < 4 else 900}))
    _trace(90, now=now, finished_at=now - timedelta(hours=2), status="failed")
    _trace(91, now=now, is_cached=True, duration_ms=90_000)
    _trace(92, now=now, is_disabled=True, status="failed")
    assert measure_signals(now=now).tracing == TracingHealth(ended=23, failed=2, worked=20, p95_s=10.4)
    assert _look(now) == 2
    said = [
        "In the last hour, 9 % of answers could not be traced.",
        "Tracing in the last hour: one answer in twenty took 10 s or more.",
    ]
    assert sorted(letter.body.splitlines()[0] for letter in mail.outbox) == said
    client.force_login(reviewer)
    for address in ("/usage/", "/attributions/figures/"):
        shown = client.get(address).content.decode()
        assert [each in shown for each in said] == [True, True]
    assert client.get("/api/v1/attribution-figures/").json()["alerts"] == ["attributions_failing", "attributions_slow"]
    metrics = client.get("/metrics").content.decode()
    for trouble, count in (("attributions_failing", 1), ("attributions_slow", 1), ("runs_failing", 0)):
        assert f'causalflow_alerts{{trouble="{trouble}"}} {count}.0' in metrics
    Attribution.objects.all().delete()
    assert [_look(now + number * MINUTE) for number in range(1, 7)] == [0, 0, 0, 0, 2, 0]
    assert client.get("/api/v1/attribution-figures/").json()["alerts"] == []
    assert said[0] not in client.get("/usage/").content.decode()


@pytest.mark.parametrize("minutes", [4, 40])
def test_one_cause_has_one_notice(letters: list[str], minutes: int) -> None:
    """An outage is told as what it is where it lasts, else by the runs that it cost; never as both, and never once for each run."""
    now, node = timezone.now().replace(second=0, microsecond=0), make_node()
    health = note_failure(provider="search:tavily", fault=Fault.SERVER_ERROR, retry_after=None, now=now)
    for _time in range(4):
        health = note_failure(provider="search:tavily", fault=Fault.SERVER_ERROR, retry_after=None, now=now)
    for number in range(0, minutes + 80, 2):
        at = now + number * MINUTE
        if number == 0:
            for _run in range(20):
                make_run(node, status="failed", badge="failed", reason="provider_failed", finished_at=at)
        if number == minutes:
            note_success(provider="search:tavily", known=health, now=at)
        if number % 20 == 0:
            make_run(node, finished_at=at)
        with time_machine.travel(at + timedelta(seconds=30), tick=False):
            _look(at + timedelta(seconds=30))
    subjects = [letter.subject for letter in mail.outbox]
    assert len(subjects) == 2
    assert ("not answer" in mail.outbox[0].body) == (minutes > 10)
    assert [subject.startswith("CausalFlow, over") for subject in subjects] == [False, True]


@pytest.mark.postgres("upserts")
def test_what_a_person_has_to_mend_in_a_service_is_told_at_once_and_ends_when_it_is_mended(letters: list[str], monkeypatch) -> None:
    monkeypatch.setenv("PLAYED_API_KEY", "sk-played")
    soon = timezone.localdate() + timedelta(days=60)
    make_profile("https://a.example/v1", "retiring", retires_on=soon)
    make_profile("https://a.example/v1", "later", retires_on=soon + timedelta(days=1))
    unpriced = make_profile("https://a.example/v1", "unpriced", key_variable="PLAYED_API_KEY")
    make_profile("https://a.example/v1", "away", key_variable="MISSING_API_KEY")
    make_profile("https://a.example/v1", "gone")
    note_failure(provider="model:gone", fault=Fault.NOT_FOUND, retry_after=None, now=NOON)
    ProviderHealth.objects.create(provider="search:serper", is_restricted=True)
    assert _look(NOON) == 4
    assert sorted(letter.body.splitlines()[0] for letter in mail.outbox) == [
        "model:gone: There is no such model or address any more: set another in the profile.",
        f"model:retiring: Its model is shut down on {soon.isoformat()}: set another model and its prices.",
        "model:unpriced: Its price is unknown, so the budget doesn’t count it: set USD per million tokens.",
        "search:serper: Its free plan refuses searches of named hosts; those of the whitelist find less. A paid plan takes them.",
    ]
    ModelProfile.objects.filter(pk=unpriced.pk).update(input_usd_per_million=1)
    assert [_look(NOON + number * MINUTE) for number in range(1, 7)] == [0, 0, 0, 0, 1, 0]
    assert mail.outbox[-1].subject == "CausalFlow, over: a model without a price"


@pytest.mark.parametrize("count", [1, 3])
def test_what_is_wrong_is_found_with_eleven_queries(count: int, django_assert_num_queries) -> None:
    for number in range(count):
        make_profile("https://a.example/v1", f"gone-{number}")
    with django_assert_num_queries(11):
        measure_signals(now=NOON)


def test_channel_that_fails_hears_it_later_and_the_other_hears_it_once(
    hook: StubServer, letters: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    hook.script(Reply(status=500), Reply(status=302, headers={"Location": "http://127.0.0.1:1/"}), Reply(is_reset=True))
    _wait(NOON, 400)
    assert [_look(NOON + number * MINUTE) for number in range(5)] == [1, 0, 0, 1, 0]
    assert (len(mail.outbox), len(hook.received)) == (1, 4)
    assert {request.json()["event"] for request in hook.received} == {"health.began"}
    assert "secret" not in caplog.text


@pytest.mark.postgres("rows")
def test_mail_server_that_is_away_keeps_no_webhook_from_hearing(hook: StubServer, letters: list[str], settings: object) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1", 1
    _wait(NOON, 400)
    assert [_look(NOON), _look(NOON + MINUTE)] == [1, 0]
    alert = HealthAlert.objects.get()
    assert (alert.emailed, alert.posted) == ("", "began")


def test_end_is_not_told_to_whom_the_beginning_was_not(letters: list[str], settings: object) -> None:
    settings.ALERT_EMAILS = []
    _wait(NOON, 400)
    assert _look(NOON) == 0
    OrmQ.objects.all().delete()
    settings.ALERT_EMAILS = ["ops@example.com"]
    watch_health(now=NOON + 6 * MINUTE)
    assert tell_alerts(now=NOON + 6 * MINUTE) == 0
    assert HealthAlert.objects.get().ended_at == NOON + 6 * MINUTE


def test_address_inside_our_own_networks_is_not_asked(settings: object) -> None:
    with StubServer() as server:
        settings.ALERT_WEBHOOK = f"{server.url}/hook"
        _wait(NOON, 400)
        assert _look(NOON) == 0
        assert (server.connections, HealthAlert.objects.get().posted) == (0, "")


def test_resting_since_long_ago_is_seen_though_nobody_asks_any_more() -> None:
    ProviderHealth.objects.create(provider="model:openai", opened_at=NOON - timedelta(days=1), open_until=NOON - timedelta(hours=23))
    assert measure_signals(now=NOON).resting == ("model:openai",)
