"""What requests about events may say."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, ValidationInfo, field_validator

from verification.api.calls.bodies import Body, CallbackUrl, Lang, PageQuery, only_one
from verification.api.calls.validation import HOLDS_NO_NUL, SAYS_SOMETHING
from verification.core.events.vocabulary import EventDirection, EventOutcome, EventType
from verification.core.vocabulary import RunStatus
from verification.services.events.batches import MOST_MESSAGES


class PreliminaryBody(Body):
    """What is believed of the message before it is checked; what is left out is read from it."""

    event_type: EventType | None = Field(default=None, strict=False)
    asset: Annotated[str, StringConstraints(max_length=20), HOLDS_NO_NUL] | None = None
    direction: EventDirection | None = Field(default=None, strict=False)
    confidence: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] | None = None
    summary: Annotated[str, StringConstraints(max_length=300), HOLDS_NO_NUL] | None = None


class EventBody(Body):
    """A message to analyse."""

    text: Annotated[
        str,
        StringConstraints(min_length=1, max_length=20_000),
        SAYS_SOMETHING,
        HOLDS_NO_NUL,
        Field(description="The message."),
    ]
    preliminary: PreliminaryBody | None = None
    search: Annotated[bool, Field(description="Search for it whatever its type's policy is; costs a search.")] = False
    lang: Annotated[Lang | None, Field(description="Absent: Accept-Language, else the message's language.")] = None
    callback_url: CallbackUrl = ""


class EventBatchItem(Body):
    """A message of a batch."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=20_000), SAYS_SOMETHING, HOLDS_NO_NUL]
    preliminary: PreliminaryBody | None = None
    search: Annotated[bool, Field(description="Search for it whatever its type's policy is; costs a search.")] = False
    lang: Annotated[Lang | None, Field(description="Absent: Accept-Language, else the message's language.")] = None


class EventBatchBody(Body):
    """Messages to analyse together."""

    items: Annotated[
        list[EventBatchItem],
        Field(min_length=1, max_length=MOST_MESSAGES, description="All are taken, or none. The same words twice are one event."),
    ]
    callback_url: CallbackUrl = ""


class OutcomeBody(Body):
    """What became of an event."""

    outcome: EventOutcome = Field(strict=False)
    note: Annotated[str, StringConstraints(max_length=500), HOLDS_NO_NUL] = ""


class EventsQuery(PageQuery):
    q: Annotated[str, StringConstraints(max_length=200), HOLDS_NO_NUL, Field(description="Words of the message.")] = ""
    type: Annotated[EventType | None, Field(description="As on the page.")] = None
    event_type: Annotated[EventType | None, Field(description="The older name of `type`.", deprecated=True)] = None
    status: RunStatus | None = None
    outcome: Literal["confirmed", "refuted", "unclear", "none"] | None = None
    asset: Annotated[str, StringConstraints(max_length=40), HOLDS_NO_NUL, Field(description="Under any of its names.")] = ""

    @field_validator("event_type")
    @classmethod
    def _one_type(cls, value: EventType | None, info: ValidationInfo) -> EventType | None:
        return only_one(value, info.data.get("type"), "type or event_type")

    @property
    def wanted_type(self) -> EventType | None:
        return self.type or self.__dict__["event_type"]
