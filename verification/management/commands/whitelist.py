"""``whitelist import|export FILE``: the trusted domains as ``financial_sources.json`` (seed 000) or CSV."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from verification.management.base import FAILED, USAGE, PlainCommand, unreadable
from verification.services.errors import Refused
from verification.services.whitelist.domains import export_whitelist, import_whitelist
from verification.strict_json import BadInput
from verification.whitelist_files import read_whitelist, write_whitelist


class Command(PlainCommand):
    help = "Import or export the whitelist; a name that ends in .csv is CSV, every other is JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=("import", "export"))
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--replace", action="store_true", help="import: delete what the file does not name")
        parser.add_argument("--confirm", action="store_true", help="import: take new domains that look like trusted ones, too")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        if options["action"] == "export":
            self._export(path)
        else:
            self._import(path, replace=options["replace"], is_confirmed=options["confirm"])

    def _export(self, path: Path) -> None:
        file = export_whitelist()
        try:
            path.write_text(write_whitelist(file, is_csv=_is_csv(path)), encoding="utf-8", newline="")
        except OSError as error:
            raise CommandError(f"{path} can't be written: {error.strerror or type(error).__name__}.", returncode=FAILED) from None
        listings = sum(len(group.domains) for group in file.groups)
        self.stdout.write(f"{path}: {len(file.domains)} domains, {listings} listings in {len(file.groups)} groups.")

    def _import(self, path: Path, *, replace: bool, is_confirmed: bool) -> None:
        try:
            file = read_whitelist(path.read_bytes(), is_csv=_is_csv(path))
            report = import_whitelist(file=file, actor="whitelist import", replace=replace, is_confirmed=is_confirmed)
        except OSError as error:
            raise unreadable(path, error) from None
        except (BadInput, Refused) as error:
            raise CommandError(f"{path}: {str(error).rstrip('.')}. Nothing was imported.", returncode=USAGE) from None
        counts = {"added": len(report.added), "changed": len(report.changed), "removed": len(report.removed), "unchanged": report.unchanged}
        self.stdout.write(f"{path}: {', '.join(f'{count} {word}' for word, count in counts.items())}.")


def _is_csv(path: Path) -> bool:
    return path.suffix.lower() == ".csv"
