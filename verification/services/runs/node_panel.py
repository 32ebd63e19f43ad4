"""Nodes of risk are heard by voters before their value is accepted (seed 001, mode selection).

The engine's verdict comes first: what models can do is to send an accepted value to a person, with words of a page that was read.
"""

from dataclasses import replace
from itertools import takewhile

from asgiref.sync import sync_to_async
from django.db.models import Q

from verification.core.evidence import Candidate, TraceStep, Verdict
from verification.core.panel.contesting import contested_value
from verification.core.panel.triggers import Firing
from verification.core.sources.domains import host_of, registrable_domain
from verification.core.support.answers import answer_number, same_answer
from verification.core.vocabulary import Badge, Confidence, Decision, Reason, RunStatus, Stance, VerificationMode, VoteOutcome
from verification.models import VerificationRun
from verification.services.gateway.gateway import Gateway
from verification.services.panel.cases import RULES, Deliberation, PanelCase
from verification.services.panel.deliberation import deliberate
from verification.services.panel.triggers import choose_node_mode
from verification.services.runs.lifecycle import RunClaim
from verification.services.runs.postponing import AN_OUTAGE

UNKNOWN = "unknown"
MOST_RETRIES = 20


async def needed_mode(claim: RunClaim, verdict: Verdict) -> tuple[VerificationMode, tuple[Firing, ...]]:
    """The mode that the trigger rules ask for, and what fired."""
    return await sync_to_async(_choose)(claim, verdict)


def _choose(claim: RunClaim, verdict: Verdict) -> tuple[VerificationMode, tuple[Firing, ...]]:
    node = claim.run.node
    value_sources = dict.fromkeys(finding.domain for finding in verdict.sources if finding.stance == Stance.SUPPORTS and finding.domain)
    needed = 1 if verdict.confidence == Confidence.WHITELIST_DIRECT else node.min_domains
    return choose_node_mode(risk_level=node.risk_level, value_sources=value_sources, needed=needed, retries=_count_retries(claim))


def _count_retries(claim: RunClaim) -> int:
    """How many runs right before this one failed. Neither an outage nor a dead worker says anything about its value."""
    before = VerificationRun.objects.filter(node=claim.run.node_id, pk__lt=claim.run.pk, is_replay=False).order_by("-pk")
    said_nothing = Q(status=RunStatus.FAILED, reason__in=AN_OUTAGE)
    failed = takewhile(
        lambda status: status == RunStatus.FAILED, before.exclude(said_nothing).values_list("status", flat=True)[:MOST_RETRIES]
    )
    return sum(1 for _status in failed)


async def ask_voters(panel_case: PanelCase, mode: VerificationMode, *, gateway: Gateway) -> tuple[Verdict, Deliberation]:
    """The engine's accepted verdict as it stands after the panel, and what the panel said."""
    deliberation = await deliberate(panel_case, mode, gateway=gateway)
    if deliberation.decided.decision == Decision.ACCEPT:
        return panel_case.verdict, deliberation
    return _to_a_person(panel_case, deliberation), deliberation


def _to_a_person(panel_case: PanelCase, deliberation: Deliberation) -> Verdict:
    """The value is unknown until a person rules; it and what the voters read stand beside each other."""
    verdict, why = panel_case.verdict, deliberation.decided.why[0]
    own = next((entry for entry in verdict.candidates if entry.number == verdict.number), None) or Candidate(
        verdict.value, verdict.number or "", tuple(sorted({finding.domain for finding in verdict.sources})), verdict.counts.stories
    )
    return replace(
        verdict,
        value=UNKNOWN,
        number=None,
        confidence=Confidence.CROSS_VALIDATED,
        badge=Badge.NEEDS_HUMAN,
        reason=Reason.VALUES_DISAGREE,
        sources=(),
        others=(*verdict.sources, *verdict.others),
        conflicts=(own, *_read_by_others(panel_case, deliberation)),
        review=why,
        trace=(*verdict.trace, TraceStep(why.code, why.params)),
    )


def _read_by_others(panel_case: PanelCase, deliberation: Deliberation) -> tuple[Candidate, ...]:
    """The other values that pages carry. What a model says beyond them stays with its vote: it is no rival of a value with evidence."""
    found: dict[str, set[str]] = {}
    for vote in deliberation.votes:
        if vote.outcome != VoteOutcome.ANSWERED or vote.value is None or _is_same(panel_case, vote.value, panel_case.verdict.value):
            continue
        quote = str(vote.result.get("quote", ""))
        if vote.model == RULES or not (vote.is_grounded or contested_value(quote, panel_case.read, value=vote.value)):
            continue
        value = next((known for known in found if _is_same(panel_case, vote.value or "", known)), vote.value)
        sources = vote.result.get("sources")
        hosts = [host_of(str(source["url"])) for source in sources] if isinstance(sources, list) else []
        found.setdefault(value, set()).update(registrable_domain(host) or host for host in hosts if host)
    return tuple(
        Candidate(value, answer_number(value, unit=panel_case.node.unit), tuple(sorted(domains)), len(domains))
        for value, domains in found.items()
    )


def _is_same(panel_case: PanelCase, one: str, other: str) -> bool:
    return same_answer(one, other, unit=panel_case.node.unit, tolerance=panel_case.node.tolerance)
