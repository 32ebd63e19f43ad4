"""Whether two answers say the same: a figure by the engine's equality, anything else by its words."""

import unicodedata

from verification.core.evidence import Quantity
from verification.core.quantities.conversion import convert, number_text
from verification.core.quantities.grammar import find_quantities
from verification.core.support.values import Value, same_value

MAX_ANSWER = 2_000
_FILLING = frozenset(" .。约为是是了")


def same_answer(one: str, other: str, *, unit: str | None = None, tolerance: str = "") -> bool:
    """Equality of two answers as texts. ``unit`` is the node's, in which figures without a unit of their own are meant.

    "5.25%" and "525 bp" agree, "3.2万亿元" and "32000亿元" agree, "5.25%" and "5.25 percentage points" do not.
    """
    mine, theirs = only_quantity(one), only_quantity(other)
    if mine is None or theirs is None:
        return mine is theirs and _plain(one) == _plain(other)
    wanted = unit or mine.unit or theirs.unit
    left, right = _ends(mine, wanted), _ends(theirs, wanted)
    if left is None or right is None:
        return False
    return same_value(left, right, tolerance)


def answer_number(text: str, *, unit: str | None) -> str:
    """The figure of an answer in ``unit`` as a decimal string, "" where it is none or does not fit; a bare number is meant in ``unit``."""
    figure = only_quantity(text)
    ends = convert(figure, unit if figure.unit is not None else None) if figure else None
    return number_text(*ends) if ends else ""


def only_quantity(text: str) -> Quantity | None:
    """The figure that the whole text is; None where it says more or less than one figure."""
    text = text[:MAX_ANSWER].strip()
    found = find_quantities(text)
    if len(found) != 1:
        return None
    rest = text[: found[0].start] + text[found[0].end :]
    return found[0] if not set(rest) - _FILLING else None


def _ends(quantity: Quantity, unit: str | None) -> Value | None:
    """A bare number is meant in the unit asked for; a figure with a unit has to convert into it."""
    ends = convert(quantity, unit if quantity.unit is not None else None)
    return None if ends is None else Value(*ends)


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text[:MAX_ANSWER]).casefold().split())
