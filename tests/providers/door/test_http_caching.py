"""How long an answer may be used again, by RFC 9111 and our own bounds."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.providers.door.http_caching import LONGEST, LONGEST_GUESS, UNSAID, Caching, caching_of, retry_after_seconds

NOW = datetime(2026, 6, 18, 12, 0, tzinfo=UTC)
DATE = "Thu, 18 Jun 2026 12:00:00 GMT"
NOTHING = timedelta(0)


@pytest.mark.parametrize(
    "headers, lifetime",
    [
        ({}, UNSAID),
        ({"cache-control": "max-age=600"}, timedelta(minutes=10)),
        ({"cache-control": 'public, MAX-AGE="600"'}, timedelta(minutes=10)),
        ({"cache-control": "max-age=600", "age": "540"}, timedelta(minutes=1)),
        ({"cache-control": "max-age=600", "age": "900"}, NOTHING),
        ({"cache-control": "max-age=600", "expires": "0"}, timedelta(minutes=10)),
        ({"cache-control": "max-age=31536000, immutable"}, LONGEST),
        ({"cache-control": "max-age=0"}, NOTHING),
        ({"cache-control": "no-cache"}, NOTHING),
        ({"cache-control": "max-age=many"}, UNSAID),
        ({"date": DATE, "expires": "Thu, 18 Jun 2026 12:05:00 GMT"}, timedelta(minutes=5)),
        ({"date": DATE, "expires": "Thu, 18 Jun 2026 11:00:00 GMT"}, NOTHING),
        ({"date": DATE, "expires": "-1"}, NOTHING),
        ({"date": DATE, "last-modified": "Thu, 18 Jun 2026 11:00:00 GMT"}, timedelta(minutes=6)),
        ({"date": DATE, "last-modified": "Thu, 18 Jun 2026 11:59:00 GMT"}, UNSAID),
        ({"date": DATE, "last-modified": "Thu, 18 Jun 2020 11:00:00 GMT"}, LONGEST_GUESS),
        ({"date": DATE, "last-modified": "Thu, 18 Jun 2030 11:00:00 GMT"}, UNSAID),
    ],
)
def test_how_long_an_answer_is_fresh(headers: dict[str, str], lifetime: timedelta) -> None:
    found = caching_of(headers, now=NOW)
    assert (found.fresh_until - NOW, found.is_stored) == (lifetime, True)


def test_a_page_with_several_languages_is_asked_for_again_by_its_etag_alone() -> None:
    headers = {"vary": "Origin, Accept-Language", "cache-control": "max-age=600", "etag": '"zh"', "last-modified": DATE}
    assert caching_of(headers, now=NOW) == Caching(is_stored=True, fresh_until=NOW, etag='"zh"')


@pytest.mark.parametrize("headers", [{"cache-control": "private, no-store"}, {"vary": "*"}])
def test_some_answers_are_not_kept(headers: dict[str, str]) -> None:
    assert not caching_of(headers, now=NOW).is_stored


def test_what_asks_for_changes_is_kept_where_it_can_be_sent_back() -> None:
    found = caching_of({"etag": 'W/"a"', "last-modified": DATE}, now=NOW)
    assert (found.etag, found.last_modified) == ('W/"a"', DATE)
    odd = caching_of({"etag": "x" * 201, "last-modified": "yesterday"}, now=NOW)
    assert (odd.etag, odd.last_modified) == ("", "")
    assert caching_of({"etag": '"利"'}, now=NOW).etag == ""


@pytest.mark.parametrize(
    "text, seconds",
    [
        ("120", 120.0),
        (" 7 ", 7.0),
        ("0", 0.0),
        ("Thu, 18 Jun 2026 12:01:30 GMT", 90.0),
        ("Thu, 18 Jun 2026 11:00:00 GMT", 0.0),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("1.5", None),
        ("９", None),
        ("Thu, 99 Jun 2026", None),
    ],
)
def test_retry_after_is_a_number_or_a_moment(text: str, seconds: float | None) -> None:
    assert retry_after_seconds({"retry-after": text}, now=NOW) == seconds


@given(
    st.dictionaries(
        st.sampled_from(["cache-control", "expires", "date", "last-modified", "age", "etag", "retry-after"]), st.text(max_size=60)
    )
)
def test_any_headers_give_an_answer_within_bounds(headers: dict[str, str]) -> None:
    found = caching_of(headers, now=NOW)
    assert NOW <= found.fresh_until <= NOW + LONGEST
    assert (retry_after_seconds(headers, now=NOW) or 0) >= 0
