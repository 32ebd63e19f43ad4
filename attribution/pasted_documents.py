"""Documents as people paste them: JSON, or plain texts with a line of dashes between them."""

import re
from dataclasses import replace

from django.utils.translation import gettext as _

from attribution.core.answers.sources import RankedDocument
from attribution.schemas import AttributionLine, ScoreOutOfRange, equal_id_at, rank_documents
from verification.schemas import check_shape
from verification.strict_json import BadInput, parse_json

_BETWEEN = re.compile(r"^[ \t]{0,9}-{3,40}[ \t\r]{0,9}$", re.MULTILINE)
_TITLE = re.compile(r"#{1,6}[ \t]{1,9}([^\n]{1,200})\n")


def read_pasted(text: str) -> tuple[RankedDocument, ...]:
    """The documents in order; ``BadInput`` says what is wrong with the JSON, and where."""
    text = text.replace("\x00", "").replace("\r\n", "\n").strip()
    return _read_json(text) if text[:1] in ("[", "{") else _read_texts(text)


def _read_texts(text: str) -> tuple[RankedDocument, ...]:
    """A first line that begins with # is the document's name."""
    parts = [part.strip() for part in _BETWEEN.split(text) if part.strip()]
    return tuple(_named(part, number) for number, part in enumerate(parts, 1))


def _named(part: str, number: int) -> RankedDocument:
    title = _TITLE.match(part)
    name = title[1].strip() if title else _("Document %(number)d") % {"number": number}
    return RankedDocument(part[title.end() :].strip() if title else part, metadata={"document_name": name})


def _read_json(text: str) -> tuple[RankedDocument, ...]:
    value, scale = parse_json(text), None
    if isinstance(value, dict):
        value, scale = value.get("documents", value.get("reranked_results")), value.get("score_range")
    if not isinstance(value, list):
        raise BadInput(_("expected a list of documents, or an object with “documents”"))
    line = check_shape(AttributionLine, {"answer": "", "documents": [_as_object(one) for one in value], "score_range": scale})
    position = equal_id_at(line.documents)
    if position is not None:
        raise BadInput(f"documents.{position}.id: " + _("expected an id that no other document has"))
    try:
        ranked = rank_documents(line.documents, line.score_range)
    except ScoreOutOfRange as odd:
        expected = _("expected a score from 0 to 1; score_range names other ranges")
        raise BadInput(f"documents.{odd.position}.rerank_score: {expected}") from None
    return tuple(replace(one, content=_clean(one.content), id=_clean_id(one.id)) for one in ranked)


def _as_object(value: object) -> object:
    return {"content": value} if isinstance(value, str) else value


def _clean(text: str) -> str:
    return text.replace("\x00", "")


def _clean_id(name: str | int | None) -> str | int | None:
    return _clean(name)[:200] if isinstance(name, str) else name
