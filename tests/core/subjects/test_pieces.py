"""The pieces of a name: whose it is, what is measured, the words left, each in every writing of both languages."""

import pytest

from verification.core.subjects.pieces import PieceKind, pieces_of
from verification.core.subjects.spelling import nearest_chinese

SUBJECT, MEASURE, WORD = PieceKind.SUBJECT, PieceKind.MEASURE, PieceKind.WORD


def _kinds(name, *, is_chinese):
    return [(piece.kind, piece.text) for piece in pieces_of(name, is_chinese=is_chinese)]


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        ("Fed funds rate", [(MEASURE, "Fed funds rate")]),
        ("Orsted job cuts", [(SUBJECT, "Orsted"), (MEASURE, "job cuts")]),
        (
            "CF PharmTech first-day gain Hong Kong",
            [(WORD, "CF"), (SUBJECT, "PharmTech"), (MEASURE, "first-day gain"), (SUBJECT, "Hong Kong")],
        ),
        ("the of", []),
        ("", []),
    ],
)
def test_pieces_of_an_english_name(name, pieces):
    assert _kinds(name, is_chinese=False) == pieces


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        ("以太坊价格", [(SUBJECT, "以太坊"), (MEASURE, "价格")]),
        ("台積電毛利率", [(SUBJECT, "台積電"), (MEASURE, "毛利率")]),
        ("微软收购Helixia价格", [(SUBJECT, "微软"), (MEASURE, "收购"), (SUBJECT, "Helixia"), (MEASURE, "价格")]),
        ("", []),
    ],
)
def test_pieces_of_a_chinese_name(name, pieces):
    assert _kinds(name, is_chinese=True) == pieces


def test_piece_has_every_writing_its_own_first():
    fed, rate = pieces_of("美联储利率", is_chinese=True)
    assert fed.writings[0] == "美联储"
    assert {"Fed", "Federal Reserve"} < set(fed.writings)
    assert (fed.chinese, fed.english, rate.english) == ("美联储", "Fed", "interest rate")


def test_ticker_and_ether_are_writings_of_ethereum():
    assert {"Ether", "ETH", "以太坊"} < set(pieces_of("Ethereum price", is_chinese=False)[0].writings)


@pytest.mark.parametrize(("text", "code"), [("宁得时代", "CATL"), ("宁德时代", "CATL"), ("得时", None), ("", None)])
def test_nearest_chinese_forgives_one_sign_of_a_listed_name(text, code):
    found = nearest_chinese(text)
    assert (found[0].code if found else None) == code
