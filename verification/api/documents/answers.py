"""What the API answers about documents of the corpus."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from verification.api.calls.answers import Listed
from verification.models import Document
from verification.reads.answers import Answer, Moment, local, local_or_none
from verification.services.gateway.documents import DocumentOutcome, WrittenDocument


class DocumentRow(Answer):
    """A document without its text."""

    id: int
    url: str
    host: str
    title: str
    source: str | None
    lang: str | None
    published_at: Moment | None
    loaded_at: Moment

    @classmethod
    def of(cls, document: Document) -> "DocumentRow":
        return cls(**_facts(document))


class DocumentDetail(DocumentRow):
    text: str

    @classmethod
    def of(cls, document: Document) -> "DocumentDetail":
        return cls(**_facts(document), text=document.text)


class DocumentPage(Listed):
    items: list[DocumentRow]


class DocumentWritten(Answer):
    id: Annotated[int | None, Field(description="null: it would be a new one.")]
    url: str
    outcome: DocumentOutcome
    replaced: Annotated[list[int], Field(description="Other texts under this address, which are gone.")]


class DocumentsWritten(Answer):
    """What became of the documents, or would, in their order."""

    is_dry_run: bool
    items: list[DocumentWritten]

    @classmethod
    def of(cls, written: Sequence[WrittenDocument], *, is_dry_run: bool) -> "DocumentsWritten":
        items = [DocumentWritten(id=each.pk, url=each.url, outcome=each.outcome, replaced=list(each.replaced)) for each in written]
        return cls(is_dry_run=is_dry_run, items=items)


def _facts(document: Document) -> dict[str, object]:
    return {
        "id": document.pk,
        "url": document.url,
        "host": document.host,
        "title": document.title,
        "source": document.source or None,
        "lang": document.lang or None,
        "published_at": local_or_none(document.published_at),
        "loaded_at": local(document.loaded_at),
    }
