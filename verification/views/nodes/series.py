"""The official series of a node: chosen by a person, of those that its name asks for or by its key."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from verification.models import Node
from verification.services.errors import Refused
from verification.services.nodes.nodes import save_node
from verification.services.nodes.series import load_series
from verification.views.access import needs


@needs("change_node")
@require_POST
def choose_series(request: HttpRequest, slug: str) -> HttpResponse:
    """Have a node ask this series first; an empty key leaves it to the pages."""
    node = Node.objects.filter(slug=slug).first()
    if node is None:
        raise Http404
    node.series = request.POST.get("series", "").strip()
    try:
        save_node(node=node, actor=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("node", slug=slug)
    entry = load_series(node.series)
    if entry is None:
        messages.success(request, gettext("No series is asked any more; the pages decide."))
    else:
        told = {"title": entry.title(request.LANGUAGE_CODE)}
        messages.success(request, gettext("“%(title)s” is asked first from now on.") % told)
    return redirect("node", slug=slug)
