"""A few documents of the corpus written by a program: all of them or none, tried first without being kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from verification.core.sources.domains import canonical_url
from verification.models import Document
from verification.services.audit import Actor, record_audit
from verification.services.errors import Refused
from verification.services.gateway.corpus import (
    DocumentEntry,
    LoadReport,
    delete_document,
    has_same_origin,
    prepare_document,
    store_documents,
)


class DocumentOutcome(StrEnum):
    """What became of a document, or would."""

    ADDED = "added"
    CHANGED = "changed"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class WrittenDocument:
    """``pk`` is None where nothing was kept; ``replaced`` are the keys of older texts under the same address, which are gone."""

    pk: int | None
    url: str
    outcome: DocumentOutcome
    replaced: tuple[int, ...] = ()


class BadDocuments(Exception):
    """``reasons`` of the entries that can't be used, by their place: address, empty, future, twice."""

    def __init__(self, reasons: Mapping[int, str]) -> None:
        super().__init__("documents that can't be used")
        self.reasons = reasons


def write_documents(
    *, entries: Sequence[DocumentEntry], is_replacing: bool, now: datetime, actor: Actor, reason: str = "", is_dry_run: bool = False
) -> list[WrittenDocument]:
    """Add or change the documents; where ``is_replacing``, other texts under their addresses go.

    A dry run does all of it and takes it back. ``BadDocuments`` where one can't be used; ``line`` of an entry is its place.
    """
    documents = _prepare(entries, now, is_replacing)
    try:
        with transaction.atomic():
            written = _write(documents, is_replacing, actor, reason)
            transaction.set_rollback(is_dry_run)
    except IntegrityError:
        raise Refused(_("Another person has just added the same document; send yours again.")) from None
    return [_unkept(each) for each in written] if is_dry_run else written


def _prepare(entries: Sequence[DocumentEntry], now: datetime, is_replacing: bool) -> list[Document]:
    prepared, reasons, seen = [], {}, set()
    for entry in entries:
        document = prepare_document(entry, now=now)
        if isinstance(document, str):
            reasons[entry.line] = document
            continue
        # Of two texts under one address each would replace the other.
        sign = canonical_url(document.url) if is_replacing else document.sha256
        if sign in seen:
            reasons[entry.line] = "twice"
        seen.add(sign)
        prepared.append(document)
    if reasons:
        raise BadDocuments(reasons)
    return prepared


def _write(documents: Sequence[Document], is_replacing: bool, actor: Actor, reason: str) -> list[WrittenDocument]:
    hashes = [document.sha256 for document in documents]
    before = {row.sha256: row for row in Document.objects.filter(sha256__in=hashes).defer("title", "text")}
    replaced = _replace(documents, actor, reason) if is_replacing else {}
    report = LoadReport()
    store_documents(documents, report)
    keys = dict(Document.objects.filter(sha256__in=hashes).values_list("sha256", "pk"))
    written = [
        WrittenDocument(keys[each.sha256], each.url, _outcome(before.get(each.sha256), each), replaced.get(canonical_url(each.url), ()))
        for each in documents
    ]
    changed = [each for each in written if each.outcome != DocumentOutcome.UNCHANGED]
    if changed:
        after = {"added": report.added, "updated": report.updated, "documents": {str(each.pk): each.url for each in changed}}
        record_audit(actor=actor, verb="corpus.load", subject=("document", "*"), after=after, reason=reason)
    return written


def _outcome(before: Document | None, document: Document) -> DocumentOutcome:
    if before is None:
        return DocumentOutcome.ADDED
    return DocumentOutcome.UNCHANGED if has_same_origin(before, document) else DocumentOutcome.CHANGED


def _replace(documents: Sequence[Document], actor: Actor, reason: str) -> dict[str | None, tuple[int, ...]]:
    """Take out what stands under the same addresses with another text; their keys by address, as it is known."""
    addresses = {address for each in documents for address in (each.url, canonical_url(each.url))}
    hosts = {each.host for each in documents}
    older = Document.objects.filter(host__in=hosts, url__in=addresses).exclude(sha256__in=[each.sha256 for each in documents])
    gone: dict[str | None, tuple[int, ...]] = {}
    for row in older.defer("text").order_by("pk"):
        address = canonical_url(row.url)
        gone[address] = (*gone.get(address, ()), row.pk)
        delete_document(document=row, actor=actor, reason=reason)
    return gone


def _unkept(written: WrittenDocument) -> WrittenDocument:
    """Of a dry run a new document has no key: it is not there."""
    return WrittenDocument(None, written.url, written.outcome, written.replaced) if written.outcome == DocumentOutcome.ADDED else written
