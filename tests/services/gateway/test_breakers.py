from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from verification.core.vocabulary import Fault
from verification.models import ProviderHealth
from verification.services.gateway.breakers import (
    FAILURES_TO_OPEN,
    Health,
    find_rest,
    load_health,
    may_try,
    note_failure,
    note_success,
    reset_health,
)

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("locks")]

NAME = "search:tavily"


@pytest.fixture
def now() -> datetime:
    return timezone.now()


def fail(now: datetime, fault: Fault = Fault.SERVER_ERROR, *, times: int = 1, retry_after: float | None = None) -> Health:
    for _ in range(times):
        health = note_failure(provider=NAME, fault=fault, retry_after=retry_after, now=now)
    return health


def test_breaker_opens_at_the_fifth_failure_in_a_row(now: datetime) -> None:
    assert not fail(now, times=FAILURES_TO_OPEN - 1).is_resting(now)
    health = fail(now)
    assert (health.is_resting(now), health.needs_trial, health.open_until) == (True, True, now + timedelta(seconds=30))
    assert load_health() == {NAME: health}


def test_success_in_between_sets_the_count_back(now: datetime) -> None:
    note_success(provider=NAME, known=fail(now, times=4), now=now)
    health = fail(now, times=4)
    assert (health.failures, health.is_resting(now)) == (4, False)


@pytest.mark.parametrize("fault", [Fault.UNAUTHORIZED, Fault.OUT_OF_CREDIT, Fault.FORBIDDEN])
def test_what_a_person_has_to_mend_opens_it_at_once_for_ten_minutes(now: datetime, fault: Fault) -> None:
    assert fail(now, fault).open_until == now + timedelta(minutes=10)


def test_rests_double_up_to_ten_minutes() -> None:
    rests = [find_rest(failures=count, fault=Fault.TIMEOUT) for count in (4, 5, 6, 7, 8, 9, 10, 1000)]
    assert [rest and rest.total_seconds() for rest in rests] == [None, 30, 60, 120, 240, 480, 600, 600]


def test_wait_that_was_asked_for_is_no_failure_and_needs_no_trial(now: datetime) -> None:
    health = fail(now, Fault.RATE_LIMITED, retry_after=45)
    assert (health.failures, health.open_until, health.needs_trial) == (0, now + timedelta(seconds=45), False)
    assert fail(now, Fault.RATE_LIMITED, retry_after=10).open_until == now + timedelta(seconds=45)
    assert fail(now, Fault.RATE_LIMITED, retry_after=99_999).open_until == now + timedelta(minutes=10)


def test_of_many_that_would_try_again_one_may(now: datetime) -> None:
    fail(now, times=5)
    assert not may_try(provider=NAME, now=now)
    later = now + timedelta(seconds=31)
    assert [may_try(provider=NAME, now=later) for _ in range(3)] == [True, False, False]
    # Its process died: after a minute the next one may.
    assert may_try(provider=NAME, now=later + timedelta(seconds=61))


def test_trial_that_fails_extends_the_rest_and_one_that_succeeds_ends_it(now: datetime) -> None:
    fail(now, times=5)
    later = now + timedelta(seconds=31)
    assert may_try(provider=NAME, now=later)
    assert fail(later).open_until == later + timedelta(seconds=60)
    assert note_success(provider=NAME, known=load_health()[NAME], now=later) == Health(last_success_at=later)
    assert load_health()[NAME] == Health(last_success_at=later)


def test_provider_that_is_well_is_written_down_once_a_minute(now: datetime) -> None:
    known = note_success(provider=NAME, known=Health(), now=now)
    with CaptureQueriesContext(connection) as seen:
        note_success(provider=NAME, known=known, now=now + timedelta(seconds=59))
    assert len(seen) == 0
    assert note_success(provider=NAME, known=known, now=now + timedelta(seconds=61)).last_success_at == now + timedelta(seconds=61)


def test_reset_forgets_the_failures(now: datetime) -> None:
    fail(now, Fault.UNAUTHORIZED)
    reset_health(provider=NAME)
    row = ProviderHealth.objects.get()
    assert (row.failures, row.opened_at, row.open_until, row.last_fault) == (0, None, None, "")
