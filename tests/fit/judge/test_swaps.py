"""Generated swaps are the same everywhere, and each says truly whether its page answers."""

from collections import Counter
from itertools import islice

from fit.judge.swap_pages import AGREEING, UNSEEN, read_table
from fit.judge.swaps import UNSEEN_ROWS, generated_cases
from verification.core.vocabulary import Stage


def test_the_same_cases_come_out_again() -> None:
    once, again = (list(islice(generated_cases(), 200)) for _ in range(2))
    assert once == again


def test_what_is_refused_has_no_answer_and_what_is_asked_has_one() -> None:
    cases = list(generated_cases())
    uses = Counter((case.scenario, bool(case.right)) for case in cases)
    refused = {"other", "stray", "unsaid", "trap"}
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


def test_unseen_wording_stands_in_no_pattern_that_teaches() -> None:
    taught = {text for _, _, text in read_table("swap_patterns")}
    unseen = [(kind, text) for _, kind, text in read_table("unseen_patterns")]
    assert len(unseen) > 80
    assert not taught.intersection(text for _, text in unseen)
    counted = [case for case in generated_cases() if case.source == UNSEEN]
    assert len(counted) == UNSEEN_ROWS * len(unseen)
    assert all(bool(case.right) == (case.scenario == "said") for case in counted)


def test_a_pattern_stands_in_one_fold() -> None:
    """A group is the pattern of the sentence that decides, so that what is reported is wording the fold's judge never met."""
    taught = {text for _, _, text in read_table("swap_patterns")} | {row[3] for row in read_table("swap_series_patterns")}
    unseen = {text for _, _, text in read_table("unseen_patterns")}
    assert {case.group.removeprefix("generated/") for case in generated_cases()} <= taught | unseen
