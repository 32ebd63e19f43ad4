"""Cases as the judge of cells reads them: for each figure the places with their features, and what is known of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from fit.cells.cases import Case, prose_cases, read_case, report_cases
from fit.cells.invented import invented_cases
from fit.cells.reported import reported_cases
from fit.cells.tabled import tabled_cases
from verification.core.tables.judging import PlaceFinder
from verification.core.tables.naming import Named, Naming
from verification.core.tables.sentences import SentenceFacts
from verification.core.tables.spoken import Spoken, speak_of
from verification.core.tables.written import is_bound

_CERTAIN_DIGITS = 3
_MOST_FIGURES = 6


@dataclass(frozen=True, slots=True)
class ReadFigure:
    """A figure of a case that some place holds. ``label``: it is that of its sentence (1), it is exchanged (0), nobody knows (-1).
    ``places``: which places are what the sentence names, 1, 0 or -1, empty for exchanged figures."""

    case: Case
    named: Named
    label: int
    places: tuple[int, ...]


def read_figures() -> list[ReadFigure]:
    """All sets, read."""
    cases = chain(report_cases(), tabled_cases(), prose_cases(), invented_cases(), reported_cases())
    return [figure for case in cases for figure in _read(case)]


def _read(case: Case) -> Iterator[ReadFigure]:
    facts, library = read_case(case)
    finder = PlaceFinder(library)
    found: list[tuple[int, Spoken, Named]] = []
    for sentence in facts:
        naming = Naming(sentence.text, library)
        for said in speak_of(sentence.text, sentence.figures, sentence.also)[:_MOST_FIGURES]:
            if said.figure.is_small_count or is_bound(sentence.text, said.figure):
                continue
            places = finder.places(sentence, said)
            if any(place.states(said.figure) for place in places):
                found.append((sentence.start + said.figure.start, said, naming.named(said, places)))
    last = _last_figure(facts)
    for at, said, named in found:
        yield ReadFigure(case, named, _label(case, said, at=at, last=last), _places(case, said, named))


def _last_figure(facts: Sequence[SentenceFacts]) -> int:
    starts = [sentence.start + figure.start for sentence in facts for figure in sentence.figures]
    return max(starts, default=-1)


def _label(case: Case, said: Spoken, *, at: int, last: int) -> int:
    if case.is_own:
        return 1
    if case.scenario == "direction":
        return 0 if said.trend is not None or said.role == "to" else -1
    if case.at >= 0:
        return 0 if abs(at - case.at) <= 1 else -1
    return 0 if at == last or case.key.endswith("-moved") else -1


def _places(case: Case, said: Spoken, named: Named) -> tuple[int, ...]:
    if not case.is_own:
        return ()
    held = [place.states(said.figure) for place in named.places]
    is_certain = sum(held) == 1 or len(said.figure.digits) >= _CERTAIN_DIGITS
    return tuple((1 if is_certain else -1) if is_held else 0 for is_held in held)
