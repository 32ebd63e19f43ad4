"""The agreement page and its files: shares with intervals by time, mode and domain, filtered by the address."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.views.desk import make_dispute
from verification.core.operations.shares import Share
from verification.models import Comparison, Ruling
from verification.reads.reviews.agreement import AgreementFilters, measure_agreement
from verification.services.history import unlock_history
from verification.views.charts.columns import BOTTOM, TOP
from verification.views.reviews.agreement_chart import make_points

pytestmark = pytest.mark.django_db

PAGE, API = "/reviews/agreement/", "/api/v1/reviews/agreement/"
EVIL = "=cmd.example"


def _compare(user: User, *, is_agreed: bool, mode: str = "", domains: tuple[str, ...] = ("a.example",), days: int = 0) -> Comparison:
    item = make_dispute(f"node-{Comparison.objects.count()}")
    ruling = Ruling.objects.create(review_item=item, decided_by=user, decision="accept", value="$68.40")
    if days:
        with unlock_history():
            Ruling.objects.filter(pk=ruling.pk).update(decided_at=timezone.now() - timedelta(days=days))
    return Comparison.objects.create(ruling=ruling, mode=mode, value="$68.40", domains=list(domains), is_agreed=is_agreed)


@pytest.fixture
def _three(reviewer: User) -> None:
    _compare(reviewer, is_agreed=True)
    _compare(reviewer, is_agreed=False, mode="voting", domains=("a.example", EVIL))
    _compare(reviewer, is_agreed=True, days=200)


def _rows(client: Client, query: str = "") -> list[dict[str, str]]:
    text = b"".join(client.get(f"/reviews/agreement.csv{query}").streaming_content).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_without_rulings_the_page_says_what_to_do(analyst_client: Client) -> None:
    response = analyst_client.get(PAGE)
    assert (response.status_code, response.context["chart"], response.context["whole"].share.total) == (200, None, 0)
    assert "Nothing to compare yet" in response.content.decode()


@pytest.mark.usefixtures("_three")
def test_shares_come_with_their_intervals(analyst_client: Client) -> None:
    context = analyst_client.get(PAGE).context
    assert (context["whole"].share.count, context["whole"].share.total, context["whole"].rate) == (1, 2, "50\xa0%")
    assert [(row.key, row.share.count, row.share.total) for row in context["modes"]] == [("engine", 1, 1), ("voting", 0, 1)]
    assert [(row.key, row.share.count, row.share.total) for row in context["domains"]] == [("a.example", 1, 2), (EVIL, 0, 1)]
    assert context["whole"].span == "9.4\xa0% to 90.5\xa0%"


def test_a_share_is_drawn_at_its_height_and_its_interval_around_it() -> None:
    columns = make_points([("May", Share(0, 4)), ("June", Share(2, 4)), ("July", Share(4, 4))], label="x", titles=("", "", ""))
    assert columns is not None
    none, half, whole = (
        [float(block.y) + (0 if place == 0 else 3) for place, block in enumerate(column.blocks)] for column in columns.columns
    )
    assert (none[1], half[1], whole[1]) == (BOTTOM, (BOTTOM + TOP) / 2, TOP)
    assert [float(level.at) for level in columns.levels] == [(BOTTOM + TOP) / 2, TOP]
    assert TOP == whole[0] < half[0] < half[1]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?days=365", (2, 3)),
        ("?mode=voting", (0, 1)),
        ("?mode=engine", (1, 1)),
        ("?domain=A.EXAMPLE", (1, 2)),
        ("?domain=nobody.example", (0, 0)),
        ("?days=7&mode=all&domain=", (1, 2)),
        ("?days=x&mode=%01", (1, 2)),
    ],
)
@pytest.mark.usefixtures("_three")
def test_the_address_filters(analyst_client: Client, query: str, found: tuple[int, int]) -> None:
    response = analyst_client.get(PAGE + query)
    share = response.context["whole"].share
    assert (response.status_code, (share.count, share.total)) == (200, found)


@pytest.mark.usefixtures("_three")
@pytest.mark.postgres("rows")
def test_files_hold_what_is_filtered_and_no_formula(analyst_client: Client) -> None:
    rows = _rows(analyst_client)
    assert [(row["by"], row["agreed"], row["n"]) for row in rows] == [
        ("all", "1", "2"),
        ("week", "1", "2"),
        ("mode", "1", "1"),
        ("mode", "0", "1"),
        ("domain", "1", "2"),
        ("domain", "0", "1"),
    ]
    assert rows[-1]["key"] == f"'{EVIL}"
    found = analyst_client.get("/reviews/agreement.json?mode=voting")
    assert next((row["by"], row["n"]) for row in json.loads(b"".join(found.streaming_content))) == ("all", 1)


def test_as_many_queries_for_three_as_for_one(
    analyst_client: Client, reviewer: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    _compare(reviewer, is_agreed=True)
    now = timezone.now()
    with django_assert_num_queries(1):
        measure_agreement(filters=AgreementFilters(), now=now)
    for _more in range(2):
        _compare(reviewer, is_agreed=False)
    with django_assert_num_queries(1):
        assert measure_agreement(filters=AgreementFilters(), now=timezone.now()).whole.total == 3


def test_periods_are_without_gaps() -> None:
    now = datetime(2026, 11, 20, 12, tzinfo=UTC)
    weeks = measure_agreement(filters=AgreementFilters(days=30), now=now)
    assert [day.isoformat() for day, _share in weeks.periods] == ["2026-10-19", "2026-10-26", "2026-11-02", "2026-11-09", "2026-11-16"]
    months = measure_agreement(filters=AgreementFilters(days=365), now=now)
    assert (months.is_monthly, len(months.periods)) == (True, 13)


@pytest.mark.usefixtures("_three")
@pytest.mark.parametrize("query", ["", "?days=365", "?mode=engine", "?mode=voting", "?domain=A.EXAMPLE", "?domain=nobody.example"])
def test_api_answers_the_rows_of_the_page(analyst_client: Client, query: str) -> None:
    found = analyst_client.get(f"{API}{query}").json()
    page = json.loads(b"".join(analyst_client.get(f"/reviews/agreement.json{query}").streaming_content))
    assert found["items"] == page
    named = dict(part.split("=") for part in query.lstrip("?").split("&") if part)
    asked = {"days": int(named.get("days", 90)), "mode": named.get("mode"), "domain": named.get("domain", "").lower() or None}
    assert {name: found[name] for name in asked} == asked


@pytest.mark.usefixtures("_three")
@pytest.mark.postgres("rows")
def test_api_counts_any_number_of_days_and_leaves_out_what_was_taken_back(analyst_client: Client) -> None:
    rows = analyst_client.get(f"{API}?days=1").json()["items"]
    assert (rows[0]["agreed"], rows[0]["n"], rows[0]["share"]) == (1, 2, 0.5)
    with unlock_history():
        Ruling.objects.filter(comparison__is_agreed=False).update(decided_at=timezone.now() - timedelta(days=2))
    rows = analyst_client.get(f"{API}?days=1").json()["items"]
    assert [(row["by"], row["key"], row["agreed"], row["n"]) for row in rows if row["by"] != "week"] == [
        ("all", "", 1, 1),
        ("mode", "engine", 1, 1),
        ("domain", "a.example", 1, 1),
    ]


@pytest.mark.parametrize(
    ("query", "field"),
    [("days=0", "days"), ("days=366", "days"), ("days=x", "days"), ("mode=all", "mode"), ("domain=%00", "domain"), ("until=2026", "until")],
)
def test_api_names_what_makes_no_sense(analyst_client: Client, query: str, field: str) -> None:
    response = analyst_client.get(f"{API}?{query}")
    assert (response.status_code, [error["field"] for error in response.json()["errors"]]) == (400, [field])


def test_api_is_for_those_who_may_see_the_page(stranger_client: Client, client: Client) -> None:
    assert (stranger_client.get(API).status_code, client.get(API).status_code) == (403, 401)
