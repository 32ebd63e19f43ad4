"""``read TEXT|URL|-``: what a text says, statement by statement, or what a question asks."""

import json
import sys
from datetime import date
from typing import Any

from asgiref.sync import async_to_sync
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from verification.core.reading.placed_text import MAX_TEXT
from verification.core.reading.questions import MAX_NAME, read_question
from verification.core.reading.reader import read_statements
from verification.core.vocabulary import NodeKind, Purpose
from verification.management.base import FAILED, USAGE, PlainCommand
from verification.providers.base import ProviderError
from verification.reads.statements import lines_of, question_shape, read_as, statement_shape
from verification.services.gateway.gateway import Work, open_gateway

HEAD = "SAID\tSUBJECT\tMEASURE\tPERIOD\tSTATUS\tSPEAKER"


class Command(PlainCommand):
    help = "Show what was understood: a statement for each figure and event of a text or page, or the slots of a question."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("text", metavar="TEXT|URL|-", help="a text, the address of a page, or - for standard input")
        parser.add_argument("--question", action="store_true", help="read a node's name, a question or a sentence with a blank ____")
        parser.add_argument("--kind", choices=[kind.value for kind in NodeKind], help="of the question; text asks for an event")
        parser.add_argument("--title", default="", help="the heading above the text")
        parser.add_argument("--date", help="YYYY-MM-DD, the day that 'last month' is counted from; default: the page's, else today")
        parser.add_argument("--json", action="store_true", help="one JSON object a statement, or one for the question")

    def handle(self, *args: Any, **options: Any) -> None:
        given = _read_input() if options["text"] == "-" else options["text"]
        if not given.strip():
            raise CommandError("There is nothing to read: the text is empty.", returncode=USAGE)
        base = _day_of(options["date"])
        if options["question"]:
            self._ask(given.strip(), base or timezone.localdate(), options)
            return
        title, text = options["title"], given
        if _is_address(given):
            page = _fetch(given.strip())
            title, text = title or page.title, page.text
            base = base or (page.published_at.date() if page.published_at else None)
        if len(text) > MAX_TEXT:
            self.stderr.write(f"Only the first {MAX_TEXT} characters of {len(text)} are read.")
        self._write(read_statements(text, base=base or timezone.localdate(), title=title), as_json=options["json"])

    def _ask(self, text: str, base: date, options: dict[str, Any]) -> None:
        if len(text) > MAX_NAME:
            raise CommandError(f"A question has at most {MAX_NAME} characters; this one has {len(text)}.", returncode=USAGE)
        kind = NodeKind(options["kind"]) if options["kind"] else None
        question = read_question(text, base=base, kind=kind)
        if options["json"]:
            self.stdout.write(json.dumps(question_shape(question), ensure_ascii=False))
        else:
            self.stdout.write(f"read as: {read_as(question, options['kind'] or '')}")

    def _write(self, statements: Any, *, as_json: bool) -> None:
        if as_json:
            for statement in statements:
                self.stdout.write(json.dumps(statement_shape(statement), ensure_ascii=False))
            return
        self.stdout.write(HEAD)
        for line in lines_of(statements):
            self.stdout.write(line)


def _is_address(text: str) -> bool:
    written = text.strip()
    return written.startswith(("http://", "https://")) and len(written.split()) == 1


def _fetch(url: str) -> Any:
    try:
        return async_to_sync(_visit)(url)
    except ProviderError as error:
        raise CommandError(f"{url} can't be read: {error}", returncode=FAILED) from None


async def _visit(url: str) -> Any:
    async with open_gateway() as gateway:
        return await gateway.read(url, work=Work(Purpose.NODE, subject="read"))


def _day_of(written: str | None) -> date | None:
    if not written:
        return None
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise CommandError(f"--date takes a day as YYYY-MM-DD, not {written!r}.", returncode=USAGE) from None


def _read_input() -> str:
    """Standard input as text."""
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise CommandError(f"Standard input is no UTF-8 text (byte {error.start + 1}).", returncode=USAGE) from None
