"""The stages of one verification (seed 000): search, read, decide; the whitelist first, then everything, else unknown."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal

from asgiref.sync import sync_to_async
from django.conf import settings

from verification.core.consensus.engine import settle_evidence_set
from verification.core.consensus.source_pages import EvidenceSet
from verification.core.consensus.weighing import read_evidence_set
from verification.core.evidence import Page, Trust, Verdict
from verification.core.language.texts import language_of
from verification.core.panel.prompts import MAX_TOKENS
from verification.core.reading.search_plan import SearchPlan, plan_search
from verification.core.sources.domains import canonical_url, host_of
from verification.core.sources.full_texts import pages_to_read
from verification.core.vocabulary import Badge, CallKind, Fault, Purpose, Reason, Stage, VerificationMode
from verification.enums import StepName, StepStatus
from verification.models import Node, NodeState
from verification.providers.base import Failure, ProviderError, SearchAnswer, SearchQuery, WebPage
from verification.services.gateway.gateway import Gateway, Unanswered, Work
from verification.services.gateway.model_profiles import LLM
from verification.services.panel.cases import PanelCase
from verification.services.panel.proposing import StageQuestion, prepare_prompt, propose
from verification.services.runs.decisions import vote_columns
from verification.services.runs.lifecycle import RunClaim, begin_step, end_step, note_step
from verification.services.runs.node_panel import ask_voters, needed_mode
from verification.services.runs.results import FoundPage, RunOutcome
from verification.services.runs.series_stage import SeriesFinding, ask_series
from verification.services.runs.turns import Turn
from verification.services.whitelist.trust import HeldTrust
from verification.tracing import span

HISTORY_LENGTH = 12
READ_SECONDS = 30.0  # a page has half of them to come; the rest is for a machine that is busy reading
SEARCH_STEPS = {Stage.WHITELIST: StepName.SEARCH_WHITELIST, Stage.VOTES: StepName.SEARCH_WEB}
DECIDE_STEPS = {Stage.WHITELIST: StepName.DECIDE_WHITELIST, Stage.VOTES: StepName.DECIDE_VOTES}


@dataclass(slots=True)
class RunCase:
    """What one run works with and has gathered so far. ``docket``: the pages as they were read last.

    ``ends_at``: seconds of the loop's clock after which nothing more is asked.
    """

    claim: RunClaim
    gateway: Gateway
    turn: Turn
    node: Node
    trust: Trust
    history: tuple[str, ...]
    evidence_set: EvidenceSet
    ends_at: float = 0.0
    found: dict[str, FoundPage] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    lost_search: ProviderError | None = None
    calls: int = 0
    cost_usd: Decimal = Decimal(0)
    prompt_version: str = ""
    tokens: int = 0
    is_model_lost: bool = False
    official: SeriesFinding | None = None

    @property
    def as_of(self) -> datetime:
        return self.claim.run.as_of

    @property
    def knows_a_value(self) -> bool:
        """Whether the node has one that could be lost."""
        return self.node.badge in (Badge.WHITELIST_DIRECT, Badge.CROSS_VALIDATED)

    @property
    def work(self) -> Work:
        run = self.claim.run
        lang = language_of(self.node.label)
        return Work(purpose=Purpose.NODE, run_id=run.pk, ends_at=self.ends_at, attempt=self.claim.attempt, lang=lang)

    @property
    def pages(self) -> tuple[Page, ...]:
        return tuple(found.page for found in self.found.values())


async def investigate(claim: RunClaim, gateway: Gateway, trusted: HeldTrust, turn: Turn) -> RunOutcome:
    """The verdict of both stages. ``ProviderError`` where no search gave anything to decide about. ``turn`` is the run's, and held."""
    case = await sync_to_async(_open_case)(claim, gateway, trusted, turn)
    case.ends_at = asyncio.get_running_loop().time() + settings.RUN_DEADLINE_SECONDS
    first = None
    if claim.run.from_stage == Stage.WHITELIST:
        if case.node.series and (official := await _ask_series(case)) is not None:
            return official
        await _search(case, Stage.WHITELIST)
        first = await _decide(case, Stage.WHITELIST)
        if first.is_accepted:
            return await _ask_voters(case, first)
    await _search(case, Stage.VOTES)
    second = await _decide(case, Stage.VOTES)
    return await _ask_voters(case, combine_stages(first, second))


async def _ask_series(case: RunCase) -> RunOutcome | None:
    """The outcome where the authority's own series answers; None, with the reason for the trace, where it does not.

    The whitelist is searched all the same, once: news that disagrees is shown. Voters of a node of risk sit on it as on any value, with the
    observation as the first of their pages.
    """
    async with case.turn.outside():
        official = await ask_series(case.claim, case.gateway, case.node.spec(), work=case.work)
    case.calls += official.calls
    case.failures += official.failures
    case.official = official
    if official.found is None:
        return None
    try:
        await _search(case, Stage.WHITELIST)
        news = _settle(case, Stage.WHITELIST) if case.found else None
    except Unanswered as error:
        # Where nobody is set up to search there is nothing to miss.
        case.failures += [] if error.permanent else error.failures
        news = None
    case.found = {case.node.series: official.found, **case.found}
    return await _ask_voters(case, official.verdict(news))


async def _ask_voters(case: RunCase, verdict: Verdict) -> RunOutcome:
    """The outcome, after voters were heard where a rule asks for it; only an accepted value can be contested."""
    if not verdict.is_accepted:
        return _outcome(case, verdict)
    mode, firings = await needed_mode(case.claim, verdict)
    if mode == VerificationMode.SINGLE:
        return _outcome(case, verdict)
    step = await sync_to_async(begin_step)(claim=case.claim, name=StepName.ASK_VOTERS)
    panel_case = PanelCase(
        node=case.node.spec(),
        pages=case.pages,
        verdict=verdict,
        as_of=case.as_of,
        trust=case.trust,
        work=case.work,
        claimed=verdict.value,
        history=case.history,
        retries_left=1,
    )
    async with case.turn.outside():
        heard, deliberation = await ask_voters(panel_case, mode, gateway=case.gateway)
    case.cost_usd += deliberation.cost_usd
    detail: dict[str, object] = {"mode": mode.value, "voters": len(deliberation.votes), "decision": deliberation.decided.decision.value}
    end_step(claim=case.claim, step=step, detail=detail)
    return replace(_outcome(case, heard), panel=vote_columns(panel_case, mode, firings, deliberation))


def _open_case(claim: RunClaim, gateway: Gateway, trusted: HeldTrust, turn: Turn) -> RunCase:
    node, as_of, trust = claim.run.node, claim.run.as_of, trusted.load()
    history, evidence_set = load_history(node=node, as_of=as_of), EvidenceSet(node.spec(), trust, as_of, ())
    return RunCase(claim=claim, gateway=gateway, turn=turn, node=node, trust=trust, history=history, evidence_set=evidence_set)


async def _search(case: RunCase, stage: Stage) -> None:
    """Add the pages found to the case, each address once. No transaction is open while the provider works."""
    step = await sync_to_async(begin_step)(claim=case.claim, name=SEARCH_STEPS[stage])
    try:
        answer = await _ask(case, stage)
    except Unanswered as error:
        # The whole web may answer where the whitelist's search did not; what was found before is not thrown away.
        if error.permanent or (stage == Stage.VOTES and not case.found):
            raise
        case.lost_search = error
        case.calls += error.calls
        case.cost_usd += error.cost_usd
        case.failures += error.failures
        detail: dict[str, object] = {"pages": 0, "fault": error.fault.value}
        end_step(claim=case.claim, step=step, detail=detail, status=StepStatus.FAILED)
        return
    case.calls += answer.calls
    case.cost_usd += answer.cost_usd
    case.failures += answer.failures
    for result in answer.results:
        found = FoundPage(
            page=result.page,
            stage=stage,
            provider=answer.provider,
            query=answer.query,
            rank=result.rank,
            is_snippet=result.is_snippet,
        )
        case.found.setdefault(canonical_url(result.page.url) or result.page.url, found)
    detail = {"pages": len(answer.results), "provider": answer.provider, "query": answer.query, **_failed(answer.failures)}
    end_step(claim=case.claim, step=step, detail=detail)


async def _ask(case: RunCase, stage: Stage) -> SearchAnswer:
    is_first = stage == Stage.WHITELIST
    plan = SearchPlan((case.node.query,)) if case.node.query else plan_search(case.node.spec(), case.as_of.date())
    query = SearchQuery(
        phrasings=plan.phrasings,
        slots=plan.slots,
        as_of=case.as_of,
        limit=settings.WHITELIST_RESULTS if is_first else settings.WEB_RESULTS,
        fresh_days=case.node.fresh_days,
        suffixes=case.trust.whitelist if is_first else (),
    )
    if is_first and not query.suffixes:
        # Nobody is trusted: nothing to search, which is no failure.
        return SearchAnswer(results=(), provider="", query="", calls=0)
    async with case.turn.outside():
        return await case.gateway.search(query, work=case.work)


async def _decide(case: RunCase, stage: Stage) -> Verdict:
    """The engine's verdict on the pages, read in full where the excerpts do not settle it."""
    verdict = _settle(case, stage)
    # The web of today is no evidence of what was known at an earlier moment.
    if not case.claim.run.is_replay:
        wanted = pages_to_read(verdict, case.pages, [found.is_snippet for found in case.found.values()])
        if wanted and await _read(case, wanted):
            verdict = _settle(case, stage)
    if case.claim.run.extractor == LLM:
        verdict = await _ask_model(case, stage, verdict)
    detail: dict[str, object] = {
        "value": verdict.value,
        "reason": verdict.reason.value,
        "domains": verdict.counts.domains,
        "stories": verdict.counts.stories,
    }
    note_step(claim=case.claim, name=DECIDE_STEPS[stage], detail=detail)
    return verdict


def _settle(case: RunCase, stage: Stage) -> Verdict:
    """The verdict on the pages as they are now; they are read for it, once."""
    with span("judge", stage=stage.value, pages=len(case.pages)):
        case.evidence_set = read_evidence_set(case.node.spec(), case.pages, as_of=case.as_of, trust=case.trust)
        return settle_evidence_set(case.evidence_set, stage=stage, history=case.history)


async def _ask_model(case: RunCase, stage: Stage, verdict: Verdict) -> Verdict:
    """What a model names, where the engine confirms it; else the verdict as it is."""
    question = StageQuestion(
        evidence_set=case.evidence_set,
        stage=stage,
        verdict=verdict,
        history=case.history,
        tokens_left=MAX_TOKENS - case.tokens,
    )
    prompt = prepare_prompt(question)
    if prompt is None:
        return verdict
    step = await sync_to_async(begin_step)(claim=case.claim, name=StepName.ASK_MODEL)
    async with case.turn.outside():
        answered = await propose(question, prompt, gateway=case.gateway, work=case.work)
    case.prompt_version = answered.prompt_version
    case.tokens += answered.tokens
    case.calls += answered.calls
    case.cost_usd += answered.cost_usd
    case.failures += answered.failures
    detail = {**answered.detail, **_failed(answered.failures)}
    status = StepStatus.FAILED if answered.is_lost else StepStatus.DONE
    case.is_model_lost = answered.is_lost
    end_step(claim=case.claim, step=step, detail=detail, status=status)
    return answered.verdict


async def _read(case: RunCase, wanted: Sequence[int]) -> int:
    """Put the pages at these positions in the place of their excerpts, all at once; how many could be read."""
    step = await sync_to_async(begin_step)(claim=case.claim, name=StepName.READ_PAGES)
    keys = [list(case.found)[position] for position in wanted]
    tasks = [asyncio.create_task(case.gateway.read(case.found[key].page.url, work=case.work)) for key in keys]
    async with case.turn.outside():
        await asyncio.wait(tasks, timeout=max(0.0, min(READ_SECONDS, case.ends_at - asyncio.get_running_loop().time())))
        late = [task for task in tasks if task.cancel()]
        done = await asyncio.gather(*tasks, return_exceptions=True)
    failures = []
    for key, page in zip(keys, done, strict=True):
        if isinstance(page, WebPage):
            case.found[key] = _in_full(case.found[key], page)
        elif isinstance(page, ProviderError):
            failures.append(Failure(provider=host_of(case.found[key].page.url) or "", kind=CallKind.PAGE, fault=page.fault))
        elif not isinstance(page, asyncio.CancelledError):
            raise page
    read = len(tasks) - len(late) - len(failures)
    if not read:
        case.failures += failures or [Failure(provider="", kind=CallKind.PAGE, fault=Fault.TIMEOUT)]
    detail: dict[str, object] = {"read": read, "of": len(tasks), **_failed(failures)}
    end_step(claim=case.claim, step=step, detail=detail)
    return read


def _in_full(found: FoundPage, web: WebPage) -> FoundPage:
    """The page in place of its excerpt. A page that led to another host counts as that host's; one that shows less stays an excerpt."""
    page = found.page
    is_moved = host_of(web.final_url) != host_of(page.url)
    return replace(
        found,
        is_snippet=False,
        page=Page(
            url=web.final_url if is_moved else page.url,
            title=web.title or page.title,
            content=web.text if is_moved or len(web.text) > len(page.content) else page.content,
            published_at=page.published_at or web.published_at,
        ),
    )


def combine_stages(first: Verdict | None, second: Verdict) -> Verdict:
    """The verdict of the votes with the trace of both stages.

    Whitelisted pages that contradict each other need a person, unless the votes settle the value.
    """
    if first is None:
        return second
    trace = (*first.trace, *second.trace)
    if second.is_accepted or second.review is not None or first.review is None:
        return replace(second, trace=trace)
    return replace(
        second, badge=first.badge, reason=first.reason, review=first.review, conflicts=second.conflicts or first.conflicts, trace=trace
    )


def _outcome(case: RunCase, verdict: Verdict) -> RunOutcome:
    """What failed leaves an open question open: its unknown is for want of a search, or of the model that could bind, not of evidence."""
    is_lost = case.lost_search is not None or (case.is_model_lost and case.knows_a_value)
    is_complete = verdict.is_accepted or not is_lost
    if not is_complete and verdict.review is None:
        verdict = replace(verdict, reason=_reason_of(case.lost_search))
    if case.official is not None and case.official.fault is not None:
        verdict = replace(verdict, trace=(case.official.fault, *verdict.trace))
    return RunOutcome(
        verdict=verdict,
        found=tuple(case.found.values()),
        calls=case.calls,
        prompt_version=case.prompt_version,
        failures=tuple(dict.fromkeys(case.failures)),
        cost_usd=case.cost_usd,
        is_complete=is_complete,
        next_at=case.official.next_at if case.official is not None else None,
    )


def _reason_of(error: ProviderError | None) -> Reason:
    spent = (Fault.QUOTA_EXHAUSTED, Fault.BUDGET_EXHAUSTED)
    return Reason.BUDGET_EXHAUSTED if error is not None and error.fault in spent else Reason.PROVIDER_FAILED


def _failed(failures: Sequence[Failure]) -> dict[str, object]:
    """What a step shows of the providers that failed in it."""
    return {"failed": [{"provider": failure.provider, "fault": failure.fault.value} for failure in failures]} if failures else {}


def load_history(*, node: Node, as_of: datetime) -> tuple[str, ...]:
    """The numbers of the node's states that were known at ``as_of``, oldest first."""
    states = NodeState.objects.filter(node=node, as_of__lt=as_of).exclude(number="").order_by("-created_at", "-id")
    return tuple(reversed(states.values_list("number", flat=True)[:HISTORY_LENGTH]))
