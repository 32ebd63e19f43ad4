"""Attributions as the contract's JSON (contracts, section 6)."""

from collections.abc import Sequence
from dataclasses import asdict

from attribution.core.answers.formatting import format_source
from attribution.core.answers.sources import AttributedSentence, Attribution, Calculation, Document
from verification.shapes import Shape


def attribution_shape(attribution: Attribution, documents: Sequence[Document], *, lang: str) -> Shape:
    """``{mode, sources, sentences}``; ``lang`` "zh" or "en" is what the entries are written in."""
    return {
        "mode": attribution.mode.value,
        "sources": [asdict(format_source(source, documents[source.position], lang=lang)) for source in attribution.sources],
        "sentences": [_sentence_shape(sentence, documents) for sentence in attribution.sentences],
    }


def _sentence_shape(sentence: AttributedSentence, documents: Sequence[Document]) -> Shape:
    return {
        "start": sentence.start,
        "end": sentence.end,
        "supported": sentence.supported,
        "sources": [{"index": link.index, "start": link.start, "end": link.end, "score": link.score} for link in sentence.sources],
        "derivation": _derivation_shape(sentence.derivation, documents) if sentence.derivation else None,
    }


def _derivation_shape(calculation: Calculation, documents: Sequence[Document]) -> Shape:
    return {
        "op": calculation.operation.value,
        "operands": [
            {
                "document_id": document_id(documents, operand.position),
                "start": operand.start,
                "end": operand.end,
                "value": format(operand.value, "f"),
            }
            for operand in calculation.operands
        ],
        "value": format(calculation.value, "f"),
    }


def document_id(documents: Sequence[Document], position: int) -> str | int:
    """The input's id, else the zero-based position."""
    given = documents[position].id
    return position if given is None else given
