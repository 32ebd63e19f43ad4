"""The record of the exclusions and of every clash: on how many right and wrong figures of the open data each fired (``make record``)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from fit.judge.reading import ReadCase, figures_of
from verification.core.judging.exclusions import EXCLUSIONS

# An exclusion stays one while no more than this share of its firings is on right figures.
MAY_ERR = 0.02


def record_lines(cases: Sequence[ReadCase]) -> Iterator[str]:
    """A row for each exclusion, in bold, each code, and each feature that says yes or no, by what it fired on."""
    right, wrong = Counter[str](), Counter[str]()
    for _, page, number in figures_of(cases):
        figure = page.figures[number]
        if figure.label is None:
            continue
        features = page.page.figures[number].features
        fired = [f"**{one.name}**" for one in EXCLUSIONS if one.fires(features)]
        fired += [f"code {figure.veto}"] if figure.veto else []
        fired += [f"slot {name}" for name, value in features.items() if value == 1 and _is_told(name)]
        (right if figure.label else wrong).update(fired)
    yield "| what fired | on right figures | on wrong ones | wrong firings | may exclude |"
    yield "|---|---|---|---|---|"
    for name in sorted(right.keys() | wrong.keys()):
        share = right[name] / (right[name] + wrong[name])
        yield f"| {name} | {right[name]} | {wrong[name]} | {share:.3f} | {'yes' if share <= MAY_ERR else 'no'} |"


def _is_told(feature: str) -> bool:
    return feature.startswith(("differs_", "status_")) or feature.endswith(("_clashes", "_rival", "_differs"))
