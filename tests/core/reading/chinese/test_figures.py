"""Ordinary ways of Chinese to put a figure: whose it is, what it measures, and whether it is said, expected or over."""

from datetime import date
from pathlib import Path

import pytest

from verification.core.quantities.grammar import find_quantities
from verification.core.reading.reader import read_statements
from verification.core.reading.statement import Form, Statement, Status

DAY = date(2026, 5, 14)
_TABLE = Path(__file__).parent / "ordinary_chinese.tsv"
_ROWS = [tuple(line.split("\t")) for line in _TABLE.read_text("utf-8").splitlines() if not line.startswith("#")]


def _statement(text: str, figure: str) -> Statement:
    at = text.index(figure)
    return next(one for one in read_statements(text, base=DAY) if one.value and at <= one.value.start < at + len(figure))


@pytest.mark.parametrize(
    ("text", "figure", "subject", "measure"),
    [
        # what a figure is called is neither whose it is nor what it measures
        ("秘鲁通胀率公布值为4.2%。", "4.2%", "秘鲁", "通胀率"),
        ("1年期以内贷款利率为2.9%，5年期以上贷款利率为3.4%。", "3.4%", "5年期以上", "贷款利率"),
        ("越南基准利率：预测值5.2%，实际值4.6%。", "4.6%", "越南", "基准利率"),
        ("三一重工研发费用的读数为62亿元。", "62亿元", "三一重工", "研发费用"),
        ("智利失业率数据终于出炉，结果为8.1%。", "8.1%", "智利", "失业率数据"),
        # what leads a clause to a name
        ("就智利而言，基准利率为6.5%。", "6.5%", "智利", "基准利率"),
        ("从哈萨克斯坦披露的材料来看，贸易顺差目前停留在59亿美元。", "59亿美元", "哈萨克斯坦", "贸易顺差"),
        ("从产业结构看，越南出口额达到41亿美元。", "41亿美元", "越南", "出口额"),
        ("但海天味业净利润为13亿元。", "13亿元", "海天味业", "净利润"),
        ("尽管哈萨克斯坦基准利率只有7.1%，投资者还是松了口气。", "7.1%", "哈萨克斯坦", "基准利率"),
        ("可以确认的是，三一重工营业收入录得74亿元。", "74亿元", "三一重工", "营业收入"),
        ("最新的三一重工净利润为45亿元。", "45亿元", "三一重工", "净利润"),
        ("本期尼日利亚贸易顺差为11亿美元。", "11亿美元", "尼日利亚", "贸易顺差"),
        ("本报北京电 螺纹钢产量为4729吨。", "4729吨", "螺纹钢", "产量"),
        ("早报要点：1、尼日利亚通胀率9.9%；2、两市成交缩量。", "9.9%", "尼日利亚", "通胀率"),
        # a name that holds a number, 的 or a word of status
        ("七匹狼净利润为5.2亿元。", "5.2亿元", "七匹狼", "净利润"),
        ("今日头条日活用户为3.1亿。", "3.1亿", "今日头条", "日活用户"),
        ("三只松鼠营收为5.2亿元。", "5.2亿元", "三只松鼠", "营收"),
        ("4月，美的集团净利润为12亿元。", "12亿元", "美的集团", "净利润"),
        ("新希望净利润为5.2亿元。", "5.2亿元", "新希望", "净利润"),
        # what a company that announces it sold or made is its own; prices are the good's
        ("比亚迪公告，10月新能源汽车销量为44.17万辆。", "44.17万", "比亚迪", "新能源汽车销量"),
        ("中国石油公告，10月原油价格为53美元。", "53美元", "原油", "价格"),
        ("乘联会公布，10月新能源汽车销量为144万辆。", "144万", "新能源汽车", "销量"),
        ("记者8日从国铁集团获悉，其10月营业收入为53亿元。", "53亿元", "国铁集团", "营业收入"),
        # firms of a place and size, and the office of a place
        ("全国规模以上工业企业实现利润总额5950亿元。", "5950亿元", "全国规模以上工业企业", "利润总额"),
        ("巴西地理统计局公布，9月份零售销售环比下滑0.3%。", "0.3%", "巴西", "零售销售"),
        # where somebody has it is not whose it is
        ("责令知网停止违法行为，并处以其2021年中国境内销售额5%的罚款，计8760万元。", "8760万元", "知网", "罚款"),
        # what leads on to a period, and what only says which time or how far so far
        ("海川重工于上周增持487万股。", "487万", "海川重工", "增持"),
        ("道指周五涨1.1%，本周累跌1.9%。", "1.9%", "道指", "累跌"),
        ("台股開高走高，加權指數終場收在27409點。", "27409點", "加權指數", "收在"),
        ("上证指数涨0.3%报3875点，两市成交额1.7万亿元。", "1.7万亿元", "两市", "成交额"),
        ("南向资金净买入39亿港元。", "39亿港元", "南向资金", "净买入"),
        # verbs for where it stands
        ("冰岛通胀率上升到3.1%。", "3.1%", "冰岛", "通胀率"),
        ("碳酸锂产量确认为3421吨。", "3421吨", "碳酸锂", "产量"),
        ("药明康德毛利率定格在42.5%。", "42.5%", "药明康德", "毛利率"),
        # the measure behind the figure
        ("药明康德以67亿元的营业收入排名第一。", "67亿元", "药明康德", "营业收入"),
        ("智利目前9.4%的通胀率，放在全球看属于中等偏上。", "9.4%", "智利", "通胀率"),
        ("药明康德营业收入今日公布，为52亿元。", "52亿元", "药明康德", "营业收入"),
        # a source is not whose figure it is, nor is a name that ends as one
        ("IDC数据显示，2025年苹果的出货量为4620万台。", "4620万", "苹果", "出货量"),
        ("西部数据营收为30亿美元。", "30亿美元", "西部数据", "营收"),
        # who is named by the company's own word, and what such a word is no part of
        ("美团公布三季度业绩。公司营收955亿元。", "955亿元", "美团", "营收"),
        ("赛力斯称，问界M9累计交付25万辆。公司10月新能源汽车销量为51456辆。", "51456", "赛力斯", "新能源汽车销量"),
        ("泡泡玛特旗下LABUBU系列收入48.1亿元。集团毛利率升至70.3%。", "70.3%", "泡泡玛特", "毛利率"),
        ("美团公布三季报。前三季度公司营收955亿元。其中第三季度净利润52亿元。", "52亿元", "美团", "净利润"),
        ("公司上半年营收、毛利率分别为48亿元、41.2%。", "41.2%", "公司", "毛利率"),
        ("公司债券发行规模为30亿元。", "30亿元", "公司债券", "发行规模"),
        ("由中国铁塔提供的数据显示，该公司门店数为5200家。", "5200", "中国铁塔", "门店数"),
        # outlets, offices, partners and what is said between are nobody's figures
        ("证券时报e公司讯，牧原股份公告，10月销售收入98.4亿元。", "98.4亿元", "牧原股份", "销售收入"),
        ("国家能源局发布数据，10月份全社会用电量8572亿千瓦时。", "8572亿千瓦时", None, "全社会用电量"),
        ("据墨西哥统计局数据，失业率升至3.1%。", "3.1%", "墨西哥", "失业率"),
        ("以色列卫生部门通报，新增确诊病例64例。", "64", "以色列", "新增确诊病例"),
        ("土耳其央行行长称，年底通胀率应低于32%。", "32%", "土耳其", "通胀率"),
        ("来伊份与供应商签订协议，合同金额5.2亿元。", "5.2亿元", "来伊份", "合同金额"),
        ("比亚迪发布快报，创单月新高，10月销量为51456辆。", "51456", "比亚迪", "销量"),
        ("优步之后，来福车也公布财报，营收为52亿元。", "52亿元", "来福车", "营收"),
        ("国庆假期全省接待游客612.4万人次。", "612.4万", "全省", "接待游客"),
        ("全国铁路预计发送旅客2.19亿人次。", "2.19亿", "全国铁路", "发送旅客"),
        ("高盛预计通胀率为3.2%。", "3.2%", "高盛", "通胀率"),
        # whose measure somebody moves
        ("标普全球将印度明年经济增速预期由6.5%上调至6.8%。", "6.8%", "印度", "经济增速"),
        ("向华为供货的立讯技术，上半年营收增长41%。", "41%", "立讯技术", "营收"),
        # where a name ends and what is measured begins
        ("青海湖水位达3197.1米。", "3197.1米", "青海湖", "水位"),
        ("北京马拉松报名人数达18.2万人。", "18.2万", "北京马拉松", "报名人数"),
        ("主流CEX累计多单清算强度将达9.37亿。", "9.37亿", "主流CEX", "累计多单清算强度"),
        ("16—24岁劳动力失业率为17.3%。", "17.3%", "16—24岁劳动力", "失业率"),
        ("73.6%的受访者有过反向旅游经历。", "73.6%", "受访者", "有过反向旅游经历"),
        ("赵继伟得到22分。", "22", "赵继伟", "得到"),
        ("SOL币价突破140美元。", "140美元", "SOL", "币价"),
        # a name that has come up since the last figure
        ("美债收益率报4.71%，黄金则延续跌势，报4025美元。", "4025美元", "黄金", "美债收益率"),
    ],
)
def test_whose_figure_it_is_and_what_it_measures(text: str, figure: str, subject: str | None, measure: str) -> None:
    found = _statement(text, figure)
    assert (found.subject.head and found.subject.head.text, found.measure.words and found.measure.words.text) == (subject, measure)


def test_a_clause_behind_a_figure_gives_it_no_measure() -> None:
    text = "2025年苹果的出货量为4620万台，同比增长4%，市场份额为16.2%。"
    found = [_statement(text, figure).measure.words for figure in ("4620万", "4%", "16.2%")]
    assert [words and words.text for words in found] == ["出货量", "出货量", "市场份额"]


def test_what_a_figure_counts_is_nobody() -> None:
    found = _statement("百亿私募数量达142家，较5月末的139家增加3家。", "3家")
    assert found.subject.head is not None
    assert found.subject.head.text != "139家"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("秘鲁失业率：预期5.6%，实际4.2%，前值5.1%。", {"5.6%": Status.FORESEEN, "4.2%": Status.ASSERTED, "5.1%": Status.PAST}),
        ("秘鲁失业率：5.6%（预期）、5.1%（前值）、4.2%（公布）", {"5.6%": Status.FORESEEN, "5.1%": Status.PAST, "4.2%": Status.ASSERTED}),
        (
            "美国5月非农就业人口增加27.2万人，预期增加18万人，前值增加17.5万人。",
            {"27.2万": Status.ASSERTED, "18万": Status.FORESEEN, "17.5万": Status.PAST},
        ),
        ("欧元区制造业PMI初值为48.6，终值为48.9。", {"48.6": Status.CORRECTED, "48.9": Status.ASSERTED}),
        ("欧元区制造业PMI初值为48.6。", {"48.6": Status.ASSERTED}),
        ("截至目前，三一重工毛利率为6.3%。", {"6.3%": Status.ASSERTED}),
        ("截至停运前，三一重工毛利率为6.3%。", {"6.3%": Status.PAST}),
        ("此前公布的海天味业营业收入为178亿元。", {"178亿元": Status.PAST}),
        ("此前公布的数据显示，海天味业营业收入为178亿元。", {"178亿元": Status.ASSERTED}),
        ("路透调查显示，越南通胀率为2.0%。", {"2.0%": Status.FORESEEN}),
        ("统计局调查显示，越南失业率为2.0%。", {"2.0%": Status.ASSERTED}),
        ("公司指引显示，营业收入为11亿元。", {"11亿元": Status.FORESEEN}),
        ("药明康德毛利率不就是15.5%嘛。", {"15.5%": Status.ASSERTED}),
        ("药明康德毛利率不是15.5%。", {"15.5%": Status.DENIED}),
        ("外界估计的5.6%太保守了，越南失业率其实有25.1%。", {"5.6%": Status.FORESEEN, "25.1%": Status.ASSERTED}),
        ("预计上半年营业收入1.8亿元；净利润约2680万元，同比增长9%。", {"1.8亿元": Status.FORESEEN, "2680万元": Status.FORESEEN}),
        ("预计上半年营业收入1.8亿元；去年净利润为2680万元。", {"2680万元": Status.ASSERTED}),
        ("若需求回暖，预期值3%，实际值可能为5%。", {"5%": Status.SUPPOSED}),
    ],
)
def test_how_each_figure_is_said(text: str, told: dict[str, Status]) -> None:
    assert {figure: _statement(text, figure).status.status for figure in told} == told


@pytest.mark.parametrize(("text", "figure", "subject", "measure", "status"), _ROWS)
def test_an_ordinary_sentence_is_understood(text: str, figure: str, subject: str, measure: str, status: str) -> None:
    one = _statement(text, figure)
    told = (one.subject.head.text if one.subject.head else "", one.measure.words.text if one.measure.words else "")
    assert (told[0] if subject != "-" else "-", told[1] if measure != "-" else "-", one.status.status.value) == (subject, measure, status)


@pytest.mark.parametrize(
    ("text", "figure", "form"),
    [
        # what has come to a figure may itself be a change
        ("日本CPI同比回升至2.9%，预期2.8%。", "2.9%", Form.CHANGE),
        ("日本核心CPI同比涨幅收窄至2.9%。", "2.9%", Form.CHANGE),
        ("日本GDP增速放缓至1.9%。", "1.9%", Form.CHANGE),
        ("安汶GDP同比增速由2.6%调整为2.5%。", "2.5%", Form.CHANGE),
        ("英伟达毛利率同比提升至75.2%。", "75.2%", Form.LEVEL),
        ("德国失业率升至6.3%。", "6.3%", Form.LEVEL),
        ("德国失业率上升0.2个百分点至6.3%。", "6.3%", Form.LEVEL),
        ("金价上涨20美元至4025美元。", "4025美元", Form.LEVEL),
        ("金价上涨20美元至4025美元。", "20美元", Form.CHANGE),
        ("上半年经济增长4.8%。", "4.8%", Form.CHANGE),
        ("失业率为5.1%，低于预期的5.3%。", "5.3%", Form.LEVEL),
        ("CPI同比上涨3.0%，高于预期的2.8%。", "2.8%", Form.CHANGE),
        ("失业率为5.1%，低于预期0.2个百分点。", "0.2个百分点", Form.CHANGE),
        ("全国失业率为5.2%，比上月下降0.1个百分点，其中大城市为5.1%。", "5.1%", Form.LEVEL),
        ("全国失业率为5.2%，比上月下降0.1个百分点，其中大城市下降5.1%。", "5.1%", Form.CHANGE),
        ("中国国内生产总值为134万亿元。", "134万亿元", Form.LEVEL),
        ("恒生指数收盘上涨363点，涨幅为1.84%，收于20145.29点。", "1.84%", Form.CHANGE),
        ("恒生指数收盘上涨363点，涨幅为1.84%，收于20145.29点。", "20145.29", Form.LEVEL),
        # prices in money are told themselves
        ("锰进口价格为27.9万美元。", "27.9万美元", Form.LEVEL),
    ],
)
def test_a_figure_is_a_level_or_how_far_it_moved(text: str, figure: str, form: Form) -> None:
    assert _statement(text, figure).measure.form is form


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("金价上涨20美元至4025美元。", ["20美元", "4025美元"]),
        ("螺纹钢价格回落274元至3130元。", ["274元", "3130元"]),
        ("预计营收增长20%至25%。", ["20%至25%"]),
        ("钢价每吨上涨20元至30元。", ["20元至30元"]),
        ("政策利率维持在3.5%至3.75%。", ["3.5%至3.75%"]),
    ],
)
def test_a_move_to_a_figure_is_no_range(text: str, figures: list[str]) -> None:
    assert [one.text for one in find_quantities(text, lang="zh")] == figures


def test_what_a_figure_began_at_narrows_only_that_figure() -> None:
    begun, reached = (_statement("秘鲁失业率由7.7%升至7.8%。", figure).measure.qualifiers for figure in ("7.7%", "7.8%"))
    assert (begun, reached) == ({"level_start"}, frozenset())


@pytest.mark.parametrize(
    ("text", "figure", "whole"),
    [
        ("在墨西哥，汽油价格上涨4.5%。", "4.5%", ["墨西哥"]),
        ("英伟达毛利率73%，数据中心业务收入512亿美元。", "512亿美元", ["英伟达"]),
        ("比亚迪营收52亿元，行业毛利率8.2%。", "8.2%", []),
    ],
)
def test_what_goods_and_lines_of_trade_hang_from(text: str, figure: str, whole: list[str]) -> None:
    assert [words.text for words in _statement(text, figure).subject.chain] == whole


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("小米出货量4330万台，超过苹果的4120万台。", Status.ASSERTED),
        ("小米出货量4330万台，超过去年的4120万台。", Status.PAST),
        ("小米出货量4330万台，超过市场预期的4120万台。", Status.FORESEEN),
    ],
)
def test_what_a_rival_has_is_said_and_what_was_or_was_expected_is_not(text: str, status: Status) -> None:
    assert _statement(text, "4120万").status.status is status
