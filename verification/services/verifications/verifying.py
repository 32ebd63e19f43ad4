"""A verification is worked out here: its evidence is gathered, the engine reads it, the panel decides, as often as the limit allows."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.db.models import F, TextField, Value
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext as _

from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Why
from verification.core.language.texts import language_of
from verification.core.panel.claims import Claimed, read_claim, split_facts
from verification.core.panel.decision import ZERO, Decided, DecisionCode, VoteConsensus
from verification.core.periods.freshness import parse_moment
from verification.core.reading.node_fields import suggest_fields
from verification.core.reading.search_plan import SearchPlan, plan_search
from verification.core.sources.domains import canonical_url
from verification.core.sources.full_texts import pages_to_read
from verification.core.support.answers import only_quantity
from verification.core.vocabulary import Decision, DecisionMethod, NodeKind, Purpose, VerificationMode
from verification.models import Node, Verification
from verification.providers.base import ProviderError, SearchQuery, SearchResult, WebPage
from verification.services.gateway.gateway import Gateway, Work, open_gateway
from verification.services.panel.cases import Deliberation, PanelCase
from verification.services.panel.deliberation import deliberate
from verification.services.queue.leases import held
from verification.services.runs.investigation import load_history
from verification.services.runs.lifecycle import LostClaim
from verification.services.runs.postponing import SPENT
from verification.services.verifications.facts import combine
from verification.services.verifications.lifecycle import claim_verification, fail_verification, finish_verification, hold_verification
from verification.services.verifications.node_answers import answer_from_node, find_node
from verification.services.verifications.progress import RowProgress
from verification.services.verifications.series_answers import answer_from_series, hear_series, weigh_series
from verification.services.verifications.steps import decide_step, is_step
from verification.services.whitelist.trust import load_trust

RETRIES = 2
SEARCHED_DAYS = 30  # how old pages of a search may be; what the caller brings is not judged by its age
READ_SECONDS = 30.0  # a page has half of them to come; the rest is for a machine that is busy reading

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GatheredPages:
    """The pages of a verification; ``is_degraded`` where a search failed, ``is_away`` where asking it later may help."""

    pages: tuple[Page, ...]
    snippets: tuple[bool, ...] = ()
    is_degraded: bool = False
    is_away: bool = False


def execute_verification(*, verification_id: int) -> Verification:
    """Claim a verification, work it out and save it; the row as it stands afterwards. Nothing happens to one that is not free."""
    async_to_sync(_execute)(verification_id)
    return Verification.objects.get(pk=verification_id)


async def _execute(verification_id: int) -> None:
    claim = await sync_to_async(claim_verification)(verification_id=verification_id)
    if claim is None:
        return
    try:
        lease = held(lambda: hold_verification(claim=claim), lost=LostClaim, name=f"verification {claim.verification.pk}")
        async with lease, open_gateway() as gateway:
            deliberation, is_degraded = await verify(claim.verification, gateway=gateway)
            await sync_to_async(finish_verification)(claim=claim, deliberation=deliberation, is_degraded=is_degraded)
    except LostClaim:
        logger.info("Verification %s was taken over by another worker.", claim.verification.pk)
    except Exception as error:
        # Whatever went wrong, the program that waits has to hear of it, and a person has to look.
        logger.exception("Verification %s failed.", claim.verification.pk)
        said = _("An error of the program: %(name)s.") % {"name": type(error).__name__}
        await sync_to_async(fail_verification)(claim=claim, error=said)


async def verify(row: Verification, *, gateway: Gateway) -> tuple[Deliberation, bool]:
    """The decision on ``row``, asked for again while it needs a retry and the limit allows; whether a search failed."""
    work = Work(
        purpose=Purpose.VERIFICATION,
        subject=f"verification:{row.pk}",
        attempt=row.attempts,
        ends_at=asyncio.get_running_loop().time() + settings.RUN_DEADLINE_SECONDS,
        lang=language_of(row.claim or row.query),
    )
    now = timezone.now()
    if is_step(row):
        return await _decide_step(row, now, work, gateway), False
    facts = (row.claim,) if row.value or row.query or row.node_id else split_facts(row.claim)
    if len(facts) > 1:
        return await _decide_facts(row, facts, now, work, gateway)
    return await _decide_fact(row, row.claim, now, work, gateway)


async def _decide_step(row: Verification, now: datetime, work: Work, gateway: Gateway) -> Deliberation:
    """By what the program's tools returned, held against what authorities publish."""
    claimed = read_claim(row.claim, row.value, query=row.query, fresh_days=None)
    words = await hear_series(row.claim, claimed, now, gateway=gateway, work=work)
    return weigh_series(row, decide_step(row), words)


async def _decide_facts(row: Verification, facts: Sequence[str], now: datetime, work: Work, gateway: Gateway) -> tuple[Deliberation, bool]:
    """Each fact by itself; where that leaves some open and none wrong, pages that say the whole in one are as good."""
    parts, is_degraded = [], False
    for fact in facts:
        deliberation, was_degraded = await _decide_fact(row, fact, now, work, gateway)
        parts.append((fact, deliberation))
        is_degraded |= was_degraded
    combined = combine(VerificationMode(row.mode), parts)
    if combined.decided.decision != Decision.NEEDS_HUMAN:
        return combined, is_degraded
    whole, was_degraded = await _decide_fact(row, row.claim, now, work, gateway)
    if whole.decided.decision != Decision.ACCEPT:
        return combined, is_degraded
    whole.facts = combined.facts
    return whole, was_degraded


async def _decide_fact(row: Verification, claim: str, now: datetime, work: Work, gateway: Gateway) -> tuple[Deliberation, bool]:
    """The decision on one fact, by the authority that publishes it, the node that holds it, else by pages."""
    claimed = read_claim(claim, row.value, query=row.query, fresh_days=None if row.evidence else _oldest(claim, now))
    words = await hear_series(claim, claimed, now, gateway=gateway, work=work)
    if not row.evidence and (official := answer_from_series(row, words)) is not None:
        return official, False
    node = None if row.evidence else await sync_to_async(_node_of)(row, claim, claimed)
    if node is not None:
        claimed = Claimed(node.spec(), row.value or claimed.value)
        answered = await sync_to_async(answer_from_node)(row=row, node=node, claimed=claimed, now=now)
        if answered is not None:
            return answered, False
    deliberation, is_degraded = await _decide_on_pages(row, claim, claimed, now, work, gateway)
    return weigh_series(row, deliberation, words), is_degraded


async def _decide_on_pages(
    row: Verification, claim: str, claimed: Claimed, now: datetime, work: Work, gateway: Gateway
) -> tuple[Deliberation, bool]:
    """The decision on what the program brought, else on what is found."""
    gathered = _given(row, now) if row.evidence else await _search(row, claimed.node, now, work, gateway)
    if gathered.is_away:
        return Deliberation(_come_again(_without_evidence(VerificationMode(row.mode)).decided)), True
    if not gathered.pages:
        return _without_evidence(VerificationMode(row.mode)), gathered.is_degraded
    trust = await sync_to_async(load_trust)()
    verdict = settle(claimed.node, gathered.pages, as_of=now, trust=trust)
    wanted = pages_to_read(verdict, gathered.pages, gathered.snippets) if gathered.snippets else ()
    if wanted:
        gathered = await _read(gathered, wanted, work, gateway)
        verdict = settle(claimed.node, gathered.pages, as_of=now, trust=trust)
    history = await sync_to_async(find_history)(claimed.node, claim=claim, query=row.query, as_of=now)
    for retries_left in range(RETRIES, -1, -1):
        panel_case = PanelCase(
            node=claimed.node,
            pages=gathered.pages,
            verdict=verdict,
            as_of=now,
            trust=trust,
            work=work,
            claimed=claimed.value,
            history=history,
            retries_left=retries_left,
            is_claim=True,
            progress=RowProgress(row),
        )
        deliberation = await deliberate(panel_case, VerificationMode(row.mode), gateway=gateway)
        if deliberation.is_outage:
            deliberation.decided = _come_again(deliberation.decided)
            break
        if deliberation.decided.decision != Decision.NEEDS_RETRY:
            break
    deliberation.verdict = verdict
    return deliberation, gathered.is_degraded


def find_history(spec: NodeSpec, *, claim: str, query: str, as_of: datetime) -> tuple[str, ...]:
    """The last numbers of the node that a claim is about, oldest first: the one node of the same kind and unit whose whole name stands in
    the claim or is what is searched for. Empty where there is none, or where more than one could be meant.
    """
    if spec.kind == NodeKind.TEXT:
        return ()
    said = Value(f"{claim}\n{query}".casefold(), output_field=TextField())
    alike = Node.objects.filter(kind=spec.kind.value, unit=spec.unit or "")
    named = alike.annotate(said=said, name=Lower("label")).filter(said__contains=F("name"))
    found = list(named.order_by("-pk")[:2])
    return load_history(node=found[0], as_of=as_of) if len(found) == 1 else ()


def _oldest(claim: str, now: datetime) -> int | None:
    """How many days old pages of a search may be; the figure of a period that is over stays what it is, so any age will do."""
    question = suggest_fields(claim, today=timezone.localdate(now))
    return None if question.fresh_days is None else SEARCHED_DAYS


def _node_of(row: Verification, claim: str, claimed: Claimed) -> Node | None:
    """The node that a program named, where what it says can answer it, else the one that the claim is about."""
    if row.node_id is not None:
        node = Node.objects.select_related("state").get(pk=row.node_id)
        is_figure = only_quantity(row.value or claimed.value) is not None
        return node if is_figure == (node.kind != NodeKind.TEXT) else None
    return find_node(claimed=claimed, claim=claim, query=row.query)


def _given(row: Verification, now: datetime) -> GatheredPages:
    """The documents that the program brought, exactly as received."""
    zone = timezone.get_current_timezone()

    def page(entry: dict[str, Any]) -> Page:
        at = parse_moment(entry.get("published_at"), zone=zone)
        return Page(url=entry["url"], title=entry["title"], content=entry["content"], published_at=at)

    return GatheredPages(tuple(page(entry) for entry in row.evidence))


async def _search(row: Verification, node: NodeSpec, now: datetime, work: Work, gateway: Gateway) -> GatheredPages:
    """The whitelist, then everything, as for a node, by every name that the thing has in either language."""
    trust = await sync_to_async(load_trust)()
    plan = SearchPlan((row.query,)) if row.query else plan_search(node, now.date())
    whole = SearchQuery(phrasings=plan.phrasings, slots=plan.slots, as_of=now, limit=settings.WEB_RESULTS, fresh_days=node.fresh_days)
    trusted = replace(whole, limit=settings.WHITELIST_RESULTS, suffixes=trust.whitelist)
    results: dict[str, SearchResult] = {}
    failed: list[ProviderError] = []
    is_degraded = False
    for query in (trusted, whole) if trust.whitelist else (whole,):
        try:
            answer = await gateway.search(query, work=work)
        except ProviderError as error:
            logger.warning("Verification %s found no search: %s", row.pk, error)
            failed.append(error)
            continue
        is_degraded |= bool(answer.failures)
        for result in answer.results:
            results.setdefault(canonical_url(result.page.url) or result.page.url, result)
    is_away = any(not error.permanent or error.fault in SPENT for error in failed) and not results
    found = list(results.values())
    return GatheredPages(tuple(each.page for each in found), tuple(each.is_snippet for each in found), is_degraded or bool(failed), is_away)


async def _read(gathered: GatheredPages, wanted: tuple[int, ...], work: Work, gateway: Gateway) -> GatheredPages:
    """The pages at these positions in full where they could be read in time."""
    tasks = {place: asyncio.create_task(gateway.read(gathered.pages[place].url, work=work)) for place in wanted}
    await asyncio.wait(tasks.values(), timeout=READ_SECONDS)
    for task in tasks.values():
        task.cancel()
    done = await asyncio.gather(*tasks.values(), return_exceptions=True)
    pages = list(gathered.pages)
    for place, web in zip(tasks, done, strict=True):
        if isinstance(web, WebPage) and len(web.text) > len(pages[place].content):
            own = pages[place]
            pages[place] = replace(own, title=web.title or own.title, content=web.text, published_at=own.published_at or web.published_at)
    return replace(gathered, pages=tuple(pages))


def _come_again(decided: Decided) -> Decided:
    """An outage is no matter for a person: the program is told when to ask again."""
    return replace(decided, decision=Decision.NEEDS_RETRY, why=(Why(DecisionCode.OUTAGE),))


def _without_evidence(mode: VerificationMode) -> Deliberation:
    consensus = VoteConsensus(False, ZERO, None, ZERO, DecisionMethod.SINGLE)
    return Deliberation(Decided(mode, Decision.NEEDS_HUMAN, consensus, (Why(DecisionCode.NO_EVIDENCE),)))
