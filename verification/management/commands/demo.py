"""``demo``: what ``make run`` shows: the demo nodes verified in a table, then the pages and the worker until Ctrl-C."""

import sys
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from causalflow.accounts import DEMO_ACCOUNTS, DEMO_PASSWORD, create_demo_accounts
from causalflow.processes import Together, is_answering, is_port_free
from verification.management.base import FAILED, USAGE, PlainCommand
from verification.management.commands.verify import verify_nodes
from verification.management.tables import format_verdicts, row_of_run, row_of_state
from verification.models import Node
from verification.services.nodes.demo import load_demo
from verification.services.runs.demo_history import load_demo_history

LOWEST_PORT, HIGHEST_PORT = 1, 65535


class Command(PlainCommand):
    help = "Load the demo, verify its nodes, and serve the pages on loopback (needs DEMO=1, which make run sets)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", default="8000", help="where the pages are served, on 127.0.0.1")
        parser.add_argument("--serve", default="1", help="0: stop after the table")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("The demo needs DEMO=1; make run sets it.", returncode=USAGE)
        if options["serve"] not in ("0", "1"):
            raise CommandError(f"SERVE is {options['serve'][:20]!r}; expected 1 or 0.", returncode=USAGE)
        is_served = options["serve"] == "1"
        port = _free_port(options["port"]) if is_served else 0
        call_command("migrate", interactive=False, verbosity=0)
        slugs = self._load()
        create_demo_accounts()
        self._verify(slugs)
        if is_served:
            call_command("collectstatic", interactive=False, verbosity=0)
            self._serve(port)

    def _load(self) -> tuple[str, ...]:
        """The slugs of the demo's nodes, once they and the demo's pages are there."""
        report = load_demo(now=timezone.now())
        nodes, documents = report.nodes, report.documents
        load_demo_history(now=timezone.now())
        if nodes.created or documents.added:
            self.stderr.write(f"Loaded {nodes.created} nodes and {documents.added} pages.", self.style.NOTICE)
        return report.slugs

    def _verify(self, slugs: tuple[str, ...]) -> None:
        """Verify the demo's nodes, except those on which a person ruled (the ruling stands) and those that a person made inactive."""
        known = Node.objects.select_related("state__ruling", "state__kept_ruling")
        found = known.filter(slug__in=slugs, is_active=True).in_bulk(field_name="slug")
        nodes = [found[slug] for slug in slugs if slug in found]
        ruled = {node.pk for node in nodes if node.state is not None and node.state.ruled_by is not None}
        runs = {run.node_id: run for run in verify_nodes([node for node in nodes if node.pk not in ruled])}
        rows = [row_of_state(node) if node.pk in ruled else row_of_run(runs[node.pk]) for node in nodes]
        self.stdout.write(format_verdicts(rows))

    def _serve(self, port: int) -> None:
        self.stderr.write("Starting the pages, the worker, the tools for agents and a receiver of webhooks …")
        receiver = _suggest(port)
        tools = _suggest(receiver)
        commands = {
            "The server of the pages": _pages_command(port),
            "The worker": _manage("worker"),
            "The receiver of webhooks": _manage("receiver", "--port", str(receiver)),
            "The server of the tools": _manage("mcp", "--http"),
        }
        told = {
            "DEMO_RECEIVER": f"127.0.0.1:{receiver}",
            "MCP_BIND": f"127.0.0.1:{tools}",
            "PROGRESS_URL": f"http://127.0.0.1:{tools}",
            "SITE_URL": f"http://127.0.0.1:{port}",
        }
        together = Together(commands, told=told)
        ended = together.run(
            is_ready=lambda: all(is_answering(each) for each in (port, receiver, tools)),
            announce=partial(self._announce, port, receiver, tools),
        )
        if ended:
            raise CommandError(f"{ended} ended by itself, so everything was ended; its message stands above.", returncode=FAILED)
        self.stdout.write("Everything has ended; nothing is lost. The next make run shows the same data.")

    def _announce(self, port: int, receiver: int, tools: int) -> None:
        lines = ["", f"CausalFlow runs on http://127.0.0.1:{port}", "", f"Log in (password of each: {DEMO_PASSWORD}):"]
        lines += [f"  {role:<9} {username}" for username, role in DEMO_ACCOUNTS.items()]
        lines += ["", f"Webhooks may be sent to http://127.0.0.1:{receiver}/ (Account, Webhooks), which shows what it received."]
        lines += [f"Agents find their tools (MCP) at http://127.0.0.1:{tools}/mcp, with an API token (Account, API tokens)."]
        self.stdout.write("\n".join([*lines, "", "Ctrl-C ends everything."]))
        self.stdout.flush()


def _free_port(text: str) -> int:
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(HIGHEST_PORT))
    if not is_number or not LOWEST_PORT <= int(text) <= HIGHEST_PORT:
        raise CommandError(f"PORT is {text[:20]!r}; expected a whole number from {LOWEST_PORT} to {HIGHEST_PORT}.", returncode=USAGE)
    if not is_port_free(int(text)):
        raise CommandError(f"Port {text} is busy; choose another one, as in: make run PORT={_suggest(int(text))}", returncode=FAILED)
    return int(text)


def _suggest(port: int) -> int:
    """The next free port after a busy one."""
    return next((other for other in range(port + 1, min(port + 100, HIGHEST_PORT)) if is_port_free(other)), 8000)


def _pages_command(port: int) -> list[str]:
    """Two processes of four threads: measured, two to five times what one asynchronous process answers here. They load once for both."""
    bind = ["--bind", f"127.0.0.1:{port}", "--worker-class", "gthread", "--workers", "2", "--threads", "4"]
    return [
        sys.executable,
        "-m",
        "gunicorn",
        "causalflow.wsgi",
        "--chdir",
        str(settings.BASE_DIR),
        *bind,
        "--preload",
        "--log-level",
        "warning",
        "--no-control-socket",
    ]


def _manage(*arguments: str) -> list[str]:
    return [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]
