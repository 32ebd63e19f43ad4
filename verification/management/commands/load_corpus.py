"""``load_corpus FILE.jsonl…``: documents for the local search (contracts, section 2)."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from verification.core.periods.freshness import parse_moment
from verification.management.base import USAGE, PlainCommand, unreadable
from verification.schemas import DocumentLine, check_shape
from verification.services.gateway.corpus import DocumentEntry, LoadReport, load_documents, zone_of_language
from verification.strict_json import BadInput, is_binary, parse_object, read_lines

REASONS = {
    "address": "the address is no http or https address of at most 2000 characters",
    "empty": "neither title nor text",
    "future": "published in the future",
}
LINES_NAMED = 5


class Command(PlainCommand):
    help = "Index documents {title, text, url, published_at, source?, lang?}, one JSON object a line. Loading a file again changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE.jsonl", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        for path in options["files"]:
            started = monotonic()
            try:
                report = load_documents(entries=_read_entries(path), now=timezone.now(), actor="load_corpus")
            except OSError as error:
                raise unreadable(path, error) from None
            except BadInput as error:
                raise CommandError(f"{path}: {error}. Nothing was loaded.", returncode=USAGE) from None
            self._print(path, report, monotonic() - started)

    def _print(self, path: Path, report: LoadReport, seconds: float) -> None:
        skipped = sum(len(lines) for lines in report.skipped.values())
        known = f"{report.updated} updated, {report.unchanged} already there"
        self.stdout.write(f"{path}: {report.added} added, {known}, {skipped} skipped ({seconds:.1f} s).")
        for reason, lines in sorted(report.skipped.items()):
            named = ", ".join(str(line) for line in lines[:LINES_NAMED]) + (", …" if len(lines) > LINES_NAMED else "")
            self.stdout.write(f"  skipped {len(lines)}: {REASONS[reason]} (line {named})")


def _read_entries(path: Path) -> Iterator[DocumentEntry]:
    """The file's documents in order; ``BadInput`` names the line that rejects it."""
    with path.open("rb") as file:
        if is_binary(file):
            raise BadInput("this is no text file; expected one JSON object a line in UTF-8")
        for number, line in read_lines(file):
            try:
                yield _entry(number, check_shape(DocumentLine, parse_object(line)))
            except BadInput as error:
                raise BadInput(f"line {number}: {error}") from None


def _entry(number: int, line: DocumentLine) -> DocumentEntry:
    published_at = None
    if line.published_at and line.published_at.strip():
        published_at = parse_moment(line.published_at, zone=zone_of_language(line.lang))
        if published_at is None:
            raise BadInput(f"published_at: “{line.published_at[:40]}” is no date; {DocumentLine.expected('published_at')}")
    return DocumentEntry(
        line=number, title=line.title, text=line.text, url=line.url, published_at=published_at, source=line.source, lang=line.lang
    )
