"""Figures of a sentence and of a passage, and when one states the other.

A report writes a figure in thousands under a head that says so, an answer names the scale beside it: the written digits agree, the
scale of a bare figure is open. Signs are not compared, for a fall of 3 is written 3, -3 and (3).
"""

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from verification.core.evidence import Quantity
from verification.core.patterns import lazy_regex
from verification.core.quantities.grammar import agrees, find_quantities, round_step
from verification.core.quantities.hedges import MOVED_UP
from verification.core.quantities.numerals import EXACT
from verification.core.tables.words import significant_digits
from verification.core.vocabulary import Direction, QuantityKind

_ANSWERED = lazy_regex(
    r"[:：]\s?([-−]?[(（]?(?<![\w.])(\d{1,18}(?:,\d{3})*(?:\.\d{1,12})?)[)）]?)(?![\d,.:：]\d|[\w%/-]|\s[A-Z][a-z]{2,8}\s\d)"
)
# Accounts write a loss of 64 million as "(64) million"; in a report's text (2) is mostly a note.
_IN_BRACKETS = r"[(（](?P<number>\d{1,3}(?:,\d{3})+(?:\.\d{1,12})?|\d{1,18}(?:\.\d{1,12})?)[)）]"
_LOSS = lazy_regex(rf"{_IN_BRACKETS}(?=\s?(?:thousand|million|billion|trillion|percent|per\scent|[百千]?[万亿]))")
_BARE_LOSS = lazy_regex(rf"\b(?:was|were|is|are)\s{_IN_BRACKETS}")
_BOUND_BEFORE = lazy_regex(
    r"(?:\b(?:exceed\w*|(?:less|more|greater|lower|higher|fewer|larger|smaller)\sthan|above|below|over|under|within|at\s(?:least|most)|between|(?<!add\s)(?<!adds\s)(?<!added\s)(?<!adding\s)up\sto)"
    r"(?:\s(?:a|an|the|of))?|超过|低于|高于|不足|多于|少于|大于|小于|不超过|至少|最多)\s?(?:[$€£¥]|US\$)?\s?$",
    re.IGNORECASE,
)
_MOVED_UP_TO = lazy_regex(rf"\b(?:{MOVED_UP})\sup\sto\s(?:an?\s|the\s)?(?:[$€£¥]|US\$)?\s?$", re.IGNORECASE)
_BOUND_AFTER = lazy_regex(r"(?:以上|以下|以内|之内|\sor\s(?:more|less|above|below))")
_NUMBER = lazy_regex(r"\d[\d,]*(?:\.\d+)?|\.\d+")
_YEAR = lazy_regex(r"(?:19|20)\d{2}")
# "The fiscal 2019 second quarter" holds no seconds.
_ORDINAL = lazy_regex(r"(?:19|20)\d{2}\s(?:second|quarter|half)\b")
_FEWEST_DIGITS = 3
_TEN = 10
# "About $100 million" is not $118 million, though both have one digit.
_NEAR = Decimal("0.1")
_POINTS = frozenset(("%", "pp"))


@dataclass(frozen=True, slots=True)
class WrittenFigure:
    """A figure at ``start:end`` of its text. ``value`` in whole units, ``written`` without its scale word, ``step`` the last digit of
    ``written``; ``unit`` as the engine names it, None for a bare number."""

    start: int
    end: int
    text: str
    value: Decimal
    written: Decimal
    step: Decimal
    unit: str | None
    quantity: Quantity

    @property
    def scale(self) -> Decimal:
        """1000 for "5 thousand", 1 for a bare number."""
        return abs(EXACT.divide(self.value, self.written)) if self.written else Decimal(1)

    @property
    def is_percent(self) -> bool:
        return self.quantity.kind == QuantityKind.PERCENT

    @property
    def is_small_count(self) -> bool:
        """Whether it is a whole number below ten that is no amount: 3, three years."""
        is_amount = self.is_percent or self.quantity.kind == QuantityKind.CURRENCY or self.scale != 1
        return not is_amount and self.step == 1 and abs(self.written) < _TEN

    @property
    def digits(self) -> str:
        """The significant digits as they are written."""
        return significant_digits(format(abs(self.written), "f"))


def find_figures(text: str) -> tuple[WrittenFigure, ...]:
    """The figures of a passage in order."""
    return tuple(_figure(quantity) for quantity in find_quantities(text))


def find_answer_figures(text: str) -> tuple[WrittenFigure, ...]:
    """The figures of an answer's sentence in order, also what the engine takes for a note or a code: a bare number behind a colon, a loss
    in brackets."""
    figures = (replace(figure, text=text[figure.start : figure.end]) for figure in find_figures(_LOSS.sub(r"-\g<number> ", text)))
    found = [figure for figure in figures if not _ORDINAL.match(text, figure.start)]
    bare = [(*match.span(1), match[2]) for match in _ANSWERED.finditer(text)]
    bare += [(match.start("number") - 1, match.end(), match["number"]) for match in _BARE_LOSS.finditer(text)]
    for start, end, digits in bare:
        if not _YEAR.fullmatch(digits) and not any(figure.start < end and start < figure.end for figure in found):
            found.append(_bare(text, start, end, digits))
    return tuple(sorted(found, key=lambda figure: figure.start))


def _bare(text: str, start: int, end: int, digits: str) -> WrittenFigure:
    written = Decimal(digits.replace(",", ""))
    if text[start] in "-−(（":
        written = -written
    quantity = Quantity(text[start:end], start, end, written, written, None, QuantityKind.NUMBER)
    return WrittenFigure(start, end, quantity.text, written, written, _step(digits), None, quantity)


def _step(digits: str) -> Decimal:
    return Decimal(1).scaleb(-len(digits.partition(".")[2]))


def _figure(quantity: Quantity) -> WrittenFigure:
    """A quantity with the number as it is written, where it is written in digits."""
    match = _NUMBER.search(quantity.text)
    if match is None:
        step = round_step(quantity) or Decimal(1)
        return WrittenFigure(quantity.start, quantity.end, quantity.text, quantity.low, quantity.low, step, quantity.unit, quantity)
    written = Decimal(match.group().replace(",", ""))
    if quantity.low < 0:
        written = -written
    return WrittenFigure(quantity.start, quantity.end, quantity.text, quantity.low, written, _step(match.group()), quantity.unit, quantity)


def is_bound(text: str, figure: WrittenFigure) -> bool:
    """Whether a figure only bounds what the sentence is about: "exceed 5,000", "between 2 and 5", 超过, 以上.
    What "went up to" it is there."""
    before = text[max(0, figure.start - 40) : figure.start]
    is_over = _BOUND_BEFORE.search(before) is not None and _MOVED_UP_TO.search(before) is None
    return is_over or _BOUND_AFTER.match(text, figure.end) is not None


def turns(figure: WrittenFigure, direction: Direction | None) -> bool:
    """Whether a figure is said to have gone the other way: up 3% and down 3%."""
    return None not in (figure.quantity.direction, direction) and figure.quantity.direction != direction


def units_agree(one: str | None, other: str | None) -> bool:
    """Whether two units may stand for the same: equal, one of them unwritten, or percent and percentage points."""
    return one is None or other is None or one == other or {one, other} <= _POINTS


def _are_of_one_kind(figure: WrittenFigure, unit: str | None) -> bool:
    """Whether a figure may be one of ``unit``: 2.1 million is no percentage, though it has no unit either."""
    return units_agree(figure.unit, unit) and (unit not in _POINTS or figure.unit is not None or figure.scale == 1)


def states_number(figure: WrittenFigure, number: Decimal, unit: str | None) -> bool:
    """Whether a bare number of a table states the figure, its scale left to the table's head."""
    if not _are_of_one_kind(figure, unit) or (
        figure.is_percent and unit is None and number == number.to_integral_value() and _is_year(number)
    ):
        return False
    return abs(number) in (abs(figure.written), abs(figure.value))


def _is_year(number: Decimal) -> bool:
    return _YEAR.fullmatch(format(number, "f")) is not None


def states(figure: WrittenFigure, other: WrittenFigure) -> bool:
    """Whether a passage's figure states the sentence's: equal in value, equal as written where one has no scale, or the sentence rounds."""
    if not (_are_of_one_kind(figure, other.unit) and _are_of_one_kind(other, figure.unit)) or turns(figure, other.quantity.direction):
        return False
    mine, theirs = abs(figure.value), abs(other.value)
    if mine == theirs or mine == abs(other.quantity.high):
        return True
    if (figure.scale == 1 or other.scale == 1) and abs(figure.written) == abs(other.written):
        return True
    is_near = abs(mine - theirs) <= _NEAR * max(mine, theirs)
    if is_near and (agrees(figure.quantity, other.value, other.value) or agrees(other.quantity, figure.value, figure.value)):
        return True
    return len(figure.digits) >= _FEWEST_DIGITS and rounds_to(theirs, mine, figure.step * figure.scale)


def rounds_to(exact: Decimal, written: Decimal, step: Decimal) -> bool:
    """Whether ``exact`` rounds to ``written``, whose last digit is ``step``, halves either way."""
    return abs(abs(exact) - abs(written)) <= step / 2
