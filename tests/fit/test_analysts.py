"""The extracts that nothing is learnt from: one right sentence and two exchanged ones each, in halves that stay what they are."""

from collections import Counter

from fit.cells.analysts import told_sentences
from fit.cells.ledgers import ledger_sentences

TOLD = list(told_sentences())
KINDS = {"own", "row", "column", "year", "unit", "total", "change", "sign", "other"}


def test_each_extract_has_a_right_sentence_and_two_exchanged_ones() -> None:
    assert Counter(told.name for told in TOLD) == dict.fromkeys({told.name for told in TOLD}, 3)
    assert Counter((told.source, told.kind == "own") for told in TOLD) == {
        ("analysts", True): 70,
        ("analysts", False): 140,
        ("filings", True): 40,
        ("filings", False): 80,
    }
    assert {told.kind for told in TOLD} == KINDS
    assert all(told.documents[0] and told.sentence for told in TOLD)


def test_an_extract_is_wholly_in_one_half() -> None:
    halves = {(told.source, told.name, told.is_read) for told in TOLD}
    assert Counter((source, is_read) for source, _, is_read in halves) == {
        ("analysts", True): 41,
        ("analysts", False): 29,
        ("filings", True): 20,
        ("filings", False): 20,
    }


def test_a_ledger_has_three_right_sentences_and_every_figure_beside_them_exchanged() -> None:
    told = list(ledger_sentences())
    assert Counter(one.name for one in told if one.kind == "own") == dict.fromkeys({one.name for one in told}, 3)
    assert Counter((one.kind, one.is_read) for one in told) == {
        ("own", True): 42,
        ("own", False): 63,
        ("row", True): 103,
        ("row", False): 188,
        ("column", True): 121,
        ("column", False): 157,
    }
    assert len({(one.name, one.sentence) for one in told}) == len(told)
