"""What the other figures tell of one: those of its page and its sentence, then those of the other pages.

Choosing is a competition: a figure that outdoes all others of its page is the answer far oftener than one that is merely well placed.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass

COMPARED = (
    "whole_own",
    "whole_clause",
    "whole_sentence",
    "name_own",
    "name_clause",
    "name_before",
    "lead_clause",
    "head_own",
    "left_similarity",
    "right_similarity",
    "run_left",
    "near_coverage",
    "chain_coverage",
    "list_fit",
)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a page for the scorer: its value, the sentence it stands in, and what is known of it by itself."""

    value: Hashable
    sentence: Hashable
    features: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class FigurePage:
    """The figures of one page. ``is_counted``: the page may vote, so that its figures speak for and against those of other pages."""

    owner: str
    is_counted: bool
    figures: tuple[Figure, ...]


def with_rivals(figures: Sequence[Figure]) -> list[dict[str, float]]:
    """The features of each figure, and how far it outdoes the best other value of its page and of its sentence."""
    on_page = _Best(figures)
    in_sentences: dict[Hashable, _Best] = {}
    for figure in figures:
        if figure.sentence not in in_sentences:
            in_sentences[figure.sentence] = _Best([other for other in figures if other.sentence == figure.sentence])
    values = len({figure.value for figure in figures})
    return [
        {
            **figure.features,
            **{f"page_{name}": gap for name, gap in on_page.gaps(figure)},
            **{f"sentence_{name}": gap for name, gap in in_sentences[figure.sentence].gaps(figure)},
            "values_on_page": float(min(values, 40)),
            "said_again": float(min(on_page.count(figure), 8)),
        }
        for figure in figures
    ]


class _Best:
    """The best of each compared feature by value, so that every figure is held against all others in one pass."""

    def __init__(self, figures: Sequence[Figure]) -> None:
        best: dict[Hashable, list[float]] = {}
        self._counts: dict[Hashable, int] = {}
        for figure in figures:
            row = [figure.features[name] for name in COMPARED]
            known = best.get(figure.value)
            best[figure.value] = row if known is None else [max(pair) for pair in zip(known, row, strict=True)]
            self._counts[figure.value] = self._counts.get(figure.value, 0) + 1
        self._top = [
            sorted(((row[at], number) for number, row in enumerate(best.values())), reverse=True)[:2] for at in range(len(COMPARED))
        ]
        self._numbers = {value: number for number, value in enumerate(best)}

    def gaps(self, figure: Figure) -> Iterator[tuple[str, float]]:
        number = self._numbers[figure.value]
        for name, top in zip(COMPARED, self._top, strict=True):
            rival = next((amount for amount, other in top if other != number), 0.0)
            yield name, figure.features[name] - rival

    def count(self, figure: Figure) -> int:
        return self._counts[figure.value]


def across_pages(pages: Sequence[FigurePage], alone: Sequence[Sequence[float]]) -> list[list[dict[str, float]]]:
    """For each figure what the pages of other owners say; ``alone`` are the probabilities of the figures by themselves."""
    by_value: dict[Hashable, dict[str, float]] = {}
    for page, chances in zip(pages, alone, strict=True):
        if page.is_counted:
            for figure, chance in zip(page.figures, chances, strict=True):
                owners = by_value.setdefault(figure.value, {})
                owners[page.owner] = max(owners.get(page.owner, 0.0), chance)
    strongest = {value: sorted(((chance, owner) for owner, chance in owners.items()), reverse=True) for value, owners in by_value.items()}
    leaders = sorted(((chance, owner, number) for number, top in enumerate(strongest.values()) for chance, owner in top[:2]), reverse=True)[
        :24
    ]
    numbers = {value: number for number, value in enumerate(strongest)}
    return [
        [_across(page, figure, chance, chances, strongest, leaders, numbers) for figure, chance in zip(page.figures, chances, strict=True)]
        for page, chances in zip(pages, alone, strict=True)
    ]


def _across(
    page: FigurePage,
    figure: Figure,
    chance: float,
    chances: Sequence[float],
    strongest: Mapping[Hashable, Sequence[tuple[float, str]]],
    leaders: Sequence[tuple[float, str, int]],
    numbers: Mapping[Hashable, int],
) -> dict[str, float]:
    elsewhere = [said for said, owner in strongest.get(figure.value, ()) if owner != page.owner]
    mine = numbers.get(figure.value, -1)
    return {
        "alone": chance,
        "same_elsewhere": elsewhere[0] if elsewhere else 0.0,
        "owners_elsewhere": float(min(len(elsewhere), 8)),
        "sum_elsewhere": sum(elsewhere[:3]),
        "other_elsewhere": next((said for said, owner, number in leaders if owner != page.owner and number != mine), 0.0),
        "other_here": max((said for said, other in zip(chances, page.figures, strict=True) if other.value != figure.value), default=0.0),
    }
