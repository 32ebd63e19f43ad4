"""What the pages held here would say of a node that is not there yet: no call to the outside, nothing is kept."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from asgiref.sync import async_to_sync
from django.conf import settings

from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, SourceFinding, Trust, Verdict
from verification.core.reading.search_plan import plan_search
from verification.core.vocabulary import NodeKind, Stance
from verification.providers.base import ProviderError, SearchQuery
from verification.providers.search.corpus import CorpusSearch
from verification.services.whitelist.trust import load_trust

MAX_PAGES = 16
# Where the name leaves the kind open, what the pages carry decides; the first that is accepted, else the one with most pages.
KINDS = (NodeKind.CURRENCY, NodeKind.NUMBER, NodeKind.PERCENT)
_SILENT = (Stance.OFF_TOPIC, Stance.NO_VALUE)


@dataclass(frozen=True, slots=True)
class NodeTrial:
    """``spec`` has the kind that the pages speak for; ``speaking`` are the pages that say something of the node, those that count first."""

    spec: NodeSpec
    verdict: Verdict
    speaking: tuple[SourceFinding, ...]
    pages: tuple[Page, ...]


def try_node(spec: NodeSpec, *, is_kind_open: bool, now: datetime) -> NodeTrial:
    """The verdict that the local corpus would give for ``spec`` at ``now``; with no documents, an unknown without pages."""
    pages, trust = find_pages(spec, now), load_trust()
    if not is_kind_open:
        return _judge(spec, pages, trust, now)
    tried = [_judge(replace(spec, kind=kind), pages, trust, now) for kind in (*KINDS, spec.kind) if pages]
    return max(tried, key=lambda trial: (trial.verdict.is_accepted, len(trial.speaking)), default=_judge(spec, pages, trust, now))


def find_pages(spec: NodeSpec, now: datetime) -> list[Page]:
    """The pages of the local corpus for ``spec``; none where it is empty or can't be searched."""
    limit = min(settings.WEB_RESULTS, MAX_PAGES)
    plan = plan_search(spec, now.date())
    query = SearchQuery(phrasings=plan.phrasings, slots=plan.slots, as_of=now, limit=limit, fresh_days=spec.fresh_days)
    try:
        answer = async_to_sync(CorpusSearch().search)(query)
    except ProviderError:
        return []
    return [result.page for result in answer.results]


def _judge(spec: NodeSpec, pages: Sequence[Page], trust: Trust, now: datetime) -> NodeTrial:
    verdict = settle(spec, pages, as_of=now, trust=trust)
    speaking = tuple(finding for finding in (*verdict.sources, *verdict.others) if finding.stance not in _SILENT)
    return NodeTrial(spec=spec, verdict=verdict, speaking=speaking, pages=tuple(pages))
