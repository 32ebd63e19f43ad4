"""A claim that holds several facts: each has a verdict of its own, and the claim is what they come to together."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from verification.core.evidence import Verdict
from verification.core.panel.decision import ONE, ZERO, Challenge, Decided, Vote, VoteConsensus
from verification.core.vocabulary import Decision, VerificationMode
from verification.services.panel.cases import Deliberation, FactVerdict, Seats

# What one fact comes to goes for the whole claim, the gravest first.
_ORDER = (Decision.REJECT, Decision.NEEDS_RETRY, Decision.NEEDS_HUMAN, Decision.ACCEPT)


def combine(mode: VerificationMode, parts: Sequence[tuple[str, Deliberation]]) -> Deliberation:
    """The claim as its facts leave it: one that is wrong rejects it, all that hold accept it."""
    decision = next(each for each in _ORDER if any(own.decided.decision == each for _fact, own in parts))
    deciding = [own for _fact, own in parts if own.decided.decision == decision]
    whole = Decided(
        mode=mode,
        decision=decision,
        consensus=_consensus(decision, deciding, parts),
        why=tuple(why for own in deciding for why in own.decided.why),
        conflicts=tuple(conflict for _fact, own in parts for conflict in own.decided.conflicts),
        challenges=_challenges(parts),
    )
    return Deliberation(
        whole,
        tuple(_of_fact(vote, fact) for fact, own in parts for vote in own.votes),
        _seats(parts),
        verdict=_verdict(parts),
        checks=tuple(dict.fromkeys(check for _fact, own in parts for check in own.checks)),
        facts=tuple(FactVerdict(fact, own.decided.decision, own.decided.why) for fact, own in parts),
    )


def _consensus(decision: Decision, deciding: Sequence[Deliberation], parts: Sequence[tuple[str, Deliberation]]) -> VoteConsensus:
    value = {Decision.ACCEPT: "yes", Decision.REJECT: "no"}.get(decision)
    agreed = Decimal(sum(own.decided.decision == decision for _fact, own in parts)) / len(parts)
    confidence = min((own.decided.consensus.confidence for own in deciding), default=ZERO) if value else ZERO
    return VoteConsensus(value is not None, agreed if value else ZERO, value, min(ONE, confidence), deciding[0].decided.consensus.method)


def _challenges(parts: Sequence[tuple[str, Deliberation]]) -> tuple[Challenge, ...] | None:
    """Those of every fact, numbered by it; None where no fact was debated."""
    if all(own.decided.challenges is None for _fact, own in parts):
        return None
    return tuple(
        replace(each, challenge_id=f"f{place}.{each.challenge_id}")
        for place, (_fact, own) in enumerate(parts, start=1)
        for each in own.decided.challenges or ()
    )


def _of_fact(vote: Vote, fact: str) -> Vote:
    return replace(vote, result={**vote.result, "fact": fact})


def _seats(parts: Sequence[tuple[str, Deliberation]]) -> Seats | None:
    """Those of the fact on which the fewest models sat."""
    seats = [own.seats for _fact, own in parts if own.seats]
    return min(seats, key=lambda each: each.models, default=None)


def _verdict(parts: Sequence[tuple[str, Deliberation]]) -> Verdict | None:
    """The pages that were read for any of the facts."""
    found = [own.verdict for _fact, own in parts if own.verdict]
    if not found:
        return None
    sources = tuple(finding for each in found for finding in each.sources)
    return replace(found[0], sources=sources, others=tuple(finding for each in found for finding in each.others))
