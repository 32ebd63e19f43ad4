"""The n-th name of a list has the n-th figure."""

from datetime import date

import pytest

from verification.core.judging.list_features import FigureLists
from verification.core.language.texts import Language, language_of
from verification.core.quantities.grammar import find_quantities
from verification.core.reading.frames.places import PlacedSentence

DAY = date(2026, 3, 20)


def fits(text: str, weights: dict[str, float]) -> list[float]:
    is_chinese = language_of(text) == Language.CHINESE
    quantities = find_quantities(text, lang="zh" if is_chinese else "en")
    lists = FigureLists(PlacedSentence(text, quantities, DAY, is_chinese=is_chinese))
    return [dict(lists.features(weights, quantity))["list_fit"] for quantity in quantities]


@pytest.mark.parametrize(
    ("text", "weights", "expected"),
    [
        ("Output in Arlen, Bexley and Corby rose 4%, 5% and 6% respectively.", {"bexley": 1.0}, [-1.0, 1.0, -1.0]),
        ("Output in Arlen, Bexley and Corby rose 4%, 5% and 6% respectively.", {"dover": 1.0}, [0.0, 0.0, 0.0]),
        ("东湖、西岭和南浦分别增长4%、5%和6%。", {"南浦": 1.0}, [-1.0, -1.0, 1.0]),
        ("Output in Arlen rose 4%; that in Bexley fell 5%.", {"bexley": 1.0}, [0.0, 0.0]),
    ],
)
def test_the_figure_of_a_list_is_that_of_its_name(text: str, weights: dict[str, float], expected: list[float]) -> None:
    assert fits(text, weights) == expected


def test_a_list_without_enough_names_tells_nothing() -> None:
    assert fits("Rates were 4%, 5% and 6%.", {"rate": 1.0}) == [0.0, 0.0, 0.0]
