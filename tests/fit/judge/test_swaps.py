"""Generated swaps are the same everywhere, and each says truly whether its page answers."""

import re
from collections import Counter
from itertools import islice

import pytest

from fit.judge.cases import DATA, Case
from fit.judge.swap_pages import AGREEING, UNSEEN, read_table
from fit.judge.swaps import FIGURE_ROWS, MODIFIER_ROWS, UNSEEN_ROWS, generated_cases
from verification.core.vocabulary import Stage

# Some pages stand between sentences of the open news corpus.
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"{DATA} is not there")


@pytest.fixture(scope="module")
def generated() -> list[Case]:
    """All of them, which takes long; the first few hundred are looked at in every run."""
    return list(generated_cases())


def test_the_same_cases_come_out_again() -> None:
    once, again = (list(islice(generated_cases(), 200)) for _ in range(2))
    assert once == again


@pytest.mark.long
def test_what_is_refused_has_no_answer_and_what_is_asked_has_one(generated: list[Case]) -> None:
    uses = Counter((case.scenario, bool(case.right)) for case in generated)
    refused = {"other", "stray", "unsaid", "trap", "narrowed"}
    assert {use for use, is_answered in uses if not is_answered} >= refused
    assert not any(is_answered for use, is_answered in uses if use in refused)
    assert all(uses[use, True] and not uses[use, False] for use in ("own", "list", "lead", "beside", "recent"))


def test_pages_made_alike_are_three_publishers_and_never_learnt_from() -> None:
    cases = list(islice(generated_cases(), 500))
    alike = [case for case in cases if case.source == AGREEING]
    assert 40 < len(alike) < 120
    for case in cases:
        is_alike = case.source == AGREEING
        assert (len(case.pages), case.stage) == ((3, Stage.VOTES) if is_alike else (1, Stage.WHITELIST))
        assert bool(case.trust.whitelist) == (not is_alike)
        assert len({page.content for page in case.pages}) == 1


@pytest.mark.long
def test_unseen_wording_stands_in_no_pattern_that_teaches(generated: list[Case]) -> None:
    taught = {text for name in ("swap_patterns", "figures") for _, _, text in read_table(name)}
    unseen = [(kind, text) for _, kind, text in read_table("unseen_patterns")]
    assert len(unseen) > 80
    assert not taught.intersection(text for _, text in unseen)
    counted = [case for case in generated if case.source == UNSEEN]
    assert len(counted) == UNSEEN_ROWS * len(unseen)
    assert all(bool(case.right) == (case.scenario == "said") for case in counted)


@pytest.mark.long
def test_a_pattern_stands_in_one_fold(generated: list[Case]) -> None:
    """A group is the pattern of the sentence that decides, so that what is reported is wording the fold's judge never met."""
    taught = {text for name in ("swap_patterns", "figures") for _, _, text in read_table(name)}
    taught |= {row[3] for row in read_table("swap_series_patterns")}
    unseen = {text for _, _, text in read_table("unseen_patterns")}
    modifiers = {text for _, _, text in read_table("swap_modifiers")}
    assert {case.group.removeprefix("generated/") for case in generated} <= taught | unseen | modifiers


@pytest.mark.long
def test_a_word_that_narrows_the_measure_stands_before_it_on_the_page_alone(generated: list[Case]) -> None:
    rows = [(narrows == "yes", text) for _, narrows, text in read_table("swap_modifiers")]
    found = {text: [case for case in generated if case.group == f"generated/{text}"] for _, text in rows}
    measures = [words for _, _, _, *both, _ in read_table("swap_measures") for words in both]
    for narrows, text in rows:
        assert [bool(case.right) for case in found[text]] == [not narrows] * MODIFIER_ROWS
        assert all(text.lower() in case.pages[0].content.lower() for case in found[text])
        asked = [
            case.node.label for case in found[text] if any(f"{text}{gap}{one}" in case.node.label for one in measures for gap in ("", " "))
        ]
        assert asked == []


def test_each_way_to_tell_a_figure_says_which_one_answers() -> None:
    """``{v}`` answers; ``{w}`` and ``{x}`` are figures beside it, or all that the sentence has."""
    for lang, subjects, text in read_table("figures"):
        fields = re.findall(r"\{(.*?)\}", text)
        assert lang in ("en", "zh")
        assert subjects in ("any", "place", "company", "goods", "series")
        assert set(fields) <= set("smtvwx")
        assert "s" in fields
        assert ("m" in fields) == (subjects != "series"), text
        assert set(fields) & set("vwx"), text


@pytest.mark.long
def test_a_page_that_tells_no_figure_of_its_own_has_no_answer(generated: list[Case]) -> None:
    told = {text: "{v}" in text for _, _, text in read_table("figures")}
    cases = [case for case in generated if case.group.removeprefix("generated/") in told]
    assert len(cases) == FIGURE_ROWS * len(told)
    assert all(bool(case.right) == told[case.group.removeprefix("generated/")] for case in cases)
