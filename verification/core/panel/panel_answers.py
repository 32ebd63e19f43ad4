"""What executor, challenger and arbiter wrote, read strictly; ``BadAnswer`` for everything but the object asked for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from verification.core.panel.decision import Challenge
from verification.core.panel.grounding import MAX_QUOTE, Proposal
from verification.core.panel.model_answers import MAX_ANSWER, BadAnswer, read_choice, read_object, read_optional_text, read_text
from verification.core.panel.proposals import MAX_VALUE, NOTHING, read_sources
from verification.core.vocabulary import ChallengeRuling, ChallengeType, Severity

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
    answer = read_object(text, _BALLOT)
    confidence = answer["confidence"]
    if isinstance(confidence, bool) or not isinstance(confidence, int | float):
        raise BadAnswer("confidence is no number")
    value, quote = (read_optional_text(answer[name], name, limit) for name, limit in (("value", MAX_VALUE), ("quote", MAX_QUOTE)))
    sources = read_sources(answer["sources"])
    is_empty = value.strip().lower() in NOTHING
    return Ballot(
        proposal=None if is_empty else Proposal(value=value.strip(), quote=quote, sources=sources),
        confidence=float(min(1, max(0, confidence))),
        reasoning=read_text(answer["reasoning"], "reasoning", MAX_ANSWER)[:MAX_REASONING],
    )


def read_challenges(text: str) -> tuple[Challenge, ...]:
    """Numbered ``c1``, ``c2`` … in the order in which they were written."""
    entries = _entries(read_object(text, ("challenges",))["challenges"], "challenges", _CHALLENGE)
    return tuple(
        Challenge(
            challenge_id=f"c{number}",
            type=read_choice(entry["type"], "type", ChallengeType),
            severity=read_choice(entry["severity"], "severity", Severity),
            claim=read_text(entry["claim"], "claim", MAX_ANSWER)[:MAX_REASONING],
            evidence=read_text(entry["evidence"], "evidence", MAX_ANSWER)[:MAX_REASONING],
        )
        for number, entry in enumerate(entries, start=1)
    )


def read_rulings(text: str, challenges: Sequence[Challenge]) -> tuple[Challenge, ...]:
    """The challenges with what was ruled on each. One that nothing, or two different things, was ruled on stays open."""
    entries = _entries(read_object(text, ("rulings",))["rulings"], "rulings", _RULING)
    said: dict[str, list[tuple[ChallengeRuling, str]]] = {}
    for entry in entries:
        ruling = read_choice(entry["ruling"], "ruling", ChallengeRuling)
        reason = read_text(entry["reason"], "reason", MAX_ANSWER)[:MAX_REASONING]
        said.setdefault(read_text(entry["challenge_id"], "challenge_id", 20), []).append((ruling, reason))
    return tuple(_ruled(challenge, said.get(challenge.challenge_id, [])) for challenge in challenges)


def _ruled(challenge: Challenge, said: Sequence[tuple[ChallengeRuling, str]]) -> Challenge:
    if len({ruling for ruling, _reason in said}) != 1:
        return challenge
    return replace(challenge, ruling=said[0][0], ruling_reason=said[0][1])


def _entries(given: object, name: str, keys: Sequence[str]) -> list[dict[str, object]]:
    if not isinstance(given, list) or len(given) > MAX_CHALLENGES:
        raise BadAnswer(f"{name} is no list of at most {MAX_CHALLENGES} objects")
    for entry in given:
        if not isinstance(entry, dict) or set(entry) != set(keys):
            raise BadAnswer(f"each of {name} has to be an object with exactly {', '.join(keys)}")
    return given
