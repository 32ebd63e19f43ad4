"""What the command palette offers, and to whom."""

import pytest
from bs4 import BeautifulSoup
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.hostile import canaries_and, hostile_texts
from tests.views.rows import make_node, make_verified


def labels(client: Client, words: str = "") -> list[str]:
    response = client.get("/palette/", {"q": words})
    assert (response.status_code, response["Cache-Control"]) == (200, "private, no-store")
    return [item["label"] for item in response.json()["items"]]


@pytest.mark.parametrize("words", ["policy", "POLICY rate", "利率", "rate 政策", "policy-rate"])
def test_node_is_found_by_any_of_its_names(analyst_client: Client, words: str) -> None:
    make_node(aliases=["政策利率"])
    make_node("gold")
    assert labels(analyst_client, words) == ["Policy rate"]
    analyst_client.cookies["django_language"] = "zh-hans"
    assert labels(analyst_client, words) == ["政策利率"]


def test_names_that_begin_with_the_words_come_first(analyst_client: Client) -> None:
    for slug, label in (("a", "Price of gold"), ("b", "Gold reserves of all central banks"), ("c", "Gold price")):
        make_node(slug, label=label)
    assert labels(analyst_client, "gold") == ["Gold price", "Gold reserves of all central banks", "Price of gold"]


def test_inactive_nodes_are_not_offered(analyst_client: Client) -> None:
    make_node("gold", is_active=False)
    assert labels(analyst_client, "gold") == []


@pytest.mark.parametrize("words", ["token", "令牌", "API 令牌"])
def test_page_is_found_in_either_language(analyst_client: Client, words: str) -> None:
    assert labels(analyst_client, words) == ["API tokens"]


def test_only_doors_that_open_are_offered(analyst_client: Client, reviewer_client: Client, admin_client: Client) -> None:
    offered = [set(labels(client)) for client in (analyst_client, reviewer_client, admin_client)]
    assert (offered[1] - offered[0], "Reviews" in offered[0], "Verifications" in offered[0]) == (set(), True, True)
    assert offered[2] - offered[1] == {"Admin", "Operations"}
    for item in admin_client.get("/palette/").json()["items"]:
        assert admin_client.get(item["href"]).status_code == 200


def test_palette_costs_the_same_for_any_number_of_nodes(analyst_client: Client) -> None:
    counts = []
    for total in (1, 3):
        for number in range(total):
            make_node(f"gold-{total}-{number}")
        with CaptureQueriesContext(connection) as found:
            labels(analyst_client, "gold")
        counts.append(len(found))
    assert counts[0] == counts[1] <= 6


def test_button_is_a_link_to_the_search(analyst_client: Client, stranger_client: Client) -> None:
    page = BeautifulSoup(analyst_client.get("/").content, "html.parser")
    assert page.select_one("#palette-open")["href"] == "/#q"
    assert page.select_one("dialog form")["action"] == "/"
    assert BeautifulSoup(stranger_client.get("/account/").content, "html.parser").select("#palette, #palette-open") == []


@canaries_and(hostile_texts("xss", "naughty")[::3], "\x00", "%", "_", "'; DROP TABLE", "a" * 5000)
def test_hostile_words_find_text_or_nothing(analyst_client: Client, texts: list[str]) -> None:
    make_node("hostile", label='"><script>alert(1)</script>')
    for text in texts:
        response = analyst_client.get("/palette/", {"q": text.replace("\x00", "")})
        assert (response.status_code, response["Content-Type"]) == (200, "application/json")
        assert all(item["href"].startswith("/") and not item["href"].startswith("//") for item in response.json()["items"])


@pytest.mark.parametrize("words", ["policy rete", "plicy", "政策利濾", "政策利率 rtae"])
def test_one_wrong_letter_and_the_other_script_find_the_node(analyst_client: Client, words: str) -> None:
    make_node(aliases=["政策利率"])
    make_node("gold")
    assert labels(analyst_client, words) == ["Policy rate"]


def test_traditional_signs_find_simplified_names_and_the_other_way(analyst_client: Client) -> None:
    make_node("bitcoin-price", aliases=["比特币价格", "BTC"])
    make_node("gold-price", aliases=["黃金價格"])
    assert [labels(analyst_client, words) for words in ("比特幣", "btc", "bitcion", "黄金")] == [["Bitcoin price"]] * 3 + [["Gold price"]]


@pytest.mark.postgres("search")
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("ETH", ["以太坊价格", "Netherlands CPI"]),  # as typed, and as another name
        ("以太坊", ["以太坊价格"]),  # which stands in no other word
        ("ether 价格", ["以太坊价格"]),
        ("federal reserve", ["美联储利率"]),
        ("fed 利率", ["美联储利率"]),
        ("聯儲局", ["美联储利率"]),
        ("Fed gold", []),
        ("ethe", ["Netherlands CPI"]),
    ],
)
def test_a_node_is_found_by_another_name_of_what_it_is_about(analyst_client: Client, words: str, found: list[str]) -> None:
    make_node("eth-usd", label="以太坊价格")
    make_node("us-rate", label="美联储利率")
    make_node("nl-cpi", label="Netherlands CPI")
    assert labels(analyst_client, words) == found


def test_node_is_offered_with_what_is_known(analyst_client: Client) -> None:
    make_verified()
    make_node("never-rate")
    known = {item["label"]: item["known"] for item in analyst_client.get("/palette/", {"q": "rate"}).json()["items"]}
    assert known == {"Policy rate": "3.5\N{NO-BREAK SPACE}% · Cross-validated", "Never rate": ""}
