"""Attributions as rows keep them: positions in the documents and no texts, so that entries can be written in any language later."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from attribution.core.answers.operations import Operation
from attribution.core.answers.sources import (
    AnswerSource,
    AttributedSentence,
    CalculatedFrom,
    Calculation,
    Mode,
    PassageLink,
    RankedDocument,
    TracedAnswer,
)
from attribution.core.answers.states import CellMark, Reason, ReasonCode, SentenceState

Kept = dict[str, Any]
# What entries show of a document's metadata (contracts, section 6); nothing else is kept.
METADATA = (
    "document_name", "page_number", "chunk_type", "source_path", "update_time", "document_type",
    "file_size", "creation_time", "last_modified", "file_type",
)  # fmt: skip
_LONGEST_VALUE = 500


def write_documents(documents: Sequence[RankedDocument]) -> list[Kept]:
    return [
        {
            "id": one.id,
            "content": one.content,
            "rerank_score": one.rerank_score,
            "metadata": _known(one.metadata),
            **({"url": one.url} if one.url else {}),
        }
        for one in documents
    ]


def read_documents(kept: Sequence[Kept]) -> list[RankedDocument]:
    return [RankedDocument(one["content"], one["id"], one["rerank_score"], one["metadata"], one.get("url", "")) for one in kept]


def write_result(found: TracedAnswer) -> Kept:
    return {
        "sources": [[source.position, source.match_score] for source in found.sources],
        "sentences": [
            {
                "span": [sentence.start, sentence.end],
                "state": sentence.state.value,
                "links": [[link.index, link.start, link.end, link.score] for link in sentence.sources],
                "calculations": [_write_calculation(one) for one in sentence.calculations],
                "cells": [_write_mark(mark) for mark in sentence.cells],
                "reason": _write_reason(sentence.reason) if sentence.reason else None,
            }
            for sentence in found.sentences
        ],
    }


def read_result(kept: Kept, *, mode: Mode) -> TracedAnswer:
    return TracedAnswer(
        mode,
        tuple(AnswerSource(index, position, score) for index, (position, score) in enumerate(kept["sources"], 1)),
        tuple(
            AttributedSentence(
                one["span"][0],
                one["span"][1],
                _read_state(one),
                tuple(PassageLink(*link) for link in one["links"]),
                tuple(map(_read_calculation, _kept_calculations(one))),
                tuple(_read_mark(mark) for mark in one.get("cells", ())),
                _read_reason(one["reason"]) if one.get("reason") else None,
            )
            for one in kept["sentences"]
        ),
    )


def _read_state(kept: Kept) -> SentenceState:
    """Rows of before sentences had states know only whether one is supported."""
    if "state" in kept:
        return SentenceState(kept["state"])
    return SentenceState.CARRIED if kept["supported"] else SentenceState.ABSENT


def _kept_calculations(kept: Kept) -> list[Kept]:
    """Rows of before a sentence had several know one or none."""
    return kept["calculations"] if "calculations" in kept else [one for one in (kept["derivation"],) if one]


def _write_mark(mark: CellMark) -> Kept:
    return {"at": [mark.position, mark.start, mark.end], "heads": [list(span) for span in mark.heads]}


def _read_mark(kept: Kept) -> CellMark:
    position, start, end = kept["at"]
    return CellMark(position, start, end, tuple((first, last) for first, last in kept["heads"]))


def _write_reason(reason: Reason) -> Kept:
    return {
        "code": reason.code.value,
        "params": {name: value.replace("\x00", "") for name, value in reason.params.items()},
        "found": _write_mark(reason.found) if reason.found else None,
        "named": _write_mark(reason.named) if reason.named else None,
    }


def _read_reason(kept: Kept) -> Reason:
    found, named = (_read_mark(kept[side]) if kept[side] else None for side in ("found", "named"))
    return Reason(ReasonCode(kept["code"]), kept["params"], found, named)


def _write_calculation(found: Calculation) -> Kept:
    operands = [[one.position, one.start, one.end, str(one.value)] for one in found.operands]
    return {"op": found.operation.value, "operands": operands, "value": str(found.value), "years": found.years}


def _read_calculation(kept: Kept) -> Calculation:
    operands = tuple(CalculatedFrom(position, start, end, Decimal(value)) for position, start, end, value in kept["operands"])
    return Calculation(Operation(kept["op"]), operands, Decimal(kept["value"]), kept.get("years", 1))


def _known(metadata: Mapping[str, object]) -> Kept:
    return {name: _short(metadata[name]) for name in METADATA if isinstance(metadata.get(name), str | int | float)}


def _short(value: object) -> object:
    """Databases hold no NUL, and no entry shows more of a value."""
    return value.replace("\x00", "")[:_LONGEST_VALUE] if isinstance(value, str) else value
