"""Sentences about cells of real tables: a row's label with what its columns' heads say, for every kind of head that reports have.

Questions that people wrote ask mostly for a year; here a cell is asked for by whatever tells its column from the others: "as reported",
"1 to 4", "level 2", a day.
"""

import random
import re
from collections.abc import Iterator, Sequence

from fit.cells.cases import Case, exchanged, fold_key, report_documents
from verification.core.tables.library import read_library
from verification.core.tables.places import Place, PlaceReader
from verification.core.tables.sentences import read_answer, years_in

_CELLS = 5
_LONGEST = 70
_FEWEST_DIGITS = 2
_QUESTIONS = ("What was the {what}: {v}.", "How much was the {what}: {v}.", "What is the amount of {what}: {v}.")
_PLAIN = ("{What} was {v}.", "{What} amounted to {v}.", "{What} came to {v}.", "The company reported {what} of {v}.")
_NOTE = re.compile(r"\s*[(（](?:\d{1,2}|[a-z])[)）]|[*†‡]")
_IN_FRONT = re.compile(r"^(?:as (?:of|at)|(?:for the )?(?:fiscal )?(?:years?|periods?) ended)\b", re.IGNORECASE)
_SCALES = {1_000: " thousand", 1_000_000: " million", 1_000_000_000: " billion"}


def tabled_cases() -> Iterator[Case]:
    """Some cells of every table of the reports, asked for by their heads, and the same with exchanged figures."""
    for group, documents in report_documents():
        library = read_library(documents, read_answer(""))
        reader = PlaceReader(library)
        rows = [at for at, unit in enumerate(library.passages.units) if unit.row is not None and not unit.row.is_head]
        cells = [place for at in rows for place in reader.of(at) if place.is_cell]
        draw = random.Random(fold_key(documents[-1]))  # noqa: S311 - no secret
        for number, cell in enumerate(draw.sample(cells, min(_CELLS, len(cells)))):
            what = _name_of(cell, cells, documents[cell.document], draw)
            if what is not None:
                key = f"{fold_key(documents[cell.document]):x}-{number}"
                case = Case("tables", group, "own", key, _sentence(what, _value(cell, documents), draw), documents, True)
                yield case
                yield from exchanged(case)


def _name_of(cell: Place, cells: Sequence[Place], text: str, draw: random.Random) -> str | None:
    """What the cell is called where its heads tell it from all others of its table."""
    label = _clean(cell.label_text)
    if not label or len(label) > _LONGEST or not cell.value or len(_digits(cell)) < _FEWEST_DIGITS or not cell.columns:
        return None
    alike = [other for other in cells if other.document == cell.document and _heads(other, text) == _heads(cell, text)]
    if len(alike) > 1:
        above = _clean(cell.above)
        if not above or len(above) > _LONGEST or sum(other.above == cell.above for other in alike) > 1:
            return None
        label = f"{above} {label}" if draw.random() < 0.5 else f"{label} under {above}"
    is_told_by_year = sum(other.line == cell.line and other.years == cell.years for other in cells) == 1 and len(cell.years) == 1
    if is_told_by_year:
        return f"{_lower(label, draw)} in {next(iter(cell.years))}"
    heads = " ".join(_IN_FRONT.sub("at", _clean(head)) for head in _heads(cell, text)[1:])
    if len(heads) > _LONGEST:
        return None
    said = _lower(label, draw)
    return f"{said} {draw.choice(('for', 'at', 'under'))} {heads}" if draw.random() < 0.6 else f"{heads} {said}"


def _heads(cell: Place, text: str) -> tuple[str, ...]:
    """A row's label and the heads of its columns, without heads over all of them and units."""
    heads = (text[start:end] for start, end in cell.columns)
    return (cell.label_text, *(head for head in heads if years_in(head) or any(letter.isalnum() for letter in head)))


def _value(cell: Place, documents: Sequence[str]) -> str:
    written = documents[cell.document][cell.start : cell.end].strip()
    unit = "%" if cell.unit == "%" and "%" not in written else ""
    scale = _SCALES.get(int(cell.own_scale or 1), "") if "%" not in written and not unit else ""
    return f"{written}{unit}{scale}"


def _sentence(what: str, value: str, draw: random.Random) -> str:
    form = draw.choice(_QUESTIONS if draw.random() < 0.6 else _PLAIN)
    return form.format(what=what, What=what[:1].upper() + what[1:], v=value)


def _digits(cell: Place) -> str:
    return format(abs(cell.value), "f").replace(".", "").strip("0")


def _clean(text: str) -> str:
    return " ".join(_NOTE.sub("", text).strip(" :：.").split())


def _lower(label: str, draw: random.Random) -> str:
    return label[:1].lower() + label[1:] if draw.random() < 0.5 and not label[:2].isupper() else label
