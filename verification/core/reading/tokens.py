"""A token of a sentence as the readers of figures see it, and what it is in its clause."""

from enum import StrEnum
from typing import NamedTuple

from verification.core.reading.clause_words import Role
from verification.core.reading.measure_words import MeasureRow


class Kind(StrEnum):
    """What a token is in its clause."""

    FIGURE = "figure"
    PERIOD = "period"
    BASIS = "basis"
    MEASURE = "measure"
    QUALIFIER = "qualifier"
    VERB = "verb"
    SPEECH = "speech"
    DETERMINER = "determiner"
    PREPOSITION = "preposition"
    PRONOUN = "pronoun"
    CONJUNCTION = "conjunction"
    FILLER = "filler"
    MARK = "mark"
    WORD = "word"


class Token(NamedTuple):
    """One word, or a phrase that counts as one.

    ``is_owner``: with 's. ``role``: of a verb what it does. ``number``: that of a figure. ``is_name``: a name of several words.
    """

    start: int
    end: int
    word: str
    kind: Kind
    is_capital: bool = False
    is_owner: bool = False
    role: Role | None = None
    value: str = ""
    row: MeasureRow | None = None
    number: int = -1
    is_name: bool = False
