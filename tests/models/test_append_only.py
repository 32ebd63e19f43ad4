"""History holds, whoever writes: each trigger, on both databases."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.db.models import Model

from tests.factories import make_finished_run, make_node, make_run
from verification.models import AuditEntry, NodeState, PageSnapshot, ReviewItem, Ruling, RunStep, Source, VerificationRun
from verification.services.audit import record_audit
from verification.services.history import unlock_history

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("constraints")]

TRIGGERS = {
    "verification_auditentry_no_delete",
    "verification_auditentry_no_update",
    "verification_nodestate_no_delete",
    "verification_nodestate_no_update",
    "verification_pagesnapshot_no_delete",
    "verification_pagesnapshot_no_update",
    "verification_ruling_no_delete",
    "verification_ruling_no_update",
    "verification_run_no_delete",
    "verification_run_no_update",
    "verification_runstep_no_delete",
    "verification_runstep_no_insert",
    "verification_runstep_no_update",
    "verification_source_no_delete",
    "verification_source_no_insert",
    "verification_source_no_update",
}


def _refused(write: Callable[[], Any]) -> bool:
    try:
        with transaction.atomic():
            write()
    except IntegrityError as error:
        return "append-only" in str(error) or "immutable" in str(error) or "never deleted" in str(error)
    return False


def _delete_raw(row: Model) -> int:
    """Past Django's collector, which would refuse by foreign key before the trigger is asked."""
    return type(row)._base_manager.filter(pk=row.pk)._raw_delete(using="default")


def test_triggers_are_all_there() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgname LIKE 'verification_%%' AND tgname NOT LIKE '%%unindex%%'"
            )
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name != 'verification_document_unindex'")
        assert {name for (name,) in cursor.fetchall()} == TRIGGERS


def test_state_is_neither_changed_nor_deleted() -> None:
    state = make_finished_run().state
    assert _refused(lambda: NodeState.objects.filter(pk=state.pk).update(value="9%"))
    assert _refused(lambda: _delete_raw(state))
    assert NodeState.objects.get(pk=state.pk).value == "5.25%"


def test_audit_entry_is_neither_changed_nor_deleted() -> None:
    entry = record_audit(actor="tests", verb="node.update", subject=make_node())
    assert _refused(lambda: AuditEntry.objects.filter(pk=entry.pk).update(reason="other"))
    assert _refused(lambda: _delete_raw(entry))


def test_ruling_is_neither_changed_nor_deleted(reviewer: User) -> None:
    node = make_node()
    run = make_finished_run(node)
    item = ReviewItem.objects.create(subject_kind="run", subject_id=run.pk, node=node, reason="values_disagree")
    ruling = Ruling.objects.create(review_item=item, decided_by=reviewer, decision="accept")
    assert _refused(lambda: Ruling.objects.filter(pk=ruling.pk).update(decision="reject"))
    assert _refused(lambda: _delete_raw(ruling))


def test_snapshot_is_neither_changed_nor_deleted() -> None:
    make_finished_run()
    snapshot = PageSnapshot.objects.first()
    assert snapshot is not None
    assert _refused(lambda: PageSnapshot.objects.filter(pk=snapshot.pk).update(text="other"))
    assert _refused(lambda: _delete_raw(snapshot))


@pytest.mark.parametrize("columns", [{"value": "9%"}, {"badge": "unknown"}, {"status": "queued", "finished_at": None}, {"trace": []}])
def test_finished_run_is_not_changed(columns: dict[str, object]) -> None:
    run = make_finished_run()
    assert _refused(lambda: VerificationRun.objects.filter(pk=run.pk).update(**columns))


def test_finished_run_is_not_deleted() -> None:
    run = make_finished_run()
    assert _refused(lambda: _delete_raw(run))


def test_finished_run_forgets_the_account_that_asked(analyst: User) -> None:
    run = make_finished_run(requested_by=analyst)
    User.objects.filter(pk=analyst.pk).delete()
    run.refresh_from_db()
    assert run.requested_by is None


@pytest.mark.parametrize("model, columns", [(Source, {"stance": "past"}), (RunStep, {"status": "failed"})])
def test_part_of_a_finished_run_is_neither_changed_nor_deleted(model: type[Model], columns: dict[str, object]) -> None:
    run = make_finished_run()
    row = model._base_manager.filter(run=run).first()
    assert row is not None
    assert _refused(lambda: model._base_manager.filter(pk=row.pk).update(**columns))
    assert _refused(lambda: _delete_raw(row))


def test_part_of_a_finished_run_is_not_added() -> None:
    run = make_finished_run()
    assert _refused(lambda: RunStep.objects.create(run=run, position=99, name="save", started_at=run.created_at))


def test_open_run_may_change_and_lose_its_steps() -> None:
    run = make_run()
    step = RunStep.objects.create(run=run, position=1, name="save", started_at=run.created_at)
    VerificationRun.objects.filter(pk=run.pk).update(attempts=1)
    step.delete()
    assert not run.steps.exists()


def test_history_can_be_deleted_while_it_is_unlocked_and_not_afterwards() -> None:
    first, second = make_finished_run(make_node()), make_finished_run(make_node())
    with unlock_history():
        first.node.__class__.objects.filter(pk=first.node_id).update(state=None)
        _delete_raw(first.state)
    assert not NodeState.objects.filter(pk=first.state.pk).exists()
    assert _refused(lambda: _delete_raw(second.state))
