"""The official series behind a node's history: drawn from what is kept, told in words and as a table, and nothing where there is none."""

from datetime import date, timedelta

import pytest
from bs4 import BeautifulSoup
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.views.rows import make_node, make_page, make_state
from verification.models import Node, NodeLink, SeriesObservation
from verification.reads.series.observations import list_figures

pytestmark = pytest.mark.django_db

TODAY = timezone.now().date()
MOST_OF_A_NODE = 9


def month(back: int) -> str:
    at = TODAY.year * 12 + TODAY.month - 1 - back
    return f"{at // 12}-{at % 12 + 1:02}"


def keep(*figures: tuple[str, str], vintage: date = TODAY, code: str = "UNRATE", publisher: str = "fred", is_exact: bool = True) -> None:
    SeriesObservation.objects.bulk_create(
        SeriesObservation(publisher=publisher, code=code, period=period, value=value, vintage=vintage, is_exact_vintage=is_exact)
        for period, value in figures
    )


@pytest.fixture
def node() -> Node:
    node = make_node("us-jobless", label="US unemployment rate", series="us-unemployment-rate")
    make_state(node, number="4.2", value="4.2%")
    return node


def card(client: Client, query: str = "", lang: str = "en") -> BeautifulSoup:
    response = client.get(f"/nodes/us-jobless/{query}", headers={"accept-language": lang})
    return BeautifulSoup(response.content, "html.parser").select_one("#history")


def test_one_state_and_its_series_make_a_chart(analyst_client: Client, node: Node) -> None:
    keep((month(4), "4.0"), (month(3), "4.1"), (month(2), "4.3"), (month(1), "4.2"))
    shown = card(analyst_client)
    line = shown.select_one("svg.chart path.official")["d"]
    assert (line.startswith("M2.00 176.00L"), line.count("L"), len(shown.select("svg.chart a"))) == (True, 3, 1)
    assert [text.get_text() for text in shown.select("text.halo")][:2] == ["4.3\N{NO-BREAK SPACE}%", "4\N{NO-BREAK SPACE}%"]
    told = f"Behind them the official series “US unemployment rate, seasonally adjusted”, {month(1)}: 4.2\N{NO-BREAK SPACE}%"
    assert shown.select_one("svg.chart")["aria-label"].endswith(told)
    legend = shown.select_one(".of-series").get_text()
    assert legend == "FRED: US unemployment rate, seasonally adjusted, each figure where its period ends"
    rows = [[cell.get_text() for cell in row.select("td")] for row in shown.select("#series-table tbody tr")]
    assert [row[:2] for row in rows][:2] == [[month(1), "4.2\N{NO-BREAK SPACE}%"], [month(2), "4.3\N{NO-BREAK SPACE}%"]]
    assert "各期数值标在该期末" in card(analyst_client, lang="zh-hans").select_one(".of-series").get_text()


def test_figures_of_publishers_without_vintages_say_when_they_were_read(analyst_client: Client, node: Node) -> None:
    keep(*((month(back), "4.1") for back in range(1, 5)), is_exact=False)
    assert card(analyst_client).select_one("#series-table td.half").get_text().startswith("read on ")


def test_the_newest_vintage_is_drawn_and_what_was_known_on_a_day_is_told(node: Node) -> None:
    before = TODAY - timedelta(days=20)
    keep((month(2), "4.0"), (month(1), "4.1"), vintage=before)
    keep((month(1), "4.4"))
    assert [str(one.value) for one in list_figures(node=node, known_on=TODAY)] == ["4.0", "4.4"]
    assert [str(one.value) for one in list_figures(node=node, known_on=before)] == ["4.0", "4.1"]
    assert list_figures(node=node, known_on=before - timedelta(days=1)) == []


def test_a_change_on_the_year_is_made_of_what_lies_before_the_chart(node: Node) -> None:
    Node.objects.filter(pk=node.pk).update(series="us-cpi-yoy")
    node.refresh_from_db()
    keep(*((month(back), "300") for back in range(13, 17)), *((month(back), "309") for back in range(1, 5)), code="CPIAUCNS")
    since = TODAY - timedelta(days=140)
    assert {str(one.value) for one in list_figures(node=node, known_on=TODAY, since=since)} == {"3.0"}


@pytest.mark.parametrize("fields", [{"series": ""}, {"series": "no-such"}, {"unit": "bp"}, {"kind": "text", "unit": ""}])
def test_nothing_is_drawn_where_there_is_no_series_in_its_unit(analyst_client: Client, node: Node, fields: dict[str, str]) -> None:
    keep(*((month(back), "4.1") for back in range(1, 5)))
    Node.objects.filter(pk=node.pk).update(**fields)
    shown = card(analyst_client)
    assert (shown.select(".official"), shown.select("#series-table")) == ([], [])


@pytest.mark.parametrize("count", [0, 2])
def test_nothing_is_drawn_where_too_little_was_read(analyst_client: Client, node: Node, count: int) -> None:
    keep(*((month(back), "4.1") for back in range(1, 1 + count)))
    shown = card(analyst_client)
    assert (shown.select("svg.chart"), shown.select("#series-table")) == ([], [])


def test_the_period_of_the_chart_is_that_of_the_line(analyst_client: Client, node: Node) -> None:
    keep(*((month(back), "4.1") for back in range(1, 40)))
    assert [card(analyst_client, query).select_one("path.official")["d"].count("L") for query in ("?h=1y", "?h=2y", "?h=all")] == [
        11,
        23,
        38,
    ]


def test_a_node_with_a_series_costs_one_query_more_however_long_it_is(analyst_client: Client, node: Node) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert analyst_client.get("/nodes/us-jobless/").status_code == 200
        return len(queries)

    keep(*((month(back), "4.1") for back in range(1, 4)))
    few = count()
    keep(*((month(back), "4.1") for back in range(4, 60)))
    many = count()
    Node.objects.filter(pk=node.pk).update(series="")
    assert (many, count()) == (few, few - 1)


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.postgres("grouping")
def test_a_linked_node_on_a_series_costs_no_more_than_others(
    analyst_client: Client, reviewer_client: Client, admin_client: Client, node: Node, count: int
) -> None:
    keep(*((month(back), "4.1") for back in range(1, 3 * count + 1)))
    for _run in range(count):
        make_state(node, pages=[make_page(domain=f"d{place}.example") for place in range(count)])
    for place in range(count):
        NodeLink.objects.create(source=make_node(f"cause-{place}"), target=node)
        NodeLink.objects.create(source=node, target=make_node(f"effect-{place}"))
    for client in (analyst_client, reviewer_client, admin_client):
        with CaptureQueriesContext(connection) as queries:
            page = BeautifulSoup(client.get("/nodes/us-jobless/").content, "html.parser")
        assert len(queries) == MOST_OF_A_NODE
        near = [link["href"] for link in page.select(".near a")]
        assert near == [f"/nodes/{end}-{place}/" for end in ("cause", "effect") for place in range(count)]
        assert len(page.select("svg.chart path.official")) == 1
