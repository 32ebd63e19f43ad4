"""``audit``: whether the audit trail is whole, and where its chain ends (docs/operate.md)."""

import argparse
import re
from dataclasses import dataclass
from typing import Any

from django.core.management.base import CommandError, CommandParser

from verification.core.operations.audit_chain import ChainFault, ChainReport
from verification.management.base import FAILED, PlainCommand
from verification.services.audit import check_audit, read_head

_HEAD = re.compile(r"(\d{1,18}):([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class ChainEnd:
    """Where a chain ended once: how many entries it had, and the digest of the last."""

    count: int
    digest: str


class Command(PlainCommand):
    help = "Check the audit trail's chain of digests, or print its head to be kept elsewhere."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "action", choices=("verify", "head"), help="walk the whole chain (status 1: edited or cut off), or print its head"
        )
        parser.add_argument("--expect", type=_head, metavar="COUNT:DIGEST", help="a head printed before; the chain has to hold it still")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["action"] == "head":
            count, digest = read_head()
            self.stdout.write(f"{count}:{digest}")
            return
        expected: ChainEnd | None = options["expect"]
        report = check_audit(marks=[expected.count] if expected else [])
        if report.problem is not None:
            raise CommandError(_say(report), returncode=FAILED)
        if expected and report.marks.get(expected.count) != expected.digest:
            raise CommandError(_say_expected(expected, report), returncode=FAILED)
        self.stdout.write(f"{report.count} entries, whole. Head: {report.count}:{report.digest}")


def _head(text: str) -> ChainEnd:
    found = _HEAD.fullmatch(text)
    if not found:
        raise argparse.ArgumentTypeError("expected COUNT:DIGEST as “audit head” prints it, a number and 64 hexadecimal digits")
    return ChainEnd(int(found[1]), found[2])


def _say(report: ChainReport) -> str:
    problem = report.problem
    if problem is None:
        return ""
    if problem.fault == ChainFault.EDITED:
        return f"Entry {problem.key} was changed, or one before it was taken out; the {report.count} entries before it are whole."
    if problem.fault == ChainFault.CUT_OFF:
        return f"The end was cut off: {report.count} entries are there, the head counts more."
    return f"The head does not fit the {report.count} entries that are there."


def _say_expected(expected: ChainEnd, report: ChainReport) -> str:
    if expected.count > report.count:
        return f"The end was cut off: {report.count} entries are there, {expected.count} were expected."
    return f"Entry number {expected.count} is not the one expected: the trail was written anew since."
