"""Verified nodes answer a message: a yes or no about the same event, a value where subject, measure and period fit."""

from datetime import date

import pytest

from tests.core.events.event_lists import shipped_lexicon
from verification.core.events.own_nodes import NodeValue, consult, is_settled
from verification.core.events.propositions import read_propositions
from verification.core.vocabulary import NodeKind

LEXICON = shipped_lexicon()
TODAY = date(2026, 6, 10)
NODES = (
    NodeValue("fed", "Federal funds rate", ("美联储利率",), NodeKind.PERCENT, "5.25%", "%"),
    NodeValue("btc", "Bitcoin price", ("比特币价格",), NodeKind.CURRENCY, "$64,000", "USD"),
    NodeValue("jobs", "US unemployment rate", ("美国失业率",), NodeKind.PERCENT, "4.1%", "%"),
    NodeValue("hack", "Was Halcyon Exchange hacked?", (), NodeKind.TEXT, "yes"),
)


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("The federal funds rate is 5.5%", [("fed", "contradicts")]),
        ("US unemployment rate fell to 4.1%", [("jobs", "supports")]),
        ("UK unemployment rate rose to 5%", []),
        ("比特币价格跌至5.2万美元", [("btc", "contradicts")]),
        ("Halcyon Exchange was not hacked", [("hack", "contradicts")]),
        ("Halcyon was hacked", [("hack", "supports")]),
        ("Orvane was hacked", []),
    ],
)
def test_node_answers_what_it_is_about(text: str, answers: list[tuple[str, str]]) -> None:
    found = consult(text, NODES, LEXICON, today=TODAY)
    assert [(one.node.slug, one.says.value) for one in found] == answers


@pytest.mark.parametrize(("text", "is_enough"), [("US unemployment rate fell to 4.1%", True), ("Halcyon was hacked", False)])
def test_figure_is_settled_by_its_node_and_an_event_is_searched_for(text: str, is_enough: bool) -> None:
    assert is_settled(read_propositions(text, LEXICON), consult(text, NODES, LEXICON, today=TODAY)) is is_enough
