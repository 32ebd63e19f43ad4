"""How a sentence of an answer stands, and why: carried, there but of something else, not there, or nothing to check."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from verification.core.tables.judging import FigureRuling, Standing
from verification.core.tables.library import Library
from verification.core.tables.places import Place

_LONGEST_QUOTE = 160


class SentenceState(StrEnum):
    """``elsewhere``: a figure of it stands in the documents, and is the figure of something else."""

    CARRIED = "carried"
    ELSEWHERE = "elsewhere"
    ABSENT = "absent"
    NOTHING = "nothing"


class ReasonCode(StrEnum):
    """Why a sentence is not carried; the parameters of a code stand behind it."""

    FIGURE_ELSEWHERE = "figure_elsewhere"  # claimed, found: what it is the figure of
    OTHER_SCALE = "other_scale"  # claimed, found, scale: the digits of a cell, whose table gives them in another scale
    OTHER_FIGURE = "other_figure"  # claimed, found, named: and the sentence speaks of that, which has another figure
    FIGURE_MISSING = "figure_missing"  # claimed: no document has it
    FIGURE_DIFFERS = "figure_differs"  # claimed, named: no document has it, and what the sentence speaks of has another
    NAME_MISSING = "name_missing"  # claimed: no document names it
    DENIED = "denied"  # found: one of the two denies what the other says
    ONLY_FORESEEN = "only_foreseen"  # found: it foresees or supposes what the sentence tells as over
    TOLD_OTHERWISE = "told_otherwise"  # found: it has the words and tells them of something else, another time or the other way round
    OTHER_LANGUAGE = "other_language"  # no document is in its language, and none has its figures as it tells them
    NOT_SAID = "not_said"  # no passage says it
    HEADING = "heading"
    QUESTION = "question"
    FILLER = "filler"


@dataclass(frozen=True, slots=True)
class CellMark:
    """A figure ``start:end`` of the document at ``position``; ``heads`` are the spans of its row's and columns' heads, empty in a text."""

    position: int
    start: int
    end: int
    heads: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a sentence is not carried. ``found`` is the place that has its figure, ``named`` the one that its words name."""

    code: ReasonCode
    params: Mapping[str, str] = field(default_factory=dict)
    found: CellMark | None = None
    named: CellMark | None = None


def reason_of(
    rulings: Sequence[FigureRuling], derived: Callable[[FigureRuling], bool], missing_name: str, library: Library, places: Sequence[int]
) -> Reason:
    """The first thing that a sentence says and no document does; ``derived`` tells what was calculated."""
    lost = [ruling for ruling in rulings if ruling.standing in (Standing.ELSEWHERE, Standing.ABSENT) and not derived(ruling)]
    if lost:
        return _reason_of_figure(min(lost, key=lambda ruling: ruling.standing != Standing.ELSEWHERE), library, places)
    if missing_name:
        return Reason(ReasonCode.NAME_MISSING, {"claimed": missing_name})
    return Reason(ReasonCode.NOT_SAID)


def _reason_of_figure(ruling: FigureRuling, library: Library, places: Sequence[int]) -> Reason:
    params = {"claimed": ruling.text}
    found = named = None
    if ruling.place is not None:
        params["found"], found = quote_of(ruling.place, library), mark_of(ruling.place, places)
    if ruling.rival is not None:
        params["named"], named = quote_of(ruling.rival, library), mark_of(ruling.rival, places)
    if ruling.scale is not None:
        params["scale"] = f"{ruling.scale:,f}"
        code = ReasonCode.OTHER_SCALE
    elif ruling.standing is Standing.ELSEWHERE:
        # In running text the figure may be the sentence's own and go the other way, and the rival is only the next best.
        if ruling.place is not None and not ruling.place.is_cell:
            named = None
        code = ReasonCode.OTHER_FIGURE if named else ReasonCode.FIGURE_ELSEWHERE
    else:
        code = ReasonCode.FIGURE_DIFFERS if named else ReasonCode.FIGURE_MISSING
    return Reason(code, params, found, named)


def mark_of(place: Place, places: Sequence[int]) -> CellMark:
    """Where a figure and its heads stand; ``places`` give the position of each document."""
    heads = (*((place.row,) if place.row is not None else ()), *place.columns)
    return CellMark(places[place.document], place.start, place.end, heads)


def quote_of(place: Place, library: Library) -> str:
    """A place in the document's own words: "Freight · 2025: 431" of a cell, else its sentence."""
    content = library.contents[place.document]
    if not place.is_cell:
        return quote_text(content[place.line[0] : place.line[1]])
    heads = [content[start:end] for start, end in ((place.row,) if place.row else ()) + place.columns]
    return f"{quote_text(' · '.join(heads))}: {content[place.start : place.end]}" if heads else content[place.start : place.end]


def quote_text(text: str) -> str:
    """A text as one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_QUOTE else line[: _LONGEST_QUOTE - 1] + "…"
