"""Tables of rows and columns as services send them: CSV, read strictly by the names of its columns."""

import csv
import io
from collections.abc import Iterator, Sequence

from verification.providers.api_faults import unreadable

MOST_CELL = 10_000


def read_table(service: str, body: bytes, *, wanted: Sequence[str]) -> Iterator[dict[str, str]]:
    """The rows of a CSV as dictionaries; ``BAD_ANSWER`` where it is none, or lacks a column that is ``wanted``."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise unreadable(service, "something else than UTF-8 text") from None
    if text.lstrip()[:1] in ("", "<", "{"):
        raise unreadable(service, "something else than a table")
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        head = next(reader, [])
        if missing := [name for name in wanted if name not in head]:
            raise unreadable(service, f"a table without {missing[0]}")
        for row in reader:
            if row and len(row) != len(head):
                raise unreadable(service, "a table whose rows differ in length")
            if any(len(cell) > MOST_CELL for cell in row):
                raise unreadable(service, "a cell without end")
            if row:
                yield dict(zip(head, row, strict=True))
    except csv.Error:
        raise unreadable(service, "a table that can't be read") from None
