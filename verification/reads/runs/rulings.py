"""The person's decision that a state rests on, as API, exports and webhooks answer it, and the same in words."""

from collections.abc import Iterable
from typing import Annotated

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext
from pydantic import Field

from verification.core.vocabulary import Stance, Standing
from verification.enums import RulingDecision
from verification.models import Node, NodeState, Ruling, Source
from verification.reads.answers import Answer, Moment, local, local_or_none
from verification.services.runs.standing import STATES_A_VALUE, scale_of

COLUMNS = ("ruling_reason", "ruling_source", "ruling_role", "ruling_at", "ruling_expires_at", "ruling_standing")


class StandingRuling(Answer):
    """A person's decision, and what the latest run says of it; `standing` is null before the first."""

    ruling: int
    decision: RulingDecision
    reason: str
    source_url: str | None
    role: Annotated[str | None, Field(description="In which role the person decided.")]
    decided_at: Moment
    expires_at: Annotated[Moment | None, Field(description="When it is asked again; null: as `fresh_days` say.")]
    standing: Standing | None

    @classmethod
    def of(cls, state: NodeState) -> "StandingRuling | None":
        return cls.made(state.ruled_by, state.standing)

    @classmethod
    def made(cls, ruling: Ruling | None, standing: str) -> "StandingRuling | None":
        if ruling is None:
            return None
        return cls(
            ruling=ruling.pk,
            decision=RulingDecision(ruling.decision),
            reason=ruling.reason,
            source_url=ruling.source_url or None,
            role=ruling.decided_as or None,
            decided_at=local(ruling.decided_at),
            expires_at=local_or_none(ruling.expires_at),
            standing=Standing(standing) if standing else None,
        )


def ruling_cells(said: dict[str, object] | None) -> dict[str, object]:
    """The columns of a table that tell a ruling; all empty without one."""
    if said is None:
        return dict.fromkeys(COLUMNS)
    names = ("reason", "source_url", "role", "decided_at", "expires_at", "standing")
    return dict(zip(COLUMNS, (said[name] for name in names), strict=True))


def explain_ruling(state: NodeState) -> list[str]:
    """That a person decided, and what runs since then say of it, a sentence each."""
    ruling = state.ruled_by
    if ruling is None:
        return []
    day = date_format(localtime(ruling.decided_at), pgettext("date format: long", "j F Y"))
    said = {
        Standing.UNCHANGED: gettext("Nothing has changed since the ruling of %(day)s."),
        Standing.CONFIRMED: gettext("New evidence confirms the ruling of %(day)s."),
        Standing.UNDER_REVIEW: gettext("The ruling of %(day)s is under review: new evidence disagrees."),
        Standing.EXPIRED: gettext("The ruling of %(day)s is past its time; a person is asked again."),
    }
    told = [gettext("A person ruled on %(day)s.") % {"day": day}]
    return [*told, said[Standing(state.standing)] % {"day": day}] if state.standing else told


def split_by_ruling(node: Node, state: NodeState, sources: Iterable[Source]) -> tuple[list[Source], list[Source]]:
    """The pages that state the ruled value, and all others; the stance of each is its relation to that value, in memory alone."""
    scale, carrying, others = scale_of(node), [], []
    for source in sources:
        states_one = bool(source.value) and source.stance in STATES_A_VALUE
        if states_one and scale.same(source.value, state.value):
            source.stance = Stance.SUPPORTS if source.stance == Stance.CONTRADICTS else source.stance
            carrying.append(source)
        else:
            source.stance = Stance.CONTRADICTS if states_one else source.stance
            others.append(source)
    return carrying, others
