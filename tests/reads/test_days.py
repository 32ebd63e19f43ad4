"""Digits of days and periods in the reader's language; what is none of them stays as it is."""

import pytest
from django.utils import translation

from verification.reads.words.days import say_day, say_period

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("text", "english", "chinese"),
    [
        ("2026-05", "May 2026", "2026年5月"),
        ("2026-Q2", "Q2 2026", "2026年第2季度"),
        ("2026-05-04", "4 May 2026", "2026年5月4日"),
        ("2026", "2026", "2026年"),
        ("2026-H1", "2026-H1", "2026-H1"),
        ("FY2026", "FY2026", "FY2026"),
        ("latest", "latest", "latest"),
        ("", "", ""),
    ],
)
def test_periods(text: str, english: str, chinese: str) -> None:
    said = []
    for language in ("en", "zh-hans"):
        with translation.override(language):
            said.append(say_period(text))
    assert said == [english, chinese]


@pytest.mark.parametrize(("text", "said"), [("2026-05-04", "4 May 2026"), ("soon", "soon"), ("2026-13-40", "2026-13-40"), ("", "")])
def test_days(text: str, said: str) -> None:
    assert say_day(text) == said
