"""Pages between batches: one row for each address, one snapshot for each text, and who may open the door to what."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from asgiref.sync import async_to_sync
from django.db import connection

from verification.models import PageFetch, PageSnapshot
from verification.providers.base import WebPage
from verification.providers.door.http_caching import Caching
from verification.providers.door.networks import DemoWeb, PublicWeb
from verification.providers.door.web import StoredPage
from verification.services.gateway.pages import LONGEST_URL, StoredPages, make_door
from verification.services.gateway.snapshots import snapshot_key

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("upserts")]
NOW = datetime(2026, 6, 18, 12, 0, tzinfo=UTC)
PAGE = WebPage(
    url="http://paper.test/利率",
    final_url="https://paper.test/rate",
    status=200,
    title="Rate",
    text="The rate is 5.25%.",
    published_at=NOW - timedelta(days=1),
    fetched_at=NOW,
    content_type="text/html",
    hops=("http://paper.test/利率",),
)
STORED = StoredPage(PAGE, Caching(is_stored=True, fresh_until=NOW + timedelta(minutes=2), etag='"v1"', last_modified="yesterday"))


def _save(stored: StoredPage) -> None:
    async_to_sync(StoredPages().save)(stored)


def _find(url: str) -> StoredPage | None:
    return async_to_sync(StoredPages().find)(url)


def test_a_page_comes_back_as_it_was_stored() -> None:
    _save(STORED)
    assert _find(PAGE.url) == STORED
    assert _find(PAGE.final_url) is None
    assert PageSnapshot.objects.get().sha256 == snapshot_key("Rate", "The rate is 5.25%.")


def test_the_last_fetch_of_an_address_counts_and_its_earlier_texts_stay() -> None:
    _save(STORED)
    later = StoredPage(replace(PAGE, text="The rate is 5.50%.", fetched_at=NOW + timedelta(hours=1), hops=()), Caching(True, NOW))
    _save(later)
    assert _find(PAGE.url) == later
    assert (PageFetch.objects.count(), PageSnapshot.objects.count()) == (1, 2)


def test_one_text_at_two_addresses_is_one_snapshot() -> None:
    _save(STORED)
    _save(StoredPage(replace(PAGE, url="http://copy.test/"), STORED.caching))
    assert (PageFetch.objects.count(), PageSnapshot.objects.count()) == (2, 1)


def test_an_address_that_no_column_holds_is_not_stored() -> None:
    longest = "http://paper.test/".ljust(LONGEST_URL, "a")
    for url in (longest, longest + "a"):
        _save(StoredPage(replace(PAGE, url=url), STORED.caching))
        _save(StoredPage(replace(PAGE, final_url=url), STORED.caching))
    assert set(PageFetch.objects.values_list("url", "final_url")) == {(longest, PAGE.final_url), (PAGE.url, longest)}


def test_a_page_is_found_and_saved_with_few_queries(django_assert_num_queries: object) -> None:
    _save(STORED)
    with django_assert_num_queries(1):
        _find(PAGE.url)


def test_a_database_that_fails_costs_a_fetch_and_not_a_run(caplog: pytest.LogCaptureFixture) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE verification_pagefetch RENAME TO verification_elsewhere")
    assert _find(PAGE.url) is None
    assert [record.message for record in caplog.records] == ["Stored pages can't be read."]


@pytest.mark.parametrize(
    "is_demo, stubs, kind",
    [(False, [], PublicWeb), (True, [], PublicWeb), (False, ["127.0.0.1:8101"], PublicWeb), (True, ["127.0.0.1:8101"], DemoWeb)],
)
def test_only_a_demo_opens_the_door_to_its_stubs(settings: object, is_demo: bool, stubs: list[str], kind: type) -> None:
    settings.DEMO, settings.DEMO_STUBS, settings.SITE_URL = is_demo, stubs, "https://flow.example.com"
    door = make_door()
    assert type(door._network) is kind
    assert door._agent == "CausalFlow/0.1 (+https://flow.example.com)"
