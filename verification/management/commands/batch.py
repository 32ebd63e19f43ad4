"""``batch TASK IN.jsonl OUT.jsonl``: each line through one pure function (contracts, section 2). Without a model it needs no database."""

import json
import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any

from django.core.management.base import CommandError, CommandParser
from django.utils.module_loading import import_string

from verification.management.base import FAILED, USAGE, PlainCommand, unreadable
from verification.reads.answers import Shape
from verification.services.gateway.model_profiles import LLM, RULES, list_usable_profiles
from verification.strict_json import BadInput, is_binary, parse_object, read_lines

LINES_PER_NOTE = 100
TASKS = {
    "quantities": "verification.stateless.answer_quantities",
    "consensus": "verification.stateless.answer_consensus",
    "ground": "verification.stateless.answer_ground",
    "pages": "verification.stateless.answer_pages",
    "citations": "attribution.stateless.answer_citations",
    "attribution": "attribution.stateless.answer_attribution",
    "support": "attribution.stateless.answer_support",
    "read": "verification.stateless.answer_read",
}
# What a model may be asked for, where the rules leave it open.
ASKING = {"consensus": "verification.stateless.answer_consensus_asking"}

logger = logging.getLogger(__name__)


class Command(PlainCommand):
    help = "Map each line of a JSON Lines file through one pure function. A bad line becomes an error line and the rest goes on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("task", choices=sorted(TASKS), metavar="TASK", help=", ".join(sorted(TASKS)))
        parser.add_argument("input", metavar="IN.jsonl", type=Path)
        parser.add_argument("output", metavar="OUT.jsonl", type=Path)
        parser.add_argument("--extractor", choices=(RULES, LLM), default=RULES)

    def handle(self, *args: Any, **options: Any) -> None:
        asks = options["extractor"] == LLM
        if asks and not list_usable_profiles():
            raise CommandError("No model is configured; use --extractor rules.", returncode=USAGE)
        source, target = options["input"], options["output"]
        if source.exists() and target.exists() and source.samefile(target):
            raise CommandError("IN and OUT are the same file.", returncode=USAGE)
        try:
            file = source.open("rb")
        except OSError as error:
            raise unreadable(source, error) from None
        with file:
            if is_binary(file):
                raise CommandError(f"{source} is no text file; expected one JSON object a line in UTF-8.", returncode=USAGE)
            try:
                out = target.open("w", encoding="utf-8", newline="\n")
            except OSError as error:
                raise CommandError(f"{target} can't be written: {error.strerror or type(error).__name__}.", returncode=USAGE) from None
            task = {**TASKS, **ASKING}[options["task"]] if asks else TASKS[options["task"]]
            with out:
                done, bad = self._map(import_string(task), file, out)
        self.stderr.write(f"{done} lines, {bad} of them bad.")
        if bad:
            raise CommandError(f"{bad} of {done} lines could not be answered; {target} says why.", returncode=FAILED)

    def _map(self, task: Callable[[Mapping[str, object]], Shape], file: IO[bytes], out: IO[str]) -> tuple[int, int]:
        """(lines, bad lines). Memory holds one line at a time."""
        done = bad = 0
        for number, line in read_lines(file):
            answer = _answer(task, number, line)
            done += 1
            bad += "error" in answer
            out.write(json.dumps(answer, ensure_ascii=False) + "\n")
            if done % LINES_PER_NOTE == 0 and self.stderr.isatty():
                self.stderr.write(f"\r\033[K{done} lines", ending="")
        return done, bad


def _answer(task: Callable[[Mapping[str, object]], Shape], number: int, line: bytes) -> Shape:
    """What a line becomes: its answer, or its number, its id where it has one, and what is wrong."""
    given: dict[str, object] = {}
    try:
        given = parse_object(line)
        return task(given)
    except BadInput as error:
        problem = str(error)
    except Exception as error:
        # A line that the program itself can't bear must not take the other lines' answers with it.
        logger.exception("Line %s could not be answered.", number)
        problem = f"an error of the program: {type(error).__name__}"
    named = given.get("id")
    is_usable = isinstance(named, str | int) and not isinstance(named, bool)
    return {"line": number, **({"id": named} if is_usable else {}), "error": problem}
