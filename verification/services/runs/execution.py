"""Runs are executed here, one or many at once: claimed, investigated, and ended whatever happens."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import datetime

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from verification.core.vocabulary import Reason
from verification.log_context import name_run
from verification.models import VerificationRun
from verification.providers.base import ProviderError
from verification.services.gateway.gateway import Gateway, Unanswered, open_gateway
from verification.services.queue.interruption import Interruption
from verification.services.queue.leases import held
from verification.services.runs.investigation import investigate
from verification.services.runs.lifecycle import LostClaim, RunClaim, RunSpending, claim_run, extend_claim, fail_run
from verification.services.runs.postponing import SPENT, find_retry_at
from verification.services.runs.results import finish_run
from verification.services.runs.turns import Turn, Turns
from verification.services.storage import describe_trouble, is_away
from verification.services.whitelist.trust import HeldTrust
from verification.tracing import span

logger = logging.getLogger(__name__)


def execute_run(*, run_id: int) -> VerificationRun:
    """Claim a run, work it out and save it; the run as it stands afterwards.

    Nothing happens to a run that is not free. A provider that fails ends the run as failed with the reason ``provider_failed``, which is
    never confused with an unknown: there the pages were read and did not say enough.
    """
    return execute_runs(run_ids=[run_id])[0]


def execute_runs(*, run_ids: Sequence[int], when_done: Callable[[int], None] | None = None) -> list[VerificationRun]:
    """As ``execute_run`` for many, ``SEARCH_CONCURRENCY`` at once with shared connections; the runs in the order given.

    ``when_done`` is told the id of each run as it ends.
    """
    with Interruption() as interruption:
        async_to_sync(_execute_together)(run_ids, when_done, interruption)
    runs = VerificationRun.objects.select_related("node").in_bulk(run_ids)
    return [runs[run_id] for run_id in run_ids]


async def _execute_together(run_ids: Sequence[int], when_done: Callable[[int], None] | None, interruption: Interruption) -> None:
    interruption.watch()
    places, turns, trusted = asyncio.Semaphore(settings.SEARCH_CONCURRENCY), Turns(), HeldTrust()

    async def execute(run_id: int, gateway: Gateway) -> None:
        async with places, turns.take() as turn:
            await _work_on(run_id, gateway, trusted, turn)
        if when_done is not None:
            when_done(run_id)

    async with open_gateway() as gateway, asyncio.TaskGroup() as group:
        for run_id in run_ids:
            group.create_task(execute(run_id, gateway))


async def _work_on(run_id: int, gateway: Gateway, trusted: HeldTrust, turn: Turn) -> None:
    with name_run(run_id):
        claim = await sync_to_async(claim_run)(run_id=run_id)
        if claim is not None:
            with span("run", run=run_id, trigger=claim.run.trigger, attempt=claim.run.attempts):
                await _work(claim, gateway, trusted, turn)


async def _work(claim: RunClaim, gateway: Gateway, trusted: HeldTrust, turn: Turn) -> None:
    fail = sync_to_async(fail_run)
    try:
        async with held(lambda: extend_claim(claim=claim), lost=LostClaim, name=f"run {claim.run.pk}"):
            outcome = await investigate(claim, gateway, trusted, turn)
            await sync_to_async(finish_run)(claim=claim, outcome=outcome)
    except LostClaim:
        logger.info("Run %s was ended or taken over by another worker.", claim.run.pk)
    except ProviderError as error:
        logger.warning("Run %s failed: %s", claim.run.pk, error)
        reason = Reason.BUDGET_EXHAUSTED if error.fault in SPENT else Reason.PROVIDER_FAILED
        spent = RunSpending(error.failures, error.calls, error.cost_usd) if isinstance(error, Unanswered) else RunSpending()
        retry_at = None if error.permanent and error.fault not in SPENT else await sync_to_async(_retry_at)(error)
        await fail(claim=claim, error=str(error), reason=reason, spending=spent, retry_at=retry_at)
    except Exception as error:
        if is_away(error):
            # The database went away in the middle, which is no fault of the run: it is taken up again when its lease has run out.
            logger.warning("Run %s was interrupted: %s", claim.run.pk, describe_trouble(error))
            return
        # Whatever went wrong, the run must say so: an open run would look busy until its lease ends, and fail the same way again.
        logger.exception("Run %s failed.", claim.run.pk)
        await fail(claim=claim, error=_("An error of the program: %(name)s.") % {"name": type(error).__name__})


def _retry_at(error: ProviderError) -> datetime:
    return find_retry_at(now=timezone.now(), is_spent=error.fault in SPENT, asked=error.retry_after)
