from datetime import timedelta

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.views.rows import make_conflict, make_node, make_open_run, make_page, make_run, make_state, make_verified, set_state
from verification.models import Node, NodeLink, NodeState, ReviewItem, Ruling, VerificationRun, WhitelistDomain

MOST_QUERIES, MOST_OF_A_NODE, MOST_OF_ONE_ALONE, MOST_OF_THE_FRAME = 12, 8, 7, 2


def soup(client: Client, address: str, **headers: str) -> BeautifulSoup:
    response = client.get(address, headers=headers)
    assert response.status_code == 200
    return BeautifulSoup(response.content, "html.parser")


def names(client: Client, address: str) -> list[str]:
    return [link.get_text() for link in soup(client, address).select("tbody td.name a")]


def count_queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_dashboard_without_nodes_says_what_to_do(analyst_client: Client) -> None:
    page = soup(analyst_client, "/")
    assert page.select_one(".empty h2").get_text() == "No nodes yet"
    assert [code.get_text() for code in page.select(".empty code")] == ["make run", "manage.py load_nodes nodes.json"]
    assert page.select("table") == []


def test_dashboard_shows_value_badge_and_evidence(analyst_client: Client) -> None:
    make_verified()
    row = soup(analyst_client, "/").select_one("tbody tr")
    assert row.select_one(".val").get_text() == "3.5\N{NO-BREAK SPACE}%"
    assert row.select_one(".badge").get_text() == "Cross-validated"
    assert row.select("td")[4].get_text() == "3 domains"


@pytest.mark.postgres("grouping")
def test_badge_opens_why(analyst_client: Client) -> None:
    trace = [
        {"code": "copies_merged", "params": {"copies": 2}},
        {"code": "rejected_value", "params": {"value": "3.25%", "stance": "forecast"}},
    ]
    state = make_state(make_node(), trace=trace)
    card = soup(analyst_client, "/").select_one("details.why .why-card")
    facts = {name.get_text(): value.get_text(" ", strip=True) for name, value in zip(card.select("dt"), card.select("dd"), strict=True)}
    assert "3 independent domains state 3.5" in card.select_one("p").get_text()
    assert facts["Counted"] == "3 domains, 3 stories; 3 needed"
    assert facts["Copies merged"] == "2 pages"
    assert facts["Set aside"] == "3.25% (forecast)"
    assert facts["Run"].startswith(f"r-{state.run_id}")


def test_unknown_says_what_is_missing(analyst_client: Client) -> None:
    make_state(make_node(), badge="unknown", reason="too_few_domains", value="unknown", number="", domains_count=1)
    make_state(make_node("gold"), badge="unknown", reason="all_stale", value="unknown", number="", domains_count=0)
    make_node("never-asked")
    shown = [value.get_text() for value in soup(analyst_client, "/?sort=name").select(".val")]
    assert shown == ["all stale", "not verified yet", "1 domain, 3 needed"]


def test_conflict_shows_the_competing_values(analyst_client: Client) -> None:
    make_conflict()
    assert soup(analyst_client, "/").select_one(".val").get_text() == "68.40or66.90\N{NO-BREAK SPACE}USD"


@pytest.mark.postgres("dates")
def test_failed_run_is_said_and_the_value_kept(analyst_client: Client) -> None:
    node = make_verified()
    make_run(node, status="failed", badge="failed", reason="provider_failed", value="", number="")
    row = soup(analyst_client, "/").select_one("tbody tr")
    assert row.select_one(".val").get_text() == "3.5\N{NO-BREAK SPACE}%"
    assert "last run failed" in row.get_text()
    assert names(analyst_client, "/?badge=failed") == ["Policy rate"]


@pytest.mark.postgres("dates")
def test_stale_after_the_nodes_own_limit(analyst_client: Client) -> None:
    eight_days_ago = timezone.now() - timedelta(days=8)
    for slug, fresh_days in (("short", 7), ("long", 30), ("endless", None)):
        make_state(make_node(slug, fresh_days=fresh_days), as_of=eight_days_ago)
    stale = soup(analyst_client, "/").select("tr.stale-row")
    assert [row.select_one(".name a").get_text() for row in stale] == ["Short"]
    assert "limit 7 days" in stale[0].get_text()
    assert names(analyst_client, "/?stale=1") == ["Short"]


@pytest.mark.parametrize("words", ["policy", "POLICY rate", "rate policy", "利率", "policy-rate", "Leitzins"])
@pytest.mark.postgres("search")
def test_search_finds_label_alias_and_slug(analyst_client: Client, words: str) -> None:
    make_node(aliases=["政策利率", "Leitzins"])
    make_node("gold")
    assert names(analyst_client, f"/?q={words}") == ["Policy rate"]


@pytest.mark.postgres("search")
def test_filters_combine_and_stay_in_the_address(analyst_client: Client) -> None:
    make_verified("us-rate", group="Rates")
    make_verified("eu-rate", group="Rates")
    make_verified("us-jobs", group="Jobs")
    assert names(analyst_client, "/?q=us&group=Rates&badge=cross_validated") == ["Us rate"]
    page = soup(analyst_client, "/?q=us&group=Rates&badge=cross_validated")
    assert page.select_one("#q")["value"] == "us"
    assert page.select_one("#g option[selected]")["value"] == "Rates"
    assert page.select_one(".pill[aria-current]").get_text(" ", strip=True) == "Cross-validated 1"


@pytest.mark.postgres("search")
def test_pills_count_what_their_link_would_show(analyst_client: Client) -> None:
    make_verified("us-rate")
    make_verified("eu-rate")
    make_conflict("us-oil")
    page = soup(analyst_client, "/?q=us")
    for pill in page.select("a.pill"):
        assert len(names(analyst_client, pill["href"])) == int(pill.select_one("b").get_text())


def test_another_name_of_the_thing_finds_the_node(analyst_client: Client) -> None:
    make_node(aliases=["美联储政策利率"])
    page = soup(analyst_client, "/?q=fed")
    assert [link.get_text() for link in page.select("tbody td.name a")] == ["Policy rate"]
    assert "No name holds" not in page.get_text()


@pytest.mark.postgres("search")
def test_misspelled_name_is_found_and_said_to_be_near(analyst_client: Client) -> None:
    make_node()
    page = soup(analyst_client, "/?q=polcy rate")
    assert [link.get_text() for link in page.select("tbody td.name a")] == ["Policy rate"]
    assert "No name holds “polcy rate”" in page.get_text()
    assert "No name holds" not in soup(analyst_client, "/?q=policy").get_text()


@pytest.mark.postgres("grouping")
def test_nothing_matches_offers_a_way_out(analyst_client: Client) -> None:
    make_node()
    page = soup(analyst_client, "/?q=nothing-like-it")
    assert page.select_one(".empty h2").get_text() == "Nothing matches"
    assert page.select_one(".empty a.main")["href"] == "/"


@pytest.mark.parametrize("query", ["badge=nope", "sort=nope", f"q={'x' * 101}", "page=nope", "page=-1", "page=99999999999999999999"])
def test_filter_that_makes_no_sense_is_left_out(analyst_client: Client, query: str) -> None:
    make_node()
    assert names(analyst_client, f"/?{query}") == ["Policy rate"]


@pytest.mark.postgres("dates")
def test_sorts(analyst_client: Client) -> None:
    make_verified("b-first")
    make_verified("a-second")
    make_conflict("c-third")
    assert names(analyst_client, "/") == ["A second", "B first", "C third"]
    assert names(analyst_client, "/?sort=attention") == ["C third", "A second", "B first"]
    assert names(analyst_client, "/?sort=name") == ["A second", "B first", "C third"]
    assert names(analyst_client, "/?sort=newest") == ["C third", "A second", "B first"]
    assert names(analyst_client, "/?sort=oldest") == ["B first", "A second", "C third"]


def test_verified_values_come_first_and_stale_ones_after_them(analyst_client: Client) -> None:
    make_state(make_node("a-thin"), badge="unknown", reason="too_few_domains", value="unknown", number="", domains_count=1)
    make_conflict("b-open")
    make_state(make_node("c-stale", fresh_days=7), as_of=timezone.now() - timedelta(days=8))
    make_verified("d-fresh")
    make_node("e-never")
    assert names(analyst_client, "/") == ["D fresh", "C stale", "B open", "A thin", "E never"]


def test_strip_counts_what_needs_somebody_and_leads_to_it(analyst_client: Client) -> None:
    make_verified("us-rate")
    assert soup(analyst_client, "/").select("#attention") == []
    make_conflict("us-oil")
    for slug in ("thin", "thinner"):
        make_state(make_node(slug), badge="unknown", reason="too_few_domains", value="unknown", number="", domains_count=1)
    links = soup(analyst_client, "/").select("#attention a")
    assert [link.get_text() for link in links] == ["1 needs a ruling", "2 lack evidence"]
    assert [len(names(analyst_client, link["href"])) for link in links] == [1, 2]
    assert soup(analyst_client, "/?q=us").select("#attention") == []


@pytest.mark.postgres("dates")
def test_newcomers_card_explains_once(analyst_client: Client) -> None:
    make_verified()
    card = soup(analyst_client, "/").select_one(".welcome")
    assert len(card.select("ol li")) == 2
    assert len({badge.get_text() for badge in card.select(".badge")}) == 6
    assert soup(analyst_client, "/?badge=cross_validated").select(".welcome") == []
    assert analyst_client.post("/welcome/")["Location"] == "/"
    assert soup(analyst_client, "/").select(".welcome") == []


@pytest.mark.postgres("json")
def test_pages_of_twenty_five(analyst_client: Client) -> None:
    Node.objects.bulk_create(Node(slug=f"n-{number:02}", label=f"N {number:02}", kind="number") for number in range(26))
    assert len(names(analyst_client, "/?sort=name")) == 25
    assert names(analyst_client, "/?sort=name&page=2") == ["N 25"]
    assert soup(analyst_client, "/?sort=name").select_one("a[rel=next]")["href"] == "/?sort=name&page=2"


def test_inactive_nodes_are_not_listed_and_keep_their_page(analyst_client: Client) -> None:
    make_verified(is_active=False)
    assert names(analyst_client, "/?q=x") == []
    page = soup(analyst_client, "/nodes/policy-rate/")
    assert "not active" in page.select_one(".note").get_text()
    assert page.select("form[action$='/verify/']") == []


@pytest.mark.parametrize("query", ["", "?q=a", "?badge=cross_validated&stale=1&group=Rates", "?conflict=1", "?sort=oldest&page=1"])
def test_dashboard_needs_no_more_queries_for_more_rows(reviewer_client: Client, query: str) -> None:
    make_verified("a-one", group="Rates")
    one = count_queries(reviewer_client, f"/{query}")
    make_verified("a-two", group="Rates")
    make_conflict("a-three")
    assert count_queries(reviewer_client, f"/{query}") <= max(one, MOST_QUERIES)
    make_verified("a-four", group="Rates")
    three = count_queries(reviewer_client, f"/{query}")
    make_verified("a-five", group="Rates")
    assert (count_queries(reviewer_client, f"/{query}"), three <= MOST_QUERIES) == (three, True)


def test_node_page_shows_the_sentence_with_its_figure(analyst_client: Client) -> None:
    node = make_node()
    forecast = make_page("It may be 4% soon.", "4%", domain="other.example", stance="forecast", is_accepted=False)
    make_state(node, pages=[make_page(), forecast], domains_count=1)
    page = soup(analyst_client, "/nodes/policy-rate/")
    assert page.select_one("#sources h2").get_text() == "Sources (1 independent domain, 2 pages)"
    assert page.select_one(".src:not(.out) blockquote").decode_contents() == "The policy rate is <mark>3.5%</mark>."
    assert (
        page.select_one(".src:not(.out) a[target=_blank]")["href"]
        == "https://news.example/rates#:~:text=The%20policy%20rate%20is%203.5%25."
    )
    assert page.select_one("details .src.out mark").get_text() == "4%"
    assert page.select_one("details .src.out .stance").get_text() == "forecast"


def test_sources_are_headed_in_chinese(analyst_client: Client) -> None:
    make_verified()
    page = soup(analyst_client, "/nodes/policy-rate/", accept_language="zh-CN")
    assert page.html["lang"] == "zh-Hans"
    assert page.select_one("#sources h2").get_text() == "数据来源（3 个独立域名，1 个页面）"


def test_a_sentence_in_the_other_language_comes_with_its_names_in_the_readers(analyst_client: Client) -> None:
    said = "宁德时代披露，2026年第一季度实现净利润164.8亿元。"
    make_state(make_node("catl", label="CATL net profit"), pages=[make_page(said, "164.8亿元")])
    page = soup(analyst_client, "/nodes/catl/").select_one(".src")
    assert page.select_one("blockquote").get_text() == said
    assert page.select_one("blockquote + p").get_text() == "It names: 宁德时代 = CATL, 净利润 = net profit"
    assert soup(analyst_client, "/nodes/catl/", accept_language="zh-CN").select(".src blockquote + p.faint") == []


def test_every_page_of_a_run_is_shown(analyst_client: Client) -> None:
    stances = [
        "duplicate",
        "derived",
        "contradicts",
        "past",
        "forecast",
        "hypothetical",
        "denied",
        "stale",
        "promotional",
        "off_topic",
        "no_value",
    ]
    pages = [make_page(domain=f"d{place}.example", stance=code, is_accepted=False) for place, code in enumerate(stances)]
    make_state(make_node(), pages=[make_page(), *pages])
    assert len(soup(analyst_client, "/nodes/policy-rate/").select(".src")) == 12


def test_whitelisted_source_shows_tier_and_authority(analyst_client: Client) -> None:
    make_state(make_node(), pages=[make_page(domain="reuters.com", is_whitelisted=True)])
    assert "whitelist · tier" in soup(analyst_client, "/nodes/policy-rate/").select_one(".src").get_text()


@pytest.mark.postgres("rows")
def test_strip_shows_every_candidate(analyst_client: Client) -> None:
    candidates = [
        {"value": "3.5%", "number": "3.5", "domains": ["a.example", "b.example"], "stories": 2},
        {"value": "4%", "number": "4", "domains": ["c.example"], "stories": 1},
    ]
    make_state(make_node(), candidates=candidates)
    strip = soup(analyst_client, "/nodes/policy-rate/").select_one("svg.strip")
    assert [text.get_text() for text in strip.select("text")] == ["3.5\N{NO-BREAK SPACE}%", "4\N{NO-BREAK SPACE}%"]
    assert len(strip.select("circle")) == 3


def test_runs_are_paged_by_the_last_one_seen(analyst_client: Client) -> None:
    node = make_node()
    runs = [make_run(node) for _ in range(12)]
    newest_first = [f"r-{run.pk}" for run in reversed(runs)]
    page = soup(analyst_client, "/nodes/policy-rate/")
    assert [link.get_text() for link in page.select("#runs td a")] == newest_first[:10]
    older = page.select_one("#runs p a")["href"].removesuffix("#runs")
    assert [link.get_text() for link in soup(analyst_client, older).select("#runs td a")] == newest_first[10:]


@pytest.mark.parametrize("before", ["x", "-1", "999999", "9" * 30, "٣"])
def test_nonsense_place_in_the_runs_starts_from_the_top(analyst_client: Client, before: str) -> None:
    run = make_run(make_node())
    page = soup(analyst_client, f"/nodes/policy-rate/?before={before}")
    assert [link.get_text() for link in page.select("#runs td a")] == [f"r-{run.pk}"]


@pytest.mark.parametrize("waiting", [1, 3])
def test_the_frame_of_a_page_costs_two_queries(analyst_client: Client, reviewer_client: Client, admin_client: Client, waiting: int) -> None:
    for number in range(waiting):
        ReviewItem.objects.create(subject_kind="run", subject_id=number, node=make_node(f"n{number}"), risk_level="low")
    for client in (analyst_client, reviewer_client, admin_client):
        assert count_queries(client, "/help/") == MOST_OF_THE_FRAME
        assert soup(client, "/help/").select_one(".nav .count").get_text() == str(waiting)


def test_node_page_needs_no_more_queries_for_more_sources(analyst_client: Client, reviewer_client: Client, admin_client: Client) -> None:
    WhitelistDomain.objects.create(domain="listed.example", tier=1)
    for slug, number in (("one", 1), ("three", 3)):
        pages = [make_page(domain=f"d{place}.example" if place else "listed.example", is_whitelisted=not place) for place in range(number)]
        for _run in range(number):
            state = make_state(make_node(slug) if not Node.objects.filter(slug=slug).exists() else Node.objects.get(slug=slug), pages=pages)
        for place in range(number):
            NodeLink.objects.create(source=make_node(f"{slug}-cause-{place}"), target=state.node)
    counts = [
        count_queries(client, f"/nodes/{slug}/") for slug in ("one", "three") for client in (analyst_client, reviewer_client, admin_client)
    ]
    assert counts[:3] == counts[3:]
    assert max(counts) <= MOST_OF_A_NODE


@pytest.mark.postgres("dates")
def test_node_page_reads_no_graph_for_a_node_outside_of_it(analyst_client: Client) -> None:
    NodeLink.objects.create(source=make_node("cause"), target=make_node("effect"))
    make_state(make_node("alone"), pages=[make_page()])
    make_state(Node.objects.get(slug="effect"), pages=[make_page()])
    alone, linked = (count_queries(analyst_client, f"/nodes/{slug}/") for slug in ("alone", "effect"))
    assert (alone, linked) == (MOST_OF_ONE_ALONE, MOST_OF_ONE_ALONE + 1)
    assert [len(soup(analyst_client, f"/nodes/{slug}/").select(".near")) for slug in ("alone", "effect")] == [0, 1]


def test_verify_now_asks_for_a_run_and_shows_it(analyst_client: Client) -> None:
    make_node()
    response = analyst_client.post("/nodes/policy-rate/verify/")
    run = VerificationRun.objects.get()
    assert (response.status_code, response["Location"]) == (302, f"/runs/{run.pk}/")
    assert (run.status, run.trigger, run.requested_by.get_username()) == ("queued", "page", "alice")


def test_verify_now_twice_is_one_run(analyst_client: Client) -> None:
    make_node()
    first, second = (analyst_client.post("/nodes/policy-rate/verify/")["Location"] for _ in range(2))
    assert first == second
    assert soup(analyst_client, "/nodes/policy-rate/").select_one(".head a.main")["href"] == first


def test_verify_now_on_an_inactive_node_says_why_not(analyst_client: Client) -> None:
    make_node(is_active=False)
    response = analyst_client.post("/nodes/policy-rate/verify/", follow=True)
    assert "inactive" in response.content.decode()
    assert VerificationRun.objects.count() == 0


def test_node_that_is_being_verified_says_so(analyst_client: Client) -> None:
    make_open_run(make_node())
    assert "being verified" in soup(analyst_client, "/").select_one("tbody tr").get_text()


def test_unknown_node_is_a_plain_404(analyst_client: Client) -> None:
    response = analyst_client.get("/nodes/nowhere/")
    assert response.status_code == 404
    assert b"There is no such page" in response.content


def test_ruling_names_who_ruled_and_keeps_the_evidence(analyst_client: Client, reviewer: AbstractBaseUser) -> None:
    node = make_conflict()
    ruling = Ruling.objects.create(review_item=ReviewItem.objects.get(), decided_by=reviewer, decision="accept")
    state = NodeState.objects.create(
        node=node,
        ruling=ruling,
        value="$66.90",
        number="66.9",
        unit="USD",
        confidence="human_ruled",
        badge="human_ruled",
        as_of=timezone.now(),
    )
    set_state(node, state)
    page = soup(analyst_client, "/nodes/brent/")
    assert page.select_one(".hero .fig").get_text() == "66.90\N{NO-BREAK SPACE}USD"
    assert page.select_one(".hero .badge").get_text() == "Ruled by a person"
    assert page.select_one(".plain").get_text().startswith("bob ruled 66.90\N{NO-BREAK SPACE}USD on ")
    assert page.select(".trace") == []
    assert len(page.select("#sources .src, .src")) > 0
    assert soup(analyst_client, "/").select_one("tbody .badge").get_text() == "Ruled by a person"


@pytest.mark.parametrize(("value", "sentence"), [("yes", "3 independent domains state it."), ("no", "3 independent domains deny it.")])
def test_text_node_says_who_states_or_denies_it(analyst_client: Client, value: str, sentence: str) -> None:
    make_state(make_node("hack", kind="text", unit=""), value=value, number="", unit="")
    page = soup(analyst_client, "/nodes/hack/")
    assert (page.select_one(".fig").get_text(), page.select_one(".plain").get_text()) == (value, sentence)


def test_copies_are_no_independent_domains_of_the_sentence(analyst_client: Client) -> None:
    node = make_node("gold", kind="currency", unit="USD")
    make_state(node, value="2418", number="2418", unit="USD", domains_count=4, stories_count=3)
    assert "3 independent domains state 2,418" in soup(analyst_client, "/nodes/gold/").select_one(".plain").get_text()
