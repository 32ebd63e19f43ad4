"""Pages dated, and nodes asked for, at either end of the calendar: other zones and the day before have no name there."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.vocabulary import NodeKind

ENDS = ["0001-01-01T00:00", "0001-01-01T05:00", "0001-12-31T00:00", "9999-01-01T00:00", "9999-12-31T00:00", "9999-12-31T23:59:59.999999"]
ZONES = [UTC, timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))]
MOMENTS = [datetime.fromisoformat(end).replace(tzinfo=zone) for end in ENDS for zone in ZONES]
NOW = datetime(2026, 6, 18, tzinfo=UTC)
PERIODS = [None, "0001-01-01", "9999-12-31", "9999-12"]
TEXTS = [
    "The S&P 500 closed at 5.25 on Friday.",
    "Last week, yesterday, next month and in the year to come the S&P 500 stood at 5.25. 标普500上周五、昨日、明年、前12个月收于5.25点。",
]


def _settled(published_at: datetime, as_of: datetime, period: str | None):
    node = NodeSpec("S&P 500", NodeKind.NUMBER, reference_period=period, fresh_days=None)
    pages = [Page(f"https://{host}.example/", "S&P 500", text, published_at) for host, text in zip("ab", TEXTS, strict=True)]
    return settle(node, pages, as_of=as_of, trust=Trust(whitelist=("a.example",)))


@pytest.mark.parametrize("period", PERIODS)
@pytest.mark.parametrize("published_at", MOMENTS)
@pytest.mark.share(4)
def test_a_page_at_an_end_of_the_calendar_is_judged(published_at, period):
    verdict = _settled(published_at, NOW, period)
    assert verdict.number in (None, "5.25")
    if published_at.year == 9999:
        assert verdict.number is None


@pytest.mark.parametrize("period", PERIODS)
@pytest.mark.parametrize("as_of", MOMENTS)
@pytest.mark.share(4)
def test_a_node_asked_for_at_an_end_of_the_calendar_is_judged(as_of, period):
    for published_at in (NOW, as_of):
        verdict = _settled(published_at, as_of, period)
        assert verdict.number in (None, "5.25")
    assert _settled(NOW, datetime.min.replace(tzinfo=UTC), period).number is None
