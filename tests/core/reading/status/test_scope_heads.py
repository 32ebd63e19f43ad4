"""An adjective of the noun makes its figure an expected, a former, a mistaken one; of another noun it does not."""

from datetime import date

import pytest

from verification.core.reading.reader import TextReader
from verification.core.reading.statement import Status

DAY = date(2026, 5, 14)


def _status(text: str, figure: str = "5.2%") -> Status:
    start = text.index(figure)
    return TextReader(text, base=DAY).status.status_at(start, start + len(figure)).status


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("The previous unemployment rate of Peru was 5.2%.", Status.PAST),
        ("The prior reading of the index was 5.2%.", Status.PAST),
        ("The old jobless rate was 5.2%.", Status.PAST),
        ("Peru's former policy rate stood at 5.2%.", Status.PAST),
        ("The ten-year average jobless rate is 5.2%.", Status.PAST),
        ("The unemployment rate of Peru (prior) 5.2%.", Status.PAST),
        ("Expected unemployment rate of Peru: 5.2%.", Status.FORESEEN),
        ("The projected deficit is 5.2% of GDP.", Status.FORESEEN),
        ("The proposed duty is 5.2%.", Status.FORESEEN),
        ("The unemployment rate of Peru (expected): 5.2%.", Status.FORESEEN),
        ("The alleged default rate is 5.2%.", Status.UNCONFIRMED),
        ("The retracted figure was 5.2%.", Status.CORRECTED),
        ("秘鲁失业率（预期）5.2%。", Status.FORESEEN),
        ("预期秘鲁失业率：5.2%。", Status.FORESEEN),
        ("按照央行的预测，秘鲁失业率为5.2%。", Status.FORESEEN),
        ("国际货币基金组织最新展望中，秘鲁失业率为5.2%。", Status.FORESEEN),
        ("The unemployment rate of Peru is 5.2%.", Status.ASSERTED),
        ("Unchanged from the previous month, the jobless rate is 5.2%.", Status.ASSERTED),
        ("The former minister's approval rating is 5.2%.", Status.ASSERTED),
        ("The previous government left, and the jobless rate is now 5.2%.", Status.ASSERTED),
        ("Beating the expected 4.9%, the rate came in at 5.2%.", Status.ASSERTED),
        ("正如预期，秘鲁失业率为5.2%。", Status.ASSERTED),
        ("比亚迪慈善基金会捐款增长5.2%。", Status.ASSERTED),
        ("在传统制造业，订单增长5.2%。", Status.ASSERTED),
        ("该剧收视率为5.2%。", Status.ASSERTED),
        ("In a series of deals the fund bought 5.2% of Orvane.", Status.ASSERTED),
        ("The studio paid 5.2% more for the film.", Status.ASSERTED),
        ("The model has a market share of 5.2%.", Status.ASSERTED),
        ("The number of people looking for work rose by 5.2%.", Status.ASSERTED),
        ("By comparison, the rate of Chile is 5.2%.", Status.ASSERTED),
        ("成都大运会门票收入增长5.2%。", Status.ASSERTED),
    ],
)
def test_an_adjective_reaches_the_figure_of_its_noun(text: str, status: Status) -> None:
    assert _status(text) is status


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Guided to 4.7%, Tessaly delivered a margin of 5.2%.", Status.ASSERTED),
        ("Guided to 5.2%, Tessaly delivered a margin of 4.7%.", Status.FORESEEN),
        ("As all but two of the economists had foreseen, the policy rate is 5.2%.", Status.ASSERTED),
        ("Expected to slow, inflation is seen at 5.2%.", Status.FORESEEN),
        ("The lender's order book now stands at a hefty 5.2% of sales.", Status.ASSERTED),
    ],
)
def test_what_was_foreseen_is_over_with_its_phrase(text: str, status: Status) -> None:
    assert _status(text) is status
