"""The fields of a step: amounts with their currency, counts, dates, references, accounts, parties and outcomes."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

MAX_TEXT = 20_000


class StepField(StrEnum):
    AMOUNT = "amount"
    CURRENCY = "currency"
    QUANTITY = "quantity"
    DATE = "date"
    REFERENCE = "id"
    ACCOUNT = "account"
    PARTY = "party"
    STATUS = "status"


class Side(StrEnum):
    """On which side of a step something stands: where it comes from, or where it goes."""

    NONE = ""
    SOURCE = "from"
    TARGET = "to"


class Part(StrEnum):
    """Whether an amount is that of one piece or of all."""

    NONE = ""
    EACH = "each"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class FieldValue:
    """One field as it was written (``text``), and what is compared (``value``): a plain decimal, an ISO date, folded letters.

    ``unit``: the currency of an amount, the unit of a measure. ``sign``: -1 for a loss, 1 for a gain, 0 where nothing says. ``key`` is
    the name that it stood under, ``start`` its place in a sentence. ``is_open``: a figure that no name says
    what it is. The ``sign`` of a flag is that of yes or no.
    """

    field: StepField
    text: str
    value: str
    unit: str = ""
    side: Side = Side.NONE
    part: Part = Part.NONE
    sign: int = 0
    key: str = ""
    start: int = -1
    is_open: bool = False


def fold(text: str) -> str:
    """Letters and digits alone, in lower case."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def plain(number: Decimal) -> str:
    return f"{number.normalize():f}"
