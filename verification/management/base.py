"""What every command of ours has in common: one plain sentence instead of a traceback, and the exit status of the contract."""

import os
import sys
from pathlib import Path
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.db.utils import OperationalError, ProgrammingError

from causalflow.check_tags import ENVIRONMENT, FITTED
from verification.services.storage import find_storage_fault

FAILED, USAGE = 1, 2
INTERRUPTED = 130


class PlainCommand(BaseCommand):
    """Exit status 0 done, 1 something failed, 2 usage or a file that can't be read. Progress and warnings go to stderr."""

    # Django's other checks look for a programmer's mistakes, and load every page and form for it: a fifth of a start.
    requires_system_checks: ClassVar = [ENVIRONMENT, FITTED]

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except DatabaseError as error:
            raise CommandError(_describe(error)) from error
        except KeyboardInterrupt:
            raise CommandError("Stopped.", returncode=INTERRUPTED) from None
        except BrokenPipeError:
            # The reader of our output has left (head, a closed pager); Python would complain once more at its exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(FAILED) from None
        except OSError as error:
            # A full disk, for one. What can't be read has been said already, with status 2.
            raise CommandError(f"Stopped: {error.strerror or type(error).__name__}.", returncode=FAILED) from error


def unreadable(path: Path, error: OSError) -> CommandError:
    """A file that can't be opened, as a sentence with status 2."""
    return CommandError(f"{path} can't be read: {error.strerror or type(error).__name__}.", returncode=USAGE)


def _describe(error: DatabaseError) -> str:
    """Where the disk or a switch is the reason, another database would not help."""
    if fault := find_storage_fault(error):
        return fault.sentence
    if isinstance(error, OperationalError | ProgrammingError):
        return f"The database can't be used ({_first_line(error)}); is it there, and migrated (manage.py migrate)?"
    return f"The database refused this: {_first_line(error)}."


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0][:200]
