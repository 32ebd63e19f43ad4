"""The bars of the judge, chosen on out-of-fold chances: the most right answers at a stated precision, never by hand."""

from collections.abc import Mapping, Sequence

from fit.judge.outcomes import tally
from fit.judge.reading import ReadCase
from fit.judge.swap_pages import AGREEING, GENERATED
from fit.judge.training import Chances
from verification.core.judging.scorer import Bars
from verification.core.vocabulary import Stage

# The share of right values among those accepted out of fold, every open set counting alike; their gold is itself wrong in two of a hundred
# (data README). Generated cases teach, but are no measure of what pages are like.
PRECISION = {Stage.WHITELIST: 0.965, Stage.VOTES: 0.975}
# And of each set that has answers, so that a large easy one hides no small hard one.
LEAST = {Stage.WHITELIST: 0.93, Stage.VOTES: 0.95}
# Of pages made alike, which make one mistake together, this share may pass at most.
MAY_AGREE = 0.1
_STEPS = tuple(step / 100 for step in range(30, 99, 2))
_OWN = tuple(step / 100 for step in range(4, 90, 4))
_DOUBTS = (0.02, 0.03, 0.05, 0.08, 0.12, 0.2)


def choose_bars(cases: Sequence[ReadCase], chances: Chances) -> Bars:
    """The bars of both stages: each by itself, for they never meet in one case."""
    trusted = _by_source(cases, chances, Stage.WHITELIST)
    bar, doubt = max(
        ((bar, doubt) for bar in _STEPS for doubt in _DOUBTS),
        key=lambda pair: _worth(trusted, Stage.WHITELIST, Bars(pair[0], 1.0, 1.0, pair[1])),
    )
    voted = _by_source(cases, chances, Stage.VOTES)
    vote, own = max(
        ((vote, own) for vote in _STEPS for own in _OWN),
        key=lambda pair: _worth(voted, Stage.VOTES, Bars(1.0, pair[0], pair[1], 1.0)),
    )
    return Bars(trusted=bar, vote=vote, own=own, doubt=doubt)


_Sets = Mapping[str, tuple[list[ReadCase], Chances]]


def _by_source(cases: Sequence[ReadCase], chances: Chances, stage: Stage) -> _Sets:
    """The cases of a stage by their set, without those that only teach."""
    found: dict[str, tuple[list[ReadCase], Chances]] = {}
    for case, by_page in zip(cases, chances, strict=True):
        if case.stage == stage and case.source != GENERATED:
            mine, theirs = found.setdefault(case.source, ([], []))
            mine.append(case)
            theirs.append(by_page)
    return found


def _worth(sets: _Sets, stage: Stage, bars: Bars) -> tuple[bool, float]:
    """Whether precision holds on the open sets, and on pages made alike, then mean recall; where it can't be held, the precision."""
    found = {source: tally(*read, bars) for source, read in sets.items()}
    alike = found.pop(AGREEING, None)
    false_green = alike.false_green if alike else 0.0
    right = sum(one.right / one.cases for one in found.values())
    accepted = sum((one.right + one.wrong) / one.cases for one in found.values())
    reached = right / accepted if accepted else 1.0
    recalls = [one.recall for one in found.values() if one.wanted]
    least = min((one.precision for one in found.values() if one.wanted), default=1.0)
    is_held = reached >= PRECISION[stage] and least >= LEAST[stage] and false_green <= MAY_AGREE
    return is_held, sum(recalls) / len(recalls) if is_held else reached - false_green
