"""What the API answers about events, for the schema."""

from verification.api.answers import Listed
from verification.reads.event_answers import EventAnswer


class EventPage(Listed):
    items: list[EventAnswer]
