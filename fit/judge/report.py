"""What a fit is worth, out of fold: by set and stage, by what was generated, and whether a probability means what it says."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from fit.judge.outcomes import Outcome, outcome_of, tally
from fit.judge.reading import ReadCase, figures_of
from fit.judge.swap_pages import AGREEING, GENERATED, UNSEEN
from fit.judge.training import Chances
from verification.core.judging.scorer import Bars, Chance
from verification.core.vocabulary import Stage

_BINS = 10


def report_lines(cases: Sequence[ReadCase], draws: Sequence[Chances], bars: Bars) -> Iterator[str]:
    """The report on one way of asking, a line at a time, in Markdown; of all draws of the folds, and wrong values as their mean."""
    voting = f"vote {bars.vote:.2f} and {bars.own:.2f} by its own page"
    doubting = f"doubt {bars.doubt:.2f}, {bars.doubt_shared:.2f} where two publishers agree"
    clashing = f"sure {bars.sure:.2f} where slots clash" if bars.sure <= 1 else "no figure whose slots clash"
    yield f"Bars: trusted {bars.trusted:.2f}, {voting}, {doubting}, {clashing}"
    yield ""
    yield "| set | stage | cases | precision | recall | false green | wrong |"
    yield "|---|---|---|---|---|---|---|"
    yield from _rows(cases, draws, bars, lambda case: (case.source.removeprefix("train/"), _stage(case)))
    yield ""
    yield "| kind of case | stage | cases | precision | recall | false green | wrong |"
    yield "|---|---|---|---|---|---|---|"
    chosen = _only(cases, draws, (GENERATED, AGREEING, UNSEEN, "train/names_swap"))
    yield from _rows(*chosen, bars, lambda case: (f"{case.source}: {case.scenario}", _stage(case)))
    yield ""
    yield "| probability | figures | right |"
    yield "|---|---|---|"
    yield from _reliability(cases, draws)


def _only(cases: Sequence[ReadCase], draws: Sequence[Chances], sources: Sequence[str]) -> tuple[list[ReadCase], list[Chances]]:
    chosen = [number for number, case in enumerate(cases) if case.source in sources]
    return [cases[number] for number in chosen], [[chances[number] for number in chosen] for chances in draws]


def _stage(case: ReadCase) -> str:
    return "1" if case.stage == Stage.WHITELIST else "2"


def _rows(cases: Sequence[ReadCase], draws: Sequence[Chances], bars: Bars, key: Callable[[ReadCase], tuple[str, str]]) -> Iterator[str]:
    counted = (number for number, case in enumerate(cases) if case.stage is not None)
    order = sorted(counted, key=lambda number: (key(cases[number]), number))
    for (name, stage), numbers in groupby(order, key=lambda number: key(cases[number])):
        chosen = list(numbers)
        found = tally([cases[n] for n in chosen] * len(draws), [chances[n] for chances in draws for n in chosen], bars)
        shares = f"{found.precision:.3f} | {found.recall:.3f} | {found.false_green:.3f}"
        yield f"| {name} | {stage} | {len(chosen)} | {shares} | {found.wrong / len(draws):.1f} |"


def _reliability(cases: Sequence[ReadCase], draws: Sequence[Chances]) -> Iterator[str]:
    """Ten bins of out-of-fold chances, with the share of right figures in each; a figure stands in the bins of all draws."""
    known = [
        (chance.together, page.figures[number].label)
        for chances in draws
        for chance, (_, page, number) in zip(_flat(chances), figures_of(cases), strict=True)
        if page.figures[number].label is not None
    ]
    for at in range(_BINS):
        low, high = at / _BINS, (at + 1) / _BINS
        labels = [label for chance, label in known if low <= chance < high or (at == _BINS - 1 and chance == 1)]
        yield f"| {low:.1f}–{high:.1f} | {len(labels)} | {sum(map(bool, labels)) / len(labels) if labels else 0:.3f} |"


def _flat(chances: Chances) -> Iterator[Chance]:
    return (chance for by_page in chances for by_figure in by_page for chance in by_figure)


def wrong_cases(cases: Sequence[ReadCase], draws: Sequence[Chances], bars: Bars) -> Iterator[str]:
    """The keys of the cases where a wrong value would be accepted, with in how many draws, for reading."""
    for case, *drawn in zip(cases, *draws, strict=True):
        if wrong := sum(outcome_of(case, by_page, bars) == Outcome.WRONG for by_page in drawn):
            yield f"{case.source} {case.scenario} {case.key}: {wrong} of {len(draws)}"
