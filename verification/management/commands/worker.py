"""``worker``: works off what pages, API and schedules ask for, until it is told to end."""

import os
import platform
from typing import Any

from verification.management.base import PlainCommand
from verification.services.operations.supervision import Supervisor


class Command(PlainCommand):
    help = "Work off what pages, API and schedules ask for. Several may run on several machines against one PostgreSQL. SIGTERM ends it."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stderr.write("The worker runs; Ctrl-C ends it.")
        Supervisor(name=f"{platform.node()}:{os.getpid()}").run()
