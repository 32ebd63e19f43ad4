"""The ledger: a row for every call to the outside, written before it is made and completed after it; a free one is written when it is over.

Bodies hold no secret that came in by the environment, and at most 64 kB; ``retention`` deletes rows that are older than 30 days.
"""

import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db import transaction

from causalflow.logs import hide_secrets
from verification.core.language.texts import Language
from verification.core.operations.budget import to_micro
from verification.core.vocabulary import CallKind, CallStatus, Fault, Purpose
from verification.models import ProviderCall
from verification.providers.base import CallUsage, ProviderError
from verification.services.gateway.allowances import BUDGET, LONGEST_HOLD, Exhausted, Hold, SpendingClaim, hold, settle, take
from verification.services.gateway.provider_rates import RateClaim, TooOften, take_rate

MAX_BODY = 64 * 1024
SPARE_S = 10.0
MAX_QUERY, MAX_SUBJECT, MAX_PROVIDER, MAX_VERSION = 2000, 60, 60, 20


@dataclass(frozen=True, slots=True)
class Work:
    """On whose behalf something is asked: ``run_id`` of a verification run, or ``subject`` such as ``event:12``.

    ``ends_at``: seconds of the event loop's clock after which nothing more is asked; None leaves the run's usual time from now.
    ``spare_s``: what a wait for another attempt leaves of that time, for going on without the provider. ``attempt``: above 1 it goes on
    with what a worker that died had begun, and is given the answers of then. ``lang``: the language in which pages are wanted first.
    """

    purpose: Purpose
    run_id: int | None = None
    subject: str = ""
    ends_at: float | None = None
    spare_s: float = SPARE_S
    attempt: int = 1
    lang: Language | None = None


@dataclass(frozen=True, slots=True)
class CallNote:
    """What the ledger keeps of a call before it is made. ``request`` is the body, unredacted; ``fingerprint`` says which question it is."""

    kind: CallKind
    provider: str
    work: Work
    query: str = ""
    prompt_version: str = ""
    request: str = ""
    attempt: int = 1
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call under way; ``began`` is of the monotonic clock. ``row_id`` 0: nothing is written of it before it is over."""

    row_id: int
    note: CallNote
    holds: tuple[Hold, ...] = ()
    began: float = field(default_factory=time.monotonic)


@dataclass(frozen=True, slots=True)
class Result:
    """How a call ended. ``spent`` counts units by scope of the allowances that are no money; money is ``cost_usd``.

    ``answer``: what whoever goes on with the work is given instead of asking again, as JSON.
    """

    error: ProviderError | None = None
    usage: CallUsage = field(default_factory=lambda: CallUsage(units=0))
    cost_usd: Decimal = Decimal(0)
    spent: Mapping[str, int] = field(default_factory=dict)
    response: str = ""
    is_cached: bool = False
    answer: Mapping[str, object] | None = None


def open_call(
    *, note: CallNote, claims: Sequence[SpendingClaim | RateClaim], now: datetime, hold_for: timedelta = LONGEST_HOLD
) -> OpenCall:
    """Set aside what the call may take, and write it down; where too little is left ``Exhausted`` or ``TooOften``, with a row that says so.

    One query for a call that is free, three for another, and two more for one whose provider has a rate.
    """
    if not claims:
        row = _make_row(note)
        row.save(force_insert=True)
        return OpenCall(row_id=row.pk, note=note)
    try:
        with transaction.atomic():
            taken = take(claim for claim in claims if isinstance(claim, SpendingClaim))
            for claim in claims:
                if isinstance(claim, RateClaim):
                    take_rate(claim)
            row = _make_row(note)
            row.save(force_insert=True)
            holds = hold(taken=taken, call=row, expires_at=now + min(hold_for, LONGEST_HOLD)) if taken else ()
    except Exhausted as exhausted:
        record_refusal(note=note, fault=exhausted.claim.fault)
        raise
    except TooOften:
        record_refusal(note=note, fault=Fault.RATE_LIMITED)
        raise
    return OpenCall(row_id=row.pk, note=note, holds=holds)


def close_call(*, call: OpenCall, result: Result) -> None:
    """Settle what was set aside, and complete the row; one query for a call that was free, three for another."""
    money = {held.scope: to_micro(result.cost_usd) for held in call.holds if held.scope.split(":")[0] == BUDGET}
    with transaction.atomic() if call.holds else nullcontext():
        settle(holds=call.holds, spent={**result.spent, **money})
        ProviderCall.objects.filter(pk=call.row_id).update(**_result_columns(result, elapsed_ms(call.began)))


def record_calls(calls: Sequence[tuple[CallNote, Result, int]]) -> None:
    """Free calls that are over, each with the milliseconds that it took, in one query."""
    ProviderCall.objects.bulk_create(_make_row(note, **_result_columns(result, latency_ms)) for note, result, latency_ms in calls)


def record_refusal(*, note: CallNote, fault: Fault) -> None:
    """A call that was not made: a limit or a breaker stood before it."""
    row = _make_row(note, status=CallStatus.REFUSED.value, fault=fault.value)
    row.request = ""
    row.save(force_insert=True)


def record_cached(*, note: CallNote, answer: Mapping[str, object]) -> None:
    """An answer from the cache: nothing was asked, and it cost nothing."""
    row = _make_row(note, status=CallStatus.OK.value, is_cached=True, latency_ms=0, answer=answer)
    row.request = ""
    row.save(force_insert=True)


def redact(text: str) -> str:
    """``text`` without secrets, NUL or more than ``MAX_BODY`` bytes. Secrets go first: a cut could leave half of one."""
    clean = hide_secrets(text).replace("\x00", "")
    written = clean.encode("utf-8", "replace")
    if len(written) <= MAX_BODY:
        return written.decode("utf-8")
    return written[: MAX_BODY - 3].decode("utf-8", "ignore") + "…"


def elapsed_ms(began: float) -> int:
    """Milliseconds since a moment of the monotonic clock."""
    return round((time.monotonic() - began) * 1000)


def _result_columns(result: Result, latency_ms: int) -> dict[str, Any]:
    error = result.error
    return {
        "status": (CallStatus.FAILED if error else CallStatus.OK).value,
        "fault": error.fault.value if error else "",
        "http_status": error.http_status if error else None,
        "latency_ms": latency_ms,
        "units": result.usage.units,
        "input_tokens": result.usage.input_tokens,
        "output_tokens": result.usage.output_tokens,
        "reasoning_tokens": result.usage.reasoning_tokens,
        "cost_usd": result.cost_usd,
        "is_cached": result.is_cached,
        "response": redact(str(error) if error else result.response),
        "answer": result.answer,
    }


def _make_row(note: CallNote, **columns: Any) -> ProviderCall:
    return ProviderCall(
        kind=note.kind.value,
        provider=note.provider[:MAX_PROVIDER],
        purpose=note.work.purpose.value,
        run_id=note.work.run_id,
        subject=note.work.subject[:MAX_SUBJECT],
        query=redact(note.query)[:MAX_QUERY],
        prompt_version=note.prompt_version[:MAX_VERSION],
        attempt=note.attempt,
        request=redact(note.request),
        fingerprint=note.fingerprint,
        **columns,
    )
