"""What one clause tells of one figure, as places in the text; what it leaves open is told by what stands before it."""

from dataclasses import dataclass, replace

from verification.core.evidence import Quantity
from verification.core.reading.measure_words import MeasureRow
from verification.core.reading.statement import Basis, Form
from verification.core.vocabulary import Direction

Span = tuple[int, int]


@dataclass(slots=True)
class FigureSlots:
    """The slots of one figure. ``subject`` and ``measure`` are places in the text, None where its clause and sentence name none.

    ``is_noun``: the measure is named by a noun, and not left to the predicate; ``grows``: what is told is how far it moved (增速);
    ``wholes`` are the places of what the subject hangs from.
    """

    subject: Span | None = None
    measure: Span | None = None
    row: MeasureRow | None = None
    qualifiers: frozenset[str] = frozenset()
    form: Form | None = None
    basis: Basis | None = None
    direction: Direction | None = None
    is_noun: bool = False
    wholes: tuple[Span, ...] = ()
    grows: bool = False


def placed(slots: FigureSlots, by: int) -> FigureSlots:
    """The slots with their places moved by ``by`` signs, from a sentence into its text."""

    def moved(span: Span | None) -> Span | None:
        return (span[0] + by, span[1] + by) if span else None

    return replace(slots, subject=moved(slots.subject), measure=moved(slots.measure))


def shifted(quantity: Quantity, by: int) -> Quantity:
    """A figure with its place moved by ``by`` signs."""
    return replace(quantity, start=quantity.start + by, end=quantity.end + by)
