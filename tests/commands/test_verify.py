"""``verify``: one line a node, and failing is never unknown."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.commands.shell import run_command
from tests.factories import JUNE_18, make_conflict, make_document, make_finished_run, make_node
from tests.services.gateway.asking import make_profile
from tests.stubs import rates
from tests.stubs.chat import ChatStub
from tests.stubs.models import names
from verification.management.commands import verify
from verification.models import Document, Node, NodeState, VerificationRun

pytestmark = pytest.mark.django_db

KEYS = {
    "slug", "value", "number", "unit", "trend", "confidence", "badge", "as_of", "status", "reason", "stage", "bound_by", "sources",
    "others", "conflicts", "review", "run", "duration_ms", "calls",
}  # fmt: skip
SOURCE_KEYS = {"title", "url", "domain", "passage", "start", "end", "published_at", "stance", "why", "story"}
TEXT = "The central bank of Elbonia kept its policy rate at 5.25% on Thursday, {host} reports after the meeting of its board."


@pytest.fixture
def node() -> Node:
    for host in ("a.example", "b.example", "c.example"):
        make_document(url=f"https://{host}/policy", title=f"Elbonia: {host}", text=TEXT.format(host=host), published_at=JUNE_18)
    return make_node("elbonia", label="Elbonia central bank policy rate")


def test_verify_prints_one_json_line_with_every_key(node: Node) -> None:
    result = run_command("verify", "elbonia", "--json", "--as-of", "2026-06-19")
    assert result.status == 0
    assert result.out.count("\n") == 1
    line = json.loads(result.out)
    assert line.keys() >= KEYS
    assert "error" not in line
    assert (line["slug"], line["value"], line["number"], line["unit"]) == ("elbonia", "5.25%", "5.25", "%")
    assert (line["confidence"], line["badge"], line["status"], line["reason"]) == (
        "cross_validated",
        "cross_validated",
        "finished",
        "accepted",
    )
    assert (line["stage"], line["bound_by"], line["trend"], line["conflicts"], line["review"]) == (2, "rules", "stable", [], None)
    assert (line["run"], line["calls"]) == (VerificationRun.objects.get().pk, 2)
    assert isinstance(line["duration_ms"], int)


@pytest.mark.postgres("rows")
def test_verify_sources_hold_the_figure_where_they_say(node: Node) -> None:
    line = json.loads(run_command("verify", "elbonia", "--json", "--as-of", "2026-06-19").out)
    assert len(line["sources"]) == 3
    for source in line["sources"]:
        assert source.keys() >= SOURCE_KEYS
        page = Document.objects.get(url=source["url"])
        field = {"title": page.title, "content": page.text}[source["field"]]
        assert source["passage"] == field[source["start"] : source["end"]]
        assert source["passage"][source["figure"]["start"] : source["figure"]["end"]] == "5.25%"
        assert source["why"]


@pytest.mark.parametrize(
    "when, as_of",
    [
        ("2026-06-18", "2026-06-18T23:59:59.999999+08:00"),
        ("2026-06-18T10:00:00+00:00", "2026-06-18T18:00:00+08:00"),
        ("2026-06-18T10:00:00Z", "2026-06-18T18:00:00+08:00"),
        ("2026-06-18T10:00", "2026-06-18T10:00:00+08:00"),
        ("2099-01-01", "2099-01-01T23:59:59.999999+08:00"),
    ],
)
def test_verify_as_of_is_the_end_of_a_day_or_the_time_itself(node: Node, when: str, as_of: str) -> None:
    assert json.loads(run_command("verify", "elbonia", "--json", "--as-of", when).out)["as_of"] == as_of


def test_verify_as_of_changes_neither_state_nor_history(node: Node) -> None:
    run_command("verify", "elbonia", "--as-of", "2026-06-19")
    node.refresh_from_db()
    assert node.state is None
    assert not NodeState.objects.exists()
    assert VerificationRun.objects.get().is_replay


def test_verify_before_the_pages_were_published_is_unknown(node: Node) -> None:
    result = run_command("verify", "elbonia", "--json", "--as-of", "2026-06-17")
    line = json.loads(result.out)
    assert (result.status, line["value"], line["number"], line["sources"], line["status"]) == (0, "unknown", None, [], "finished")


@pytest.mark.postgres("rows")
def test_verify_now_saves_the_state(node: Node) -> None:
    Document.objects.update(published_at=timezone.now() - timedelta(hours=1))
    assert run_command("verify", "elbonia").status == 0
    node.refresh_from_db()
    assert node.state.value == "5.25%"


def test_verify_all_takes_active_nodes_and_each_slug_once(node: Node) -> None:
    make_node("asleep", is_active=False)
    make_node("other")
    lines = run_command("verify", "--all", "--json").out.splitlines()
    assert [json.loads(line)["slug"] for line in lines] == ["elbonia", "other"]
    assert len(run_command("verify", "other", "other", "--json").out.splitlines()) == 1


def test_verify_all_takes_the_riskiest_first_and_prints_by_slug(node: Node) -> None:
    for slug, risk in (("b-low", "low"), ("c-high", "high"), ("a-low", "low"), ("d-critical", "critical")):
        make_node(slug, risk_level=risk)
    Node.objects.filter(slug="a-low").update(checked_at=timezone.now() - timedelta(days=2))
    Node.objects.filter(slug="elbonia").update(checked_at=timezone.now() - timedelta(days=1))
    printed = [json.loads(line) for line in run_command("verify", "--all", "--json").out.splitlines()]
    assert [line["slug"] for line in printed] == ["a-low", "b-low", "c-high", "d-critical", "elbonia"]
    taken = [line["slug"] for line in sorted(printed, key=lambda line: line["run"])]
    assert taken == ["d-critical", "c-high", "b-low", "a-low", "elbonia"]
    table = run_command("verify", "--all").out.strip().splitlines()
    assert [line.split()[0] for line in table[2:7]] == ["a-low", "b-low", "c-high", "d-critical", "elbonia"]


def test_verify_prints_a_hundred_at_a_time_each_by_slug(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "NODES_AT_ONCE", 2)
    for slug, risk in (("d", "high"), ("c", "high"), ("b", "low")):
        make_node(slug, risk_level=risk)
    lines = run_command("verify", "--all", "--json").out.splitlines()
    assert [json.loads(line)["slug"] for line in lines] == ["c", "d", "b", "elbonia"]
    rows = run_command("verify", "--all").out.strip().splitlines()[2:6]
    assert [row.split()[0] for row in rows] == ["b", "c", "d", "elbonia"]


@pytest.mark.postgres("search")
def test_verify_prints_named_nodes_as_they_were_named(node: Node) -> None:
    make_node("b", risk_level="critical")
    make_node("a")
    lines = [json.loads(line) for line in run_command("verify", "elbonia", "a", "b", "--json").out.splitlines()]
    assert [line["slug"] for line in lines] == ["elbonia", "a", "b"]
    assert [line["run"] for line in lines] == sorted(line["run"] for line in lines)


def test_verify_prints_a_table_for_people(node: Node) -> None:
    result = run_command("verify", "elbonia", "--as-of", "2026-06-19")
    heading, _, row = result.out.strip().splitlines()[:3]
    assert heading.split() == ["node", "value", "badge", "domains", "seconds"]
    assert row.split()[:4] == ["elbonia", "5.25%", "cross_validated", "3"]


def test_verify_from_stage_two_asks_no_whitelist(node: Node) -> None:
    line = json.loads(run_command("verify", "elbonia", "--json", "--as-of", "2026-06-19", "--from-stage", "2").out)
    assert (line["stage"], line["calls"]) == (2, 1)


def test_verify_with_an_empty_corpus_fails_in_one_sentence() -> None:
    make_node("elbonia")
    result = run_command("verify", "elbonia", "--json")
    line = json.loads(result.out)
    assert result.status == 1
    assert (line["status"], line["badge"], line["reason"], line["value"]) == ("failed", "failed", "provider_failed", None)
    assert "elbonia: The local corpus is empty; load documents with load_corpus." in result.err


def test_verify_conflict_names_the_review_item() -> None:
    from verification.reads.runs.verdicts import run_shape

    node = make_node()
    line = run_shape(make_finished_run(node, make_conflict()))
    item = node.review_items.get()
    assert line["badge"] == "needs_human"
    assert line["review"] == {"id": item.pk, "code": "values_disagree", "why": "Several values have enough votes: 5.0%, 5.5%."}
    assert line["conflicts"] == [{"value": value, "domains": ["a.example", "b.example"]} for value in ("5.0%", "5.5%")]


@pytest.mark.parametrize(
    "arguments, status, sentence",
    [
        (["nowhere"], 2, "There is no node nowhere."),
        (["elbonia", "nowhere", "else"], 2, "There is no node nowhere, else."),
        ([], 2, "Name the nodes to verify, or --all for every active one."),
        (["elbonia", "--all"], 2, "Name the nodes to verify, or --all for every active one."),
        (["elbonia", "--as-of", "soon"], 2, "--as-of: “soon” is no moment; expected a date such as 2026-06-18 or an ISO time."),
        (["elbonia", "--as-of", "0001-01-01"], 2, "“0001-01-01” is no moment"),
        (["elbonia", "--as-of", "2026-02-30"], 2, "“2026-02-30” is no moment"),
        (["elbonia", "--extractor", "llm"], 2, "No model is configured; use --extractor rules."),
        (["elbonia", "--extractor", "magic"], 2, "invalid choice: 'magic'"),
        (["elbonia", "--from-stage", "3"], 2, "invalid choice: '3'"),
        (["elbonia", "--colour"], 2, "unrecognized arguments: --colour"),
    ],
)
def test_verify_refuses_what_makes_no_sense(node: Node, arguments: list[str], status: int, sentence: str) -> None:
    result = run_command("verify", *arguments)
    assert result.status == status
    assert sentence in result.err
    assert "Traceback" not in result.err
    assert not VerificationRun.objects.exists()


def test_verify_refuses_an_inactive_node() -> None:
    make_node("asleep", is_active=False)
    result = run_command("verify", "asleep")
    assert (result.status, "Inactive, so not verified: asleep." in result.err) == (2, True)


@pytest.mark.postgres("order")
def test_verify_without_nodes_says_so() -> None:
    result = run_command("verify", "--all")
    assert (result.status, result.out) == (0, "")
    assert "There are no active nodes; load some with load_nodes." in result.err


def test_verify_fail_on_makes_an_unknown_a_failure(node: Node) -> None:
    result = run_command("verify", "elbonia", "--as-of", "2026-06-17", "--fail-on", "unknown")
    assert (result.status, "--fail-on met by elbonia." in result.err) == (1, True)
    assert run_command("verify", "elbonia", "--as-of", "2026-06-19", "--fail-on", "unknown").status == 0


def test_verify_llm_asks_the_model_that_is_configured() -> None:
    for host in ("a.example", "b.example", "c.example"):
        text = rates.LOOSE.format(rate="5.25") + f" A market day in {host}."
        make_document(url=f"https://{host}/policy", title="Elbonia policy rate", text=text, published_at=JUNE_18)
    make_node("elbonia", label="Elbonia policy rate")
    with ChatStub(names("5.25%")) as stub:
        make_profile(stub.base_url)
        asked, without = (
            run_command("verify", "elbonia", "--json", "--as-of", "2026-06-19", "--extractor", name) for name in ("llm", "rules")
        )
    assert [(json.loads(run.out)["value"], json.loads(run.out)["bound_by"]) for run in (asked, without)] == [
        ("5.25%", "model"),
        ("unknown", "rules"),
    ]
    assert len(stub.received) == 1
