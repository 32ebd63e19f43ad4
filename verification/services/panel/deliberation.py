"""A panel at work: models vote, or one answers, one challenges and one rules; without a model the rule voters do (seed 001).

Nothing here is believed: every answer is looked up in the pages by the engine before it counts, and the pure reducers decide.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from asgiref.sync import sync_to_async
from django.utils.translation import gettext as _

from verification.core.evidence import Verdict
from verification.core.panel.contesting import dismiss_invented, find_contest, hold_to_evidence, is_fit, rule_by_engine
from verification.core.panel.critique import criticise
from verification.core.panel.decision import (
    VOTERS,
    ZERO,
    Challenge,
    Vote,
    decide_alone,
    decide_by_challenge,
    decide_by_votes,
)
from verification.core.panel.grounding import GroundedVerdict, ground
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
from verification.core.vocabulary import DecisionMethod, NodeKind, VerificationMode, VoteOutcome
from verification.models import ModelProfile
from verification.providers.base import ChatReply, ProviderError
from verification.services.gateway.gateway import Gateway
from verification.services.gateway.model_profiles import LLM, default_extractor, list_usable_profiles
from verification.services.gateway.prompting import make_request, whole_text
from verification.services.panel.cases import RULES, Deliberation, PanelCase, Seats

MAX_KEPT = 300


@dataclass(slots=True)
class _Said:
    """One answer of a model, or why there is none."""

    reply: ChatReply | None = None
    error: str = ""
    is_away: bool = False
    time_ms: int = 0
    cost_usd: Decimal = ZERO


async def deliberate(panel_case: PanelCase, mode: VerificationMode, *, gateway: Gateway) -> Deliberation:
    """The decision of ``mode``. Never raises for what models or their providers do.

    Models may add to what the engine accepted, and take it away only with words of a page that was read; a seat without a fit model is
    filled by a rule.
    """
    panel, extractor = await sync_to_async(_list_panel)()
    is_alone = mode == VerificationMode.SINGLE
    if is_alone:
        panel = panel[:1] if extractor == LLM else ()
    if panel_case.progress:
        await panel_case.progress.seat(panel)
    if is_alone:
        return await _decide_alone(panel_case, panel, gateway)
    is_debate = mode == VerificationMode.ADVERSARIAL
    heard = await (_debate if is_debate else _vote)(panel_case, panel, gateway)
    contest = None
    if len(panel) == VOTERS:
        by_models, doubts = [vote for vote in heard.votes if vote.model != RULES], heard.decided.challenges or ()
        contest = find_contest(by_models, doubts, panel_case.read, is_debate=is_debate, is_lenient=panel_case.is_claim)
    heard.decided, heard.is_contested = hold_to_evidence(heard.decided, contest, panel_case.read, panel_case.terms), contest is not None
    return heard


def list_seats() -> tuple[str, ...]:
    """The models that a panel would ask now, in the order of their seats; the seats that are left are those of rules."""
    return _list_panel()[0]


def _list_panel() -> tuple[tuple[str, ...], str]:
    profiles = list_usable_profiles()
    vendors = dict(ModelProfile.objects.values_list("name", "vendor"))
    candidates = [PanelModel(own.name, own.model, vendors.get(own.name, own.name), own.base_url) for own in profiles]
    return choose_panel(candidates), default_extractor()


async def _decide_alone(panel_case: PanelCase, panel: Sequence[str], gateway: Gateway) -> Deliberation:
    """The first model of the panel where its answer is fit, else the engine by its rules; then the critic."""
    votes, verdict, vote = [], panel_case.verdict, _engine_vote(panel_case)
    if panel:
        said, grounded = await _cast_vote(panel_case, panel[0], gateway)
        votes.append(said)
        if _may_decide(panel_case, said):
            vote, verdict = said, grounded
    is_model = vote.model != RULES
    checks = criticise(
        node=panel_case.node,
        pages=panel_case.pages,
        value=vote.value or "",
        quote=str(vote.result.get("quote", "")),
        verdict=verdict,
        is_readable=vote.outcome != VoteOutcome.FAILED,
        history=panel_case.history,
    )
    terms = panel_case.terms if is_model else panel_case.last_terms
    heard = tuple(votes) if is_model else (*votes, vote)
    return Deliberation(decide_alone(vote, checks, terms), heard, Seats.of((vote,), 1), checks=checks)


def _may_decide(panel_case: PanelCase, vote: Vote) -> bool:
    """One model alone adds to what the engine decided, and never overrules it."""
    if panel_case.verdict.is_accepted:
        return vote.outcome == VoteOutcome.ANSWERED and panel_case.read.same(vote.value or "", panel_case.verdict.value)
    return vote.outcome != VoteOutcome.UNFIT


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


async def _vote(panel_case: PanelCase, panel: Sequence[str], gateway: Gateway) -> Deliberation:
    """Three seats: models whose answer is fit, then rules; a rule is grounded where the engine accepted the same, so none overrules it."""
    cast = [vote for vote, _verdict in await asyncio.gather(*(_cast_vote(panel_case, name, gateway) for name in panel))]
    seated = [vote for vote in cast if vote.outcome in (VoteOutcome.ANSWERED, VoteOutcome.ABSTAINED)]
    rules = [_rule_vote(panel_case, reading) for reading in vote_by_rules(panel_case.node, panel_case.pages)]
    if seated:
        rules.sort(key=lambda vote: vote.value is None)
    rules = rules[: VOTERS - len(seated)]
    could_answer = any(vote.outcome == VoteOutcome.FAILED for vote in cast)
    terms = panel_case.terms if could_answer else panel_case.last_terms
    decided = decide_by_votes((*seated, *rules), terms)
    return Deliberation(decided, (*cast, *rules), Seats.of((*seated, *rules), VOTERS))


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


async def _debate(panel_case: PanelCase, panel: Sequence[str], gateway: Gateway) -> Deliberation:
    """Executor, challenger and arbiter are three: nobody judges an answer of its own. An empty seat is taken by the rules."""
    votes: list[Vote] = []
    executor = _engine_vote(panel_case)
    if panel:
        said, _verdict = await _cast_vote(panel_case, panel[0], gateway)
        votes.append(said)
        if said.outcome == VoteOutcome.ANSWERED or (not panel_case.verdict.is_accepted and said.outcome != VoteOutcome.UNFIT):
            executor = said
    if executor.model == RULES:
        votes.append(executor)
    terms = panel_case.terms if executor.outcome == VoteOutcome.FAILED else panel_case.last_terms
    if executor.value is None:
        # Nothing to doubt; what the rules read is for the person who will decide.
        votes += [_rule_vote(panel_case, reading) for reading in vote_by_rules(panel_case.node, panel_case.pages)]
        decided = decide_by_challenge(executor, (), terms, method=DecisionMethod.SINGLE)
        return Deliberation(decided, tuple(votes), Seats.of((executor,), VOTERS))
    doubts, readings = await _find_doubts(panel_case, panel[1:2], executor, votes, gateway)
    challenges = dismiss_invented(doubts, panel_case.pages)
    is_ruled = False
    if any(each.ruling is None for each in challenges):
        challenges, is_ruled = await _rule(panel_case, panel[2:3], executor, challenges, votes, gateway)
    method = DecisionMethod.ARBITER if is_ruled else DecisionMethod.SINGLE if readings else DecisionMethod.UNANIMOUS
    decided = decide_by_challenge(executor, challenges, terms, method=method)
    heard = [vote for vote in votes if vote.model != RULES and vote.outcome in (VoteOutcome.ANSWERED, VoteOutcome.ABSTAINED)]
    return Deliberation(decided, tuple(votes), Seats.of(heard, VOTERS))


async def _find_doubts(
    panel_case: PanelCase, challenger: Sequence[str], executor: Vote, votes: list[Vote], gateway: Gateway
) -> tuple[tuple[Challenge, ...], tuple[RuleVote, ...]]:
    """The challenges of a model, else those of the rules with what these read; who was heard is added to ``votes``."""
    quote, value = str(executor.result.get("quote", "")), executor.value or ""
    for name in challenger:
        prompt = make_challenge_prompt(panel_case.read, today=panel_case.as_of.date(), value=value, quote=quote)
        said = await _ask(prompt, CHALLENGES_SCHEMA, name, panel_case, gateway)
        try:
            challenges = read_challenges(_text(said))
        except BadAnswer as error:
            votes.append(await _tell(panel_case, _part("challenger", name, said, str(error))))
            break
        votes.append(await _tell(panel_case, _part("challenger", name, said)))
        return challenges, ()
    readings = vote_by_rules(panel_case.node, panel_case.pages)
    votes += [_rule_vote(panel_case, reading) for reading in readings]
    return challenge_by_rules(panel_case.node, value, readings, panel_case.verdict), readings


async def _rule(
    panel_case: PanelCase, arbiter: Sequence[str], executor: Vote, challenges: tuple[Challenge, ...], votes: list[Vote], gateway: Gateway
) -> tuple[tuple[Challenge, ...], bool]:
    """The challenges with the ruling of a model, else of the engine; whether an arbiter was asked and answered."""
    quote, asked = str(executor.result.get("quote", "")), tuple(each for each in challenges if each.ruling is None)
    for name in arbiter:
        prompt = make_ruling_prompt(panel_case.read, asked, today=panel_case.as_of.date(), value=executor.value or "", quote=quote)
        said = await _ask(prompt, RULINGS_SCHEMA, name, panel_case, gateway)
        try:
            ruled = {each.challenge_id: each for each in read_rulings(_text(said), asked)}
        except BadAnswer as error:
            votes.append(await _tell(panel_case, _part("arbiter", name, said, str(error))))
            break
        votes.append(await _tell(panel_case, _part("arbiter", name, said)))
        return rule_by_engine([ruled.get(each.challenge_id, each) for each in challenges], panel_case.read), True
    return rule_by_engine(challenges, panel_case.read), False


async def _cast_vote(panel_case: PanelCase, name: str, gateway: Gateway) -> tuple[Vote, Verdict]:
    """What one model answers, with the engine's verdict on it; told as soon as it is there."""
    vote, verdict = await _ask_voter(panel_case, name, gateway)
    await _tell(panel_case, vote)
    return vote, verdict


async def _tell(panel_case: PanelCase, vote: Vote) -> Vote:
    if panel_case.progress:
        await panel_case.progress.hear(vote)
    return vote


def _value_of(panel_case: PanelCase, proposed: str, grounded: GroundedVerdict) -> str:
    """The answer of a ballot: with the sign that its quote gives it, where a model writes the bare figure of a fall."""
    if panel_case.node.kind == NodeKind.TEXT:
        return proposed.lower()
    is_same = not grounded.proposal_accepted or panel_case.read.same(proposed, grounded.verdict.value)
    return proposed if is_same else grounded.verdict.value


async def _ask_voter(panel_case: PanelCase, name: str, gateway: Gateway) -> tuple[Vote, Verdict]:
    said = await _ask(make_ballot_prompt(panel_case.read, today=panel_case.as_of.date()), BALLOT_SCHEMA, name, panel_case, gateway)
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
    value = _value_of(panel_case, ballot.proposal.value, grounded)
    is_seated = grounded.proposal_accepted or is_fit(value, ballot.proposal.quote, panel_case.read)
    vote = Vote(
        voter_id=name,
        model=model,
        outcome=VoteOutcome.ANSWERED if is_seated else VoteOutcome.UNFIT,
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
        return _Said(error=str(error), is_away=not error.permanent, time_ms=round((time.monotonic() - began) * 1000), cost_usd=spent)
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
    if said.is_away:
        result["away"] = True
    return _timed(Vote(name, model, outcome, result=result), said)


def _timed(vote: Vote, said: _Said) -> Vote:
    return replace(vote, execution_time_ms=said.time_ms, cost_usd=said.cost_usd)
