"""Which figure of a page answers the node: subject, period, measure, siblings, qualifiers."""

from datetime import UTC, datetime

import pytest

from verification.core.consensus.weighing import read_evidence_set
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.judging.binding import CandidateFigure
from verification.core.reasons import WhyCode
from verification.core.vocabulary import NodeKind

AT = datetime(2026, 6, 16, 8, tzinfo=UTC)
RETAIL = (
    "1—5月份，社会消费品零售总额206031亿元，同比增长1.4%。其中，除汽车以外的消费品零售额190022亿元，增长2.7%。"
    "5月份，社会消费品零售总额41090亿元，同比下降0.6%；环比下降0.38%。其中，除汽车以外的消费品零售额37781亿元，增长1.1%。"
)
JOBS = (
    "Businesses added 223,000 jobs in May, up from 159,000 in April, driving the unemployment rate to 3.8 percent. "
    "For women, unemployment fell to 3.6 percent, the lowest since 1953. Economists had expected 190,000 jobs."
)


def candidates(
    label: str, content: str, kind: NodeKind = NodeKind.PERCENT, unit: str | None = "%", title: str = ""
) -> tuple[CandidateFigure, ...]:
    node = NodeSpec(label=label, kind=kind, unit=unit)
    page = Page("https://news.example/1", title, content, AT)
    return read_evidence_set(node, [page], as_of=AT, trust=Trust()).source_pages[0].candidates


def best(label: str, content: str, kind: NodeKind = NodeKind.PERCENT, unit: str | None = "%") -> str:
    return candidates(label, content, kind, unit)[0].quantity.text


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("5月份，社会消费品零售总额41090亿元，同比下降____。", "0.6%"),
        ("1—5月份，社会消费品零售总额206031亿元，同比增长____。", "1.4%"),
        ("其中，除汽车以外的消费品零售额190022亿元，增长____。", "2.7%"),
        ("其中，除汽车以外的消费品零售额37781亿元，增长____。", "1.1%"),
        ("中国5月社会消费品零售总额同比", "0.6%"),
        ("中国1-5月社会消费品零售总额同比", "1.4%"),
        ("中国5月社会消费品零售总额环比", "0.38%"),
    ],
)
def test_period_measure_and_siblings_in_a_release(label: str, expected: str) -> None:
    assert best(label, RETAIL) == expected


@pytest.mark.parametrize(
    ("label", "kind", "unit", "expected"),
    [
        ("The economy added ____ jobs in May.", NodeKind.NUMBER, None, "223,000"),
        ("The economy added ____ jobs in April.", NodeKind.NUMBER, None, "159,000"),
        ("May's unemployment rate was ____.", NodeKind.PERCENT, "%", "3.8 percent"),
    ],
)
def test_each_figure_has_its_own_month(label: str, kind: NodeKind, unit: str | None, expected: str) -> None:
    assert best(label, JOBS, kind, unit) == expected


@pytest.mark.parametrize(
    ("label", "kind", "figure", "veto"),
    [
        ("The economy added ____ jobs in May.", NodeKind.NUMBER, "190,000", WhyCode.FORECAST),
        ("The unemployment rate was ____ in May.", NodeKind.PERCENT, "3.6 percent", WhyCode.OTHER_SUBJECT),
        ("The economy added ____ jobs in May.", NodeKind.NUMBER, "159,000", WhyCode.OTHER_PERIOD),
    ],
)
def test_why_a_figure_is_none(label: str, kind: NodeKind, figure: str, veto: WhyCode) -> None:
    found = {candidate.quantity.text: candidate.veto for candidate in candidates(label, JOBS, kind, None)}
    assert found[figure] == veto


@pytest.mark.parametrize(
    ("label", "text", "veto"),
    [
        ("Peru unemployment rate", "Peru's unemployment rate is 6.7%.", None),
        ("Peru unemployment rate", "Is Peru's unemployment rate really 6.7%?", WhyCode.HYPOTHETICAL),
        ("Peru unemployment rate", "There is unconfirmed talk that Peru's unemployment rate is 6.7%.", WhyCode.HYPOTHETICAL),
        ("Peru unemployment rate", "The office denied that Peru's unemployment rate is 6.7%.", WhyCode.DENIED),
        ("Peru unemployment rate", "Peru's unemployment rate is 6.7%, a post said. The office called the figure false.", WhyCode.DENIED),
        ("秘鲁失业率", "秘鲁失业率为6.7%。", None),
        ("秘鲁失业率", "网传秘鲁失业率为6.7%，尚未得到证实。", WhyCode.HYPOTHETICAL),
        ("秘鲁失业率", "统计局否认秘鲁失业率为6.7%。", WhyCode.DENIED),
        ("秘鲁失业率预测", "预计秘鲁失业率为6.7%。", None),
    ],
)
def test_a_figure_that_is_not_asserted_answers_no_name(label: str, text: str, veto: WhyCode | None) -> None:
    assert [candidate.veto for candidate in candidates(label, text)] == [veto]


@pytest.mark.parametrize(
    ("label", "veto"),
    [
        ("澜港银行2024年不良贷款率", None),
        ("澜港银行2025年不良贷款率", WhyCode.OTHER_PERIOD),
        ("澜港银行不良贷款率", WhyCode.OTHER_PERIOD),
    ],
)
def test_what_was_so_then_answers_who_asks_for_that_time(label: str, veto: WhyCode | None) -> None:
    found = {one.quantity.text: one for one in candidates(label, "澜港银行2025年末不良贷款率为1.47%，相较2024年的1.2%有所提升。")}
    assert (found["1.2%"].veto, found["1.2%"].check.is_of_then) == (veto, veto is None)


def test_respective_list_gives_each_subject_its_figure() -> None:
    text = "甲公司、乙公司、丙公司营收同比分别增长6.1%、3.8%、2.5%。"
    for subject, expected in (("甲公司", "6.1%"), ("乙公司", "3.8%"), ("丙公司", "2.5%")):
        assert best(f"{subject}营收同比增长____。", text) == expected


def test_figure_of_a_respective_pair_in_english_goes_to_its_clause() -> None:
    text = "The bill raises taxes for couples earning more than $250,000 and individuals earning more than $200,000."
    assert best("tax cuts for couples making ____ or more a year", text, NodeKind.CURRENCY, "USD") == "$250,000"


def test_figures_of_another_kind_are_no_candidates() -> None:
    assert candidates("联邦基金利率", "成交额3万亿元，指数报4091点。") == ()


def test_passage_points_at_the_figure() -> None:
    candidate = candidates("中国5月社会消费品零售总额同比", RETAIL)[0]
    passage = candidate.passage()
    assert RETAIL[passage.start : passage.end] == passage.text
    assert passage.text[passage.figure_start : passage.figure_end] == "0.6%"


def test_huge_page_of_numbers_is_read() -> None:
    assert len(candidates("联邦基金利率", "利率3.5%。" * 10_000)) <= 2_000


@pytest.mark.parametrize(
    ("label", "content", "figures"),
    [
        ("average wait for a hip operation in Kelham", "The average wait for a hip operation in Kelham is 37 days.", ["37 days"]),
        ("澜港医院平均候诊时间", "澜港医院平均候诊时间为47分钟。", ["47分钟"]),
        ("澜港停车位数", "澜港共有2900个停车位，已运营37天。", ["2900"]),
        ("澜港早稻收购点数", "澜港早稻收购点137个，覆盖214户。", ["137"]),
        ("number of wards in Kelham", "The number of wards in Kelham has not changed for 37 days.", []),
    ],
)
def test_what_is_counted_answers_a_name_that_asks_for_it(label: str, content: str, figures: list[str]) -> None:
    assert [one.quantity.text for one in candidates(label, content, NodeKind.NUMBER, None)] == figures


def test_what_a_name_itself_says_tells_nothing_of_its_figure() -> None:
    (old,) = candidates("cost of the old bridge", "The cost of the old bridge is $5 million.", NodeKind.CURRENCY, "USD")
    (new,) = candidates("cost of the bridge", "The old cost of the bridge was $5 million.", NodeKind.CURRENCY, "USD")

    assert old.compared is not None
    assert old.exclusion is None
    assert not old.compared.clashes
    assert new.exclusion is not None
    assert new.exclusion.code == WhyCode.HYPOTHETICAL


@pytest.mark.parametrize(("label", "text", "veto"), [
    ("Lumeo EPS", "Lumeo earned $2.01 per share.", None),
    ("Lumeo EPS", "Diluted earnings per share of Lumeo were $2.01.", None),
    ("Lumeo dividend", "Lumeo declared a cash dividend of $2.01 per share.", None),
    ("Lumeo股息", "Lumeo每股派息$2.01。", None),
    ("Lumeo revenue", "Lumeo's revenue per share was $2.01.", WhyCode.OTHER_SUBJECT),
    ("Lumeo dividend", "Lumeo's dividend per employee was $2.01.", WhyCode.OTHER_SUBJECT),
    ("Lumeo EPS", "Lumeo's adjusted earnings per share were $2.01.", WhyCode.OTHER_SUBJECT),
])  # fmt: skip
def test_what_a_share_earns_or_gets_is_told_by_the_share(label: str, text: str, veto: WhyCode | None) -> None:
    assert [one.veto for one in candidates(label, text, NodeKind.CURRENCY, "USD")] == [veto]
