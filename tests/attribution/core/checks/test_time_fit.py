"""Whether a page can speak of the time that a claim is about."""

from datetime import UTC, datetime

import pytest

from attribution.core.checks.time_fit import judge_time
from attribution.core.vocabulary import TimeFit

MARCH = datetime(2026, 3, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    "claim, fit",
    [
        ("Prices rose 2% in June 2026.", TimeFit.TOO_EARLY),
        ("2026年6月CPI同比上涨2%。", TimeFit.TOO_EARLY),
        ("GDP grew 3% in 2027.", TimeFit.TOO_EARLY),
        ("Prices rose 2% in January 2026.", TimeFit.FITS),
        ("2025年CPI同比上涨2%。", TimeFit.FITS),
        ("GDP grows 3% in 2026.", TimeFit.OPEN),
        ("The IMF expects 3% growth in 2027.", TimeFit.OPEN),
        ("预计2027年增长3%。", TimeFit.OPEN),
        ("Prices rose 2% in June.", TimeFit.OPEN),
        ("Prices rose 2%.", TimeFit.OPEN),
    ],
)
def test_the_claim_against_the_publication(claim: str, fit: TimeFit) -> None:
    assert judge_time(claim, published_at=MARCH) == fit


def test_an_undated_page_leaves_it_open() -> None:
    assert judge_time("Prices rose 2% in June 2026.", published_at=None) == TimeFit.OPEN
