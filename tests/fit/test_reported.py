"""The judge of cells learns from tables of our own: what is right stands in them, what is exchanged is told as such."""

import re

from fit.cells.reported import reported_cases

_FIGURE = re.compile(r"\d[\d,]*\.\d")
CASES = list(reported_cases())


def test_each_kind_has_right_and_exchanged_sentences_in_both_languages() -> None:
    kinds: dict[str, set[tuple[bool, bool]]] = {}
    for case in CASES:
        kinds.setdefault(case.key.split("-")[1], set()).add((case.is_own, case.text.isascii()))
    assert set(kinds) == set("012345")
    assert all(len(found) == 4 for found in kinds.values())


def test_every_figure_stands_in_the_documents() -> None:
    lost = [case for case in CASES if any(figure not in " ".join(case.documents) for figure in _FIGURE.findall(case.text))]
    assert lost == []


def test_an_exchanged_figure_is_found_at_its_place() -> None:
    placed = [case for case in CASES if case.at >= 0]
    assert placed
    assert not any(case.is_own for case in placed)
    assert all(_FIGURE.match(case.text, case.at) for case in placed)


def test_the_same_is_drawn_again() -> None:
    assert list(reported_cases()) == CASES
