"""Whose figure of a list it is: the n-th name has the n-th figure, or the name beside it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from verification.core.evidence import Quantity
from verification.core.language.lexicon import canonical_word
from verification.core.language.texts import tokens_of
from verification.core.patterns import lazy_regex
from verification.core.reading.frames.places import PlacedSentence, letters_of, pairs_in

# What may stand between the figures of one list: "4%, 5% and 6%", 4%、5%和6%.
_BETWEEN = lazy_regex(r"\s?(?:[,，、;；/]|and|or|和|及|与|以及|,\sand|,\sor|and\sby|以及)?\s?(?:by|to|at|of|为|至|约|的)?\s?")
_ITEM_END = lazy_regex(r"[、，,；;]|\band\b|\bor\b|以及|[和及与]")
_REACH = 200
_MOST = 12


class FigureLists:
    """The runs of figures in one sentence that follow one another with nothing but marks between."""

    def __init__(self, sentence: PlacedSentence) -> None:
        self._sentence = sentence
        self._runs = list(_runs(sentence.text, sentence.quantities))
        self._items: dict[int, list[frozenset[str]]] = {}

    def features(self, weights: Mapping[str, float], quantity: Quantity) -> Iterator[tuple[str, float]]:
        """``list_fit`` is 1 where the figure's number in its list is that of the item that holds the asked words, -1 where it is another's,
        0 outside such lists; ``list_length`` counts its figures."""
        run = next((run for run in self._runs if quantity in run), ())
        yield "list_length", float(min(len(run), _MOST))
        yield "list_fit", self._fit(weights, quantity, run) if len(run) > 1 else 0.0

    def _fit(self, weights: Mapping[str, float], quantity: Quantity, run: Sequence[Quantity]) -> float:
        items = self._items_before(run[0].start)
        if len(items) < len(run):
            return 0.0
        shares = [sum(weight for term, weight in weights.items() if term in item) for item in items[-len(run) :]]
        best = max(shares)
        if not best or shares.count(best) > 1:
            return 0.0
        return 1.0 if shares.index(best) == run.index(quantity) else -1.0

    def _items_before(self, start: int) -> list[frozenset[str]]:
        """The terms of the items of the enumeration that ends before ``start``."""
        if start not in self._items:
            text = self._sentence.text[max(0, start - _REACH) : start]
            parts = [part for part in _ITEM_END.split(text) if part.strip()]
            self._items[start] = [self._terms(part) for part in parts[-_MOST:]]
        return self._items[start]

    def _terms(self, part: str) -> frozenset[str]:
        if self._sentence.is_chinese:
            return pairs_in(letters_of(part))
        return frozenset(canonical_word(token.text) for token in tokens_of(part))


def _runs(text: str, quantities: Sequence[Quantity]) -> Iterator[tuple[Quantity, ...]]:
    run: list[Quantity] = list(quantities[:1])
    for one, following in pairwise(quantities):
        if following.kind == one.kind and _BETWEEN.fullmatch(text, one.end, following.start):
            run.append(following)
            continue
        if len(run) > 1:
            yield tuple(run)
        run = [following]
    if len(run) > 1:
        yield tuple(run)
