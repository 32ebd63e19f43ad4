"""What a run found is saved in one transaction, all or nothing."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext

from tests.factories import JUNE_18, make_conflict, make_finished_run, make_node, make_outcome, make_page, make_run, make_verdict
from verification.core.vocabulary import Stage
from verification.models import NodeState, PageSnapshot, ReviewItem, Source, VerificationRun
from verification.reads.runs.verdicts import verdict_of
from verification.services.runs.lifecycle import claim_run
from verification.services.runs.results import finish_run

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("locks")]

PAGES = tuple(make_page(f"https://{name}.example/1", content=f"{name}: the rate is 5.25%.") for name in "abcd")


def test_finish_saves_verdict_sources_steps_and_state() -> None:
    node = make_node()
    run = make_finished_run(node, make_verdict(PAGES, accepted=3), PAGES)
    assert (run.status, run.value, run.number, run.badge, run.reason, run.stage) == (
        "finished",
        "5.25%",
        "5.25",
        "cross_validated",
        "accepted",
        "2",
    )
    assert run.engine_version
    assert [(source.url, source.is_accepted, source.stance) for source in run.sources.all()] == [
        ("https://a.example/1", True, "supports"),
        ("https://b.example/1", True, "supports"),
        ("https://c.example/1", True, "supports"),
        ("https://d.example/1", False, "off_topic"),
    ]
    assert [(step.name, step.status) for step in run.steps.all()] == [("save", "done")]
    node.refresh_from_db()
    assert node.state == run.state
    assert (run.state.value, run.state.evidence_at) == ("5.25%", JUNE_18)


def test_finish_keeps_passages_that_cut_the_page() -> None:
    run = make_finished_run(make_node(), make_verdict(PAGES, accepted=3), PAGES)
    for source in run.sources.filter(is_accepted=True):
        assert source.snapshot.text[source.start : source.end] == source.passage
        assert source.passage[source.figure_start : source.figure_end] == "5.25%"


def test_finish_gives_back_the_same_verdict() -> None:
    verdict = make_verdict(PAGES, accepted=3)
    assert verdict_of(make_finished_run(make_node(), verdict, PAGES)) == verdict


def test_finish_stores_a_page_once_however_often_it_is_read() -> None:
    for _ in range(3):
        make_finished_run(make_node(), make_verdict(PAGES, accepted=3), PAGES)
    assert PageSnapshot.objects.count() == 4
    assert Source.objects.count() == 12


def test_finish_of_a_replay_leaves_the_node_alone() -> None:
    node = make_node()
    run = make_finished_run(node, make_conflict(), as_of=JUNE_18)
    node.refresh_from_db()
    assert node.state is None
    assert not NodeState.objects.exists()
    assert not ReviewItem.objects.exists()
    assert run.sources.count() == 0
    assert run.badge == "needs_human"


def test_finish_of_an_unknown_is_a_state_of_its_own() -> None:
    node = make_node()
    make_finished_run(node)
    run = make_finished_run(node, make_verdict(PAGES[:1]), PAGES[:1])
    node.refresh_from_db()
    assert (node.state, run.state.value, run.state.badge) == (run.state, "unknown", "unknown")
    assert node.states.count() == 2


def test_finish_of_an_overtaken_run_does_not_turn_the_node_back() -> None:
    node = make_node()
    slow = claim_run(run_id=make_run(node).pk)
    assert slow is not None
    newer = make_finished_run(node)
    VerificationRun.objects.filter(pk=slow.run.pk).update(as_of=newer.as_of - timedelta(minutes=1))
    run = finish_run(claim=slow, outcome=make_outcome(make_verdict()))
    node.refresh_from_db()
    assert node.state == newer.state
    assert (run.status, hasattr(run, "state")) == ("finished", False)


def test_finish_that_breaks_saves_nothing() -> None:
    node = make_node()
    claim = claim_run(run_id=make_run(node).pk)
    assert claim is not None
    broken = make_verdict(PAGES, accepted=3, sources=make_verdict(PAGES, accepted=3).sources, reason=None)
    with pytest.raises((AttributeError, IntegrityError)):
        finish_run(claim=claim, outcome=make_outcome(broken, PAGES))
    claim.run.refresh_from_db()
    assert claim.run.status == "running"
    assert not Source.objects.exists()
    assert not PageSnapshot.objects.exists()


def test_conflict_opens_a_review_item() -> None:
    node = make_node(risk_level="high")
    run = make_finished_run(node, make_conflict())
    item = ReviewItem.objects.get()
    assert (item.node, item.subject_id, item.reason, item.risk_level, item.status) == (node, run.pk, "values_disagree", "high", "open")
    assert item.why == {"code": "values_disagree", "params": {"values": ["5.0%", "5.5%"]}}


def test_conflict_that_stays_keeps_its_item() -> None:
    node = make_node()
    first = make_finished_run(node, make_conflict())
    make_finished_run(node, make_conflict())
    assert [(item.subject_id, item.status) for item in ReviewItem.objects.all()] == [(first.pk, "open")]


def test_conflict_about_other_values_replaces_the_item() -> None:
    node = make_node()
    make_finished_run(node, make_conflict())
    second = make_finished_run(node, make_conflict(("5.0%", "6.0%")))
    assert ReviewItem.objects.get(status="open").subject_id == second.pk
    assert ReviewItem.objects.filter(status="obsolete").count() == 1


def test_conflict_that_is_gone_makes_the_item_obsolete() -> None:
    node = make_node()
    make_finished_run(node, make_conflict())
    make_finished_run(node)
    item = ReviewItem.objects.get()
    assert item.status == "obsolete"
    assert item.closed_at is not None


def test_finish_takes_as_many_queries_for_three_pages_as_for_one() -> None:
    counts = []
    for pages in (PAGES[:1], PAGES[:3]):
        claim = claim_run(run_id=make_run(make_node()).pk)
        assert claim is not None
        with CaptureQueriesContext(connection) as queries:
            finish_run(claim=claim, outcome=make_outcome(make_verdict(pages), pages, stage=Stage.WHITELIST))
        counts.append(len(queries))
    assert counts[0] == counts[1]
