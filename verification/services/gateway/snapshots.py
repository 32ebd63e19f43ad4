"""The texts of pages, each kept once per content."""

import hashlib
from collections.abc import Iterable

from verification.models import PageSnapshot
from verification.services.history import hold_snapshots

Text = tuple[str, str]


def snapshot_key(title: str, text: str) -> str:
    """The SHA-256 of title, a line break, and text."""
    return hashlib.sha256(f"{title}\n{text}".encode()).hexdigest()


def save_snapshots(*, texts: Iterable[Text]) -> dict[str, PageSnapshot]:
    """The snapshot of each (title, text) by its key. Call it in a transaction that also saves what points there."""
    rows = {key: PageSnapshot(sha256=key, title=title, text=text) for title, text in texts if (key := snapshot_key(title, text))}
    hold_snapshots()
    PageSnapshot.objects.bulk_create(rows.values(), ignore_conflicts=True)
    return {snapshot.sha256: snapshot for snapshot in PageSnapshot.objects.filter(sha256__in=rows).only("pk", "sha256")}
