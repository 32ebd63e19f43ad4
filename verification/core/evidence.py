"""What the engine takes and returns: frozen values, no behaviour beyond reading them.

A ``NodeSpec`` and a list of ``Page`` go in, a ``Verdict`` comes out. Every text the engine shows is a *code with parameters*
(``Why``, ``TraceStep``), so that pages, API and commands can say it in the reader's language.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from verification.core.vocabulary import (
    Approximation,
    Badge,
    BoundBy,
    Confidence,
    Direction,
    Independence,
    NodeKind,
    PassageField,
    QuantityKind,
    Reason,
    Stance,
    Trend,
)

Params = Mapping[str, str | int | tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Quantity:
    """One figure in a text. ``low == high`` unless it is a range; money is in whole units of ``unit`` (an ISO code), percent as percent.

    ``start`` and ``end`` (exclusive) count characters of the text it was found in, and ``text`` is exactly that slice, unit included.
    Where a table says the unit of its figures elsewhere, ``scale`` is what it multiplies the written number by, and ``shown`` the figure
    with all of it ("$77,006 million").
    """

    text: str
    start: int
    end: int
    low: Decimal
    high: Decimal
    unit: str | None
    kind: QuantityKind
    direction: Direction | None = None
    approximation: Approximation | None = None
    scale: Decimal = Decimal(1)
    shown: str = ""

    @property
    def is_range(self) -> bool:
        return self.low != self.high


@dataclass(frozen=True, slots=True)
class NodeSpec:
    """The question. ``tolerance`` is absolute in the unit or relative ("0.5%"), empty is exact; ``fresh_days`` None is no window."""

    label: str
    kind: NodeKind
    aliases: tuple[str, ...] = ()
    unit: str | None = None
    reference_period: str | None = None
    fresh_days: int | None = 30
    min_domains: int = 3
    independence: Independence = Independence.STORIES
    tolerance: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """One search result or fetched page, exactly as received; ``published_at`` is aware, None is undated."""

    url: str
    title: str
    content: str
    published_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Trust:
    """Whom the deployment trusts. ``whitelist`` holds host suffixes, ``official`` those of them that are authorities themselves.

    ``owners`` maps a registrable domain to its owner (one vote per owner); ``authority`` maps a suffix to a weight from 0 to 1 that
    orders what is shown and breaks ties, and never replaces a missing domain.
    """

    whitelist: tuple[str, ...] = ()
    official: tuple[str, ...] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
    authority: Mapping[str, Decimal] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Why:
    """One sentence as a code with parameters; ``verification.reads.words.explanations`` writes it out."""

    code: str
    params: Params = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One rule of the engine that fired, in order; shown as "Why this badge"."""

    code: str
    params: Params = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of a page: ``text`` is ``getattr(page, field)[start:end]``.

    The figure's span counts characters of ``text``; None without a figure.
    """

    text: str
    field: PassageField
    start: int
    end: int
    figure_start: int | None = None
    figure_end: int | None = None


@dataclass(frozen=True, slots=True)
class SourceFinding:
    """What the engine says of one input page.

    ``position`` is its zero-based place in the input; ``story`` numbers origins from 1, 0 is none. ``number`` is the figure that
    decided the stance, in the node's unit ("3.5..3.75" for a range), None without one.
    """

    position: int
    url: str
    title: str
    domain: str
    stance: Stance
    why: Why
    story: int = 0
    passage: Passage | None = None
    published_at: datetime | None = None
    value: str | None = None
    number: str | None = None
    is_whitelisted: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value some pages carry, with the registrable domains that vote for it, and how many independent stories they are."""

    value: str
    number: str
    domains: tuple[str, ...]
    stories: int


@dataclass(frozen=True, slots=True)
class Counts:
    """Votes behind the value (or the leading candidate): distinct domains, and independent stories."""

    domains: int = 0
    stories: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the engine decides. ``value`` is the display form as the leading source writes it, the word ``unknown`` when unknown.

    ``number`` is signed, in the node's unit, None when unknown. ``sources`` carry the accepted value (empty when unknown), ``others``
    are all the rest: every input page stands in exactly one of the two. ``review`` says why a person is needed, or None.
    """

    value: str
    number: str | None
    unit: str | None
    trend: Trend
    confidence: Confidence
    badge: Badge
    reason: Reason
    bound_by: BoundBy
    sources: tuple[SourceFinding, ...]
    others: tuple[SourceFinding, ...]
    conflicts: tuple[Candidate, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    counts: Counts = Counts()
    review: Why | None = None
    trace: tuple[TraceStep, ...] = ()
    stage: str = "2"

    @property
    def is_accepted(self) -> bool:
        return self.reason == Reason.ACCEPTED
