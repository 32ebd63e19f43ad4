"""A text that is nothing but one figure, as a cell of a table or an answer: there a scale, an ordinal or an article counts too."""

import re
from decimal import Decimal

from verification.core.patterns import lazy_regex
from verification.core.quantities import number_words, units
from verification.core.quantities.chinese_numerals import DIGITS
from verification.core.quantities.numerals import Numeral, last_digit
from verification.core.quantities.pieces import FigurePiece
from verification.core.quantities.source import QuantityText

LONGEST = 60
_ARTICLE = lazy_regex(r"an?(?= )")
_OF_WHAT = lazy_regex(r"(?: of [a-z]+(?: [a-z]+)?)?")
_SPELT = lazy_regex(r"(负)?([零一二三四五六七八九]{2,20})(?:点([零一二三四五六七八九]{1,12}))?")


def read_alone(source: QuantityText) -> FigurePiece | None:
    """The figure that a text of at most ``LONGEST`` signs is and nothing else: eleventh, hundred, a gallon, 一七二零; None elsewhere."""
    written = source.low.strip(" \t\n.!?。！？")
    start = source.low.index(written)
    if not written:
        return None
    if written.isascii():
        number = number_words.read_whole(written)
        if number is not None:
            return _piece(number._replace(start=start, end=start + len(written)), None, start + len(written))
        return _read_article(source, written, start)
    spelt = _SPELT.fullmatch(source.norm, start, start + len(written))
    return None if spelt is None else _read_spelt(spelt)


def _read_article(source: QuantityText, written: str, start: int) -> FigurePiece | None:
    """A gallon, an ml, a dollar, a cup of coffee."""
    article = _ARTICLE.match(written)
    found = None if article is None else units.read_unit(source.norm, source.low, start + article.end())
    if article is None or found is None or not _OF_WHAT.fullmatch(written, found[1] - start):
        return None
    number = Numeral(Decimal(1), Decimal(1), Decimal(1), start, start + article.end())
    return _piece(number, found[0], found[1])


def _read_spelt(spelt: re.Match[str]) -> FigurePiece:
    """A number whose digits are spelt one by one."""
    whole, part = ("".join(str(DIGITS[sign]) for sign in signs or "") for signs in spelt.group(2, 3))
    value = Decimal(f"{whole}.{part}" if part else whole)
    signed = -value if spelt[1] else value
    return _piece(Numeral(signed, signed, last_digit(value), spelt.start(), spelt.end()), None, spelt.end())


def _piece(number: Numeral, unit: units.Unit | None, end: int) -> FigurePiece:
    factor = Decimal(1) if unit is None else unit.factor
    return FigurePiece(number.start, end, number.low * factor, number.high * factor, number.step * factor, unit, number)
