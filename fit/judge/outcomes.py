"""What the engine would decide with given chances and bars: the gate of ``consensus`` on read cases, for thousands of tries a second."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from fit.judge.reading import ReadCase, ReadFigure, ReadPage
from fit.judge.training import Chances
from verification.core.judging.exclusions import is_open
from verification.core.judging.scorer import LIKELY, Bars, Chance
from verification.core.vocabulary import Stage


class Outcome(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Tally:
    """How the cases of one set ended. ``wanted`` cases have an answer, ``refused`` have none."""

    cases: int
    wanted: int
    right: int
    wrong: int
    green: int

    @property
    def precision(self) -> float:
        """Right values among those accepted; 1 where none is."""
        accepted = self.right + self.wrong
        return self.right / accepted if accepted else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.wanted if self.wanted else 0.0

    @property
    def false_green(self) -> float:
        """The share of the cases without an answer that were given one."""
        refused = self.cases - self.wanted
        return self.green / refused if refused else 0.0


def outcome_of(case: ReadCase, chances: Sequence[Sequence[Chance]], bars: Bars) -> Outcome:
    """What would be decided in the case's stage."""
    accepted = _by_whitelist(case, chances, bars) if case.stage == Stage.WHITELIST else _by_votes(case, chances, bars)
    if accepted is None:
        return Outcome.UNKNOWN
    return Outcome.RIGHT if accepted.is_wanted and case.is_answerable else Outcome.WRONG


def tally(cases: Sequence[ReadCase], chances: Chances, bars: Bars) -> Tally:
    """The outcomes of ``cases``, counted."""
    ends = [(case.is_answerable, outcome_of(case, by_page, bars)) for case, by_page in zip(cases, chances, strict=True)]
    return Tally(
        cases=len(ends),
        wanted=sum(is_answerable for is_answerable, _ in ends),
        right=sum(end == Outcome.RIGHT for _, end in ends),
        wrong=sum(end == Outcome.WRONG for _, end in ends),
        green=sum(end == Outcome.WRONG and not is_answerable for is_answerable, end in ends),
    )


def _open_figures(page: ReadPage, chances: Sequence[Chance], bars: Bars) -> Iterator[tuple[Chance, ReadFigure]]:
    held = zip(chances, page.figures, strict=True)
    return ((chance, figure) for chance, figure in held if is_open(figure.exclusion, chance.together, bars.sure))


def _by_whitelist(case: ReadCase, chances: Sequence[Sequence[Chance]], bars: Bars) -> ReadFigure | None:
    trusted = [
        (chance.together, figure, page.page.owner)
        for page, by in zip(case.pages, chances, strict=True)
        if page.can_vote and page.is_trusted
        for chance, figure in _open_figures(page, by, bars)
    ]
    best = max(trusted, key=lambda one: one[0], default=None)
    if best is None or best[0] < bars.trusted:
        return None
    owners = {owner for chance, figure, owner in trusted if chance >= LIKELY and figure.value == best[1].value}
    bar = bars.doubt_shared if len(owners) > 1 else bars.doubt
    other = any(chance >= bar and not figure.is_rounded and figure.value != best[1].value for chance, figure, _ in trusted)
    return None if other else best[1]


def _by_votes(case: ReadCase, chances: Sequence[Sequence[Chance]], bars: Bars) -> ReadFigure | None:
    owners: dict[tuple[Decimal, Decimal], set[str]] = defaultdict(set)
    figures: dict[tuple[Decimal, Decimal], ReadFigure] = {}
    for page, by_figure in zip(case.pages, chances, strict=True):
        held = ((chance.together, figure) for chance, figure in _open_figures(page, by_figure, bars) if chance.alone >= bars.own)
        best = max(held, key=lambda one: one[0], default=None) if page.can_vote else None
        if best is not None and best[0] >= bars.vote:
            owners[best[1].value].add(page.page.owner)
            figures[best[1].value] = best[1]
    ranked = sorted(owners, key=lambda value: (-len(owners[value]), value))
    if not ranked or len(owners[ranked[0]]) < case.needed:
        return None
    is_contested = len(ranked) > 1 and len(owners[ranked[1]]) >= case.needed
    return None if is_contested else figures[ranked[0]]
