"""Which end of a move a figure is."""

import pytest

from verification.core.reading.status.figure_turns import is_origin


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("从[5.5%]降至5.25%", True),
        ("由上年的[120亿美元]扩大到400亿美元", True),
        ("自[300家]增至500家", True),
        ("来自[300家]企业的订单增至500份", False),
        ("其理由[5条]改为3条", False),
        ("cut from [5.5%] to 5.25%", True),
        ("drawn from [12] provinces", False),
    ],
)
def test_the_origin_of_a_move_is_told(text: str, is_one: bool) -> None:
    start, end = text.index("["), text.index("]") - 1
    plain = text.replace("[", "").replace("]", "")
    assert is_origin(plain, 0, start, end, is_chinese=not text.isascii()) is is_one
