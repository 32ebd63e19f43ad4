"""Numbers as they are written, before units and context."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.quantities.chinese_numerals import read_chinese
from verification.core.quantities.number_words import read_words
from verification.core.quantities.numerals import last_digit, lower, normalise, read_digits

CHINESE = {
    "三千五百": "3500",
    "一万三": "13000",
    "三百五": "350",
    "千三": "1300",
    "一千零五十": "1050",
    "一万零二百五十": "10250",
    "九百万零四百": "9000400",
    "二十万亿": "20000000000000",
    "三千万亿": "3000000000000000",
    "四百零五亿零四百零四万": "40504040000",
    "五兆六十二亿四万五千二": "5006200045200",
    "1.2万亿": "1200000000000",
    "3万4000": "34000",
    "25万6千": "256000",
    "1千零1": "1001",
    "2千零30万": "20300000",
    "5万4千6百": "54600",
    "10万万": "1000000000",
    "两千点零": "2000",
    "一千六点五": "1600.5",
    "三点五亿": "350000000",
    "廿五": "25",
    "半": "0.5",
    "一半": "0.5",
    "五分之一": "0.2",
    "十六分之五": "0.3125",
    "16分之5": "0.3125",
    "三又一千分之二十三": "3.023",
    "一百 五 十 二": "152",
    "拾万零五十六点叁叁": "100056.33",
    "貳佰零參": "203",
    "十万柒仟捌佰伍拾肆": "107854",
    "四萬五千六百二十二": "45622",
    "五億零六": "500000006",
}


@pytest.mark.parametrize(("text", "value"), CHINESE.items())
def test_read_chinese_gives_the_exact_value(text: str, value: str) -> None:
    number = read_chinese(normalise(text), 0)
    assert number is not None
    assert (number.low, number.high, number.end) == (Decimal(value), Decimal(value), len(text))


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("四五千", "4000", "5000"),
        ("三五百", "300", "500"),
        ("三两亿", "200000000", "300000000"),
        ("二三十", "20", "30"),
        ("数十亿", "1000000000", "10000000000"),
        ("几百万", "1000000", "10000000"),
    ],
)
def test_read_chinese_gives_both_ends_of_an_open_numeral(text: str, low: str, high: str) -> None:
    number = read_chinese(text, 0)
    assert number is not None
    assert (number.low, number.high) == (Decimal(low), Decimal(high))


@pytest.mark.parametrize(("text", "value"), [("十余万", "100000"), ("一千多万", "10000000"), ("二十几亿", "2000000000")])
def test_read_chinese_marks_a_numeral_with_more_as_over(text: str, value: str) -> None:
    number = read_chinese(text, 0)
    assert number is not None
    assert (number.low, number.over) == (Decimal(value), True)


@pytest.mark.parametrize("text", ["十四五", "二零二五", "万", "亿", "点五", "九九"])
def test_read_chinese_refuses_signs_that_make_no_number(text: str) -> None:
    assert read_chinese(text, 0) is None


@pytest.mark.parametrize(
    ("text", "step"), [("4.109万亿", "1000000000"), ("三千五百", "100"), ("三千五百万", "1000000"), ("一万三", "1000"), ("3万4000", "1")]
)
def test_read_chinese_tells_the_size_of_the_last_digit(text: str, step: str) -> None:
    number = read_chinese(text, 0)
    assert number is not None
    assert number.step == Decimal(step)


WORDS = {
    "seventy": "70",
    "fifty-two": "52",
    "thirty three": "33",
    "twenty-one trillion three hundred": "21000000000300",
    "three million, two hundred & forty": "3000240",
    "a hundred and two": "102",
    "two hundred point zero three": "200.03",
    "five lakhs": "500000",
    "three lakh crore": "3000000000000",
    "two hundred dozens": "2400",
    "two and a half": "2.5",
    "two and a half million": "2500000",
    "half a million": "500000",
    "quarter million": "250000",
    "a quarter of a million": "250000",
    "two thirds": "0.666666666666667",
    "two thirds of a million": "666666.666666667",
    "twenty-three fifths": "4.6",
    "one hundred thirty-fifths": "2.85714285714286",
    "one in five": "0.2",
    "one out of three": "0.333333333333333",
    "one over 20": "0.05",
    "a half": "0.5",
    "point seven": "0.7",
    "naught": "0",
}


@pytest.mark.parametrize(("text", "value"), WORDS.items())
def test_read_words_gives_the_exact_value(text: str, value: str) -> None:
    number = read_words(text, 0)
    assert number is not None
    assert (number.low, number.end) == (Decimal(value), len(text))


@pytest.mark.parametrize("text", ["twenty-first", "a year", "hundred times", "quarter of 2026", "half year"])
def test_read_words_refuses_ordinals_and_vague_words(text: str) -> None:
    assert read_words(text, 0) is None


DIGITS = {
    "45,000": "45000",
    "1,674,200.5": "1674200.5",
    "12,34,567": "1234567",
    "1.234,56": "1234.56",
    "1.234.567": "1234567",
    "1 414 021 100": "1414021100",
    "10 000": "10000",
    "1,3": "1.3",
    "3-1/2": "3.5",
    "10 1/2": "10.5",
    "3/4": "0.75",
    "2½": "2.5",
    "1e10": "10000000000",
    "1.1^23": "8.95430243255237",
    "2^-1": "0.5",
    "0033": "33",
}


@pytest.mark.parametrize(("text", "value"), DIGITS.items())
def test_read_digits_gives_the_exact_value(text: str, value: str) -> None:
    number = read_digits(text, 0, decimal_comma=True)
    assert number is not None
    assert (number.low, number.end) == (Decimal(value), len(text))


def test_read_digits_refuses_a_run_too_long_to_be_a_figure() -> None:
    assert read_digits("9" * 60, 0, decimal_comma=True) is None


def test_read_digits_stops_before_a_denominator_of_zero() -> None:
    number = read_digits("1/0", 0, decimal_comma=True)
    assert number is not None
    assert (number.low, number.end) == (Decimal(1), 1)


@given(st.text(max_size=60))
def test_normalise_and_lower_keep_every_position(text: str) -> None:
    assert len(normalise(text)) == len(text)
    assert len(lower(text)) == len(text)


@given(st.decimals(min_value=-(10**12), max_value=10**12, places=3))
def test_last_digit_is_a_power_of_ten_the_value_is_a_multiple_of(value: Decimal) -> None:
    assert last_digit(value) == Decimal("0.001")
    assert value % last_digit(value) == 0
