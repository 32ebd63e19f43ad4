"""The bars of the judge, chosen on out-of-fold chances: the most right answers at a stated precision, never by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from fit.judge.outcomes import tally
from fit.judge.reading import ReadCase
from fit.judge.releases import RELEASES
from fit.judge.swap_pages import AGREEING, GENERATED, UNSEEN
from fit.judge.training import Chances
from verification.core.judging.scorer import Bars
from verification.core.vocabulary import Stage

# The share of right values among those accepted out of fold, every open set counting alike; their gold is itself wrong in two of a hundred
# (data README). Generated cases teach, but their precision is no measure of what pages are like.
PRECISION = {Stage.WHITELIST: 0.975, Stage.VOTES: 0.975}
# And of each set that has answers, so that a large easy one hides no small hard one; the smallest has thirty accepted answers. What is the
# best at just so much out of fold is less elsewhere: of names sets that nobody tunes to showed .82 and .83 at .93, at .95 they showed
# .88; of sentences .95 at .95.
LEAST_OF_NAMES = {Stage.WHITELIST: 0.97, Stage.VOTES: 0.92}
LEAST_OF_SENTENCES = {Stage.WHITELIST: 0.95, Stage.VOTES: 0.92}
# Of generated pages that do not answer this share may pass at most: of single ones, and of those made alike, which err together. At .04 of
# the single ones 78 of 100 accepted figures in wording that nobody had fitted to were right, at .025 83; .02 costs more than it buys.
MAY_MISLEAD = {Stage.WHITELIST: 0.025, Stage.VOTES: 0.07}
_STEPS = tuple(step / 100 for step in range(30, 99, 2))
# What a page's own words must give it to be lent the rest. Of a name a quarter at least, or three headlines lend it to any figure below
# them; a sentence tells more, of which a page that says the same uses few words.
_OWN_OF_NAMES = tuple(step / 100 for step in range(25, 55, 5))
_OWN_OF_SENTENCES = tuple(step / 100 for step in range(4, 34, 4))
_DOUBTS = (0.02, 0.03, 0.05, 0.08, 0.12, 0.2)
_SHARED_DOUBTS = (*_DOUBTS, 0.3, 0.4)
# From where a figure counts whose slots seem to clash: never, unless it is worth it. Below .95 what is won on the open sets are three
# names of a hundred, and what comes with them are Ford's sales in America for those in China.
_SURE_OF_NAMES = (2.0, 0.95)
_SURE_OF_SENTENCES = (2.0, 0.95, 0.9, 0.85, 0.8, 0.75)
_NEVER = Bars(2.0, 2.0, 2.0, 2.0, 2.0, 2.0)


def choose_bars(cases: Sequence[ReadCase], draws: Sequence[Chances]) -> Bars:
    """The bars of both stages: each by itself, for they never meet in one case; then what makes exceptions to them, one after the other.

    The answers of all draws of the folds count: those of one put the bars where two or three cases happen to lie.
    """
    trusted = _by_source(cases, draws, Stage.WHITELIST)
    voted = _by_source(cases, draws, Stage.VOTES)
    is_of_sentences = all(case.asks_sentence for case in cases)
    owns = _OWN_OF_SENTENCES if is_of_sentences else _OWN_OF_NAMES
    worth = partial(_worth, at_least=LEAST_OF_SENTENCES if is_of_sentences else LEAST_OF_NAMES)
    by_trust = [replace(_NEVER, trusted=bar, doubt=doubt, doubt_shared=doubt) for bar in _STEPS for doubt in _DOUBTS]
    first = max(by_trust, key=lambda bars: worth(trusted, Stage.WHITELIST, bars))
    by_votes = [replace(first, vote=vote, own=own) for vote in _STEPS for own in owns]
    bars = max(by_votes, key=lambda bars: worth(voted, Stage.VOTES, bars))
    # Where two publishers state the value, another takes more to be doubted for.
    shared = [replace(bars, doubt_shared=one) for one in _SHARED_DOUBTS if one >= bars.doubt]
    bars = max(shared, key=lambda bars: worth(trusted, Stage.WHITELIST, bars))
    # What seems to clash must be surer than what does not.
    sure = [replace(bars, sure=one) for one in (_SURE_OF_SENTENCES if is_of_sentences else _SURE_OF_NAMES) if one > bars.trusted]
    return max(sure, key=lambda bars: _both(worth(trusted, Stage.WHITELIST, bars), worth(voted, Stage.VOTES, bars)))


def _both(one: tuple[bool, float], other: tuple[bool, float]) -> tuple[bool, float]:
    return one[0] and other[0], one[1] + other[1]


_Sets = Mapping[str, tuple[list[ReadCase], Chances]]


def _by_source(cases: Sequence[ReadCase], draws: Sequence[Chances], stage: Stage) -> _Sets:
    """The cases of a stage by their set, once for each draw, without those that are only counted."""
    found: dict[str, tuple[list[ReadCase], Chances]] = {}
    for case, by_page in (pair for chances in draws for pair in zip(cases, chances, strict=True)):
        if case.stage == stage and case.source != UNSEEN:
            mine, theirs = found.setdefault(case.source, ([], []))
            mine.append(case)
            theirs.append(by_page)
    return found


def _worth(sets: _Sets, stage: Stage, bars: Bars, *, at_least: Mapping[Stage, float]) -> tuple[bool, float]:
    """Whether precision holds on the open sets, and few generated pages mislead, then mean recall; else the precision."""
    found = {source: tally(*read, bars) for source, read in sets.items()}
    generated = found.pop(AGREEING if stage == Stage.VOTES else GENERATED, None)
    # A hand that writes names for a page is wrong about some, and of what it found there no bar finds more than a sixth.
    by_hand = found.pop(RELEASES, None)
    false_green = max(one.false_green if one else 0.0 for one in (generated, by_hand))
    right = sum(one.right / one.cases for one in found.values())
    accepted = sum((one.right + one.wrong) / one.cases for one in found.values())
    reached = right / accepted if accepted else 1.0
    recalls = [one.recall for one in found.values() if one.wanted]
    least = min((one.precision for one in found.values() if one.wanted), default=1.0)
    is_held = reached >= PRECISION[stage] and least >= at_least[stage] and false_green <= MAY_MISLEAD[stage]
    return is_held, sum(recalls) / len(recalls) if is_held else reached - false_green
