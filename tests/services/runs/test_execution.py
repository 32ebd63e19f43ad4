"""The pipeline end to end: whitelist, then everything, else unknown; and failing is never unknown."""

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import LazySettings
from django.utils import timezone

from tests.factories import make_document, make_node, make_run
from verification.core.vocabulary import Stage
from verification.enums import RunTrigger
from verification.models import Document, Node, NodeState, ReviewItem, Source, VerificationRun, WhitelistDomain
from verification.providers import registry
from verification.providers.base import SearchAnswer, SearchQuery
from verification.services.runs.execution import execute_run, execute_runs
from verification.services.runs.lifecycle import cancel_run, request_run
from verification.tasks import execute_run as execute_run_task

pytestmark = pytest.mark.django_db

LABEL = "Elbonia central bank policy rate"
TEXT = "The central bank of Elbonia kept its policy rate at 5.25% on Thursday, the {paper} reports after the meeting of its board."


def _node(**fields: object) -> Node:
    return make_node("elbonia", label=LABEL, aliases=["埃尔博尼亚政策利率"], **fields)


def _publish(*hosts: str, text: str = TEXT, at: datetime | None = None) -> None:
    for host in hosts:
        make_document(url=f"https://{host}/policy", text=text.format(paper=host), published_at=at or timezone.now() - timedelta(hours=2))


def _verify(node: Node, **request: object) -> VerificationRun:
    run = request_run(node=node, trigger=RunTrigger.COMMAND, enqueue=False, **request)
    return execute_run(run_id=run.pk)


@pytest.mark.postgres("search")
def test_whitelisted_page_is_taken_directly() -> None:
    node = _node()
    _publish("www.reuters.com", "a.example")
    run = _verify(node)
    assert (run.status, run.value, run.confidence, run.badge, run.stage) == (
        "finished",
        "5.25%",
        "whitelist_direct",
        "whitelist_direct",
        "1",
    )
    assert [step.name for step in run.steps.all()] == ["search_whitelist", "decide_whitelist", "save"]
    assert run.calls == 1
    assert [source.url for source in run.sources.all()] == ["https://www.reuters.com/policy"]


def test_three_publishers_are_cross_validated() -> None:
    node = _node()
    _publish("a.example", "b.example", "c.example")
    run = _verify(node)
    assert (run.value, run.number, run.confidence, run.stage, run.domains_count) == ("5.25%", "5.25", "cross_validated", "2", 3)
    assert [step.name for step in run.steps.all()] == ["search_whitelist", "decide_whitelist", "search_web", "decide_votes", "save"]
    assert run.calls == 2
    node.refresh_from_db()
    assert node.state.run == run


def test_two_publishers_are_unknown_with_the_reason() -> None:
    node = _node()
    _publish("a.example", "b.example")
    run = _verify(node)
    assert (run.status, run.value, run.badge, run.reason) == ("finished", "unknown", "unknown", "too_few_domains")
    node.refresh_from_db()
    assert node.state.value == "unknown"


def test_page_of_both_stages_is_stored_once() -> None:
    node = _node()
    past = "The central bank of Elbonia, whose policy rate stood at 5.00% a year ago, met on Thursday, {paper} said."
    _publish("www.reuters.com", text=past)
    _publish("a.example", "b.example", "c.example")
    run = _verify(node)
    assert run.stage == "2"
    stages = {source.url: source.stage for source in run.sources.all()}
    assert stages == {
        "https://www.reuters.com/policy": "1",
        "https://a.example/policy": "2",
        "https://b.example/policy": "2",
        "https://c.example/policy": "2",
    }
    assert Source.objects.count() == 4


def test_whitelisted_pages_that_disagree_need_a_person() -> None:
    node = _node()
    _publish("www.reuters.com")
    _publish("www.bloomberg.com", text=TEXT.replace("5.25%", "5.50%"))
    run = _verify(node)
    assert (run.value, run.badge, run.reason, run.stage) == ("unknown", "needs_human", "whitelist_contradicted", "2")
    item = ReviewItem.objects.get()
    assert (item.node, item.subject_id, item.reason) == (node, run.pk, "whitelist_contradicted")
    assert [entry["code"] for entry in run.trace].count("stage_one_contradicted") == 1


def test_votes_settle_what_whitelisted_pages_disagree_on() -> None:
    node = _node()
    _publish("www.reuters.com", "a.example", "b.example", "c.example")
    _publish("www.bloomberg.com", text=TEXT.replace("5.25%", "5.50%"))
    run = _verify(node)
    assert (run.value, run.badge, run.reason) == ("5.25%", "cross_validated", "accepted")
    assert not ReviewItem.objects.exists()


def test_from_stage_two_asks_no_whitelist() -> None:
    node = _node()
    _publish("www.reuters.com", "a.example", "b.example")
    run = _verify(node, from_stage=Stage.VOTES)
    assert [step.name for step in run.steps.all()] == ["search_web", "decide_votes", "save"]
    assert run.confidence == "cross_validated"


@pytest.mark.postgres("rows")
def test_empty_whitelist_is_no_failure() -> None:
    WhitelistDomain.objects.update(is_active=False)
    node = _node()
    _publish("a.example", "b.example", "c.example")
    run = _verify(node)
    assert (run.status, run.confidence, run.calls) == ("finished", "cross_validated", 1)


@pytest.mark.postgres("search")
def test_nothing_found_is_unknown_and_not_failed() -> None:
    make_document(url="https://a.example/other", text="A page about gardening.", published_at=timezone.now() - timedelta(hours=1))
    run = _verify(_node())
    assert (run.status, run.value, run.badge, run.error) == ("finished", "unknown", "unknown", "")


@pytest.mark.postgres("deletion")
def test_failed_search_is_failed_and_the_node_keeps_its_state() -> None:
    node = _node()
    _publish("a.example", "b.example", "c.example")
    state = _verify(node).state
    Document.objects.all().delete()
    run = _verify(node)
    assert (run.status, run.badge, run.reason, run.value) == ("failed", "failed", "provider_failed", "")
    assert run.error == "The local corpus is empty; load documents with load_corpus."
    assert [(step.name, step.status) for step in run.steps.all()] == [("search_whitelist", "failed")]
    node.refresh_from_db()
    assert node.state == state
    assert NodeState.objects.count() == 1


class Broken:
    """A search provider with an error of the program."""

    name = "broken"

    def planned_calls(self, query: SearchQuery) -> int:
        return 1

    async def search(self, query: SearchQuery) -> SearchAnswer:
        raise KeyError(query.limit)


def test_provider_with_a_defect_ends_the_run_as_failed(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.SEARCH_PROVIDERS, "corpus", f"{__name__}.Broken")
    run = execute_run(run_id=make_run(_node()).pk)
    assert (run.status, run.reason, run.error) == ("failed", "provider_failed", "corpus failed (KeyError).")
    assert "Traceback" in caplog.text


def test_runs_of_a_batch_are_begun_in_their_order_and_search_before_the_last_is_begun(settings: LazySettings) -> None:
    settings.SEARCH_CONCURRENCY = 8
    _publish("a.example", "b.example", "c.example")
    runs = execute_runs(run_ids=[make_run(make_node(f"elbonia-{number}", label=LABEL)).pk for number in range(8)])
    assert [run.value for run in runs] == ["5.25%"] * 8
    begun = [run.started_at for run in runs]
    assert begun == sorted(begun)
    assert runs[0].steps.get(position=1).started_at < begun[-1]


def test_runs_that_fail_leave_their_turn_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.SEARCH_PROVIDERS, "corpus", f"{__name__}.Broken")
    runs = execute_runs(run_ids=[make_run(make_node(f"elbonia-{number}", label=LABEL)).pk for number in range(5)])
    assert [(run.status, run.error) for run in runs] == [("failed", "corpus failed (KeyError).")] * 5


def test_run_that_is_cancelled_is_left_alone() -> None:
    run = make_run(_node())
    cancel_run(run=run, actor="tests")
    assert execute_run(run_id=run.pk).status == "cancelled"


def test_run_that_is_finished_is_not_executed_again() -> None:
    node = _node()
    _publish("a.example", "b.example", "c.example")
    first = _verify(node)
    assert execute_run(run_id=first.pk).finished_at == first.finished_at
    assert NodeState.objects.count() == 1


def test_replay_does_not_see_later_pages_and_changes_nothing() -> None:
    node = _node()
    then = datetime(2026, 6, 18, 12, tzinfo=UTC)
    _publish("a.example", "b.example", at=then - timedelta(days=1))
    _publish("c.example", at=then + timedelta(days=1))
    early, late = _verify(node, as_of=then), _verify(node, as_of=then + timedelta(days=2))
    assert (early.value, late.value) == ("unknown", "5.25%")
    node.refresh_from_db()
    assert node.state is None
    assert not NodeState.objects.exists()
    assert not ReviewItem.objects.exists()


def test_trend_comes_from_the_history_of_states() -> None:
    node = _node()
    _publish("a.example", "b.example", "c.example")
    assert _verify(node).trend == "stable"
    Document.objects.all().delete()
    _publish("a.example", "b.example", "c.example", text=TEXT.replace("5.25%", "5.50%"))
    run = _verify(node)
    assert (run.value, run.trend) == ("5.50%", "rising")


def test_task_takes_an_id_and_answers_the_status() -> None:
    _publish("a.example", "b.example", "c.example")
    assert execute_run_task(make_run(_node()).pk) == "finished"
