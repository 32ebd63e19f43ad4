"""The official series on a node's page: suggested with its reason, chosen by whoever may change nodes, and shown."""

from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_node
from verification.models import AuditEntry, Node
from verification.templatetags.reasons import has_dissent, trace_lines

pytestmark = pytest.mark.django_db


@pytest.fixture
def node() -> Node:
    return make_node("us-jobless", label="US unemployment rate", unit="%")


def page(client: Client, node: Node, lang: str = "en") -> str:
    return client.get(reverse("node", args=[node.slug]), headers={"accept-language": lang}).content.decode()


def choose(client: Client, node: Node, key: str) -> int:
    return client.post(reverse("node-series", args=[node.slug]), {"series": key}).status_code


def test_a_series_is_suggested_to_those_who_may_choose_it(admin_client: Client, analyst_client: Client, node: Node) -> None:
    shown = page(admin_client, node)
    assert "US unemployment rate, seasonally adjusted" in shown
    assert "The name does not say: seasonally adjusted or not. Which is meant?" in shown
    assert "名称未说明：是否季调。指的是哪一个？" in page(admin_client, node, "zh-hans")
    assert 'id="series"' not in page(analyst_client, node)


def test_nothing_is_suggested_where_no_authority_publishes_it(admin_client: Client) -> None:
    shown = page(admin_client, make_node("tesla", label="Tesla quarterly revenue", kind="currency", unit="USD"))
    assert 'name="series" value=' not in shown
    assert "/nodes/tesla/series/search/" in shown
    assert "/series/search/" not in page(admin_client, make_node("hacked", label="Was Halcyon hacked?", kind="text"))


def test_a_chosen_series_is_shown_kept_in_the_audit_and_looked_at_soon(admin_client: Client, analyst_client: Client, node: Node) -> None:
    assert choose(admin_client, node, "us-unemployment-rate") == 302
    node.refresh_from_db()
    assert (node.series, node.next_due_at is not None) == ("us-unemployment-rate", True)
    entry = AuditEntry.objects.filter(verb="node.update").latest("pk")
    assert entry.after["series"] == "us-unemployment-rate"
    shown = page(analyst_client, node)
    assert "https://fred.stlouisfed.org/series/UNRATE" in shown
    assert "an operator has to set SERIES_PROVIDERS" in shown
    choose(admin_client, node, "")
    node.refresh_from_db()
    assert (node.series, node.next_due_at) == ("", None)


@pytest.mark.parametrize("key", ["no-such", "eur-usd", "cn-population", "x" * 200])
def test_a_series_that_can_not_answer_is_refused(admin_client: Client, node: Node, key: str) -> None:
    choose(admin_client, node, key)
    node.refresh_from_db()
    assert node.series == ""


def test_others_choose_nothing(analyst_client: Client, reviewer_client: Client, client: Client, node: Node) -> None:
    assert [choose(one, node, "us-unemployment-rate") for one in (analyst_client, reviewer_client)] == [403, 403]
    assert choose(client, node, "us-unemployment-rate") == 302
    node.refresh_from_db()
    assert node.series == ""


def test_a_page_that_says_otherwise_than_the_authority_is_not_folded_away() -> None:
    def page_with(code: str) -> SimpleNamespace:
        return SimpleNamespace(source=SimpleNamespace(why={"code": code, "params": {}}))

    assert [has_dissent([page_with(code)]) for code in ("series_says_otherwise", "series_revised", "")] == [True, False, False]
    stored = [{"code": "series_dissent", "params": {"value": "4.9%", "domain": "reuters.com"}}]
    assert [line.icon for line in trace_lines(stored)] == ["split"]
