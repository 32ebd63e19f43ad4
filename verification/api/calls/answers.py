"""What calls of every subject answer: a page of a list, and what went wrong."""

from typing import Annotated

from pydantic import Field

from verification.reads.answers import Answer


class FieldProblem(Answer):
    field: Annotated[str, Field(description="Path of the field.", examples=["results.0.url"])]
    code: Annotated[str, Field(examples=["missing"])]
    detail: str


class Problem(Answer):
    """An error (RFC 9457). `code` is stable, `title` and `detail` are for people."""

    type: str
    title: str
    status: int
    detail: str
    code: Annotated[str, Field(examples=["invalid_request"])]
    errors: Annotated[list[FieldProblem], Field(default_factory=list, description="Bad fields; absent where it is not about fields.")]


class Listed(Answer):
    """A page of a list."""

    next: Annotated[str | None, Field(description="`cursor` of the following page; null on the last.")]
