"""``backup FILE``: the whole database in one file (docs/operate.md)."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from causalflow.backups import BackupError, write_backup
from verification.management.base import FAILED, USAGE, PlainCommand


class Command(PlainCommand):
    help = "Write the whole database to one file, consistent, while it stays in use. The file holds password hashes: keep it safe."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--force", action="store_true", help="overwrite FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            size = write_backup(path, force=options["force"])
        except BackupError as error:
            raise CommandError(str(error), returncode=USAGE if error.is_usage else FAILED) from None
        self.stdout.write(f"{path}: {size:,} bytes.")
