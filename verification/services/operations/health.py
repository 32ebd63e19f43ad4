"""Whether all is well: what is wrong is kept as episodes, told once when one begins and once when it is over."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import cast

from django.db import transaction
from django.db.models import Count, Q
from django.utils.module_loading import import_string

from verification.core.operations.health import CALM, Signals, TracingHealth, Trouble, find_signs, is_to_be_told
from verification.core.vocabulary import RunStatus
from verification.models import HealthAlert, ProviderHealth
from verification.operation_enums import Told
from verification.services.notices.alert_channels import list_channels
from verification.services.operations.figures import list_recent_runs
from verification.services.operations.service_list import find_service_signs
from verification.services.operations.spending import measure_budget
from verification.services.queue.backlog import measure_queue
from verification.services.runs.postponing import AN_OUTAGE

# Answers are traced in another room, which ours does not know.
TRACING = "attribution.services.answers.figures.measure_outcomes"
RATE_WINDOW = timedelta(hours=1)
# A channel that could not be reached is tried again for so long after the end.
TRIED_FOR = timedelta(days=1)
KEPT_FOR = timedelta(days=90)
_ENDED = (RunStatus.FINISHED.value, RunStatus.DEGRADED.value, RunStatus.FAILED.value)

logger = logging.getLogger(__name__)


def watch_health(*, now: datetime) -> None:
    """Begin an episode for what is wrong and was not, and end those of which nothing was seen for ``CALM``."""
    seen = {(sign.trouble.value, sign.subject): sign.figure for sign in find_signs(measure_signals(now=now))}
    with transaction.atomic():
        known = {(alert.trouble, alert.subject): alert for alert in HealthAlert.objects.filter(ended_at__isnull=True)}
        for key in seen.keys() & known.keys():
            HealthAlert.objects.filter(pk=known[key].pk).update(seen_at=now, figure=seen[key])
        new = [
            HealthAlert(trouble=trouble, subject=subject, figure=seen[trouble, subject], began_at=now, seen_at=now)
            for trouble, subject in sorted(seen.keys() - known.keys())
        ]
        HealthAlert.objects.bulk_create(new, ignore_conflicts=True)
        for alert in new:
            logger.warning("Not well: %s %s %s.", alert.trouble, alert.subject, alert.figure)
        for key in known.keys() - seen.keys():
            _end(known[key], now)
        HealthAlert.objects.filter(ended_at__lt=now - KEPT_FOR).delete()


def tell_alerts(*, now: datetime) -> int:
    """Tell each channel what it has not heard; how many messages went out. A channel that fails hears it at the next time.

    The network is asked outside of any transaction; a process that dies between the message and its row tells it twice, never not at all.
    """
    sent = 0
    recent = HealthAlert.objects.filter(Q(ended_at__isnull=True) | Q(ended_at__gte=now - TRIED_FOR)).order_by("began_at", "pk")
    alerts = list(recent)
    for channel in list_channels():
        for alert in alerts:
            told = getattr(alert, channel.column)
            wanted = _wanted(alert, told)
            if wanted != told and channel.send(alert, wanted):
                HealthAlert.objects.filter(pk=alert.pk).update(**{channel.column: wanted})
                sent += 1
    return sent


def measure_signals(*, now: datetime) -> Signals:
    """What the limits are held against; eleven queries."""
    runs = list_recent_runs(now=now).filter(finished_at__gte=now - RATE_WINDOW, is_replay=False, status__in=_ENDED)
    resting = ProviderHealth.objects.filter(opened_at__isnull=False).values_list("provider", flat=True)
    spending = measure_budget(now=now)
    is_spent = spending.budget_usd > 0 and spending.share >= 1
    if resting or is_spent or _is_cause_told(now):
        runs = runs.exclude(status=RunStatus.FAILED.value, reason__in=AN_OUTAGE)
    counts = runs.order_by().aggregate(ended=Count("pk"), failed=Count("pk", filter=Q(status=RunStatus.FAILED.value)))
    return Signals(
        spending=spending,
        resting=tuple(resting),
        oldest_due_s=measure_queue(now=now).oldest_due_s,
        ended=counts["ended"],
        failed=counts["failed"],
        services=find_service_signs(),
        tracing=cast(Callable[..., TracingHealth], import_string(TRACING))(since=now - RATE_WINDOW),
    )


def _is_cause_told(now: datetime) -> bool:
    """Whether the outage that runs failed of has, or had within the hour, an episode of its own: nobody is told of one cause twice."""
    causes = HealthAlert.objects.filter(trouble__in=(Trouble.PROVIDER_RESTING, Trouble.BUDGET_SPENT))
    return causes.filter(Q(ended_at__isnull=True) | Q(ended_at__gte=now - RATE_WINDOW)).exists()


def _end(alert: HealthAlert, now: datetime) -> None:
    """What was not seen for long enough is over; what was over before anybody had to hear of it is forgotten."""
    if now - alert.seen_at < CALM:
        return
    row = HealthAlert.objects.filter(pk=alert.pk)
    if is_to_be_told(trouble=Trouble(alert.trouble), began_at=alert.began_at, now=alert.seen_at):
        row.update(ended_at=now)
        logger.warning("Over: %s %s.", alert.trouble, alert.subject)
    else:
        row.delete()


def _wanted(alert: HealthAlert, told: str) -> str:
    """How much a channel should have been told. Of what is over it hears only if it heard of its beginning."""
    if alert.ended_at is not None:
        return Told.OVER.value if told else told
    if told:
        return told
    is_due = is_to_be_told(trouble=Trouble(alert.trouble), began_at=alert.began_at, now=alert.seen_at)
    return Told.BEGAN.value if is_due else told
