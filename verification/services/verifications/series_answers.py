"""Official series as evidence on what programs claim: an observation answers a claim as stage 0 answers a node.

Where a program brings no evidence of its own, the authority decides before any page is searched: what it publishes is accepted or rejected.
Evidence that was brought is held against it: an acceptance that the authority contradicts, and a rejection that it does not share, are a
person's matter; what the evidence leaves open, the authority settles.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.timezone import localdate

from verification.core.evidence import Why
from verification.core.language.texts import language_of
from verification.core.panel.claims import BLANK, Claimed
from verification.core.panel.decision import ONE, ZERO, Decided, DecisionCode, Vote, VoteConsensus
from verification.core.series.claims import SeriesSays, SeriesWord
from verification.core.series.observations import write_period
from verification.core.vocabulary import Decision, DecisionMethod, NodeKind, VerificationMode, VoteOutcome
from verification.models import Verification
from verification.services.gateway.gateway import Gateway, Work
from verification.services.panel.cases import RULES, Deliberation, Seats
from verification.services.runs.series_claims import ask_for_claim

_CODES = {
    SeriesSays.AGREES: DecisionCode.SERIES_AGREES,
    SeriesSays.EARLIER: DecisionCode.SERIES_REVISED,
    SeriesSays.DIFFERS: DecisionCode.SERIES_DIFFERS,
}


async def hear_series(claim: str, claimed: Claimed, now: datetime, *, gateway: Gateway, work: Work) -> tuple[SeriesWord, ...]:
    """What series say to the claim; only what it dates by its year counts, for an action may follow."""
    text = _text_of(claim, claimed)
    words = await ask_for_claim(text, now=now, base=localdate(now), gateway=gateway, work=work) if text else ()
    return tuple(word for word in words if word.asked.is_year_told)


def answer_from_series(row: Verification, words: Sequence[SeriesWord]) -> Deliberation | None:
    """The decision by the authority alone; None where it says nothing, or less than the claim does."""
    decision = _decide(words)
    if decision is None:
        return None
    value = words[0].value if len({word.value for word in words}) == 1 else None
    is_open = decision == Decision.NEEDS_HUMAN
    share = ZERO if is_open else ONE
    consensus = VoteConsensus(not is_open, share, None if is_open else value, share, DecisionMethod.SINGLE)
    decided = Decided(VerificationMode(row.mode), decision, consensus, _why(row, words))
    return Deliberation(decided, _votes(words), Seats(0, 1))


def weigh_series(row: Verification, own: Deliberation, words: Sequence[SeriesWord]) -> Deliberation:
    """What the brought evidence came to, held against the authority; both are told."""
    decided, official = own.decided, _decide(words)
    if not words or decided.decision == Decision.NEEDS_RETRY:
        return own
    if official is not None and decided.decision == Decision.NEEDS_HUMAN and _settles(own, words, official):
        consensus = VoteConsensus(True, ONE, words[0].value, ONE, DecisionMethod.SINGLE)
        decided = replace(decided, decision=official, consensus=consensus)
    elif official not in (None, decided.decision) and not _is_other_step(own):
        decided = replace(decided, decision=Decision.NEEDS_HUMAN)
    own.decided = replace(decided, why=(*_why(row, words), *decided.why))
    own.votes = (*own.votes, *_votes(words))
    return own


def _decide(words: Sequence[SeriesWord]) -> Decision | None:
    if not words:
        return None
    if any(word.says is SeriesSays.DIFFERS for word in words):
        return Decision.REJECT if all(word.says is SeriesSays.DIFFERS for word in words) else Decision.NEEDS_HUMAN
    if any(word.says is SeriesSays.EARLIER for word in words):
        return Decision.NEEDS_HUMAN
    return Decision.ACCEPT if all(word.is_whole for word in words) else None


def _settles(own: Deliberation, words: Sequence[SeriesWord], official: Decision) -> bool:
    """Whether what the evidence left open is what the series answers: of a step's fields none but the figure and its period."""
    if official == Decision.REJECT:
        return True
    told = " ".join(f"{word.asked.claimed} {word.asked.when}" for word in words)
    missing = [why for why in own.decided.why if why.code == DecisionCode.FIELD_MISSING]
    return official == Decision.ACCEPT and all(str(why.params.get("claimed", "")) in told for why in missing)


def _is_other_step(own: Deliberation) -> bool:
    """Whether a step was rejected by what its tools returned, or by what it sends: that stands, whatever is published."""
    return own.decided.decision == Decision.REJECT and any(why.code == DecisionCode.FIELD_DIFFERS for why in own.decided.why)


def _why(row: Verification, words: Sequence[SeriesWord]) -> tuple[Why, ...]:
    lang = language_of(row.claim or row.query).value
    return tuple(
        Why(
            _CODES[word.says],
            {
                "series": word.asked.entry.title(lang),
                "value": word.value,
                "earlier": word.earlier,
                "period": write_period(word.figure.period),
                "day": word.figure.vintage.isoformat(),
            },
        )
        for word in words
    )


def _votes(words: Sequence[SeriesWord]) -> tuple[Vote, ...]:
    return tuple(
        Vote(
            voter_id=f"series:{word.asked.entry.key}"[:100],
            model=RULES,
            outcome=VoteOutcome.ANSWERED,
            value=word.value,
            is_grounded=True,
            result={
                "value": word.value,
                "series": word.asked.entry.key,
                "node": word.asked.node or None,
                "says": word.says.value,
                "quote": word.row,
                "sources": [{"url": word.asked.entry.url, "title": word.asked.entry.title_en}],
            },
            confidence=1.0,
        )
        for word in words
    )


def _text_of(claim: str, claimed: Claimed) -> str:
    """The claim with its figure in it; a value that was sent beside it takes its place."""
    if claimed.node.kind == NodeKind.TEXT:
        return claim
    label = claimed.node.label
    return label.replace(BLANK, claimed.value) if BLANK in label else f"{label}: {claimed.value}"
