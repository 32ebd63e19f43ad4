"""Documents as people paste them: JSON, or plain texts with a line of dashes between them."""

import re

from django.utils.translation import gettext as _

from attribution.core.answers.sources import RankedDocument
from attribution.schemas import AttributionLine, equal_id_at
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
    value = parse_json(text)
    if isinstance(value, dict):
        value = value.get("documents", value.get("reranked_results"))
    if not isinstance(value, list):
        raise BadInput(_("expected a list of documents, or an object with “documents”"))
    line = check_shape(AttributionLine, {"answer": "", "documents": [_unfolded(one) for one in value]})
    position = equal_id_at(line.documents)
    if position is not None:
        raise BadInput(f"documents.{position}.id: " + _("expected an id that no other document has"))
    return tuple(RankedDocument(_clean(one.content), _clean_id(one.id), one.rerank_score, one.metadata) for one in line.documents)


def _unfolded(value: object) -> object:
    """A document as contracts write it, also from a bare text and from a reranker's result (seed 004, 2.5: ``doc.metadata.content``)."""
    if isinstance(value, str):
        return {"content": value}
    if not isinstance(value, dict) or "content" in value or not isinstance(value.get("doc"), dict):
        return value
    metadata = value["doc"].get("metadata")
    if not isinstance(metadata, dict):
        return value
    said = {"content": metadata.get("content"), "metadata": {key: item for key, item in metadata.items() if key != "content"}}
    return {**said, "id": value["doc"].get("id"), "rerank_score": value.get("rerank_score")}


def _clean(text: str) -> str:
    return text.replace("\x00", "")


def _clean_id(name: str | int | None) -> str | int | None:
    return _clean(name)[:200] if isinstance(name, str) else name
