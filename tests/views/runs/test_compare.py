import pytest
from bs4 import BeautifulSoup
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.views.rows import make_node, make_open_run, make_page, make_run

COMPARE = "/nodes/policy-rate/compare/"


def soup(client: Client, address: str) -> BeautifulSoup:
    response = client.get(address)
    assert response.status_code == 200
    return BeautifulSoup(response.content, "html.parser")


def test_two_runs_stand_side_by_side_in_the_order_asked_for(analyst_client: Client) -> None:
    node = make_node()
    pages = [make_page(url="https://a.example/"), make_page(url="https://b.example/", stance="past", is_accepted=False)]
    later = [make_page(url="https://b.example/"), make_page(url="https://c.example/")]
    a, b = make_run(node, pages=pages), make_run(node, pages=later, number="3.75", value="3.75%")
    page = soup(analyst_client, f"{COMPARE}?a={a.pk}&b={b.pk}")
    assert [fig.get_text() for fig in page.select(".pair .fig")] == ["3.5\N{NO-BREAK SPACE}%", "3.75\N{NO-BREAK SPACE}%"]
    assert [h3.get_text() for h3 in page.select(".card > h3") if "(" in h3.get_text()] == [
        "Gained (1)",
        "Lost (1)",
        "Judged differently (1)",
    ]
    assert [item["value"] for item in page.select("input[checked]")] == [str(b.pk), str(a.pk)]


def test_without_a_choice_the_newest_two_are_compared(analyst_client: Client) -> None:
    node = make_node()
    runs = [make_run(node) for _ in range(3)]
    heads = [head.get_text() for head in soup(analyst_client, COMPARE).select(".pair h2")]
    assert heads == [f"r-{runs[1].pk}", f"r-{runs[2].pk}"]


def test_one_run_has_nothing_beside_it(analyst_client: Client) -> None:
    make_run(make_node())
    assert soup(analyst_client, COMPARE).select_one(".empty h2").get_text() == "There are no two runs to compare"


@pytest.mark.parametrize("query", ["a=1", "a=x&b=y", "a=-1&b=1", "a=999999&b=999998", f"a={'9' * 40}&b=1", "a=%01&b=1", "b=1"])
def test_runs_that_are_not_there_are_not_found(analyst_client: Client, query: str) -> None:
    make_run(make_node())
    assert analyst_client.get(f"{COMPARE}?{query}").status_code == 404


def test_runs_of_another_node_and_open_ones_are_not_found(analyst_client: Client) -> None:
    node = make_node()
    run, other, waiting = make_run(node), make_run(make_node("gold")), make_open_run(node)
    assert analyst_client.get(f"{COMPARE}?a={run.pk}&b={other.pk}").status_code == 404
    assert analyst_client.get(f"{COMPARE}?a={run.pk}&b={waiting.pk}").status_code == 404
    assert analyst_client.get(f"{COMPARE}?a={run.pk}&b={run.pk}").status_code == 200


def test_hostile_titles_and_values_stay_text(analyst_client: Client) -> None:
    node = make_node()
    text = "<img src=x onerror=alert(1)>"
    a = make_run(node, pages=[make_page(title=text, value=text, url="javascript:alert(1)", domain=text, stance="past")])
    b = make_run(node, pages=[make_page(title=text, value=text, url="javascript:alert(1)", domain=text)])
    page = soup(analyst_client, f"{COMPARE}?a={a.pk}&b={b.pk}")
    assert page.select("img") == []
    assert [link["href"] for link in page.select("a[href^=javascript]")] == []
    assert page.select_one(".events .dom").get_text() == text


def test_more_pages_need_no_more_queries(analyst_client: Client) -> None:
    node = make_node()
    few = [make_run(node, pages=[make_page()]) for _ in range(2)]
    many = [make_run(node, pages=[make_page(url=f"https://{place}.example/") for place in range(3)]) for _ in range(2)]
    counts = []
    for a, b in (few, many):
        with CaptureQueriesContext(connection) as queries:
            assert analyst_client.get(f"{COMPARE}?a={a.pk}&b={b.pk}").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
