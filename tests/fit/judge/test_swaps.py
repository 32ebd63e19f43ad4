"""Generated swaps are the same everywhere, and each says truly whether its page answers."""

from collections import Counter
from itertools import islice

from fit.judge.swaps import generated_cases
from verification.core.vocabulary import Stage


def test_the_same_cases_come_out_again() -> None:
    once, again = (list(islice(generated_cases(), 200)) for _ in range(2))
    assert once == again


def test_what_is_refused_has_no_answer_and_what_is_asked_has_one() -> None:
    cases = list(generated_cases())
    uses = Counter((case.scenario, bool(case.right)) for case in cases)
    refused = {"other", "three_other", "stray", "unsaid", "trap", "three_trap"}
    assert {use for use, is_answered in uses if not is_answered} >= refused
    assert not any(is_answered for use, is_answered in uses if use in refused)
    assert all(uses[use, True] and not uses[use, False] for use in ("own", "list", "lead", "three", "beside", "recent"))


def test_votes_are_asked_of_three_pages_and_trust_of_one() -> None:
    for case in islice(generated_cases(), 500):
        assert len(case.pages) == (3 if case.stage == Stage.VOTES else 1)
        assert bool(case.trust.whitelist) == (case.stage == Stage.WHITELIST)
