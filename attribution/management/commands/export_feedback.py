"""``export_feedback``: citations of ended reports with their verdicts as JSON Lines, for training and prompts."""

import json
from typing import Any

from django.core.management.base import CommandError, CommandParser

from attribution.models import CitationReport
from attribution.services.citations.export import PROMPTS, TRAINING, export_lines
from verification.management.base import USAGE, PlainCommand


class Command(PlainCommand):
    help = "Write what was found of citations to standard output, one JSON object a line."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--kind", choices=(TRAINING, PROMPTS), default=TRAINING, help="prompts: what writers are told of what fails")
        parser.add_argument("--since", type=int, default=0, metavar="ID", help="only reports with a higher id")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["since"] < 0:
            raise CommandError("--since: expected the id of a report.", returncode=USAGE)
        count = 0
        for line in export_lines(CitationReport.objects.all(), kind=options["kind"], since=options["since"]):
            self.stdout.write(json.dumps(line, ensure_ascii=False))
            count += 1
        self.stderr.write(f"{count} lines")
