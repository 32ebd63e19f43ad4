"""The shapes of the reader: what a passage says, and what a question asks, in the same slots.

Every slot keeps the words that fill it, and where they stand, so that a person can be told what was understood.
"""

from dataclasses import dataclass
from enum import StrEnum

from verification.core.evidence import Quantity
from verification.core.periods.calendar import Period
from verification.core.vocabulary import Direction, PassageField


class Status(StrEnum):
    """How a text stands to what it says, read from the sentence, its heading and its neighbours."""

    ASSERTED = "asserted"
    DENIED = "denied"
    ASKED = "asked"
    SUPPOSED = "supposed"
    FORESEEN = "foreseen"
    UNCONFIRMED = "unconfirmed"
    PAST = "past"
    CORRECTED = "corrected"
    OPINION = "opinion"
    FICTION = "fiction"


class Speaker(StrEnum):
    """Who says so."""

    PAGE = "page"
    OFFICIAL = "official"
    PARTY = "party"
    OUTLET = "outlet"
    EXPERT = "expert"
    ANONYMOUS = "anonymous"


class Origin(StrEnum):
    """Where the words of a slot stand, from nearest to farthest."""

    CLAUSE = "clause"
    SENTENCE = "sentence"
    ROW = "row"
    COLUMN = "column"
    CAPTION = "caption"
    ITEM = "item"
    EARLIER = "earlier"
    TITLE = "title"
    PAGE_DATE = "page_date"


class Form(StrEnum):
    """What kind of figure a measure is given as."""

    LEVEL = "level"
    CHANGE = "change"
    SHARE = "share"


class Basis(StrEnum):
    """What a change is measured against."""

    YEAR = "yoy"
    QUARTER = "qoq"
    MONTH = "mom"
    WEEK = "wow"
    DAY = "dod"


@dataclass(frozen=True, slots=True)
class Words:
    """Words that fill a slot: ``text`` is ``getattr(page, field)[start:end]``, or of the question itself."""

    text: str
    start: int
    end: int
    origin: Origin = Origin.CLAUSE
    field: PassageField = PassageField.CONTENT


@dataclass(frozen=True, slots=True)
class Subject:
    """Whose figure or event it is: the nearest name or noun phrase, and the chain it hangs from (part, whole, heading, title)."""

    head: Words | None
    chain: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured. ``words`` is None where the text leaves it to the unit ("tops $80,000").

    ``qualifiers`` are codes (core, adjusted, per_capita, non_manufacturing, cumulative …); ``direction`` is the sign of a change, never
    another measure. ``code`` is the row of ``measures.tsv`` that they name, empty where none does.
    """

    words: Words | None
    qualifiers: frozenset[str] = frozenset()
    form: Form | None = None
    basis: Basis | None = None
    direction: Direction | None = None
    code: str = ""


@dataclass(frozen=True, slots=True)
class PeriodSlot:
    """The days it is about; ``period`` None is the text's silence, which is a value of its own. ``is_fiscal``: a company's own year;
    ``is_relative``: counted from the day of reading (today, 上月)."""

    period: Period | None
    words: Words | None = None
    is_fiscal: bool = False
    is_relative: bool = False


@dataclass(frozen=True, slots=True)
class Predicate:
    """What happened: the predicate's head as written and the one it happens to, for a statement without a figure."""

    words: Words
    object: Words | None = None
    is_negated: bool = False


@dataclass(frozen=True, slots=True)
class StatusReading:
    """The status, the words that say so (None where nothing does) and where they stand."""

    status: Status = Status.ASSERTED
    cue: Words | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """One figure or event as a passage says it. ``start`` and ``end`` are its sentence's, item's or row's span in ``field``."""

    field: PassageField
    start: int
    end: int
    subject: Subject
    measure: Measure
    period: PeriodSlot
    status: StatusReading
    speaker: Speaker
    value: Quantity | None = None
    predicate: Predicate | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A name, question, sentence with a blank or statement, in the same slots; ``status`` is the one asked for (asserted, or foreseen)."""

    text: str
    subject: Subject
    measure: Measure
    period: PeriodSlot
    status: Status = Status.ASSERTED
    predicate: Predicate | None = None


def place_of(statement: Statement) -> int:
    """Where the figure or predicate of a statement stands."""
    if statement.predicate is not None:
        return statement.predicate.words.start
    return statement.value.start if statement.value else statement.start


def origin_of(place: tuple[int, int], sentence: tuple[int, int]) -> Origin:
    """Whether words stand in the sentence of a figure or before it."""
    return Origin.CLAUSE if sentence[0] <= place[0] < sentence[1] else Origin.EARLIER
