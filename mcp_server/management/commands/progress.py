"""``progress``: the streams of progress from processes of their own, for installations with many readers."""

from threading import Thread
from typing import Any, ClassVar

import uvicorn
from django.contrib.auth.models import User
from django.core.management.base import CommandError, CommandParser
from django.db import Error as DatabaseError
from django.db import connections

from causalflow.check_tags import ENVIRONMENT
from causalflow.processes import die_with_parent, listen
from mcp_server.callers import find_caller
from mcp_server.forking import serve_from
from mcp_server.streams.app import make_app
from mcp_server.streams.standings import KINDS, Watched, look_at
from mcp_server.threads import hold_to
from verification.management.base import FAILED, USAGE, PlainCommand

BIND = "127.0.0.1:8002"
WORKERS, MOST_WORKERS = 2, 16
GRACE_SECONDS = 20
# For each process: a look at the database is short, and all readers share it.
THREADS = 2


class Command(PlainCommand):
    # The fitted models would stand in memory, and nothing is weighed here.
    requires_system_checks: ClassVar = [ENVIRONMENT]
    help = "Serve the streams of progress (Server-Sent Events) alone, from several processes that share their memory."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--bind", default=BIND, help=f"host and port (default {BIND})")
        parser.add_argument("--workers", type=int, default=WORKERS, help=f"processes (default {WORKERS})")

    def handle(self, *args: Any, **options: Any) -> None:
        workers = options["workers"]
        if not 1 <= workers <= MOST_WORKERS:
            raise CommandError(f"--workers is {workers}; expected 1 to {MOST_WORKERS}.", returncode=USAGE)
        listener = _listen(options["bind"])
        _warm_up()
        self.stderr.write(f"Streams of progress at http://{options['bind']}")
        serve_from(workers, listener, _serve)


def _listen(bind: str) -> Any:
    host, _colon, port = bind.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or not 1 <= int(port[:6]) <= 65535:
        raise CommandError(f"--bind is {bind[:60]!r}; expected a host and a port, such as {BIND}.", returncode=USAGE)
    listener = listen(host.strip("[]"), int(port))
    if listener is None:
        raise CommandError(f"{bind} is busy, or no address of this machine.", returncode=FAILED)
    return listener


def _warm_up() -> None:
    """Load what a first reader would, so that it stands in memory once for all processes. Nothing is asked for, and nobody comes in."""
    _configure().load()
    # In a thread, as readers are answered: what the database's library takes and gives back then leaves no holes between what is shared.
    thread = Thread(target=_ask_in_vain)
    thread.start()
    thread.join()


def _ask_in_vain() -> None:
    try:
        find_caller("")
        User(pk=0).has_perm("")
        look_at(Watched(kind, "0", 0) for kind in KINDS)
    except DatabaseError:
        # Not there yet: each reader asks again.
        pass
    finally:
        connections.close_all()


def _configure() -> uvicorn.Config:
    return uvicorn.Config(
        make_app(), log_config=None, access_log=False, server_header=False, timeout_graceful_shutdown=GRACE_SECONDS, proxy_headers=False
    )


def _serve(listener: Any) -> None:
    die_with_parent()
    hold_to(THREADS)
    uvicorn.Server(_configure()).run(sockets=[listener])
