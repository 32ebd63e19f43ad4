"""A name that asks for the value before is never answered by the one of now."""

from datetime import UTC, datetime

import pytest

from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust, Verdict
from verification.core.reading.questions import read_question
from verification.core.reading.statement import Status
from verification.core.reasons import WhyCode
from verification.core.vocabulary import NodeKind

AT = datetime(2026, 7, 30, 18, tzinfo=UTC)
HOST = "plainview.example"


def settled(name: str, text: str) -> Verdict:
    node = NodeSpec(name, NodeKind.PERCENT)
    return settle(node, [Page(f"https://{HOST}/a", "", text, AT)], as_of=AT, trust=Trust(whitelist=(HOST,)))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("美国6月零售销售环比前值", "美国6月零售销售环比增长0.6%，预期0.1%。"),
        ("英国央行此前利率", "英国央行周四将利率下调至3.75%。"),
        ("Bank of England previous rate", "The Bank of England cut its bank rate to 3.75% on Thursday."),
        ("US unemployment rate prior reading", "The US unemployment rate was 4.1% in June."),
    ],
)
def test_value_of_now_is_not_the_one_before(name: str, text: str) -> None:
    said = settled(name, text)
    assert (said.value, [one.why.code for one in said.others]) == ("unknown", [WhyCode.OTHER_MEASURE])


@pytest.mark.parametrize(
    ("name", "text", "now"),
    [
        ("美国6月零售销售环比前值", "美国6月零售销售环比增长0.6%，前值-0.9%。", "0.6"),
        ("英国央行加息前利率", "英国央行周四将利率从3.5%上调至3.75%。", "3.75"),
    ],
)
def test_one_beside_the_value_before_is_not_it_either(name: str, text: str, now: str) -> None:
    assert settled(name, text).number != now


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("美国6月零售销售环比前值", Status.PAST),
        ("英国央行上次利率", Status.PAST),
        ("Bank of England previous rate", Status.PAST),
        ("US CPI year ago", Status.PAST),
        ("上期所铜库存", Status.ASSERTED),
        ("Previous owners' homes sold in the US", Status.ASSERTED),
        ("美国6月零售销售环比", Status.ASSERTED),
    ],
)
def test_what_a_name_asks_for(name: str, status: Status) -> None:
    question = read_question(name, base=AT.date(), kind=NodeKind.PERCENT)
    assert question.status is status
