"""The page of verdict shares, its file, its place in the API, and whose reports they count."""

import csv
import io
from datetime import UTC, datetime

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from attribution.models import Citation
from attribution.services.citations.disputes import dispute_citation
from tests.attribution.cited_rows import make_report
from verification.enums import RulingDecision
from verification.models import ReviewItem
from verification.services.reviews.desk import PersonJudgement, rule_review, undo_ruling

pytestmark = pytest.mark.django_db

PAGE, FILE, API = "/citations/shares/", "/citations/shares.csv", "/api/v1/citation-shares/"
CHINESE = "五月份社会消费品零售总额同比增长3.1%（https://data.stats.gov.cn/5）。"


def settle(citation: Citation, user: User, reviewer: User, status: str) -> None:
    """A dispute that ends with ``status``."""
    item = dispute_citation(citation=citation, user=user, reason="The page says otherwise.")
    judgement = PersonJudgement(RulingDecision.FIX, reason="I read it.", value=status, source_url="https://a.example/x")
    rule_review(item=item, user=reviewer, version=item.version, judgement=judgement)


def rows_of(client: Client, query: str = "") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(client.get(FILE + query).content.decode("utf-8-sig"))))


def tallies(client: Client, query: str = "") -> list[tuple[str, str]]:
    return [(row["group"], row["citations"]) for row in rows_of(client, query)]


def count_queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def test_nobody_is_led_on_where_nothing_was_checked(analyst_client: Client) -> None:
    page = BeautifulSoup(analyst_client.get(PAGE).content, "html.parser")
    assert page.select_one(".empty h2").text == "No verdict yet"
    assert page.select_one(".empty a")["href"] == "/citations/"
    assert not page.select("table, svg.shares")
    assert rows_of(analyst_client) == []


@pytest.mark.postgres("grouping")
def test_list_of_citations_leads_there(analyst_client: Client) -> None:
    page = BeautifulSoup(analyst_client.get("/citations/").content, "html.parser")
    assert page.select_one(f'a[href="{PAGE}"]').text == "How citations fare"


def test_each_domain_has_its_shares(analyst_client: Client, analyst: User) -> None:
    make_report(user=analyst)
    make_report(user=analyst)
    page = BeautifulSoup(analyst_client.get(PAGE).content, "html.parser")
    rows = page.select("table.fares tbody tr")
    assert [row.select_one(".name").text for row in rows] == [f"paper-{n}.example" for n in range(5)]
    first = [cell.text.strip() for cell in rows[0].select("td.num.r")]
    assert first == ["2", "2", "0", "0", "0", "0"]
    assert [rect["class"] for rect in rows[1].select("svg.shares rect")] == [["f-bad"]]
    assert page.select_one(".fig2").text.split("\n")[0].strip().startswith("20")
    assert "2 of 10" not in page.text
    assert "of 10 citations" in page.text
    assert rows[0].select_one("a")["href"] == "?by=month&domain=paper-0.example"


@pytest.mark.postgres("grouping")
def test_months_languages_and_domains_narrow(analyst_client: Client, analyst: User) -> None:
    make_report(user=analyst)
    make_report(user=analyst, text=CHINESE)
    Citation.objects.filter(report__lang="zh").update(checked_at=datetime(2025, 3, 31, 23, 59, tzinfo=UTC))
    month = timezone.now().astimezone(UTC).strftime("%Y-%m")
    assert tallies(analyst_client, "?by=month") == [(month, "5"), ("2025-03", "1")]
    assert tallies(analyst_client, "?by=lang") == [("en", "5"), ("zh", "1")]
    assert tallies(analyst_client, "?by=lang&months=12") == [("en", "5")]
    assert tallies(analyst_client, "?text_lang=zh") == tallies(analyst_client, "?lang=zh") == [("stats.gov.cn", "1")]
    assert tallies(analyst_client, "?domain=PAPER-3.example") == [("paper-3.example", "1")]
    assert tallies(analyst_client, "?domain=nobody.example") == []
    nothing = BeautifulSoup(analyst_client.get(f"{PAGE}?domain=nobody.example").content, "html.parser")
    assert nothing.select_one(".empty h2").text == "Nothing matches"


def test_filter_that_makes_no_sense_is_named(analyst_client: Client) -> None:
    response = analyst_client.get(f"{PAGE}?by=colour&months=7&domain={'x' * 300}")
    assert response.status_code == 200
    assert "left out: by, months, domain." in response.content.decode()


def test_rulings_are_set_against_the_programs_verdict(analyst_client: Client, analyst: User, reviewer: User) -> None:
    report = make_report(user=analyst)
    kept, changed = report.citations.get(status="verified"), report.citations.get(status="broken_link")
    settle(kept, analyst, reviewer, "verified")
    settle(changed, analyst, reviewer, "verified")
    rows = {row["group"]: row for row in rows_of(analyst_client)}
    assert [rows["paper-0.example"][name] for name in ("verified", "ruled", "upheld", "upheld_share")] == ["1", "1", "1", "1.0"]
    assert [rows["paper-3.example"][name] for name in ("broken_link", "verified", "ruled", "upheld")] == ["1", "0", "1", "0"]
    assert [rows["paper-1.example"][name] for name in ("ruled", "upheld_share", "upheld_low")] == ["0", "", ""]
    total = analyst_client.get(API).json()["total"]
    assert total["citations"] == 5
    assert total["upheld"] == {"count": 1, "n": 2, "share": 0.5, "low": 0.0945, "high": 0.9055}
    assert total["verdicts"]["verified"] == {"count": 1, "n": 5, "share": 0.2, "low": 0.0362, "high": 0.6245}


@pytest.mark.postgres("locks")
def test_verdict_that_a_ruling_left_alone_again_counts_as_unruled(analyst_client: Client, analyst: User, reviewer: User) -> None:
    report = make_report(user=analyst)
    settle(report.citations.get(status="broken_link"), analyst, reviewer, "verified")
    undo_ruling(item=ReviewItem.objects.get(), user=reviewer)
    assert [(row["broken_link"], row["ruled"]) for row in rows_of(analyst_client, "?domain=paper-3.example")] == [("1", "0")]


def test_waiting_citations_and_pictures_are_not_counted(analyst_client: Client, analyst: User) -> None:
    make_report(user=analyst, is_open=True)
    make_report(user=analyst, is_open=True, text="![chart](https://a.example/c.png)")
    assert rows_of(analyst_client) == []


@pytest.mark.postgres("grouping")
def test_only_reports_that_one_may_see_are_counted(analyst_client: Client, reviewer_client: Client, reviewer: User) -> None:
    make_report(user=reviewer)
    assert rows_of(analyst_client) == []
    assert analyst_client.get(API).json()["items"] == []
    assert len(rows_of(reviewer_client)) == len(reviewer_client.get(API).json()["items"]) == 5


@pytest.mark.postgres("grouping")
def test_cells_of_the_file_are_no_formulas(analyst_client: Client, analyst: User) -> None:
    make_report(user=analyst)
    Citation.objects.update(domain="=cmd|' /C calc'!A0")
    assert [row["group"] for row in rows_of(analyst_client)] == ["'=cmd|' /C calc'!A0"]


@pytest.mark.parametrize("query", ["?by=colour", "?months=-1", "?months=121", "?text_lang=de", "?other=1", "?domain=%00"])
def test_api_refuses_what_it_does_not_know(analyst_client: Client, query: str) -> None:
    assert analyst_client.get(API + query).status_code == 400


def test_queries_do_not_grow_with_the_reports(analyst_client: Client, analyst: User) -> None:
    make_report(user=analyst)
    once = [count_queries(analyst_client, address) for address in (PAGE, FILE, API)]
    for _more in range(2):
        make_report(user=analyst, text="".join(f"Sales rose 3% (https://site-{n}.example/{n}).\n\n" for n in range(8)))
    assert [count_queries(analyst_client, address) for address in (PAGE, FILE, API)] == once
