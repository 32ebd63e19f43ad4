"""``audit``: edits and truncation are found, also by whoever may write the head."""

import pytest

from tests.commands.shell import run_command
from tests.factories import make_node
from verification.core.operations.audit_chain import GENESIS, digest_entry
from verification.models import AuditEntry, AuditHead
from verification.services.audit import content_of, record_audit
from verification.services.history import unlock_history

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("locks")]


@pytest.fixture
def trail() -> list[AuditEntry]:
    node = make_node()
    return [record_audit(actor="tests", verb="node.update", subject=node, before={"a": number}) for number in range(4)]


def test_whole_trail_says_its_head(trail: list[AuditEntry]) -> None:
    head = run_command("audit", "head")
    assert (head.status, head.out) == (0, f"4:{trail[-1].digest}\n")
    found = run_command("audit", "verify", "--expect", head.out.strip())
    assert (found.status, found.out) == (0, f"4 entries, whole. Head: 4:{trail[-1].digest}\n")


def test_empty_trail_is_whole() -> None:
    assert run_command("audit", "head").out == f"0:{GENESIS}\n"
    assert run_command("audit", "verify", "--expect", f"0:{GENESIS}").status == 0


def test_older_head_still_stands_in_a_longer_trail(trail: list[AuditEntry]) -> None:
    assert run_command("audit", "verify", "--expect", f"2:{trail[1].digest}").status == 0
    other = run_command("audit", "verify", "--expect", f"2:{trail[2].digest}")
    assert (other.status, other.err) == (1, "CommandError: Entry number 2 is not the one expected: the trail was written anew since.\n")


def test_edit_is_found(trail: list[AuditEntry]) -> None:
    with unlock_history():
        AuditEntry.objects.filter(pk=trail[1].pk).update(reason="another")
    found = run_command("audit", "verify")
    assert (found.status, found.out) == (1, "")
    assert f"Entry {trail[1].pk} was changed" in found.err


def test_truncation_is_found(trail: list[AuditEntry]) -> None:
    with unlock_history():
        AuditEntry.objects.filter(pk=trail[-1].pk).delete()
    assert "The end was cut off: 3 entries are there" in run_command("audit", "verify").err


def test_truncation_with_a_forged_head_is_found_by_the_head_kept_elsewhere(trail: list[AuditEntry]) -> None:
    kept = run_command("audit", "head").out.strip()
    with unlock_history():
        AuditEntry.objects.filter(pk=trail[-1].pk).delete()
    AuditHead.objects.update(count=3, digest=trail[2].digest)
    assert run_command("audit", "verify").status == 0
    found = run_command("audit", "verify", "--expect", kept)
    assert (found.status, found.err) == (1, "CommandError: The end was cut off: 3 entries are there, 4 were expected.\n")


def test_trail_written_anew_is_found_by_the_head_kept_elsewhere(trail: list[AuditEntry]) -> None:
    kept = run_command("audit", "head").out.strip()
    previous = GENESIS
    with unlock_history():
        for entry in AuditEntry.objects.order_by("pk"):
            entry.reason = "forged"
            previous = digest_entry(previous, content_of(entry))
            AuditEntry.objects.filter(pk=entry.pk).update(reason="forged", digest=previous)
    AuditHead.objects.update(digest=previous)
    assert run_command("audit", "verify").status == 0
    assert "written anew" in run_command("audit", "verify", "--expect", kept).err


@pytest.mark.parametrize("arguments", [(), ("burn",), ("verify", "--expect", "4"), ("verify", "--expect", "x:y"), ("verify", "extra")])
def test_wrong_usage_is_two(arguments: tuple[str, ...]) -> None:
    assert run_command("audit", *arguments).status == 2
