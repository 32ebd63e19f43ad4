"""What executor, challenger and arbiter wrote, read strictly; ``BadAnswer`` for everything but the object asked for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from verification.core.decision import Challenge
from verification.core.grounding import MAX_QUOTE, Proposal
from verification.core.proposals import MAX_ANSWER, MAX_VALUE, NOTHING, BadAnswer, read_sources
from verification.core.strict_json import BadInput, parse_object
from verification.core.vocabulary import ChallengeRuling, ChallengeType, Severity

ChoiceT = TypeVar("ChoiceT", ChallengeType, Severity, ChallengeRuling)

MAX_REASONING, MAX_CHALLENGES = 1_000, 8
_BALLOT = ("value", "quote", "sources", "confidence", "reasoning")
_CHALLENGE = ("type", "severity", "claim", "evidence")
_RULING = ("challenge_id", "ruling", "reason")


@dataclass(frozen=True, slots=True)
class Ballot:
    """``proposal`` None: the pages do not answer. ``confidence`` is what the model claims of itself, held between 0 and 1."""

    proposal: Proposal | None
    confidence: float
    reasoning: str


def read_ballot(text: str) -> Ballot:
    answer = _object(text, _BALLOT)
    confidence = answer["confidence"]
    if isinstance(confidence, bool) or not isinstance(confidence, int | float):
        raise BadAnswer("confidence is no number")
    value, quote = _text(answer["value"], "value", MAX_VALUE), _text(answer["quote"], "quote", MAX_QUOTE)
    sources = read_sources(answer["sources"])
    is_empty = value.strip().lower() in NOTHING
    return Ballot(
        proposal=None if is_empty else Proposal(value=value.strip(), quote=quote, sources=sources),
        confidence=float(min(1, max(0, confidence))),
        reasoning=_text(answer["reasoning"], "reasoning", MAX_ANSWER)[:MAX_REASONING],
    )


def read_challenges(text: str) -> tuple[Challenge, ...]:
    """Numbered ``c1``, ``c2`` … in the order in which they were written."""
    entries = _entries(_object(text, ("challenges",))["challenges"], "challenges", _CHALLENGE)
    return tuple(
        Challenge(
            challenge_id=f"c{number}",
            type=_one_of(ChallengeType, entry["type"], "type"),
            severity=_one_of(Severity, entry["severity"], "severity"),
            claim=_text(entry["claim"], "claim", MAX_ANSWER)[:MAX_REASONING],
            evidence=_text(entry["evidence"], "evidence", MAX_ANSWER)[:MAX_REASONING],
        )
        for number, entry in enumerate(entries, start=1)
    )


def read_rulings(text: str, challenges: Sequence[Challenge]) -> tuple[Challenge, ...]:
    """The challenges with what was ruled on each. One that nothing, or two different things, was ruled on stays open."""
    entries = _entries(_object(text, ("rulings",))["rulings"], "rulings", _RULING)
    said: dict[str, list[tuple[ChallengeRuling, str]]] = {}
    for entry in entries:
        ruling = _one_of(ChallengeRuling, entry["ruling"], "ruling")
        reason = _text(entry["reason"], "reason", MAX_ANSWER)[:MAX_REASONING]
        said.setdefault(_text(entry["challenge_id"], "challenge_id", 20), []).append((ruling, reason))
    return tuple(_ruled(challenge, said.get(challenge.challenge_id, [])) for challenge in challenges)


def _ruled(challenge: Challenge, said: Sequence[tuple[ChallengeRuling, str]]) -> Challenge:
    if len({ruling for ruling, _reason in said}) != 1:
        return challenge
    return replace(challenge, ruling=said[0][0], ruling_reason=said[0][1])


def _object(text: str, keys: Sequence[str]) -> dict[str, object]:
    if len(text) > MAX_ANSWER:
        raise BadAnswer(f"the answer is longer than {MAX_ANSWER} characters")
    try:
        answer = parse_object(text)
    except BadInput as error:
        raise BadAnswer(str(error)) from None
    if set(answer) != set(keys):
        raise BadAnswer(f"expected exactly the keys {', '.join(keys)}")
    return answer


def _entries(given: object, name: str, keys: Sequence[str]) -> list[dict[str, object]]:
    if not isinstance(given, list) or len(given) > MAX_CHALLENGES:
        raise BadAnswer(f"{name} is no list of at most {MAX_CHALLENGES} objects")
    for entry in given:
        if not isinstance(entry, dict) or set(entry) != set(keys):
            raise BadAnswer(f"each of {name} has to be an object with exactly {', '.join(keys)}")
    return given


def _one_of(choices: type[ChoiceT], value: object, name: str) -> ChoiceT:
    try:
        return choices(str(value))
    except ValueError:
        raise BadAnswer(f"{name} is none of {', '.join(choice.value for choice in choices)}") from None


def _text(value: object, name: str, limit: int) -> str:
    if value is None and name in ("value", "quote"):
        return ""
    if not isinstance(value, str):
        raise BadAnswer(f"{name} is no text")
    if len(value) > limit:
        raise BadAnswer(f"{name} is longer than {limit} characters")
    return value
