"""What requests about runs may say, those for many at once, and those of the engine without memory."""

from typing import Annotated

from pydantic import ConfigDict, Field, StringConstraints

from verification.api.calls.bodies import Body, CallbackUrl, Lang, PageQuery, ResultBody
from verification.api.calls.validation import HOLDS_NO_NUL
from verification.core.vocabulary import RunStatus
from verification.schemas import ConsensusLine, Name, NodeShape

MAX_RESULTS = 200
MAX_ALIASES = 20
MAX_SLUGS = 1_000


class RunsQuery(PageQuery):
    status: RunStatus | None = None
    replay: Annotated[bool | None, Field(description="Judged for another moment than its own.")] = None


class NodesBody(Body):
    """Nodes to verify together."""

    slugs: Annotated[
        list[Annotated[str, StringConstraints(min_length=1, max_length=100), HOLDS_NO_NUL]],
        Field(min_length=1, max_length=MAX_SLUGS, description="Each once. All are there and active, or nothing is asked for."),
    ]
    callback_url: CallbackUrl = ""


class ConsensusNodeBody(NodeShape):
    """The question."""

    model_config = ConfigDict(strict=True, extra="forbid")

    aliases: Annotated[list[Name], Field(max_length=MAX_ALIASES)] | None = None


class ConsensusBody(ConsensusLine):
    """A node and its search results, as a line of `batch consensus`."""

    model_config = ConfigDict(strict=True, extra="forbid")

    node: ConsensusNodeBody
    results: Annotated[list[ResultBody], Field(max_length=MAX_RESULTS)]
    whitelist: Annotated[list[str], Field(max_length=1000)] | None = None
    owners: Annotated[dict[str, str], Field(max_length=1000)] | None = None
    lang: Annotated[Lang | None, Field(description="Absent: Accept-Language, else the label's language.")] = None
