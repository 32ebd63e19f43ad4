"""Whether what a claim says has risen or fallen did so in the documents, by their words or by two figures side by side."""

from collections.abc import Sequence
from functools import lru_cache

from verification.core.claims.figures import FigureCheck
from verification.core.claims.passages import DocumentsReading
from verification.core.claims.wording import key_of, token_spans, tokens_of
from verification.core.language.texts import clause_spans
from verification.core.vocabulary import QuantityKind

_RISE, _FALL = key_of("rise"), key_of("fall")
_UP = frozenset((_RISE, *tokens_of("higher improve improvement expand exceed grow outpace")))
_DOWN = frozenset((_FALL, *tokens_of("lower decline worsen shrink")))
_LEAST_FIT = 0.35
_HEADS_ABOVE = 25
_REACH = 60
_YEARS = range(1990, 2050)


def compare_trends(reading: DocumentsReading) -> tuple[int, int]:
    """How many clauses of the claim with one direction find the same in their best line, and how many the other."""
    same = other = 0
    for unit in reading.claim.units:
        wanted = _direction(tokens_of(reading.claim.text[unit.start : unit.end]))
        if not wanted:
            continue
        whole = reading.mask_of(unit.terms - _UP - _DOWN) & ~reading.counts
        found = _found(reading, whole, wanted)
        same += found == wanted
        other += found == -wanted
    return same, other


def _direction(tokens: Sequence[str]) -> int:
    """1 up, -1 down, 0 where neither or both are said."""
    held = frozenset(tokens)
    return bool(held & _UP) - bool(held & _DOWN)


def _found(reading: DocumentsReading, whole: int, wanted: int) -> int:
    fits = sorted(((reading.fit(index, whole), -index) for index, line in enumerate(reading.lines) if line.mask & whole), reverse=True)[:6]
    for fit, place in fits:
        if fit < _LEAST_FIT:
            break
        found = _direction(reading.lines[-place].tokens) or _row_direction(reading, -place)
        if found:
            return found
    return 0


def _row_direction(reading: DocumentsReading, index: int) -> int:
    """Of a row with the figures of two years: from the earlier to the later, whose order the heads above tell."""
    if "|" not in reading.text_of(index):
        return 0
    figures = [figure.low for figure in reading.figures_of(index)]
    if len(figures) < 2 or figures[0] == figures[1]:
        return 0
    latest_first = 1
    for above in range(index - 1, max(-1, index - _HEADS_ABOVE), -1):
        years = [int(token) for token in reading.lines[above].tokens if token.isdigit() and int(token) in _YEARS]
        if len(years) >= 2 and years[0] != years[1]:
            latest_first = 1 if years[0] > years[1] else -1
            break
    return (1 if abs(figures[0]) > abs(figures[1]) else -1) * latest_first


def clashing_figures(reading: DocumentsReading, checks: Sequence[FigureCheck]) -> list[FigureCheck]:
    """The stated figures that the claim calls a rise and their line a fall, or the other way round."""
    found = []
    for check in checks:
        if check.line is None or check.claimed.kind == QuantityKind.DIMENSION:
            continue
        unit = next((unit for unit in reading.claim.units if unit.start <= check.claimed.start < unit.end), None)
        start, end = (unit.start, unit.end) if unit else (0, len(reading.claim.text))
        wanted = _near(reading.claim.text[start:end], check.claimed.start - start, check.claimed.end - start)
        given = {_near(reading.text_of(index), stated.start, stated.end) for index, stated in check.lines}
        if wanted and -wanted in given and wanted not in given:
            found.append(check)
    return found


def _near(text: str, start: int, end: int) -> int:
    """The direction word nearest to a figure, in its clause."""
    directed = next((words for first, last, words in _directed_clauses(text) if first <= start < last), None)
    words = _directions(text, 0, len(text)) if directed is None else directed
    gaps = ((max(start - to, at - end, 0), way) for at, to, way in words)
    return min((found for found in gaps if found[0] <= _REACH), default=(0, 0))[1]


@lru_cache(maxsize=64)
def _directed_clauses(text: str) -> tuple[tuple[int, int, tuple[tuple[int, int, int], ...]], ...]:
    """The clauses of a line, each with its direction words: read once, however many figures the line holds."""
    return tuple((first, last, _directions(text, first, last)) for first, last in clause_spans(text, 0, len(text)))


def _directions(text: str, first: int, last: int) -> tuple[tuple[int, int, int], ...]:
    """Start, end and way (1 up, -1 down) of each direction word of ``text[first:last]``."""
    words = ((first + at, first + to, (key in _UP) - (key in _DOWN)) for key, at, to in token_spans(text[first:last]))
    return tuple(word for word in words if word[2])
