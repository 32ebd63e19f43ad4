"""``verify SLUG…|--all``: the pipeline in the foreground (contracts, section 2)."""

import json
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from verification.core.freshness import parse_moment
from verification.core.vocabulary import Badge, RunStatus, Stage
from verification.enums import RunTrigger
from verification.management.base import FAILED, USAGE, PlainCommand
from verification.management.tables import Progress, format_verdicts, row_of_run
from verification.models import Node, VerificationRun
from verification.providers.registry import PROPOSERS
from verification.services.execution import execute_run
from verification.services.runs import cancel_run, request_run
from verification.shapes import run_shape

FIRST_YEAR, LAST_YEAR = 1990, 2200
BADGES = tuple(badge.value for badge in Badge)
FAIL_ON = (*BADGES, *(status.value for status in RunStatus if status.is_final and status.value not in BADGES))


class Command(PlainCommand):
    help = "Verify nodes now and print what was found. An unknown is a result; status 1 is for what failed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="SLUG")
        parser.add_argument("--all", action="store_true", help="every active node")
        parser.add_argument("--json", action="store_true", help="one JSON line a node")
        parser.add_argument("--extractor", choices=("rules", "llm"), default=settings.EXTRACTOR)
        parser.add_argument("--as-of", metavar="WHEN", help="replay for a date (its end, in TIME_ZONE) or an ISO time")
        parser.add_argument("--from-stage", choices=("1", "2"), default="1")
        parser.add_argument(
            "--fail-on", action="append", default=[], choices=FAIL_ON, metavar="CODE", help="a badge or status that makes the status 1"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["extractor"] not in PROPOSERS:
            raise CommandError("No model is configured; use --extractor rules.", returncode=USAGE)
        as_of = _moment(options["as_of"])
        nodes = _nodes(options["slugs"], options["all"])
        if not nodes:
            self.stderr.write("There are no active nodes; load some with load_nodes.")
        runs = []
        progress = Progress(len(nodes))
        for node in nodes:
            run = verify_node(node, as_of, Stage(options["from_stage"]), options["extractor"])
            runs.append(run)
            progress.advance(node.slug)
            if options["json"]:
                self.stdout.write(json.dumps(run_shape(run), ensure_ascii=False))
                self.stdout.flush()
            if run.error:
                self.stderr.write(f"{node.slug}: {run.error}")
        progress.close()
        if not options["json"] and runs:
            self.stdout.write(format_verdicts([row_of_run(run) for run in runs]))
        self._end(runs, set(options["fail_on"]))

    def _end(self, runs: list[VerificationRun], fail_on: set[str]) -> None:
        failed = [run.node.slug for run in runs if run.status in (RunStatus.FAILED, RunStatus.CANCELLED)]
        unwanted = [run.node.slug for run in runs if {run.badge, run.status} & fail_on]
        if failed:
            raise CommandError(f"{len(failed)} of {len(runs)} failed: {', '.join(failed)}.", returncode=FAILED)
        if unwanted:
            raise CommandError(f"--fail-on met by {', '.join(unwanted)}.", returncode=FAILED)


def verify_node(
    node: Node, as_of: datetime | None = None, from_stage: Stage = Stage.WHITELIST, extractor: str = settings.EXTRACTOR
) -> VerificationRun:
    """Verify a node here and now; interrupted, the run is cancelled."""
    run = request_run(node=node, trigger=RunTrigger.COMMAND, as_of=as_of, from_stage=from_stage, extractor=extractor, enqueue=False)
    try:
        return execute_run(run_id=run.pk)
    except KeyboardInterrupt:
        cancel_run(run=run, actor="verify")
        raise


def _nodes(slugs: list[str], every: bool) -> list[Node]:
    if every == bool(slugs):
        raise CommandError("Name the nodes to verify, or --all for every active one.", returncode=USAGE)
    active = Node.objects.filter(is_active=True)
    if every:
        return list(active.order_by("slug"))
    found = {node.slug: node for node in Node.objects.filter(slug__in=slugs)}
    unknown = [slug for slug in dict.fromkeys(slugs) if slug not in found]
    if unknown:
        raise CommandError(f"There is no node {', '.join(unknown)}.", returncode=USAGE)
    inactive = [slug for slug, node in found.items() if not node.is_active]
    if inactive:
        raise CommandError(f"Inactive, so not verified: {', '.join(inactive)}.", returncode=USAGE)
    return [found[slug] for slug in dict.fromkeys(slugs)]


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    moment = parse_moment(text, zone=timezone.get_default_timezone(), end_of_day=True)
    if moment is None or not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise CommandError(f"--as-of: “{text[:40]}” is no moment; expected a date such as 2026-06-18 or an ISO time.", returncode=USAGE)
    return moment
