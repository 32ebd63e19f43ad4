"""Eight processes rule on the same items at the same time: each item is decided once, and every other is told so."""

from collections import Counter
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from tests.factories import make_conflict, make_finished_run, make_node
from tests.faults.processes import start, wait_for
from tests.faults.programs import GO, rule_on_everything
from verification.enums import ReviewStatus
from verification.models import AuditEntry, NodeState, ReviewItem, Ruling
from verification.services.audit import check_audit

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.postgres("races")]

PROCESSES = 8


@pytest.mark.parametrize("items", [30, pytest.param(200, marks=pytest.mark.long)])
def test_review_race_of_eight_processes_decides_each_item_once(tmp_path: Path, items: int) -> None:
    for number in range(items):
        make_finished_run(make_node(f"node-{number}"), make_conflict())
    for number in range(PROCESSES):
        User.objects.create_user(username=f"reviewer-{number}")
    rulers = [start(rule_on_everything, tmp_path, f"reviewer-{number}") for number in range(PROCESSES)]
    wait_for(lambda: len(list(tmp_path.glob("ready-*"))) == PROCESSES)
    (tmp_path / GO).touch()
    for ruler in rulers:
        ruler.join(timeout=300)
    assert [ruler.exitcode for ruler in rulers] == [0] * PROCESSES

    assert Counter((tmp_path / "outcomes").read_text()) == {"r": items, "c": items * (PROCESSES - 1)}
    assert Ruling.objects.count() == Ruling.objects.values("review_item").distinct().count() == items
    assert ReviewItem.objects.filter(status=ReviewStatus.RULED).count() == items
    assert NodeState.objects.filter(badge="human_ruled").count() == items
    assert AuditEntry.objects.filter(verb="review.rule").count() == items
    assert check_audit().problem is None
