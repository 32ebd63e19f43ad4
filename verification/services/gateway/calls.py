"""One call to a provider, guarded: breaker, allowances, ledger, deadline, and the one policy of asking again."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Generic, TypeVar

from asgiref.sync import sync_to_async
from django.utils import timezone
from django.utils.translation import gettext as _

from verification.core.operations.retrying import CallTrouble, RetryPolicy, next_wait
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError
from verification.services.gateway.allowances import Exhausted, SpendingClaim
from verification.services.gateway.breakers import NOT_THE_PROVIDER, may_try, note_failure, note_success
from verification.services.gateway.ledger import CallNote, OpenCall, Result, close_call, elapsed_ms, open_call, record_refusal
from verification.services.gateway.provider_order import ProviderState
from verification.services.gateway.provider_rates import RateClaim, TooOften
from verification.tracing import span

# Beyond its own deadline a provider is given a moment to say so itself; the door's is for all hops together.
GRACE_S = 5.0
SETTLING = timedelta(minutes=1)

AnswerT = TypeVar("AnswerT")

logger = logging.getLogger(__name__)


class NotAsked(ProviderError):
    """The provider was not asked: its breaker, a quota or the budget stood before it."""


@dataclass(slots=True)
class CallTally:
    """What one question to the gateway took so far, whoever answered in the end."""

    calls: int = 0
    cost_usd: Decimal = Decimal(0)

    def add(self, result: Result) -> None:
        self.calls += result.usage.units
        self.cost_usd += result.cost_usd


@dataclass(frozen=True, slots=True)
class Ask(Generic[AnswerT]):
    """One question to one provider: how it is sent, what it may take and what it took.

    ``health`` names the breaker, "" for none. ``claims`` are asked for anew for each attempt; ``took`` prices an answer and ``lost`` a
    failure. ``seconds``: the longest that one attempt may take, None for no limit but the run's. ``keep``: the answer as JSON, for whoever
    has to go on with the work; None where it may as well be asked for again. ``record``: how a call that is free, and so sets nothing
    aside, is written down when it is over; its health is nobody's business either.
    """

    note: CallNote
    send: Callable[[], Awaitable[AnswerT]]
    took: Callable[[AnswerT], Result]
    lost: Callable[[ProviderError], Result]
    claims: Callable[[datetime], Sequence[SpendingClaim | RateClaim]]
    policy: RetryPolicy
    places: asyncio.Semaphore
    health: str = ""
    seconds: float | None = None
    tally: CallTally = field(default_factory=CallTally)
    keep: Callable[[AnswerT], Mapping[str, object] | None] = lambda _answer: None
    record: Callable[[tuple[CallNote, Result, int]], None] | None = None


async def make_call(ask: Ask[AnswerT], *, standing: ProviderState, ends_at: float) -> AnswerT:
    """The answer, after as many attempts as the policy allows until ``ends_at`` of the loop's clock. ``ProviderError`` otherwise."""
    clock = asyncio.get_running_loop().time
    attempt = 1
    while True:
        try:
            with span(ask.note.kind.value, provider=ask.note.provider, purpose=ask.note.work.purpose.value, attempt=attempt):
                return await _attempt(replace(ask, note=replace(ask.note, attempt=attempt)), standing, ends_at)
        except ProviderError as error:
            if isinstance(error, NotAsked) and error.retry_after is None:
                raise
            trouble = CallTrouble(error.permanent, error.http_status, error.retry_after)
            left = ends_at - ask.note.work.spare_s - clock()
            wait = next_wait(ask.policy, trouble, attempt=attempt, jitter=random.random(), seconds_left=left)  # noqa: S311 - spreads callers, hides nothing
            if wait is None:
                raise
        await asyncio.sleep(wait)
        attempt += 1


async def _attempt(ask: Ask[AnswerT], standing: ProviderState, ends_at: float) -> AnswerT:
    clock = asyncio.get_running_loop().time
    async with ask.places:
        seconds = min(ends_at - clock(), ask.seconds if ask.seconds is not None else float("inf"))
        if seconds <= 0:
            raise NotAsked(_("The time for this run was used up before %(provider)s was asked.") % _named(ask), fault=Fault.TIMEOUT)
        call = await _open(ask, standing, seconds)
        try:
            answer = await _send(ask, seconds)
        except ProviderError as error:
            result = replace(ask.lost(error), error=error)
            await _close(ask, call, result, standing)
            raise
        except asyncio.CancelledError:
            gone = ProviderError("cancelled", fault=Fault.TIMEOUT)
            await _close(replace(ask, health=""), call, replace(ask.lost(gone), error=gone), standing)
            raise
        result = ask.took(answer)
        await _close(ask, call, result, standing, answer)
    return answer


async def _send(ask: Ask[AnswerT], seconds: float) -> AnswerT:
    """The answer, or a ``ProviderError`` whatever happens: a provider with a defect is a provider that failed."""
    try:
        async with asyncio.timeout(seconds):
            return await ask.send()
    except TimeoutError:
        raise ProviderError(_("%(provider)s did not answer in time.") % _named(ask), fault=Fault.TIMEOUT) from None
    except ProviderError:
        raise
    except Exception as error:
        logger.exception("The provider %s has a defect.", ask.note.provider)
        said = _("%(provider)s failed (%(error)s).") % {**_named(ask), "error": type(error).__name__}
        raise ProviderError(said, permanent=True) from error


async def _open(ask: Ask[AnswerT], standing: ProviderState, seconds: float) -> OpenCall:
    """What is set aside is settled even where the caller has gone meanwhile."""
    if ask.record is not None:
        return OpenCall(row_id=0, note=ask.note)
    opening = asyncio.ensure_future(sync_to_async(_begin)(ask, standing, seconds))
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        gone = ProviderError("cancelled", fault=Fault.TIMEOUT)
        await asyncio.wait([opening])
        if not opening.exception():
            await sync_to_async(close_call)(call=opening.result(), result=Result(error=gone))
        raise


def _begin(ask: Ask[AnswerT], standing: ProviderState, seconds: float) -> OpenCall:
    now = timezone.now()
    _ask_breaker(ask, standing, now)
    hold_for = timedelta(seconds=min(seconds, 3600)) + SETTLING
    try:
        return open_call(note=ask.note, claims=ask.claims(now), now=now, hold_for=hold_for)
    except Exhausted as exhausted:
        raise _refusal(ask, exhausted.claim.fault) from None
    except TooOften as refused:
        said = _("%(provider)s was asked as often as is set for a minute.") % _named(ask)
        raise NotAsked(said, fault=Fault.RATE_LIMITED, retry_after=refused.seconds) from None


def _ask_breaker(ask: Ask[AnswerT], standing: ProviderState, now: datetime) -> None:
    known = standing.health_of(ask.health)
    if known.open_until is None:
        return
    if known.is_resting(now):
        record_refusal(note=ask.note, fault=Fault.BREAKER_OPEN)
        # After failures nobody waits for it; a wait that it asked for itself has an end.
        retry_after = None if known.needs_trial else (known.open_until - now).total_seconds()
        said = _("%(provider)s rests until %(time)s UTC after failures.") % {**_named(ask), "time": f"{known.open_until:%H:%M:%S}"}
        raise NotAsked(said, fault=Fault.BREAKER_OPEN, retry_after=retry_after)
    if known.needs_trial and not may_try(provider=ask.health, now=now):
        record_refusal(note=ask.note, fault=Fault.BREAKER_OPEN)
        raise NotAsked(_("%(provider)s is just being tried again after failures.") % _named(ask), fault=Fault.BREAKER_OPEN)


def _refusal(ask: Ask[AnswerT], fault: Fault) -> NotAsked:
    if fault is Fault.BUDGET_EXHAUSTED:
        said = _("This month's budget is used up; %(provider)s was not asked.") % _named(ask)
    else:
        said = _("The quota of today is used up, so %(provider)s was not asked.") % _named(ask)
    return NotAsked(said, permanent=True, fault=fault)


async def _close(ask: Ask[AnswerT], call: OpenCall, result: Result, standing: ProviderState, answer: AnswerT | None = None) -> None:
    ask.tally.add(result)
    ended = replace(result, answer=None if answer is None else ask.keep(answer))
    if ask.record is not None:
        ask.record((call.note, ended, elapsed_ms(call.began)))
    else:
        await sync_to_async(_end)(ask, call, ended, standing)


def _end(ask: Ask[AnswerT], call: OpenCall, result: Result, standing: ProviderState) -> None:
    close_call(call=call, result=result)
    if not ask.health:
        return
    now, error = timezone.now(), result.error
    if error is None:
        health = note_success(provider=ask.health, known=standing.health_of(ask.health), now=now)
    elif error.fault in NOT_THE_PROVIDER:
        return
    else:
        health = note_failure(provider=ask.health, fault=error.fault, retry_after=error.retry_after, now=now)
    standing.health[ask.health] = health


def _named(ask: Ask[AnswerT]) -> dict[str, str]:
    return {"provider": ask.note.provider}
