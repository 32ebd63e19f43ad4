"""What a Chinese name holds beside whose figure it is: where the page tells of it elsewhere, or nowhere, the figure is another's."""

from datetime import UTC, date, datetime

import pytest

from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.judging.names_beside import is_counterpart_untold, is_second_untold, is_told_of, part_asked
from verification.core.judging.telling_numbers import is_of_other_term
from verification.core.language.tables import read_rows
from verification.core.reading.questions import read_question
from verification.core.vocabulary import NodeKind

pytestmark = pytest.mark.pure

AT = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("比亚迪全年纯电销量", "纯电"),
        ("韩国1月半导体出口额", "半导体"),
        ("比亚迪2025年销量", ""),
        ("比亚迪净利润", ""),
        ("英国核心通胀率", ""),
        ("人民币即期汇率收盘", ""),
        ("BYD sales", ""),
    ],
)
def test_what_part_of_a_thing_a_name_asks_for(name: str, part: str) -> None:
    assert part_asked(read_question(name, base=date(2026, 1, 5))) == part


def test_a_part_is_told_of_where_a_figure_follows_it() -> None:
    assert is_told_of("纯电", ["累计销量460万辆。其中，纯电动车225万辆"])
    assert not is_told_of("纯电", ["累计销量460万辆，超过纯电对手"])
    assert not is_told_of("纯电", [])


def test_the_whole_is_no_answer_where_the_part_is_told() -> None:
    text = "比亚迪公告，2025年全年累计销量460.24万辆，同比增长7.73%。其中，纯电动乘用车全年销量225.67万辆。"
    page = Page("https://plainview.example/1", "比亚迪2025年销量460.24万辆 纯电超越对手", text, AT)
    found = settle(NodeSpec("比亚迪全年纯电销量", NodeKind.NUMBER), [page], as_of=AT, trust=Trust(whitelist=("plainview.example",)))
    assert not found.is_accepted


@pytest.mark.parametrize(
    ("name", "told", "is_untold"),
    [
        ("韩国1月对华出口额", "韩国1月出口额为658.5亿美元", True),
        ("韩国1月对华出口额", "韩国1月对中国出口110亿美元", False),
        ("11月对美出口", "出口3303.5亿美元", True),
        ("11月對美出口", "輸美貨品總值110億元", False),
        ("韩国1月出口额", "出口110亿美元", False),
        ("自俄进口额", "自俄罗斯进口110亿美元", False),
        ("", "", False),
    ],
)
def test_with_whom_something_is_exchanged(name: str, told: str, is_untold: bool) -> None:
    assert is_counterpart_untold(name, told) is is_untold


def test_every_counterpart_is_read() -> None:
    for sign, told, _reason in read_rows("judging", "counterparts"):
        assert is_counterpart_untold(f"对{sign}出口额", "出口110亿美元")
        assert [word for word in told.split("; ") if is_counterpart_untold(f"对{sign}出口额", word)] == []


@pytest.mark.parametrize(
    ("name", "told", "is_untold"),
    [
        ("北向资金净买入宁德时代", "北向资金全天净买入217亿元", True),
        ("北向资金净买入贵州茅台", "北向资金净买入217亿元，其中贵州茅台24亿元", False),
        ("美国对日本出口额", "美国出口110亿美元", True),
        ("中国对日本出口额", "对日本出口110亿美元", False),
        ("比亚迪销量", "特斯拉销量42万辆", False),
        ("", "", False),
    ],
)
def test_of_two_names_both_are_told(name: str, told: str, is_untold: bool) -> None:
    assert is_second_untold(name, told) is is_untold


@pytest.mark.parametrize(
    ("name", "sentence", "is_other"),
    [
        ("30年期国债收益率", "30年期国债收益率下行，10年期报1.81%", True),
        ("10年期国债收益率", "30年期国债收益率下行，10年期报1.81%", False),
        ("10年期国债收益率", "国债收益率报1.81%", False),
        ("2年期国债收益率", "2年期、10年期国债收益率分别报1.4%、1.81%", False),
        ("国债收益率", "10年期国债收益率报1.81%", False),
    ],
)
def test_the_term_told_last_is_the_one_asked_for(name: str, sentence: str, is_other: bool) -> None:
    assert is_of_other_term(name, (), sentence, sentence.rindex("1.81")) is is_other
