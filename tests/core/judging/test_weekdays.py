"""A weekday that is the day asked for is met as the day itself would be; another one is not."""

from datetime import UTC, datetime

import pytest

from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.vocabulary import NodeKind

# Thursday.
AT = datetime(2026, 6, 18, 4, tzinfo=UTC)
HOST = "plainview.example"


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("日经225指数6月17日收盘", "周三，日经225指数收盘报48088.8点。", "48088.8"),
        ("日经225指数6月17日收盘", "6月17日，日经225指数收盘报48088.8点。", "48088.8"),
        ("日经225指数6月17日收盘", "周二，日经225指数收盘报48088.8点。", None),
        ("Nikkei 225 close June 17", "The Nikkei 225 closed at 48,088.8 on Wednesday.", "48088.8"),
        ("Nikkei 225 close June 17", "The Nikkei 225 closed at 48,088.8 on Tuesday.", None),
    ],
)
def test_weekday_is_the_day_it_falls_on(name: str, text: str, found: str | None) -> None:
    page = Page(f"https://{HOST}/a", "", text, AT)
    said = settle(NodeSpec(name, NodeKind.NUMBER), [page], as_of=AT, trust=Trust(whitelist=(HOST,)))
    assert said.number == found
