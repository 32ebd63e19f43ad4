"""Periods shared out over a row of figures."""

import pytest

from tests.core.periods.figure_periods import period_of_figure


@pytest.mark.parametrize(
    ("text", "figures", "periods"),
    [
        ("朔川科技2023—2025年收入分别为2.1亿、3.7亿、4.6亿元，三年复合增速50%。", ("2.1", "3.7", "4.6"), ("2023", "2024", "2025")),
        ("2023年、2024年及2025年，公司营收分别为1.2亿元、3.4亿元和5.6亿元。", ("1.2", "3.4", "5.6"), ("2023", "2024", "2025")),
        ("4月和5月，出口分别增长3.1%和4.2%。", ("3.1", "4.2"), ("2026-04", "2026-05")),
        ("2026年3—5月，社零分别增长3.1%、4.2%和5.3%。", ("3.1", "4.2", "5.3"), ("2026-03", "2026-04", "2026-05")),
        ("Revenue was $1.2 million and $3.4 million in 2025 and 2024, respectively.", ("$1.2", "$3.4"), ("2025", "2024")),
        ("In April and May, exports rose 3.1% and 4.2%, respectively.", ("3.1", "4.2"), ("2026-04", "2026-05")),
        (
            "Net income was $1,200, $3,400 and $5,600 for 2025, 2024 and 2023, respectively.",
            ("$1,2", "$3,4", "$5,6"),
            ("2025", "2024", "2023"),
        ),
    ],
)
def test_each_figure_of_a_row_has_its_own_period(text, figures, periods):
    assert tuple(period_of_figure(text, figure) for figure in figures) == periods


@pytest.mark.parametrize(
    ("text", "figure", "period"),
    [
        # Three things of one quarter, two measures of one year, two firms of two years that the words don't share out.
        ("一季度，甲、乙、丙三家公司营收分别为1.2亿元、3.4亿元和5.6亿元。", "1.2", "2026-01..2026-03"),
        ("2025年，营收和净利润分别为12亿元、3亿元。", "3亿", "2025"),
        ("2024年和2025年，甲、乙两家营收分别为12亿元、30亿元。", "12亿", "2025"),
        ("Revenue and net income were $5 million and $2 million in 2025, respectively.", "$5", "2025"),
        # What is compared with shares nothing out.
        ("5月出口和进口较2024年、2025年分别增长10%、20%。", "20%", "2025"),
        ("2025年增长8%；营收分别为12亿元、3亿元。", "12亿", "2025"),
    ],
)
def test_a_row_of_other_things_leaves_the_period_where_it_was(text, figure, period):
    assert period_of_figure(text, figure) == period
