"""A name in the words of the statement that is held against it."""

from datetime import UTC, date, datetime

import pytest

from verification.core.evidence import NodeSpec, Page
from verification.core.judging.binding import Binder
from verification.core.judging.said_names import name_as_said
from verification.core.reading.comparing import compare
from verification.core.reading.questions import read_question
from verification.core.reading.reader import read_statements
from verification.core.vocabulary import NodeKind

pytestmark = pytest.mark.pure

DAY = date(2026, 11, 15)
AT = datetime(2026, 11, 15, 9, tzinfo=UTC)
PERCENT, CURRENCY, NUMBER = NodeKind.PERCENT, NodeKind.CURRENCY, NodeKind.NUMBER


def _said(name: str, kind: NodeKind, text: str) -> str:
    statement = next(one for one in read_statements(text, base=DAY) if one.value)
    question = read_question(name, base=DAY, kind=kind)
    return name_as_said(question, statement, compare(question, statement, published=DAY), text)


@pytest.mark.parametrize(("name", "kind", "text", "said"), [
    ("eurozone inflation", PERCENT, "Consumer prices in the euro zone rose 2.1%.", "euro zone Consumer prices"),
    ("US nonfarm payrolls", NUMBER, "U.S. employers added 119,000 jobs.", "U.S. jobs"),
    ("Peru jobless rate", PERCENT, "The unemployment rate of Peru was 5.0%.", "Peru unemployment rate"),
    ("Lumeo market cap", CURRENCY, "Lumeo's market value fell to $1.27 trillion.", "Lumeo market value"),
    ("10月社零", CURRENCY, "10月份，社会消费品零售总额46291亿元。", "10月社会消费品零售总额"),
    ("中国外汇储备", CURRENCY, "我国外汇储备规模为33387亿美元。", "我国外汇储备"),
])  # fmt: skip
def test_what_means_the_same_is_said_in_the_statements_words(name: str, kind: NodeKind, text: str, said: str) -> None:
    assert _said(name, kind, text) == said


@pytest.mark.parametrize(("name", "kind", "text"), [
    # The sentence has the name's own words.
    ("Peru jobless rate", PERCENT, "The jobless rate of Peru was 5.0%."),
    # The same row of measures, and not the same thing.
    ("中国粗钢产量", NUMBER, "中国原油产量1780万吨。"),
    ("Norway income tax", PERCENT, "Norway's VAT is 25%."),
    ("Norway M1", CURRENCY, "Norway's broad money was $250 billion."),
    ("Norway house prices", PERCENT, "Norway's new home prices rose 4%."),
    # Another measure.
    ("Peru jobless rate", PERCENT, "Peru's key rate was 4.5%."),
])  # fmt: skip
def test_what_does_not_keeps_its_own(name: str, kind: NodeKind, text: str) -> None:
    assert _said(name, kind, text) == name


def test_another_subject_is_not_told_in_the_statements_words() -> None:
    assert _said("Peru jobless rate", PERCENT, "Chile's unemployment rate was 8.5%.") == "Peru unemployment rate"


def test_a_figure_is_weighed_by_the_words_its_page_has() -> None:
    """Whichever of two words for one measure the page has, the overlap is the same."""
    node = NodeSpec("Peru jobless rate", PERCENT)

    def features(measure: str) -> dict[str, float]:
        page = Page("https://plainview.example/a", "", f"Peru's {measure} was 5.0% in October.", AT)
        return dict(Binder(node, AT, [page]).read(0, page).candidates[0].features)

    own, other = features("jobless rate"), features("unemployment rate")
    for name in ("whole_own", "name_sentence", "block_share", "strange_clause", "factuality", "factuality_in_news"):
        assert other[name] == pytest.approx(own[name], abs=0.02), name
    assert features("key rate")["whole_own"] < own["whole_own"]
