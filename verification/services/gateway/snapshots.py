"""The texts of pages, each kept once per content."""

import hashlib
from collections.abc import Iterable

from verification.models import PageSnapshot
from verification.services.history import hold_snapshots

Text = tuple[str, str]


def snapshot_key(title: str, text: str) -> str:
    """The SHA-256 of title, a line break, and text."""
    return hashlib.sha256(f"{title}\n{text}".encode()).hexdigest()


def save_snapshots(*, texts: Iterable[Text], are_known: bool = False) -> dict[str, PageSnapshot]:
    """The snapshot of each (title, text) by its key. Call it in a transaction that also saves what points there.

    ``are_known``: most were saved when they were read, so that their texts need not be sent again.
    """
    rows = {key: PageSnapshot(sha256=key, title=title, text=text) for title, text in texts if (key := snapshot_key(title, text))}
    hold_snapshots()
    known = _find(rows) if are_known else {}
    if new := [row for key, row in rows.items() if key not in known]:
        PageSnapshot.objects.bulk_create(new, ignore_conflicts=True)
        known |= _find(row.sha256 for row in new)
    return known


def _find(keys: Iterable[str]) -> dict[str, PageSnapshot]:
    return {snapshot.sha256: snapshot for snapshot in PageSnapshot.objects.filter(sha256__in=list(keys)).only("pk", "sha256")}
