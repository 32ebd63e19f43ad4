"""Citations that a language model proposes before a deep check begins: asked once for a report, each held to the text's own words."""

from collections import Counter

from asgiref.sync import sync_to_async
from django.db import transaction
from django.utils import timezone

from attribution.core.citations import extraction
from attribution.core.citations.prompts import MAX_OUTPUT_TOKENS, SCHEMA, make_citation_prompt
from attribution.core.citations.proposals import ProposedCitation, accept_proposals, read_proposed
from attribution.core.vocabulary import CitationKind
from attribution.models import Citation, CitationCheck, CitationReport
from attribution.services.citations.lifecycle import MAX_CITATIONS, ReportClaim, hold_report, make_row
from verification.core.panel.model_answers import BadAnswer
from verification.services.gateway.gateway import Gateway, Work
from verification.services.gateway.prompting import make_request, whole_text


async def add_proposed(claim: ReportClaim, *, gateway: Gateway, work: Work) -> int:
    """Ask a model for what the rules missed and keep what stands in the text; how many. Nothing is asked once a citation has a verdict.

    Raises ``Unanswered`` where no model answers. An answer that can't be read proposes nothing.
    """
    if await sync_to_async(_has_verdicts)(claim):
        return 0
    prompt = make_citation_prompt(claim.report.text)
    reply = await gateway.complete(make_request(prompt, schema=SCHEMA, max_output_tokens=MAX_OUTPUT_TOKENS), work=work)
    try:
        proposed = read_proposed(whole_text(reply))
    except BadAnswer:
        return 0
    return await sync_to_async(_keep)(claim, proposed) if proposed else 0


def _has_verdicts(claim: ReportClaim) -> bool:
    return CitationCheck.objects.filter(citation__report=claim.report).exists()


def _keep(claim: ReportClaim, proposed: tuple[ProposedCitation, ...]) -> int:
    """The report's citations with those that hold, numbered anew; nobody has judged any of them yet."""
    now = timezone.now()
    with transaction.atomic():
        hold_report(claim=claim, now=now)
        rows = list(Citation.objects.filter(report=claim.report).order_by("index"))
        text = claim.report.text
        found = accept_proposals(text, [_as_found(one) for one in rows], proposed).citations[:MAX_CITATIONS]
        if len(found) <= len(rows):
            return 0
        Citation.objects.filter(report=claim.report).delete()
        Citation.objects.bulk_create([make_row(claim.report, index, one, now) for index, one in enumerate(found, start=1)], batch_size=200)
        kinds = dict(Counter(one.kind.value for one in found))
        CitationReport.objects.filter(pk=claim.report.pk).update(kinds=kinds, citations_count=len(found))
    return len(found) - len(rows)


def _as_found(one: Citation) -> extraction.FoundCitation:
    kind = CitationKind(one.kind)
    return extraction.FoundCitation(
        kind, one.text, one.url or None, one.start, one.end, one.anchor, one.claim, one.claim_start, one.claim_end
    )
