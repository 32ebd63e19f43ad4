"""The text figures are read from, in the forms the grammar needs."""

from typing import NamedTuple

from verification.core.quantities.numerals import lower, normalise


class QuantityText(NamedTuple):
    """A text in three forms of the same length: as it is, with its signs made plain, and that in lower case."""

    text: str
    norm: str
    low: str
    is_chinese: bool


def make_source(text: str, *, is_chinese: bool) -> QuantityText:
    norm = normalise(text)
    return QuantityText(text, norm, lower(norm), is_chinese)
