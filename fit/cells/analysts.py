"""Extracts of reports beside sentences that are right or give another's figure, written before the judge had read them.

``python -m fit.cells analysts`` counts what is carried in both halves; with ``read`` it prints what is wrong in the half that may be read.
Nothing is learnt from either.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from attribution.core.answers.reverse import attribute_answer
from attribution.core.answers.sources import RankedDocument
from fit.cells.cases import fold_key

SETS = ("analysts", "filings")
LANGUAGES = ("en", "zh")
SENTENCES = 3
_DOCUMENT = "\n--\n"


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence beside its extract; ``kind`` own, or whose figure it gives; ``source`` the set that the extract is of."""

    source: str
    name: str
    kind: str
    sentence: str
    documents: tuple[str, ...]

    @property
    def is_read(self) -> bool:
        return fold_key(self.name) % 2 == 0


def told_sentences() -> Iterator[Told]:
    """Every sentence of the extracts."""
    for source in SETS:
        for name, documents, lines in extracts(source):
            yield from (Told(source, name, *line.split(": ", 1), documents) for line in lines)


def extracts(source: str) -> Iterator[tuple[str, tuple[str, ...], list[str]]]:
    """Every extract of a set: its name, its documents and the lines about it."""
    for language in LANGUAGES:
        for block in (Path(__file__).parent / f"{source}_{language}.txt").read_text(encoding="utf-8").split("\n== ")[1:]:
            name, _, body = block.partition("\n")
            lines = body.rstrip("\n").split("\n")
            yield name, tuple("\n".join(lines[:-SENTENCES]).strip("\n").split(_DOCUMENT)), lines[-SENTENCES:]


def is_carried(told: Told) -> bool:
    """A sentence is carried as people are shown it: any part of one that is exchanged, every part of one that is right."""
    documents = [RankedDocument(text) for text in told.documents]
    said = [sentence.supported for sentence in attribute_answer(told.sentence, documents).sentences]
    return bool(said) and (all(said) if told.kind == "own" else any(said))


def counted() -> list[str]:
    """What is carried of each half of each set: right sentences, exchanged ones, and those by kind of the half that is read."""
    carried, of_all = Counter[tuple[str, bool, str]](), Counter[tuple[str, bool, str]]()
    for told in told_sentences():
        for kind in {told.kind, "own" if told.kind == "own" else "exchanged"}:
            of_all[told.source, told.is_read, kind] += 1
            carried[told.source, told.is_read, kind] += is_carried(told)
    return [
        f"{source}\t{'read' if is_read else 'counted'}\t{kind}\t{carried[source, is_read, kind]} of {n}"
        for (source, is_read, kind), n in sorted(of_all.items())
        if is_read or kind in ("own", "exchanged")
    ]


def wrong_read() -> Iterator[str]:
    """The sentences of the half that is read that are carried and should not be, or the other way round."""
    for told in told_sentences():
        if told.is_read and is_carried(told) != (told.kind == "own"):
            yield f"{told.name}\t{told.kind}\t{told.sentence}"
