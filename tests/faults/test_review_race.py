"""Eight processes rule on the same two hundred items at the same time: each item is decided once, and every other is told so."""

from collections import Counter
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from tests.factories import make_conflict, make_finished_run, make_node
from tests.faults.processes import start_script, wait_for
from verification.enums import ReviewStatus
from verification.models import AuditEntry, NodeState, ReviewItem, Ruling
from verification.services.audit import check_audit

pytestmark = pytest.mark.usefixtures("committed_db")

PROCESSES, ITEMS = 8, 200

# Each waits until all are there, then rules on every item; a letter is written for each outcome.
RULER = """
import os, sys, time
import django
django.setup()
from django.contrib.auth.models import User
from verification.enums import RulingDecision
from verification.models import ReviewItem
from verification.services.reviews import Judgement, ReviewConflict, rule_review
folder, name = sys.argv[1], sys.argv[2]
user = User.objects.get(username=name)
items = list(ReviewItem.objects.order_by("pk"))
open(f"{folder}/ready-{os.getpid()}", "w").close()
while not os.path.exists(f"{folder}/go"):
    time.sleep(0.01)
outcomes = os.open(f"{folder}/outcomes", os.O_CREAT | os.O_APPEND | os.O_WRONLY)
for item in items:
    judgement = Judgement(RulingDecision.ACCEPT, value="5.5%", number="5.5", unit="%", reason=f"by {name}")
    try:
        rule_review(item=item, user=user, version=item.version, judgement=judgement)
    except ReviewConflict as conflict:
        os.write(outcomes, b"c" if conflict.ruling is not None else b"?")
    else:
        os.write(outcomes, b"r")
"""


def test_review_race_of_eight_processes_decides_each_item_once(tmp_path: Path) -> None:
    for number in range(ITEMS):
        make_finished_run(make_node(f"node-{number}"), make_conflict())
    for number in range(PROCESSES):
        User.objects.create_user(username=f"reviewer-{number}")
    rulers = [start_script(RULER, tmp_path, f"reviewer-{number}") for number in range(PROCESSES)]
    wait_for(lambda: len(list(tmp_path.glob("ready-*"))) == PROCESSES)
    (tmp_path / "go").touch()
    assert [ruler.wait(timeout=300) for ruler in rulers] == [0] * PROCESSES

    assert Counter((tmp_path / "outcomes").read_text()) == {"r": ITEMS, "c": ITEMS * (PROCESSES - 1)}
    assert Ruling.objects.count() == Ruling.objects.values("review_item").distinct().count() == ITEMS
    assert ReviewItem.objects.filter(status=ReviewStatus.RULED).count() == ITEMS
    assert NodeState.objects.filter(badge="human_ruled").count() == ITEMS
    assert AuditEntry.objects.filter(verb="review.rule").count() == ITEMS
    assert check_audit().problem is None
