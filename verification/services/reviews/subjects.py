"""The parts of a review card: the values that compete, who stands for each, and what an item asks that is about no node."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import Any, cast

from django.contrib.auth.models import AnonymousUser, User
from django.utils.module_loading import import_string

from verification.core.vocabulary import Stance
from verification.enums import SubjectKind
from verification.models import ReviewItem, Source

WITH_VOTE = (Stance.SUPPORTS, Stance.CONTRADICTS)

# What an item about no node shows, by its subject: ``present(items=)`` gives a ``Presented`` for the key of each item.
PRESENTERS = {
    SubjectKind.VERIFICATION: "verification.services.verifications.reviews",
    SubjectKind.CITATION: "attribution.services.citations.reviews",
}


class Proposed(StrEnum):
    """Why a value is proposed."""

    PRESENT = "present"
    WHITELISTED = "whitelisted"
    MOST_VOTES = "most_votes"
    NEWEST = "newest"
    VOTERS = "voters"
    CLAIMED = "claimed"
    STANDING = "standing"


@dataclass(frozen=True, slots=True)
class Voice:
    """Who stands for a value: a voter (``name`` is its id), or a ``person``, and what they rest it on.

    ``is_grounded``: whether the engine found it in the pages, None where nobody looked. ``pages`` are (address, title).
    """

    name: str
    person: str = ""
    model: str = ""
    is_grounded: bool | None = None
    quote: str = ""
    reasoning: str = ""
    pages: tuple[tuple[str, str], ...] = ()
    at: datetime | None = None
    time_ms: int = 0
    cost_usd: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True)
class ReviewCandidate:
    """A value that a person may accept, with every page and voter that states it; ``domains`` are those that vote for it.

    ``label`` is how it is called where it is no figure. A page that was not stored as a row of its own has no key.
    """

    value: str
    number: str = ""
    unit: str = ""
    domains: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    voices: tuple[Voice, ...] = ()
    label: str = ""

    @property
    def is_whitelisted(self) -> bool:
        return any(source.is_whitelisted and source.stance in WITH_VOTE for source in self.sources)

    @property
    def newest_at(self) -> datetime | None:
        return max((source.published_at for source in self.sources if source.published_at), default=None)


@dataclass(frozen=True, slots=True)
class ReviewSubject:
    """What an item asks that is about no node. ``marks`` are the spans of ``title`` that a page contradicts; ``kind`` that of its value.

    ``facts`` are pairs of a name and what is known, ``choices`` the verdicts that may be given and their names. ``owner`` asked for it.
    """

    title: str
    address: str
    kind: str = ""
    marks: tuple[tuple[int, int], ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Presented:
    """An item as its presenter found it; ``proposed`` is the place of a candidate."""

    subject: ReviewSubject
    candidates: tuple[ReviewCandidate, ...] = ()
    others: tuple[Source, ...] = ()
    proposed: int | None = None
    proposed_for: Proposed | None = None


@dataclass(slots=True)
class GatheredCandidate:
    """A candidate while it is gathered."""

    value: str
    number: str = ""
    domains: tuple[str, ...] = ()
    voices: list[Voice] = field(default_factory=list)


def may_see(subject: ReviewSubject, *, user: User | AnonymousUser) -> bool:
    """What a program asked, or a person's text, is for whoever asked, and for those who rule."""
    return subject.owner == user.pk or user.has_perm("verification.add_ruling")


def present_subjects(*, items: Sequence[ReviewItem]) -> dict[int, Presented]:
    """What the items that are about no node show, by their keys; a subject that is gone is left out."""
    found: dict[int, Presented] = {}
    for kind, module in PRESENTERS.items():
        own = [item for item in items if item.subject_kind == kind]
        if own:
            found |= cast(Callable[..., dict[int, Presented]], import_string(f"{module}.present"))(items=own)
    return found


def read_voice(vote: Mapping[str, Any]) -> Voice:
    """A vote as it was stored."""
    result = vote.get("result") or {}
    pages = result.get("sources") or ()
    return Voice(
        name=str(vote["voter_id"]),
        model=str(vote["model"]),
        is_grounded=bool(vote["is_grounded"]),
        quote=str(result.get("quote") or ""),
        reasoning="" if vote["model"] == "rules" else str(vote["reasoning"]),
        pages=tuple((str(page["url"]), str(page.get("title") or "")) for page in pages),
        time_ms=int(vote["execution_time_ms"]),
        cost_usd=Decimal(str(vote["cost_usd"])),
    )


def group_pages(entries: Sequence[Mapping[str, Any]], sources: Sequence[Source]) -> tuple[list[tuple[Source, ...]], list[Source]]:
    """The pages behind each value, and the rest: by the figure, else by the domain where it votes for one value alone."""
    groups: list[list[Source]] = [[] for _entry in entries]
    others = []
    for source in sources:
        places = [place for place, entry in enumerate(entries) if source.value and is_same(entry, source.value, source.number)]
        if not places and source.value:
            places = [place for place, entry in enumerate(entries) if source.domain in (entry.get("domains") or ())]
        if len(places) == 1:
            groups[places[0]].append(source)
        else:
            others.append(source)
    return [tuple(group) for group in groups], others


def is_same(entry: Mapping[str, Any], value: str, number: str) -> bool:
    """Whether an entry's value is this one: by the figure where both have one, else as written."""
    mine = _ends(str(entry.get("number") or ""))
    theirs = _ends(number)
    return mine == theirs if mine and theirs else str(entry.get("value")) == value


def _ends(number: str) -> tuple[Decimal, Decimal] | None:
    low, dots, high = number.partition("..")
    try:
        return Decimal(low), Decimal(high if dots else low)
    except InvalidOperation:
        return None
