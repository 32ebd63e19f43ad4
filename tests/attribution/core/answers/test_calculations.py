"""Figures that follow from others: each sentence beside twins whose direction, row or period disagrees, which are never taken."""

import pytest

from attribution.core.answers.operations import Operation, compute
from attribution.core.answers.reverse import attribute_answer
from attribution.core.answers.sources import AttributedSentence, RankedDocument

ACCOUNTS = """Tarn Instruments makes probes and cranes. \
Total revenue was $3,640.8 million in fiscal 2025, an increase of 12% over fiscal 2024. \
Gross margin declined to 38.2% from 39.9%. \
Research and development expense was $412.5 million in fiscal 2025 and $377.1 million in fiscal 2024.

| (in millions) | 2025 | 2024 | 2023 |
|---|---|---|---|
| Probes | 2,114.3 | 1,820.6 | 1,604.9 |
| Cranes | 1,021.7 | 1,003.2 | 967.4 |
| Repairs | 504.8 | 426.9 | 371.0 |
| Total revenue | 3,640.8 | 3,250.7 | 2,943.3 |
| Operating income | 691.8 | 552.6 | 470.9 |
"""
YEARBOOK = """北岭仪器2025年年度报告。\
公司2025年实现营业收入96.4亿元，同比增长14.2%；净利润11.3亿元，上年同期9.1亿元。\
研发投入7.9亿元，占营业收入的8.2%。

| 项目 | 2025年 | 2024年 | 2023年 |
|---|---|---|---|
| 营业收入（亿元） | 96.4 | 84.4 | 75.0 |
| 净利润（亿元） | 11.3 | 9.1 | 8.0 |
| 研发投入（亿元） | 7.9 | 6.3 | 5.2 |
"""
QUARTER = "Revenue for the quarter was $118 million, an increase of 18% from the same quarter of the prior year."
QUARTAL = "公司三季度营收59亿元，同比增长18%。"

PORT = "In 2025 the port handled 4.2 million containers, of which 1.9 million were transit boxes and 0.6 million were refrigerated."
FREIGHT = "2025年，全市完成货运量8.4亿吨，其中公路5.1亿吨，水路2.6亿吨，铁路0.7亿吨。"
TURNED = """Selected figures, £m

Year    Turnover    Staff costs    Headcount
2023    58.4    14.2    612
2024    63.7    15.0    640
2025    61.2    15.9    598
"""

CHANGED = """| (In millions) | 2025 | Change | 2024 | Change | 2023 |
|---|---|---|---|---|---|
| Americas | 132.4 | (19.0) | 151.4 | 39.9 | 111.5 |
| Europe | 112.9 | (8.9) | 121.8 | (20.0) | 141.8 |
| Fees | 284.9 | (31.3) | 316.2 | (13.6) | 329.8 |
"""
PAIRED = """| | Loans | | Deposits | |
|---|---|---|---|---|
| | 2025 | 2024 | 2025 | 2024 |
| Shop | 1,893.4 | 1,956.0 | 911.2 | 957.1 |
| Trade | 311.7 | 284.0 | 605.5 | 591.8 |
"""
CHANNELS = """| 渠道 | 2025年上半年 | 占比 |
|---|---|---|
| 线上直营 | 6.82亿元 | 44.0% |
| 线下门店 | 5.43亿元 | 35.1% |
| 经销商 | 3.24亿元 | 20.9% |
"""


def trace(answer: str, document: str) -> AttributedSentence:
    [sentence] = attribute_answer(answer, [RankedDocument(document)]).sentences
    return sentence


def told(sentence: AttributedSentence) -> list[tuple[str, list[str]]]:
    return [(one.operation.value, [format(part.value, "f") for part in one.operands]) for one in sentence.calculations]


@pytest.mark.parametrize(
    ("document", "answer", "calculations"),
    [
        (ACCOUNTS, "Probes made up 58.1% of fiscal 2025 revenue.", [("share", ["2114.3", "3640.8"])]),
        (ACCOUNTS, "Average annual revenue over fiscal 2023 to 2025 was $3,278.3 million.", [("average", ["3640.8", "3250.7", "2943.3"])]),
        (ACCOUNTS, "Revenue grew at a compound annual growth rate of 11.2% from 2023 to 2025.", [("cagr", ["3640.8", "2943.3"])]),
        (ACCOUNTS, "Operating income rose at a CAGR of 21.2% between fiscal 2023 and 2025.", [("cagr", ["691.8", "470.9"])]),
        (ACCOUNTS, "R&D rose by $35.4 million.", [("difference", ["412.5", "377.1"])]),
        (ACCOUNTS, "Repairs revenue fell short of cranes revenue by $516.9 million in 2025.", [("difference", ["504.8", "1021.7"])]),
        (ACCOUNTS, "Together, cranes and repairs made up 41.9% of fiscal 2025 revenue.", [("share", ["1021.7", "504.8", "3640.8"])]),
        (ACCOUNTS, "Revenue averaged $3.28 billion over fiscal 2023 to 2025.", [("average", ["3640.8", "3250.7", "2943.3"])]),
        (ACCOUNTS, "Operating income was $139 million higher in 2025 than in 2024.", [("difference", ["691.8", "552.6"])]),
        (
            PORT,
            "Transit and refrigerated boxes together made up 59.5% of all containers.",
            [("share", ["1900000.0", "600000.0", "4200000.0"])],
        ),
        (FREIGHT, "公路和水路合计占货运量的91.7%。", [("share", ["510000000.0", "260000000.0", "840000000.0"])]),
        (CHANGED, "Average annual fees over 2023 to 2025 were $310.3 million.", [("average", ["284.9", "316.2", "329.8"])]),
        (CHANGED, "Fees of Americas and Europe together came to $245.3 million in 2025.", [("sum", ["132.4", "112.9"])]),
        (PAIRED, "Shop deposits fell 4.8% in 2025.", [("growth", ["911.2", "957.1"])]),
        (CHANNELS, "线上直营和线下门店合计收入12.25亿元。", [("sum", ["682000000.00", "543000000.00"])]),
        (TURNED, "Turnover fell 3.9% in 2025.", [("growth", ["61.2", "63.7"])]),
        (TURNED, "Staff costs were 26.0% of turnover in 2025.", [("share", ["15.9", "61.2"])]),
        (TURNED, "Turnover averaged £61.1m over the three years.", [("average", ["58.4", "63.7", "61.2"])]),
        (QUARTER, "A year earlier revenue was $100.0 million.", [("prior", ["118", "18"])]),
        (QUARTAL, "上年同期营收为50亿元。", [("prior", ["59", "18"])]),
        (YEARBOOK, "2025年净利润同比增长24.2%。", [("growth", ["1130000000.0", "910000000.0"])]),
        (YEARBOOK, "2023年至2025年营业收入的年均复合增速为13.4%。", [("cagr", ["96.4", "75.0"])]),
        (YEARBOOK, "营业收入三年复合增长率为13.4%。", [("cagr", ["96.4", "75.0"])]),
        (YEARBOOK, "研发投入比上年增加1.6亿元。", [("difference", ["7.9", "6.3"])]),
        (YEARBOOK, "净利率为11.7%。", [("share", ["1130000000.0", "9640000000.0"])]),
    ],
)
def test_what_follows_is_calculated(document: str, answer: str, calculations: list[tuple[str, list[str]]]) -> None:
    sentence = trace(answer, document)
    assert (sentence.supported, told(sentence)) == (True, calculations)


@pytest.mark.parametrize(
    ("answer", "calculations"),
    [
        (
            "Probes made up 58.1% of fiscal 2025 revenue and cranes 28.1%.",
            [("share", ["1021.7", "3640.8"]), ("share", ["2114.3", "3640.8"])],
        ),
        ("Probes grew 16.1%, and repairs grew 18.2%, in fiscal 2025.", [("growth", ["2114.3", "1820.6"]), ("growth", ["504.8", "426.9"])]),
        (
            "Operating margin improved from 17.0% in fiscal 2024 to 19.0% in fiscal 2025.",
            [("share", ["552.6", "3250.7"]), ("share", ["691.8", "3640.8"])],
        ),
    ],
)
def test_each_figure_of_a_sentence_has_its_own_calculation(answer: str, calculations: list[tuple[str, list[str]]]) -> None:
    sentence = trace(answer, ACCOUNTS)
    assert sentence.supported
    assert sorted(told(sentence)) == calculations


@pytest.mark.parametrize(
    ("document", "answer"),
    [
        (ACCOUNTS, "Cranes made up 58.1% of fiscal 2025 revenue."),
        (ACCOUNTS, "Cranes made up 58.1% and probes 28.1% of fiscal 2025 revenue."),
        (ACCOUNTS, "Average annual revenue over fiscal 2023 to 2024 was $3,278.3 million."),
        (ACCOUNTS, "Revenue fell at a compound annual rate of 11.2% from 2023 to 2025."),
        (ACCOUNTS, "Together, probes and repairs made up 41.9% of fiscal 2025 revenue."),
        (ACCOUNTS, "Together, cranes and repairs made up 41.9% of fiscal 2024 revenue."),
        (ACCOUNTS, "Together, cranes and repairs made up 28.1% of fiscal 2025 revenue."),
        (ACCOUNTS, "Over the three years, cranes added up to $1,302.7 million."),
        (ACCOUNTS, "Operating income averaged $3.28 billion over fiscal 2023 to 2025."),
        (ACCOUNTS, "Operating income was $139 million lower in 2025 than in 2024."),
        (PORT, "Transit and refrigerated boxes together made up 45.2% of all containers."),
        (FREIGHT, "公路和铁路合计占货运量的91.7%。"),
        (FREIGHT, "水路占货运量的60.7%。"),
        (PAIRED, "Shop loans fell 4.8% in 2025."),
        (TURNED, "Turnover rose 3.9% in 2025."),
        (TURNED, "Staff costs were 26.0% of turnover in 2023."),
        (TURNED, "Staff costs averaged £61.1m over the three years."),
        (ACCOUNTS, "Revenue grew at a compound annual growth rate of 23.7% from 2023 to 2025."),
        (ACCOUNTS, "Operating income grew at a CAGR of 11.2% from 2023 to 2025."),
        (ACCOUNTS, "R&D fell by $35.4 million."),
        (ACCOUNTS, "Repairs revenue fell 18.2% in fiscal 2025."),
        (ACCOUNTS, "Repairs revenue grew 18.2% in fiscal 2024."),
        (ACCOUNTS, "Operating margin was 19.0% in fiscal 2024."),
        (ACCOUNTS, "Operating margin was 12% in fiscal 2025."),
        (QUARTER, "A year earlier revenue was $139.2 million."),
        (QUARTER, "Revenue was about $100 million."),
        (QUARTAL, "上年同期营收为69.6亿元。"),
        (YEARBOOK, "2025年净利润同比下降24.2%。"),
        (YEARBOOK, "研发投入比上年减少1.6亿元。"),
        (YEARBOOK, "研发投入比上年增加1.2亿元。"),
        (YEARBOOK, "净利润复合增长率为13.4%。"),
        (YEARBOOK, "2024年研发投入占营业收入的8.2%。"),
        (YEARBOOK, "2024年净利率为11.7%。"),
    ],
)
def test_what_disagrees_in_direction_row_or_period_is_not(document: str, answer: str) -> None:
    assert not trace(answer, document).supported


def test_a_cagr_keeps_the_years_between_and_can_be_worked_out_again() -> None:
    [calculation] = trace("Revenue grew at a CAGR of 11.2% from 2023 to 2025.", ACCOUNTS).calculations
    assert calculation.years == 2
    assert compute(Operation.CAGR, [one.value for one in calculation.operands], calculation.years) == calculation.value
    assert compute(Operation.CAGR, [one.value for one in calculation.operands], 0) is None


RETURNS = " | 2025 | 2024\nAverage invested capital | 923.1 | 735.6\nReturn on capital | 13.1% | 16.1%\nCost of capital | 9.0% | 9.5%"


@pytest.mark.parametrize(
    ("figure", "state"), [("14.6%", "carried"), ("14.6", "carried"), ("$14.6 million", "absent"), ("14.6 million", "absent")]
)
def test_percentages_make_up_no_amount(figure: str, state: str) -> None:
    answer = f"What was the average return on capital in 2025 and 2024: {figure}."
    [sentence] = attribute_answer(answer, [RankedDocument(RETURNS)]).sentences
    assert sentence.state == state
