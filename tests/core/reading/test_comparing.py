"""A question against a statement: what is found, what is open, and what says that it answers another question."""

from datetime import date
from itertools import pairwise

import pytest

from verification.core.language.tables import read_rows
from verification.core.reading.comparing import Comparison, compare
from verification.core.reading.measure_comparing import Difference, SlotFit, compare_measures
from verification.core.reading.measure_words import is_exclusive, qualifiers_of, row_of
from verification.core.reading.questions import read_question
from verification.core.reading.reader import read_statements
from verification.core.reading.statement import Form, Measure, Words
from verification.core.vocabulary import NodeKind

DAY = date(2026, 5, 14)
# In twos: one measure in English and one in Chinese.
RATES_OF_NO_INTEREST = (
    "tax rate", "关税税率", "exchange rate", "汇率", "vacancy rate", "空置率", "savings rate", "储蓄率", "default rate", "违约率",
    "birth rate", "出生率", "poverty rate", "贫困率", "occupancy rate", "入住率", "utilisation rate", "产能利用率",
    "conversion rate", "转化率",
)  # fmt: skip
SPECIAL_RATES = (
    *RATES_OF_NO_INTEREST, "mortgage rate", "抵押贷款利率", "loan prime rate", "LPR", "deposit rate", "存款利率", "interbank rate",
    "同业拆借利率", "lending rate", "贷款利率", "bond yield", "国债收益率", "coupon rate", "票面利率", "discount rate", "贴现率",
    "MLF rate", "中期借贷便利利率", "SHIBOR", "SHIBOR", "SOFR", "SOFR", "LIBOR", "LIBOR", "EURIBOR", "EURIBOR",
)  # fmt: skip


def _compared(name: str, text: str) -> Comparison:
    statement = next(one for one in read_statements(text, base=DAY) if one.value)
    return compare(read_question(name, base=DAY, kind=NodeKind.PERCENT), statement, published=DAY)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Peru unemployment rate", "The jobless rate of Peru is 5.0%."),
        ("秘鲁失业率", "Peru's unemployment rate stood at 5%."),
        ("智利失业率", "智利失业率为8.1%。"),
        ("Elbonia policy rate", "The central bank of Elbonia raised its policy rate to 7.5 percent on Thursday."),
        ("Elbonia central bank policy rate", "Elbonia's central bank kept its policy rate at 7.5%."),
        ("埃尔博尼亚政策利率", "埃尔博尼亚央行周四将政策利率上调至7.5%。"),
        ("埃尔博尼亚央行政策利率", "埃尔博尼亚中央银行将政策利率上调至7.5%。"),
        ("肯尼亚政策利率", "Kenya's central bank kept its policy rate at 7.5%."),
        ("Jobless rate", "The unemployment rate fell to 7.7%."),
        ("UK GDP growth", "UK real gross domestic product grew by 0.2%."),
        ("Eurozone inflation rate", "The euro area annual inflation rate was 1.9%."),
        ("Brazil GDP q/q", "Real GDP in Brazil rose 0.4%."),
    ],
)
def test_the_same_question_is_found(name: str, text: str) -> None:
    found = _compared(name, text)
    assert (found.subject.fit, found.measure.fit, found.clashes) == (SlotFit.FOUND, SlotFit.FOUND, ())


@pytest.mark.parametrize(
    ("name", "text", "fit"),
    [
        ("Italy debt to GDP", "Italy's debt stands at 137.8% of GDP.", SlotFit.FOUND),
        ("Italy debt", "Italy's debt stands at 137.8% of GDP.", SlotFit.COMPATIBLE),
        ("Italy debt to GDP", "Italy's debt rose 2.1% in May.", SlotFit.CLASHES),
        ("France budget deficit to GDP", "France ran a budget deficit of 5.4% of GDP.", SlotFit.FOUND),
        ("Ireland corporation tax receipts", "Ireland took 32.9 billion euros in corporation tax.", SlotFit.FOUND),
        ("Ireland tax receipts", "Ireland's corporation tax is 15%.", SlotFit.CLASHES),
        ("LinkedIn layoffs", "LinkedIn is laying off 281 workers.", SlotFit.FOUND),
        ("LinkedIn layoffs", "LinkedIn has 281 workers.", SlotFit.CLASHES),
    ],
)
def test_unit_and_verb_tell_the_measure(name: str, text: str, fit: SlotFit) -> None:
    assert _compared(name, text).measure.fit is fit


@pytest.mark.parametrize(
    ("name", "text", "difference"),
    [
        ("智利失业率", "秘鲁失业率为6.4%。", Difference.OTHER_SUBJECT),
        ("Chile unemployment rate", "The unemployment rate of Peru is 6.4%.", Difference.OTHER_SUBJECT),
        ("上海5月社零同比", "4月上海社零同比下降0.6%。", Difference.OTHER_PERIOD),
        ("9月非制造业PMI", "9月制造业PMI为49.8。", Difference.OTHER_QUALIFIER),
        ("Chile urban unemployment rate", "Rural unemployment in Chile was 8.3%.", Difference.OTHER_QUALIFIER),
        ("日本2月CPI同比", "日本央行维持政策利率0.75%不变。", Difference.OTHER_MEASURE),
        ("US core inflation rate", "The US inflation rate was 3.0%.", Difference.QUALIFIER_MISSING),
        ("美国通胀率", "市场预计美国通胀率为3.0%。", Difference.OTHER_STATUS),
    ],
)
def test_another_question_clashes(name: str, text: str, difference: Difference) -> None:
    assert difference in {slot.difference for slot in _compared(name, text).clashes}


@pytest.mark.parametrize(
    ("name", "text", "fit"),
    [
        # where a name is parted from its measure says nothing of whose it is
        ("Berkshire Class A share price", "Berkshire's Class A shares closed at $742,300.", SlotFit.FOUND),
        ("Berkshire Class A share price", "Berkshire's Class B shares closed at $495.", SlotFit.CLASHES),
        ("中国智能手机二季度出货量", "第二季度，中国智能手机市场出货量约6570万台。", SlotFit.FOUND),
        ("中国智能手机二季度出货量", "第二季度，中国平板电脑市场出货量约657万台。", SlotFit.CLASHES),
        ("可口可乐二季度营收", "可口可乐(KO.US)公司实现营收119.72亿美元。", SlotFit.FOUND),
        ("RatingDog中国制造业PMI", "中国9月RatingDog制造业PMI为51.2。", SlotFit.FOUND),
        ("RatingDog中国制造业PMI", "日本9月RatingDog制造业PMI为51.2。", SlotFit.CLASHES),
        ("美国二季度营收", "可口可乐(KO.US)公司实现营收119.72亿美元。", SlotFit.CLASHES),
    ],
)
def test_a_name_goes_on_with_its_measure_and_not_with_where_it_is_quoted(name: str, text: str, fit: SlotFit) -> None:
    assert _compared(name, text).subject.fit is fit


@pytest.mark.parametrize(
    ("name", "title", "text", "fit"),
    [
        ("韩国1月半导体出口额", "韩国1月出口", "其中半导体出口205.4亿美元，增长102.7%。", SlotFit.OPEN),
        ("韩国1月半导体出口额", "日本1月出口", "其中半导体出口205.4亿美元，增长102.7%。", SlotFit.CLASHES),
        ("韩国1月半导体出口额", "", "日本半导体出口205.4亿美元。", SlotFit.CLASHES),
        ("Tesla energy revenue", "", "Energy revenue was $3.8 billion.", SlotFit.OPEN),
        ("Tesla energy revenue", "", "Palmer's energy revenue was $3.8 billion.", SlotFit.CLASHES),
    ],
)
def test_what_the_measure_begins_with_is_not_whose_it_is(name: str, title: str, text: str, fit: SlotFit) -> None:
    statement = next(one for one in read_statements(text, base=DAY, title=title) if one.value)
    assert compare(read_question(name, base=DAY, kind=NodeKind.CURRENCY), statement, published=DAY).subject.fit is fit


@pytest.mark.parametrize(("name", "is_other"), [("道指周跌幅 2026年5月14日当周", False), ("道指日跌幅 2026年5月14日", True)])
def test_the_fall_of_a_week_is_all_of_it(name: str, is_other: bool) -> None:
    assert bool(_compared(name, "本周，道指累跌2.73%。").clashes) is is_other


@pytest.mark.parametrize(
    ("text", "is_other"),
    [
        ("纳指涨0.71%，报22941.667点。", False),
        ("纳指收涨0.71%，报22941.667点。", False),
        ("纳指开盘涨0.71%，报22941.667点。", True),
        ("纳指成交额22941.667亿美元。", True),
    ],
)
def test_what_is_only_quoted_may_be_where_it_closed(text: str, is_other: bool) -> None:
    statement = next(one for one in read_statements(text, base=DAY) if one.value and one.value.text.startswith("22941"))
    asked = read_question("纳指收盘点位", base=DAY, kind=NodeKind.NUMBER)
    assert (compare(asked, statement, published=DAY).measure.fit is SlotFit.CLASHES) is is_other


# One measure, another, and how they meet.
MEETINGS = (
    ("job cuts", "layoffs", SlotFit.FOUND),
    ("ticket sales", "box office", SlotFit.FOUND),
    ("收购价格", "收购", SlotFit.FOUND),
    ("unemployment rate", "失业率", SlotFit.FOUND),
    ("revenue", "sales", SlotFit.COMPATIBLE),
    ("savings rate", "literacy rate", SlotFit.CLASHES),
    *((special, asked, SlotFit.CLASHES) for special in SPECIAL_RATES for asked in ("policy rate", "政策利率", "unemployment rate")),
    *((special, asked, SlotFit.CLASHES) for special in SPECIAL_RATES for asked in ("基准利率", "失业率")),
    *((one, other, SlotFit.CLASHES) for one, other in pairwise(SPECIAL_RATES[::2])),
    *((special, asked, SlotFit.CLASHES) for special in RATES_OF_NO_INTEREST for asked in ("interest rate", "利率")),
    ("mortgage rate", "房贷利率", SlotFit.FOUND),
    ("30-year mortgage rate", "mortgage rate", SlotFit.FOUND),
    ("interest rate", "policy rate", SlotFit.COMPATIBLE),
    ("利率", "政策利率", SlotFit.COMPATIBLE),
    ("收盘点位", "收盘", SlotFit.COMPATIBLE),
    ("收盘点位", "成交额", SlotFit.CLASHES),
    ("利率", "房贷利率", SlotFit.CLASHES),
    ("interest rate", "mortgage rate", SlotFit.CLASHES),
    ("房贷利率", "利率", SlotFit.COMPATIBLE),
    ("SHIBOR", "interbank rate", SlotFit.COMPATIBLE),
    ("adult obesity rate", "obesity rate", SlotFit.COMPATIBLE),
    ("vacancy rate", "vacancy rate", SlotFit.FOUND),
    ("interest rate", "interest rates", SlotFit.FOUND),
    ("profit", "net profit", SlotFit.COMPATIBLE),
    ("受理投诉件数", "解决投诉件数", SlotFit.CLASHES),
    ("registered voters", "ballots cast", SlotFit.CLASHES),
    ("revenue", "profit", SlotFit.CLASHES),
    ("backlog", "warp cores", SlotFit.OPEN),
)


def test_measures_meet_by_their_row() -> None:
    def met(*names: str) -> SlotFit:
        mine, theirs = (Measure(Words(words, 0, len(words))) for words in names)
        return compare_measures(mine, theirs).fit

    assert [(one, other, fit) for one, other, fit in MEETINGS if met(one, other) is not fit] == []


@pytest.mark.parametrize(
    ("words", "codes"), [("非制造业PMI", {"non_manufacturing"}), ("core CPI", {"core"}), ("人均可支配收入", {"per_capita"})]
)
def test_qualifiers_are_found_in_words(words: str, codes: set[str]) -> None:
    assert qualifiers_of(words) == codes


def test_which_qualifiers_shut_out() -> None:
    assert [is_exclusive(code) for code in ("core", "total", "no such code")] == [True, False, False]


def test_every_writing_of_a_measure_names_its_row() -> None:
    wrong = []
    for code, _, _, _, *cells, _reason in read_rows("reading", "measures"):
        for written in (word for cell in cells for word in cell.split("; ") if word):
            row = row_of(written)
            if row is None or row.code != code:
                wrong.append((written, code, row and row.code))
    assert wrong == []


@pytest.mark.parametrize(("table", "cells"), [("measures", 7), ("qualifiers", 6), ("clause_words", 5), ("event_verbs", 3)])
def test_every_row_of_a_table_is_whole_and_has_a_reason(table: str, cells: int) -> None:
    rows = list(read_rows("reading", table))
    assert all(len(row) == cells and row[-1] for row in rows)
    keys = [row[:2] for row in rows]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(("name", "text", "is_met"), [
    ("Lumeo EPS", "Lumeo's diluted earnings per share were $2.01.", True),
    ("Lumeo EPS", "Lumeo's basic earnings per share were $2.05.", False),
    ("Lumeo diluted EPS", "Lumeo's basic EPS was $2.05.", False),
    ("Lumeo basic EPS", "Lumeo's diluted EPS was $2.01.", False),
    ("Lumeo每股收益", "Lumeo基本每股收益为2.05元。", True),
    ("Lumeo net income", "Lumeo's GAAP net income was $5 million.", True),
    ("Lumeo net income", "Lumeo's non-GAAP net income was $6 million.", False),
    ("Lumeo GAAP net income", "Lumeo's non-GAAP net income was $6 million.", False),
    ("Lumeo non-GAAP net income", "Lumeo's GAAP net income was $5 million.", False),
    ("Lumeo净利润", "Lumeo公认会计准则净利润为5亿元。", True),
    ("Lumeo净利润", "Lumeo非公认会计准则净利润为6亿元。", False),
])  # fmt: skip
def test_what_is_told_plainly_is_by_the_rules_of_accounting_and_diluted(name: str, text: str, is_met: bool) -> None:
    assert (_compared(name, text).measure.fit is not SlotFit.CLASHES) == is_met


@pytest.mark.parametrize(("name", "kind", "text", "subject", "measure"), [
    # What the measure asked for begins with is told of the subject on the page, or the other way about.
    ("US 30-year mortgage rate", NodeKind.PERCENT, "The average rate on a 30-year U.S. mortgage rose to 6.26%.", "found", "found"),
    ("US 15-year mortgage rate", NodeKind.PERCENT, "The average rate on a 30-year U.S. mortgage rose to 6.26%.", "clashes", "compatible"),
    # Whose prices: a land's are those of its consumers, a good's its own.
    ("Argentina inflation", NodeKind.PERCENT, "Prices in Argentina rose 2.3%.", "found", "found"),
    ("Argentina inflation", NodeKind.PERCENT, "Prices of wheat in Argentina rose 2.3%.", "clashes", "clashes"),
    # One currency is quoted in the other.
    ("USD/JPY", NodeKind.NUMBER, "The dollar was last at 154.67 yen.", "found", "compatible"),
    ("USD/JPY", NodeKind.NUMBER, "The dollar was last at 1.38 Canadian dollars.", "clashes", "open"),
    ("离岸人民币", NodeKind.NUMBER, "离岸人民币兑美元报7.1052元。", "found", "compatible"),
    ("Fed funds rate", NodeKind.PERCENT, "The Federal Reserve cut interest rates to 3.75%.", "found", "compatible"),
    ("Fed funds rate", NodeKind.PERCENT, "The Bank of Canada cut interest rates to 2.25%.", "clashes", "compatible"),
    # Rows that hold one thing each.
    ("中国M2余额", NodeKind.CURRENCY, "广义货币（M2）余额335.13万亿元。", "open", "found"),
    ("中国M2余额", NodeKind.CURRENCY, "狭义货币（M1）余额112万亿元。", "open", "clashes"),
    ("Norway income tax", NodeKind.PERCENT, "Norway's VAT is 25%.", "found", "clashes"),
    ("Norway tax rate", NodeKind.PERCENT, "Norway's VAT is 25%.", "found", "compatible"),
    ("挪威金牌数", NodeKind.NUMBER, "挪威银牌16枚。", "found", "clashes"),
    ("existing home sales", NodeKind.NUMBER, "Sales of previously owned homes rose to 4.10 million units.", "found", "found"),
    ("美国非农新增就业", NodeKind.NUMBER, "美国非农就业人口增加11.9万人。", "found", "found"),
    ("US core CPI", NodeKind.PERCENT, "Excluding the volatile food and energy components, the CPI rose 0.2%.", "open", "found"),
])  # fmt: skip
def test_one_thing_told_in_two_ways(name: str, kind: NodeKind, text: str, subject: str, measure: str) -> None:
    # The figure is the last one of its text.
    statement = [one for one in read_statements(text, base=DAY) if one.value][-1]
    found = compare(read_question(name, base=DAY, kind=kind), statement, published=DAY)
    assert (found.subject.fit, found.measure.fit) == (subject, measure)


@pytest.mark.parametrize(("name", "kind", "form"), [
    ("Thailand GDP", NodeKind.PERCENT, Form.CHANGE),
    ("Thailand GDP", NodeKind.CURRENCY, Form.LEVEL),
    ("Taiwan export orders", NodeKind.PERCENT, Form.CHANGE),
    ("中国出口", NodeKind.PERCENT, Form.CHANGE),
    ("Peru jobless rate", NodeKind.PERCENT, Form.LEVEL),
    ("Italy debt", NodeKind.PERCENT, Form.LEVEL),
])  # fmt: skip
def test_what_is_told_in_money_moves_in_percent(name: str, kind: NodeKind, form: Form) -> None:
    assert read_question(name, base=DAY, kind=kind).measure.form is form
