"""``names [SLUG…] [--take NAME|--refuse NAME]``: other names of nodes that wait for a person."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from verification.management.base import FAILED, USAGE, PlainCommand
from verification.models import Node
from verification.services.errors import Refused
from verification.services.nodes.other_names import list_suggested, refuse_name, take_name


class Command(PlainCommand):
    help = "List the other names that open data and pages give to nodes, or decide on one of them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="SLUG", help="default: every active node")
        decision = parser.add_mutually_exclusive_group()
        decision.add_argument("--take", metavar="NAME", help="make it an alias of the one node named")
        decision.add_argument("--refuse", metavar="NAME", help="never suggest it again for the one node named")

    def handle(self, *args: Any, **options: Any) -> None:
        nodes = self._nodes(options["slugs"])
        name = options["take"] or options["refuse"]
        if name is None:
            self._list(nodes)
            return
        if len(options["slugs"]) != 1:
            raise CommandError("Name the one node whose name it is.", returncode=USAGE)
        decide = take_name if options["take"] else refuse_name
        try:
            row = decide(node=nodes[0], name=name, actor="names", base=timezone.localdate())
        except Refused as refusal:
            raise CommandError(str(refusal), returncode=FAILED) from None
        self.stdout.write(f"{nodes[0].slug}: {row.name} {row.status}.")

    def _nodes(self, slugs: list[str]) -> list[Node]:
        if not slugs:
            return list(Node.objects.filter(is_active=True).order_by("slug"))
        found = {node.slug: node for node in Node.objects.filter(slug__in=slugs)}
        if unknown := [slug for slug in dict.fromkeys(slugs) if slug not in found]:
            raise CommandError(f"There is no node {', '.join(unknown)}.", returncode=USAGE)
        return [found[slug] for slug in dict.fromkeys(slugs)]

    def _list(self, nodes: list[Node]) -> None:
        for node in nodes:
            for one in list_suggested(node, base=timezone.localdate()):
                self.stdout.write(f"{node.slug}: {one.name} ({one.url or 'open data'})")
