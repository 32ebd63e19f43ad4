"""``node_summaries``: whether what lists sort and count nodes by agrees with their states and runs (docs/operate.md)."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import transaction

from verification.management.base import PlainCommand
from verification.services.nodes.summaries import list_wrong_summaries, lock_nodes, summarise_nodes

SHOWN = 20


class Command(PlainCommand):
    help = "Compare what lists sort and count nodes by with the states and runs it follows from; only a change by hand makes them differ."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--write", action="store_true", help="write those that are wrong anew")

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = list(list_wrong_summaries().values_list("pk", "slug"))
        if not wrong:
            self.stdout.write("Every node's summary agrees with its state and runs.")
        elif options["write"]:
            with transaction.atomic():
                written = summarise_nodes(keys=lock_nodes(keys=[pk for pk, _slug in wrong]))
            self.stdout.write(f"Wrote {written} anew.")
        else:
            slugs = ", ".join(slug for _pk, slug in wrong[:SHOWN])
            raise CommandError(f"{len(wrong)} differ from their states and runs: {slugs}. --write writes them anew.")
