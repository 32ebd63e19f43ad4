from bs4 import BeautifulSoup
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.views.rows import make_conflict
from verification.models import ReviewItem


def soup(client: Client) -> BeautifulSoup:
    return BeautifulSoup(client.get("/reviews/").content, "html.parser")


def test_nothing_to_rule_on_is_said(reviewer_client: Client) -> None:
    assert soup(reviewer_client).select_one(".empty h2").get_text() == "Nothing waits for a ruling"


def test_open_item_shows_question_values_reason_and_risk(reviewer_client: Client) -> None:
    run = make_conflict().state.run
    page = soup(reviewer_client)
    row = [cell.get_text(" ", strip=True) for cell in page.select("tbody tr td")]
    assert row[0] == "Brent Several values have enough votes: $68.40, $66.90."
    assert row[1] == "68.40 or 66.90 USD"
    assert row[2] == "high"
    assert row[4] == f"r-{run.pk}"
    assert page.select_one(".nav .count").get_text() == "1"


def test_highest_risk_and_longest_wait_come_first(reviewer_client: Client) -> None:
    for slug, risk in (("a", "low"), ("b", "critical"), ("c", "high"), ("d", "critical")):
        node = make_conflict(slug)
        ReviewItem.objects.filter(node=node).update(risk_level=risk)
    assert [link.get_text() for link in soup(reviewer_client).select("td.name a")] == ["B", "D", "C", "A"]


def test_list_needs_no_more_queries_for_more_items(reviewer_client: Client) -> None:
    make_conflict("a")
    with CaptureQueriesContext(connection) as one:
        reviewer_client.get("/reviews/")
    make_conflict("b")
    make_conflict("c")
    with CaptureQueriesContext(connection) as three:
        reviewer_client.get("/reviews/")
    assert len(three) == len(one)
