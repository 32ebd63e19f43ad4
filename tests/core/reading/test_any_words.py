"""Words of reports in any order: every figure is read in its place, and no order of words ends the reading."""

from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.examples import drawn
from verification.core.reading.comparing import compare
from verification.core.reading.questions import read_question
from verification.core.reading.reader import read_statements
from verification.core.vocabulary import NodeKind, PassageField

pytestmark = pytest.mark.pure

BASE = date(2026, 11, 15)


def _parts(*lines: str) -> list[str]:
    return "|".join(lines).split("|")


ENGLISH = _parts(
    "$5 billion|3 percent|1,700 people|12|a tonne|per share|points|at|to|from|by|of|with|as|after|before|said|that|in a statement",
    "on Monday|in October|,|.|;|and|but|while|which|its|the|Carver|US|Norway's|inflation|the jobless rate|revenue|shares|jobs|rose|fell",
    "killed|injured|sending|leading to|higher|lower|up|expected to|for December delivery|gold futures|unchanged|an unemployment rate of",
    "spending bill|making|not|(|)|:|—|growth|growing at|closed|put|left",
)
CHINESE = _parts(
    "5亿元|3%|1700人|12万辆|报|收跌|涨幅为|同比|增长|下降|将|把|上调至|由|至|，|。|；|、|其中|分别|为|公司|比亚迪|美国|CPI|失业率|营收",
    "净利润|收盘|WTI|12月|黄金期货|第三季度|上月的|高于|预期的|经济增长|(KO.US)|金融机构|报损金额|10月|8月1日上午10时|7天期|LPR",
    "表示|数据显示|这一季度|和|累计|的",
)


def _sentences(at_least: int, at_most: int) -> st.SearchStrategy[str]:
    english = st.lists(st.sampled_from(ENGLISH), min_size=at_least, max_size=at_most).map(" ".join)
    return english | st.lists(st.sampled_from(CHINESE), min_size=at_least, max_size=at_most).map("".join)


@drawn(600)
@given(text=_sentences(2, 14), name=_sentences(1, 5))
@example(text="Copper fell from $9,000 a tonne $8,400 a tonne.", name="copper price")
def test_any_words_in_any_order_are_read(text: str, name: str) -> None:
    question = read_question(name, base=BASE, kind=NodeKind.NUMBER)
    for told in read_statements(text, base=BASE, title=name):
        compare(question, told, published=BASE)
        if told.value is not None and told.field is PassageField.CONTENT:
            assert text[told.value.start : told.value.end] == told.value.text
