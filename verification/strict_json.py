"""Files of JSON, read strictly and a line at a time; what counts as JSON is the core's (``core.strict_json``)."""

from collections.abc import Iterator
from typing import IO

from verification.core.strict_json import BadInput, parse_json, parse_object

__all__ = ["BadInput", "is_binary", "parse_json", "parse_object", "read_lines"]

MAX_LINE_BYTES = 32_000_000
_PROBE_BYTES = 65_536


def read_lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """(number from 1, line) of every line that is not blank; memory holds one line. An overlong line is cut and so refused as JSON."""
    number = 0
    while line := file.readline(MAX_LINE_BYTES):
        number += 1
        rest = line
        while rest and not rest.endswith(b"\n") and len(rest) == MAX_LINE_BYTES:
            rest = file.readline(MAX_LINE_BYTES)
        if line.strip():
            yield number, line


def is_binary(file: IO[bytes]) -> bool:
    """Whether the start of a seekable file is no text at all: bytes that are not UTF-8, or NUL, and not one line that is JSON."""
    start = file.read(_PROBE_BYTES)
    file.seek(0)
    if b"\0" not in start and _is_utf8(start):
        return False
    return not any(_is_object(line) for line in start.splitlines())


def _is_utf8(start: bytes) -> bool:
    try:
        start.decode("utf-8")
    except UnicodeDecodeError as error:
        # The probe may end inside a character.
        return len(start) == _PROBE_BYTES and error.start > len(start) - 4
    return True


def _is_object(line: bytes) -> bool:
    try:
        parse_object(line)
    except BadInput:
        return False
    return True
