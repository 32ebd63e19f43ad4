"""What comes round by itself: old rows go, what nobody settled comes back, and somebody looks whether all is well.

Any number of workers may keep house at once: whoever moves a job's ``due_at`` on by one conditional UPDATE does it. A job whose worker
died in the middle is due again after ``HOLD``; one that fails says so in its row and is tried again at its next time.
"""

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connections
from django.utils import timezone

from verification.models import CachedAnswer, Chore, IdempotencyRecord
from verification.operation_enums import ChoreName
from verification.services.gateway.allowances import reclaim_expired
from verification.services.gateway.provider_rates import forget_rates
from verification.services.gateway.recall import forget_answers
from verification.services.notices.endings import forget_callbacks
from verification.services.operations.health import tell_alerts, watch_health
from verification.services.operations.retention import purge_old
from verification.services.operations.retirements import look_for_ends
from verification.services.operations.usage_days import add_up_days, add_up_so_far
from verification.services.operations.volumes import make_volumes
from verification.services.queue.idempotency import REMEMBERED
from verification.services.reviews.second_reviews import draw_second_reviews
from verification.services.storage import describe_trouble
from verification.services.whitelist.suggestions import suggest_changes

HOLD = timedelta(minutes=5)
# A purge that has much to do goes on at the next call, and lets the other jobs have their turn.
MOST_BATCHES = 40

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Done:
    """How many rows a job changed, deleted or told of; ``is_unfinished``: there is more to do at once."""

    count: int
    is_unfinished: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """``interval`` None: not by itself."""

    work: Callable[[datetime], Done]
    interval: timedelta | None


def keep_house(*, now: datetime) -> list[str]:
    """Do every job that is due and that no other worker does; their names. One query where there is none.

    Some of it waits for the outside (mail, a webhook): whoever must not be held up calls ``keep_house_aside``.
    """
    jobs = list_jobs()
    known = dict(Chore.objects.values_list("name", "due_at"))
    _enter_new(jobs, known, now)
    done = []
    for name, job in jobs.items():
        if job.interval is not None and name in known and known[name] <= now and _take(name, now):
            _do(name, job, job.interval, now)
            done.append(name)
    return done


def keep_house_aside() -> threading.Thread | None:
    """``keep_house`` in a thread of its own that ends with the process; None where the last one is not done yet."""
    if not _turn.acquire(blocking=False):
        return None
    thread = threading.Thread(target=_keep_house_and_leave, name="housekeeping", daemon=True)
    thread.start()
    return thread


def list_jobs() -> Mapping[str, Job]:
    purge_hours = settings.PURGE_EVERY_HOURS
    return {
        ChoreName.RESERVATIONS.value: Job(_reclaim, timedelta(minutes=1)),
        ChoreName.HEALTH.value: Job(_look_after_health, timedelta(seconds=settings.ALERT_EVERY_SECONDS)),
        ChoreName.EXPIRED.value: Job(_delete_expired, timedelta(minutes=10)),
        ChoreName.VOLUMES.value: Job(_make_volumes, timedelta(minutes=10)),
        ChoreName.USAGE.value: Job(_add_up, timedelta(minutes=10)),
        ChoreName.SECOND_REVIEWS.value: Job(_draw, timedelta(minutes=10)),
        ChoreName.SUGGESTIONS.value: Job(_suggest, timedelta(days=1)),
        ChoreName.RETIREMENTS.value: Job(_look_for_ends, timedelta(days=1)),
        ChoreName.PURGE.value: Job(_purge, timedelta(hours=purge_hours) if purge_hours else None),
    }


_turn = threading.Lock()


def _keep_house_and_leave() -> None:
    try:
        keep_house(now=timezone.now())
    except DatabaseError as error:
        logger.warning("The database does not serve the housekeeping: %s", describe_trouble(error))
    finally:
        # Those of a thread that has ended are nobody's, and lie open until Python looks for garbage.
        connections.close_all()
        _turn.release()


def _enter_new(jobs: Mapping[str, Job], known: Mapping[str, datetime], now: datetime) -> None:
    """A job is done for the first time one interval after it was heard of."""
    new = [Chore(name=name, due_at=now + job.interval) for name, job in jobs.items() if job.interval is not None and name not in known]
    if new:
        Chore.objects.bulk_create(new, ignore_conflicts=True)


def _take(name: str, now: datetime) -> bool:
    return Chore.objects.filter(name=name, due_at__lte=now).update(due_at=now + HOLD) == 1


def _do(name: str, job: Job, interval: timedelta, now: datetime) -> None:
    """A job that fails, for whatever reason, keeps no other from its turn."""
    try:
        done = job.work(now)
    except Exception as error:
        logger.exception("A regular job failed: %s.", name)
        Chore.objects.filter(name=name).update(due_at=now + interval, error=f"{type(error).__name__}: {error}"[:200])
        return
    due_at = now if done.is_unfinished else now + interval
    Chore.objects.filter(name=name).update(due_at=due_at, done_at=timezone.now(), count=done.count, error="")


def _reclaim(now: datetime) -> Done:
    return Done(reclaim_expired(now=now))


def _look_after_health(now: datetime) -> Done:
    watch_health(now=now)
    return Done(tell_alerts(now=now))


def _delete_expired(now: datetime) -> Done:
    """What was kept to save a call, to answer alike or to count a rate: of no history, so without an audit entry."""
    old = (CachedAnswer.objects.filter(expires_at__lt=now), IdempotencyRecord.objects.filter(created_at__lt=now - REMEMBERED))
    count = sum(rows.delete()[0] for rows in old)
    return Done(count + forget_answers(now=now) + forget_callbacks(now=now) + forget_rates(now=now))


def _make_volumes(now: datetime) -> Done:
    return Done(make_volumes())


def _add_up(now: datetime) -> Done:
    count = add_up_days(now=now)
    add_up_so_far(now=now)
    return Done(count)


def _draw(now: datetime) -> Done:
    return Done(draw_second_reviews(now=now))


def _suggest(now: datetime) -> Done:
    return Done(suggest_changes(now=now))


def _look_for_ends(now: datetime) -> Done:
    return Done(look_for_ends())


def _purge(now: datetime) -> Done:
    count = 0
    for number, tally in enumerate(purge_old(now=now), 1):
        count += tally.total()
        if number >= MOST_BATCHES:
            return Done(count, is_unfinished=True)
    return Done(count)
