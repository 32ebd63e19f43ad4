"""``check_citations FILE|-``: the citations of a text, checked in the foreground (contracts, section 2)."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from attribution.core.vocabulary import CitationStatus, CitationWhy, Policy
from attribution.enums import Depth, codes_of
from attribution.models import Citation, CitationReport
from attribution.reads.explanations import explain_reasons
from attribution.reads.reports import report_shape, says_otherwise, summarize
from attribution.services.citations.annotation import annotate_report
from attribution.services.citations.checking import execute_report
from attribution.services.citations.lifecycle import MAX_TEXT, cancel_report, create_report, previous_checks
from verification.enums import RunTrigger
from verification.management.base import FAILED, USAGE, PlainCommand, unreadable
from verification.services.errors import Refused

MAX_BYTES = 4 * MAX_TEXT
OFFICIAL = CitationWhy.SERIES_SAYS_OTHERWISE.value
FAIL_ON = (*(code for code in codes_of(CitationStatus) if code not in (CitationStatus.NOT_APPLICABLE, CitationStatus.VERIFIED)), OFFICIAL)


class Command(PlainCommand):
    help = "Check the citations of a text (FILE, or - for standard input). A verdict is a result; status 1 is for --fail-on and failures."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE|-")
        parser.add_argument("--json", action="store_true", help="the whole report as one JSON object")
        parser.add_argument("--fail-on", default="", metavar="CODE,…", help=f"verdicts that make the status 1: {', '.join(FAIL_ON)}")
        parser.add_argument("--depth", choices=Depth.values, default=Depth.STANDARD.value)
        parser.add_argument("--policy", choices=codes_of(Policy), default=Policy.MARK.value)
        parser.add_argument("--annotated", type=Path, metavar="OUT", help="write the annotated Markdown to this file")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = {code.strip() for code in options["fail_on"].split(",") if code.strip()}
        if unknown := sorted(wanted - set(FAIL_ON)):
            raise CommandError(f"--fail-on: {', '.join(unknown)}; expected some of {', '.join(FAIL_ON)}.", returncode=USAGE)
        report = self._check(_read(options["file"]), options)
        citations = list(report.citations.order_by("index"))
        if options["json"]:
            shape = report_shape(report, citations, previous_checks(report=report), lang=None)
            self.stdout.write(json.dumps(shape, ensure_ascii=False))
        else:
            self._print(citations)
        if options["annotated"]:
            _write(options["annotated"], annotate_report(report, citations).markdown)
        self._end(report, citations, wanted)

    def _check(self, text: str, options: dict[str, Any]) -> CitationReport:
        try:
            report = create_report(
                text=text,
                trigger=RunTrigger.COMMAND,
                depth=Depth(options["depth"]),
                policy=Policy(options["policy"]),
                enqueue=False,
            )
        except Refused as refusal:
            raise CommandError(str(refusal), returncode=USAGE) from None
        self.stderr.write(f"{report.citations_count} citations")
        try:
            return report if report.is_final else execute_report(report_id=report.pk, is_whole=True)
        except KeyboardInterrupt:
            cancel_report(report=report, actor="check_citations")
            raise

    def _print(self, citations: list[Citation]) -> None:
        for one in citations:
            self.stdout.write(f"{one.index:>4}  {one.status:<15} {(one.url or one.anchor or one.text)[:100]}")
            self.stdout.write(f"      {explain_reasons(one.reasons, 'en')}")
        counts = ", ".join(f"{count} {status}" for status, count in sorted(summarize(citations).items()))
        self.stdout.write(counts or "no citations")

    def _end(self, report: CitationReport, citations: list[Citation], wanted: set[str]) -> None:
        if report.error:
            raise CommandError(report.error, returncode=FAILED)
        met = [one for one in citations if one.status in wanted or (OFFICIAL in wanted and says_otherwise(one))]
        if met:
            named = ", ".join(f"{one.index} ({one.status})" for one in met[:20])
            raise CommandError(f"--fail-on met by {len(met)} of {len(citations)} citations: {named}.", returncode=FAILED)


def _read(name: str) -> str:
    try:
        body = sys.stdin.buffer.read(MAX_BYTES + 1) if name == "-" else _head(Path(name))
    except OSError as error:
        raise unreadable(Path(name), error) from None
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CommandError(f"{name} is no text in UTF-8; expected plain text, Markdown or HTML.", returncode=USAGE) from None


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path} can't be written: {error.strerror or type(error).__name__}.", returncode=USAGE) from None
