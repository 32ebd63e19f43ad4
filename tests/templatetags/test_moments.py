from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils.translation import override

from verification.templatetags.moments import age, ago, ago_until, exact_time, long_date, published, short_date

NOW = datetime(2026, 11, 21, 4, 0, tzinfo=UTC)  # noon in Shanghai


@pytest.fixture(autouse=True)
def _noon() -> object:
    with time_machine.travel(NOW, tick=False):
        yield


def words(shown: str) -> str:
    """What stands inside the time element."""
    return shown.partition(">")[2].removesuffix("</time>")


@pytest.mark.parametrize(
    ("passed", "in_english", "in_chinese"),
    [
        (timedelta(seconds=20), "just now", "刚刚"),
        (timedelta(minutes=3), "3 min ago", "3 分钟前"),
        (timedelta(hours=5), "5 h ago", "5 小时前"),
        (timedelta(days=1), "20 Nov", "11-20"),
        (timedelta(days=400), "17 Oct 2025", "2025-10-17"),
    ],
)
def test_ago_in_both_languages(passed: timedelta, in_english: str, in_chinese: str) -> None:
    with override("en"):
        assert words(ago(NOW - passed)) == in_english
    with override("zh-hans"):
        assert words(ago(NOW - passed)) == in_chinese


def test_a_moment_to_come_is_not_said_to_be_past() -> None:
    with override("en"):
        assert words(ago(NOW + timedelta(hours=2))) == "14:00"


def test_long_date_in_both_languages() -> None:
    with override("en"):
        assert words(long_date(NOW)) == "21 November 2026"
    with override("zh-hans"):
        assert words(long_date(NOW)) == "2026年11月21日"


def test_exact_time_stands_in_datetime_with_the_zone() -> None:
    assert str(exact_time(NOW)).startswith('<time datetime="2026-11-21T12:00:00+08:00"')


def test_page_without_a_time_of_day_shows_its_date_alone() -> None:
    with override("en"):
        assert words(published(datetime(2026, 11, 19, 16, 0, tzinfo=UTC))) == "20 Nov"
        assert words(published(datetime(2026, 11, 20, 6, 2, tzinfo=UTC))) == "20 Nov, 14:02"
        assert published(None) == "undated"


def test_a_page_that_gave_a_day_alone_is_given_no_hour() -> None:
    """Services and series date by days, which are kept as midnights in UTC: 08:00 in Shanghai was never said."""
    with override("en"):
        assert words(published(datetime(2026, 11, 20, tzinfo=UTC))) == "20 Nov"
        assert 'datetime="2026-11-20"' in published(datetime(2026, 11, 20, tzinfo=UTC))
        assert words(published(datetime(2026, 11, 20, 0, 1, tzinfo=UTC))) == "20 Nov, 08:01"


def test_age_is_in_the_largest_unit() -> None:
    with override("en"):
        assert words(age(NOW - timedelta(minutes=42))) == "42 min"
        assert words(age(NOW - timedelta(days=2))) == "2 days"


def test_nothing_is_a_dash() -> None:
    assert [ago(None), age(None), short_date(None), long_date(None), exact_time(None)] == ["–"] * 5


def test_ago_holds_until_it_says_something_else() -> None:
    ages = [timedelta(seconds=age) for age in (0, 59, 60, 3599, 3600, 86399, 86400, 900_000, -30)]
    for moment in (NOW - passed for passed in ages):
        until = ago_until(moment, NOW)
        assert until > NOW
        for passed in (timedelta(0), (until - NOW) / 2, until - NOW - timedelta(microseconds=1)):
            with time_machine.travel(NOW + passed, tick=False):
                told = words(ago(moment))
            with time_machine.travel(NOW, tick=False):
                assert words(ago(moment)) == told
    with time_machine.travel(ago_until(NOW, NOW), tick=False):
        assert words(ago(NOW)) == "1 min ago"
