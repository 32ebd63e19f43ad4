"""Two values of a step side by side: whether they are the same, and whether they could be told apart if they are not."""

import re
from decimal import Decimal, InvalidOperation

from verification.core.patterns import lazy_regex
from verification.core.steps.dates import is_as_fine, is_same_date
from verification.core.steps.fields import FieldValue, Part, Side, StepField
from verification.core.steps.keys import words_of
from verification.core.steps.outcomes import says_failed
from verification.core.steps.prose import ACCOUNT_LENGTH

_FIGURES = (StepField.AMOUNT, StepField.QUANTITY)
_NAMES = (StepField.REFERENCE, StepField.ACCOUNT)
_OUTGOING = lazy_regex(
    r"\b(?:refund\w*|paid|pay\w*|charg\w*|debit\w*|sent|spent|spend\w*|transfer\w*|withdr\w+|ow\w{1,3}|deduct\w*|bought|purchas\w*|cost)\b|"
    r"退|支付|付款|扣|转账|转出|汇|支出|欠|购买|花费",
    re.IGNORECASE,
)
_LAST = lazy_regex(r"(?:ending|ends|last)\s+(?:\w+\s+){0,2}$|尾号\D{0,2}$", re.IGNORECASE)
# How much of the smallest of its family each unit is, by the public names of the quantity grammar.
_FAMILIES = (
    {"milligram": "0.001", "gram": "1", "kilogram": "1000", "ton": "1000000"},
    {"millimeter": "1", "centimeter": "10", "meter": "1000", "kilometer": "1000000"},
    {"milliliter": "1", "liter": "1000"},
    {"second": "1", "minute": "60", "hour": "3600", "day": "86400", "week": "604800"},
    {"kilobyte": "1", "megabyte": "1000", "gigabyte": "1000000", "terabyte": "1000000000"},
    {"watt hour": "1", "kilowatt hour": "1000", "megawatt hour": "1000000"},
)


def agrees(said: FieldValue, found: FieldValue, claim: str) -> bool:
    """Whether a value of the claim is the one that was found."""
    if said.field in _FIGURES:
        return found.field in _FIGURES and _is_same_figure(said, found, claim)
    if said.field == StepField.DATE:
        return found.field == StepField.DATE and is_same_date(said.value, found.value)
    if said.field in _NAMES:
        is_open = found.field in (*_NAMES, *_FIGURES)
        return is_open and _is_same_name(said, found, claim) and not _is_other_side(said, found)
    return said.field == found.field and said.value == found.value


def can_differ(said: FieldValue, found: FieldValue, claim: str) -> bool:
    """Whether ``found`` is of the field that was claimed, so that another value there speaks against it."""
    if said.field == StepField.AMOUNT:
        return found.field == StepField.AMOUNT or (found.is_open and bool(found.unit) and not _is_about(found.key, claim, said))
    if said.field == StepField.QUANTITY:
        return found.field == StepField.QUANTITY and _is_same_measure(said, found, claim)
    if said.field == StepField.DATE:
        return found.field == StepField.DATE and is_as_fine(said.value, found.value)
    if said.field in _NAMES:
        return _is_same_sort(said, found) and not _is_other_side(said, found)
    return said.field == found.field


def _is_same_sort(said: FieldValue, found: FieldValue) -> bool:
    """A short number after "account" may be what a tool calls an id, and the other way round."""
    is_short = said.field == StepField.ACCOUNT and len(said.value) < ACCOUNT_LENGTH
    return found.field in _NAMES and (found.field == said.field or found.is_open or is_short)


def _is_same_name(said: FieldValue, found: FieldValue, claim: str) -> bool:
    if said.value == found.value or (found.field in _FIGURES and said.text == found.text):
        return True
    is_tail = len(said.value) >= 3 and bool(_LAST.search(claim[: max(0, said.start)]))
    return is_tail and found.value.endswith(said.value)


def _is_other_side(said: FieldValue, found: FieldValue) -> bool:
    return Side.NONE not in (said.side, found.side) and said.side != found.side


def _is_same_figure(said: FieldValue, found: FieldValue, claim: str) -> bool:
    if Part.NONE not in (said.part, found.part) and said.part != found.part:
        return False
    if not _is_same_size(said, found):
        return False
    if found.sign < 0 and said.sign == 0:
        return bool(_OUTGOING.search(claim)) or says_failed(claim)
    return 0 in (said.sign, found.sign) or said.sign == found.sign


def _is_same_size(said: FieldValue, found: FieldValue) -> bool:
    """Equal as they are, or in one unit; money of another currency is told apart by its currency."""
    if said.field == StepField.AMOUNT or not said.unit or not found.unit or said.unit == found.unit:
        is_lacking = said.field == StepField.QUANTITY and bool(said.unit) and not found.unit and found.field == StepField.AMOUNT
        return said.value == found.value and not is_lacking
    factors = _factors(said.unit, found.unit)
    mine, theirs = _number(said.value), _number(found.value)
    return factors is not None and mine is not None and theirs is not None and mine * factors[0] == theirs * factors[1]


def _is_same_measure(said: FieldValue, found: FieldValue, claim: str) -> bool:
    """Of one unit or family, or a count under a name that the claim has too, or that says nothing but that it is one."""
    if said.unit and found.unit:
        return said.unit == found.unit or _factors(said.unit, found.unit) is not None
    if said.unit:
        return False
    return not found.is_open or _is_about(found.key, claim, said)


def _is_about(key: str, claim: str, said: FieldValue) -> bool:
    """Whether the name of a figure shares a word with the claim near it, or is one that only counts."""
    behind = claim[said.start : said.start + 40].casefold() if said.start >= 0 else claim.casefold()
    words = [word for word in words_of(key) if len(word) > 3 or not word.isascii()]
    return any(word.rstrip("s") in behind for word in words) or any(word in ("count", "number", "total", "数") for word in words)


def _factors(one: str, other: str) -> tuple[Decimal, Decimal] | None:
    family = next((each for each in _FAMILIES if one in each and other in each), None)
    return (Decimal(family[one]), Decimal(family[other])) if family else None


def _number(value: str) -> Decimal | None:
    try:
        return Decimal(value)
    except InvalidOperation:
        return None
