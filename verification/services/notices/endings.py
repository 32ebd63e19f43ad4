"""Programs that wait for the end of some work: each is told once, whichever way it ended.

Work ends in many places, and some of it by the death of a worker. So nobody who ends it has to think of this: it is looked for.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import cast

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils.module_loading import import_string

from verification.models import WebhookCallback
from verification.notice_kinds import AwaitedKind, Notice
from verification.services.notices.webhooks import address_told, check_callback, queue_message

# Of each kind: what tells which of some keys have ended, ``find(keys=)`` -> {key: what is told of it}; its notice; who may see it.
ENDINGS: Mapping[str, tuple[str, Notice, str]] = {
    AwaitedKind.RUN: ("verification.services.runs.endings.find_ended_runs", Notice.RUN_ENDED, "verification.view_verificationrun"),
    AwaitedKind.BATCH: ("verification.services.runs.endings.find_ended_batches", Notice.BATCH_ENDED, "verification.view_verificationrun"),
    AwaitedKind.EVENT: ("verification.services.events.endings.find_ended", Notice.EVENT_ENDED, "verification.view_event"),
    AwaitedKind.EVENT_BATCH: (
        "verification.services.events.endings.find_ended_batches",
        Notice.EVENT_BATCH_ENDED,
        "verification.view_event",
    ),
    AwaitedKind.REPORT: ("attribution.services.citations.endings.find_ended", Notice.REPORT_ENDED, "attribution.view_citationreport"),
    AwaitedKind.ATTRIBUTION: ("attribution.services.answers.endings.find_ended", Notice.ATTRIBUTION_ENDED, "attribution.view_attribution"),
}
MOST_AT_ONCE = 200
# Nothing works for so long; what is awaited then was deleted.
FORGOTTEN_AFTER = timedelta(days=30)


def await_end(*, kind: AwaitedKind, key: int, user: User | None, callback_url: str = "") -> int:
    """Have ``user`` told when this has ended: at ``callback_url``, and at their own address where they want to hear of it.

    ``Refused`` for an address that the door would refuse. In the caller's transaction; how many addresses are told.
    """
    if user is None:
        return 0
    check_callback(url=callback_url)
    urls = {callback_url, address_told(user=user, notice=ENDINGS[kind][1])} - {""}
    rows = [WebhookCallback(user=user, kind=kind, key=key, url=url) for url in sorted(urls)]
    if rows:
        WebhookCallback.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


def tell_ends() -> int:
    """Queue a message for each address that waits for something that has ended; how many. One query where nobody waits."""
    kinds = set(WebhookCallback.objects.order_by().values_list("kind", flat=True).distinct())
    return sum(_tell(AwaitedKind(kind)) for kind in sorted(kinds))


def forget_callbacks(*, now: datetime) -> int:
    """Delete what waits for something that will never end."""
    return WebhookCallback.objects.filter(created_at__lt=now - FORGOTTEN_AFTER).delete()[0]


def _tell(kind: AwaitedKind) -> int:
    path, notice, permission = ENDINGS[kind]
    find = cast(Callable[..., dict[int, dict[str, object]]], import_string(path))
    ended = find(keys=WebhookCallback.objects.filter(kind=kind).order_by().values("key"), most=MOST_AT_ONCE)
    told = 0
    for key, data in ended.items():
        with transaction.atomic():
            for row in _lock(WebhookCallback.objects.filter(kind=kind, key=key)):
                if row.user.is_active and row.user.has_perm(permission):
                    queue_message(user=row.user, notice=notice, url=row.url, subject=f"{kind.value}:{key}", data=data)
                    told += 1
                row.delete()
    return told


def _lock(rows: QuerySet[WebhookCallback]) -> QuerySet[WebhookCallback]:
    """Of two supervisors one tells; SQLite has one writer anyway."""
    rows = rows.select_related("user").order_by("pk")
    return rows.select_for_update(skip_locked=True, of=("self",)) if connection.features.has_select_for_update_skip_locked else rows
