"""Many messages handed in with one request."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django_q.tasks import async_task  # type: ignore[import-untyped]

from verification.core.events.flow import digest_of
from verification.core.vocabulary import OPEN
from verification.enums import RunTrigger
from verification.models import Event, EventBatch
from verification.notice_kinds import AwaitedKind
from verification.services.audit import record_audit
from verification.services.errors import Refused
from verification.services.events.lifecycle import TASK, cancel_event, check_message
from verification.services.notices.endings import await_end
from verification.services.queue.basket import Basket
from verification.services.queue.broker import Lane

MOST_MESSAGES = 100

# What makes two messages of a person one event: the words, the preliminary result, and whether a search is wanted.
Sameness = tuple[str, str, bool]


@dataclass(frozen=True, slots=True)
class Message:
    """A message as it is handed in; ``given``: a preliminary result to start from."""

    text: str
    lang: str = ""
    given: dict[str, Any] | None = None
    search: bool = False


def request_event_batch(*, messages: Sequence[Message], requested_by: User, callback_url: str = "") -> EventBatch:
    """Ask for the analysis of each message, all or none. The number of queries doesn't grow with the messages.

    An event of the same person with the same words that is still open is joined, and words that stand twice are one event. ``Refused``
    where a message is none (``check_message`` says which beforehand), or where there are too many.
    """
    if not 1 <= len(messages) <= MOST_MESSAGES:
        raise Refused(_("A batch holds 1 to %(count)d messages.") % {"count": MOST_MESSAGES})
    wanted = [_unsaved(message, requested_by) for message in messages]
    with transaction.atomic():
        events = _open_events([event.digest for event in wanted], requested_by)
        begun: dict[Sameness, Event] = {}
        for event in wanted:
            if _sameness(event) not in events:
                begun.setdefault(_sameness(event), event)
        Event.objects.bulk_create(begun.values())
        events |= begun
        keys = [event.pk for event in begun.values()]
        asked = [events[_sameness(event)].pk for event in wanted]
        batch = EventBatch.objects.create(requested_by=requested_by, asked=asked, begun=keys)
        members = EventBatch.events.through
        members.objects.bulk_create([members(eventbatch=batch, event_id=pk) for pk in dict.fromkeys(asked)])
        _enqueue(keys)
        record_audit(actor=requested_by, verb="event_batch.create", subject=batch, after={"events": len(set(asked)), "begun": keys})
        await_end(kind=AwaitedKind.EVENT_BATCH, key=batch.pk, user=requested_by, callback_url=callback_url)
    return batch


def cancel_event_batch(*, batch: EventBatch, user: User) -> int:
    """End the open events that the batch began; how many. Those that it joined go on. ``Refused`` where none was left."""
    with transaction.atomic():
        begun = batch.events.filter(status__in=OPEN, pk__in=batch.begun).order_by("pk")
        cancelled = 0
        for event in begun:
            try:
                cancel_event(event=event, user=user)
            except Refused:  # it ended a moment ago
                continue
            cancelled += 1
        if not cancelled:
            raise Refused(_("No event of this batch was left to cancel."))
        EventBatch.objects.filter(pk=batch.pk).update(cancelled_at=timezone.now())
        record_audit(actor=user, verb="event_batch.cancel", subject=batch, after={"cancelled": cancelled})
    return cancelled


def _unsaved(message: Message, user: User) -> Event:
    kept = check_message(message.text)
    return Event(
        text=kept,
        digest=digest_of(kept),
        lang=message.lang,
        given=message.given,
        is_search_asked=message.search,
        trigger=RunTrigger.API,
        requested_by=user,
    )


def _open_events(digests: Sequence[str], user: User) -> dict[Sameness, Event]:
    """The events of a person that are open; of the same the oldest."""
    rows = Event.objects.filter(digest__in=digests, requested_by=user, status__in=OPEN).order_by("created_at", "id")
    found: dict[Sameness, Event] = {}
    for event in rows.only("digest", "given", "is_search_asked"):
        found.setdefault(_sameness(event), event)
    return found


def _sameness(event: Event) -> Sameness:
    return event.digest, json.dumps(event.given, sort_keys=True), event.is_search_asked


def _enqueue(keys: Sequence[int]) -> None:
    basket = Basket(Lane.BATCH)
    for pk in keys:
        async_task(TASK, pk, task_name=f"event-{pk}", broker=basket)
    basket.empty()
