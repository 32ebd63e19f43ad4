"""The pages of verifications: what they show, whose they are, and that nothing of the web is markup there."""

from collections.abc import Callable
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.views.rows import make_node, make_run
from tests.views.verified import make_somebody, make_verification, make_voted
from verification.models import Verification

pytestmark = pytest.mark.django_db


def test_votes_conflicts_challenges_triggers_and_decision_are_shown(analyst_client: Client, analyst: User) -> None:
    html = analyst_client.get(f"/verifications/{make_voted(analyst).public_id}/", headers={"Accept-Language": "en"}).content.decode()
    for said in (
        "No value has a majority of the voters.",
        "m1",
        "5.25%",
        "left open",
        "The risk is high.",
        "risk_high",
        "0.67",
        "0.000120",
    ):
        assert said in html
    assert ("&lt;b&gt;5.00%&lt;/b&gt;" in html, "<b>5.00%</b>" in html) == (True, False)


def test_seats_that_have_not_answered_are_shown_as_asked(analyst_client: Client, analyst: User) -> None:
    row = make_voted(analyst)
    row.result = {"votes": row.result["votes"], "asked": ["m1", "m2", "m3"]}
    row.status, row.decision, row.finished_at = "running", "", None
    row.save()
    page = BeautifulSoup(analyst_client.get(f"/verifications/{row.public_id}/", headers={"Accept-Language": "en"}).content, "lxml")
    assert [line.select_one("td.name").get_text(strip=True) for line in page.select("tr.waits")] == ["m2", "m3"]
    assert "5.25%" in page.select_one("#live tbody").get_text()
    headings = [heading.get_text() for heading in page.select("#live h2")]
    assert ("Votes" in headings, "Decision" in headings) == (True, False)
    assert page.select_one("noscript a")["href"] == f"/verifications/{row.public_id}/"
    row.status, row.decision, row.finished_at = "finished", "accept", timezone.now()
    row.save()
    page = BeautifulSoup(analyst_client.get(f"/verifications/{row.public_id}/").content, "lxml")
    assert (page.select("tr.waits"), page.select("noscript")) == ([], [])


def test_each_fact_is_shown_with_its_verdict(analyst_client: Client, analyst: User) -> None:
    row = make_voted(analyst)
    facts = [("Prices rose 3%", "accept", "checks_passed", {"count": 7}), ("wages fell 1%", "reject", "not_as_claimed", {"value": "2%"})]
    told = [{"fact": fact, "decision": said, "reasons": [{"code": code, "params": own}]} for fact, said, code, own in facts]
    row.result = {**row.result, "facts": told}
    row.save()
    page = BeautifulSoup(analyst_client.get(f"/verifications/{row.public_id}/", headers={"Accept-Language": "en"}).content, "lxml")
    [table] = [each for each in page.select("table") if each.caption.get_text() == "Fact by fact"]
    lines = [[cell.get_text(" ", strip=True) for cell in line.select("td")] for line in table.select("tbody tr")]
    assert [(fact, decision) for fact, decision, _why in lines] == [("Prices rose 3%", "accepted"), ("wages fell 1%", "rejected")]
    assert "2%" in lines[1][2]


def test_analysts_see_their_own_and_reviewers_all(analyst_client: Client, reviewer_client: Client, analyst: User) -> None:
    mine, others = make_verification(analyst), make_verification(make_somebody())
    assert [analyst_client.get(f"/verifications/{row.public_id}/").status_code for row in (mine, others)] == [200, 404]
    for client, rows in ((analyst_client, [mine]), (reviewer_client, [others, mine])):
        assert [row.pk for row, _title, _decision in client.get("/verifications/").context["rows"]] == [row.pk for row in rows]


@pytest.mark.parametrize("count", [1, 3])
def test_a_list_costs_the_same_for_any_number(
    reviewer_client: Client, analyst: User, count: int, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    for _place in range(count):
        make_voted(analyst)
    reviewer_client.get("/verifications/")
    with django_assert_max_num_queries(9):
        assert len(reviewer_client.get("/verifications/").context["rows"]) == count


def test_codes_are_said_in_words(analyst_client: Client, analyst: User) -> None:
    shown = analyst_client.get(f"/verifications/{make_voted(analyst).public_id}/", headers={"Accept-Language": "en"})
    page = BeautifulSoup(shown.content, "lxml")
    said = " ".join(page.select_one("main").get_text(" ").split())
    assert "Decided by : a majority" in said.replace("Decided by:", "Decided by :")
    assert "the logic · severity : low" in said.replace("severity:", "severity :")
    done = make_verification(analyst, is_done=True)
    page = BeautifulSoup(analyst_client.get(f"/verifications/{done.public_id}/", headers={"Accept-Language": "en"}).content, "lxml")
    assert [line.get_text(strip=True) for line in page.select(".checks li")] == [
        *("form of the answer", "quote stands in a page", "unit and kind", "period", "freshness"),
        *("plausible after the last states: not applicable", "independent sources"),
    ]


def _claims(client: Client, address: str) -> tuple[list[str], str | None]:
    """What is listed, and where it goes on."""
    page = BeautifulSoup(client.get(address, headers={"Accept-Language": "en"}).content, "lxml")
    more = page.select_one(".pager a[rel=next]")
    return [link.get_text() for link in page.select("td.name a")], more["href"] if more else None


@pytest.mark.postgres("order")
def test_the_list_is_paged_by_the_last_one_seen_and_never_counted(analyst_client: Client, analyst: User) -> None:
    for number in range(27):
        make_verification(analyst, claim=f"claim {number}")
    with CaptureQueriesContext(connection) as queries:
        first, more = _claims(analyst_client, "/verifications/")
    assert first == [f"claim {number}" for number in range(26, 1, -1)]
    of_verifications = [query["sql"] for query in queries if f'FROM "{Verification._meta.db_table}"' in query["sql"]]
    assert len(of_verifications) == 1
    assert "COUNT(" not in of_verifications[0]
    make_verification(analyst, claim="a later one")
    with CaptureQueriesContext(connection) as behind:
        assert _claims(analyst_client, f"/verifications/{more}") == (["claim 1", "claim 0"], None)
    assert len(behind) == len(queries) + 1


@pytest.mark.parametrize("after", ["x", "", "0" * 40, "00000000-0000-4000-8000-000000000000"])
def test_a_place_that_nobody_sees_starts_from_the_top(analyst_client: Client, analyst: User, after: str) -> None:
    make_verification(analyst, claim="mine")
    assert _claims(analyst_client, f"/verifications/?after={after}") == (["mine"], None)


def test_a_place_of_somebody_else_and_the_last_place_start_from_the_top(analyst_client: Client, analyst: User) -> None:
    theirs = make_verification(make_somebody(), claim="theirs")
    mine = make_verification(analyst, claim="mine")
    for row in (theirs, mine):
        assert _claims(analyst_client, f"/verifications/?after={row.public_id}") == (["mine"], None)


@pytest.mark.parametrize(("language", "name"), [("en", "Policy rate of Elbonia"), ("zh-hans", "埃尔博尼亚政策利率")])
def test_a_node_that_was_heard_is_named_in_the_readers_language(analyst_client: Client, analyst: User, language: str, name: str) -> None:
    node = make_node(label="埃尔博尼亚政策利率", aliases=["Policy rate of Elbonia"])
    heard = Verification.objects.create(claim=node.label, mode="voting", run=make_run(node), requested_by=None)
    analyst_client.cookies["django_language"] = language
    [asked] = [Verification.objects.create(claim="政策利率为3.5%", mode="single", requested_by=analyst, node=node)]
    listed = BeautifulSoup(analyst_client.get("/verifications/").content, "lxml")
    assert [each.get_text(strip=True) for each in listed.select("td.name")] == ["政策利率为3.5%", name]
    headings = [
        BeautifulSoup(analyst_client.get(f"/verifications/{row.public_id}/").content, "lxml").select_one("h1").get_text(strip=True)
        for row in (heard, asked)
    ]
    assert headings == [name, "政策利率为3.5%"]
