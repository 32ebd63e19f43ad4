"""How passages stand to statements, both read at the same words."""

import pytest

from verification.core.reading.statement import Status
from verification.core.reading.status.statuses import StatusReader
from verification.core.support.facts import read_facts
from verification.core.support.standing import Claimed, Standing


def standing(statement: str, text: str) -> Standing:
    return Claimed(read_facts(statement)).standing(text, 0, StatusReader(text))


@pytest.mark.parametrize(
    ("statement", "text", "claimed", "found"),
    [
        ("The port closed", "The port closed on Tuesday.", Status.ASSERTED, Status.ASSERTED),
        ("The port closed", "The port has not closed.", Status.ASSERTED, Status.DENIED),
        ("The port will close", "The port will close in May.", Status.FORESEEN, Status.FORESEEN),
        ("The port never closed", "The port never closed.", Status.DENIED, Status.DENIED),
        ("港口关闭", "港口并未关闭。", Status.ASSERTED, Status.DENIED),
        ("港口将关闭", "港口将关闭。", Status.FORESEEN, Status.FORESEEN),
        # What is denied in another clause, or of other words, is not what is read.
        ("The port closed", "Nobody was hurt, the port closed.", Status.ASSERTED, Status.ASSERTED),
        ("Unemployment is 4%", "Unemployment is 4%, not 5%.", Status.ASSERTED, Status.ASSERTED),
        ("Unemployment is 5%", "Unemployment is 4%, not 5%.", Status.ASSERTED, Status.DENIED),
    ],
)
def test_both_are_read_at_the_same_words(statement, text, claimed, found):
    read = standing(statement, text)
    assert (read.claimed, read.found) == (claimed, found)


@pytest.mark.parametrize(
    ("claimed", "found", "is_denied", "is_open"),
    [
        (Status.ASSERTED, Status.ASSERTED, False, False),
        (Status.ASSERTED, Status.DENIED, True, False),
        (Status.DENIED, Status.ASSERTED, True, False),
        # Who asks or supposes what a statement denies says nothing against it.
        (Status.DENIED, Status.ASKED, False, True),
        (Status.DENIED, Status.SUPPOSED, False, True),
        (Status.DENIED, Status.DENIED, False, False),
        (Status.ASSERTED, Status.UNCONFIRMED, False, True),
        (Status.FORESEEN, Status.SUPPOSED, False, False),
        (Status.FORESEEN, Status.ASSERTED, False, False),
        (Status.FORESEEN, Status.UNCONFIRMED, False, True),
    ],
)
def test_what_is_denied_and_what_is_open(claimed, found, is_denied, is_open):
    read = Standing(claimed, found)
    assert (read.is_denied, read.is_open) == (is_denied, is_open)


def test_a_passage_that_holds_nothing_of_it_stands_in_no_way_to_it():
    assert standing("The port closed", "Sales rose.") == Standing()


def test_the_share_is_of_the_best_sentence():
    assert standing("The copper mine closed", "The copper mine closed. It rained.").share == 1.0
    assert standing("The copper mine closed", "The copper rose. It rained.").share == pytest.approx(1 / 3)


def test_a_statement_that_denies_is_not_plain():
    assert Claimed(read_facts("The port closed")).is_plain
    assert not Claimed(read_facts("The port has not closed")).is_plain
