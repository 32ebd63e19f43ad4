"""``replay --since DATE``: what an engine, a whitelist or a node that changed would make of stored evidence. Writes nothing."""

import json
from collections import Counter
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from verification.core.consensus.engine import ENGINE_VERSION
from verification.core.periods.freshness import parse_moment
from verification.management.base import USAGE, PlainCommand
from verification.management.tables import clip, format_table
from verification.services.runs.replay import Replayed, ReplayedResult, replay_runs

VALUE_CELLS = 30


class Command(PlainCommand):
    help = "Judge stored evidence again with the present engine and print which runs would end otherwise. Nothing is written."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--since", required=True, metavar="DATE", help="runs that ended on this day (its start, in TIME_ZONE) or later")
        parser.add_argument("--json", action="store_true", help="one JSON line a run that would change")

    def handle(self, *args: Any, **options: Any) -> None:
        changed: list[Replayed] = []
        judged, left = 0, Counter[str]()
        for replayed in replay_runs(since=_moment(options["since"])):
            judged += not replayed.hindrance
            left.update([replayed.hindrance] if replayed.hindrance else [])
            if not replayed.is_changed:
                continue
            if options["json"]:
                self.stdout.write(json.dumps(_shape(replayed), ensure_ascii=False))
            changed.append(replayed)
        if changed and not options["json"]:
            self.stdout.write(format_table(("node", "run", "was", "would be", "note"), [_cells(replayed) for replayed in changed]))
        self.stderr.write(f"{judged} runs judged again, {len(changed)} would change.")
        for hindrance, count in sorted(left.items()):
            self.stderr.write(f"{count} runs could not be judged again: {hindrance}.")


def _moment(text: str) -> datetime:
    moment = parse_moment(text, zone=timezone.get_default_timezone())
    if moment is None:
        raise CommandError(f"--since: “{text[:40]}” is no moment; expected a date such as 2026-06-18 or an ISO time.", returncode=USAGE)
    return moment


def _say(judgement: ReplayedResult) -> str:
    return f"{judgement.badge} {clip(judgement.value, VALUE_CELLS)} ({judgement.reason})"


def _cells(replayed: Replayed) -> tuple[str, ...]:
    note = "of the whitelist's pages alone" if replayed.is_partial else ""
    return replayed.run.node.slug, str(replayed.run.pk), _say(replayed.old), _say(replayed.new), note


def _shape(replayed: Replayed) -> dict[str, object]:
    run = replayed.run
    return {
        "node": run.node.slug,
        "run": run.pk,
        "as_of": timezone.localtime(run.as_of).isoformat(),
        "engine": {"old": run.engine_version, "new": ENGINE_VERSION},
        "old": asdict(replayed.old),
        "new": asdict(replayed.new),
        "partial": replayed.is_partial,
    }
