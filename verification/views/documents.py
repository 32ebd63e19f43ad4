"""Help: the documents, in the language of the pages. Open to everybody: they hold nothing but what the product is."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from verification.reads import documents


@require_safe
def list_documents(request: HttpRequest) -> HttpResponse:
    return render(request, "help/list.html", {"first": documents.FOR_EVERYBODY, "further": documents.FURTHER})


@require_safe
def show_document(request: HttpRequest, name: str) -> HttpResponse:
    if name not in documents.DOCUMENTS:
        raise Http404
    page = documents.read_document(name, get_language() or documents.ENGLISH)
    return render(request, "help/document.html", {"page": page, "name": name, "first": documents.FOR_EVERYBODY})
