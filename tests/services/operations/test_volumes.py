"""The volumes in which PostgreSQL keeps sources and steps: made before they are needed, emptied at once when all in them is old."""

from datetime import timedelta

import psycopg
import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from tests.factories import make_node, make_outcome, make_page, make_run, make_verdict
from verification.models import AuditEntry, Node, NodeFlag, RunStep, Source, VerificationRun
from verification.services.operations import volumes
from verification.services.operations.retention import count_purgeable, purge_old
from verification.services.operations.volumes import RUNS, Volume, list_full_volumes, list_volumes, make_volumes
from verification.services.runs.lifecycle import claim_run
from verification.services.runs.results import finish_run

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("deletion")]

NOW = timezone.now()
LONG_AGO = NOW - timedelta(days=400)
in_volumes = pytest.mark.only("postgresql")


@pytest.fixture
def node() -> Node:
    return make_node("elbonia")


def _run(pk: int, node: Node, *, at: object = LONG_AGO, **fields: object) -> VerificationRun:
    """A finished run of that number, with three sources and a step."""
    with time_machine.travel(at, tick=False):
        run = make_run(node, pk=pk, **fields)
        claim = claim_run(run_id=run.pk)
        assert claim is not None
        pages = tuple(make_page(f"https://{name}.example/1") for name in "abc")
        return finish_run(claim=claim, outcome=make_outcome(make_verdict(pages, accepted=3), pages))


def _rows(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608 (names of ours)
        return int(cursor.fetchone()[0])


def _check_keys_now() -> None:
    """Foreign keys wait for a commit, which a test never comes to."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


@transaction.atomic
def _add_step_of_no_run(run_id: int) -> None:
    RunStep.objects.create(run_id=run_id, position=1, name="save", started_at=NOW)
    _check_keys_now()


def _purge() -> list[dict[str, int]]:
    _check_keys_now()
    return [{name: count for name, count in tally.items() if count} for tally in purge_old(now=NOW)]


@pytest.mark.only("sqlite")
def test_sqlite_has_no_volumes(node: Node) -> None:
    _run(RUNS, node)
    assert (make_volumes(), list_full_volumes()) == (0, [])


@in_volumes
def test_volumes_are_made_up_to_the_one_after_the_newest_run(node: Node) -> None:
    assert list_volumes() == [Volume(0, 0, RUNS), Volume(1, RUNS, 2 * RUNS)]
    assert make_volumes() == 0
    make_run(node, pk=RUNS)
    assert make_volumes() == 2
    assert list_volumes()[2:] == [Volume(2, 2 * RUNS, 3 * RUNS)]
    assert list_full_volumes() == [Volume(0, 0, RUNS)]
    assert make_volumes() == 0


@in_volumes
def test_rows_lie_in_the_volume_of_their_run_and_in_the_rest_where_it_is_missing(node: Node) -> None:
    _run(RUNS - 1, node)
    _run(RUNS, node)
    late = _run(2 * RUNS, node)
    assert [_rows(f"verification_source_{name}") for name in ("v0", "v1", "rest")] == [3, 3, 3]
    assert [_rows(f"verification_runstep_{name}") for name in ("v0", "v1", "rest")] == [1, 1, 1]
    assert (late.sources.count(), late.steps.count()) == (3, 1)
    _check_keys_now()
    assert make_volumes() == 2
    assert [volume.number for volume in list_volumes()] == [0, 1, 3]
    assert (late.sources.count(), late.steps.count()) == (3, 1)


@in_volumes
def test_keys_and_triggers_hold_in_every_volume(node: Node) -> None:
    for pk in (1, RUNS, 2 * RUNS):
        step = _run(pk, node).steps.get()
        with pytest.raises(IntegrityError, match="immutable"), transaction.atomic():
            RunStep.objects.filter(pk=step.pk).update(status="failed")
        run = make_run(node, pk=pk + 1)
        RunStep.objects.create(run=run, position=1, name="save", started_at=NOW)
        with pytest.raises(IntegrityError, match="position"), transaction.atomic():
            RunStep.objects.create(run=run, position=1, name="save", started_at=NOW)
        with pytest.raises(IntegrityError, match="foreign key"):
            _add_step_of_no_run(pk + 2)


@in_volumes
def test_old_volume_is_emptied_at_once_and_what_must_stay_stays(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verification.services.operations.retention.LOSING_TO_KEEPING", 1)
    old = [_run(pk, node) for pk in (1, 2, 3, 4, 5)]
    NodeFlag.objects.create(node=node, state=old[1].state, user=None, reason="That was 5.5%.")
    _run(RUNS, node, at=NOW)
    kept = list(Source.objects.filter(run=2).order_by("pk").values())
    planned = count_purgeable(now=NOW)
    assert _purge() == [{"sources": 12, "steps": 4}]
    assert (planned["sources"], planned["steps"]) == (12, 4)
    assert list(Source.objects.filter(run__lt=RUNS).order_by("pk").values()) == kept
    assert list(RunStep.objects.filter(run__lt=RUNS).values_list("run", flat=True)) == [2]
    assert (Source.objects.filter(run=RUNS).count(), VerificationRun.objects.count()) == (3, 6)
    assert AuditEntry.objects.get(verb="history.purge").after == {"deleted": {"sources": 12, "steps": 4}}
    assert _purge() == []


@in_volumes
@pytest.mark.parametrize("finished_at", [NOW, None], ids=["young", "open"])
def test_volume_with_a_run_that_is_no_history_yet_is_purged_by_rows(node: Node, finished_at: object) -> None:
    _run(1, node)
    _run(2, node)
    _run(3, node, at=finished_at) if finished_at else make_run(node, pk=3)
    _run(RUNS, node, at=NOW)
    before = VerificationRun.objects.count()
    assert _purge() == [{"sources": 6, "steps": 2}]
    assert VerificationRun.objects.count() == before
    assert Source.objects.filter(run=3).count() == (3 if finished_at else 0)


@in_volumes
def test_runs_without_a_state_go_after_their_volume_was_emptied(node: Node) -> None:
    _run(1, node, is_replay=True)
    _run(RUNS, node, at=NOW)
    assert _purge() == [{"sources": 3, "steps": 1}, {"runs": 1}]


@in_volumes
@pytest.mark.usefixtures("committed_db")
def test_volume_that_somebody_reads_is_purged_by_rows(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(volumes, "PATIENCE_MS", 20)
    _run(1, node)
    _run(2, node)
    _run(RUNS, node, at=NOW)
    given = connection.get_connection_params()
    with psycopg.connect(**{name: given[name] for name in ("host", "port", "dbname", "user") if given.get(name)}) as reader:
        reader.execute("SELECT count(*) FROM verification_source_v0")
        tallies = [dict(tally) for tally in purge_old(now=NOW)]
    assert tallies == [{"sources": 6, "steps": 2, "runs": 0}]
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("0",)
