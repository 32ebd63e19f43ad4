"""A provider's rate holds within any minute, whoever asks, and from however many processes."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection, transaction

from tests.services.gateway.test_allowances import claim
from verification.core.operations.budget import RATE_WINDOW_S
from verification.core.vocabulary import CallKind, CallStatus, Fault, Purpose
from verification.models import Allowance, ProviderCall, Reservation
from verification.services.gateway.ledger import CallNote, Work, close_call, open_call
from verification.services.gateway.ledger import Result as CallResult
from verification.services.gateway.provider_rates import RateClaim, TooOften, take_rate

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("locks")]

LAST_SECOND = datetime(2026, 11, 20, 12, 0, 59, tzinfo=UTC)
NOTE = CallNote(kind=CallKind.SEARCH, provider="tavily", work=Work(purpose=Purpose.VERIFICATION, subject="run:1"))
by_our_clock = pytest.mark.only("sqlite")  # that of PostgreSQL can't be set


def _rate(amount: int = 1, limit: int = 3, scope: str = "rate:tavily") -> RateClaim:
    return RateClaim(scope, amount, limit)


def _is_taken(wanted: RateClaim) -> bool:
    try:
        with transaction.atomic():
            take_rate(wanted)
    except TooOften:
        return False
    return True


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(LAST_SECOND, tick=False) as traveller:
        yield traveller


def test_no_more_than_the_limit_is_taken_and_every_scope_has_its_own() -> None:
    assert [_is_taken(_rate()) for _ in range(4)] == [True, True, True, False]
    assert [_is_taken(_rate(scope="rate:serper", amount=2)) for _ in range(2)] == [True, False]
    assert sum(Allowance.objects.filter(scope="rate:tavily").values_list("used", flat=True)) == 3


def test_refusal_says_when_the_claim_would_be_met() -> None:
    take_rate(_rate(amount=3))
    with pytest.raises(TooOften) as refused, transaction.atomic():
        take_rate(_rate())
    assert RATE_WINDOW_S - 5 < refused.value.seconds <= RATE_WINDOW_S
    with pytest.raises(TooOften) as never, transaction.atomic():
        take_rate(_rate(amount=4))
    assert never.value.seconds is None


@by_our_clock
def test_border_of_a_minute_makes_no_difference(clock: time_machine.Traveller) -> None:
    assert [_is_taken(_rate()) for _ in range(3)] == [True] * 3
    clock.shift(timedelta(seconds=2))
    assert not _is_taken(_rate())
    clock.move_to(LAST_SECOND + timedelta(seconds=60))
    assert not _is_taken(_rate())
    clock.move_to(LAST_SECOND + timedelta(seconds=RATE_WINDOW_S))
    assert [_is_taken(_rate()) for _ in range(4)] == [True, True, True, False]


@by_our_clock
def test_what_was_taken_is_free_in_the_order_in_which_it_was_taken(clock: time_machine.Traveller) -> None:
    for _ in range(3):
        take_rate(_rate())
        clock.shift(timedelta(seconds=20))
    with pytest.raises(TooOften) as refused, transaction.atomic():
        take_rate(_rate(amount=2))
    assert refused.value.seconds == RATE_WINDOW_S - 40
    clock.shift(timedelta(seconds=refused.value.seconds))
    take_rate(_rate(amount=2))


def test_call_over_the_rate_sets_nothing_aside_and_says_so() -> None:
    opened = open_call(note=NOTE, claims=[_rate(limit=1), claim()], now=LAST_SECOND)
    with pytest.raises(TooOften):
        open_call(note=NOTE, claims=[_rate(limit=1), claim()], now=LAST_SECOND)
    assert Reservation.objects.count() == 1
    assert list(ProviderCall.objects.order_by("pk").values_list("status", "fault")) == [
        (CallStatus.PENDING, ""),
        (CallStatus.REFUSED, Fault.RATE_LIMITED),
    ]
    close_call(call=opened, result=CallResult(spent={"search:tavily": 1}))
    assert not _is_taken(_rate(limit=1))
    assert Allowance.objects.get(scope="search:tavily").used == 1


def test_a_rate_costs_two_queries(django_assert_num_queries: object) -> None:
    with django_assert_num_queries(2 if connection.vendor == "postgresql" else 1):
        take_rate(_rate())


@pytest.mark.usefixtures("committed_db")
def test_many_at_once_take_no_more_than_the_limit() -> None:
    def ask(_number: int) -> bool:
        with closing(connection):
            return _is_taken(_rate(limit=10))

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(ask, range(40))) == 10
