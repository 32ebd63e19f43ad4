"""The audit trail shows what was changed, taken out, or cut off at the end."""

import pytest

from tests.factories import make_node
from verification.core.operations.audit_chain import GENESIS, ChainFault, ChainLink, check_chain, digest_entry
from verification.models import AuditEntry, AuditHead
from verification.services.audit import check_audit, record_audit
from verification.services.history import unlock_history

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("locks")]


@pytest.fixture
def trail() -> list[AuditEntry]:
    node = make_node()
    return [record_audit(actor="tests", verb="node.update", subject=node, before={"a": number}, reason="汉字") for number in range(4)]


def test_whole_trail_is_found_whole(trail: list[AuditEntry]) -> None:
    report = check_audit()
    assert (report.count, report.digest, report.problem) == (4, trail[-1].digest, None)
    head = AuditHead.objects.get()
    assert (head.count, head.digest) == (4, trail[-1].digest)


def test_changed_entry_is_named(trail: list[AuditEntry]) -> None:
    with unlock_history():
        AuditEntry.objects.filter(pk=trail[1].pk).update(reason="another")
    problem = check_audit().problem
    assert problem is not None
    assert (problem.fault, problem.key) == (ChainFault.EDITED, trail[1].pk)


def test_entry_taken_out_shows_at_the_next(trail: list[AuditEntry]) -> None:
    with unlock_history():
        AuditEntry.objects.filter(pk=trail[1].pk).delete()
    problem = check_audit().problem
    assert problem is not None
    assert (problem.fault, problem.key) == (ChainFault.EDITED, trail[2].pk)


def test_end_cut_off_shows_by_the_head(trail: list[AuditEntry]) -> None:
    with unlock_history():
        AuditEntry.objects.filter(pk__gte=trail[2].pk).delete()
    problem = check_audit().problem
    assert problem is not None
    assert (problem.fault, problem.key) == (ChainFault.CUT_OFF, None)


def test_empty_trail_is_whole() -> None:
    assert check_audit().problem is None
    assert check_chain([], count=0, digest="").digest == GENESIS


def test_entries_beyond_the_head_show() -> None:
    link = ChainLink(1, {"a": 1}, digest_entry(GENESIS, {"a": 1}))
    assert check_chain([link], count=1, digest=link.digest).problem is None
    report = check_chain([link], count=0, digest="")
    assert report.problem is not None
    assert report.problem.fault == ChainFault.HEAD_DIFFERS
