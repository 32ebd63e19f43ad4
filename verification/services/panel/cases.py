"""What a panel is asked, who sits on it, and what it came to."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Protocol

from verification.core.evidence import NodeSpec, Page, Trust, Verdict, Why
from verification.core.panel.contesting import ReadPages
from verification.core.panel.decision import ZERO, Check, Decided, DecisionTerms, Vote
from verification.core.vocabulary import Decision
from verification.services.gateway.gateway import Work

RULES = "rules"


class Progress(Protocol):
    """Who is told how far a panel is."""

    async def seat(self, names: Sequence[str]) -> None:
        """These are asked now."""

    async def hear(self, vote: Vote) -> None:
        """One of them answered, or failed."""


@dataclass(frozen=True, slots=True)
class FactVerdict:
    """One of the facts of a claim, with a verdict of its own."""

    fact: str
    decision: Decision
    why: tuple[Why, ...] = ()


@dataclass(frozen=True, slots=True)
class PanelCase:
    """What a panel is asked to decide, on which pages; ``verdict`` is the engine's. ``claimed`` None: a value is looked for.

    ``is_claim``: a program claims it, so that a premise may be doubted as well as the value.
    """

    node: NodeSpec
    pages: Sequence[Page]
    verdict: Verdict
    as_of: datetime
    trust: Trust
    work: Work
    claimed: str | None = None
    history: Sequence[str] = ()
    retries_left: int = 0
    is_claim: bool = False
    progress: Progress | None = None

    @property
    def terms(self) -> DecisionTerms:
        return DecisionTerms(self.claimed, self.node.unit, self.node.tolerance, self.retries_left)

    @property
    def last_terms(self) -> DecisionTerms:
        """Where to ask again would say the same."""
        return replace(self.terms, retries_left=0)

    @property
    def read(self) -> ReadPages:
        return ReadPages(self.node, self.pages, self.verdict)


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sat on a panel: so many models, the rest rules."""

    models: int
    rules: int

    @classmethod
    def of(cls, seated: Sequence[Vote], count: int) -> "Seats":
        models = sum(vote.model != RULES for vote in seated)
        return cls(models, count - models)


@dataclass(slots=True)
class Deliberation:
    """What a panel came to. ``is_contested``: words of a page stand against what the engine accepted.

    ``verdict`` is the engine's on the same pages, where they are kept nowhere else; ``checks`` the critic's; ``facts`` those of a claim
    that holds several.
    """

    decided: Decided
    votes: tuple[Vote, ...] = ()
    seats: Seats | None = None
    is_contested: bool = False
    verdict: Verdict | None = None
    checks: tuple[Check, ...] = ()
    facts: tuple[FactVerdict, ...] = ()

    @property
    def is_outage(self) -> bool:
        """Whether nothing was decided because the models that were asked did not answer at all."""
        by_models = [vote for vote in self.votes if vote.model != RULES]
        is_open = self.decided.decision in (Decision.NEEDS_HUMAN, Decision.NEEDS_RETRY)
        return is_open and bool(by_models) and all(vote.result.get("away") for vote in by_models)

    @property
    def cost_usd(self) -> Decimal:
        return sum((vote.cost_usd for vote in self.votes), ZERO)
