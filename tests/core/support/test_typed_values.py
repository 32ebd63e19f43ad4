"""What a person types as a node's value: one figure in the node's unit, or yes and no."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.support.typed_values import MAX_TYPED, TypedValue, read_typed_value
from verification.core.vocabulary import NodeKind

PERCENT, MONEY, COUNT, TEXT = NodeKind.PERCENT, NodeKind.CURRENCY, NodeKind.NUMBER, NodeKind.TEXT


@pytest.mark.parametrize(
    ("text", "kind", "unit", "node_unit", "number"),
    [
        ("5.25%", PERCENT, "", "%", "5.25"),
        ("5.25", PERCENT, "", "%", "5.25"),
        ("525", PERCENT, "bp", "%", "5.25"),
        ("3.5%–3.75%", PERCENT, "", "%", "3.5..3.75"),
        ("-0.3%", PERCENT, "", "%", "-0.3"),
        ("$66.90", MONEY, "", "USD", "66.9"),
        ("66.90", MONEY, "USD", "USD", "66.9"),
        ("4.109万亿元", MONEY, "", "CNY", "4109000000000"),
        ("1,234", COUNT, "", "", "1234"),
    ],
)
def test_figure_is_read_in_the_nodes_unit(text: str, kind: NodeKind, unit: str, node_unit: str, number: str) -> None:
    found = read_typed_value(text, kind=kind, unit=unit, node_unit=node_unit)
    assert found is not None
    assert (Decimal(found.number.partition("..")[0]), found.unit) == (Decimal(number.partition("..")[0]), node_unit)


@pytest.mark.parametrize(
    ("text", "kind", "node_unit"),
    [
        ("", PERCENT, "%"),
        ("high", PERCENT, "%"),
        ("5 or 6", PERCENT, "%"),
        ("5 USD", PERCENT, "%"),
        ("€5", MONEY, "USD"),
        ("maybe", TEXT, ""),
    ],
)
def test_what_is_no_answer_is_none(text: str, kind: NodeKind, node_unit: str) -> None:
    assert read_typed_value(text, kind=kind, unit="", node_unit=node_unit) is None


@pytest.mark.parametrize(("text", "answer"), [("yes", "yes"), (" No ", "no"), ("是", "yes"), ("否", "no")])
def test_statement_is_answered_by_yes_or_no(text: str, answer: str) -> None:
    assert read_typed_value(text, kind=TEXT, unit="", node_unit="") == TypedValue(answer)


@given(st.text(max_size=300), st.sampled_from(list(NodeKind)), st.text(max_size=30), st.sampled_from(["%", "USD", "桶", ""]))
def test_any_text_is_read_or_refused(text: str, kind: NodeKind, unit: str, node_unit: str) -> None:
    found = read_typed_value(text, kind=kind, unit=unit, node_unit=node_unit)
    assert found is None or kind == TEXT or found.number
    assert found is None or len(found.value) <= MAX_TYPED + len(unit) + 1
