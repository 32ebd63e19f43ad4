"""What is filtered is what is exported, and no cell of it runs."""

import csv
import io
import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.hostile import canaries_and, hostile_texts, storable
from tests.views.rows import make_conflict, make_node, make_page, make_state, make_verified
from verification.spreadsheets import guard_cell

OURS = ["=1+1", "+1", "-cmd|'/C calc'!A0", "@SUM(1)", "\t=1", "\r=1", " =1", "\n=1", "＝1+1", "−1+cmd", '=HYPERLINK("//evil.example")']
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "−")


def hostile() -> list[str]:
    found = OURS + hostile_texts("csv_injection", "xss", "naughty")
    return [storable(text.replace("\x00", "")) for text in found if text.replace("\x00", "").strip()]


def is_formula(cell: str) -> bool:
    """Whether a spreadsheet might run it; a negative number is none."""
    return cell.strip().startswith(FORMULA_STARTS) and not re.fullmatch(r"-[0-9.-]+%?", cell)


def get(client: Client, address: str) -> bytes:
    response = client.get(address)
    assert response.status_code == 200
    return b"".join(response.streaming_content)


def table(client: Client, query: str = "") -> list[dict[str, str]]:
    text = get(client, f"/nodes.csv{query}").decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def test_csv_holds_the_node_and_its_state(analyst_client: Client) -> None:
    node = make_verified(aliases=["政策利率"], group="Rates")
    assert get(analyst_client, "/nodes.csv").startswith(b"\xef\xbb\xbf")
    row = table(analyst_client)[0]
    shown = {
        name: row[name] for name in ("slug", "label", "aliases", "group", "badge", "value", "number", "unit", "reason", "run", "is_stale")
    }
    assert shown == {
        "slug": "policy-rate",
        "label": "Policy rate",
        "aliases": "政策利率",
        "group": "Rates",
        "badge": "cross_validated",
        "value": "3.5%",
        "number": "3.5",
        "unit": "%",
        "reason": "accepted",
        "run": str(node.state.run_id),
        "is_stale": "0",
    }


def test_csv_names_the_page_and_its_sentence(analyst_client: Client) -> None:
    pages = [make_page("We see 3.25% next year.", "3.25%", is_accepted=False, stance="forecast"), make_page()]
    make_state(make_node(), pages=pages)
    row = table(analyst_client)[0]
    [written] = json.loads(get(analyst_client, "/nodes.json"))
    for found in (row, written):
        assert (found["source"], found["quote"]) == ("https://news.example/rates", "The policy rate is 3.5%.")
    assert {written["state"][name][-6:] for name in ("as_of", "checked_at")} == {"+00:00"}
    assert {row[name][-6:] for name in ("as_of", "checked_at")} == {"+00:00"}


def test_csv_says_nothing_of_how_an_unknown_is_known(analyst_client: Client) -> None:
    make_conflict("oil")
    make_state(make_node("thin"), badge="unknown", reason="too_few_domains", value="unknown", number="", domains_count=1)
    assert [(row["trend"], row["confidence"], row["source"]) for row in table(analyst_client)] == [("", "", "")] * 2
    written = json.loads(get(analyst_client, "/nodes.json"))
    assert [(row["state"]["trend"], row["state"]["confidence"], row["source"]) for row in written] == [(None, None, None)] * 2


def test_every_column_says_what_it_is_called(analyst_client: Client) -> None:
    """Value, unit, badge, reason, source and quote of a verified node, of a conflict and of one that was never looked at."""
    make_state(make_node("fall"), value="-3.0%", number="-3", pages=[make_page("Prices fell 3.0%.", "3.0%")])
    make_conflict("oil")
    make_node("untouched")
    told = {row["slug"]: [row[name] for name in ("value", "unit", "badge", "reason", "source", "quote")] for row in table(analyst_client)}
    assert told == {
        "fall": ["-3.0%", "%", "cross_validated", "accepted", "https://news.example/rates", "Prices fell 3.0%."],
        "oil": ["unknown", "USD", "needs_human", "values_disagree", "", ""],
        "untouched": ["", "%", "", "", "", ""],
    }


def test_file_is_named_by_its_day_and_never_stored(analyst_client: Client) -> None:
    for ending, kind in (("csv", "text/csv; charset=utf-8"), ("json", "application/json")):
        response = analyst_client.get(f"/nodes.{ending}")
        day = timezone.localdate().isoformat()
        assert response["Content-Disposition"] == f'attachment; filename="nodes-{day}.{ending}"'
        assert (response["Content-Type"], response["Cache-Control"]) == (kind, "private, no-store")


@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ("", ["policy-rate", "brent", "gold"]),
        ("?sort=name", ["brent", "gold", "policy-rate"]),
        ("?q=rate", ["policy-rate"]),
        ("?badge=needs_human", ["brent"]),
        ("?conflict=1", ["brent"]),
        ("?stale=1", []),
        ("?group=Rates&page=7", ["policy-rate"]),
        ("?badge=nonsense&q=gold", ["gold"]),
    ],
)
def test_export_holds_what_the_page_shows(analyst_client: Client, query: str, slugs: list[str]) -> None:
    make_verified(group="Rates")
    make_conflict()
    make_node("gold")
    assert [row["slug"] for row in table(analyst_client, query)] == slugs
    assert [row["slug"] for row in json.loads(get(analyst_client, f"/nodes.json{query}"))] == slugs


def test_node_without_a_state_has_empty_cells(analyst_client: Client) -> None:
    make_node()
    row = table(analyst_client)[0]
    assert (row["badge"], row["value"], row["run"], row["unit"]) == ("", "", "", "%")
    assert json.loads(get(analyst_client, "/nodes.json"))[0]["state"] is None


@pytest.mark.parametrize("ending", ["csv", "json"])
def test_export_needs_no_more_queries_for_more_nodes(analyst_client: Client, ending: str) -> None:
    counts = []
    for total in (1, 3):
        for number in range(total):
            make_verified(f"n{total}-{number}")
        with CaptureQueriesContext(connection) as found:
            get(analyst_client, f"/nodes.{ending}")
        counts.append(len(found))
    assert counts[0] == counts[1] <= 6


@canaries_and(hostile()[len(OURS) : 120], *OURS)
def test_no_cell_is_a_formula(analyst_client: Client, texts: list[str]) -> None:
    for place, text in enumerate(texts):
        node = make_node(f"n{place}", label=text[:300], aliases=[text[:300]], group=text[:60], unit=text[:30])
        make_state(node, value=text[:200], number="", unit=text[:30])
    rows = table(analyst_client)
    assert len(rows) == len(texts)
    assert [cell for row in rows for cell in row.values() if is_formula(cell)] == []


def test_guard_leaves_nothing_that_runs_and_keeps_the_text() -> None:
    for text in hostile():
        guarded = guard_cell(text)
        assert guarded in (text, "'" + text)
        assert not is_formula(guarded)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("-0.5", "-0.5"),
        ("-1..-0.5", "-1..-0.5"),
        ("3.5", "3.5"),
        ("-3.0%", "-3.0%"),
        ("-0.5+1", "'-0.5+1"),
        ("-3%+A1", "'-3%+A1"),
        ("a=1", "a=1"),
    ],
)
def test_numbers_stay_numbers(text: str, cell: str) -> None:
    assert guard_cell(text) == cell


@canaries_and(hostile(), "=1+1", "\x0b")
def test_hostile_filters_never_break_an_export(analyst_client: Client, texts: list[str]) -> None:
    make_verified()
    for place, text in enumerate(texts):
        address = ("/nodes.csv", "/nodes.json")[place % 2]
        response = analyst_client.get(address, {"q": text, "group": text, "badge": text, "sort": text, "stale": text})
        assert response.status_code == 200
        assert response["Content-Disposition"].startswith('attachment; filename="nodes-20')


def test_buttons_export_what_is_filtered(analyst_client: Client) -> None:
    make_verified()
    make_node("gold")
    html = analyst_client.get("/?q=gold&page=1").content.decode()
    assert 'href="/nodes.csv?q=gold"' in html
    assert 'href="/nodes.json?q=gold"' in html
    assert "Export 1 " in html


def test_what_is_spelled_almost_like_it_is_exported_as_it_is_shown(analyst_client: Client) -> None:
    make_verified("policy-rate")
    make_verified("brent", label="Brent", aliases=[], group="Energy")
    page = analyst_client.get("/?q=pollicy").content.decode()
    assert ("These are spelled almost like it." in page, "Export 1" in page) == (True, True)
    assert [row["slug"] for row in table(analyst_client, "?q=pollicy")] == ["policy-rate"]
    assert [row["slug"] for row in json.loads(get(analyst_client, "/nodes.json?q=pollicy"))] == ["policy-rate"]
    # Where the words are found, a filter that leaves none of them finds nothing.
    assert table(analyst_client, "?q=brent&badge=failed") == []
    assert table(analyst_client, "?q=pollicy&group=Energy") == []
