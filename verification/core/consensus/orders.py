"""Pages that give orders to a model: they have no vote and take none away, and are shown as such.

The verdict is reached without them. Where nothing else carries the value, or only they would have carried it through, a person is asked,
with the passage that gives the orders.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from verification.core.consensus.choosing import ON_SUBJECT, is_ordered, strength
from verification.core.consensus.findings import display_of
from verification.core.consensus.source_pages import EvidenceSet, SourcePage
from verification.core.evidence import Candidate, Page, Passage, SourceFinding, TraceStep, Verdict, Why
from verification.core.judging.binding import CandidateFigure
from verification.core.language.texts import split_sentences
from verification.core.reasons import ReviewCode, TraceCode, WhyCode
from verification.core.sources.injection import injection_mark
from verification.core.vocabulary import Badge, PassageField, Reason, Stage, Stance

LONGEST_PASSAGE = 600


def add_orders(verdict: Verdict, evidence_set: EvidenceSet, *, stage: Stage | None, settle: Callable[[EvidenceSet], Verdict]) -> Verdict:
    """``verdict`` with the pages that give orders among its others, and the question to a person where they alone carry a value.

    ``settle`` reaches a verdict on an evidence set. Stage 1 asks nobody: the votes may yet decide.
    """
    giving = evidence_set.giving_orders
    if not giving:
        return verdict
    step = TraceStep(TraceCode.INJECTION_SEEN, {"pages": len(giving)})
    findings = [_finding(page, evidence_set.bars.vote) for page in giving]
    shown = replace(verdict, others=(*verdict.others, *findings), trace=(*verdict.trace, step))
    if verdict.is_accepted or verdict.review is not None or stage == Stage.WHITELIST:
        return shown
    heard = settle(replace(evidence_set, source_pages=(*evidence_set.source_pages, *giving), giving_orders=()))
    carrying = _carrying(verdict, heard, [page for page in giving if page.can_vote], evidence_set.bars.vote)
    if not carrying:
        return shown
    known = {candidate.number for candidate in verdict.candidates}
    values = tuple(replace(one, domains=(), stories=0) for one in heard.candidates if one.number not in known)
    return replace(
        shown,
        badge=Badge.NEEDS_HUMAN,
        reason=Reason.INJECTION_SUSPECTED,
        review=Why(ReviewCode.INJECTION_SUSPECTED, {"domains": tuple(sorted({page.domain for page in carrying}))}),
        candidates=(*verdict.candidates, *(values or _ordered_values(carrying, evidence_set.bars.vote))),
    )


def _carrying(verdict: Verdict, heard: Verdict, giving: Sequence[SourcePage], bar: float) -> list[SourcePage]:
    """The pages without which the value is not carried; none where the other pages still carry one, and it would not have been enough."""
    if heard.is_accepted:
        positions = {finding.position for finding in heard.sources}
        return [page for page in giving if page.position in positions]
    if verdict.candidates:
        return []
    domains = {domain for candidate in heard.candidates for domain in candidate.domains}
    return [page for page in giving if page.domain in domains or _value_of(page, bar) is not None]


def _value_of(page: SourcePage, bar: float) -> CandidateFigure | None:
    """The figure that the page gives for the node, in an order or beside one."""
    return max((candidate for candidate in page.candidates if _is_given(candidate, bar)), key=strength, default=None)


def _is_given(candidate: CandidateFigure, bar: float) -> bool:
    if is_ordered(candidate):
        return candidate.closeness >= ON_SUBJECT
    return candidate.exclusion is None and strength(candidate) >= bar


def _ordered_values(carrying: Sequence[SourcePage], bar: float) -> tuple[Candidate, ...]:
    """What stands in the orders alone, for the person to see."""
    figures = [figure for page in carrying if (figure := _value_of(page, bar))]
    return tuple({figure.value.number: Candidate(display_of(figure), figure.value.number, (), 0) for figure in figures}.values())


def _finding(source_page: SourcePage, bar: float) -> SourceFinding:
    page, figure = source_page.page, _value_of(source_page, bar)
    return SourceFinding(
        position=source_page.position,
        url=page.url,
        title=page.title,
        domain=source_page.domain,
        stance=Stance.INJECTION,
        why=Why(WhyCode.INJECTION),
        passage=order_passage(page),
        published_at=page.published_at,
        value=display_of(figure) if figure else None,
        number=figure.value.number if figure else None,
        is_whitelisted=source_page.is_whitelisted,
    )


def order_passage(page: Page) -> Passage | None:
    """The sentence of a page that gives orders to a model, at most ``LONGEST_PASSAGE`` characters from the order; None without one."""
    for field, text in ((PassageField.TITLE, page.title), (PassageField.CONTENT, page.content)):
        mark = injection_mark(text)
        if mark is None:
            continue
        spans = split_sentences(text).spans
        start, end = next((span for span in spans if span[0] <= mark[0] < span[1]), mark)
        start = max(start, mark[0] - LONGEST_PASSAGE // 2)
        end = min(max(end, mark[1]), start + LONGEST_PASSAGE)
        return Passage(text=text[start:end], field=field, start=start, end=end)
    return None
