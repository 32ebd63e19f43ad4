"""What holds of the quantity grammar for every text: spans, determinism, exact reading of what is written, linear growth."""

from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import drawn
from tests.growth import grows_within
from verification.core.evidence import Quantity
from verification.core.quantities.grammar import agrees, find_quantities, round_step
from verification.core.vocabulary import QuantityKind

WRITTEN = [
    "5", "1,234", "3.5", "%", "万", "亿元", " million", "$", "-", "至", " to ", "下降", "fell ", "约", "(", ")", "百分之", "三", "十",
    "点", "个基点", " bps", "2026", "年", "月", " May ", "第", "No. ", ".", ",", "，", "1/2", " half a ", "one", " in ", "five", "多",
    "人", "€", "/", ":", " ", "\u200b", "Ａ", "５", "\n", "分之", "分", "份", "摄氏", "度", "°C", "C", "米", "半", "杯", "两", "臺", "億",
    "圓",     "half ", "tenth of a ", " and ", "a ", "million", "thirds", " feet ", " inches", " (kg)", "- to ",
    " below zero", "^2", "km/ms", "刀",
]  # fmt: skip
PIECES = st.sampled_from(WRITTEN)
TEXTS = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=25).map("".join))


def _check_spans(text: str, found: tuple[Quantity, ...]) -> None:
    floor = 0
    for quantity in found:
        assert floor <= quantity.start < quantity.end <= len(text)
        assert quantity.text == text[quantity.start : quantity.end]
        assert quantity.low <= quantity.high
        assert quantity.low.is_finite()
        assert quantity.high.is_finite()
        assert (quantity.unit is None) == (quantity.kind == QuantityKind.NUMBER)
        floor = quantity.end


@drawn(400)
@given(TEXTS, st.sampled_from([None, "en", "zh"]))
def test_spans_lie_in_the_text_in_order_and_hold_their_slice(text: str, lang: str | None) -> None:
    _check_spans(text, find_quantities(text, lang=lang))


@given(TEXTS)
def test_the_same_text_gives_the_same_quantities(text: str) -> None:
    assert find_quantities(text) == find_quantities(text)


@given(TEXTS)
def test_the_precision_of_every_quantity_can_be_told(text: str) -> None:
    for quantity in find_quantities(text):
        assert round_step(quantity) >= 0
        assert agrees(quantity, quantity.low, quantity.high)


def _plain(value: Decimal) -> str:
    return format(value, "f")


def _grouped(value: Decimal) -> str:
    return format(value, ",f")


def _full_width(text: str) -> str:
    return "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" and sign != "," else sign for sign in text)


_SIGNS = "零一二三四五六七八九"


def _chinese_group(number: int) -> str:
    digits = [(number // 1000, "千"), (number // 100 % 10, "百"), (number // 10 % 10, "十"), (number % 10, "")]
    out = ""
    for digit, unit in digits:
        if digit:
            out += _SIGNS[digit] + unit
        elif out and not out.endswith("零"):
            out += "零"
    return out.rstrip("零")


def _chinese(number: int) -> str:
    """A whole number below 10**12 in Chinese signs, written out with every 零 it needs."""
    if not number:
        return "零"
    out = ""
    for size, unit in ((10**8, "亿"), (10**4, "万"), (1, "")):
        group, number = divmod(number, size)
        if group:
            needs_zero = out and group < 1000 and not out.endswith("零")
            out += ("零" if needs_zero else "") + _chinese_group(group) + unit
        elif out and number and not out.endswith("零"):
            out += "零"
    return out.rstrip("零")


AMOUNTS = st.decimals(min_value=Decimal("0.01"), max_value=Decimal("99999999999"), places=2)
FORMS: list[tuple[Callable[[Decimal], str], Decimal, str | None]] = [
    (lambda v: f"为{_plain(v)}%，", Decimal(1), "%"),
    (lambda v: f"was {_plain(v)}% in", Decimal(1), "%"),
    (lambda v: f"was {_grouped(v)} percent in", Decimal(1), "%"),
    (lambda v: f"为{_full_width(_plain(v))}％，", Decimal(1), "%"),
    (lambda v: f"为百分之{_plain(v)}，", Decimal(1), "%"),
    (lambda v: f"by {_plain(v)} bps, ", Decimal(1), "bp"),
    (lambda v: f"为{_plain(v)}个百分点，", Decimal(1), "pp"),
    (lambda v: f"为{_plain(v)}‰，", Decimal(1), "‰"),
    (lambda v: f"为{_plain(v)}万元，", Decimal(10**4), "CNY"),
    (lambda v: f"为{_plain(v)}亿美元，", Decimal(10**8), "USD"),
    (lambda v: f"为{_plain(v)}万亿元，", Decimal(10**12), "CNY"),
    (lambda v: f"of ${_grouped(v)} for", Decimal(1), "USD"),
    (lambda v: f"of ${_plain(v)} million for", Decimal(10**6), "USD"),
    (lambda v: f"of {_plain(v)}bn euros for", Decimal(10**9), "EUR"),
    (lambda v: f"of HK${_grouped(v)} trillion for", Decimal(10**12), "HKD"),
    (lambda v: f"of {_grouped(v)} tonnes", Decimal(1), "ton"),
    (lambda v: f"为{_plain(v)}万吨，", Decimal(10**4), "ton"),
    (lambda v: f"为{_plain(v)}亿，", Decimal(10**8), None),
]


@given(AMOUNTS, st.sampled_from(FORMS))
def test_an_amount_in_any_form_reads_back_exactly(value: Decimal, form: tuple[Callable[[Decimal], str], Decimal, str | None]) -> None:
    render, factor, unit = form
    (quantity,) = find_quantities(render(value))
    assert (quantity.low, quantity.high, quantity.unit) == (value * factor, value * factor, unit)


@given(st.integers(min_value=1, max_value=10**12 - 1))
def test_a_number_in_chinese_signs_reads_back_exactly(number: int) -> None:
    (quantity,) = find_quantities(f"共{_chinese(number)}元，")
    assert (quantity.low, quantity.unit) == (Decimal(number), "CNY")


@given(AMOUNTS, AMOUNTS)
def test_a_range_reads_back_exactly(one: Decimal, other: Decimal) -> None:
    low, high = sorted((one, other))
    if low == high:
        high += 1
    for text in (
        f"为{_plain(low)}%至{_plain(high)}%，",
        f"of {_plain(low)} to {_plain(high)} percent",
        f"of {_plain(low)}%-{_plain(high)}%",
    ):
        (quantity,) = find_quantities(text)
        assert (quantity.low, quantity.high, quantity.unit) == (low, high, "%")


@given(st.sampled_from(FORMS), AMOUNTS)
def test_a_negative_amount_keeps_its_sign(form: tuple[Callable[[Decimal], str], Decimal, str | None], value: Decimal) -> None:
    (quantity,) = find_quantities(f"同比-{_plain(value)}%，")
    assert (quantity.low, quantity.unit) == (-value, "%")


HOSTILE = [
    "9", "1,234", "234,", "1.2", "一", "一千", "一 ", "(", "(3.2", "one ", "twenty-one hundred ", " million and", " ", "5-", "5 to ",
    "$", "$5 million to ", "1:", "a@", "a.a", "http://", "5%", "百分之", "分之", "5 metric ", "12 people, ", "-", "half a ",
    "point five ", "one, ", "数十亿", "1e1", "1/2", "/", "元", "1元", "3多", "\u202e5%\u200b", "5\u0301%", "between 3 and ",
    "from 1 to ", "第", "2026-05-", "十四五", "三五", "万亿", "us$", "A1",
]  # fmt: skip


@pytest.mark.parametrize("block", HOSTILE)
@pytest.mark.share(4)
def test_the_time_grows_no_faster_than_the_text(block: str) -> None:
    """Eight times the text may take up to 24 times as long: quadratic growth would take 64 times."""
    short = (block * 2000)[:2000]
    assert grows_within(24, lambda: find_quantities(short), lambda: find_quantities(short * 8))


def test_a_page_of_ten_thousand_numbers_gives_them_all() -> None:
    text = " ".join(f"{number}.5%" for number in range(10_000))
    found = find_quantities(text)
    _check_spans(text, found)
    assert [quantity.low for quantity in found] == [Decimal(number) + Decimal("0.5") for number in range(10_000)]


def test_a_megabyte_of_nested_brackets_holds_nothing() -> None:
    assert find_quantities("(" * 500_000 + ")" * 500_000) == ()
