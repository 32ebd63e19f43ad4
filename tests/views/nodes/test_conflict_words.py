"""Words of a conflict count each side by itself: three domains against three are neither three nor six that agree."""

import pytest
from bs4 import BeautifulSoup
from django.test import Client

from tests.views.rows import make_node, make_page, make_state
from verification.models import NodeState

pytestmark = pytest.mark.django_db

SIDES = [
    {"value": "$68.40", "number": "68.40", "domains": ["a.example", "b.example", "c.example"], "stories": 3},
    {"value": "$66.90", "number": "66.90", "domains": ["d.example", "e.example"], "stories": 2},
]


def make_disputed(sides: list[dict[str, object]], **fields: object) -> NodeState:
    node = make_node("brent", kind="currency", unit="USD")
    pages = [make_page("Brent settled at $68.40.", "$68.40"), make_page("Brent closed at $66.90.", "$66.90", domain="d.example")]
    told = {"badge": "needs_human", "reason": "values_disagree", "value": "unknown", "number": "", "unit": "USD", **fields}
    return make_state(node, pages=pages, conflicts=sides, **told)


def read(client: Client, address: str, lang: str = "en") -> BeautifulSoup:
    return BeautifulSoup(client.get(address, headers={"accept-language": lang}).content, "html.parser")


def facts(page: BeautifulSoup, within: str) -> dict[str, str]:
    names = page.select(f"{within} dt")
    return {name.get_text(): name.find_next("dd").get_text(" ", strip=True) for name in names}


@pytest.mark.parametrize(
    ("lang", "heading", "evidence"),
    [
        ("en", "Sources (3 against 2 independent domains, 2 pages)", "3 against 2 domains"),
        ("zh-hans", "数据来源（3 对 2 个独立域名，2 个页面）", "3 对 2 个域名"),
    ],
)
def test_each_side_of_a_conflict_is_counted(analyst_client: Client, lang: str, heading: str, evidence: str) -> None:
    state = make_disputed(SIDES)
    assert read(analyst_client, "/nodes/brent/", lang).select_one("#sources h2").get_text() == heading
    assert read(analyst_client, f"/runs/{state.run_id}/", lang).select_one("#sources h2").get_text() == heading
    assert read(analyst_client, "/", lang).select("tbody tr td")[4].get_text() == evidence


def test_why_and_the_run_count_each_side_too(analyst_client: Client) -> None:
    state = make_disputed(SIDES)
    assert facts(read(analyst_client, "/"), ".why-card")["Counted"] == "3 against 2 domains, 3 against 2 stories; 3 needed"
    shown = facts(read(analyst_client, f"/runs/{state.run_id}/"), "#live")
    assert (shown["Domains"], shown["Stories"]) == ("3 against 2", "3 against 2")


def test_copies_on_a_side_are_not_called_independent(analyst_client: Client) -> None:
    make_disputed([{**SIDES[0], "stories": 2}, SIDES[1]])
    heading = read(analyst_client, "/nodes/brent/").select_one("#sources h2").get_text()
    assert heading == "Sources (3 against 2 domains, 2 against 2 independent stories, 2 pages)"


@pytest.mark.parametrize(
    ("sides", "reason"),
    [
        pytest.param(SIDES[:1], "values_disagree", id="one-value"),
        pytest.param([{**side, "domains": []} for side in SIDES], "values_disagree", id="no-domains-kept"),
        pytest.param(SIDES, "too_few_domains", id="no-conflict"),
    ],
)
def test_where_nothing_is_set_against_anything_the_count_is_one(
    analyst_client: Client, sides: list[dict[str, object]], reason: str
) -> None:
    make_disputed(sides, reason=reason)
    page = read(analyst_client, "/nodes/brent/")
    assert page.select_one("#sources h2").get_text() == "Sources (3 independent domains, 2 pages)"
