"""``load_nodes FILE.json``: create or update nodes, all or nothing (contracts, section 2)."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from verification.management.base import USAGE, PlainCommand, unreadable
from verification.schemas import NodeEntry, check_shape
from verification.services.nodes.nodes import BadEntries, NodeFields, load_nodes, node_fields
from verification.strict_json import BadInput, parse_json


class Command(PlainCommand):
    help = "Create or update the nodes of a JSON list, all or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE.json", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            report = load_nodes(entries=_read_entries(path), actor="load_nodes")
        except OSError as error:
            raise unreadable(path, error) from None
        except BadInput as error:
            raise CommandError(f"{path}: {error}. Nothing was loaded.", returncode=USAGE) from None
        except BadEntries as error:
            named = "".join(f"\n  {problem}" for problem in error.problems)
            raise CommandError(f"{path}: nothing was loaded, because of{named}", returncode=USAGE) from None
        self.stdout.write(f"{path}: {report.created} created, {report.updated} updated, {report.unchanged} unchanged.")


def _read_entries(path: Path) -> list[NodeFields]:
    """The file's nodes; ``BadInput`` for a file that is no list, ``BadEntries`` for entries that are no nodes."""
    listed = parse_json(path.read_bytes())
    if not isinstance(listed, list):
        raise BadInput("expected a JSON list of nodes")
    entries, problems = [], []
    for position, value in enumerate(listed, 1):
        try:
            entries.append(check_shape(NodeEntry, value))
        except BadInput as error:
            problems.append(f"entry {position} ({_name(value)}): {error}")
    if problems:
        raise BadEntries(problems)
    return [node_fields(entry) for entry in entries]


def _name(value: object) -> str:
    slug = value.get("slug") if isinstance(value, dict) else None
    return str(slug)[:100] if slug else "without slug"
