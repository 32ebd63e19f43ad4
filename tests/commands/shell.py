"""A command run as from a shell: its exit status and what it wrote."""

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management import get_commands, load_command_class
from django.core.management.base import CommandError, SystemCheckError


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str


def run_command(name: str, *arguments: str | Path) -> Result:
    """As ``manage.py NAME ARGUMENTS…``: errors become a sentence on stderr and the command's status."""
    out, err = io.StringIO(), io.StringIO()
    command = load_command_class(get_commands()[name], name)
    parser = command.create_parser("manage.py", name)
    try:
        options: dict[str, Any] = vars(_parse(parser, [str(argument) for argument in arguments], err))
    except SystemExit as stop:
        return Result(int(stop.code or 0), out.getvalue(), err.getvalue())
    positional = options.pop("args", ())
    try:
        command.execute(*positional, **{**options, "stdout": out, "stderr": err, "skip_checks": True})
    except SystemCheckError:
        raise
    except CommandError as error:
        err.write(f"CommandError: {error}\n")
        return Result(error.returncode, out.getvalue(), err.getvalue())
    return Result(0, out.getvalue(), err.getvalue())


def _parse(parser: Any, arguments: list[str], err: io.StringIO) -> Any:
    parser.called_from_command_line = True
    parser._print_message = lambda message, file=None: err.write(message or "")
    return parser.parse_args(arguments)
