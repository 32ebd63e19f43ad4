"""What every answer is built of: a model that writes itself as JSON, and the fields that many answers share."""

from datetime import datetime
from typing import Annotated, Any

from django.utils import timezone
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, PlainSerializer, WithJsonSchema

from verification.core.evidence import Candidate, Why
from verification.reads.words.explanations import explain_review

Shape = dict[str, Any]

Moment = Annotated[
    AwareDatetime,
    PlainSerializer(datetime.isoformat, when_used="json"),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
Figure = Annotated[
    str | None, Field(description="Signed decimal string in the node's unit, a range as `a..b`; null when unknown.", examples=["3.5..3.75"])
]
Value = Annotated[str, Field(description="As the leading source writes it; `unknown` when unknown.", examples=["3.50%–3.75%"])]
Explanation = Annotated[str, Field(description="One sentence in the language asked for.")]


class Answer(BaseModel):
    """An answer builds itself from what the core or the rows say; ``shape`` is its JSON.

    Its validator is built when it is first used, as those of bodies and queries are: a process uses few of the hundreds it loads.
    """

    model_config = ConfigDict(defer_build=True)

    def shape(self) -> Shape:
        return self.model_dump(mode="json")


class Conflict(Answer):
    value: str
    domains: list[str]

    @classmethod
    def of(cls, candidate: Candidate) -> "Conflict":
        return cls(value=candidate.value, domains=list(candidate.domains))


class VoteCounts(Answer):
    domains: int
    stories: int


class ReviewNeed(Answer):
    """Why a person is needed."""

    code: str
    why: Explanation

    @classmethod
    def of(cls, why: Why, lang: str) -> "ReviewNeed":
        return cls(code=str(why.code), why=explain_review(why, lang))


def local(at: datetime) -> datetime:
    """In the zone of whoever reads, as every moment is written."""
    return timezone.localtime(at)


def local_or_none(at: datetime | None) -> datetime | None:
    return None if at is None else timezone.localtime(at)
