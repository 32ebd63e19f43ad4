"""Documents as attribution reads them: units (a sentence or a table row) inside blocks (a few sentences in a row, or a table).

A unit is what is shown as a passage, a block is the context in which its words are looked for. Spans count characters of the document.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verification.core.language.texts import split_sentences
from verification.core.tables.reader import Table, TableRow, find_tables

_BLOCK_LENGTH = 1200
_LARGEST_TABLE = 60


@dataclass(frozen=True, slots=True)
class PassageUnit:
    """One passage: ``start:end`` in document number ``document``; ``row`` where it is a table's; ``block`` counts over all documents."""

    document: int
    start: int
    end: int
    block: int
    row: TableRow | None = None


@dataclass(frozen=True, slots=True)
class PassageBlock:
    """Units ``first:last`` (exclusive) that stand together; ``table`` where they are rows."""

    document: int
    first: int
    last: int
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Passages:
    """All units and blocks of some documents, in order."""

    units: tuple[PassageUnit, ...]
    blocks: tuple[PassageBlock, ...]


def split_passages(contents: Sequence[str]) -> Passages:
    """The units and blocks of every document, in order; blank documents have none."""
    units: list[PassageUnit] = []
    blocks: list[PassageBlock] = []
    for document, content in enumerate(contents):
        for spans, table in _blocks_of(content):
            block, first = len(blocks), len(units)
            units += [PassageUnit(document, start, end, block, row) for start, end, row in spans]
            blocks.append(PassageBlock(document, first, len(units), table))
    return Passages(tuple(units), tuple(blocks))


_Span = tuple[int, int, TableRow | None]


def _blocks_of(content: str) -> Iterator[tuple[list[_Span], Table | None]]:
    tables = find_tables(content)
    at = 0
    for table in tables:
        yield from _prose(content, at, table.start)
        for place in range(0, len(table.rows), _LARGEST_TABLE):
            rows = table.rows[place : place + _LARGEST_TABLE]
            yield [(row.start, row.end, row) for row in rows], Table(rows[0].start, rows[-1].end, rows)
        at = table.end
    yield from _prose(content, at, len(content))


def _prose(content: str, start: int, end: int) -> Iterator[tuple[list[_Span], None]]:
    """Sentences in groups of about a paragraph; a blank line ends a group."""
    group: list[_Span] = []
    for first, last in split_sentences(content[start:end]).spans:
        span = (start + first, start + last, None)
        if group and (span[1] - group[0][0] > _BLOCK_LENGTH or "\n\n" in content[group[-1][1] : span[0]]):
            yield group, None
            group = []
        group.append(span)
    if group:
        yield group, None
