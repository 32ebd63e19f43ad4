"""Documents of the local corpus: looked at by everybody, written and taken out by admins' programs."""

from collections.abc import Callable
from typing import ClassVar

from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.calls.base import ApiView, write_json
from verification.api.calls.openapi import ETAG, KEY, MATCH, STALE, UNCHANGED, WRITING, operation
from verification.api.calls.pagination import Key, question_of, read_page
from verification.api.calls.problems import FieldError, bad_field, refuse_fields
from verification.api.calls.removal import REMOVING, RemovalBody, RemovalQuery, reason_of
from verification.api.documents.answers import DocumentDetail, DocumentPage, DocumentRow, DocumentsWritten
from verification.api.documents.bodies import MAX_BYTES, CorpusDocument, DocumentsBody, DocumentsQuery
from verification.core.periods.freshness import parse_moment
from verification.core.sources.domains import canonical_url, host_of
from verification.models import Document
from verification.services.gateway.corpus import DocumentEntry, delete_document, zone_of_language
from verification.services.gateway.documents import BadDocuments, write_documents
from verification.services.queue.idempotency import RememberedAnswer

TAG = "documents"
ORDER = (Key("pk", lambda document: document.pk, is_descending=True),)
# Of each reason for which a document can't be used: its field, our code and the sentence.
BAD: dict[str, tuple[str, str, Promise]] = {
    "address": ("url", "bad_value", gettext_lazy("expected an http or https address of at most 2000 characters")),
    "empty": ("text", "missing", gettext_lazy("is missing; expected a title or a text")),
    "future": ("published_at", "out_of_range", gettext_lazy("expected no date in the future")),
    "twice": ("url", "repeated", gettext_lazy("stands more than once")),
}


class Documents(ApiView):
    permissions: ClassVar = {"GET": "view_document", "POST": "add_document"}
    accepts: ClassVar = {"GET": DocumentsQuery}
    max_bytes = MAX_BYTES

    @operation(
        "listDocuments",
        "The documents of the local corpus, the last that were loaded first",
        query=DocumentsQuery,
        answers={200: DocumentPage, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        asked: DocumentsQuery = self.asked
        documents = Document.objects.defer("text", "sha256")
        if asked.url:
            documents = documents.filter(host=host_of(asked.url) or "", url__in={asked.url, canonical_url(asked.url)})
        if asked.host:
            documents = documents.filter(host=asked.host)
        if asked.text_lang:
            documents = documents.filter(lang=asked.text_lang)
        page = read_page(documents, ORDER, cursor=asked.cursor, limit=asked.limit, question=question_of(request.path, asked))
        return self.answer(DocumentPage(items=[DocumentRow.of(each) for each in page.rows], next=page.next).shape())

    @operation(
        "writeDocuments",
        "Add or change documents of the local corpus, all or none; admins only, audited",
        body=DocumentsBody,
        answers={200: DocumentsWritten},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        return self.answer_once(_writing(request, self.read_body(DocumentsBody)))


class DocumentView(ApiView):
    permissions: ClassVar = {"GET": "view_document", "DELETE": "delete_document"}
    accepts: ClassVar = {"DELETE": RemovalQuery}

    @operation(
        "readDocument",
        "One document with its text",
        answers={200: DocumentDetail, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request, pk: int) -> Response:
        return self.answer(DocumentDetail.of(get_object_or_404(Document, pk=pk)).shape())

    @operation(
        "deleteDocument",
        "Take a document out of the corpus; runs keep what they read of it. Admins only, audited",
        query=RemovalQuery,
        body=RemovalBody,
        answers={204: None},
        failures=(*REMOVING, STALE),
        headers=[MATCH],
        tag=TAG,
    )
    def delete(self, request: Request, pk: int) -> Response:
        with self.matching(Document.objects.filter(pk=pk)):
            delete_document(document=get_object_or_404(Document, pk=pk), actor=request.user, reason=reason_of(request, self.asked))
        return Response(status=204)


def _writing(request: Request, body: DocumentsBody) -> Callable[[], RememberedAnswer]:
    entries = [_entry(each, place) for place, each in enumerate(body.items)]

    def work() -> RememberedAnswer:
        try:
            written = write_documents(
                entries=entries,
                is_replacing=body.replace,
                now=timezone.now(),
                actor=request.user,
                reason=body.reason,
                is_dry_run=body.dry_run,
            )
        except BadDocuments as bad:
            raise refuse_fields(_describe(place, reason) for place, reason in bad.reasons.items()) from None
        return RememberedAnswer(status=200, body=write_json(DocumentsWritten.of(written, is_dry_run=body.dry_run).shape()))

    return work


def _describe(place: int, reason: str) -> FieldError:
    field, code, said = BAD[reason]
    return FieldError(f"items.{place}.{field}", code, str(said))


def _entry(body: CorpusDocument, place: int) -> DocumentEntry:
    lang, published_at = body.lang or "", None
    if body.published_at and body.published_at.strip():
        published_at = parse_moment(body.published_at, zone=zone_of_language(lang))
        if published_at is None:
            raise bad_field(f"items.{place}.published_at", "bad_value", _("expected an ISO 8601 date or time"))
    return DocumentEntry(
        line=place, title=body.title, text=body.text, url=body.url, published_at=published_at, source=body.source, lang=lang
    )
