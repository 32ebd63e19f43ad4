"""What comes round by itself: each job at its own interval, by one worker, whatever became of the others."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from threading import Barrier, Thread

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django_q.models import Task

from tests.connections import watch_connections
from verification.models import Allowance, AuditEntry, CachedAnswer, Chore, IdempotencyRecord, Reservation
from verification.services.operations import housekeeping
from verification.services.operations.housekeeping import HOLD, keep_house, keep_house_aside

pytestmark = pytest.mark.postgres("locks")

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
EVERY = {
    "reservations": timedelta(minutes=1),
    "health": timedelta(minutes=1),
    "expired": timedelta(minutes=10),
    "volumes": timedelta(minutes=10),
    "usage": timedelta(minutes=10),
    "second_reviews": timedelta(minutes=10),
    "suggestions": timedelta(days=1),
    "retirements": timedelta(days=1),
    "purge": timedelta(hours=24),
}


def _due_at() -> dict[str, datetime]:
    return dict(Chore.objects.values_list("name", "due_at"))


def _make_task(number: int, stopped: datetime) -> Task:
    return Task.objects.create(id=f"{number:032}", name="n", func="f", started=stopped, stopped=stopped, success=True)


@pytest.mark.django_db
def test_each_job_is_due_one_interval_after_it_was_heard_of_and_then_at_its_own() -> None:
    assert keep_house(now=NOON) == []
    assert _due_at() == {name: NOON + every for name, every in EVERY.items()}
    minute = NOON + timedelta(minutes=1)
    assert keep_house(now=minute) == ["reservations", "health"]
    assert keep_house(now=minute) == []
    assert _due_at() == {
        "reservations": minute + EVERY["reservations"], "health": minute + EVERY["health"],
        "expired": NOON + EVERY["expired"], "volumes": NOON + EVERY["volumes"], "usage": NOON + EVERY["usage"],
        "second_reviews": NOON + EVERY["second_reviews"],
        "suggestions": NOON + EVERY["suggestions"], "retirements": NOON + EVERY["retirements"], "purge": NOON + EVERY["purge"],
    }  # fmt: skip
    day = NOON + timedelta(days=1)
    assert keep_house(now=day) == [
        "reservations",
        "health",
        "expired",
        "volumes",
        "usage",
        "second_reviews",
        "suggestions",
        "retirements",
        "purge",
    ]
    assert set(Chore.objects.filter(due_at=day + timedelta(days=1)).values_list("name", flat=True)) == {
        "suggestions",
        "retirements",
        "purge",
    }


@pytest.mark.django_db
def test_nothing_due_costs_one_query(django_assert_num_queries: object) -> None:
    keep_house(now=NOON)
    with django_assert_num_queries(1):
        assert keep_house(now=NOON + timedelta(seconds=10)) == []


@pytest.mark.django_db
def test_jobs_do_what_they_are_called(analyst: User, settings: object) -> None:
    settings.PURGE_EVERY_HOURS = 1
    keep_house(now=NOON)
    later = NOON + timedelta(hours=1)
    for key, expires in (("a" * 64, later - timedelta(minutes=1)), ("b" * 64, later + timedelta(minutes=1))):
        kept = CachedAnswer.objects.create(key=key, answer={}, expires_at=datetime(2100, 1, 1, tzinfo=UTC))
        CachedAnswer.objects.filter(pk=kept.pk).update(created_at=NOON - timedelta(days=1), expires_at=expires)
    record = IdempotencyRecord.objects.create(user=analyst, key="k", fingerprint="f", status=201, answer="{}")
    IdempotencyRecord.objects.filter(pk=record.pk).update(created_at=later - timedelta(hours=25))
    rates = [Allowance.objects.create(scope="rate:tavily", period=str(int(later.timestamp()) - age), used=1) for age in (3601, 3599)]
    allowance = Allowance.objects.create(scope="usd", period="2026-11", reserved=7)
    Reservation.objects.create(allowance=allowance, amount=7, expires_at=later - timedelta(seconds=1))
    _make_task(1, later - timedelta(days=31))
    _make_task(2, later - timedelta(days=29))
    assert keep_house(now=later) == ["reservations", "health", "expired", "volumes", "usage", "second_reviews", "purge"]
    allowance.refresh_from_db()
    assert (allowance.reserved, Reservation.objects.count(), IdempotencyRecord.objects.count()) == (0, 0, 0)
    assert list(CachedAnswer.objects.values_list("key", flat=True)) == ["b" * 64]
    assert list(Allowance.objects.filter(scope="rate:tavily")) == rates[1:]
    assert list(Task.objects.values_list("id", flat=True)) == [f"{2:032}"]
    assert dict(Chore.objects.values_list("name", "count")) == {
        "reservations": 1,
        "health": 0,
        "expired": 3,
        "volumes": 0,
        "usage": 31,
        "second_reviews": 0,
        "suggestions": 0,
        "retirements": 0,
        "purge": 1,
    }
    assert AuditEntry.objects.get(verb="history.purge").after == {"deleted": {"tasks": 1}}


@pytest.mark.django_db
def test_a_purge_with_much_to_do_lets_the_others_have_their_turn(settings: object, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PURGE_EVERY_HOURS = 1
    monkeypatch.setattr(housekeeping, "MOST_BATCHES", 1)
    monkeypatch.setattr("verification.services.operations.retention.BATCH", 2)
    keep_house(now=NOON)
    for number in range(3):
        _make_task(number, NOON - timedelta(days=60))
    later = NOON + timedelta(hours=1)
    keep_house(now=later)
    assert (Task.objects.count(), Chore.objects.get(name="purge").due_at) == (1, later)
    assert keep_house(now=later + timedelta(seconds=10)) == ["purge"]
    assert Task.objects.count() == 0


@pytest.mark.django_db
def test_purge_is_left_to_the_command_where_an_operator_says_so(settings: object) -> None:
    settings.PURGE_EVERY_HOURS = 0
    keep_house(now=NOON)
    Chore.objects.create(name="purge", due_at=NOON)
    assert "purge" not in keep_house(now=NOON + timedelta(days=30))


@pytest.mark.django_db
def test_a_job_that_fails_says_so_and_keeps_no_other_from_its_turn(settings: object, caplog: pytest.LogCaptureFixture) -> None:
    keep_house(now=NOON)
    settings.DEEP_ANALYSIS_MONTHLY_BUDGET = None
    later = NOON + timedelta(minutes=10)
    assert keep_house(now=later) == ["reservations", "health", "expired", "volumes", "usage", "second_reviews"]
    failed = Chore.objects.get(name="health")
    assert failed.error.startswith("TypeError: ")
    assert (failed.done_at, failed.due_at) == (None, later + EVERY["health"])
    assert Chore.objects.get(name="expired").error == ""
    assert [record.getMessage() for record in caplog.records] == ["A regular job failed: health."]
    settings.DEEP_ANALYSIS_MONTHLY_BUDGET = Decimal(30)
    keep_house(now=later + timedelta(minutes=1))
    assert Chore.objects.get(name="health").error == ""


@pytest.mark.django_db
def test_a_job_whose_worker_died_is_due_again() -> None:
    keep_house(now=NOON)
    minute = NOON + timedelta(minutes=1)
    assert housekeeping._take("reservations", minute) is True
    assert housekeeping._take("reservations", minute) is False
    assert keep_house(now=minute + HOLD - timedelta(seconds=1)) == ["health"]
    assert keep_house(now=minute + HOLD) == ["reservations"]


@pytest.mark.usefixtures("committed_db")
def test_of_several_workers_one_does_a_job() -> None:
    keep_house(now=NOON)
    barrier, done = Barrier(4), []

    def work() -> None:
        barrier.wait()
        try:
            done.extend(keep_house(now=NOON + timedelta(minutes=1)))
        finally:
            connection.close()

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == ["health", "reservations"]


@pytest.mark.usefixtures("committed_db")
def test_aside_means_in_a_thread_and_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    first = keep_house_aside()
    assert first is not None
    first.join(timeout=120)
    assert set(_due_at()) == set(EVERY)
    with housekeeping._turn:
        assert keep_house_aside() is None
    last = keep_house_aside()
    assert last is not None
    last.join(timeout=120)
    assert not last.is_alive()


@pytest.mark.usefixtures("committed_db")
def test_its_thread_leaves_no_connection_behind() -> None:
    with watch_connections() as opened:
        for _round in range(2):
            thread = keep_house_aside()
            assert thread is not None
            thread.join(timeout=120)
    assert [one.connection for one in opened] == [None, None]
