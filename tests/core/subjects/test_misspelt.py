"""A known name is told from a slip of it, where the slip stands nowhere."""

import pytest

from verification.core.language.terms import query_terms
from verification.core.subjects.misspelt import name_meant


@pytest.mark.parametrize(
    ("text", "written", "name"),
    [
        ("以得坊价格", "以得坊", "以太坊"),
        ("加得大5月失业率", "加得大", "加拿大"),
        ("宁德时待营收", "宁德时待", "宁德时代"),
        ("Bejing subway fare", "Bejing", "Beijing"),
        ("deliveries of Volkwagen", "Volkwagen", "Volkswagen"),
    ],
)
def test_a_slip_is_told_with_the_name_it_stands_for(text: str, written: str, name: str) -> None:
    meant = name_meant(text, query_terms(text))
    assert meant is not None
    assert (meant.written, meant.writings[0]) == (written, name)


def test_a_name_that_stands_somewhere_is_no_slip() -> None:
    assert name_meant("以得坊价格", ["坊价"]) is None
    assert name_meant("Bejing subway fare", ["subway", "fare"]) is None


@pytest.mark.parametrize("text", ["加拿大失业率", "Beijing subway fare", "秘得通胀率", "Elbonia inflation", "", "5.4%", "____"])
def test_known_names_short_ones_and_unknown_ones_are_no_slips(text: str) -> None:
    assert name_meant(text, query_terms(text)) is None


def test_what_several_names_are_a_letter_from_is_nobodys() -> None:
    assert name_meant("Austrilia exports", ["austrilia"]) is not None
    assert name_meant("Iraz exports", ["iraz"]) is None
