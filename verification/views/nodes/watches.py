"""Watching a node, and ceasing to."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from verification.models import Node
from verification.services.reviews.feedback import unwatch_node, watch_node
from verification.views.access import needs
from verification.views.preferences import page_to_return_to


@needs("add_nodewatch")
@require_POST
def watch(request: HttpRequest, slug: str) -> HttpResponse:
    watch_node(node=_get_node(slug), user=request.user)
    messages.success(request, _("You watch this node. You hear when its verdict changes; your account says how."))
    return HttpResponseRedirect(page_to_return_to(request, reverse("node", args=[slug])))


@needs("add_nodewatch")
@require_POST
def unwatch(request: HttpRequest, slug: str) -> HttpResponse:
    unwatch_node(node=_get_node(slug), user=request.user)
    messages.success(request, _("You no longer watch this node."))
    return HttpResponseRedirect(page_to_return_to(request, reverse("node", args=[slug])))


def _get_node(slug: str) -> Node:
    node = Node.objects.filter(slug=slug).first()
    if node is None:
        raise Http404
    return node
