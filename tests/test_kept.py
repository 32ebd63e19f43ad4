from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone, translation
from django.utils.safestring import SafeString

from verification.kept import Kept, Written, next_day

NOW = datetime(2026, 11, 20, 15, 30, tzinfo=ZoneInfo("UTC"))
written: list[str] = []


def say(text: str, until: datetime = NOW + timedelta(hours=1)) -> Written:
    written.append(text)
    return Written(SafeString(text), until)


def asked(kept: Kept, told: object, now: datetime = NOW) -> str:
    return kept.get(told, now, lambda: say(str(told)))


def test_the_same_is_written_once() -> None:
    kept, _ = Kept(most=5), written.clear()
    assert [asked(kept, told) for told in ("a", "b", "a")] == ["a", "b", "a"]
    assert written == ["a", "b"]


def test_another_language_and_another_zone_are_other_texts() -> None:
    kept, _ = Kept(most=5), written.clear()
    asked(kept, "a")
    with translation.override("zh-hans"):
        asked(kept, "a")
    with timezone.override(ZoneInfo("America/New_York")):
        asked(kept, "a")
    asked(kept, "a")
    assert written == ["a"] * 3


def test_what_the_moment_changes_is_written_anew() -> None:
    kept, _ = Kept(most=5), written.clear()
    asked(kept, "a")
    asked(kept, "a", NOW + timedelta(minutes=59))
    assert written == ["a"]
    asked(kept, "a", NOW + timedelta(hours=1))
    assert written == ["a"] * 2
    asked(kept, "a", NOW - timedelta(hours=1))  # a clock that was set back
    assert written == ["a"] * 3


def test_those_go_that_nobody_asked_for_longest() -> None:
    kept, _ = Kept(most=2), written.clear()
    for told in ("a", "b", "a", "c", "a", "b"):
        asked(kept, told)
    assert written == ["a", "b", "c", "b"]


def test_a_day_ends_where_the_reader_is() -> None:
    with timezone.override(ZoneInfo("Asia/Shanghai")):
        assert next_day(NOW) == datetime(2026, 11, 20, 16, tzinfo=ZoneInfo("UTC"))
    with timezone.override(ZoneInfo("UTC")):
        assert next_day(NOW) == datetime(2026, 11, 21, tzinfo=ZoneInfo("UTC"))
