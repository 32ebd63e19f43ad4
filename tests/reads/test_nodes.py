from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.views.rows import make_conflict, make_node, make_open_run, make_page, make_run, make_state, make_verified, set_state
from verification.core.vocabulary import Badge
from verification.models import Node, NodeState, ReviewItem, Ruling
from verification.reads.nodes import nodes as queries
from verification.reads.nodes.counts import count_facets, list_groups, survey_nodes
from verification.reads.nodes.nodes import NodeFilters
from verification.reads.nodes.pages import NodePages, list_rows, read_states

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("grouping")]


def found(**filters: object) -> list[str]:
    return [node.slug for node in queries.list_nodes(filters=NodeFilters(**{"sort": "name", **filters}), now=timezone.now())]


def counted(**filters: object) -> dict[str, int]:
    return count_facets(survey_nodes(filters=NodeFilters(**filters), now=timezone.now()))


def make_states(slug: str, numbers: list[str]) -> None:
    node = make_node(slug)
    for number in numbers:
        make_state(node, number=number)


def test_counts_hold_for_words_and_group_whatever_the_badge() -> None:
    make_verified("us-rate", group="Rates")
    make_verified("us-jobs", group="Jobs")
    make_conflict("us-oil")
    make_node("gold")
    counts = counted(q="us", badge="unknown", stale=True)
    assert (counts["all"], counts["cross_validated"], counts["needs_human"], counts["conflict"], counts["unknown"]) == (3, 2, 1, 1, 0)
    assert counted(group="Jobs")["all"] == 1


def test_search_words_are_never_patterns() -> None:
    make_node("a-b", label="100% of it")
    assert (found(q="%"), found(q="_"), found(q="100%")) == (["a-b"], [], ["a-b"])


def test_conflict_is_what_the_pages_disagree_about() -> None:
    make_conflict("oil")
    make_state(make_node("thin"), badge="unknown", reason="too_few_domains", value="unknown", number="")
    assert found(conflict=True) == ["oil"]


def test_stale_counts_from_the_newest_source_where_there_is_one() -> None:
    node = make_verified(fresh_days=7)
    state = NodeState.objects.create(
        node=node,
        run=make_run(node),
        value="3.5%",
        number="3.5",
        confidence="cross_validated",
        badge=Badge.CROSS_VALIDATED,
        as_of=timezone.now() - timedelta(days=30),
        evidence_at=timezone.now() - timedelta(days=6),
    )
    set_state(node, state)
    assert found(stale=True) == []


def test_failed_run_before_the_last_state_is_no_longer_news() -> None:
    node = make_node()
    make_run(node, status="failed", badge="failed", reason="provider_failed")
    assert found(badge="failed") == ["policy-rate"]
    make_state(node)
    assert found(badge="failed") == []


def test_replays_neither_fail_nor_occupy_a_node() -> None:
    node = make_verified()
    make_run(node, status="failed", badge="failed", reason="provider_failed", is_replay=True)
    make_open_run(node, is_replay=True)
    shown = queries.get_node(slug=node.slug, now=timezone.now())
    assert (shown.is_running, shown.last_run_failed, queries.get_open_run(node=node)) == (False, False, None)


def test_recent_states_are_the_last_of_each_node_oldest_first() -> None:
    make_states("a", [str(number) for number in range(15)])
    make_states("b", ["1", "2"])
    make_node("c")
    keys = Node.objects.order_by("-slug").values_list("pk", flat=True)
    rows = [row.make() for row in list_rows(keys=keys, now=timezone.now())]
    assert [(node.slug, [state.number for state in read_states(node.recent_states)]) for node in rows] == [
        ("c", []),
        ("b", ["1", "2"]),
        ("a", [str(number) for number in range(3, 15)]),
    ]
    assert read_states(rows[1].recent_states)[0].badge == "cross_validated"


def make_list(badges: tuple[str, ...]) -> None:
    """Sixty nodes of these badges by turns, the older half of them stale, in two groups and none."""
    now = timezone.now()
    Node.objects.bulk_create(
        Node(
            slug=f"n-{place * 7 % 60:02}",
            label=f"N {place * 7 % 60:02}",
            search_text=f"n {place * 7 % 60:02}",
            kind="percent",
            group=("", "Jobs", "Rates")[place % 3],
            fresh_days=30,
            badge=badges[place % len(badges)],
            evidence_at=now - timedelta(days=place),
            checked_at=now - timedelta(days=place) if place % 7 else None,
            last_run_failed=place % 11 == 0,
        )
        for place in range(60)
    )


def make_pages(filters: NodeFilters) -> NodePages:
    now = timezone.now()
    return NodePages(filters=filters, marked=survey_nodes(filters=filters, now=now), now=now)


def test_pages_hold_the_list_in_its_order() -> None:
    make_list(("cross_validated", "needs_human", "unknown", "", "whitelist_direct", "human_ruled", "unknown"))
    facets = ({}, {"badge": "unknown"}, {"stale": True}, {"badge": "failed", "stale": True}, {"group": "Jobs"})
    asked = [
        {"q": words, "sort": sort, **facet} for words in ("", "n 1", "n 1 1", "zz", "fed n") for sort in queries.SORTS for facet in facets
    ]
    for one in asked:
        filters = NodeFilters(**one)
        expected = [node.pk for node in queries.list_nodes(filters=filters, now=timezone.now())]
        pages = make_pages(filters)
        assert (pages.count, [key for number in pages.page_range for key in pages.page(number).object_list]) == (len(expected), expected), (
            one
        )
    assert [len(make_pages(NodeFilters(q=words)).page(1)) for words in ("", "n 1", "zz")] == [25, 15, 0]


@pytest.mark.parametrize("badges, is_sorted", [(("cross_validated",), False), (("cross_validated", "unknown", ""), True)])
def test_page_within_one_place_of_the_order_is_read_by_the_name(badges: tuple[str, ...], is_sorted: bool) -> None:
    make_list(badges)
    with CaptureQueriesContext(connection) as asked:
        assert len(make_pages(NodeFilters()).page(1)) == 25
    assert ("CASE WHEN" in asked.captured_queries[-1]["sql"].partition("ORDER BY")[2]) == is_sorted


def test_groups_are_those_of_active_nodes_each_once() -> None:
    assert list_groups() == []
    make_node("a", group="Rates"), make_node("b", group="Jobs"), make_node("c", group="Rates"), make_node("d")
    make_node("e", group="Gone", is_active=False)
    assert list_groups() == ["Jobs", "Rates"]


def test_evidence_of_a_ruling_is_the_run_it_was_about(reviewer: object) -> None:
    node = make_conflict()
    item = ReviewItem.objects.get()
    ruling = Ruling.objects.create(review_item=item, decided_by=reviewer, decision="accept")
    state = NodeState.objects.create(
        node=node, ruling=ruling, value="68.40", number="68.40", confidence="human_ruled", badge="human_ruled", as_of=timezone.now()
    )
    assert queries.get_evidence_run(state).pk == item.subject_id
    assert queries.get_evidence_run(None) is None


def test_runs_below_another_are_the_older_ones() -> None:
    node = make_node()
    runs = [make_run(node) for _ in range(5)]
    assert queries.list_runs(node=node, before=runs[3], limit=2) == [runs[2], runs[1], runs[0]]


def test_authorities_are_asked_for_whitelisted_pages_alone() -> None:
    pages = [make_page(domain="reuters.com", is_whitelisted=True), make_page(domain="apnews.com")]
    run = make_run(make_node(), pages=pages)
    assert set(queries.list_authorities(sources=queries.list_sources(run=run))) == {"reuters.com"}
