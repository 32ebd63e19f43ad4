"""What the API answers about verdict shares, for the schema: the shapes that ``attribution.reads.shares`` writes."""

from typing import Annotated, Literal

from pydantic import Field

from verification.reads.answers import Answer


class VerdictShare(Answer):
    """`count` of `n`; `share` from 0 to 1 with its 95 % interval (Wilson), null where `n` is 0."""

    count: int
    n: int
    share: float | None
    low: float | None
    high: float | None


class ShareTotal(Answer):
    """Each citation counts once, with the program's latest own verdict."""

    citations: int
    verdicts: Annotated[
        dict[str, VerdictShare], Field(description="By verdict: verified, unverified, broken_link, misinformation, inconclusive.")
    ]
    upheld: Annotated[VerdictShare, Field(description="Of the verdicts that somebody ruled on, those that the ruling left as they were.")]


class ShareGroup(ShareTotal):
    key: Annotated[str, Field(description="A domain (empty: named without a link), a language, or a month as 2026-05.")]


class Shares(Answer):
    by: Literal["domain", "lang", "month"]
    months: int | None
    lang: str | None
    domain: str | None
    total: ShareTotal
    items: Annotated[list[ShareGroup], Field(description="Months newest first, else the largest group first; at most 1,000.")]
    omitted: Annotated[int, Field(description="Groups that are not among `items`.")]
