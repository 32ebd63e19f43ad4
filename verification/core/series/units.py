"""The unit of a publisher's series, as it writes it ("Percent", "Billions of Dollars", "annual %"), as a kind, a unit and a factor.

What no rule reads is a number without a unit: it answers no node that asks for one.
"""

import re
from decimal import Decimal
from typing import NamedTuple

from verification.core.language.script import to_simplified
from verification.core.language.texts import fold
from verification.core.patterns import lazy_regex
from verification.core.quantities.currencies import CODES
from verification.core.subjects.known import find_known
from verification.core.vocabulary import NodeKind


class Measure(NamedTuple):
    """``factor`` times a published figure is the figure in ``unit``; "" for a plain number."""

    kind: NodeKind
    unit: str = ""
    factor: Decimal = Decimal(1)


PLAIN = Measure(NodeKind.NUMBER)
PERCENT = Measure(NodeKind.PERCENT, "%")
_MAGNITUDES = {"hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_MAGNITUDE = lazy_regex(rf"(?P<word>{'|'.join(_MAGNITUDES)})s?(?:\s+of)?\s+", re.IGNORECASE)
# A point of a percentage is a difference of two, and no percentage itself.
_PERCENT = lazy_regex(r"(?:.*\W)?(?:%|per\s?cent(?:age)?\b(?!\s+points?)|rate of change\b).*", re.IGNORECASE | re.DOTALL)
_CURRENT = lazy_regex(r"current\s+", re.IGNORECASE)
# "Chinese Yuan Renminbi to One U.S. Dollar" is a rate of exchange; "Dollars per Barrel" is an amount of money.
_RATE = lazy_regex(r"(?P<money>.+?)\s+(?:to|per)\s+(?:one|1)\b.*", re.IGNORECASE)
_PRICE = lazy_regex(r"(?P<money>.+?)\s+per\s+.+", re.IGNORECASE)
_CODE = 3
_MARKS = {"us$": "USD", "$": "USD", "dollar": "USD", "dollars": "USD", "€": "EUR", "£": "GBP"}


def read_unit(written: str) -> Measure:
    """What figures in a unit of these words are."""
    text = " ".join(fold(to_simplified(written)).split())
    if _PERCENT.fullmatch(text):
        return PERCENT
    found = _MAGNITUDE.match(text)
    factor = Decimal(1)
    while found is not None:
        factor *= Decimal(10) ** _MAGNITUDES[found["word"].lower()]
        text = text[found.end() :]
        found = _MAGNITUDE.match(text)
    rate, price = _RATE.fullmatch(text), _PRICE.fullmatch(text)
    money = rate or price
    code = _currency_of(money["money"] if money else _CURRENT.sub("", text, count=1))
    if not code:
        return PLAIN._replace(factor=factor)
    return Measure(NodeKind.NUMBER if rate else NodeKind.CURRENCY, code, factor)


def _currency_of(text: str) -> str:
    """The one currency that the words name from end to end, "" for none: dollars of 2017 are no dollars."""
    if text.upper() in CODES and len(text) == _CODE:
        return text.upper()
    if text in _MARKS:
        return _MARKS[text]
    known = find_known(text, is_typed=True)
    left = "".join(sign for at, sign in enumerate(text) if not any(one.start <= at < one.end for one in known))
    codes = [{entity.code for entity in one.entities if entity.kind == "currency"} for one in known]
    shared = set.intersection(*named) if (named := [each for each in codes if each]) else set()
    return shared.pop() if len(shared) == 1 and not left.strip(" .()") else ""
