"""What the judge of cells is worth, out of fold: by set and kind of exchange, by bar, and whether a probability means what it says."""

from collections import Counter
from collections.abc import Iterator, Sequence

from fit.cells.reading import ReadFigure

_BARS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
_BINS = 10
# A sentence is called carried wrongly at most this often, on exchanged figures of real tables.
_MOST_WRONG = 0.03
_OF_OUR_OWN = ("invented", "reported")
_NEAR = 0.1
_CHOSEN_ON = ("train/attribution_swap", "train/attribution_swap, plain")


def choose_bar(figures: Sequence[ReadFigure], chances: Sequence[float]) -> float:
    """The lowest bar that keeps the wrong ones rare, of steps of two in a hundred, right above which a figure of a real text is more often
    right than wrong."""
    known = [(one, chance) for one, chance in zip(figures, chances, strict=True) if one.label >= 0]
    wrong = [chance for one, chance in known if one.label == 0 and one.case.source in _CHOSEN_ON]
    real = [(one.label, chance) for one, chance in known if one.case.source not in _OF_OUR_OWN]
    for at in range(30, 90, 2):
        bar = at / 100
        near = [label for label, chance in real if bar <= chance < bar + _NEAR]
        if sum(chance >= bar for chance in wrong) <= _MOST_WRONG * len(wrong) and 2 * sum(near) >= len(near):
            return bar
    return 0.9


def report_lines(figures: Sequence[ReadFigure], chances: Sequence[float], bar: float) -> Iterator[str]:
    """The report, a line at a time, in Markdown."""
    yield f"Bar: {bar:.2f}"
    yield ""
    yield "| set | figure | figures | " + " | ".join(f"carried at {one}" for one in (bar, *_BARS)) + " |"
    yield "|---|---|---|" + "---|" * (len(_BARS) + 1)
    counts: dict[tuple[str, str], list[float]] = {}
    for figure, chance in zip(figures, chances, strict=True):
        if figure.label >= 0:
            counts.setdefault((figure.case.source, figure.case.scenario), []).append(chance)
    for (source, scenario), found in sorted(counts.items()):
        shares = " | ".join(f"{sum(chance >= one for chance in found) / len(found):.3f}" for one in (bar, *_BARS))
        yield f"| {source.removeprefix('train/')} | {scenario} | {len(found)} | {shares} |"
    yield ""
    yield "| probability | figures | right |"
    yield "|---|---|---|"
    whole, right = Counter[int](), Counter[int]()
    for figure, chance in zip(figures, chances, strict=True):
        if figure.label >= 0 and figure.case.source not in _OF_OUR_OWN:
            at = min(_BINS - 1, int(chance * _BINS))
            whole[at] += 1
            right[at] += figure.label
    for at in range(_BINS):
        yield f"| {at / _BINS:.1f}–{(at + 1) / _BINS:.1f} | {whole[at]} | {right[at] / whole[at] if whole[at] else 0:.3f} |"


def wrong_figures(figures: Sequence[ReadFigure], chances: Sequence[float], bar: float) -> Iterator[str]:
    """The figures on the wrong side of the bar, for reading."""
    for figure, chance in zip(figures, chances, strict=True):
        if figure.label >= 0 and (chance >= bar) != (figure.label == 1):
            case = figure.case
            yield f"{case.source} {case.scenario} {case.key} {chance:.2f} {figure.named.spoken.figure.text} | {case.text[:200]}"
