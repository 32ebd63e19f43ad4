"""The database of the tests: the product's own engine and options, and commits that are real where a test asks for them."""

import socket
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from django.contrib.auth.models import Group
from django.db import connection

from verification.models import AuditEntry, Node, WhitelistDomain
from verification.services.audit import record_audit

pytestmark = pytest.mark.postgres("races")


def _count_elsewhere() -> int:
    """The nodes that another thread, so another connection, sees."""
    try:
        return Node.objects.count()
    finally:
        connection.close()


@pytest.mark.parametrize("turn", [1, 2])
def test_committed_rows_are_seen_by_threads_and_gone_afterwards(committed_db: None, turn: int) -> None:
    assert Node.objects.count() == AuditEntry.objects.count() == 0
    assert set(Group.objects.values_list("name", flat=True)) == {"analyst", "reviewer", "admin"}
    assert WhitelistDomain.objects.count() == 26
    Node.objects.create(slug=f"turn-{turn}", label="Turn", kind="number")
    record_audit(actor="test", verb="node.create", subject=("node", "1"))
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(_count_elsewhere).result() == 1


@pytest.mark.django_db
def test_sqlite_has_the_write_ahead_log_and_immediate_transactions() -> None:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert cursor.execute("PRAGMA synchronous").fetchone() == (1,)
        assert connection.transaction_mode == "IMMEDIATE"
    else:
        assert connection.vendor == "postgresql"


@pytest.mark.parametrize("host", ["example.com", "8.8.8.8", "10.0.0.1", "2001:4860:4860::8888"])
def test_nothing_leaves_the_machine(host: str, dialled: list[str]) -> None:
    with pytest.raises(pytest.fail.Exception, match="only loopback is allowed"):
        socket.create_connection((host, 80), timeout=1)
    with pytest.raises(pytest.fail.Exception, match="only loopback is allowed"):
        httpx.get(f"http://[{host}]/" if ":" in host else f"http://{host}/", timeout=1, trust_env=False)
    assert dialled == [host, host]
    dialled.clear()
