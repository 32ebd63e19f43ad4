"""``verify SLUG…|--all``: the pipeline in the foreground (contracts, section 2).

Nodes that are named are taken and printed in the order in which they were named. ``--all`` takes the riskiest first, of equals those
checked longest ago, as the schedule does: whoever interrupts it has the verdicts that matter most. It prints by slug, since the order of
ages is another one each time, and two outputs could not be compared: the table as a whole, JSON lines a hundred nodes at a time, as they
get their verdicts.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from verification.core.periods.freshness import parse_moment
from verification.core.vocabulary import Badge, RunStatus, Stage
from verification.enums import RunTrigger
from verification.management.base import FAILED, USAGE, PlainCommand
from verification.management.tables import ProgressBar, format_verdicts, row_of_run
from verification.models import Node, VerificationRun
from verification.reads.runs.verdicts import run_shape
from verification.services.gateway.model_profiles import LLM, RULES, default_extractor, list_usable_profiles
from verification.services.runs.batches import request_runs
from verification.services.runs.execution import execute_runs
from verification.services.runs.lifecycle import cancel_run
from verification.services.runs.schedules import order_by_urgency

FIRST_YEAR, LAST_YEAR = 1990, 2200
BADGES = tuple(badge.value for badge in Badge)
NODES_AT_ONCE = 100  # asked for together; their verdicts are written when all of them have one
FAIL_ON = (*BADGES, *(status.value for status in RunStatus if status.is_final and status.value not in BADGES))


class Command(PlainCommand):
    help = "Verify nodes now and print what was found. An unknown is a result; status 1 is for what failed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="SLUG")
        parser.add_argument("--all", action="store_true", help="every active node")
        parser.add_argument("--json", action="store_true", help="one JSON line a node")
        parser.add_argument("--extractor", choices=(RULES, LLM), help="default: a model where one can be asked, else the rules")
        parser.add_argument("--as-of", metavar="WHEN", help="replay for a date (its end, in TIME_ZONE) or an ISO time")
        parser.add_argument("--from-stage", choices=("1", "2"), default="1")
        parser.add_argument(
            "--fail-on", action="append", default=[], choices=FAIL_ON, metavar="CODE", help="a badge or status that makes the status 1"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        extractor = options["extractor"] or default_extractor()
        if extractor == LLM and not list_usable_profiles():
            raise CommandError("No model is configured; use --extractor rules.", returncode=USAGE)
        as_of = _moment(options["as_of"])
        nodes = _nodes(options["slugs"], options["all"])
        if not nodes:
            self.stderr.write("There are no active nodes; load some with load_nodes.")
        asked = {"as_of": as_of, "from_stage": Stage(options["from_stage"]), "extractor": extractor}
        runs: list[VerificationRun] = []
        progress = ProgressBar(len(nodes))
        for first in range(0, len(nodes), NODES_AT_ONCE):
            done = verify_nodes(nodes[first : first + NODES_AT_ONCE], progress=progress, **asked)
            if options["all"]:
                done.sort(key=lambda run: run.node.slug)
            runs += done
            for run in done:
                if options["json"]:
                    self.stdout.write(json.dumps(run_shape(run), ensure_ascii=False))
                if run.error:
                    self.stderr.write(f"{run.node.slug}: {run.error}")
            self.stdout.flush()
        progress.close()
        if options["all"]:
            runs.sort(key=lambda run: run.node.slug)
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


def verify_nodes(
    nodes: Sequence[Node],
    *,
    progress: ProgressBar | None = None,
    as_of: datetime | None = None,
    from_stage: Stage = Stage.WHITELIST,
    extractor: str | None = None,
) -> list[VerificationRun]:
    """Verify nodes here and now, several at once; the runs in the order of the nodes. Interrupted, what has not ended is cancelled."""
    asked = request_runs(nodes=nodes, trigger=RunTrigger.COMMAND, as_of=as_of, from_stage=from_stage, extractor=extractor)
    runs = {run.pk: run for run in asked}
    bar = progress or ProgressBar(len(nodes))
    try:
        return execute_runs(run_ids=list(runs), when_done=lambda run_id: bar.advance(runs[run_id].node.slug))
    except KeyboardInterrupt:
        for run in VerificationRun.objects.filter(pk__in=runs, finished_at__isnull=True):
            cancel_run(run=run, actor="verify")
        raise
    finally:
        if progress is None:
            bar.close()


def _nodes(slugs: list[str], every: bool) -> list[Node]:
    if every == bool(slugs):
        raise CommandError("Name the nodes to verify, or --all for every active one.", returncode=USAGE)
    active = Node.objects.filter(is_active=True)
    if every:
        return list(order_by_urgency(active))
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
