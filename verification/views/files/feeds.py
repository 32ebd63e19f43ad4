"""Changes of verdicts as Atom: of one node for those who are logged in, of all that a person watches under a secret address."""

from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from causalflow.accounts import AccountBackend
from verification.api.calls.files import open_to_tokens
from verification.core.vocabulary import Badge
from verification.enums import label_of
from verification.models import Node, NodeState
from verification.reads.nodes import watches as watch_queries
from verification.templatetags.evidence import node_name, visible
from verification.templatetags.figures import make_text_answer, state_figure
from verification.views.access import needs


class _ChangesFeed(Feed):
    """Feed readers take titles and summaries for HTML, so both are escaped once more than XML asks for."""

    feed_type = Atom1Feed

    def item_title(self, item: NodeState) -> str:
        verdict = _verdict(item.badge, str(state_figure(item, item.node.kind) or ""))
        return _plain(_("%(node)s: %(verdict)s") % {"node": node_name(item.node), "verdict": verdict})

    def item_description(self, item: NodeState) -> str:
        if item.before_badge is None:
            return _plain(_("This is its first verdict."))
        return _plain(_("Before: %(verdict)s") % {"verdict": _verdict(item.before_badge, make_text_answer(item.before_value))})

    def item_link(self, item: NodeState) -> str:
        return reverse("run", args=[item.run_id]) if item.run_id else reverse("node", args=[item.node.slug])

    def item_guid(self, item: NodeState) -> str:
        return f"urn:causalflow:state:{item.pk}"

    def item_pubdate(self, item: NodeState) -> datetime:
        return item.created_at

    def item_updateddate(self, item: NodeState) -> datetime:
        return item.created_at


class _NodeFeed(_ChangesFeed):
    def get_object(self, request: HttpRequest, slug: str) -> Node:
        node = Node.objects.filter(slug=slug).first()
        if node is None:
            raise Http404
        return node

    def title(self, node: Node) -> str:
        return _plain(_("%(node)s: changes of the verdict") % {"node": node_name(node)})

    def link(self, node: Node) -> str:
        return reverse("node", args=[node.slug])

    def items(self, node: Node) -> list[NodeState]:
        return watch_queries.list_node_changes(node=node)


class _OwnFeed(_ChangesFeed):
    """Whoever knows the address reads it as its owner would: what the owner may no longer see, it no longer shows."""

    def get_object(self, request: HttpRequest, token: str) -> User:
        owner = watch_queries.find_feed_owner(token=token)
        if owner is None or not AccountBackend().user_can_authenticate(owner) or not owner.has_perm("verification.view_node"):
            raise Http404
        return owner

    def title(self, owner: User) -> str:
        return _plain(_("CausalFlow: the nodes that %(who)s watches") % {"who": owner.get_username()})

    def link(self, owner: User) -> str:
        return reverse("nodes")

    def items(self, owner: User) -> list[NodeState]:
        return watch_queries.list_watched_changes(user=owner)


@open_to_tokens
@needs("view_node")
@require_safe
def show_node_feed(request: HttpRequest, slug: str) -> HttpResponse:
    return _private(_NodeFeed()(request, slug=slug))


@require_safe
def show_own_feed(request: HttpRequest, token: str) -> HttpResponse:
    """In its owner's language: a feed reader sends none that means anything."""
    owner = watch_queries.find_feed_owner(token=token)
    profile = getattr(owner, "profile", None)
    with translation.override((profile.language if profile else "") or settings.LANGUAGE_CODE), timezone.override(None):
        return _private(_OwnFeed()(request, token=token))


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-cache"
    response["X-Robots-Tag"] = "noindex"
    return response


def _verdict(badge: str, value: str) -> str:
    label = label_of(Badge, badge)
    if not value or value == make_text_answer("unknown"):
        return label
    return _("%(value)s (%(badge)s)") % {"value": value, "badge": label}


def _plain(text: str) -> str:
    """What XML can carry, escaped for readers that take it for HTML."""
    return escape(visible(text).replace("\ufffe", "").replace("\uffff", ""))
