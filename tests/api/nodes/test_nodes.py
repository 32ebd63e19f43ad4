"""Nodes over the API: states, filters, pages, ETags, languages."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.views.rows import make_conflict, make_node, make_open_run, make_page, make_run, make_state, make_verified
from verification.models import AuditEntry, NodeFlag, NodeLink, NodeWatch, ReviewItem, WhitelistDomain

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("search")]

NODES = "/api/v1/nodes/"


def slugs(client: Client, **query: Any) -> list[str]:
    response = client.get(NODES, query)
    assert response.status_code == 200, response.content
    return [node["slug"] for node in response.json()["items"]]


def walk(client: Client, address: str, **query: Any) -> list[dict[str, Any]]:
    """All entries of a list, page by page."""
    found, cursor = [], ""
    while cursor is not None:
        page = client.get(address, {**query, **({"cursor": cursor} if cursor else {})}).json()
        found += page["items"]
        cursor = page["next"]
    return found


def test_node_row_says_its_state(program: Client) -> None:
    make_verified(group="Rates", aliases=["利率"])
    row = program.get(NODES).json()["items"][0]
    state = row.pop("state")
    assert row == {
        "slug": "policy-rate",
        "label": "Policy rate",
        "aliases": ["利率"],
        "kind": "percent",
        "unit": "%",
        "reference_period": None,
        "group": "Rates",
        "risk_level": "low",
        "is_active": True,
        "is_stale": False,
        "is_conflict": False,
        "is_running": False,
        "last_run_failed": False,
    }
    assert (state["value"], state["number"], state["badge"], state["reason"]) == ("3.5%", "3.5", "cross_validated", "accepted")


def test_filters_and_search(program: Client) -> None:
    make_verified("us-rate", group="Rates", label="US rate", aliases=["美联储利率"])
    make_conflict("brent")
    make_state(make_node("old", fresh_days=1), as_of=timezone.now() - timedelta(days=9))
    make_node("never", kind="text", unit="")
    assert slugs(program) == ["brent", "never", "old", "us-rate"]
    assert slugs(program, q="利率 us") == ["us-rate"]
    assert slugs(program, q="Federal Reserve") == ["us-rate"]
    assert slugs(program, badge="needs_human") == ["brent"]
    assert slugs(program, group="Rates") == ["us-rate"]
    assert slugs(program, kind="text") == ["never"]
    assert slugs(program, stale="true") == ["old"]
    assert slugs(program, stale="false") == ["brent", "never", "us-rate"]
    assert slugs(program, conflict="true") == ["brent"]
    assert slugs(program, conflict="false") == ["never", "old", "us-rate"]
    assert slugs(program, q="%") == []


@pytest.mark.parametrize("sort", ["slug", "name", "newest", "oldest", "attention", "verified"])
def test_pages_hold_each_node_once_in_the_order_of_the_whole(program: Client, sort: str) -> None:
    for number in range(3):
        make_verified(f"v{number}", label="Same name")
    make_conflict("c")
    make_node("n1")
    make_node("n2")
    whole = slugs(program, sort=sort)
    assert slugs(program, order=sort) == whole  # its older name
    assert sorted(whole) == ["c", "n1", "n2", "v0", "v1", "v2"]
    for limit in (1, 2, 5):
        assert [node["slug"] for node in walk(program, NODES, sort=sort, limit=limit)] == whole
    if sort in ("newest", "oldest"):
        assert set(whole[-2:] if sort == "newest" else whole[:2]) == {"n1", "n2"}


def test_cursor_of_other_filters_or_made_up_is_refused(program: Client) -> None:
    for number in range(3):
        make_node(f"n{number}")
    cursor = program.get(NODES, {"limit": 1}).json()["next"]
    for query in ({"cursor": cursor, "sort": "name"}, {"cursor": cursor, "q": "n"}, {"cursor": "nonsense"}, {"cursor": cursor + "x"}):
        response = program.get(NODES, query)
        assert (response.status_code, response.json()["code"]) == (400, "bad_cursor")
    assert program.get("/api/v1/whitelist/", {"cursor": cursor}).status_code == 400


def test_page_is_not_shifted_by_a_node_that_comes_before_it(program: Client) -> None:
    for slug in ("b", "d", "f"):
        make_node(slug)
    page = program.get(NODES, {"limit": 2}).json()
    make_node("a")
    assert slugs(program, limit=2, cursor=page["next"]) == ["f"]


def test_unchanged_answers_are_not_sent_again(program: Client) -> None:
    node = make_verified()
    for address in (NODES, f"{NODES}{node.slug}/", f"{NODES}{node.slug}/runs/", f"/api/v1/runs/{node.state.run_id}/", "/api/v1/whitelist/"):
        first = program.get(address)
        again = program.get(address, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert program.get(address, headers={"If-None-Match": '"other"'}).status_code == 200
        assert first["Cache-Control"] == "private, no-cache"
    before = program.get(f"{NODES}{node.slug}/")["ETag"]
    make_state(node, value="3.6%", number="3.6")
    assert program.get(f"{NODES}{node.slug}/", headers={"If-None-Match": before}).status_code == 200


def test_node_shows_each_page_in_place(program: Client) -> None:
    node = make_node()
    other = make_page("Rates may rise to 4%.", "4%", domain="other.example", is_accepted=False, stance="forecast")
    make_state(node, pages=[make_page(), other])
    NodeLink.objects.create(source=node, target=make_node("gold"))
    found = program.get(f"{NODES}{node.slug}/").json()
    source = found["sources"][0]
    assert source["passage"][source["figure"]["start"] : source["figure"]["end"]] == "3.5%"
    assert [(page["domain"], page["stance"]) for page in found["others"]] == [("other.example", "forecast")]
    assert (found["links"], found["is_watched"], found["state"]["run"]) == (["gold"], False, node.state.run_id)


@pytest.mark.parametrize(
    ("lang", "names"),
    [("en", [{"written": "宁德时代", "meant": "CATL"}, {"written": "净利润", "meant": "net profit"}]), ("zh-Hans", [])],
)
def test_a_page_in_the_other_language_names_what_was_asked_for(program: Client, lang: str, names: list[dict[str, str]]) -> None:
    said = "宁德时代披露，2026年第一季度实现净利润164.8亿元。"
    node = make_node("catl", label="CATL net profit")
    run = make_state(node, pages=[make_page(said, "164.8亿元")]).run
    for address in (f"{NODES}catl/", f"/api/v1/runs/{run.pk}/"):
        (source,) = program.get(address, headers={"Accept-Language": lang}).json()["sources"]
        assert (source["passage"], source["names"]) == (said, names)


def test_node_without_state_is_shown(program: Client) -> None:
    make_node("new")
    found = program.get(f"{NODES}new/").json()
    assert (found["state"], found["sources"], found["narrative_context"]) == (None, [], None)


def test_history_is_newest_first_at_any_depth_and_filtered(program: Client) -> None:
    node = make_node()
    runs = [make_run(node) for _ in range(5)]
    failed = make_run(node, status="failed", badge="failed", reason="provider_failed")
    waiting = make_open_run(node, is_replay=True)
    address = f"{NODES}{node.slug}/runs/"
    expected = [waiting.pk, failed.pk, *(run.pk for run in reversed(runs))]
    assert [run["run"] for run in walk(program, address, limit=2)] == expected
    assert [run["run"] for run in walk(program, address, status="failed")] == [failed.pk]
    assert [run["run"] for run in walk(program, address, replay="true")] == [waiting.pk]
    assert program.get(f"{NODES}nobody/runs/").status_code == 404


def test_history_reads_nothing_but_what_it_tells(program: Client) -> None:
    """What the engine noted of a run is long, and a page would read 51 times five columns of it as JSON."""
    node = make_node()
    make_run(node)
    with CaptureQueriesContext(connection) as queries:
        assert program.get(f"{NODES}{node.slug}/runs/").status_code == 200
    (asked,) = [query["sql"] for query in queries if "verification_verificationrun" in query["sql"]]
    assert '"trigger"' in asked
    assert [name for name in ("trace", "candidates", "conflicts", "failures", "review", "error") if f'"{name}"' in asked] == []


@pytest.mark.parametrize(
    ("query", "header", "is_english"),
    [
        ({}, "", True),
        ({}, "zh-CN,zh;q=0.9", False),
        ({"lang": "zh"}, "en", False),
        ({"lang": "en"}, "zh-CN", True),
        ({}, "fr, en;q=0.5", True),
    ],
)
def test_why_is_said_in_the_language_asked_for(program: Client, query: dict[str, str], header: str, is_english: bool) -> None:
    make_verified()
    found = program.get(f"{NODES}policy-rate/", query, headers={"Accept-Language": header} if header else {}).json()
    assert (found["sources"][0]["why"] == "the sentence names the node and states the value") == is_english
    assert found["sources"][0]["why"].isascii() == is_english


def test_why_is_said_in_the_labels_language_where_none_was_asked_for(program: Client) -> None:
    make_verified("rate-zh", label="政策利率")
    assert not program.get(f"{NODES}rate-zh/").json()["sources"][0]["why"].isascii()


def test_errors_are_said_in_the_language_asked_for(program: Client) -> None:
    english = program.get(f"{NODES}none/").json()
    chinese = program.get(f"{NODES}none/", headers={"Accept-Language": "zh-CN"}).json()
    assert (english["code"], chinese["code"]) == ("not_found", "not_found")
    assert (english["title"].isascii(), chinese["title"].isascii()) == (True, False)


def test_flag_is_kept_with_the_state_it_objects_to_and_audited(program: Client, analyst: object) -> None:
    node = make_verified()
    said = {"reason": "  The bank says 3.6%.  ", "source": "https://bank.example/now"}
    response = program.post(f"{NODES}{node.slug}/flags/", said, content_type="application/json")
    flag = NodeFlag.objects.get()
    assert (response.status_code, response.json()["id"], response.json()["state"]) == (201, flag.pk, node.state_id)
    assert (flag.reason, flag.source, flag.user) == ("The bank says 3.6%.", "https://bank.example/now", analyst)
    entry = AuditEntry.objects.get(verb="node.flag")
    assert (entry.actor_name, entry.subject_id, entry.reason) == ("alice", str(node.pk), "The bank says 3.6%.")


def test_watching_twice_is_watching_once(program: Client) -> None:
    node = make_node()
    address = f"{NODES}{node.slug}/watch/"
    for _ in range(2):
        assert program.post(address, {}, content_type="application/json").json() == {"node": node.slug, "is_watched": True}
    assert NodeWatch.objects.count() == 1
    assert [program.delete(address).status_code for _ in range(2)] == [204, 204]
    verbs = AuditEntry.objects.filter(verb__startswith="node.").order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["node.watch", "node.unwatch"]


def test_whitelist_holds_what_is_trusted(program: Client) -> None:
    domain = WhitelistDomain.objects.get(domain="investing.com")
    entry = next(entry for entry in walk(program, "/api/v1/whitelist/", limit=7) if entry["domain"] == "investing.com")
    assert sorted(entry.pop("groups")) == ["broker_and_portals", "financial_aggregators"]
    assert entry == {"domain": "investing.com", "owner": None, "tier": 2, "authority": 0.8, "is_official": False, "is_active": True}
    WhitelistDomain.objects.filter(pk=domain.pk).update(is_active=False)
    assert len(walk(program, "/api/v1/whitelist/", limit=7)) == 25
    assert [entry["domain"] for entry in walk(program, "/api/v1/whitelist/", active="false")] == ["investing.com"]
    assert len(walk(program, "/api/v1/whitelist/", group="financial_aggregators")) == 4


def test_reviews_come_by_risk_then_by_waiting(call: Any) -> None:
    client = call("reviewer")
    for slug, risk in (("a", "low"), ("b", "critical"), ("c", "low")):
        item = make_conflict(slug).review_items.get()
        ReviewItem.objects.filter(pk=item.pk).update(risk_level=risk)
    ReviewItem.objects.filter(node__slug="c").update(status="obsolete", closed_at=timezone.now())
    found = walk(client, "/api/v1/reviews/", limit=1)
    assert [item["node"]["slug"] for item in found] == ["b", "a"]
    assert ([each["value"] for each in found[0]["conflicts"]], found[0]["reason"]) == (["$68.40", "$66.90"], "values_disagree")
    assert [item["status"] for item in walk(client, "/api/v1/reviews/", status="all")] == ["open", "open", "obsolete"]


def queries_of(client: Client, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_lists_ask_as_much_for_three_rows_as_for_one(call: Any) -> None:
    client = call("reviewer")
    addresses = [NODES, f"{NODES}c0/runs/", "/api/v1/reviews/", "/api/v1/whitelist/?group=tier1_media", "/api/v1/whitelist/"]
    make_conflict("c0")
    client.get(NODES)
    one = [queries_of(client, address) for address in addresses]
    for number in (1, 2):
        make_run(make_conflict(f"c{number}"))
        make_run(make_conflict(f"d{number}").states.get().node)
    assert [queries_of(client, address) for address in addresses] == one
    assert max(one) <= 8


def test_node_asks_as_much_for_three_pages_as_for_one(program: Client) -> None:
    make_verified("one")
    make_state(make_node("three"), pages=[make_page(url=f"https://{name}.example/") for name in "abc"])
    program.get(NODES)
    assert queries_of(program, f"{NODES}one/") == queries_of(program, f"{NODES}three/") <= 12
