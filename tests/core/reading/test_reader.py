"""What the reader takes from a text: whose figure it is, what it measures, when, and nothing from another item."""

from datetime import date

import pytest

from tests.growth import grows_within
from verification.core.reading.reader import TextReader, read_statements
from verification.core.reading.statement import Form, Origin, Statement, Status
from verification.core.vocabulary import PassageField

DAY = date(2026, 5, 14)


def _slots(text: str, title: str = "") -> list[tuple[str | None, str | None, str, str]]:
    """Subject, measure, period and figure of each statement of the text that holds a figure."""
    return [_told(one) for one in read_statements(text, base=DAY, title=title) if one.value and one.field is PassageField.CONTENT]


def _told(one: Statement) -> tuple[str | None, str | None, str, str]:
    subject = one.subject.head.text if one.subject.head else None
    measure = one.measure.words.text if one.measure.words else None
    assert one.value is not None
    return subject, measure, str(one.period.period or ""), one.value.text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Poland's jobless rate edged up to 5.6% in April.", [("Poland", "jobless rate", "2026-04", "5.6%")]),
        ("Real wages in Argentina shrank 1.9% in March.", [("Argentina", "Real wages", "2026-03", "1.9%")]),
        ("Sri Lanka exports up 6.2% in March", [("Sri Lanka", "exports", "2026-03", "6.2%")]),
        ("Norvik carried 18.9m passengers in April.", [("Norvik", "passengers", "2026-04", "18.9m")]),
        ("In April Vinden reported revenue of $3bn.", [("Vinden", "revenue", "2026-04", "$3bn")]),
        ("Output is weak, so Vinden cut its margin to 4%.", [("Vinden", "margin", "", "4%")]),
        ("The jobless rate, set by survey, stands at 4.5%.", [("jobless rate", "jobless rate", "", "4.5%")]),
        ("Producer prices (PPI) in Peru rose by 0.2 percent.", [("Peru", "Producer prices", "", "0.2 percent")]),
        ("新华社北京5月13日电 秘鲁4月CPI同比上涨3.4%", [("秘鲁", "CPI", "2026-04", "3.4%")]),
        ("The copper price stands at $9 as the desks in Peru close.", [("copper", "price", "", "$9")]),
        ("招商轮船一季度净利润14.8亿元", [("招商轮船", "净利润", "2026-01..2026-03", "14.8亿元")]),
        ("美国4月CPI同比上涨3.4%", [("美国", "cpi".upper(), "2026-04", "3.4%")]),
        ("聯發科4月營收512億元", [("聯發科", "營收", "2026-04", "512億元")]),
    ],
)
def test_a_figure_is_told_by_its_clause(text: str, told: list[tuple[str, str, str, str]]) -> None:
    assert _slots(text) == told


@pytest.mark.parametrize(
    ("text", "subjects"),
    [
        ("4月，北京、上海、深圳二手住宅价格环比分别下跌0.4%、下跌0.7%、上涨0.1%。", ["北京", "上海", "深圳"]),
        ("前4个月，陕西、甘肃、青海工业增加值同比分别增长8.1%、9.4%和3.3%。", ["陕西", "甘肃", "青海"]),
        ("Kobe, Osaka and Nagoya handled 2.8m, 2.4m and 2.6m containers last year.", ["Kobe", "Osaka", "Nagoya"]),
        ("The unemployment rate is 5.0% for Malaysia and 16.2% for Togo.", ["Malaysia", "Togo"]),
        ("Nike (-3.1%), Adidas (+1.2%) and Puma (-6.8%) parted.", ["Nike", "Adidas", "Puma"]),
    ],
)
def test_a_list_gives_each_member_its_own_figure(text: str, subjects: list[str]) -> None:
    assert [one[0] for one in _slots(text)] == subjects


def test_a_list_of_measures_gives_each_its_own_figure() -> None:
    told = _slots("Revenue and operating profit at Sundqvist were SEK 8.1bn and SEK 0.9bn respectively.")
    assert [(one[0], one[1]) for one in told] == [("Sundqvist", "Revenue"), ("Sundqvist", "operating profit")]


def test_a_table_is_read_by_row_and_column() -> None:
    text = "| Bank | CET1 ratio | NPL ratio |\n|---|---|---|\n| Alpha Coast | 14.8% | 2.2% |\n| Belmonte | 12.9% | 4.0% |"
    assert [(one[0], one[1]) for one in _slots(text)] == [
        ("Alpha Coast", "CET1 ratio"), ("Alpha Coast", "NPL ratio"), ("Belmonte", "CET1 ratio"), ("Belmonte", "NPL ratio"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("heads", "bank", "measure"),
    [("| Bank | NPL ratio | Change |", "Alpha Coast", "NPL ratio"), ("| 银行 | 不良率 | 变动 |", "海岸银行", "不良率")],
)
def test_a_column_of_changes_is_of_the_measure_beside_it(heads: str, bank: str, measure: str) -> None:
    told = read_statements(f"{heads}\n|---|---|---|\n| {bank} | 2.2% | 0.3% |", base=DAY)
    found = [(*_told(one)[:2], one.measure.form) for one in told if one.value]
    assert found == [(bank, measure, Form.LEVEL), (bank, measure, Form.CHANGE)]


def test_a_table_of_one_company_takes_its_subject_from_the_title_and_its_period_from_the_column() -> None:
    text = "项目\t2026年1-3月\t2025年1-3月\n营业收入（万元）\t51,733.20\t48,960.84"
    assert _slots(text, title="广岐股份2026年一季报主要会计数据") == [
        ("广岐股份", "营业收入", "2026-01..2026-03", "51,733.20"),
        ("广岐股份", "营业收入", "2025-01..2025-03", "48,960.84"),
    ]


def test_a_title_inside_a_table_and_years_over_its_columns_are_no_figures() -> None:
    text = "| Third Quarter Summary |  |  |\n| GAAP |  |  |\n| (in millions) | 2025 | 2024 |\n|---|---|---|\n"
    text += "| Net income | $41 | $37 |\n| Revenue | $77 | $70 |"
    assert _slots(text, title="Vinden revenue and deliveries") == [
        ("Vinden", "Net income", "2025", "$41"), ("Vinden", "Net income", "2024", "$37"),
        ("Vinden", "Revenue", "2025", "$77"), ("Vinden", "Revenue", "2024", "$70"),
    ]  # fmt: skip


def test_a_table_without_heads_is_read_by_its_rows() -> None:
    told = _slots("| Oct 2025: | 4.3 |\n| Sep 2025: | 4.4 |", title="Unemployment Rate")
    assert [one[1:] for one in told] == [("Unemployment Rate", "2025-10", "4.3"), ("Unemployment Rate", "2025-09", "4.4")]


def test_the_total_of_a_table_is_of_the_page_and_its_parts_are_not() -> None:
    text = "|  | Production | Deliveries |\n|---|---|---|\n| Coupe | 435,826 | 481,166 |\n| Total | 447,450 | 497,099 |"
    told = [(one[0], one[1], one[3]) for one in _slots(text, title="Vinden revenue and deliveries")]
    assert told == [
        ("Coupe", "Production", "435,826"), ("Coupe", "Deliveries", "481,166"),
        ("Vinden", "Production", "447,450"), ("Vinden", "Deliveries", "497,099"),
    ]  # fmt: skip


def test_a_head_that_spans_columns_dates_them() -> None:
    text = "| 指标 | 10月 |  | 1—10月 |  |\n|---|---|---|---|---|\n|  | 绝对量 | 同比增长 | 绝对量 | 同比增长 |\n"
    text += "| 发电量 | 8002 | 7.9% | 80625 | 2.3% |"
    told = [(one[1], one[2], one[3]) for one in _slots(text)]
    assert told == [
        ("发电量", "2025-10", "8002"), ("发电量", "2025-10", "7.9%"),
        ("发电量", "2025-01..2025-10", "80625"), ("发电量", "2025-01..2025-10", "2.3%"),
    ]  # fmt: skip


def test_the_head_of_a_row_may_name_its_owner_too() -> None:
    text = "| Event | Actual |\n|---|---|\n| UK Inflation Rate | 3.6% |\n| Core inflation | 3.0% |"
    assert [(one[0], one[3]) for one in _slots(text, title="Vinden results")] == [("UK", "3.6%"), ("Vinden", "3.0%")]


def test_a_column_of_times_dates_its_rows() -> None:
    text = "| Related | Last | Previous | Reference |\n|---|---|---|---|\n"
    text += "| Inflation Rate | 2.7% | 2.9% | Oct 2025 |\n| Jobless Rate | 4.3% | 4.4% | Sep 2025 |"
    told = read_statements(text, base=DAY)
    assert [(one.value.text, str(one.period.period), one.status.status) for one in told if one.value] == [
        ("2.7%", "2025-10", Status.ASSERTED), ("2.9%", "2025-10", Status.PAST),
        ("4.3%", "2025-09", Status.ASSERTED), ("4.4%", "2025-09", Status.PAST),
    ]  # fmt: skip


def test_nothing_is_inherited_across_the_items_of_a_digest() -> None:
    text = "MORNING BRIEF\n- Fuel: Nigeria's Dangote plant cut its petrol price to 820 naira.\n- Weather: 12% more rain fell."
    told = {one.value.text: one for one in read_statements(text, base=DAY) if one.value}
    assert told["820 naira"].measure.code == "price"
    heads = [words.text for words in (told["12%"].subject.head, *told["12%"].subject.chain) if words]
    assert not any("Dangote" in words or "Nigeria" in words for words in heads)


def test_what_a_sentence_leaves_open_the_one_before_says() -> None:
    [_, later] = read_statements("Vinden's revenue was $3bn in 2025. It was $2bn a year earlier.", base=DAY)
    assert later.subject.head is not None
    assert (later.subject.head.text, later.subject.head.origin, later.status.status) == ("Vinden", Origin.EARLIER, Status.PAST)


def test_a_change_and_a_level_of_one_sentence_are_told_apart() -> None:
    change, level = read_statements("瑞士央行把政策利率下调25个基点至0.50%", base=DAY)[-2:]
    assert (change.measure.form, level.measure.form) == (Form.CHANGE, Form.LEVEL)


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("Indonesia lifted its ban on exports of used cooking oil.", ("Indonesia", "lifted", "ban on exports of used cooking oil", False)),
        ("Kremlin: no, we have not signed a gas pact with Baku", ("we", "signed", "gas pact with Baku", True)),
        ("证监会至今未批准星河影业的发行注册申请。", ("证监会", "批准", "星河影业的发行注册申请", True)),
        ("宁德时代昨日启动新产线。", ("宁德时代", "启动", "新产线", False)),
        ("交易所把星河股份列入观察名单。", ("交易所", "列入", "观察名单", False)),
        ("托瓦尔能源否认出售北方电力股权。", ("托瓦尔能源", "出售", "北方电力股权", True)),
    ],
)
def test_an_event_is_who_does_what(text: str, event: tuple[str, str, str, bool]) -> None:
    [found] = [one for one in read_statements(text, base=DAY) if one.predicate]
    assert found.predicate is not None
    assert found.subject.head is not None
    assert found.predicate.object is not None
    told = (found.subject.head.text, found.predicate.words.text, found.predicate.object.text, found.predicate.is_negated)
    assert told == event


@pytest.mark.parametrize(
    ("text", "subject", "measure"),
    [
        ("加纳统计局澄清，10月通胀率为12%。", "加纳", "通胀率"),
        ("日本财务省称，5月末外汇储备为1.31万亿美元。", "日本", "外汇储备"),
        ("与失业率达9.1%的希腊不同，塞浦路斯是另一回事。", "希腊", "失业率"),
        ("意大利青年失业率为20.1%。", "意大利", "青年失业率"),
        ("白银价格为32.60美元。", "白银", "价格"),
        ("Net loss attributable to Orvane shareholders was $38.7 million.", "Orvane shareholders", "Net loss"),
        ("Irish mortgage rates averaged 3.6%, still above the euro area's 3.3%.", "euro area", "mortgage rates"),
    ],
)
def test_bodies_attributes_and_comparisons_give_a_figure_its_owner(text: str, subject: str, measure: str) -> None:
    told = _slots(text)[-1]
    assert (told[0], told[1]) == (subject, measure)


def test_words_stand_where_they_say() -> None:
    text = "据泓川电气公告，公司一季度净利润3亿元，同比增长5%。On Friday Vinden's output rose 4%."
    for one in read_statements(text, base=DAY, title="公告"):
        for words in (one.subject.head, one.measure.words, one.period.words):
            if words is not None and words.field is PassageField.CONTENT:
                assert text[words.start : words.end] == words.text


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "5",
        "%",
        "😀",
        "\u200b5%\u200b",
        "‏ריבית 5%",
        "|||",
        "\t\t\n",
        "、、、5%",
        "的的的",
        "A's B's 5%",
        "分别",
        "\x00 5 %",
        "(((5%)))",
        "5%" * 300,
    ],
)
def test_odd_texts_are_read_without_fail(text: str) -> None:
    assert isinstance(read_statements(text, base=DAY, title=text), tuple)


@pytest.mark.parametrize(
    "text",
    [
        "Rail freight rose 12% in May, the operator said. ",
        "招商轮船一季度净利润14.8亿元，而上年同期为8.65亿元。",
        "- a 5%\n",
        "(5%) ",
        "净利润、",
    ],
)
@pytest.mark.share(3)
def test_time_grows_with_the_length_alone(text: str) -> None:
    small, large = (text * 2_000)[:2_000], (text * 12_000)[:12_000]
    assert grows_within(14, lambda: read_statements(small, base=DAY), lambda: read_statements(large, base=DAY))


def test_the_statements_beside_a_figure_are_those_of_the_whole_text() -> None:
    text = (
        "Peru's unemployment rate was 6.7% in March. In Chile it was 8.1%.\n\n"
        "| Country | Q1 | Q2 |\n|---|---|---|\n| Peru | 6.7% | 6.5% |\n| Chile | 8.1% | 8.0% |\n\nBoth fell by 2% after that."
    )
    whole, beside = TextReader(text, base=DAY), TextReader(text, base=DAY)
    told = [one for one in whole.statements() if one.value]
    assert len(told) == 7
    for one in told:
        assert one.value is not None
        assert [other for other in beside.statements_beside(one.value.start) if other.value == one.value] == [one]


def test_nothing_stands_beside_a_place_outside_the_text() -> None:
    assert TextReader("", base=DAY).statements_beside(0) == ()
    assert TextReader("No figure.", base=DAY).statements_beside(3) == ()
