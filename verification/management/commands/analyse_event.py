"""``analyse_event TEXT|-``: one message, analysed in the foreground (contracts, section 2)."""

import json
import sys
from typing import Any

from django.core.management.base import CommandError, CommandParser

from verification.core.events.vocabulary import MAX_MESSAGE, EventType
from verification.core.vocabulary import RunStatus
from verification.enums import RunTrigger, label_of
from verification.management.base import FAILED, USAGE, PlainCommand
from verification.models import Event
from verification.reads.events.answers import EventAnswer, speaking
from verification.reads.events.words import describe_adjustment, describe_findings, describe_flags, describe_notes, figure, signed
from verification.services.errors import Refused
from verification.services.events.analysis import analyse_event
from verification.services.events.lifecycle import request_event


class Command(PlainCommand):
    help = "Analyse a message now: what it reports, and how far to believe it. With - the message is read from standard input."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("text", metavar="TEXT", help="the message, or - for standard input")
        parser.add_argument("--search", action="store_true", help="search for it whatever its type's policy is")
        parser.add_argument("--json", action="store_true", help="one JSON object")
        parser.add_argument("--lang", choices=("en", "zh-hans"), default="", help="default: the language of the message")

    def handle(self, *args: Any, **options: Any) -> None:
        text = _read_input() if options["text"] == "-" else options["text"]
        try:
            event = request_event(text=text, trigger=RunTrigger.COMMAND, lang=options["lang"], search=options["search"], enqueue=False)
        except Refused as refusal:
            raise CommandError(str(refusal), returncode=USAGE) from None
        event = analyse_event(event_id=event.pk)
        if options["json"]:
            self.stdout.write(json.dumps(EventAnswer.of(event).shape(), ensure_ascii=False))
        else:
            self._write(event)
        if event.status == RunStatus.FAILED:
            raise CommandError(event.error or "The analysis failed.", returncode=FAILED)

    def _write(self, event: Event) -> None:
        with speaking(event, None):
            name = label_of(EventType, event.event_type) if event.event_type else "-"
            self.stdout.write(f"e-{event.pk}  {name}  {event.asset or '-'}  {event.get_direction_display()}  {event.get_action_display()}")
            if event.preliminary_confidence is not None:
                self.stdout.write(f"{figure(event.preliminary_confidence):>8}")
            for adjustment in event.adjustments:
                self.stdout.write(f"{signed(adjustment['delta']):>8}  {describe_adjustment(event, adjustment)}")
            for line in describe_findings(event):
                self.stdout.write(line)
            self.stdout.write(describe_notes(event))
            for line in describe_flags(event):
                self.stdout.write(line)
            if event.risk_flags:
                self.stdout.write(", ".join(event.risk_flags))


def _read_input() -> str:
    """Standard input as text; a little more than may be read, so that too much is noticed."""
    raw = sys.stdin.buffer.read(4 * MAX_MESSAGE + 8)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        if len(raw) > 4 * MAX_MESSAGE:
            return raw.decode("utf-8", "ignore")
        raise CommandError(f"Standard input is no UTF-8 text (byte {error.start + 1}).", returncode=USAGE) from None
