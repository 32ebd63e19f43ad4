"""What tools return, and papers in lines of name and value, read into fields: names decide, then the form of what stands there."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from verification.core.patterns import lazy_regex
from verification.core.quantities.conversion import unit_name
from verification.core.steps.dates import find_dates
from verification.core.steps.fields import MAX_TEXT, FieldValue, Side, StepField, fold, plain
from verification.core.steps.keys import field_of, part_of, scale_of, side_of, sign_of, unit_of
from verification.core.steps.outcomes import Outcome, read_flag, read_outcome
from verification.core.steps.prose import read_prose

MAX_DEPTH, MAX_FIELDS = 8, 400
_LINE = lazy_regex(r"^\s*([^:：\n]{1,40})\s*[:：]\s*(\S.*)$", re.MULTILINE)
_CODE = lazy_regex(r"(?=[\w./-]*\d)[A-Za-z0-9]+(?:[-_./][A-Za-z0-9]+)*", re.ASCII)
_NOTHING = frozenset(("", "none", "null", "0", "[]", "{}", "false", "无"))


@dataclass(frozen=True, slots=True)
class _Around:
    """What the object around a value says of it."""

    field: StepField | None = None
    currency: str = ""
    unit: str = ""
    side: Side = Side.NONE
    key: str = ""
    lang: str | None = None


def read_data(data: object, lang: str | None = None) -> tuple[FieldValue, ...]:
    """The fields of what a tool returned, or of a payload."""
    found: list[FieldValue] = []
    for each in _walk("", data, _Around(lang=lang), 0):
        found.append(each)
        if len(found) >= MAX_FIELDS:
            break
    return tuple(found)


def read_text(text: str, lang: str | None = None) -> tuple[FieldValue, ...]:
    """The fields of a document or message: its lines of name and value, and what its other lines hold."""
    text = text[:MAX_TEXT]
    lines = {name.strip(): value.strip() for name, value in _LINE.findall(text) if field_of(name) or any(map(str.isdigit, value))}
    return (*read_data(lines, lang), *read_prose(_LINE.sub("", text) if lines else text, lang))


def list_texts(data: object, depth: int = 0) -> Iterator[str]:
    """Everything that is written in what a tool returned."""
    if depth > MAX_DEPTH:
        return
    if isinstance(data, Mapping):
        for value in data.values():
            yield from list_texts(value, depth + 1)
    elif isinstance(data, Sequence) and not isinstance(data, str):
        for value in data:
            yield from list_texts(value, depth + 1)
    elif data is not None:
        yield str(data)


def _walk(key: str, value: object, around: _Around, depth: int) -> Iterator[FieldValue]:
    if depth > MAX_DEPTH:
        return
    if isinstance(value, Mapping):
        inner = _step_in(key, value, around)
        for name, own in value.items():
            yield from _walk(str(name), own, inner, depth + 1)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for own in value:
            yield from _walk(key, own, around, depth + 1)
    elif value is not None:
        yield from _read(key, value, around)


def _step_in(key: str, value: Mapping[str, object], around: _Around) -> _Around:
    said = {field_of(str(name)): str(own) for name, own in value.items() if isinstance(own, str)}
    units = [str(own) for name, own in value.items() if str(name).lower() in ("unit", "units", "uom", "单位", "计量单位")]
    return _Around(
        field=field_of(key) or around.field,
        currency=_currency(said.get(StepField.CURRENCY, "")) or around.currency,
        unit=(unit_name(units[0]) or "") if units else around.unit,
        side=side_of(key) or around.side,
        key=key or around.key,
        lang=around.lang,
    )


def _read(key: str, value: object, around: _Around) -> Iterator[FieldValue]:
    text = str(value).strip() if not isinstance(value, bool) else str(value).lower()
    if not text:
        return
    if isinstance(value, bool):
        if read_flag(key, value) != Outcome.OPEN:
            yield FieldValue(StepField.STATUS, f"{key}: {text}", read_flag(key, value).value, sign=1 if value else -1, key=key)
        return
    field = _field(key, text, around)
    for each in _read_as(field, key, text, around):
        side = side_of(key) or around.side
        yield replace(each, key=key, side=side, part=part_of(key) or part_of(around.key))


def _field(key: str, text: str, around: _Around) -> StepField | None:
    """What the name says; inside a named object ({"total": {"value": …}}, {"seller": {"name": …}}) the name outside."""
    own = field_of(key)
    outer = around.field
    if outer in (StepField.AMOUNT, StepField.QUANTITY) and own in (None, StepField.AMOUNT):
        return outer
    if outer in (StepField.PARTY, StepField.ACCOUNT) and (own is None or own == StepField.REFERENCE):
        return outer
    is_direction = key.lower() in ("from", "to") and any(map(str.isdigit, text))
    return StepField.ACCOUNT if own == StepField.PARTY and is_direction else own


def _read_as(field: StepField | None, key: str, text: str, around: _Around) -> list[FieldValue]:
    number = _number(text)
    if field == StepField.STATUS and number is None:
        return _outcome(key, text)
    if field == StepField.CURRENCY:
        return [FieldValue(field, text, _currency(text))]
    if field in (StepField.REFERENCE, StepField.ACCOUNT, StepField.PARTY):
        return [FieldValue(field, text, fold(text))]
    if field == StepField.DATE or (field is None and number is None):
        days = find_dates(text)
        if days:
            return [FieldValue(StepField.DATE, text, day.value) for day in days[:2]]
    if number is not None:
        return [_figure(field, key, text, number, around)]
    if field is None and _CODE.fullmatch(text):
        return [FieldValue(StepField.REFERENCE, text, fold(text), is_open=True)]
    told = [each for each in read_prose(text, around.lang) if each.field in (StepField.AMOUNT, StepField.CURRENCY, StepField.QUANTITY)]
    return told if len(told) <= 2 or field is None else told[:2]


def _figure(field: StepField | None, key: str, text: str, number: Decimal, around: _Around) -> FieldValue:
    scale, currency = scale_of(key)
    unit = unit_of(key)
    is_measured = bool(around.unit) and not around.currency
    is_money = (field == StepField.AMOUNT and not is_measured) or bool(currency) or scale == Decimal("0.01")
    is_count = field == StepField.QUANTITY
    known = StepField.AMOUNT if is_money else StepField.QUANTITY
    own_unit = unit or currency or (around.currency if not is_count else "") or around.unit
    sign = sign_of(key, number, text)
    return FieldValue(
        known, text, plain(abs(number) * scale), own_unit, sign=sign, is_open=not is_money and not is_count and not is_measured
    )


def _outcome(key: str, text: str) -> list[FieldValue]:
    """A word under a name of an outcome; under "error" and the like, anything at all is a failure."""
    is_bad = read_outcome(key) == Outcome.FAILED
    if is_bad:
        return [] if text.lower() in _NOTHING else [FieldValue(StepField.STATUS, text, Outcome.FAILED.value)]
    return [FieldValue(StepField.STATUS, text, read_outcome(text).value)]


def _currency(text: str) -> str:
    return (unit_name(text) or text.strip().upper()) if text.strip() else ""


def _number(text: str) -> Decimal | None:
    try:
        number = Decimal(text.replace(",", "").replace("\u2212", "-").lstrip("+"))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None
