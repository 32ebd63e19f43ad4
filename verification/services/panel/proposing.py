"""A model is asked where the rules alone do not settle a stage and its binding could: once, and once more where its answer can't be read.

What it says is a proposal. The engine grounds it, or the verdict of the rules stays.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from verification.core.consensus.source_pages import EvidenceSet
from verification.core.evidence import NodeSpec, TraceStep, Verdict
from verification.core.panel.excerpts import can_model_help, choose_excerpts
from verification.core.panel.grounding import GroundedVerdict, Proposal, ground_evidence_set
from verification.core.panel.model_answers import BadAnswer
from verification.core.panel.prompts import MAX_TOKENS, SCHEMA, STAGE_ONE_TOKENS, Prompt, make_prompt, make_repair
from verification.core.panel.proposals import read_proposal
from verification.core.reasons import TraceCode
from verification.core.vocabulary import CallKind, Fault, NodeKind, Stage
from verification.providers.base import ChatReply, Failure
from verification.services.gateway.gateway import Gateway, Unanswered, Work
from verification.services.gateway.prompting import CutOff, make_request, whole_text

MAX_KEPT = 300


@dataclass(frozen=True, slots=True)
class StageQuestion:
    """What a stage was asked of the pages in ``evidence_set``, and the verdict of the rules on it.

    ``stage`` None: both stages at once, as ``batch`` asks. ``tokens_left``: what may still be sent for the node.
    """

    evidence_set: EvidenceSet
    stage: Stage | None
    verdict: Verdict
    history: Sequence[str] = ()
    tokens_left: int = MAX_TOKENS

    @property
    def node(self) -> NodeSpec:
        return self.evidence_set.node


@dataclass(slots=True)
class ModelProposal:
    """What came of asking: the verdict that holds now, and what a run keeps of it (``detail`` is its step's)."""

    verdict: Verdict
    prompt_version: str = ""
    tokens: int = 0
    calls: int = 0
    cost_usd: Decimal = Decimal(0)
    failures: list[Failure] = field(default_factory=list)
    detail: dict[str, object] = field(default_factory=dict)

    @property
    def is_lost(self) -> bool:
        """Whether no model answered."""
        return "fault" in self.detail


def prepare_prompt(question: StageQuestion) -> Prompt | None:
    """The one prompt of this stage; None where no answer could change the verdict."""
    if question.node.kind == NodeKind.TEXT or not can_model_help(question.verdict):
        return None
    excerpts = choose_excerpts(question.evidence_set, question.stage)
    limit = min(question.tokens_left, STAGE_ONE_TOKENS if question.stage == Stage.WHITELIST else MAX_TOKENS)
    stage = question.stage or Stage.VOTES
    return make_prompt(question.node, excerpts, stage=stage, today=question.evidence_set.as_of.date(), limit=limit)


async def propose(question: StageQuestion, prompt: Prompt, *, gateway: Gateway, work: Work) -> ModelProposal:
    """Ask, and have the engine check the answer. Never raises for what a model or its provider does: then the verdict stays as it was."""
    answered = ModelProposal(verdict=question.verdict, prompt_version=prompt.version)
    try:
        proposal = await _ask_shorter(question, prompt, answered, gateway, work)
    except Unanswered as error:
        answered.failures += error.failures or (Failure(provider="", kind=CallKind.MODEL, fault=error.fault),)
        answered.calls += error.calls
        answered.cost_usd += error.cost_usd
        answered.detail["fault"] = error.fault.value
        return answered
    if proposal is not None:
        _check(question, proposal, answered)
    return answered


async def _ask_shorter(question: StageQuestion, prompt: Prompt, answered: ModelProposal, gateway: Gateway, work: Work) -> Proposal | None:
    """Ask; a model that can't take so long a prompt is asked once with half of it."""
    try:
        return await _ask(question, prompt, answered, gateway, work)
    except Unanswered as error:
        shorter = prepare_prompt(replace(question, tokens_left=prompt.tokens // 2)) if error.fault == Fault.TOO_LONG else None
        if shorter is None or shorter.tokens >= prompt.tokens:
            raise
        answered.failures += error.failures
        answered.calls += error.calls
        answered.cost_usd += error.cost_usd
    return await _ask(question, shorter, answered, gateway, work)


async def _ask(question: StageQuestion, prompt: Prompt, answered: ModelProposal, gateway: Gateway, work: Work) -> Proposal | None:
    reply = await _send(prompt, answered, gateway, work)
    try:
        return read_proposal(whole_text(reply))
    except BadAnswer as error:
        answered.detail["error"] = str(error)
        if isinstance(error, CutOff):
            return None
        repair = make_repair(reply.text, str(error), label=question.node.label, stage=question.stage or Stage.VOTES)
    if repair is None or answered.tokens + repair.tokens > question.tokens_left:
        return None
    reply = await _send(repair, answered, gateway, work)
    try:
        proposal = read_proposal(whole_text(reply))
    except BadAnswer as error:
        answered.detail["error"] = str(error)
        return None
    del answered.detail["error"]
    return proposal


async def _send(prompt: Prompt, answered: ModelProposal, gateway: Gateway, work: Work) -> ChatReply:
    answered.tokens += prompt.tokens
    reply = await gateway.complete(make_request(prompt, schema=SCHEMA), work=work)
    answered.calls += 1 + len(reply.failures)
    answered.cost_usd += reply.cost_usd
    answered.failures += reply.failures
    answered.detail |= {"provider": reply.profile, "model": reply.model, "prompt": prompt.version}
    return reply


def _check(question: StageQuestion, proposal: Proposal, answered: ModelProposal) -> None:
    """Ground the proposal; refused, it is kept beside the verdict of the rules for whoever reviews the run."""
    grounded = ground_evidence_set(question.evidence_set, proposal, stage=question.stage, history=question.history)
    answered.verdict = grounded.verdict if grounded.proposal_accepted else _with_refusal(question.verdict, grounded)
    answered.detail |= {
        "value": proposal.value[:MAX_KEPT],
        "quote": proposal.quote[:MAX_KEPT],
        "accepted": grounded.proposal_accepted,
        "fabricated": [source.url[:MAX_KEPT] for source in grounded.fabricated],
    }


def _with_refusal(verdict: Verdict, grounded: GroundedVerdict) -> Verdict:
    steps = [TraceStep(TraceCode.PROPOSAL_REFUSED)]
    if grounded.fabricated:
        steps.append(TraceStep(TraceCode.SOURCES_FABRICATED, {"count": len(grounded.fabricated)}))
    return replace(verdict, trace=(*verdict.trace, *steps))
