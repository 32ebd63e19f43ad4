"""Units behind a number."""

from decimal import Decimal

import pytest

from verification.core.language.tables import read_rows
from verification.core.quantities import currencies
from verification.core.quantities.numerals import lower, normalise
from verification.core.quantities.units import CHINESE, ENGLISH, read_unit
from verification.core.vocabulary import QuantityKind

UNITS = {
    "%": ("%", "percent", "1"),
    " percent of all": ("%", "percent", "1"),
    " per cent": ("%", "percent", "1"),
    "‰": ("‰", "percent", "1"),
    " percentage points": ("pp", "percent", "1"),
    " % points": ("pp", "percent", "1"),
    "个百分点": ("pp", "percent", "1"),
    "   个 百 分点": ("pp", "percent", "1"),
    "bp": ("bp", "percent", "1"),
    " basis points": ("bp", "percent", "1"),
    "个基点": ("bp", "percent", "1"),
    "成": ("%", "percent", "10"),
    " dollars": ("USD", "currency", "1"),
    " Canadian dollars": ("CAD", "currency", "1"),
    " cents": ("USD", "currency", "0.01"),
    " pence": ("GBP", "currency", "0.01"),
    "US$": ("USD", "currency", "1"),
    "€": ("EUR", "currency", "1"),
    "USD": ("USD", "currency", "1"),
    " MUSD": ("USD", "currency", "1000000"),
    "元": ("CNY", "currency", "1"),
    "元人民币": ("CNY", "currency", "1"),
    "港元": ("HKD", "currency", "1"),
    "泰铢": ("THB", "currency", "1"),
    " barrels": ("barrel", "dimension", "1"),
    " barrels per day": ("barrel per day", "dimension", "1"),
    "桶/日": ("barrel per day", "dimension", "1"),
    " metric tons": ("metric ton", "dimension", "1"),
    "吨": ("ton", "dimension", "1"),
    " miles an hour": ("mile per hour", "dimension", "1"),
    "平方米": ("square meter", "dimension", "1"),
    "千瓦时": ("kilowatt hour", "dimension", "1"),
    " °C": ("degree Celsius", "dimension", "1"),
    "个月": ("month", "dimension", "1"),
}


@pytest.mark.parametrize(("text", "expected"), UNITS.items())
def test_read_unit_finds_name_kind_and_factor(text: str, expected: tuple[str, str, str]) -> None:
    norm = normalise(text)
    found = read_unit(norm, lower(norm), 0)
    assert found is not None
    unit, end = found
    assert (unit.name, unit.kind, unit.factor) == (expected[0], QuantityKind(expected[1]), Decimal(expected[2]))
    assert text[:end].strip() != ""


@pytest.mark.parametrize(
    "text",
    ["元素", "元旦", "块蛋糕", "成员", "成为", " in my car", "kbitter", " All of them", " Metric", "", " ", " people", "家", "个"],
)
def test_read_unit_refuses_words_that_only_look_alike(text: str) -> None:
    norm = normalise(text)
    assert read_unit(norm, lower(norm), 0) is None


def test_every_currency_name_leads_to_a_code_or_is_known_to_be_ambiguous() -> None:
    former = {code for code, status, *_ in read_rows("quantities", "currencies") if status == "former"}
    named = (
        set(currencies.ENGLISH.values())
        | set(currencies.CHINESE.values())
        | set(currencies.SIGNS.values())
        | set(currencies.DOLLARS.values())
    )
    assert named - currencies.CODES - former == {"dinar", "rial", "krone"}


def test_unit_forms_are_lower_case_so_that_the_look_up_finds_them() -> None:
    assert [form for form in ENGLISH if form != form.lower() and form not in {unit.name for unit in ENGLISH.values()}] == []
    assert [form for form in CHINESE if " " in form] == []
