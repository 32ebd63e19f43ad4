"""The runs about a figure or act hold what a reader needs who knows neither the name nor the figure."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.quantities.grammar import find_quantities
from verification.core.reading.wording import OTHER, AskedWords, Wording


def runs(question: str, text: str, figure: str) -> tuple[str, ...]:
    holes = [(one.start, one.end, OTHER) for one in find_quantities(text)]
    start = text.index(figure)
    return Wording(AskedWords.of(question), text, holes).about(start, start + len(figure))


@pytest.mark.parametrize(
    ("question", "text", "figure", "whole"),
    [
        ("unemployment rate of Chile", "Chile's unemployment rate fell short of 8.2%.", "8.2%", "yfell short of F"),
        ("unemployment rate of Chile", "It came to 8.2%, up from 8.0%.", "8.0%", "xup from F"),
        ("智利失业率", "智利失業率未達8.2%。", "8.2%", "yQ 未 达 F"),
        ("智利失业率", "据估计，智利失业率为8.2%。", "8.2%", "xQ 为 F"),
    ],
)
def test_what_is_asked_for_and_figures_are_marks(question: str, text: str, figure: str, whole: str) -> None:
    assert whole in runs(question, text, figure)


def test_only_the_names_and_the_figure_tell_two_sentences_apart() -> None:
    one = runs("unemployment rate of Chile", "Nobody believes that Chile's unemployment rate is 8.2%.", "8.2%")
    other = runs("inflation of Peru", "Nobody believes that Peru's inflation is 3.1%.", "3.1%")
    assert one == other


def test_far_from_the_figure_only_short_runs_are_told() -> None:
    text = "It is a fine day in the valley and the streets are full, said the owner; output in Peru was 3.1%."
    found = runs("output of Peru", text, "3.1%")
    assert {"sfine day", "lQ was F", "rF"} <= set(found)
    assert [run for run in found if run.startswith("s") and run.count(" ") > 1] == []


def test_an_act_is_one_mark_with_the_words_that_join_it() -> None:
    claim, text = "Orlan Freight bought the Tamsin quarry", "A parody account said Orlan Freight bought the Tamsin quarry."
    found = Wording(AskedWords.of(claim, is_act=True), text, ()).about(text.index("quarry"), len(text) - 1)
    assert "xaccount said F" in found


def test_a_place_outside_of_the_words_has_no_runs() -> None:
    assert Wording(AskedWords.of("x"), "", ()).about(0, 1) == ()


@given(st.text(max_size=80), st.text(max_size=120), st.integers(0, 120), st.integers(0, 120))
def test_any_text_has_runs_and_each_once(question: str, text: str, start: int, end: int) -> None:
    found = Wording(AskedWords.of(question), text, ()).about(start, end)
    assert len(found) == len(set(found))
