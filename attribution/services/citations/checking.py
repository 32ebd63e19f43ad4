"""Reports are checked here: each address fetched once and judged for all its citations, many at once, every verdict saved as it comes."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from attribution.core.citations.identifiers import doi_of
from attribution.core.vocabulary import CitationKind, CitationStatus, CitationWhy
from attribution.enums import Depth
from attribution.models import Citation, CitationReport
from attribution.providers.fact_checks import ClaimReview
from attribution.providers.lookups import Lookup
from attribution.providers.named_work import NamedWork
from attribution.providers.wayback import find_copy
from attribution.providers.wikidata import Item
from attribution.providers.works import find_work
from attribution.services.citations.claim_reviews import find_reviews, has_fact_checks
from attribution.services.citations.consulting import consult, has_judge, is_open
from attribution.services.citations.findings import Finding
from attribution.services.citations.further_citations import add_proposed
from attribution.services.citations.inspection import Known, Visit, addresses_of, judge_together, visit
from attribution.services.citations.item_facts import find_facts, has_wikidata
from attribution.services.citations.lifecycle import (
    ReportClaim,
    claim_report,
    continue_report,
    extend_report,
    fail_report,
    finish_report,
    read_text,
    save_verdicts,
)
from attribution.services.citations.official_figures import hear_series
from attribution.services.citations.searching import find_named, find_replacement, unclear
from verification.core.evidence import Trust, Why
from verification.core.language.texts import Language
from verification.core.sources.domains import host_of
from verification.core.vocabulary import CallKind, Fault, Purpose
from verification.providers.base import Failure, ProviderError
from verification.providers.door.host_manners import AT_ONCE
from verification.providers.door.web import Fetched
from verification.services.errors import Refused
from verification.services.gateway.calls import NotAsked
from verification.services.gateway.gateway import LINKS_AT_ONCE, Gateway, Unanswered, Work, open_gateway
from verification.services.gateway.pages import StoredPages
from verification.services.queue.interruption import Interruption
from verification.services.queue.leases import held
from verification.services.runs.lifecycle import LostClaim
from verification.services.runs.series_claims import SeriesHearing
from verification.services.whitelist.trust import load_trust

# What is begun near the end of a worker's time still has to be answered within it.
LAST_CALL_S = 40.0
JUDGES = 2
MANY = 10  # addresses, for which more than one reader is started at once
LOOKUP_BYTES = 2_000_000
# A claim that its page contradicts is to be corrected: no other page is looked for that says it all the same.
UNSUPPORTED = frozenset({CitationStatus.UNVERIFIED, CitationStatus.BROKEN_LINK})

logger = logging.getLogger(__name__)


def execute_report(*, report_id: int, is_whole: bool = False) -> CitationReport:
    """Claim a report, check what has no verdict yet, and save it; the report as it stands afterwards.

    A worker has ``RUN_DEADLINE_SECONDS``; what is left then goes back to the queue. ``is_whole``: goes on here until all is checked.
    """
    while True:
        with Interruption() as interruption:
            is_left = async_to_sync(_execute)(report_id, interruption)
        if not (is_left and is_whole):
            break
    if is_left:
        continue_report(report_id=report_id)
    return CitationReport.objects.get(pk=report_id)


async def _execute(report_id: int, interruption: Interruption) -> bool:
    """Whether citations are left for which time was too short."""
    interruption.watch()
    claim = await sync_to_async(claim_report)(report_id=report_id)
    if claim is None:
        return False
    try:
        async with open_gateway() as gateway, held(lambda: extend_report(claim=claim), lost=LostClaim, name=f"report {claim.report.pk}"):
            await sync_to_async(read_text)(claim=claim)
            check = await sync_to_async(_open_check)(claim, gateway)
            check.last_call = asyncio.get_running_loop().time() + max(settings.RUN_DEADLINE_SECONDS - LAST_CALL_S, LAST_CALL_S / 4)
            if check.has_judge:
                await _find_further(check)
            await _check_all(check)
        return not await sync_to_async(finish_report)(claim=claim, failures=check.failures)
    except LostClaim:
        logger.info("Report %s was ended or taken over by another worker.", report_id)
    except Refused as refusal:
        await sync_to_async(fail_report)(claim=claim, error=str(refusal))
    except Exception as error:
        # Whatever went wrong, the report must say so: an open one would look busy until its lease ends, and fail the same way again.
        logger.exception("Report %s failed.", report_id)
        said = _("An error of the program: %(name)s.") % {"name": type(error).__name__}
        await sync_to_async(fail_report)(claim=claim, error=said)
    return False


@dataclass(slots=True)
class ReportCheck:
    """What one claim works with. ``last_call``: seconds of the loop's clock after which nothing new is begun."""

    claim: ReportClaim
    gateway: Gateway
    trust: Trust
    pending: list[Citation]
    has_judge: bool = False
    has_fact_checks: bool = False
    has_wikidata: bool = False
    series: SeriesHearing | None = None
    last_call: float = 0.0
    failures: list[Failure] = field(default_factory=list)
    places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(LINKS_AT_ONCE))
    judges: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(JUDGES))
    hosts: defaultdict[str, asyncio.Semaphore] = field(default_factory=lambda: defaultdict(lambda: asyncio.Semaphore(AT_ONCE)))
    store: StoredPages = field(default_factory=StoredPages)
    unsaved: list[tuple[Citation, Finding]] = field(default_factory=list)
    saving: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def depth(self) -> Depth:
        return Depth(self.claim.report.depth)

    @property
    def work(self) -> Work:
        report = self.claim.report
        ends_at = self.last_call + LAST_CALL_S
        return Work(purpose=Purpose.CITATION, subject=f"citation-report:{report.pk}", ends_at=ends_at, lang=Language(report.lang))

    @property
    def is_over(self) -> bool:
        return asyncio.get_running_loop().time() >= self.last_call


def _open_check(claim: ReportClaim, gateway: Gateway) -> ReportCheck:
    is_deep = claim.report.depth == Depth.DEEP
    return ReportCheck(
        claim=claim,
        gateway=gateway,
        trust=load_trust(),
        pending=_list_pending(claim),
        has_judge=is_deep and has_judge(),
        has_fact_checks=is_deep and has_fact_checks(),
        has_wikidata=is_deep and has_wikidata(),
        series=SeriesHearing(now=timezone.now()) if claim.report.depth != Depth.QUICK else None,
    )


def _list_pending(claim: ReportClaim) -> list[Citation]:
    return list(Citation.objects.filter(report=claim.report, status=CitationStatus.PENDING).order_by("index"))


async def _find_further(check: ReportCheck) -> None:
    """A model may name citations that the rules missed; where none answers, those of the rules are checked."""
    try:
        if await add_proposed(check.claim, gateway=check.gateway, work=check.work):
            check.pending = await sync_to_async(_list_pending)(check.claim)
    except Unanswered as error:
        _note_failure(check, error, CallKind.MODEL)


async def _check_all(check: ReportCheck) -> None:
    groups: dict[str, list[Citation]] = {}
    for citation in check.pending:
        groups.setdefault(citation.url or f"named:{citation.anchor or citation.text}:{citation.pk}", []).append(citation)
    if len(groups) >= MANY:
        check.gateway.prepare()
    tasks = [asyncio.create_task(_check_group(check, citations)) for citations in groups.values()]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _check_group(check: ReportCheck, citations: list[Citation]) -> None:
    """All citations of one address. One that our own time was too short for stays pending."""
    url = citations[0].url
    try:
        findings = await (_check_address(check, url, citations) if url else _check_named(check, citations))
    except NotAsked:
        return
    except (LostClaim, asyncio.CancelledError):
        raise
    except Exception:
        # A page is hostile input for a dozen parsers: a defect that one of them meets costs its citations their verdict, never the
        # other citations of the report theirs. It is logged with its trace, and the report ends as degraded.
        logger.exception("A citation of report %s could not be checked.", check.claim.report.pk)
        check.failures.append(Failure(provider=host_of(addresses_of(url)[0]) or "", kind=CallKind.LOOKUP, fault=Fault.FAILED))
        findings = [(one, unclear(one, Why(CitationWhy.NOT_FETCHED, {"fault": Fault.FAILED.value}))) for one in citations]
    await _save(check, await sync_to_async(_hear)(check, findings))


def _hear(check: ReportCheck, findings: list[tuple[Citation, Finding]]) -> list[tuple[Citation, Finding]]:
    """What official series say to each claim, beside the verdict of its page."""
    if check.series is None or check.series.is_empty:
        return findings
    base = timezone.localdate(check.claim.report.created_at)
    return [(one, hear_series(one, finding, check.series, base=base)) for one, finding in findings]


async def _check_address(check: ReportCheck, url: str, citations: list[Citation]) -> list[tuple[Citation, Finding]]:
    is_renewed = any(one.checked_at for one in citations)
    host = host_of(addresses_of(url)[0]) or ""
    async with check.hosts[host], check.places:
        if check.is_over:
            raise NotAsked("The time for this report was used up.")
        seen = await visit(url, gateway=check.gateway, work=check.work, store=check.store, is_renewed=is_renewed)
    work = await _find_work(check, url)
    known = Known(
        trust=check.trust,
        is_judged=check.depth != Depth.QUICK,
        title=work.title if work else "",
        is_retracted=bool(work and work.is_retracted),
        has_concern=bool(work and work.has_concern),
    )
    async with check.judges:
        findings = await asyncio.to_thread(judge_together, citations, seen, known)
    if check.has_judge:
        findings = list(await asyncio.gather(*(_consult(check, *pair, seen, known) for pair in findings)))
    return await _enrich(check, url, findings)


async def _consult(check: ReportCheck, citation: Citation, finding: Finding, seen: Visit, known: Known) -> tuple[Citation, Finding]:
    """Where the rules leave a claim open, a model may quote a passage; where none answers, the rules' verdict stands."""
    if not is_open(finding) or check.is_over:
        return citation, finding
    try:
        return citation, await consult(citation, finding, seen, known, gateway=check.gateway, work=check.work)
    except Unanswered as error:
        _note_failure(check, error, CallKind.MODEL)
        return citation, finding


async def _check_named(check: ReportCheck, citations: list[Citation]) -> list[tuple[Citation, Finding]]:
    """Sources that are named and not linked; a mark that refers to nothing names none."""
    if all(one.kind == CitationKind.FOOTNOTE for one in citations):
        return [(one, unclear(one, Why(CitationWhy.UNRESOLVED_MARK))) for one in citations]
    if check.is_over:
        raise NotAsked("The time for this report was used up.")
    if check.depth == Depth.QUICK:
        return [(one, unclear(one, Why(CitationWhy.NOT_READ))) for one in citations]
    found = []
    for citation in citations:
        try:
            finding = await find_named(citation, gateway=check.gateway, work=check.work, known=Known(trust=check.trust))
        except Unanswered as error:
            _note_failure(check, error)
            finding = unclear(citation, Why(CitationWhy.NOT_FETCHED, {"fault": error.fault.value}))
        found.append((citation, finding))
    return found


async def _enrich(check: ReportCheck, url: str, findings: list[tuple[Citation, Finding]]) -> list[tuple[Citation, Finding]]:
    """What helps a reader where a citation does not hold: an archived copy, another page that says it. Nothing of it changes a verdict."""
    archive_url = ""
    if check.depth == Depth.DEEP and any(one.verdict.status == CitationStatus.BROKEN_LINK for _citation, one in findings):
        archive_url = await _find_copy(check, url)
    enriched = []
    for citation, finding in findings:
        if check.has_fact_checks and citation.claim.strip() and not check.is_over:
            finding = replace(finding, claim_reviews=await _find_reviews(check, citation))
        if check.has_wikidata and finding.verdict.status != CitationStatus.VERIFIED and citation.claim.strip() and not check.is_over:
            finding = replace(finding, wikidata=await _find_facts(check, citation))
        if archive_url and finding.verdict.status == CitationStatus.BROKEN_LINK:
            finding = replace(finding, archive_url=archive_url)
        if check.depth != Depth.QUICK and finding.verdict.status in UNSUPPORTED and citation.claim.strip() and not check.is_over:
            finding = await _corroborate(check, citation, finding)
        enriched.append((citation, finding))
    return enriched


async def _find_reviews(check: ReportCheck, citation: Citation) -> tuple[ClaimReview, ...]:
    try:
        return await find_reviews(citation.claim, gateway=check.gateway, work=check.work)
    except ProviderError as error:
        check.failures.append(Failure(provider="factcheck", kind=CallKind.LOOKUP, fault=error.fault))
        return ()


async def _find_facts(check: ReportCheck, citation: Citation) -> Item | None:
    try:
        return await find_facts(citation.claim, gateway=check.gateway, work=check.work)
    except ProviderError as error:
        check.failures.append(Failure(provider="wikidata", kind=CallKind.LOOKUP, fault=error.fault))
        return None


async def _corroborate(check: ReportCheck, citation: Citation, finding: Finding) -> Finding:
    try:
        found = await find_replacement(citation, gateway=check.gateway, work=check.work, trust=check.trust)
    except Unanswered as error:
        _note_failure(check, error)
        return finding
    return replace(finding, replacement=found)


def _note_failure(check: ReportCheck, error: Unanswered, kind: CallKind = CallKind.SEARCH) -> None:
    """An empty corpus and a missing key are nobody's failure; the citation says that nobody could be asked."""
    if error.fault not in (Fault.EMPTY_CORPUS, Fault.NOT_CONFIGURED):
        check.failures += error.failures or [Failure(provider="", kind=kind, fault=error.fault)]


async def _find_copy(check: ReportCheck, url: str) -> str:
    try:
        copy = await find_copy(
            addresses_of(url)[0],
            near=check.claim.report.created_at,
            index_url=settings.WAYBACK_INDEX_URL,
            availability_url=settings.WAYBACK_URL,
            lookup=_lookup(check),
        )
    except ProviderError as error:
        check.failures.append(Failure(provider="wayback", kind=CallKind.LOOKUP, fault=error.fault))
        return ""
    return copy.url if copy else ""


async def _find_work(check: ReportCheck, url: str) -> NamedWork | None:
    doi = doi_of(url) if check.depth == Depth.DEEP else None
    if doi is None:
        return None
    try:
        return await find_work(
            doi,
            crossref_url=settings.CROSSREF_URL,
            datacite_url=settings.DATACITE_URL,
            contact=settings.CONTACT_EMAIL,
            lookup=_lookup(check),
        )
    except ProviderError as error:
        check.failures.append(Failure(provider="doi", kind=CallKind.LOOKUP, fault=error.fault))
        return None


def _lookup(check: ReportCheck) -> Lookup:
    async def lookup(address: str) -> Fetched:
        return await check.gateway.fetch(address, work=check.work, accept="application/json", max_bytes=LOOKUP_BYTES)

    return lookup


async def _save(check: ReportCheck, findings: Sequence[tuple[Citation, Finding]]) -> None:
    """Save what has come in; while one saves, others gather for the next."""
    check.unsaved += findings
    async with check.saving:
        batch, check.unsaved = check.unsaved, []
        if batch:
            await sync_to_async(save_verdicts)(claim=check.claim, findings=batch)
