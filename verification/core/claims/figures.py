"""Whether the documents state the figures of a claim: as written, in another unit or scale, calculated from two of theirs, or otherwise."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import combinations, product

from verification.core.claims.claims import Claim, Clause
from verification.core.claims.passages import DocumentsReading
from verification.core.claims.wording import tokens_of
from verification.core.evidence import Quantity
from verification.core.quantities.conversion import convert
from verification.core.quantities.grammar import agrees, round_step
from verification.core.vocabulary import QuantityKind

_SCALES = (Decimal(1), Decimal(1000), Decimal(1_000_000))
_FACTORS = (1.0, 1e3, 1e6)
_CLOSE_ROW = 0.6
_NEAR_ROW = 0.3
_MANY_DIGITS = 4
_SUMMED_LINES = 8
_MOST_ROWS = 60
_MOST_LINES = 60
_MOST_OPERANDS = 12
_CROSS_LINES = 12
_FEWEST_DIGITS = 3
_ROUNDED_DIGITS = 2
# No sentence states as many figures, and no line of a page that is one.
_MOST_CHECKED = 40
_MOST_READ = 200


@dataclass(frozen=True, slots=True)
class FigureCheck:
    """What became of one figure of the claim. ``line`` states it with ``context`` of the clause's weight around it; ``derived`` names the
    operation that gives it, 1.0 from one line and less across lines; ``rival`` is another figure of its kind in the clause's best line."""

    claimed: Quantity
    line: int | None = None
    stated: Quantity | None = None
    context: float = 0.0
    derived: str | None = None
    derived_line: int | None = None
    is_cross: bool = False
    rival: Quantity | None = None
    rival_line: int | None = None
    rival_context: float = 0.0
    lines: tuple[tuple[int, Quantity], ...] = ()

    @property
    def is_unfound(self) -> bool:
        """Neither stated nor calculated."""
        return self.line is None and self.derived is None

    @property
    def is_lost(self) -> bool:
        """Unfound, and written with digits: "two" may be said in many ways."""
        return self.is_unfound and any(letter.isdigit() for letter in self.claimed.text)


def check_figures(reading: DocumentsReading) -> tuple[FigureCheck, ...]:
    """A check of each figure of the claim, in their order."""
    claim = reading.claim
    if not claim.figures:
        return ()
    lines = _Lines(reading, _candidates(reading))
    checked = [_check(reading, figure, _unit_of(claim, figure), lines) for figure in claim.figures[:_MOST_CHECKED]]
    return (*checked, *(lines.check_exactly(figure) for figure in claim.figures[_MOST_CHECKED:]))


class _Lines:
    """The lines worth reading for figures, with what is asked of them for every figure of the claim."""

    def __init__(self, reading: DocumentsReading, candidates: Sequence[int]) -> None:
        self._reading = reading
        self.candidates = candidates
        self._free: dict[int, tuple[Quantity, ...]] = {}

    def free_figures(self, index: int) -> tuple[Quantity, ...]:
        """The figures of a line that are none of the claim's."""
        if index not in self._free:
            mine = self._reading.claim.figures[:_MOST_CHECKED]
            self._free[index] = tuple(o for o in self._reading.figures_of(index)[:_MOST_READ] if not any(states(one, o) for one in mine))
        return self._free[index]

    @cached_property
    def _places(self) -> dict[tuple[Decimal, Decimal, str | None], tuple[int, Quantity]]:
        places: dict[tuple[Decimal, Decimal, str | None], tuple[int, Quantity]] = {}
        for index in self.candidates:
            for other in self._reading.figures_of(index):
                places.setdefault((other.low, other.high, other.unit), (index, other))
        return places

    def check_exactly(self, figure: Quantity) -> FigureCheck:
        """Whether a line states the figure as it is written: a text of so many is a list, and is not calculated through."""
        place = self._places.get((figure.low, figure.high, figure.unit))
        if place is None:
            return FigureCheck(figure)
        return FigureCheck(figure, place[0], place[1], lines=(place,))


def states(claimed: Quantity, other: Quantity) -> bool:
    """Whether a passage's figure says the claim's: the engine's equality, signs aside; a table's bare figure in any scale; rounded."""
    ends = _ends(claimed, other)
    if ends is None:
        return False
    low, high = ends
    if (low, high) == (claimed.low, claimed.high) or (other.low, other.high) == (claimed.low, claimed.high):
        return True
    if (claimed.approximation and agrees(claimed, low, high)) or (other.approximation and agrees(other, claimed.low, claimed.high)):
        return True
    mine, theirs = sorted((abs(claimed.low), abs(claimed.high))), sorted((abs(low), abs(high)))
    if mine == theirs:
        return True
    if claimed.is_range or other.is_range:
        return not claimed.is_range and mine[0] in theirs and claimed.low != low
    scales = _SCALES if other.unit is None else _SCALES[:1]
    return any(theirs[0] * scale == mine[0] or _rounds(theirs[0] * scale, mine[0], _step(claimed)) for scale in scales)


def _ends(claimed: Quantity, other: Quantity) -> tuple[Decimal, Decimal] | None:
    if claimed.unit == other.unit or claimed.unit is None or other.unit is None:
        return other.low, other.high
    return convert(other, claimed.unit)


def _rounds(exact: Decimal, written: Decimal, step: Decimal) -> bool:
    """Whether a figure rounds to one with at least two digits, to the last digit that is written: 5,213,400 to "5.2 million"."""
    digits = len(written.normalize().as_tuple().digits)
    return digits >= _ROUNDED_DIGITS and abs(exact - written) <= step / 2


@lru_cache(maxsize=1024)
def _step(figure: Quantity) -> Decimal:
    return round_step(figure)


def _unit_of(claim: Claim, figure: Quantity) -> Clause | None:
    return next((unit for unit in claim.units if unit.start <= figure.start < unit.end), None)


def _candidates(reading: DocumentsReading) -> list[int]:
    """The lines worth reading for figures: those nearest to the claim and those that hold a number as it is written."""
    keys = {key for figure in reading.claim.figures for key in tokens_of(figure.text) if key[0].isdigit()}
    with_digits = [index for index, line in enumerate(reading.lines) if any(token[0].isdigit() for token in line.tokens)]
    near = sorted(with_digits, key=lambda index: -reading.share(reading.lines[index].mask))[:_MOST_LINES]
    same = [index for index in with_digits if not keys.isdisjoint(reading.lines[index].tokens)][:_MOST_LINES]
    if not keys or any(not key.isdigit() for key in keys) or len(with_digits) < _MOST_LINES:
        near += [index for index, line in enumerate(reading.lines) if line.mask][:_MOST_LINES]
    return sorted({*near, *same})


def _check(reading: DocumentsReading, figure: Quantity, unit: Clause | None, lines: _Lines) -> FigureCheck:
    whole = reading.mask_of(unit.terms) if unit is not None else reading.whole
    found = _stated(reading, figure, whole, lines.candidates)
    if found:
        context, line, stated = found[0]
        rival = _rival(reading, figure, whole, lines)
        bid = rival if rival and rival[1] != line else None
        return FigureCheck(
            figure,
            line,
            stated,
            context,
            rival=bid[2] if bid else None,
            rival_line=bid[1] if bid else None,
            rival_context=bid[0] if bid else 0.0,
            lines=tuple((index, other) for _, index, other in found),
        )
    derived = _derived(reading, figure, whole, lines.candidates)
    rival = _rival(reading, figure, whole, lines)
    return FigureCheck(
        figure,
        derived=derived[0] if derived else None,
        derived_line=derived[1] if derived else None,
        is_cross=bool(derived and derived[2]),
        rival=rival[2] if rival else None,
        rival_line=rival[1] if rival else None,
        rival_context=rival[0] if rival else 0.0,
    )


def _around(reading: DocumentsReading, index: int, whole: int) -> float:
    """How much of the clause stands in the line, half as much what stands only beside it or in the title."""
    line = reading.lines[index]
    near = reading.titles[line.document]
    for other in (index - 2, index - 1, index + 1):
        if 0 <= other < len(reading.lines) and reading.lines[other].document == line.document:
            near |= reading.lines[other].mask
    return (reading.share_of(line.mask, whole) + reading.share_of(line.mask | near, whole)) / 2


def _stated(reading: DocumentsReading, figure: Quantity, whole: int, candidates: Iterable[int]) -> list[tuple[float, int, Quantity]]:
    """Every line that states the figure, the one with most of its clause around it first."""
    found = []
    for index in candidates:
        other = next((other for other in reading.figures_of(index)[:_MOST_READ] if states(figure, other)), None)
        if other is not None:
            found.append((_around(reading, index, whole), index, other))
    return sorted(found, key=lambda one: (-one[0], one[1]))


def _rival(reading: DocumentsReading, figure: Quantity, whole: int, lines: _Lines) -> tuple[float, int, Quantity] | None:
    """A figure of the same unit and kind, none of the claim's, in the line nearest to the figure's clause."""
    best: tuple[float, int, Quantity] | None = None
    for index in lines.candidates:
        context = reading.share_of(reading.lines[index].mask, whole)
        if best is not None and context <= best[0]:
            continue
        free = next((other for other in lines.free_figures(index) if other.kind == figure.kind and other.unit == figure.unit), None)
        if free is not None:
            best = context, index, free
    return best


def _derived(reading: DocumentsReading, figure: Quantity, whole: int, candidates: Iterable[int]) -> tuple[str, int, bool] | None:
    """The operation on two figures that gives the claim's, the line, and whether the second is of another line."""
    digits = len(figure.low.normalize().as_tuple().digits)
    if figure.is_range or not figure.low or digits < _ROUNDED_DIGITS or not any(letter.isdigit() for letter in figure.text):
        return None
    near = _nearest(reading, whole, candidates)
    step = round_step(figure)
    wanted = _Wanted(abs(float(figure.low)), float(step) / 2 or 0.5, figure.kind == QuantityKind.PERCENT)
    for index, fit in near:
        if digits < _FEWEST_DIGITS and fit < (_CLOSE_ROW if step >= 1 else _NEAR_ROW):
            continue
        for one, other in _pairs(_values(reading.figures_of(index))):
            if operation := wanted.operation(one, other):
                return operation, index, False
    if digits < _FEWEST_DIGITS:
        return None
    return _crossed(reading, wanted, [index for index, _ in near[:_CROSS_LINES]], digits)


def _nearest(reading: DocumentsReading, whole: int, candidates: Iterable[int]) -> list[tuple[int, float]]:
    """The lines that share the clause's words, best first, with how much of the clause and of the line is shared."""
    plain, all_plain = whole & ~reading.counts, reading.whole & ~reading.counts
    found = [
        (index, max(reading.fit(index, plain), reading.fit(index, all_plain)))
        for index in candidates
        if reading.lines[index].mask & all_plain
    ]
    found.sort(key=lambda pair: (-pair[1], pair[0]))
    return found[:_MOST_ROWS]


def _crossed(reading: DocumentsReading, wanted: "_Wanted", lines: Sequence[int], digits: int) -> tuple[str, int, bool] | None:
    """As one column of several rows; figures of any two sentences only where the wanted one has many digits."""
    rows = [(index, _values(reading.figures_of(index))) for index in lines]
    for (index, mine), (_, theirs) in combinations(rows, 2):
        pairs = zip(mine, theirs, strict=False) if digits < _MANY_DIGITS else product(mine[:4], theirs[:4])
        for one, other in pairs:
            if operation := wanted.operation(one, other) or wanted.operation(other, one):
                return operation, index, True
    for three in combinations(rows[:_SUMMED_LINES], 3):
        if any(wanted.is_reached(sum(values)) for values in zip(*(values for _, values in three), strict=False)):
            return "sum", three[0][0], True
    return None


def _values(figures: Sequence[Quantity]) -> list[float]:
    return [abs(float(figure.low)) for figure in figures[:_MOST_OPERANDS] if figure.low]


def _pairs(values: Sequence[float]) -> Iterator[tuple[float, float]]:
    for first, one in enumerate(values):
        for second, other in enumerate(values):
            if first != second:
                yield one, other


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A figure to be reached by calculation: its size, how far a result may be from it, and whether it is a percentage."""

    value: float
    reach: float
    is_percent: bool

    def operation(self, one: float, other: float) -> str | None:
        """Which operation on two positive figures gives the wanted one to its last written digit."""
        if self.is_percent:
            results = (("growth", abs(one - other) / other * 100), ("share", one / other * 100), ("difference", abs(one - other)))
            return next((name for name, result in results if self.is_reached(result)), None)
        results = (("difference", abs(one - other)), ("sum", one + other), ("average", (one + other) / 2))
        for name, result in results:
            if any(self.is_reached(result * scale) for scale in _FACTORS):
                return name
        return "ratio" if self.is_reached(one / other) else None

    def is_reached(self, result: float) -> bool:
        """Whether a result rounds to the wanted figure."""
        return abs(result - self.value) <= self.reach * 1.0001 and result > 0
