"""Generated swaps are the same everywhere, and each says truly whether its page answers."""

from collections import Counter
from itertools import islice

from fit.judge.swap_pages import AGREEING
from fit.judge.swaps import generated_cases
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
