"""A node's badge as a small picture, for reports that people keep elsewhere; made anew only when the state changes."""

import hashlib

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags, quote_etag
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from causalflow.accounts import AccountBackend
from verification.api.calls.files import open_to_tokens
from verification.core.vocabulary import Badge
from verification.enums import badge_tone, label_of
from verification.reads.nodes import nodes as queries
from verification.reads.nodes.watches import find_feed_owner
from verification.templatetags.evidence import visible
from verification.templatetags.figures import state_figure
from verification.views.access import needs
from verification.views.charts.layers import shorten

SIGN_WIDTH, PADDING, MAX_COLUMNS = 7, 10, 40
# Plain colours: a picture inside another page knows nothing of our stylesheet.
COLOURS = {"wl": "#14593a", "xv": "#1a4d94", "uk": "#57534a", "nh": "#933d08", "hr": "#5a3496", "bad": "#a1201c"}


@open_to_tokens
@needs("view_node")
@require_safe
def show_badge(request: HttpRequest, slug: str) -> HttpResponse:
    return _draw(request, slug)


@require_safe
def show_own_badge(request: HttpRequest, token: str, slug: str) -> HttpResponse:
    """Under the secret address of a person's feed, for pages elsewhere: a picture inside them brings no log-in and no token.

    In its owner's language, and nothing that the owner may not see.
    """
    owner = find_feed_owner(token=token)
    if owner is None or not AccountBackend().user_can_authenticate(owner) or not owner.has_perm("verification.view_node"):
        raise Http404
    profile = getattr(owner, "profile", None)
    with translation.override((profile.language if profile else "") or settings.LANGUAGE_CODE):
        response = _draw(request, slug)
    response["X-Robots-Tag"] = "noindex"
    return response


def _draw(request: HttpRequest, slug: str) -> HttpResponse:
    node = queries.get_node(slug=slug, now=timezone.now())
    if node is None:
        raise Http404
    state = node.state
    figure = state_figure(state, node.kind) if state else None
    badge = Badge(state.badge) if state else Badge.UNKNOWN
    value = shorten(visible(str(figure or gettext("unknown"))), MAX_COLUMNS)
    word = label_of(Badge, badge) if state else gettext("not verified yet")
    word = gettext("%(badge)s, stale") % {"badge": word} if node.is_stale else word
    etag = quote_etag(hashlib.sha256("\n".join((get_language() or "", value, word)).encode()).hexdigest()[:20])
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        response: HttpResponse = HttpResponseNotModified()
    else:
        left, right = _width(value), _width(word)
        context = {
            "value": value,
            "word": word,
            "left": left,
            "width": left + right,
            "colour": COLOURS.get(badge_tone(badge), COLOURS["uk"]),
        }
        context |= {"middle_left": left // 2, "middle_right": left + right // 2, "right": right}
        response = render(request, "nodes/badge.svg", context, content_type="image/svg+xml")
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Cookie", "Accept-Language"))
    return response


def _width(text: str) -> int:
    return 2 * PADDING + sum(2 * SIGN_WIDTH if ord(sign) > 0x2E7F else SIGN_WIDTH for sign in text)
