"""``replay``: what would change, and nothing that does."""

import json
from datetime import timedelta

import pytest
import time_machine
from django.core.serializers import serialize
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.commands.shell import run_command
from tests.factories import JUNE_18, make_document, make_finished_run, make_node, make_page, make_verdict
from verification.models import AuditEntry, Node, NodeState, ReviewItem, VerificationRun, WhitelistDomain
from verification.services.history import unlock_history

pytestmark = pytest.mark.django_db

TEXT = "The central bank of Elbonia kept its policy rate at 5.25% on Thursday, {host} reports after the meeting of its board."
LATE = JUNE_18 + timedelta(hours=6)


@pytest.fixture
def node() -> Node:
    for host in ("a.example", "b.example", "c.example"):
        make_document(url=f"https://{host}/policy", title=f"Elbonia: {host}", text=TEXT.format(host=host), published_at=JUNE_18)
    return make_node("elbonia", label="Elbonia central bank policy rate")


@pytest.fixture
def run(node: Node) -> VerificationRun:
    with time_machine.travel(LATE, tick=False):
        assert run_command("verify", "elbonia").status == 0
    run = VerificationRun.objects.get()
    assert (run.badge, run.value) == ("cross_validated", "5.25%")
    return run


def _rewrite(run: VerificationRun, **columns: object) -> None:
    """As if another engine had judged it."""
    with unlock_history():
        VerificationRun.objects.filter(pk=run.pk).update(**columns)


def test_replay_of_the_same_engine_changes_nothing(run: VerificationRun) -> None:
    result = run_command("replay", "--since", "2026-06-01")
    assert (result.status, result.out, result.err) == (0, "", "1 runs judged again, 0 would change.\n")


@pytest.mark.postgres("rows")
def test_replay_prints_what_would_change(run: VerificationRun) -> None:
    _rewrite(run, value="unknown", number="", unit="", badge="unknown", reason="too_few_domains", engine_version="0")
    result = run_command("replay", "--since", "2026-06-01", "--json")
    line = json.loads(result.out)
    assert (result.status, result.err) == (0, "1 runs judged again, 1 would change.\n")
    assert line == {
        "node": "elbonia",
        "run": run.pk,
        "as_of": timezone.localtime(run.as_of).isoformat(),
        "engine": {"old": "0", "new": line["engine"]["new"]},
        "old": {"badge": "unknown", "value": "unknown", "number": "", "unit": "", "reason": "too_few_domains"},
        "new": {"badge": "cross_validated", "value": "5.25%", "number": "5.25", "unit": "%", "reason": "accepted"},
        "partial": False,
    }
    heading, _, row = run_command("replay", "--since", "2026-06-01").out.strip().splitlines()
    assert heading.split() == ["node", "run", "was", "would", "be", "note"]
    assert "unknown unknown (too_few_domains)" in row
    assert "cross_validated 5.25% (accepted)" in row


@pytest.mark.postgres("dates")
def test_replay_writes_nothing(run: VerificationRun) -> None:
    _rewrite(run, value="5.5%", number="5.5")
    models = (VerificationRun, NodeState, Node, ReviewItem, AuditEntry)
    before = [serialize("json", model.objects.order_by("pk")) for model in models]
    with CaptureQueriesContext(connection) as queries:
        assert run_command("replay", "--since", "2026-06-01", "--json").out.count("\n") == 1
    assert [serialize("json", model.objects.order_by("pk")) for model in models] == before
    assert {query["sql"].split()[0] for query in queries} <= {"SELECT", "DECLARE"}


def test_replay_takes_runs_from_the_start_of_the_day_on(run: VerificationRun) -> None:
    judged = {since: run_command("replay", "--since", since).err.split()[0] for since in ("2026-06-19", "2026-06-18", "2026-06-20")}
    assert judged == {"2026-06-19": "1", "2026-06-18": "1", "2026-06-20": "0"}


def test_replay_sees_a_whitelist_that_changed(run: VerificationRun) -> None:
    WhitelistDomain.objects.create(domain="a.example", is_official=True)
    line = json.loads(run_command("replay", "--since", "2026-06-01", "--json").out)
    assert (line["old"]["badge"], line["new"]["badge"], line["partial"]) == ("cross_validated", "whitelist_direct", False)


@pytest.mark.postgres("search")
def test_replay_of_a_whitelist_verdict_that_no_longer_holds_is_partial(node: Node) -> None:
    WhitelistDomain.objects.create(domain="a.example", is_official=True)
    with time_machine.travel(LATE, tick=False):
        run_command("verify", "elbonia")
    run = VerificationRun.objects.get()
    assert (run.stage, run.badge) == ("1", "whitelist_direct")
    WhitelistDomain.objects.filter(domain="a.example").update(is_active=False)
    line = json.loads(run_command("replay", "--since", "2026-06-01", "--json").out)
    assert (line["new"]["badge"], line["new"]["reason"], line["partial"]) == ("unknown", "too_few_domains", True)
    assert "of the whitelist's pages alone" in run_command("replay", "--since", "2026-06-01").out


@pytest.mark.postgres("deletion")
def test_replay_says_which_runs_it_can_t_judge(run: VerificationRun) -> None:
    with unlock_history():
        run.sources.first().delete()
    result = run_command("replay", "--since", "2026-06-01")
    assert (result.status, result.out) == (0, "")
    assert result.err == "0 runs judged again, 0 would change.\n1 runs could not be judged again: its evidence was purged.\n"


@pytest.mark.postgres("rows")
def test_replay_leaves_what_a_model_bound(run: VerificationRun) -> None:
    _rewrite(run, bound_by="model")
    assert "1 runs could not be judged again: a model took part." in run_command("replay", "--since", "2026-06-01").err


def test_replay_leaves_runs_without_a_verdict(node: Node) -> None:
    make_finished_run(node, make_verdict((make_page(),)), (make_page(),))
    VerificationRun.objects.create(node=node, as_of=timezone.now())
    assert run_command("replay", "--since", "2026-06-01").err.startswith("1 runs judged again")


@pytest.mark.parametrize("since", ["soon", "", "2026-13-01", "x" * 500, "2026-02-30"])
def test_replay_refuses_what_is_no_date(since: str) -> None:
    result = run_command("replay", "--since", since)
    assert (result.status, "is no moment; expected a date such as 2026-06-18 or an ISO time." in result.err) == (2, True)
    assert len(result.err) < 200


def test_replay_needs_a_date() -> None:
    assert run_command("replay").status == 2
