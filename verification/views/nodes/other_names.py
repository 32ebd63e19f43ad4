"""Other names of a node, as its page lists them: each is taken among the node's aliases, or refused for good."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from verification.core.subjects.other_names import MAX_NAME
from verification.models import Node
from verification.services.errors import Refused
from verification.services.nodes.other_names import refuse_name, take_name
from verification.views.access import needs

TAKE = "take"


@needs("change_node")
@require_POST
def decide_name(request: HttpRequest, slug: str) -> HttpResponse:
    node = Node.objects.filter(slug=slug).first()
    if node is None:
        raise Http404
    is_taken = request.POST.get("decision") == TAKE
    name = request.POST.get("name", "")[:MAX_NAME]
    try:
        (take_name if is_taken else refuse_name)(node=node, name=name, actor=request.user, base=timezone.localdate())
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("node", slug=slug)
    said = gettext("“%(name)s” is searched for as well from now on.") if is_taken else gettext("“%(name)s” is not suggested again.")
    messages.success(request, said % {"name": name})
    return redirect("node", slug=slug)
