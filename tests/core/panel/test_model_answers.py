"""Whatever a model writes is the object asked for, or refused with a sentence that says what is wrong."""

import json

import pytest

from verification.core.panel.model_answers import MAX_ANSWER, BadAnswer, read_choice, read_object, read_optional_text, read_text
from verification.core.panel.panel_answers import read_ballot, read_challenges, read_rulings
from verification.core.vocabulary import ChallengeRuling, ChallengeType, Severity

BALLOT = {"value": "5.25%", "quote": "at 5.25%", "sources": [], "confidence": 0.9, "reasoning": "It says so."}
CHALLENGE = {"type": "logic", "severity": "high", "claim": "It is older.", "evidence": "in May"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON: Expecting value (character 1)"),
        ("[]", "expected a JSON object, got a list"),
        ('{"a": 1}', "expected exactly the keys a, b"),
        ('{"a": 1, "b": 2, "c": 3}', "expected exactly the keys a, b"),
        ('{"a": 1, "a": 2, "b": 3}', "the key 'a' stands twice in one object"),
        ('```json\n{"a": 1, "b": 2}\n```', "not JSON: Expecting value (character 1)"),
        ('{"a": NaN, "b": 2}', "not JSON: NaN is no number"),
        (" " * (MAX_ANSWER + 1), "the answer is longer than 20000 characters"),
    ],
)
def test_anything_but_the_object_asked_for_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadAnswer) as caught:
        read_object(text, ("a", "b"))
    assert str(caught.value) == said


def test_parts_of_an_answer_are_read_strictly() -> None:
    assert read_object('{"a": 1, "b": null}', ("a", "b")) == {"a": 1, "b": None}
    assert (read_text("x", "quote", 1), read_optional_text(None, "quote", 1)) == ("x", "")
    assert read_choice("high", "severity", Severity) is Severity.HIGH
    for value, said in ((None, "quote is no text"), (["x"], "quote is no text"), ("xx", "quote is longer than 1 characters")):
        with pytest.raises(BadAnswer, match=f"^{said}$"):
            read_text(value, "quote", 1)
    for value in ("HIGH", None, ["high"], {}):
        with pytest.raises(BadAnswer, match=r"^severity is none of low, medium, high"):
            read_choice(value, "severity", Severity)


def test_a_ballot_is_a_proposal_with_a_confidence_between_none_and_all() -> None:
    ballot = read_ballot(json.dumps({**BALLOT, "confidence": 7}))
    assert ballot.proposal is not None
    assert (ballot.proposal.value, ballot.proposal.quote, ballot.confidence, ballot.reasoning) == ("5.25%", "at 5.25%", 1.0, "It says so.")
    assert read_ballot(json.dumps({**BALLOT, "value": None, "quote": None})).proposal is None


@pytest.mark.parametrize("wrong", [{"confidence": True}, {"confidence": "0.9"}, {"reasoning": None}, {"sources": {}}, {"value": 5.25}])
def test_a_ballot_of_other_types_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadAnswer):
        read_ballot(json.dumps({**BALLOT, **wrong}))


def test_a_challenge_that_was_ruled_on_in_two_ways_stays_open() -> None:
    challenges = read_challenges(json.dumps({"challenges": [CHALLENGE, {**CHALLENGE, "type": "premise"}]}))
    assert [(one.challenge_id, one.type) for one in challenges] == [("c1", ChallengeType.LOGIC), ("c2", ChallengeType.PREMISE)]
    said = [("c1", "upheld"), ("c2", "upheld"), ("c2", "dismissed"), ("c9", "upheld")]
    rulings = [{"challenge_id": key, "ruling": ruling, "reason": "So."} for key, ruling in said]
    ruled = read_rulings(json.dumps({"rulings": rulings}), challenges)
    assert [(one.ruling, one.ruling_reason) for one in ruled] == [(ChallengeRuling.UPHELD, "So."), (None, "")]


@pytest.mark.parametrize("wrong", [[], [{**CHALLENGE, "severity": "awful"}], [{**CHALLENGE, "extra": 1}], [CHALLENGE] * 9])
def test_challenges_that_are_none_are_refused(wrong: list[object]) -> None:
    text = json.dumps({"challenges": wrong}) if wrong else json.dumps({"challenges": {}})
    with pytest.raises(BadAnswer):
        read_challenges(text)
