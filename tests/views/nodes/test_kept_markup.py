"""Rows and cards that were written once are shown as long as they are true, and not longer."""

from datetime import timedelta

import pytest
import time_machine
from bs4 import BeautifulSoup
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.views.rows import make_node, make_open_run, make_page, make_state, make_verified
from verification.models import Node, Ruling, WhitelistDomain
from verification.services.nodes.summaries import summarise_nodes

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("rows")]


def row_of(client: Client) -> str:
    return BeautifulSoup(client.get("/").content, "html.parser").select_one("tbody tr").get_text(" ", strip=True)


def card_of(client: Client, node: Node) -> str:
    return BeautifulSoup(client.get(f"/nodes/{node.slug}/").content, "html.parser").select_one("#sources .src").get_text(" ", strip=True)


def test_row_tells_every_change_of_its_node_at_once(analyst_client: Client) -> None:
    node = make_verified(fresh_days=7)
    first = row_of(analyst_client)
    assert (row_of(analyst_client), "Policy rate" in first) == (first, True)
    Node.objects.filter(pk=node.pk).update(label="Repo rate")
    assert row_of(analyst_client) == first.replace("Policy rate", "Repo rate")
    assert "3 domains" in row_of(analyst_client)
    make_state(node, domains_count=5)
    assert "5 domains" in row_of(analyst_client)
    assert "being verified" not in row_of(analyst_client)
    make_open_run(node)
    assert "being verified" in row_of(analyst_client)
    Node.objects.filter(pk=node.pk).update(evidence_at=timezone.now() - timedelta(days=8))
    assert "limit 7 days" in row_of(analyst_client)


def test_row_ages_and_speaks_the_reader_s_language(analyst_client: Client) -> None:
    make_verified()
    now = timezone.now()
    told = []
    for passed in (timedelta(0), timedelta(seconds=30), timedelta(seconds=70), timedelta(minutes=65), timedelta(seconds=30)):
        with time_machine.travel(now + passed, tick=False):
            told.append(row_of(analyst_client))
    assert ["just now" in row for row in told] == [True, True, False, False, True]
    assert ["1 min ago" in row for row in told] == [False, False, True, False, False]
    assert "1 h ago" in told[3]
    with time_machine.travel(now + timedelta(seconds=70), tick=False):
        page = BeautifulSoup(analyst_client.get("/", headers={"accept-language": "zh-hans"}).content, "html.parser")
        assert "1 分钟前" in page.select_one("tbody tr").get_text()
        assert row_of(analyst_client) == told[2]


def test_card_of_a_source_tells_what_the_whitelist_says_now(analyst_client: Client) -> None:
    node = make_node()
    make_state(node, pages=[make_page(is_whitelisted=True)])
    listing = WhitelistDomain.objects.create(domain="news.example", tier=1, authority="0.90", is_active=True)
    first = card_of(analyst_client, node)
    assert (card_of(analyst_client, node), "authority 0.90" in first) == (first, True)
    listing.authority = "0.80"
    listing.save()
    assert card_of(analyst_client, node) == first.replace("0.90", "0.80")
    Node.objects.filter(pk=node.pk).update(label="利率")
    assert card_of(analyst_client, node) != ""
    listing.delete()
    assert "authority" not in card_of(analyst_client, node)


def test_ruling_changes_the_stance_of_a_card(analyst_client: Client, reviewer: User) -> None:
    node = make_node()
    run = make_state(node, pages=[make_page(value="3.5", number="3.5")]).run
    assert "supports" in card_of(analyst_client, node).lower()
    item = node.review_items.create(subject_kind="run", subject_id=run.pk, reason="values_disagree")
    ruling = Ruling.objects.create(review_item=item, decided_by=reviewer, decision="fix", reason="2", value="4", number="4")
    state = node.states.create(
        ruling=ruling, value="4", number="4", unit="%", confidence="human_ruled", badge="human_ruled", as_of=timezone.now()
    )
    Node.objects.filter(pk=node.pk).update(state=state)
    summarise_nodes(keys=[node.pk])
    assert "contradicts" in card_of(analyst_client, node).lower()
