"""What the API answers: each model builds itself from the rows; those of nodes, runs and verdicts stand in ``verification.reads``."""

from typing import Annotated

from pydantic import Field

from verification.models import WhitelistDomain
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


class WhitelistEntry(Answer):
    """A host suffix whose pages are trusted."""

    domain: str
    groups: list[str]
    owner: Annotated[str | None, Field(description="Domains of one owner share a vote.")]
    tier: int
    authority: float
    is_official: bool
    is_active: bool

    @classmethod
    def of(cls, domain: WhitelistDomain) -> "WhitelistEntry":
        """Of a row whose listings were prefetched with their groups."""
        return cls(
            domain=domain.domain,
            groups=[listing.group.slug for listing in domain.listings.all()],
            owner=domain.owner or None,
            tier=domain.tier,
            authority=float(domain.authority),
            is_official=domain.is_official,
            is_active=domain.is_active,
        )


class Listed(Answer):
    """A page of a list."""

    next: Annotated[str | None, Field(description="`cursor` of the following page; null on the last.")]


class WhitelistPage(Listed):
    items: list[WhitelistEntry]
