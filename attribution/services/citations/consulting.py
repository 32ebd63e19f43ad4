"""A language model is asked about the claims that the rules leave open: once for a citation, once more where its answer can't be read.

What it says is a proposal. The rules ground it (``core.quotations``), or the verdict of the rules stays.
"""

import asyncio
from dataclasses import dataclass, replace

from attribution.core.checks.judge_prompts import JUDGE_PROMPTS, MAX_OUTPUT_TOKENS, SCHEMA, make_judge_prompt, make_judge_repair
from attribution.core.checks.quotations import ModelJudgement, can_judge_help, read_judgement, settle_support
from attribution.models import Citation
from attribution.services.citations.findings import Finding, ModelWord
from attribution.services.citations.inspection import Known, Visit, judge_visit
from verification.core.claims.judging import SourceText
from verification.core.panel.model_answers import BadAnswer
from verification.core.panel.prompts import Prompt
from verification.providers.base import ChatReply
from verification.services.gateway.gateway import Gateway, Work
from verification.services.gateway.model_profiles import LLM, default_extractor, list_usable_profiles
from verification.services.gateway.prompting import CutOff, make_request, whole_text


def has_judge() -> bool:
    """Whether a model may be asked: one can be, and the deployment's ``EXTRACTOR`` is not the rules."""
    return default_extractor() == LLM and bool(list_usable_profiles())


def is_open(finding: Finding) -> bool:
    """Whether a model's quotation could settle what the rules leave open."""
    return finding.support is not None and can_judge_help(finding.support)


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a model answered; ``judgement`` None where it could not be read, and why."""

    model: str
    judgement: ModelJudgement | None = None
    problem: str = ""


async def consult(citation: Citation, finding: Finding, seen: Visit, known: Known, *, gateway: Gateway, work: Work) -> Finding:
    """``finding`` after a model was heard, with its word beside it. Raises ``Unanswered`` where no model answers."""
    support = finding.support
    if support is None or not can_judge_help(support):
        return finding
    page = SourceText(seen.fetch.text, seen.fetch.title, finding.source_url)
    prompt = await asyncio.to_thread(make_judge_prompt, citation.claim, page)
    answer = await _ask(citation.claim, prompt, gateway, work)
    if answer.judgement is None:
        return replace(finding, model_word=ModelWord(answer.model, JUDGE_PROMPTS, problem=answer.problem))
    settled = await asyncio.to_thread(settle_support, citation.claim, page, support, answer.judgement, model=answer.model)
    if settled.support is not support:
        finding = await asyncio.to_thread(judge_visit, citation, seen, known, settled.support)
    word = ModelWord(
        answer.model,
        JUDGE_PROMPTS,
        verdict=answer.judgement.verdict.value,
        quote=answer.judgement.quote,
        refusal=settled.refusal.value if settled.refusal else "",
        is_decisive=settled.support is not support,
    )
    return replace(finding, model_word=word)


async def _ask(claim: str, prompt: Prompt, gateway: Gateway, work: Work) -> _Answer:
    reply = await _send(prompt, gateway, work)
    try:
        return _Answer(reply.model, read_judgement(whole_text(reply)))
    except BadAnswer as error:
        problem = str(error)
        repair = None if isinstance(error, CutOff) else make_judge_repair(reply.text, problem, claim=claim)
    if repair is None:
        return _Answer(reply.model, problem=problem)
    reply = await _send(repair, gateway, work)
    try:
        return _Answer(reply.model, read_judgement(whole_text(reply)))
    except BadAnswer as error:
        return _Answer(reply.model, problem=str(error))


async def _send(prompt: Prompt, gateway: Gateway, work: Work) -> ChatReply:
    return await gateway.complete(make_request(prompt, schema=SCHEMA, max_output_tokens=MAX_OUTPUT_TOKENS), work=work)
