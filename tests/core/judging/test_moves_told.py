"""A name that asks for the move of a week, a month or the year so far is not answered by the day's, where the sentence tells both."""

from datetime import UTC, datetime

import pytest

from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.judging.exclusions import UNLEARNT
from verification.core.judging.moves_told import is_span_elsewhere
from verification.core.vocabulary import NodeKind

pytestmark = pytest.mark.pure

AT = datetime(2026, 3, 20, 18, tzinfo=UTC)


@pytest.mark.parametrize(
    ("name", "sentence", "at", "is_elsewhere"),
    [
        ("沪镍周涨幅", "沪镍周五上涨1.3%，当周累计上涨5.1%。", "1.3%", True),
        ("沪镍周涨幅", "沪镍周五上涨1.3%，当周累计上涨5.1%。", "5.1%", False),
        ("滬鎳周漲幅", "滬鎳周五上漲1.3%，當周累計上漲5.1%。", "1.3%", True),
        ("沪镍涨幅", "沪镍周五上涨1.3%，当周累计上涨5.1%。", "1.3%", False),
        ("沪镍周涨幅", "本周沪镍上涨1.3%，沪锡本周下跌5.1%。", "1.3%", False),
        ("沪镍周涨幅", "沪镍上涨1.3%，为本周最高。", "1.3%", False),
        ("铜价月涨幅", "铜价收涨0.4%，本月累计上涨3.2%。", "0.4%", True),
        ("黄金年内涨幅", "黄金上涨0.6%，今年以来已上涨21%。", "0.6%", True),
        ("Nasdaq weekly loss", "The Nasdaq fell 0.7%, and lost 2.4% for the week.", "0.7%", True),
        ("Nasdaq weekly loss", "For the week, the Nasdaq fell 0.7%, the Dow 2.4%.", "0.7%", False),
        ("Nasdaq weekly loss", "The Nasdaq fell 0.7%.", "0.7%", False),
        ("Cotton's monthly gain", "Cotton rose 1%, up 4 percent this month.", "1%", True),
        ("Nikkei YTD return", "The Nikkei rose 1%, up 9 percent this year.", "1%", True),
    ],
)
def test_the_move_asked_for_is_told_of_another_figure(name: str, sentence: str, at: str, is_elsewhere: bool) -> None:
    assert is_span_elsewhere(name, sentence, sentence.index(at)) is is_elsewhere


def test_a_week_is_not_answered_by_its_friday() -> None:
    page = Page("https://plainview.example/1", "", "沪镍周五上涨1.3%，当周累计上涨5.1%。", AT)
    found = settle(NodeSpec("沪镍周涨幅", NodeKind.PERCENT), [page], as_of=AT, trust=Trust(whitelist=("plainview.example",)))
    assert found.number in (None, "5.1")


def test_the_forests_never_met_it() -> None:
    assert "span_elsewhere" in UNLEARNT
