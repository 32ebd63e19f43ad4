"""The node's page and the review desk: the way to the item, and who ruled what, why and from which source."""

import csv
import json
from datetime import datetime

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import make_finished_run
from tests.views.desk import make_dispute
from tests.views.rows import make_verified
from verification.enums import RulingDecision
from verification.models import Node, ReviewItem, Ruling
from verification.services.nodes.summaries import list_wrong_summaries
from verification.services.operations.profiles import renew_feed
from verification.services.reviews.desk import PersonJudgement, reopen_review, rule_review, undo_ruling
from verification.services.reviews.feedback import flag_node, watch_node

pytestmark = pytest.mark.django_db

FIX = PersonJudgement(RulingDecision.FIX, reason="The close.", value="66.95", source_url="https://bank.example/brent")


def hero(client: Client, slug: str = "brent") -> BeautifulSoup:
    return BeautifulSoup(client.get(f"/nodes/{slug}/").content, "html.parser").select_one(".hero")


@pytest.mark.parametrize(("person", "label"), [("analyst_client", "See what waits for a ruling"), ("reviewer_client", "Rule on it")])
def test_node_leads_to_the_item_that_waits(request: pytest.FixtureRequest, person: str, label: str) -> None:
    item = make_dispute()
    link = hero(request.getfixturevalue(person)).select_one(f'a[href="/reviews/{item.pk}/"]')
    assert link.get_text() == label


def test_flagged_value_says_that_a_reviewer_will_look(analyst: User, analyst_client: Client) -> None:
    node = make_verified()
    assert "There is an objection" not in hero(analyst_client, node.slug).get_text()
    flag_node(node=node, user=analyst, reason="Wrong month.")
    assert "There is an objection; a reviewer will look." in hero(analyst_client, node.slug).get_text()


def test_ruled_node_says_who_when_why_and_from_which_source(analyst_client: Client, reviewer: User) -> None:
    item = make_dispute()
    rule_review(item=item, user=reviewer, version=1, judgement=FIX)
    shown = hero(analyst_client)
    assert "bob" in shown.get_text()
    assert shown.select_one("time[datetime]") is not None
    assert "“The close.”" in shown.get_text()
    assert shown.select_one('a[href="https://bank.example/brent"]')["rel"] == ["noopener", "noreferrer", "nofollow"]
    assert shown.select_one(f'a[href="/reviews/{item.pk}/"]').get_text() == "Record"
    assert shown.select_one(".fig").get_text() == "66.95\xa0USD"
    item.refresh_from_db()
    reopen_review(item=item, user=reviewer, reason="It was corrected.")
    assert "needs a ruling" in hero(analyst_client).get_text().lower()


def test_a_run_that_keeps_a_ruling_says_so_in_both_languages(analyst_client: Client, reviewer: User) -> None:
    item = make_dispute()
    rule_review(item=item, user=reviewer, version=1, judgement=FIX)
    run = make_finished_run(item.node)
    shown = hero(analyst_client).get_text()
    assert ("under review: new evidence disagrees" in shown, "bob ruled" in shown) == (True, True)
    assert "is under review" in analyst_client.get(f"/runs/{run.pk}/").content.decode()
    [waiting] = ReviewItem.objects.filter(status="open")
    card = BeautifulSoup(analyst_client.get(f"/reviews/{waiting.pk}/").content, "html.parser").select_one("#former")
    assert [part in card.get_text() for part in ("The close.", "5.25%", "a.example", "bob")] == [True] * 4
    analyst_client.cookies["django_language"] = "zh-hans"
    assert "正在复核：新证据与之不符" in hero(analyst_client).get_text()


def test_programs_and_files_carry_the_ruling_and_nothing_old(analyst_client: Client, reviewer: User) -> None:
    item = make_dispute()
    rule_review(item=item, user=reviewer, version=1, judgement=FIX)
    said = analyst_client.get("/api/v1/nodes/brent/").json()
    ruled = said["state"]["ruled"]
    assert (ruled["reason"], ruled["source_url"], ruled["role"]) == ("The close.", "https://bank.example/brent", "reviewer")
    assert (said["narrative_context"], said["conflicts"], said["review"], said["sources"]) == ("The close.", [], None, [])
    assert said["trace"][0].startswith("A person ruled on ")
    [row] = json.loads(b"".join(analyst_client.get("/nodes.json").streaming_content))
    exported = row["state"]["ruled"]
    # A program is answered in the zone of the deployment, a file is written in UTC.
    assert datetime.fromisoformat(exported.pop("decided_at")) == datetime.fromisoformat(ruled.pop("decided_at"))
    assert exported == ruled
    columns, cells = csv.reader(b"".join(analyst_client.get("/nodes.csv").streaming_content).decode("utf-8-sig").splitlines())
    assert dict(zip(columns, cells, strict=True))["ruling_reason"] == "The close."
    history = b"".join(analyst_client.get("/nodes/brent/history.json").streaming_content).decode()
    assert json.loads(history)[-1]["ruling_source"] == "https://bank.example/brent"


def test_an_accepted_value_has_the_pages_that_state_it(analyst_client: Client, reviewer: User) -> None:
    item = make_dispute()
    rule_review(item=item, user=reviewer, version=1, judgement=PersonJudgement(RulingDecision.ACCEPT, value="$66.90"))
    said = analyst_client.get("/api/v1/nodes/brent/").json()
    assert [(page["domain"], page["stance"]) for page in said["sources"]] == [
        ("harbour.example", "supports"),
        ("journal.example", "supports"),
    ]
    assert {page["domain"]: page["stance"] for page in said["others"]}["meridian.example"] == "contradicts"
    assert said["counts"]["domains"] == 2


@pytest.mark.parametrize(("days", "status"), [("30", 302), ("0", 400), ("99999", 400), ("-1", 400), ("a", 400), ("1e3", 400), ("", 302)])
def test_a_reviewer_may_say_when_it_is_asked_again(reviewer_client: Client, days: str, status: int) -> None:
    item = make_dispute()
    form = {"decision": "accept", "version": 1, "candidate": "$66.90", "valid_days": days}
    assert reviewer_client.post(f"/reviews/{item.pk}/", form).status_code == status
    ruling = Ruling.objects.filter(review_item=item).first()
    assert (ruling is not None, bool(ruling and ruling.expires_at)) == (status == 302, days == "30")


def _told(client: Client) -> dict[str, object]:
    """What pages, files and programs say of the node, but for when."""
    page = BeautifulSoup(client.get("/nodes/brent/").content, "html.parser")
    listed = BeautifulSoup(client.get("/?conflict=1").content, "html.parser")
    [exported] = json.loads(b"".join(client.get("/nodes.json").streaming_content))
    detail = client.get("/api/v1/nodes/brent/").json()
    for state in (exported["state"], detail["state"]):
        del state["checked_at"]
    return {
        "figure": page.select_one(".hero .fig, .hero .big").get_text() if page.select_one(".hero .fig, .hero .big") else "",
        "sentence": [each.get_text() for each in page.select(".hero p") if "ago" not in each.get_text()],
        "headings": [each.get_text() for each in page.select("h2")],
        "row": [each.get_text(" ") for each in listed.select("tbody td")][:5],
        "exported": exported,
        "detail": detail,
    }


def test_a_ruling_that_was_taken_back_leaves_what_was_before(analyst_client: Client, reviewer: User) -> None:
    item = make_dispute()
    before = _told(analyst_client)
    assert before["exported"]["state"]["run"] is not None
    rule_review(item=item, user=reviewer, version=1, judgement=FIX)
    assert _told(analyst_client) != before
    undo = undo_ruling(item=item, user=reviewer)
    assert _told(analyst_client) == before
    assert list(list_wrong_summaries()) == []
    last = json.loads(b"".join(analyst_client.get("/nodes/brent/history.json").streaming_content))[-1]
    assert (last["decision"], last["reason"], last["run"]) == (undo.pk, None, None)
    page = analyst_client.get("/nodes/brent/").content.decode()
    assert ("ruling taken back by bob" in page, page.count("ruled by bob")) == (True, 1)
    analyst_client.cookies["django_language"] = "zh-hans"
    assert "裁定由 bob 撤回" in analyst_client.get("/nodes/brent/").content.decode()


def test_a_ruling_stands_again_where_the_one_after_it_was_taken_back(
    analyst: User, analyst_client: Client, reviewer: User, admin: User
) -> None:
    first = rule_review(item=make_dispute(), user=reviewer, version=1, judgement=FIX)
    for _twice in range(2):
        flag_node(node=Node.objects.get(), user=analyst, reason="Wrong day.")
        item = ReviewItem.objects.get(status="open")
        rule_review(item=item, user=admin, version=item.version, judgement=PersonJudgement(RulingDecision.REJECT, reason="Nobody knows."))
        assert "ruled unknown" in hero(analyst_client).get_text()
        reopen_review(item=item, user=admin, reason="The close is known.")
        assert "bob ruled 66.95\xa0USD" in hero(analyst_client).get_text()
    state = analyst_client.get("/api/v1/nodes/brent/").json()["state"]
    assert (state["ruling"], state["ruled"]["reason"], state["badge"]) == (first.pk, "The close.", "human_ruled")
    assert list(list_wrong_summaries()) == []


LISTS = [
    "/",
    "/nodes/brent-0/",
    "/api/v1/nodes/",
    "/nodes.json",
    "/nodes.csv",
    "/feeds/{token}/",
    "/account/",
    "/graph/",
    "/palette/?q=brent",
]


@pytest.mark.parametrize("address", LISTS)
def test_taking_back_costs_a_list_no_query_for_each_node(analyst: User, analyst_client: Client, reviewer: User, address: str) -> None:
    address = address.format(token=renew_feed(user=analyst))
    asked = []
    for number in range(3):
        item = make_dispute(f"brent-{number}")
        watch_node(node=item.node, user=analyst)
        rule_review(item=item, user=reviewer, version=1, judgement=FIX)
        undo_ruling(item=item, user=reviewer)
        asked.append(_count_queries(analyst_client, address))

    assert asked[2] == asked[0]


@pytest.mark.parametrize("address", ["/nodes/brent/", "/nodes/brent/history.json", "/api/v1/nodes/brent/history/", "/nodes/brent/feed/"])
def test_taking_back_again_costs_a_history_no_query_for_each_time(analyst_client: Client, reviewer: User, address: str) -> None:
    asked, item = [], make_dispute()
    for _time in range(3):
        item.refresh_from_db()
        rule_review(item=item, user=reviewer, version=item.version, judgement=FIX)
        item.refresh_from_db()
        undo_ruling(item=item, user=reviewer)
        asked.append(_count_queries(analyst_client, address))

    assert asked[2] == asked[0]


def _count_queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
        list(answer.streaming_content if answer.streaming else ())
    return len(queries)
