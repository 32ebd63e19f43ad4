"""``api_schema``: holds docs/openapi.yaml to the code. ``--write`` writes it anew; a change that breaks clients fails either way."""

from pathlib import Path
from typing import Any

import yaml
from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from verification.api.calls.openapi import make_schema
from verification.api.schema.changes import find_breaking_changes
from verification.api.schema.pages import read_schema, write_schema
from verification.management.base import FAILED, USAGE, PlainCommand, unreadable

COMMITTED = Path(settings.BASE_DIR) / "docs" / "openapi.yaml"


class Command(PlainCommand):
    help = "Compare the API's schema with docs/openapi.yaml; a breaking change fails."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--write", action="store_true", help="write the file anew, unless that would break a client")
        parser.add_argument("--file", type=Path, default=COMMITTED)

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        written = write_schema(make_schema())
        is_new = options["write"] and not path.exists()
        committed = "" if is_new else _read(path)
        if not is_new:
            _refuse_breaking(committed, written)
        if options["write"]:
            path.write_text(written, encoding="utf-8", newline="\n")
            self.stdout.write(f"{path.name}: {'as it was' if committed == written else 'written'}.")
        elif committed != written:
            raise CommandError(f"{path.name} is not what the code says; write it with: manage.py api_schema --write", returncode=FAILED)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        if isinstance(error, OSError):
            raise unreadable(path, error) from None
        raise CommandError(f"{path} is no UTF-8 text.", returncode=USAGE) from None


def _refuse_breaking(committed: str, written: str) -> None:
    try:
        older = read_schema(committed)
    except (yaml.YAMLError, ValueError, TypeError):
        raise CommandError("The committed schema is not YAML.", returncode=USAGE) from None
    broken = find_breaking_changes(older, read_schema(written))
    if broken:
        lines = "\n".join(f"  {line}" for line in broken)
        raise CommandError(
            f"The API would break its clients; it takes a new version of it, or the old names kept:\n{lines}", returncode=FAILED
        )
