"""Notes and tables of reports beside right sentences, written before the judge had read them, and beside the same sentences with every
other figure of the row and of the column.

``python -m fit.cells ledgers`` counts what is carried in both halves; with ``read`` it prints what is wrong in the half that may be read.
Nothing is learnt from either.
"""

from collections import Counter
from collections.abc import Iterator

from fit.cells.analysts import Told, extracts, is_carried
from fit.cells.cases import Case, read_case, with_figure_of
from verification.core.tables.places import Place, PlaceReader
from verification.core.tables.spoken import speak_of

SET = "ledgers"


def ledger_sentences() -> Iterator[Told]:
    """Every right sentence, and after it those with a figure of its row or its column exchanged for its own."""
    for name, documents, sentences in extracts(SET):
        for sentence in sentences:
            yield Told(SET, name, "own", sentence, documents)
            exchanged = dict(_exchanged(Case(SET, name, "own", name, sentence, documents, True)))
            yield from (Told(SET, name, kind, text, documents) for text, kind in exchanged.items())


def _exchanged(case: Case) -> Iterator[tuple[str, str]]:
    """Each sentence and whether its figure is now one of the same row ("column") or of the same column ("row"); equal figures stay out."""
    (facts, *_), library = read_case(case)
    reader = PlaceReader(library)
    cells = [place for at in range(len(library.passages.units)) for place in reader.of(at) if place.is_cell]
    said = next(said for said in speak_of(facts.text, facts.figures) if any(cell.states(said.figure) for cell in cells))
    holding = [cell for cell in cells if cell.states(said.figure)]
    for other in cells:
        kind = next((kind for own in holding if (kind := _beside(own, other))), None)
        if kind is None or not other.value or other.value in {abs(own.value) for own in holding}:
            continue
        text = with_figure_of(other, facts.text, (said.figure.start, said.figure.end))
        if text is not None:
            yield text, kind


def _beside(own: Place, other: Place) -> str | None:
    if other.line == own.line:
        return "column" if other.at != own.at else None
    return "row" if (other.columns, other.at) == (own.columns, own.at) else None


def counted() -> list[str]:
    """What is carried of each half, by kind."""
    carried, of_all = Counter[tuple[bool, str]](), Counter[tuple[bool, str]]()
    for told in ledger_sentences():
        of_all[told.is_read, told.kind] += 1
        carried[told.is_read, told.kind] += is_carried(told)
    return [f"{'read' if is_read else 'counted'}\t{kind}\t{carried[is_read, kind]} of {n}" for (is_read, kind), n in sorted(of_all.items())]


def wrong_read() -> Iterator[str]:
    """The sentences of the half that is read that are carried and should not be, or the other way round."""
    for told in ledger_sentences():
        if told.is_read and is_carried(told) != (told.kind == "own"):
            yield f"{told.name}\t{told.kind}\t{told.sentence}"
