"""What is mapped through ``batch`` costs its length, whatever its shape: the shapes below once took the square or the cube of it."""

from collections.abc import Mapping

import pytest

from attribution.stateless import answer_attribution, answer_citations, answer_support
from tests.growth import grows_within
from verification.stateless import answer_consensus

SMALL, TIMES = 1_500, 8
NOTE = "The rate is 5.25% and 12,000 jobs were lost in May."
CLOZE = {"label": "埃尔博尼亚的利率升至____%，贷款增长1.4%", "kind": "percent"}


def _repeated(block: str, length: int) -> str:
    return (block * (length // len(block) + 1))[:length]


def _citations(text: str) -> Mapping[str, object]:
    return answer_citations({"id": 1, "text": text})


def _answer(text: str) -> Mapping[str, object]:
    return answer_attribution({"id": 1, "answer": text, "documents": [{"content": NOTE}]})


def _document(text: str) -> Mapping[str, object]:
    return answer_support({"id": 1, "claim": NOTE, "documents": [{"text": text}]})


def _claim(text: str) -> Mapping[str, object]:
    return answer_support({"id": 1, "claim": text, "documents": [{"text": text}]})


def _page(text: str) -> Mapping[str, object]:
    page = {"title": "", "url": "https://a.example/", "content": text, "published_date": "2026-06-17"}
    return answer_consensus({"id": 1, "node": CLOZE, "as_of": "2026-06-18", "results": [page], "whitelist": []})


@pytest.mark.parametrize("block", ["[^1]: ", "[^1]: x [^2]: ", "[^1]: 2020 [^1] ", "[^1]: “", "[1, 2] 《"])
def test_citations_of_repeated_notes_cost_their_length(block: str) -> None:
    small, large = _repeated(block, SMALL), _repeated(block, SMALL * TIMES)
    assert grows_within(3 * TIMES, lambda: _citations(small), lambda: _citations(large))


@pytest.mark.parametrize("block", ["1%", "1±", "3多", "[1, 2] "])
@pytest.mark.share(4)
def test_an_answer_of_figures_costs_its_length(block: str) -> None:
    small, large = _repeated(block, SMALL), _repeated(block, SMALL * TIMES)
    assert grows_within(3 * TIMES, lambda: _answer(small), lambda: _answer(large))


def test_a_sentence_of_figures_is_held_against_a_calculation_once() -> None:
    """Words that announce a calculation are looked for once in a sentence: a figure costs no more than in many sentences."""
    dense, spread = "1%" * 600, ("1%" * 6 + "。") * 100
    assert grows_within(12, lambda: _answer(spread), lambda: _answer(dense))


@pytest.mark.parametrize("block", ["3多", "5%", "1±"])
@pytest.mark.share(3)
def test_a_claim_of_figures_costs_its_length(block: str) -> None:
    small, large = _repeated(block, 120), _repeated(block, 120 * TIMES)
    assert grows_within(3 * TIMES, lambda: _claim(small), lambda: _claim(large))
    assert grows_within(3 * TIMES, lambda: _document(small), lambda: _document(large))


@pytest.mark.parametrize("block", ["增长1%，", "利率5%，"])
def test_a_page_of_figures_costs_its_length(block: str) -> None:
    small, large = _repeated(block, 100), _repeated(block, 100 * TIMES)
    assert grows_within(5 * TIMES, lambda: _page(small), lambda: _page(large))
