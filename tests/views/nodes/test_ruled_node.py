"""The node's page and the review desk: the way to the item, and who ruled what, why and from which source."""

import csv
import json
from datetime import datetime

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import make_finished_run
from tests.views.desk import make_dispute
from tests.views.rows import make_verified
from verification.enums import RulingDecision
from verification.models import ReviewItem, Ruling
from verification.services.reviews.desk import PersonJudgement, reopen_review, rule_review
from verification.services.reviews.feedback import flag_node

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
