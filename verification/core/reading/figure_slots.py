"""What one clause tells of one figure, as places in the text; what it leaves open is told by what stands before it."""

from dataclasses import dataclass, replace

from verification.core.evidence import Quantity
from verification.core.reading.measure_words import OF_LANDS, MeasureRow
from verification.core.reading.statement import Basis, Form
from verification.core.subjects.parts import is_of_land
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


def may_be_of(slots: FigureSlots, name: str) -> bool:
    """Whether ``name`` may have what is measured: lands alone have prices of consumers or a jobless rate, whatever "Gasoline" did and the
    Labor Department said."""
    return slots.row is None or slots.row.code not in OF_LANDS or is_of_land(name)


def placed(slots: FigureSlots, by: int) -> FigureSlots:
    """The slots with their places moved by ``by`` signs, from a sentence into its text."""

    def moved(span: Span | None) -> Span | None:
        return (span[0] + by, span[1] + by) if span else None

    wholes = tuple((start + by, end + by) for start, end in slots.wholes)
    return replace(slots, subject=moved(slots.subject), measure=moved(slots.measure), wholes=wholes)


def shifted(quantity: Quantity, by: int) -> Quantity:
    """A figure with its place moved by ``by`` signs."""
    return replace(quantity, start=quantity.start + by, end=quantity.end + by)


def taken_over(slots: FigureSlots, told: FigureSlots, *, had_subject: bool, names_somebody: bool) -> list[tuple[str, Span]]:
    """Fills what ``slots`` leave open with what an earlier sentence told, and says what with its place: "subject", "measure".

    A list goes on with what was told to move: "New home prices slipped. Beijing was |down 0.5%|". ``names_somebody``: what was told may be
    whoever stands for the name.
    """
    found: list[tuple[str, Span]] = []
    is_nobody = slots.is_noun and told.is_noun and told.subject == told.measure  # "Order intake came to … Earnings per share were"
    if slots.subject is None and told.subject is not None and names_somebody and not is_nobody:
        slots.subject = told.subject
        found.append(("subject", told.subject))
    is_of_list = slots.measure is not None and slots.measure == slots.subject and slots.direction and told.form is Form.CHANGE
    if not slots.is_noun and told.is_noun and told.measure and (slots.measure is None or not had_subject or is_of_list):
        slots.measure, slots.row, slots.is_noun = told.measure, told.row, True
        slots.qualifiers |= told.qualifiers
        slots.basis = slots.basis or told.basis
        found.append(("measure", told.measure))
    return found
