"""What requests about citations may say."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StringConstraints

from attribution.core.checks.recheck_times import Rhythm
from attribution.core.citations.cited_domains import MAX_DOMAIN
from attribution.core.vocabulary import Policy
from attribution.services.citations.lifecycle import INLINE_TEXT, MAX_CITATIONS, MAX_TEXT
from verification.api.calls.bodies import ADDRESS, Body, CallbackUrl, Lang, PageQuery, Query
from verification.api.calls.validation import HOLDS_NO_NUL, SAYS_SOMETHING
from verification.core.vocabulary import RunStatus
from verification.schemas import WHOLE

MAX_CLAIM, MAX_URL, MAX_REASON = 2_000, 2_000, 2_000

Reason = Annotated[
    str,
    StringConstraints(min_length=1, max_length=MAX_REASON, strip_whitespace=True),
    SAYS_SOMETHING,
    HOLDS_NO_NUL,
    Field(description="What is wrong with the verdict."),
]


class ReportBody(Body):
    """A text whose citations are checked."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": "Sales rose 3% in May (https://paper.example/sales)."}]})

    text: Annotated[
        str,
        StringConstraints(min_length=1, max_length=MAX_TEXT),
        SAYS_SOMETHING,
        HOLDS_NO_NUL,
        Field(
            description=f"Markdown, HTML or plain text with at most {MAX_CITATIONS:,} citations. One of more than {INLINE_TEXT:,} "
            "characters is read by a worker: `is_read` is false and `citations` empty until then."
        ),
    ]
    depth: Annotated[
        Literal["quick", "standard", "deep"],
        Field(description="quick: is the page there; standard: does it say so; deep: also archive, Crossref and search."),
    ] = "standard"
    policy: Annotated[Policy, Field(strict=False, description="What the annotated text does with citations that don't hold.")] = Policy.MARK
    lang: Annotated[Lang | None, Field(description="Language of the marks; absent: the text's own.")] = None
    callback_url: CallbackUrl = ""


class CheckBody(Body):
    """One claim and the page that is to carry it."""

    claim: Annotated[str, StringConstraints(max_length=MAX_CLAIM, pattern=r"\S"), HOLDS_NO_NUL]
    url: Annotated[str, StringConstraints(max_length=MAX_URL, pattern=rf"^{ADDRESS}$"), HOLDS_NO_NUL]
    callback_url: CallbackUrl = ""


class RecheckBody(Body):
    """What is checked again."""

    indexes: Annotated[
        list[Annotated[int, Field(ge=1), WHOLE]] | None,
        Field(max_length=5_000, description="Numbers of citations; absent: all but those a person ruled on."),
    ] = None
    callback_url: CallbackUrl = ""


class ScheduleBody(Body):
    """How often a report is checked again."""

    rhythm: Annotated[Rhythm | None, Field(strict=False, description="null: no more.")]


class DisputeBody(Body):
    """Why a verdict is held to be wrong."""

    reason: Reason


class ReportsQuery(PageQuery):
    status: RunStatus | None = None


class ExportQuery(Query):
    kind: Annotated[
        Literal["training", "prompts"],
        Field(description="training: claim, passage and verdict of each citation; prompts: what the writer is told of each that fails."),
    ] = "training"
    since: Annotated[int, Field(ge=0, description="Only reports with a higher id.")] = 0


class SharesQuery(Query):
    by: Annotated[Literal["domain", "lang", "month"], Field(description="What makes a group.")] = "domain"
    months: Annotated[int, Field(ge=0, le=120, description="This month and those before it, in UTC; 0: all.")] = 0
    text_lang: Annotated[Lang | None, Field(description="Only reports in this language.")] = None
    domain: Annotated[str, StringConstraints(max_length=MAX_DOMAIN), HOLDS_NO_NUL, Field(description="Only this domain.")] = ""
