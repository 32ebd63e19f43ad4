from decimal import Decimal

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from verification.templatetags.figures import as_html, as_rivals, format_number, make_figure, seconds

NBSP = "\N{NO-BREAK SPACE}"


def english(**kwargs: str) -> str:
    with override("en"):
        return str(make_figure(**{"written": "", **kwargs}))


def chinese(**kwargs: str) -> str:
    with override("zh-hans"):
        return str(make_figure(**{"written": "", **kwargs}))


def test_percent_has_a_no_break_space_in_english_and_none_in_chinese() -> None:
    assert english(number="3.5", unit="%", kind="percent") == f"3.5{NBSP}%"
    assert chinese(number="3.5", unit="%", kind="percent") == "3.5%"


def test_range_has_an_en_dash_and_equal_decimals() -> None:
    assert english(number="3.5..3.75", unit="%", kind="percent") == f"3.50–3.75{NBSP}%"
    assert chinese(number="3.5..3.75", unit="%", kind="percent") == "3.50–3.75%"


def test_negative_has_a_true_minus() -> None:
    assert english(number="-0.6", unit="%", kind="percent") == f"−0.6{NBSP}%"
    assert english(number="-3..-1", unit="%", kind="percent") == f"−3–−1{NBSP}%"


def test_zeros_are_kept_as_the_source_wrote_them() -> None:
    assert english(number="2", unit="%", kind="percent", written="2.00%") == f"2.00{NBSP}%"
    assert english(number="2", unit="%", kind="percent", written="about 3.50%, up from 2%") == f"2{NBSP}%"


@pytest.mark.parametrize(
    ("number", "in_english", "in_chinese"),
    [
        ("4109000000000", f"4.109{NBSP}trillion{NBSP}CNY", "4.109万亿元"),
        ("31850000000", f"31.85{NBSP}billion{NBSP}CNY", "318.5亿元"),
        ("1250000", f"1.25{NBSP}million{NBSP}CNY", "125万元"),
        ("91840", f"91,840{NBSP}CNY", f"91,840{NBSP}元"),
        ("7.0872", f"7.0872{NBSP}CNY", f"7.0872{NBSP}元"),
        ("1234567.891", f"1,234,567.891{NBSP}CNY", f"1,234,567.891{NBSP}元"),
        ("0", f"0{NBSP}CNY", f"0{NBSP}元"),
        ("-4109000000000", f"−4.109{NBSP}trillion{NBSP}CNY", "−4.109万亿元"),
    ],
)
def test_money_is_shown_in_scales_only_where_no_digit_is_lost(number: str, in_english: str, in_chinese: str) -> None:
    assert english(number=number, unit="CNY", kind="currency") == in_english
    assert chinese(number=number, unit="CNY", kind="currency") == in_chinese


def test_percent_is_never_scaled() -> None:
    assert english(number="1250000", unit="%", kind="percent") == f"1,250,000{NBSP}%"


def test_unit_without_a_word_of_ours_is_shown_as_written() -> None:
    assert english(number="3", unit="widgets", kind="number") == f"3{NBSP}widgets"


def test_range_across_scales_keeps_one_scale_for_both_ends() -> None:
    assert english(number="900000000..1100000000", unit="USD", kind="currency") == f"900–1,100{NBSP}million{NBSP}USD"


def test_what_is_no_number_comes_back_as_it_is() -> None:
    assert format_number("many") == ("many", "")
    assert format_number("1e999999") == ("1e999999", "")
    assert format_number("NaN") == ("NaN", "")


def test_unit_is_escaped() -> None:
    with override("en"):
        shown = as_html(make_figure(number="1", unit="<b>", kind="number"))
    assert shown == f"1<small>{NBSP}&lt;b&gt;</small>"


def test_seconds_have_one_decimal() -> None:
    with override("en"):
        assert seconds(1234) == "1.2 s"
        assert seconds(None) == ""


@given(st.decimals(min_value=-(10**15), max_value=10**15, places=4))
def test_no_digit_is_ever_lost_or_invented(value: object) -> None:
    """Undoing the scale gives the number back."""
    scales = {"trillion": 12, "billion": 9, "million": 6, "": 0}
    with override("en"):
        digits, word = format_number(str(value), scaled=True)
    assert Decimal(digits.replace(",", "").replace("−", "-")).scaleb(scales[word]) == value


def test_values_that_compete_stand_side_by_side_and_a_lone_one_as_doubted() -> None:
    no, two, three = (
        make_figure(number="", unit="", kind="text", written="no"),
        *(make_figure(number=number, unit="%", kind="percent") for number in ("2", "3")),
    )
    with override("en"):
        assert as_rivals([no]) == '<span class="doubted">no <small>not confirmed</small></span>'
        assert as_rivals([two, three]) == f'{as_html(two)}<small class="or">or</small>{as_html(three)}'
