"""``restore FILE``: a backup in the place of the database (docs/operate.md)."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from causalflow.backups import BackupError, read_backup
from verification.management.base import FAILED, USAGE, PlainCommand
from verification.services.audit import record_audit
from verification.services.operations.figures import list_unapplied_migrations


class Command(PlainCommand):
    help = "Put a backup in the place of the database, wholly or not at all. Stop the pages and the worker first."
    # The tables may not be there yet, and the checks of some packages ask them.
    requires_system_checks: list[str] = []  # noqa: RUF012 (Django's way)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--force", action="store_true", help="replace a database that holds tables already")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            read_backup(path, force=options["force"])
        except BackupError as error:
            raise CommandError(str(error), returncode=USAGE if error.is_usage else FAILED) from None
        unapplied = list_unapplied_migrations()
        if unapplied:
            self.stdout.write(f"{path}: restored. It comes from an older version; {len(unapplied)} migrations wait for manage.py migrate.")
            return
        record_audit(actor="restore", verb="database.restore", subject=("database", "default"), after={"file": path.name})
        self.stdout.write(f"{path}: restored.")
