"""Known names in a text: whole, and not those that a longer word only begins with."""

import pytest

from verification.core.subjects.known import find_known


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("中国银行业金融机构资产总额", ["中国"]),
        ("招商银行业绩稳健", ["招商银行"]),
        ("中国银行业务增长", ["中国银行"]),
        ("中国银行资产总额", ["中国银行"]),
    ],
)
def test_a_trade_is_no_bank(text: str, names: list[str]) -> None:
    assert [text[one.start : one.end] for one in find_known(text)] == names
