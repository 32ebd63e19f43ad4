"""A panel at work: models vote, or one answers, one challenges and one rules; without a model the rule voters do (seed 001).

Nothing here is believed: every answer is looked up in the pages by the engine before it counts, and the pure reducers decide.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from asgiref.sync import sync_to_async
from django.utils.translation import gettext as _

from verification.core.evidence import NodeSpec, Page, Trust, Verdict, Why
from verification.core.panel.critique import criticise
from verification.core.panel.decision import (
    VOTERS,
    ZERO,
    Challenge,
    Check,
    Decided,
    DecisionCode,
    DecisionTerms,
    Vote,
    VoteConsensus,
    decide_alone,
    decide_by_challenge,
    decide_by_votes,
)
from verification.core.panel.grounding import ground
from verification.core.panel.model_answers import BadAnswer
from verification.core.panel.panel_answers import read_ballot, read_challenges, read_rulings
from verification.core.panel.panel_prompts import (
    BALLOT_SCHEMA,
    CHALLENGES_SCHEMA,
    RULINGS_SCHEMA,
    make_ballot_prompt,
    make_challenge_prompt,
    make_ruling_prompt,
)
from verification.core.panel.panels import PanelModel, choose_panel
from verification.core.panel.prompts import Prompt
from verification.core.panel.rule_challenges import challenge_by_rules
from verification.core.panel.rule_voters import RuleVote, vote_by_rules
from verification.core.support.answers import same_answer
from verification.core.vocabulary import Decision, DecisionMethod, NodeKind, VerificationMode, VoteOutcome
from verification.models import ModelProfile
from verification.providers.base import ChatReply, ProviderError
from verification.services.gateway.gateway import Gateway, Work
from verification.services.gateway.model_profiles import LLM, default_extractor, list_usable_profiles
from verification.services.gateway.prompting import make_request, whole_text

RULES = "rules"
MAX_KEPT = 300


@dataclass(frozen=True, slots=True)
class PanelCase:
    """What a panel is asked to decide, on which pages; ``verdict`` is the engine's. ``claimed`` None: a value is looked for."""

    node: NodeSpec
    pages: Sequence[Page]
    verdict: Verdict
    as_of: datetime
    trust: Trust
    work: Work
    claimed: str | None = None
    history: Sequence[str] = ()
    retries_left: int = 0

    @property
    def terms(self) -> DecisionTerms:
        return DecisionTerms(self.claimed, self.node.unit, self.node.tolerance, self.retries_left)


@dataclass(slots=True)
class Deliberation:
    """What a panel came to. ``is_by_rules``: no model is there, so that asking again would say the same.

    ``verdict`` is the engine's on the same pages, where they are kept nowhere else; ``checks`` the critic's.
    """

    decided: Decided
    votes: tuple[Vote, ...] = ()
    is_by_rules: bool = False
    readings: tuple[RuleVote, ...] = ()
    verdict: Verdict | None = None
    checks: tuple[Check, ...] = ()

    @property
    def cost_usd(self) -> Decimal:
        return sum((vote.cost_usd for vote in self.votes), ZERO)


@dataclass(slots=True)
class _Said:
    """One answer of a model, or why there is none."""

    reply: ChatReply | None = None
    error: str = ""
    time_ms: int = 0
    cost_usd: Decimal = ZERO


async def deliberate(panel_case: PanelCase, mode: VerificationMode, *, gateway: Gateway) -> Deliberation:
    """The decision of ``mode``. Never raises for what models or their providers do."""
    panel, extractor = await sync_to_async(_list_panel)()
    if mode == VerificationMode.SINGLE:
        return await _decide_alone(panel_case, panel if extractor == LLM else (), gateway)
    if not panel:
        return _vote_by_rules(panel_case) if mode == VerificationMode.VOTING else _challenge_by_rules(panel_case)
    if mode == VerificationMode.VOTING:
        votes = await asyncio.gather(*(_cast_vote(panel_case, name, gateway) for name in panel))
        cast = tuple(vote for vote, _verdict in votes)
        return Deliberation(decide_by_votes(cast, panel_case.terms), cast)
    if len(panel) < VOTERS:
        return _too_few(panel_case, panel)
    return await _challenge(panel_case, panel, gateway)


def _list_panel() -> tuple[tuple[str, ...], str]:
    profiles = list_usable_profiles()
    vendors = dict(ModelProfile.objects.values_list("name", "vendor"))
    candidates = [PanelModel(own.name, own.model, vendors.get(own.name, own.name), own.base_url) for own in profiles]
    return choose_panel(candidates), default_extractor()


async def _decide_alone(panel_case: PanelCase, panel: Sequence[str], gateway: Gateway) -> Deliberation:
    """The first model of the panel, else the engine by its rules; then the critic."""
    if panel:
        vote, verdict = await _cast_vote(panel_case, panel[0], gateway)
    else:
        vote, verdict = _engine_vote(panel_case), panel_case.verdict
    checks = criticise(
        node=panel_case.node,
        pages=panel_case.pages,
        value=vote.value or "",
        quote=str(vote.result.get("quote", "")),
        verdict=verdict,
        is_readable=vote.outcome != VoteOutcome.FAILED,
        history=panel_case.history,
    )
    terms = panel_case.terms if panel else DecisionTerms(panel_case.claimed, panel_case.node.unit, panel_case.node.tolerance)
    return Deliberation(decide_alone(vote, checks, terms), (vote,), is_by_rules=not panel, checks=checks)


def _engine_vote(panel_case: PanelCase) -> Vote:
    verdict = panel_case.verdict
    is_accepted = verdict.is_accepted
    passage = verdict.sources[0].passage if is_accepted and verdict.sources else None
    sources = [{"url": finding.url[:MAX_KEPT], "title": finding.title[:MAX_KEPT]} for finding in verdict.sources]
    return Vote(
        voter_id="engine",
        model=RULES,
        outcome=VoteOutcome.ANSWERED if is_accepted else VoteOutcome.ABSTAINED,
        value=verdict.value if is_accepted else None,
        is_grounded=is_accepted,
        result={"value": verdict.value if is_accepted else None, "quote": passage.text if passage else "", "sources": sources},
        confidence=1.0 if is_accepted else 0.0,
        reasoning=verdict.reason.value,
    )


def _vote_by_rules(panel_case: PanelCase) -> Deliberation:
    """The rule voters; one is grounded where the engine accepted the same value, so that they never overrule it."""
    readings = vote_by_rules(panel_case.node, panel_case.pages)
    votes = tuple(_rule_vote(panel_case, reading) for reading in readings)
    terms = DecisionTerms(panel_case.claimed, panel_case.node.unit, panel_case.node.tolerance)
    return Deliberation(decide_by_votes(votes, terms), votes, is_by_rules=True, readings=readings)


def _rule_vote(panel_case: PanelCase, reading: RuleVote) -> Vote:
    is_read = reading.value is not None
    verdict = panel_case.verdict
    is_same = is_read and same_answer(reading.value or "", verdict.value, unit=panel_case.node.unit, tolerance=panel_case.node.tolerance)
    page = panel_case.pages[reading.position] if is_read else None
    return Vote(
        voter_id=f"{RULES}:{reading.voter_id}",
        model=RULES,
        outcome=VoteOutcome.ANSWERED if is_read else VoteOutcome.ABSTAINED,
        value=reading.value,
        is_grounded=verdict.is_accepted and is_same,
        result={
            "value": reading.value,
            "quote": reading.quote,
            "sources": [{"url": page.url[:MAX_KEPT], "title": page.title[:MAX_KEPT]}] if page else [],
        },
        confidence=round(len(reading.domains) / max(1, len(panel_case.pages)), 6),
        reasoning=_("Read by a rule, not by a model: %(name)s.") % {"name": reading.voter_id},
    )


def _challenge_by_rules(panel_case: PanelCase) -> Deliberation:
    vote = _engine_vote(panel_case)
    readings = vote_by_rules(panel_case.node, panel_case.pages)
    challenges = challenge_by_rules(panel_case.node, vote.value, readings, panel_case.verdict) if vote.value else ()
    terms = DecisionTerms(panel_case.claimed, panel_case.node.unit, panel_case.node.tolerance)
    votes = (vote, *(_rule_vote(panel_case, reading) for reading in readings))
    return Deliberation(decide_by_challenge(vote, challenges, terms), votes, is_by_rules=True, readings=readings)


def _too_few(panel_case: PanelCase, panel: Sequence[str]) -> Deliberation:
    """Executor, challenger and arbiter have to be three: nobody judges an answer of its own."""
    why = Why(DecisionCode.NOT_ENOUGH_MODELS, {"models": len(panel), "needed": VOTERS})
    consensus = VoteConsensus(False, ZERO, None, ZERO, DecisionMethod.ARBITER)
    return Deliberation(Decided(VerificationMode.ADVERSARIAL, Decision.NEEDS_HUMAN, consensus, (why,), challenges=()))


async def _challenge(panel_case: PanelCase, panel: Sequence[str], gateway: Gateway) -> Deliberation:
    executor, challenger, arbiter = panel[:VOTERS]
    vote, _verdict = await _cast_vote(panel_case, executor, gateway)
    if vote.value is None:
        return Deliberation(decide_by_challenge(vote, (), panel_case.terms), (vote,))
    quote = str(vote.result["quote"])
    said = await _ask(
        make_challenge_prompt(panel_case.node, panel_case.pages, value=vote.value, quote=quote),
        CHALLENGES_SCHEMA,
        challenger,
        panel_case,
        gateway,
    )
    challenges: tuple[Challenge, ...] = ()
    try:
        challenges = read_challenges(_text(said))
    except BadAnswer as error:
        return _silent(panel_case, (vote, _part("challenger", challenger, said, str(error))), ())
    votes = [vote, _part("challenger", challenger, said)]
    if challenges:
        prompt = make_ruling_prompt(panel_case.node, panel_case.pages, challenges, value=vote.value, quote=quote)
        said = await _ask(prompt, RULINGS_SCHEMA, arbiter, panel_case, gateway)
        try:
            challenges = read_rulings(_text(said), challenges)
        except BadAnswer as error:
            return _silent(panel_case, (*votes, _part("arbiter", arbiter, said, str(error))), challenges)
        votes.append(_part("arbiter", arbiter, said))
    return Deliberation(decide_by_challenge(vote, challenges, panel_case.terms), tuple(votes))


def _silent(panel_case: PanelCase, votes: tuple[Vote, ...], challenges: tuple[Challenge, ...]) -> Deliberation:
    """Challenger or arbiter said nothing that can be read: without them nothing is decided."""
    decision = Decision.NEEDS_RETRY if panel_case.retries_left else Decision.NEEDS_HUMAN
    code = DecisionCode.TOO_FEW_ANSWERS if panel_case.retries_left else DecisionCode.RETRIES_SPENT
    consensus = VoteConsensus(False, ZERO, votes[0].value, ZERO, DecisionMethod.ARBITER)
    why = Why(code, {"answered": len(votes) - 1, "asked": VOTERS})
    return Deliberation(Decided(VerificationMode.ADVERSARIAL, decision, consensus, (why,), challenges=challenges), votes)


async def _cast_vote(panel_case: PanelCase, name: str, gateway: Gateway) -> tuple[Vote, Verdict]:
    """What one model answers, with the engine's verdict on it."""
    said = await _ask(make_ballot_prompt(panel_case.node, panel_case.pages), BALLOT_SCHEMA, name, panel_case, gateway)
    try:
        ballot = read_ballot(_text(said))
    except BadAnswer as error:
        return _part("executor", name, said, str(error)), panel_case.verdict
    model = said.reply.model if said.reply else ""
    if ballot.proposal is None:
        vote = Vote(name, model, VoteOutcome.ABSTAINED, result={"value": None}, confidence=ballot.confidence, reasoning=ballot.reasoning)
        return _timed(vote, said), panel_case.verdict
    grounded = ground(
        panel_case.node, panel_case.pages, ballot.proposal, as_of=panel_case.as_of, trust=panel_case.trust, history=panel_case.history
    )
    value = ballot.proposal.value.lower() if panel_case.node.kind == NodeKind.TEXT else ballot.proposal.value
    vote = Vote(
        voter_id=name,
        model=model,
        outcome=VoteOutcome.ANSWERED,
        value=value,
        is_grounded=grounded.proposal_accepted,
        result={
            "value": value,
            "quote": ballot.proposal.quote,
            "sources": [{"url": source.url, "title": source.title} for source in ballot.proposal.sources],
            "fabricated": [source.url for source in grounded.fabricated],
        },
        confidence=ballot.confidence,
        reasoning=ballot.reasoning,
    )
    return _timed(vote, said), grounded.verdict


async def _ask(prompt: Prompt, schema: dict[str, object], name: str, panel_case: PanelCase, gateway: Gateway) -> _Said:
    request = make_request(prompt, schema=schema)
    began = time.monotonic()
    try:
        reply = await gateway.complete(request, work=panel_case.work, profile=name)
    except ProviderError as error:
        spent = getattr(error, "cost_usd", ZERO)
        return _Said(error=str(error), time_ms=round((time.monotonic() - began) * 1000), cost_usd=spent)
    return _Said(reply, time_ms=round((time.monotonic() - began) * 1000), cost_usd=reply.cost_usd)


def _text(said: _Said) -> str:
    if said.reply is None:
        raise BadAnswer(said.error)
    return whole_text(said.reply)


def _part(role: str, name: str, said: _Said, error: str = "") -> Vote:
    """What somebody did who gave no answer of its own: a challenger, an arbiter, or a voter that failed."""
    model = said.reply.model if said.reply else ""
    outcome = VoteOutcome.FAILED if error else VoteOutcome.ABSTAINED
    result: dict[str, object] = {"role": role, "error": error[:MAX_KEPT]} if error else {"role": role}
    return _timed(Vote(name, model, outcome, result=result), said)


def _timed(vote: Vote, said: _Said) -> Vote:
    return replace(vote, execution_time_ms=said.time_ms, cost_usd=said.cost_usd)
