"""Series looked for at their publishers, for a node: found by words, told by the codes of a table, and chosen by a person."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from verification.core.series.catalogue import Transform
from verification.core.series.published import MOST_WORDS, TableOutline
from verification.models import Node
from verification.providers.series.base import PAGE_OF_FOUND
from verification.reads.series.published import PublishedSeries, PublisherSearch
from verification.reads.series.series import PUBLISHERS
from verification.services.errors import Refused
from verification.services.nodes.published import (
    MOST_PAGE,
    SearchState,
    choose_for_node,
    code_of_series,
    describe_published,
    list_searched,
    outline_table,
    search_publishers,
)
from verification.views.access import needs

MOST_DIGITS = 3


@needs("change_node")
@require_safe
def search_series(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, and what each publisher has for the words, where there are some."""
    node = _get_node(slug)
    words, only = request.GET.get("q", ""), request.GET.get("publisher", "")
    page = _page(request) if only else 1
    context: dict[str, object] = {
        "node": node,
        "q": words[: MOST_WORDS * 3],
        "only": only,
        "page": page,
        "reached": page * PAGE_OF_FOUND,
        "most_words": MOST_WORDS,
        "publishers": [(name, PUBLISHERS[name]) for name in list_searched()],
    }
    if "q" not in request.GET:
        return render(request, "nodes/series_search.html", context)
    try:
        found = search_publishers(words=words, only=only, page=page)
    except Refused as refusal:
        return render(request, "nodes/series_search.html", {**context, "error": str(refusal)}, status=400)
    items = PublisherSearch.of(found, words, node).items
    context["found"] = [one for one in items if one.is_found]
    context["failed"] = [one for one in items if one.state is SearchState.FAILED]
    context["without"] = [one for one in items if not one.is_found and one.state is not SearchState.FAILED]
    context["is_answered"] = True
    return render(request, "nodes/series_search.html", context)


@needs("change_node")
@require_safe
def show_table(request: HttpRequest, slug: str) -> HttpResponse:
    """The dimensions of a table, and the series that the codes named so far tell, once every dimension has one."""
    node = _get_node(slug)
    publisher, table, codes = request.GET.get("publisher", ""), request.GET.get("table", ""), request.GET.getlist("c")
    context: dict[str, object] = {
        "node": node,
        "q": request.GET.get("q", "")[:MOST_WORDS],
        "publisher": PUBLISHERS.get(publisher, publisher),
    }
    try:
        outline = outline_table(publisher=publisher, table=table)
    except Refused as refusal:
        return render(request, "nodes/series_table.html", {**context, "error": str(refusal)}, status=400)
    context |= {"table": outline.table, "dimensions": _dimensions(outline, codes)}
    if len(codes) == len(outline.dimensions) and all(codes):
        try:
            code = code_of_series(publisher=publisher, table=table, codes=codes)
            context["series"] = PublishedSeries.of(describe_published(publisher=publisher, code=code), node.spec())
        except Refused as refusal:
            context["problem"] = str(refusal)
    elif codes:
        context["problem"] = gettext("Choose one of each.")
    return render(request, "nodes/series_table.html", context)


@needs("change_node")
@require_POST
def choose_found(request: HttpRequest, slug: str) -> HttpResponse:
    """Have the node ask a published series first; its publisher is asked once more what it is."""
    node = _get_node(slug)
    try:
        transform = Transform(request.POST.get("transform", Transform.LEVEL))
        entry = choose_for_node(
            node=node,
            publisher=request.POST.get("publisher", ""),
            code=request.POST.get("code", ""),
            transform=transform,
            actor=request.user,
        )
    except ValueError:
        messages.error(request, gettext("Nothing of that kind can be made of a series."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        told = {"title": entry.title(request.LANGUAGE_CODE)}
        messages.success(request, gettext("“%(title)s” is asked first from now on.") % told)
    return redirect("node", slug=slug)


def _get_node(slug: str) -> Node:
    node = Node.objects.filter(slug=slug).first()
    if node is None:
        raise Http404
    return node


def _page(request: HttpRequest) -> int:
    """The page asked for; nonsense in the address is the first."""
    wanted = request.GET.get("page", "")
    is_number = wanted.isascii() and wanted.isdigit() and len(wanted) <= MOST_DIGITS
    return max(1, min(int(wanted), MOST_PAGE)) if is_number else 1


def _dimensions(outline: TableOutline, codes: list[str]) -> list[dict[str, object]]:
    """Each with the code that is named so far; one that has no other is named of itself."""
    return [
        {"dimension": one, "chosen": codes[at] if at < len(codes) else one.codes[0].code if len(one.codes) == 1 else ""}
        for at, one in enumerate(outline.dimensions)
    ]
