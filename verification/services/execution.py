"""One verification from search to verdict (seed 000): the whitelist first, then everything, else unknown."""

import logging
from dataclasses import dataclass, replace
from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _

from verification.core.domains import canonical_url
from verification.core.evidence import Page, Trust, Verdict
from verification.core.labels import names_of
from verification.core.vocabulary import Reason, Stage
from verification.enums import StepName
from verification.log_context import name_run
from verification.models import Node, NodeState, VerificationRun
from verification.providers.base import Answer, ProviderError, Question, SearchAnswer, SearchQuery
from verification.providers.registry import get_proposer, get_search_provider
from verification.services.results import FoundPage, Outcome, finish_run
from verification.services.runs import Claim, LostClaim, begin_step, claim_run, end_step, fail_run
from verification.services.trust import load_trust

HISTORY_LENGTH = 12

logger = logging.getLogger(__name__)


def execute_run(*, run_id: int) -> VerificationRun:
    """Claim a run, work it out and save it; the run as it stands afterwards.

    Nothing happens to a run that is not free. A provider that fails ends the run as failed with the reason ``provider_failed``, which is
    never confused with an unknown: there the pages were read and did not say enough.
    """
    with name_run(run_id):
        claim = claim_run(run_id=run_id)
        if claim is not None:
            _work(claim)
    return VerificationRun.objects.select_related("node").get(pk=run_id)


def _work(claim: Claim) -> None:
    try:
        finish_run(claim=claim, outcome=_investigate(claim))
    except LostClaim:
        logger.info("Run %s was ended or taken over by another worker.", claim.run.pk)
    except ProviderError as error:
        logger.warning("Run %s failed: %s", claim.run.pk, error)
        fail_run(claim=claim, error=str(error), reason=Reason.PROVIDER_FAILED)
    except Exception as error:
        # Whatever went wrong, the run must say so: an open run would look busy until its lease ends, and fail the same way again.
        logger.exception("Run %s failed.", claim.run.pk)
        fail_run(claim=claim, error=_("An error of the program: %(name)s.") % {"name": type(error).__name__})


@dataclass(slots=True)
class _Case:
    """What one run works with and has gathered so far."""

    claim: Claim
    node: Node
    trust: Trust
    history: tuple[str, ...]
    found: dict[str, FoundPage]
    calls: int = 0
    prompt_version: str = ""

    @property
    def as_of(self) -> datetime:
        return self.claim.run.as_of


def _investigate(claim: Claim) -> Outcome:
    node = claim.run.node
    case = _Case(claim=claim, node=node, trust=load_trust(), history=load_history(node=node, as_of=claim.run.as_of), found={})
    first = None
    if claim.run.from_stage == Stage.WHITELIST:
        _search(case, StepName.SEARCH_WHITELIST, Stage.WHITELIST)
        first = _decide(case, StepName.DECIDE_WHITELIST, Stage.WHITELIST)
        if first.is_accepted:
            return _outcome(case, first)
    _search(case, StepName.SEARCH_WEB, Stage.VOTES)
    second = _decide(case, StepName.DECIDE_VOTES, Stage.VOTES)
    return _outcome(case, combine_stages(first, second))


def _search(case: _Case, name: StepName, stage: Stage) -> None:
    """Add the pages found to the case, each address once. No transaction is open while the provider works."""
    step = begin_step(claim=case.claim, name=name)
    is_first = stage == Stage.WHITELIST
    query = SearchQuery(
        phrasings=(case.node.query,) if case.node.query else names_of(case.node.spec(), case.as_of.date()),
        as_of=case.as_of,
        limit=settings.WHITELIST_RESULTS if is_first else settings.WEB_RESULTS,
        fresh_days=case.node.fresh_days,
        suffixes=case.trust.whitelist if is_first else (),
    )
    # Nobody is trusted: nothing to search, which is no failure.
    nothing = SearchAnswer(results=(), provider="", query="", calls=0)
    answer = nothing if is_first and not query.suffixes else get_search_provider().search(query)
    case.calls += answer.calls
    for result in answer.results:
        key = canonical_url(result.page.url) or result.page.url
        case.found.setdefault(key, FoundPage(page=result.page, stage=stage, provider=answer.provider, query=answer.query, rank=result.rank))
    end_step(claim=case.claim, step=step, detail={"pages": len(answer.results), "provider": answer.provider, "query": answer.query})


def _decide(case: _Case, name: StepName, stage: Stage) -> Verdict:
    step = begin_step(claim=case.claim, name=name)
    pages: tuple[Page, ...] = tuple(found.page for found in case.found.values())
    question = Question(node=case.node.spec(), pages=pages, as_of=case.as_of, trust=case.trust, stage=stage, history=case.history)
    answer: Answer = get_proposer(case.claim.run.extractor).answer(question)
    case.calls += answer.calls
    case.prompt_version = answer.prompt_version or case.prompt_version
    verdict = answer.verdict
    end_step(
        claim=case.claim,
        step=step,
        detail={
            "value": verdict.value,
            "reason": verdict.reason.value,
            "domains": verdict.counts.domains,
            "stories": verdict.counts.stories,
        },
    )
    return verdict


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


def _outcome(case: _Case, verdict: Verdict) -> Outcome:
    return Outcome(verdict=verdict, found=tuple(case.found.values()), calls=case.calls, prompt_version=case.prompt_version)


def load_history(*, node: Node, as_of: datetime) -> tuple[str, ...]:
    """The numbers of the node's states that were known at ``as_of``, oldest first."""
    states = NodeState.objects.filter(node=node, as_of__lt=as_of).exclude(number="").order_by("-created_at", "-id")
    return tuple(reversed(states.values_list("number", flat=True)[:HISTORY_LENGTH]))
