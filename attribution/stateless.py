"""Attribution and citations as pure functions from one JSON object to another: what ``batch`` maps lines through."""

from collections.abc import Mapping

from attribution.core.answers.forward import list_documents
from attribution.core.answers.reverse import attribute_answer
from attribution.core.answers.sources import Limits, Mode, RankedDocument
from attribution.core.citations.extraction import FoundCitation, find_citations
from attribution.reads.attribution_answers import Tracing
from attribution.reads.support import support_shape
from attribution.schemas import AttributionLine, CitationsLine, ScoreOutOfRange, SupportLine, rank_documents
from verification.core.claims.judging import SourceText, judge
from verification.core.quantities.grammar import guess_language
from verification.reads.answers import Shape
from verification.schemas import check_shape
from verification.strict_json import BadInput


def answer_attribution(line: Mapping[str, object]) -> Shape:
    """``{id, answer, documents, mode?, max_sources?}`` to the sources of the answer; ``BadInput`` names what is wrong with the line."""
    given = check_shape(AttributionLine, line)
    documents = _ranked(given)
    limits = Limits(max_sources=given.max_sources)
    found = list_documents(documents, limits) if given.mode == Mode.FORWARD else attribute_answer(given.answer, documents, limits)
    return {"id": given.id, **Tracing.of(found, documents, lang=guess_language(given.answer)).shape()}


def _ranked(given: AttributionLine) -> tuple[RankedDocument, ...]:
    try:
        return rank_documents(given.documents, given.score_range)
    except ScoreOutOfRange as odd:
        raise BadInput(f"documents.{odd.position}.rerank_score: {odd}") from None


def answer_citations(line: Mapping[str, object]) -> Shape:
    """``{id, text}`` to its citations; ``BadInput`` names what is wrong with the line."""
    given = check_shape(CitationsLine, line)
    return {"id": given.id, "citations": [citation_shape(citation) for citation in find_citations(given.text)]}


def citation_shape(citation: FoundCitation) -> Shape:
    """A citation as the contract writes it; ``url`` is null for a source that is named only."""
    return {
        "kind": citation.kind.value,
        "text": citation.text,
        "url": citation.url,
        "start": citation.start,
        "end": citation.end,
        "claim": citation.claim,
        "claim_start": citation.claim_start,
        "claim_end": citation.claim_end,
        "anchor": citation.anchor,
    }


def answer_support(line: Mapping[str, object]) -> Shape:
    """``{id, claim, documents}`` to whether the documents support the claim; ``BadInput`` names what is wrong with the line."""
    given = check_shape(SupportLine, line)
    found = judge(given.claim, [SourceText(one.text, one.title, one.url) for one in given.documents])
    return {"id": given.id, **support_shape(found, lang=guess_language(given.claim))}
