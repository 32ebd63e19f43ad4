"""What a figure measures: level or change, basis, direction."""

import pytest

from verification.core.reading.frames.measures import Basis, Form, Measure, measure_of, measures_clash
from verification.core.vocabulary import Direction


def measure(text: str) -> Measure:
    start, end = text.index("["), text.index("]") - 1
    plain = text.replace("[", "").replace("]", "")
    return measure_of(plain, start, end, is_chinese=not text.isascii())


@pytest.mark.parametrize(
    ("text", "form", "direction"),
    [
        ("sales rose [0.2] percent", Form.CHANGE, Direction.UP),
        ("the rate rose to [8.2] percent", Form.LEVEL, None),
        ("payrolls fell by [5,000]", Form.CHANGE, Direction.DOWN),
        ("a [5.3%] increase", Form.CHANGE, Direction.UP),
        ("GDP grew at an annual rate of [2.6] percent", Form.CHANGE, None),
        ("nearly [50,000] more than economists", Form.GAP, None),
        ("to bring down the [8.2%] rate", None, None),
        ("同比增长[1.4%]", Form.CHANGE, Direction.UP),
        ("同比下降[0.6%]", Form.CHANGE, Direction.DOWN),
        ("利率降至[4.1%]", Form.LEVEL, None),
        ("收于[61.69]美元", Form.LEVEL, None),
        ("造成至少[12]人死亡", None, None),
    ],
)
def test_form_and_direction(text: str, form: Form | None, direction: Direction | None) -> None:
    found = measure(text)
    assert (found.form, found.direction) == (form, direction)


def test_basis_is_carried_through_a_list() -> None:
    assert measure("采矿业增加值同比增长6.1%，制造业增长[6.6%]").basis == Basis.YEAR
    assert measure("同比下降0.6%；环比下降[0.38%]").basis == Basis.MONTH


@pytest.mark.parametrize(
    ("wanted", "found", "chinese", "clash"),
    [
        (Measure(Form.CHANGE), Measure(Form.LEVEL), False, True),
        (Measure(Form.CHANGE, Basis.YEAR), Measure(Form.CHANGE, Basis.MONTH), False, True),
        (Measure(Form.CHANGE, None), Measure(Form.CHANGE, Basis.MONTH), True, True),
        (Measure(Form.CHANGE, None), Measure(Form.CHANGE, Basis.MONTH), False, False),
        (Measure(Form.CHANGE, None, Direction.UP), Measure(Form.CHANGE, None, Direction.DOWN), True, True),
        (Measure(), Measure(Form.LEVEL), True, False),
        (Measure(), Measure(Form.GAP), False, True),
    ],
)
def test_measures_clash(wanted: Measure, found: Measure, chinese: bool, clash: bool) -> None:
    assert measures_clash(wanted, found, is_chinese=chinese) is clash
