import csv
import io
import json
from datetime import timedelta

import pytest
from bs4 import BeautifulSoup
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.views.rows import Row, make_node, make_page, make_state
from verification.models import Node, NodeState
from verification.reads.nodes.history import POINTS_SHOWN, TURNS_SHOWN, list_points
from verification.services.history import unlock_history
from verification.views.nodes.citing import make_citation

UNKNOWN = {"badge": "unknown", "reason": "all_stale", "value": "unknown", "number": ""}


def make_old_state(node: Node, *, days: int, **fields: object) -> NodeState:
    """A state as it was written ``days`` ago: states are append-only, so the row is written once more with its moment."""
    state = make_state(node, **fields)
    moment = timezone.now() - timedelta(days=days)
    with unlock_history():
        NodeState.objects.filter(pk=state.pk).update(created_at=moment, as_of=moment)
    state.refresh_from_db()
    return state


def soup(client: Client, address: str, lang: str = "en") -> BeautifulSoup:
    response = client.get(address, headers={"accept-language": lang})
    assert response.status_code == 200
    return BeautifulSoup(response.content, "html.parser")


def fill(slug: str = "policy-rate", **fields: Row) -> Node:
    """Three years of a rate: a range, then a figure, then nothing, then a figure again."""
    node = make_node(slug, **fields)
    make_old_state(node, days=1000, number="3.25..3.5", value="3.25-3.5%", badge="whitelist_direct")
    make_old_state(node, days=600, number="3.5")
    make_old_state(node, days=300, **UNKNOWN)
    make_old_state(node, days=20, number="3.75", value="3.75%", pages=[make_page()])
    return node


@pytest.mark.postgres("grouping")
def test_chart_links_each_point_to_its_run(analyst_client: Client) -> None:
    node = fill()
    chart = soup(analyst_client, "/nodes/policy-rate/?h=all").select_one("svg.chart")
    runs = list(node.states.order_by("created_at").values_list("run_id", flat=True))
    assert chart["role"] == "group"
    assert [link["href"] for link in chart.select("a")] == [f"/runs/{run}/" for run in runs]
    assert [len(chart.select(f".{tone}")) for tone in ("p-wl", "p-xv", "p-uk")] == [1, 2, 1]
    assert [text.get_text() for text in chart.select(".ev-t")] == ["lost: all stale", "verified"]
    assert chart.select_one(".band")["d"].startswith("M2.00 ")


@pytest.mark.parametrize(("query", "points", "current"), [("?h=1y", 2, "1 y"), ("", 3, "2 y"), ("?h=all", 4, "All"), ("?h=%01x", 3, "2 y")])
@pytest.mark.postgres("grouping")
def test_period_stands_in_the_address(analyst_client: Client, query: str, points: int, current: str) -> None:
    fill()
    card = soup(analyst_client, f"/nodes/policy-rate/{query}").select_one("#history")
    assert len(card.select("svg.chart a")) == points
    assert [link.get_text() for link in card.select(".seg [aria-current]")] == [current]


def test_changes_say_from_what_to_what_and_why(analyst_client: Client) -> None:
    fill()
    items = [item.get_text(" ", strip=True) for item in soup(analyst_client, "/nodes/policy-rate/").select("ol.events li")]
    assert len(items) == 4
    assert items[1].startswith("Cross-validated 3.5\N{NO-BREAK SPACE}% → became Not enough evidence")
    assert items[1].endswith("· all stale")
    assert "became" not in items[3]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "29,400\N{NO-BREAK SPACE}USD → became Cross-validated 2.1"),
        ("zh-hans", "29,400\N{NO-BREAK SPACE}美元 → 变为 三方交叉验证 210万美元"),
    ],
)
def test_what_was_before_is_written_in_the_language_of_the_reader(analyst_client: Client, lang: str, said: str) -> None:
    node = make_node("bitcoin", kind="currency", unit="USD")
    make_old_state(node, days=9, value="29,400美元", number="29400", unit="USD")
    make_old_state(node, days=2, value="$2.1 million", number="2100000", unit="USD")
    page = soup(analyst_client, "/nodes/bitcoin/", lang)
    assert page.select_one("ol.events li").get_text(" ", strip=True).startswith(said)


def test_labels_of_the_axis_keep_clear_of_the_line(analyst_client: Client) -> None:
    """The highest figure stands above its grid line and the lowest below it, where nothing is drawn."""
    fill()
    labels = soup(analyst_client, "/nodes/policy-rate/").select("svg.chart text.halo:not(.end)")
    assert [(label["y"], label["dy"]) for label in labels] == [("44.00", "-6"), ("176.00", "16")]


def test_text_node_has_a_strip_of_events_and_no_line(analyst_client: Client) -> None:
    node = make_node("hack", kind="text", unit="")
    make_old_state(node, days=3, value="yes", number="", unit="")
    make_old_state(node, days=1, **UNKNOWN, unit="")
    chart = soup(analyst_client, "/nodes/hack/").select_one("svg.chart")
    assert (len(chart.select("a")), chart.select(".path"), chart.select(".grid"), "low" in chart["class"]) == (2, [], [], True)


def test_two_figures_are_a_sentence_and_the_newest_change_is_said(analyst_client: Client) -> None:
    node = make_node()
    make_old_state(node, days=9, number="3.5")
    make_old_state(node, days=2, number="3.75", value="3.75%")
    card = soup(analyst_client, "/nodes/policy-rate/").select_one("#history")
    assert card.select("svg.chart") == []
    assert card.select_one("p").get_text().startswith("So far: 3.5\N{NO-BREAK SPACE}% on ")
    make_old_state(node, days=1, **UNKNOWN)
    card = soup(analyst_client, "/nodes/policy-rate/").select_one("#history")
    assert len(card.select("svg.chart a")) == 3
    assert card.select_one("#since-change").get_text().endswith(": 3.75\N{NO-BREAK SPACE}% → Not enough evidence")


def test_chart_begins_with_the_first_state_and_ends_with_the_newest_figure(analyst_client: Client) -> None:
    node = make_node()
    for days, number in ((30, "3.5"), (20, "4"), (10, "3.75")):
        make_old_state(node, days=days, number=number, value=f"{number}%")
    chart = soup(analyst_client, "/nodes/policy-rate/").select_one("svg.chart")
    assert chart.select_one("a > svg")["x"] == "2.00%"
    assert chart.select_one("text.end").get_text() == "3.75\N{NO-BREAK SPACE}%"


@pytest.mark.postgres("grouping")
def test_node_without_states_has_no_chart(analyst_client: Client) -> None:
    make_node()
    page = soup(analyst_client, "/nodes/policy-rate/")
    assert (page.select("svg.chart"), page.select("#past"), page.select("#cite")) == ([], [], [])


def test_long_history_is_thinned_and_keeps_every_change_of_the_badge(analyst_client: Client) -> None:
    node = make_node()
    run_states = [make_state(node, **(UNKNOWN if place % 50 == 7 else {})) for place in range(170)]
    points = list_points(node=node, since=None)
    turns = [state.pk for place, state in enumerate(run_states) if place % 50 in (7, 8)]
    assert POINTS_SHOWN // 2 <= len(points) <= POINTS_SHOWN + TURNS_SHOWN
    assert set(turns) <= {point.pk for point in points}
    assert (points[0].pk, points[-1].pk) == (run_states[0].pk, run_states[-1].pk)


def test_page_of_a_day_shows_what_was_known_then(analyst_client: Client) -> None:
    fill()
    day = (timezone.localdate() - timedelta(days=400)).isoformat()
    page = soup(analyst_client, f"/nodes/policy-rate/?at={day}")
    assert page.select_one(".hero .fig").get_text() == "3.5\N{NO-BREAK SPACE}%"
    assert "This is what was known on" in page.select_one(".note.hr").get_text()
    assert page.select_one(".note.hr a")["href"] == "/nodes/policy-rate/"
    assert page.select_one("#past-day")["value"] == day


@pytest.mark.postgres("dates")
def test_page_of_a_day_before_the_first_verdict_says_so(analyst_client: Client) -> None:
    fill()
    page = soup(analyst_client, "/nodes/policy-rate/?at=1999-01-01")
    assert "On this day nothing was known" in page.select_one(".hero").get_text()


@pytest.mark.parametrize("at", ["nope", "2999-01-01", "", "0001-01-01", "9999-12-31", "%01", "2026-02-30"])
def test_day_that_makes_no_sense_is_now(analyst_client: Client, at: str) -> None:
    fill()
    page = soup(analyst_client, f"/nodes/policy-rate/?at={at}")
    assert page.select(".note.hr") == []
    assert page.select_one(".hero .fig").get_text() == "3.75\N{NO-BREAK SPACE}%"


def test_slider_leads_to_its_day(analyst_client: Client) -> None:
    fill()
    first = timezone.localdate() - timedelta(days=1000)
    goals = [analyst_client.get("/nodes/policy-rate/day/", {"day": day})["Location"] for day in ("0", "400", "99999", "-1", "x", "9" * 40)]
    node = "/nodes/policy-rate/"
    assert goals == [f"{node}?at={first}", f"{node}?at={first + timedelta(days=400)}", node, node, node, node]


@pytest.mark.postgres("rows")
def test_citation_holds_value_badge_pages_and_a_permalink(analyst_client: Client) -> None:
    state = make_state(make_node(), pages=[make_page(title="Rates [up] *now*"), make_page(is_accepted=False, url="https://b.example/")])
    page = soup(analyst_client, "/nodes/policy-rate/")
    text, markdown = page.select_one("#cite-text").get_text(), page.select_one("#cite-markdown").get_text()
    permalink = f"http://testserver/runs/{state.run_id}/"
    assert text.splitlines()[0].startswith("Policy rate: 3.5 % (as of ")
    assert text.splitlines()[1:] == ["- Rates [up] *now* (news.example), https://news.example/rates", permalink]
    assert "**3.5 %**" in markdown.splitlines()[0]
    assert f"[Cross\\-validated](<{permalink}>)" in markdown.splitlines()[0]
    assert markdown.splitlines()[2:] == ["- [Rates \\[up\\] \\*now\\* \\(news.example\\)](<https://news.example/rates>)"]


def test_citation_leaves_out_addresses_that_run(db: None) -> None:
    state = make_state(make_node(), pages=[make_page(url="javascript:alert(1)")])
    citation = make_citation(node=state.node, state=state, sources=list(state.run.sources.all()), permalink="https://here.example/runs/1/")
    assert "javascript" not in citation.text + citation.markdown


@pytest.mark.postgres("rows")
def test_history_files_hold_every_state_and_no_formula(analyst_client: Client) -> None:
    node = fill()
    make_state(node, value="=1+1", number="")
    listed = json.loads(b"".join(analyst_client.get("/nodes/policy-rate/history.json").streaming_content))
    text = b"".join(analyst_client.get("/nodes/policy-rate/history.csv").streaming_content).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["number"] for row in listed] == ["3.25..3.5", "3.5", "", "3.75", ""]
    assert [row["value"] for row in rows][-1] == "'=1+1"
    assert [row["run"] for row in rows] == [str(row["run"]) for row in listed]


@pytest.mark.postgres("dates")
def test_history_of_a_node_without_states_is_empty(analyst_client: Client) -> None:
    make_node()
    assert b"".join(analyst_client.get("/nodes/policy-rate/history.json").streaming_content) == b"[]\n"
    assert analyst_client.get("/nodes/nowhere/history.csv").status_code == 404


def test_node_page_needs_no_more_queries_for_more_states(analyst_client: Client) -> None:
    one, three = make_node("one"), make_node("three")
    make_state(one)
    for number in ("1", "2", "3"):
        make_state(three, number=number)
    counts = []
    for slug in ("one", "three"):
        with CaptureQueriesContext(connection) as queries:
            assert analyst_client.get(f"/nodes/{slug}/").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
