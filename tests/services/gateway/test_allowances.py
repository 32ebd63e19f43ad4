from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from verification.core.vocabulary import CallKind, CallStatus, Fault, Purpose
from verification.models import Allowance, ProviderCall, Reservation
from verification.services.gateway.allowances import Exhausted, SpendingClaim, reclaim_expired, reserve, settle
from verification.services.gateway.ledger import CallNote, Work, open_call

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("locks")]

DAY, MONTH = "2026-11-21", "2026-11"


def claim(amount: int = 1, limit: int = 3, scope: str = "search:tavily", period: str = DAY) -> SpendingClaim:
    return SpendingClaim(scope, period, amount, limit, Fault.QUOTA_EXHAUSTED)


def spent(scope: str = "search:tavily") -> tuple[int, int]:
    return Allowance.objects.values_list("used", "reserved").get(scope=scope)


def later() -> object:
    return timezone.now() + timedelta(minutes=5)


def test_no_more_than_the_limit_is_set_aside() -> None:
    holds = [reserve(claims=[claim()], expires_at=later()) for _ in range(3)]
    with pytest.raises(Exhausted) as caught:
        reserve(claims=[claim()], expires_at=later())
    assert (caught.value.claim.scope, spent()) == ("search:tavily", (0, 3))
    settle(holds=holds[0], spent={"search:tavily": 1})
    assert (spent(), Reservation.objects.count()) == ((1, 2), 2)
    settle(holds=holds[1], spent={})
    assert spent() == (1, 1)
    reserve(claims=[claim()], expires_at=later())
    assert spent() == (1, 2)


def test_claim_larger_than_the_limit_makes_no_row() -> None:
    with pytest.raises(Exhausted):
        reserve(claims=[claim(amount=4)], expires_at=later())
    assert not Allowance.objects.exists()


def test_either_all_claims_are_met_or_none() -> None:
    claims = [claim(), claim(amount=10, limit=9, scope="usd", period=MONTH)]
    with pytest.raises(Exhausted) as caught:
        reserve(claims=claims, expires_at=later())
    assert caught.value.claim.scope == "usd"
    assert not Allowance.objects.exists()
    assert not Reservation.objects.exists()


def test_what_was_really_spent_may_differ_from_what_was_set_aside() -> None:
    held = reserve(claims=[claim(amount=100, limit=1000, scope="usd", period=MONTH)], expires_at=later())
    settle(holds=held, spent={"usd": 40})
    assert spent("usd") == (40, 0)


def test_days_have_allowances_of_their_own() -> None:
    for period in (DAY, "2026-11-22"):
        reserve(claims=[claim(amount=3, period=period)], expires_at=later())
    assert list(Allowance.objects.order_by("period").values_list("period", "reserved")) == [(DAY, 3), ("2026-11-22", 3)]


def test_what_nobody_settles_comes_back_within_ten_minutes_and_ends_its_call() -> None:
    note = CallNote(kind=CallKind.SEARCH, provider="tavily", work=Work(Purpose.NODE))
    open_call(note=note, claims=[claim(amount=2)], now=timezone.now(), hold_for=timedelta(hours=1))
    assert reclaim_expired(now=timezone.now()) == 0
    assert reclaim_expired(now=timezone.now() + timedelta(minutes=10)) == 1
    assert (spent(), Reservation.objects.count()) == ((0, 0), 0)
    assert ProviderCall.objects.get().status == CallStatus.FAILED
    assert reclaim_expired(now=timezone.now() + timedelta(minutes=10)) == 0


def test_settling_what_came_back_already_writes_what_was_spent_once() -> None:
    held = reserve(claims=[claim(amount=2)], expires_at=timezone.now() - timedelta(seconds=1))
    reclaim_expired(now=timezone.now())
    settle(holds=held, spent={"search:tavily": 1})
    assert spent() == (1, 0)


def test_free_call_is_one_query_and_a_paid_one_three() -> None:
    note = CallNote(kind=CallKind.SEARCH, provider="corpus", work=Work(Purpose.NODE))

    def statements(claims: list[SpendingClaim]) -> int:
        with CaptureQueriesContext(connection) as seen:
            open_call(note=note, claims=claims, now=timezone.now())
        return sum(not query["sql"].startswith(("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")) for query in seen.captured_queries)

    assert [statements(claims) for claims in ([], [claim()], [claim(), claim(scope="usd", period=MONTH)])] == [1, 3, 3]
