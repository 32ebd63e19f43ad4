"""What requests to the review desk may say."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from verification.api.calls.bodies import ADDRESS, Body, PageQuery
from verification.api.calls.validation import HOLDS_NO_NUL, SAYS_SOMETHING
from verification.core.support.typed_values import MAX_TYPED
from verification.enums import ReasonChip, RulingDecision
from verification.reads.reviews.reviews import Queue
from verification.schemas import WHOLE
from verification.services.reviews.desk import MAX_REASON, MAX_URL, MAX_VALID_DAYS
from verification.services.runs.results import MAX_UNIT

MAX_TOGETHER = 200

Decision = Literal["accept", "fix", "reject", "retry"]
Waiting = Literal["unclaimed", "mine", "escalated", "open", "decided"]
Reason = Annotated[str, StringConstraints(max_length=MAX_REASON), HOLDS_NO_NUL]
Chips = Annotated[
    list[Literal["newer", "authority", "period", "unit", "misread", "copies"]],
    Field(max_length=len(ReasonChip.values), default_factory=list),
]
Version = Annotated[int, Field(ge=1, le=2_147_483_647, description="`version` of the item that was looked at."), WHOLE]
Hash = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64})?$"), Field(description="`evidence_hash` of what was looked at.")]
Value = Annotated[str, StringConstraints(max_length=MAX_TYPED), HOLDS_NO_NUL]


class ReviewsQuery(PageQuery):
    status: Literal["open", "all"] = "open"
    queue: Annotated[Waiting | None, Field(description="Only these; then `status` says nothing.")] = None

    def wanted(self) -> Queue | None:
        return Queue(self.queue) if self.queue else Queue.OPEN if self.status == "open" else None


class ClaimBody(Body):
    """Look at an item for five minutes; once more extends."""

    take_over: Annotated[bool, Field(description="Also from somebody else who is looking.")] = False


class ReleaseBody(Body):
    """Give an item back."""

    skip: Annotated[bool, Field(description="Put on record that you left it to others.")] = False
    reason: Reason = ""


class RuleBody(Body):
    """A ruling on the item as it was looked at; to reject or to fix takes a reason, in words or by chips."""

    version: Version
    decision: Decision
    value: Annotated[Value, Field(description="accept: a candidate's value or number; fix: the right value.")] = ""
    unit: Annotated[str, StringConstraints(max_length=MAX_UNIT), HOLDS_NO_NUL, Field(description="Of a fixed bare figure.")] = ""
    source_url: Annotated[
        str,
        StringConstraints(max_length=MAX_URL, pattern=rf"^({ADDRESS})?$"),
        HOLDS_NO_NUL,
        Field(description="fix: its source."),
    ] = ""
    reason: Reason = ""
    chips: Chips
    valid_days: Annotated[
        int | None,
        Field(ge=1, le=MAX_VALID_DAYS, description="It is asked again after so many days; null: as the node's `fresh_days` say."),
        WHOLE,
    ] = None
    evidence_hash: Hash = ""


class ReopenBody(Body):
    """Why a decided item has to be looked at again."""

    reason: Annotated[str, StringConstraints(min_length=1, max_length=MAX_REASON, strip_whitespace=True), SAYS_SOMETHING, HOLDS_NO_NUL]


class SeenBody(Body):
    id: Annotated[int, Field(ge=1, le=9_223_372_036_854_775_807), WHOLE]
    version: Version
    value: Annotated[Value, Field(description="accept: the candidate that is taken.")] = ""
    evidence_hash: Hash = ""


class BulkBody(Body):
    """One decision on many items as they were looked at; an item that has changed is left out and named."""

    items: Annotated[list[SeenBody], Field(min_length=1, max_length=MAX_TOGETHER)]
    decision: Literal["accept", "reject", "retry"]
    reason: Reason = ""
    chips: Chips


DECISIONS = {decision.value: decision for decision in RulingDecision}
