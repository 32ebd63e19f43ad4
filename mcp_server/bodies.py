"""What the tools take. Each is a body of the API with its checks, less what means nothing here, and how long to wait."""

from typing import Annotated, Any

from pydantic import Field, StringConstraints, create_model

from attribution.api.attribution_bodies import AttributionBody
from attribution.api.bodies import ReportBody
from verification.api.calls.base import KEY
from verification.api.calls.bodies import Body, Lang
from verification.api.calls.validation import HOLDS_NO_NUL, SAYS_SOMETHING
from verification.api.events.bodies import EventBody
from verification.api.verifications.bodies import VerificationBody
from verification.schemas import WHOLE

LONGEST_WAIT = 300
USUAL_WAIT = 60
MOST_PAGES = 20

Language = Annotated[Lang | None, Field(description="Language of explanations; absent: that of the text.")]
Slug = Annotated[str, StringConstraints(min_length=1, max_length=100), HOLDS_NO_NUL, Field(description="The node's slug.")]


class ToolBody(Body):
    """What every tool takes."""

    lang: Language = None


class Waited(ToolBody):
    """What every tool takes that has work done."""

    wait_seconds: Annotated[
        int,
        Field(
            ge=0,
            le=LONGEST_WAIT,
            description="How long to wait for the result. What is not ready by then is answered as it stands, and goes on.",
        ),
        WHOLE,
    ] = USUAL_WAIT
    idempotency_key: Annotated[
        Annotated[str, StringConstraints(pattern=rf"^{KEY.pattern}$")] | None,
        Field(description="Any text of your own, new for each piece of work: a call that is repeated with it begins nothing twice."),
    ] = None


class NodeAsked(ToolBody):
    slug: Slug


class NodeWaited(Waited):
    slug: Slug


class EvidenceAsked(ToolBody):
    claim: Annotated[
        str,
        StringConstraints(min_length=1, max_length=2000, strip_whitespace=True),
        SAYS_SOMETHING,
        HOLDS_NO_NUL,
        Field(description="A sentence for which pages are searched."),
    ]
    limit: Annotated[int, Field(ge=1, le=MOST_PAGES, description="How many pages."), WHOLE] = 5


def _chosen(name: str, base: type[Body], source: type[Any], *fields: str) -> type[Body]:
    """``base`` with these fields of a body of the API."""
    taken: dict[str, Any] = {field: (source.model_fields[field].annotation, source.model_fields[field]) for field in fields}
    return create_model(name, __base__=base, **taken)


_CLAIM = ("claim", "value", "query", "node", "risk_level", "mode", "evidence")
ClaimWaited = _chosen("ClaimWaited", Waited, VerificationBody, *_CLAIM)
_STEP = ("payload", "action_type", "amount", "currency", "domain", "retry_count")
StepWaited = _chosen("StepWaited", Waited, VerificationBody, "claim", *_STEP, "risk_level", "mode", "node", "evidence")
ReportWaited = _chosen("ReportWaited", Waited, ReportBody, "text", "depth", "policy")
AnswerWaited = _chosen("AnswerWaited", Waited, AttributionBody, "answer", "documents", "score_range", "question", "mode", "max_sources")
EventWaited = _chosen("EventWaited", Waited, EventBody, "text", "preliminary")
OWN = frozenset(Waited.model_fields)
