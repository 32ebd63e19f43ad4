"""The head of the column a cell stands under, in tables written with bars, and what it says of the cell: a forecast, an earlier period."""

import re
from dataclasses import dataclass

from verification.core.patterns import lazy_regex

_BAR = lazy_regex(r"[|｜]")
_RULE = lazy_regex(r"[\s|｜:+-]+")
_YEAR = lazy_regex(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_FORESEEN = lazy_regex(
    r"\((?:f|e|est\.?|p)\)|\d[EFef]\b|forecast|expected|estimate|consensus|target|guidance|outlook|projection|预期|预测|预估|预计|目标|一致预期|指引",
    re.IGNORECASE,
)
_PAST = lazy_regex(
    r"previous|prior|year[\s-]ago|year\searlier|a\syear\sago|last\s(?:year|month|quarter|week)|month\sbefore|year\sbefore|before|前值|去年|上年|上月|上季|上期|同期|同月|前次|此前|年初",
    re.IGNORECASE,
)
_LINES = 60
# A text without line breaks is no table, and is not looked through for every one of its figures.
_LONGEST_LINE = 4_000


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """The words over a cell, their place in the text, and the years that the other columns name."""

    text: str
    start: int
    end: int
    years: frozenset[int]

    @property
    def is_foreseen(self) -> bool:
        return _FORESEEN.search(self.text) is not None

    @property
    def is_past(self) -> bool:
        """Whether it names an earlier period: in words, or a year before the latest of its table."""
        own = [int(year) for year in _YEAR.findall(self.text)]
        return _PAST.search(self.text) is not None or bool(own and self.years and max(own) < max(self.years))


def column_head(text: str, position: int) -> ColumnHead | None:
    """The head of the column of the cell at ``position``; None where no table stands there."""
    lines = _table_lines(text, position)
    if len(lines) < 2:
        return None
    cells = _cells(text, *lines[-1])
    column = next((index for index, (start, end) in enumerate(cells) if start <= position <= end), None)
    heads = _cells(text, *lines[0])
    if column is None or column == 0 or column >= len(heads):
        return None
    start, end = heads[column]
    years = frozenset(int(year) for at, stop in heads for year in _YEAR.findall(text[at:stop]))
    return ColumnHead(text[start:end].strip(), start, end, years)


def _table_lines(text: str, position: int) -> list[tuple[int, int]]:
    """The lines of the table down to that of ``position``, the head first, without rules."""
    end = text.find("\n", position, position + _LONGEST_LINE)
    end = min(len(text), position + _LONGEST_LINE) if end < 0 else end
    lines: list[tuple[int, int]] = []
    bars = None
    for _ in range(_LINES):
        start = text.rfind("\n", max(0, end - 2 * _LONGEST_LINE), end) + 1
        if end - start > _LONGEST_LINE:
            break
        found = len(_BAR.findall(text, start, end))
        if not found or (bars is not None and abs(found - bars) > 1):
            break
        bars = found
        if _RULE.fullmatch(text, start, end) is None:
            lines.append((start, end))
        if start == 0:
            break
        end = start - 1
    return lines[::-1]


def _cells(text: str, start: int, end: int) -> list[tuple[int, int]]:
    bars = [found.start() for found in _BAR.finditer(text, start, end)]
    if bars and not text[start : bars[0]].strip():
        start = bars.pop(0) + 1
    edges = [start, *(at + 1 for at in bars)]
    stops = [*bars, end]
    return list(zip(edges, stops, strict=True))
