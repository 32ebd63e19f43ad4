"""The node's page and the review desk: the way to the item, and who ruled what, why and from which source."""

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import User
from django.test import Client

from tests.views.desk import make_dispute
from tests.views.rows import make_verified
from verification.enums import RulingDecision
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
    assert "Somebody objected" not in hero(analyst_client, node.slug).get_text()
    flag_node(node=node, user=analyst, reason="Wrong month.")
    assert "Somebody objected; a reviewer will look." in hero(analyst_client, node.slug).get_text()


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
