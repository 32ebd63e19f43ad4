import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from verification.core.operations.retrying import BRISK, NEVER_AGAIN, PATIENT, CallTrouble, RetryPolicy, next_wait

JITTER = st.floats(0, 1, exclude_max=True)
POLICIES = st.sampled_from([BRISK, PATIENT])
PASSING = CallTrouble(is_permanent=False, http_status=503)


@given(POLICIES, st.sampled_from(sorted(NEVER_AGAIN)), st.booleans(), st.integers(1, 3), JITTER)
def test_refused_keys_and_spent_plans_are_never_tried_again(
    policy: RetryPolicy, status: int, is_permanent: bool, attempt: int, jitter: float
) -> None:
    assert {401, 402, 403, 432} == NEVER_AGAIN
    trouble = CallTrouble(is_permanent=is_permanent, http_status=status, retry_after=1)
    assert next_wait(policy, trouble, attempt=attempt, jitter=jitter, seconds_left=10_000) is None


@given(POLICIES, JITTER, st.one_of(st.none(), st.floats(0, 10_000)))
def test_permanent_failures_are_never_tried_again(policy: RetryPolicy, jitter: float, retry_after: float | None) -> None:
    trouble = CallTrouble(is_permanent=True, http_status=500, retry_after=retry_after)
    assert next_wait(policy, trouble, attempt=1, jitter=jitter, seconds_left=10_000) is None


@given(POLICIES, st.integers(1, 50), JITTER, st.one_of(st.none(), st.floats(0, 600)))
def test_attempts_are_bounded(policy: RetryPolicy, attempt: int, jitter: float, retry_after: float | None) -> None:
    assume(attempt >= policy.attempts)
    trouble = CallTrouble(is_permanent=False, http_status=429, retry_after=retry_after)
    assert next_wait(policy, trouble, attempt=attempt, jitter=jitter, seconds_left=10_000) is None


@given(st.floats(0, 600), JITTER)
def test_wait_that_was_asked_for_is_kept(retry_after: float, jitter: float) -> None:
    wait = next_wait(PATIENT, CallTrouble(False, 429, retry_after), attempt=1, jitter=jitter, seconds_left=10_000)
    assert wait is not None
    assert retry_after <= wait <= max(600, retry_after)


@given(st.floats(600, 1_000_000, exclude_min=True), JITTER)
def test_more_than_ten_minutes_are_not_waited_for(retry_after: float, jitter: float) -> None:
    assert next_wait(PATIENT, CallTrouble(False, 429, retry_after), attempt=1, jitter=jitter, seconds_left=1e9) is None


@given(POLICIES, st.one_of(st.none(), st.floats(0, 600)), JITTER, st.floats(-10, 1000))
def test_no_wait_goes_beyond_the_deadline(policy: RetryPolicy, retry_after: float | None, jitter: float, left: float) -> None:
    wait = next_wait(policy, CallTrouble(False, 429, retry_after), attempt=1, jitter=jitter, seconds_left=left)
    assert wait is None or 0 <= wait < left


@given(st.integers(1, 40), JITTER)
def test_own_waits_grow_and_stay_below_the_cap(attempt: int, jitter: float) -> None:
    policy = RetryPolicy(attempts=100, base_s=0.5, cap_s=20, longest_wait_s=600)
    wait = next_wait(policy, PASSING, attempt=attempt, jitter=jitter, seconds_left=1000)
    step = min(20, 0.5 * 2 ** (attempt - 1))
    assert wait is not None
    assert step / 2 <= wait <= step


def test_where_others_can_answer_nobody_waits_long() -> None:
    assert next_wait(BRISK, CallTrouble(False, 429, 3), attempt=1, jitter=0, seconds_left=1000) is None
    assert next_wait(BRISK, CallTrouble(False, 429, 1), attempt=1, jitter=0, seconds_left=1000) == 1
    assert next_wait(PATIENT, CallTrouble(False, 429, 30), attempt=1, jitter=0, seconds_left=1000) == 30


@pytest.mark.parametrize("retry_after", [0.0, -5.0])
def test_wait_of_nothing_is_still_spread(retry_after: float) -> None:
    waits = {
        next_wait(PATIENT, CallTrouble(False, 429, retry_after), attempt=1, jitter=jitter, seconds_left=1000) for jitter in (0, 0.5, 0.9)
    }
    assert waits == {0, 0.25, 0.45}
