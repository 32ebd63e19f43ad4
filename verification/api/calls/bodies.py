"""What requests may say: bodies and the parameters of addresses. Unknown fields are refused, types are strict."""

import re
from datetime import date
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, StringConstraints
from pydantic_core import PydanticKnownError

from verification.api.calls.validation import HOLDS_NO_NUL
from verification.schemas import ResultShape

MAX_PER_PAGE = 100

Word = Annotated[str, StringConstraints(max_length=100), HOLDS_NO_NUL]
Cursor = Annotated[str, StringConstraints(max_length=2000), Field(description="`next` of the page before.")]
Unread = Annotated[Any, Field(description="Of an answer's page; not read.")]
# Contracts, section 3: both languages, equal, and no other.
Lang = Literal["zh", "en"]
Limit = Annotated[int, Field(ge=1, le=MAX_PER_PAGE, description="Entries on a page.")]
Reason = Annotated[str, StringConstraints(max_length=500), HOLDS_NO_NUL, Field(description="For the audit trail.")]
DryRun = Annotated[bool, Field(description="Check and answer as if, and keep nothing.")]


class Body(BaseModel):
    """A JSON object; ``Empty`` is a request that says nothing."""

    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True)


class EmptyBody(Body):
    """Nothing needs to be said."""


# What an address holds. Written out, for what \s takes for space differs between the dialects of readers of the schema.
_NO_MARK = r"\s\x00-\x20\x7f-\xa0\ufeff"
ADDRESS = rf"https?://[^{_NO_MARK}]+"
# For the schema: the door says in words what else is wrong with an address, and an installation may permit what another refuses.
_PLAIN = rf"https?://[^{_NO_MARK}/?#@%\\]{{1,260}}([/?#][^{_NO_MARK}\\]*)?"
PLAIN_ADDRESS: dict[str, JsonValue] = {"pattern": rf"^({_PLAIN})?$"}
PADDED_ADDRESS: dict[str, JsonValue] = {"pattern": rf"^\s*({_PLAIN})?\s*$"}
CallbackUrl = Annotated[
    str,
    StringConstraints(max_length=2000, pattern=rf"^({ADDRESS})?$"),
    HOLDS_NO_NUL,
    Field(description="An address that is told, signed, when this has ended. Empty: none.", json_schema_extra=PLAIN_ADDRESS),
]


class CallbackBody(Body):
    """Who is told when it has ended."""

    callback_url: CallbackUrl = ""


class ResultBody(ResultShape):
    """One search result, or a page out of `sources` or `others` of an answer, sent back as it came."""

    model_config = ConfigDict(strict=True, extra="forbid")

    domain: Unread = None
    field: Unread = None
    start: Unread = None
    end: Unread = None
    figure: Unread = None
    stance: Unread = None
    why: Unread = None
    story: Unread = None
    names: Unread = None


class Query(BaseModel):
    """The parameters of an address."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    lang: Annotated[Lang | None, Field(description="Language of explanations. Absent: Accept-Language, else the label's.")] = None


class PageQuery(Query):
    """The parameters of a list."""

    cursor: Cursor = ""
    limit: Limit = 50


_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def _as_written(value: object) -> object:
    """A date alone: pydantic takes seconds since 1970 for one too."""
    if isinstance(value, str) and not _DAY.fullmatch(value):
        raise PydanticKnownError("date_parsing", {"error": "expected a day such as 2026-11-20"})
    return value


Day = Annotated[date, BeforeValidator(_as_written)]


ChoiceT = TypeVar("ChoiceT")


def only_one(older: ChoiceT, newer: object, names: str) -> ChoiceT:
    """What a parameter says under its older name, unless another thing is said under the newer one."""
    if older is not None and newer is not None and older != newer:
        raise ValueError(f"expected {names}, not both")
    return older
