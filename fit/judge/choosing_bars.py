"""The bars of the judge, chosen on out-of-fold chances: the most right answers at a stated precision, never by hand."""

from collections.abc import Sequence

from fit.judge.outcomes import tally
from fit.judge.reading import ReadCase
from fit.judge.scorer import Bars
from fit.judge.swap_pages import GENERATED
from fit.judge.training import Chances
from verification.core.vocabulary import Stage

# The share of right values among those accepted out of fold, on sets whose gold is itself wrong in two of a hundred (data README).
# Generated cases teach, but are no measure of what pages are like.
# Three pages that agree lend each other weight, so theirs is held higher.
PRECISION = {Stage.WHITELIST: 0.97, Stage.VOTES: 0.975}
_STEPS = tuple(step / 100 for step in range(30, 99, 2))
_DOUBTS = (0.02, 0.03, 0.05, 0.08, 0.12, 0.2)


def choose_bars(cases: Sequence[ReadCase], chances: Chances) -> Bars:
    """The bars of both stages: each by itself, for they never meet in one case."""
    trusted, doubt = max(
        ((bar, doubt) for bar in _STEPS for doubt in _DOUBTS),
        key=lambda pair: _worth(cases, chances, Stage.WHITELIST, Bars(pair[0], 1.0, pair[1])),
    )
    vote = max(_STEPS, key=lambda bar: _worth(cases, chances, Stage.VOTES, Bars(1.0, bar, 1.0)))
    return Bars(trusted=trusted, vote=vote, doubt=doubt)


def _worth(cases: Sequence[ReadCase], chances: Chances, stage: Stage, bars: Bars) -> tuple[bool, float]:
    """Whether the precision of the stage holds, then its recall; where it can't be held, the precision."""
    chosen = [number for number, case in enumerate(cases) if case.stage == stage and case.source != GENERATED]
    found = tally([cases[number] for number in chosen], [chances[number] for number in chosen], bars)
    is_held = found.precision >= PRECISION[stage]
    return is_held, found.recall if is_held else found.precision
