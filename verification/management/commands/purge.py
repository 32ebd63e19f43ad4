"""``purge``: deletes what is older than the retention settings allow (docs/operate.md)."""

from collections import Counter
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from verification.management.base import PlainCommand
from verification.services.operations.retention import PurgeCount, count_purgeable, purge_old


class Command(PlainCommand):
    help = "Delete what is older than RETENTION_RUN_DAYS and RETENTION_TASK_DAYS; never a state, a ruling or an audit entry."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="say what would go and delete nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        if options["dry_run"]:
            self.stdout.write(f"Would delete {_say(count_purgeable(now=now))}.")
            return
        total: PurgeCount = Counter()
        for tally in purge_old(now=now):
            total += tally
            if self.stderr.isatty():
                self.stderr.write(f"\r\033[K{total.total()} rows", ending="")
        self.stdout.write(f"Deleted {_say(total)}.")


def _say(tally: PurgeCount) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(tally.items()) if count) or "nothing"
