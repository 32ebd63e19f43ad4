"""Whether a call that failed is made again, and after how long. The one such rule: providers never repeat anything themselves."""

from dataclasses import dataclass

# A key that is refused, a plan that is used up (432 is Tavily's): the same request fails the same way, and may close the account.
NEVER_AGAIN = frozenset({401, 402, 403, 432})


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """``attempts`` in all; without Retry-After the n-th wait is up to ``base_s`` × 2ⁿ⁻¹, never above ``cap_s``.

    A Retry-After longer than ``longest_wait_s`` is not waited for.
    """

    attempts: int
    base_s: float
    cap_s: float
    longest_wait_s: float


# Where nobody else can answer, the time is worth waiting for; where somebody can, a short breath is enough.
PATIENT = RetryPolicy(attempts=3, base_s=0.5, cap_s=20, longest_wait_s=600)
BRISK = RetryPolicy(attempts=2, base_s=0.25, cap_s=2, longest_wait_s=2)


@dataclass(frozen=True, slots=True)
class CallTrouble:
    """How a call failed: ``retry_after`` in seconds where the provider named it."""

    is_permanent: bool
    http_status: int | None = None
    retry_after: float | None = None


def next_wait(policy: RetryPolicy, trouble: CallTrouble, *, attempt: int, jitter: float, seconds_left: float) -> float | None:
    """Seconds until the next attempt after ``attempt`` (from 1) failed; None where it was the last.

    ``jitter``, 0 to 1, spreads callers that failed together: a wait of our own is half to all of its step, one that the provider named is
    kept and at most a tenth longer. None too where the wait would not end before ``seconds_left``.
    """
    if trouble.is_permanent or trouble.http_status in NEVER_AGAIN or attempt >= policy.attempts:
        return None
    if trouble.retry_after is None:
        step = min(policy.cap_s, policy.base_s * 2 ** min(attempt - 1, 30))
        wait = step * (0.5 + jitter / 2)
    elif trouble.retry_after > policy.longest_wait_s:
        return None
    else:
        wait = min(max(0.0, trouble.retry_after) * (1 + jitter / 10), policy.longest_wait_s)
        wait = max(wait, policy.base_s * jitter)
    return wait if wait < seconds_left else None
