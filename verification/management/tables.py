"""Progress and tables on a terminal, aligned for Chinese as well: a wide character takes two cells."""

import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TextIO

from verification.models import Node, VerificationRun

BAR_CELLS = 30
VALUE_CELLS = 30
QUARTERS = 4


def count_cells(text: str) -> int:
    """The cells that ``text`` takes: two for wide and full-width characters, none for combining marks, format and control characters."""
    return sum(map(_cells_of, text))


def _cells_of(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in {"Cf", "Cc"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def clip(text: str, cells: int) -> str:
    """``text`` on one line, cut with an ellipsis where it takes more than ``cells``; control characters are dropped."""
    line = "".join(char for char in " ".join(text.split()) if unicodedata.category(char) not in {"Cc", "Cf"})
    if count_cells(line) <= cells:
        return line
    kept, used = "", 0
    for char in line:
        used += _cells_of(char)
        if used > cells - 1:
            break
        kept += char
    return kept + "…"


def format_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, right: frozenset[int] = frozenset()) -> str:
    """Columns two spaces apart, under a rule; the columns in ``right`` end at the same cell."""
    lines = [list(header), *[list(row) for row in rows]]
    widths = [max(count_cells(line[column]) for line in lines) for column in range(len(header))]

    def format_line(line: Sequence[str]) -> str:
        padded = []
        for column, text in enumerate(line):
            space = " " * (widths[column] - count_cells(text))
            padded.append(space + text if column in right else text + space)
        return "  ".join(padded).rstrip()

    rule = "  ".join("─" * width for width in widths)
    return "\n".join([format_line(lines[0]), rule, *(format_line(line) for line in lines[1:])])


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """One node with what is known of it; a ruling has no domains and took no seconds."""

    slug: str
    value: str
    badge: str
    domains: int | None = None
    seconds: float | None = None

    def cells(self) -> tuple[str, ...]:
        domains = "" if self.domains is None else str(self.domains)
        seconds = "" if self.seconds is None else f"{self.seconds:.2f}"
        return self.slug, clip(self.value, VALUE_CELLS), self.badge, domains, seconds


def format_verdicts(rows: Sequence[PrintedRow]) -> str:
    """A table of node, value, badge code, domains and seconds."""
    return format_table(("node", "value", "badge", "domains", "seconds"), [row.cells() for row in rows], right=frozenset({3, 4}))


def row_of_run(run: VerificationRun) -> PrintedRow:
    return PrintedRow(run.node.slug, run.value or run.status, run.badge, run.domains_count, (run.duration_ms or 0) / 1000)


def row_of_state(node: Node) -> PrintedRow:
    """The state as a person's ruling left it."""
    return PrintedRow(node.slug, node.state.value, node.state.badge) if node.state else PrintedRow(node.slug, "", "")


class ProgressBar:
    """A bar on a terminal; in a log a line at every quarter."""

    def __init__(self, total: int, *, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._is_terminal = self._stream.isatty()
        self._total = total
        self._done = 0

    def advance(self, what: str = "") -> None:
        self._done += 1
        if self._is_terminal:
            filled = BAR_CELLS * self._done // self._total
            bar = "█" * filled + "·" * (BAR_CELLS - filled)
            self._stream.write(f"\r\x1b[K{bar} {self._done}/{self._total} {clip(what, 30)}")
        elif self._done * QUARTERS // self._total > (self._done - 1) * QUARTERS // self._total:
            self._stream.write(f"{self._done}/{self._total} verified\n")
        self._stream.flush()

    def close(self) -> None:
        """Clear the bar, so that what follows starts on a clean line."""
        if self._is_terminal:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
