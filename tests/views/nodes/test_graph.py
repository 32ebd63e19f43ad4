import re

from bs4 import BeautifulSoup
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from tests.views.rows import make_node, make_state, make_verified
from verification.models import Node
from verification.views.charts.layers import BOX_HEIGHT, BOX_WIDTH, arrange, find_downstream, in_two_lines, shorten

LINKS = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)).filter(lambda link: link[0] != link[1]), max_size=30, unique=True)


def soup(client: Client, address: str) -> BeautifulSoup:
    response = client.get(address)
    assert response.status_code == 200
    return BeautifulSoup(response.content, "html.parser")


def make_chain() -> tuple[Node, Node, Node]:
    """An unknown cause, which leads to a verified node, which leads to another."""
    cause, middle, end = make_node("cause"), make_verified("middle"), make_verified("end")
    make_state(cause, badge="unknown", reason="all_stale", value="unknown", number="")
    cause.links.add(middle)
    middle.links.add(end)
    return cause, middle, end


def test_graph_marks_what_is_downstream_of_an_unknown(analyst_client: Client) -> None:
    make_chain()
    page = soup(analyst_client, "/graph/")
    links = {link["href"]: link for link in page.select("svg.links a")}
    assert [links[f"/nodes/{slug}/"].rect.get("class") for slug in ("cause", "middle", "end")] == [["unsure"], ["below"], ["below"]]
    assert [text.get_text(strip=True) for text in links["/nodes/end/"].select("text")] == ["End", "3.5\N{NO-BREAK SPACE}%"]
    assert links["/nodes/end/"].title.text == "End · 3.5\N{NO-BREAK SPACE}% · cause unclear"
    icons = {slug: [use["href"] for use in links[f"/nodes/{slug}/"].select("use")] for slug in ("cause", "middle", "end")}
    assert icons == {"cause": ["#i-unknown"], "middle": ["#i-cross", "#i-warn"], "end": ["#i-cross", "#i-warn"]}
    assert [row.select("td")[0].get_text() for row in page.select("tbody tr")] == ["Cause", "Middle", "End"]


def test_graph_without_links_says_so(analyst_client: Client) -> None:
    make_node()
    assert soup(analyst_client, "/graph/").select_one(".empty h2").get_text() == "No node leads to another yet"


def test_node_page_shows_its_neighbours_and_what_is_unsettled_above(analyst_client: Client) -> None:
    make_chain()
    page = soup(analyst_client, "/nodes/end/")
    assert [link["href"] for link in page.select("svg.links a")] == ["/nodes/middle/"]
    assert [link["href"] for link in page.select(".note.warn a")] == ["/nodes/cause/"]
    assert soup(analyst_client, "/nodes/cause/").select(".note.warn") == []


def test_neighbours_are_a_list_for_a_phone(analyst_client: Client) -> None:
    make_chain()
    near = soup(analyst_client, "/nodes/middle/").select_one("dl.near")
    assert [(part.name, part.get_text(" ", strip=True)) for part in near.select("dt, dd")] == [
        *(("dt", "Causes"), ("dd", "Cause Not enough evidence"), ("dt", "Effects"), ("dd", "End Cross-validated")),
    ]
    assert [part.text for part in soup(analyst_client, "/nodes/cause/").select("dl.near dt")] == ["Effects"]


def test_causes_stand_left_and_effects_right() -> None:
    layout = arrange([(1, 2), (2, 3), (1, 3)], {})
    assert [layout.boxes[node][0] < layout.boxes[other][0] for node, other in ((1, 2), (2, 3))] == [True, True]
    far, is_back = layout.curves[2]
    assert (far.count("C"), far.count("H"), is_back) == (2, 1, False)


@given(LINKS)
def test_a_link_over_several_columns_crosses_no_box(links: list[tuple[int, int]]) -> None:
    """Of every straight stretch that a link runs through a column, no box of that column covers the height."""
    layout = arrange(links, {})
    for path, _is_back in layout.curves:
        for end_x, height, until in re.findall(r" (\d+) (\d+)H(\d+)", path):
            beside = [top for left, top in layout.boxes.values() if left == int(end_x) and int(until) == left + BOX_WIDTH]
            assert [top for top in beside if top <= int(height) <= top + BOX_HEIGHT] == []


def test_names_take_two_lines() -> None:
    assert in_two_lines("Bitcoin price", 22) == ("Bitcoin price",)
    assert in_two_lines("China consumer prices (CPI) in 2023", 22) == ("China consumer prices", "(CPI) in 2023")
    assert in_two_lines("Halcyon Exchange customer accounts exposed", 18) == ("Halcyon Exchange", "customer accounts…")
    assert in_two_lines("2023年7月美联储联邦基金利率目标区间", 22) == ("2023年7月美联储联邦基", "金利率目标区间")
    assert in_two_lines("x" * 60, 20) == ("x" * 20, "x" * 19 + "…")


def test_circle_is_drawn_with_a_dashed_way_back(analyst_client: Client) -> None:
    a, b = make_verified("a"), make_verified("b")
    a.links.add(b)
    b.links.add(a)
    assert [path.get("class") for path in soup(analyst_client, "/graph/").select("svg.links path")] == [None, ["back"]]
    assert len(soup(analyst_client, "/nodes/a/").select("svg.links a")) == 1


def test_inactive_nodes_are_left_out(analyst_client: Client) -> None:
    _cause, middle, _end = make_chain()
    Node.objects.filter(pk=middle.pk).update(is_active=False)
    assert soup(analyst_client, "/graph/").select("svg.links") == []
    assert soup(analyst_client, "/nodes/middle/").select("svg.links") == []


def test_hostile_names_stay_text(analyst_client: Client) -> None:
    text = '"><img src=x onerror=alert(1)>'
    make_node("a", label=text).links.add(make_node("b", label=text))
    for address in ("/graph/", "/nodes/a/"):
        assert soup(analyst_client, address).select("img") == []


def test_graph_needs_no_more_queries_for_more_nodes(analyst_client: Client) -> None:
    counts = []
    for size in (1, 3):
        for place in range(size):
            make_verified(f"from-{size}-{place}").links.add(make_verified(f"to-{size}-{place}"))
        with CaptureQueriesContext(connection) as queries:
            assert analyst_client.get("/graph/").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


@given(LINKS)
def test_layout_gives_every_node_a_place_of_its_own(links: list[tuple[int, int]]) -> None:
    layout = arrange(links, {})
    assert set(layout.boxes) == {node for link in links for node in link}
    assert len(set(layout.boxes.values())) == len(layout.boxes)
    assert (len(layout.curves), arrange(links, {})) == (len(links), layout)


def test_downstream_goes_around_circles() -> None:
    assert find_downstream([(1, 2), (2, 3), (3, 1), (4, 5)], {1}) == {1, 2, 3}


def test_shortened_labels_count_wide_signs_twice() -> None:
    assert (shorten("abcd", 4), shorten("abcde", 4), shorten("利率", 4), shorten("利率表", 4)) == ("abcd", "abc…", "利率", "利…")
