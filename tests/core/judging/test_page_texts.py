"""Which period a sentence of a page takes over from the sentences before it."""

from datetime import date

import pytest

from verification.core.judging.page_texts import PageText
from verification.core.vocabulary import PassageField, QuantityKind

pytestmark = pytest.mark.pure

DAY = date(2026, 2, 18)
PERCENT = frozenset((QuantityKind.PERCENT,))


@pytest.mark.parametrize(
    ("before", "taken"),
    [
        ("1月CPI同比上涨3.0%，低于12月的3.4%。", "2026-01"),
        ("1月CPI同比上涨3.0%，延续了12月的3.4%。", "2026-01"),
        ("通胀率由12月的3.4%降至1月的3.0%。", None),
        ("12月CPI同比上涨3.4%，1月为3.0%。", "2026-01"),
        ("12月CPI同比上涨3.4%。", "2025-12"),
    ],
)
def test_a_period_that_has_its_own_figure_is_not_taken_over(before: str, taken: str | None) -> None:
    text = PageText(PassageField.CONTENT, f"{before}核心通胀率为3.1%。", DAY, DAY)
    *_, (_, sentence, _) = text.figured(PERCENT)
    found = sentence.place(sentence.text.index("3.1%"), len(sentence.text) - 1).period
    assert (str(found.period) if found else None) == taken
