"""What the verified nodes of the house already say of a message: quoted before anything is searched for.

A node of kind text answers a proposition of the same event about the same people by its yes or no; any other node a figure of the message
by its value, where subject, measure and period of the one are those of the other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from verification.core.events.frames import Manner
from verification.core.events.propositions import Kind, Proposition, read_propositions
from verification.core.events.stances import Says
from verification.core.events.terms import folded
from verification.core.events.vocabulary import Lexicon
from verification.core.events.whom import is_named
from verification.core.reading.comparing import compare
from verification.core.reading.measure_comparing import SlotFit
from verification.core.reading.questions import read_question
from verification.core.reading.reader import read_statements
from verification.core.reading.statement import Statement
from verification.core.support.answers import same_answer
from verification.core.vocabulary import NodeKind

MAX_READ = 4_000
_FITS = (SlotFit.FOUND, SlotFit.COMPATIBLE)


@dataclass(frozen=True, slots=True)
class NodeValue:
    """A verified node: its question and its value as shown ("5.25%", "yes")."""

    slug: str
    label: str
    aliases: tuple[str, ...]
    kind: NodeKind
    value: str
    unit: str = ""
    tolerance: str = ""


@dataclass(frozen=True, slots=True)
class Answered:
    """``node`` supports or contradicts what the message says in ``said``."""

    node: NodeValue
    says: Says
    said: str


def consult(text: str, nodes: Sequence[NodeValue], lexicon: Lexicon, *, today: date) -> tuple[Answered, ...]:
    """The nodes that answer something of the message, in the order given."""
    propositions = read_propositions(text, lexicon)
    said = folded(text[:MAX_READ])
    figures = [one for one in read_statements(said, base=today) if one.value is not None]
    found = (
        next(_by_event(node, propositions, lexicon) if node.kind is NodeKind.TEXT else _by_figure(node, figures, said, today), None)
        for node in nodes
    )
    return tuple(one for one in found if one is not None)


def is_settled(propositions: Sequence[Proposition], answered: Sequence[object]) -> bool:
    """Whether the nodes leave nothing of a message to search for: its one event, or the figure that it is about."""
    telling = [one for one in propositions if not one.is_minor]
    return bool(answered) and len(telling) == 1 and _is_measure(telling[0])


def _is_measure(proposition: Proposition) -> bool:
    return proposition.kind is Kind.FIGURE and (proposition.concept is None or proposition.concept.manner is Manner.MEASURED)


def _by_event(node: NodeValue, propositions: Sequence[Proposition], lexicon: Lexicon) -> Iterator[Answered]:
    sign = {"yes": 1, "no": -1}.get(node.value.strip().casefold())
    if sign is None:
        return
    for asked in read_propositions(node.label.rstrip("?？吗"), lexicon):
        for one in propositions:
            is_same = one.concept is not None and one.concept is asked.concept and bool(asked.whom)
            if is_same and one.kind is Kind.EVENT and is_named(asked.whom, one.text, "", lexicon):
                yield Answered(node, Says.SUPPORTS if asked.value * sign == one.value else Says.CONTRADICTS, one.text)


def _by_figure(node: NodeValue, figures: Sequence[Statement], said: str, today: date) -> Iterator[Answered]:
    for name in (node.label, *node.aliases):
        question = read_question(name, base=today, kind=node.kind)
        for one in figures:
            fits = compare(question, one, published=today)
            has_subject = fits.subject.fit in _FITS or question.subject.head is None
            if one.value is None or not has_subject or fits.measure.fit not in _FITS or fits.period.fit is SlotFit.CLASHES:
                continue
            is_same = same_answer(node.value, one.value.text, unit=node.unit or None, tolerance=node.tolerance)
            yield Answered(node, Says.SUPPORTS if is_same else Says.CONTRADICTS, said[one.start : one.end].strip())
