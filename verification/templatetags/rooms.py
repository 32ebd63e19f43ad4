"""The frame around every page: which rooms this person may enter, the theme, the time zone.

The page of last resort (500) is made without a request; there ``request`` is an empty string.
"""

from dataclasses import dataclass

from django import template
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy, pgettext

from verification.reads.nodes import count_open_reviews
from verification.views.preferences import THEME_COOKIE, THEMES

register = template.Library()


@dataclass(frozen=True, slots=True)
class Room:
    label: str
    href: str
    is_here: bool
    count: int = 0


# Those whose permission is all that it takes, in their order.
ROOMS = (
    ("verification.view_verification", "verifications", gettext_lazy("Verifications")),
    ("attribution.view_citationreport", "citations", gettext_lazy("Citations")),
    ("attribution.view_attribution", "attributions", gettext_lazy("Attributions")),
    ("verification.view_event", "events", gettext_lazy("Events")),
    ("verification.view_allowance", "usage", gettext_lazy("Usage")),
    ("verification.view_worker", "operations", gettext_lazy("Operations")),
)


@register.simple_tag
def rooms(request: HttpRequest | str) -> list[Room]:
    """The rooms that exist and that this person may enter. One query, for those who see the reviews."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return []
    here = request.path
    found = []
    if user.has_perm("verification.view_node"):
        nodes = reverse("nodes")
        found.append(Room(gettext("Nodes"), nodes, here == nodes or here.startswith(("/nodes/", "/runs/", "/batches/"))))
        graph = reverse("graph")
        found.append(Room(gettext("Causal graph"), graph, here == graph))
    if user.has_perm("verification.view_reviewitem"):
        reviews = reverse("reviews")
        found.append(Room(gettext("Reviews"), reviews, here.startswith(reviews), count_open_reviews()))
    for permission, route, label in ROOMS:
        if user.has_perm(permission):
            address = reverse(route)
            found.append(Room(str(label), address, here.startswith(address)))
    # Reviewers propose changes of the whitelist there.
    if user.is_staff or user.has_perm("verification.add_whitelistproposal"):
        found.append(Room(gettext("Admin"), reverse("admin:index"), is_here=False))
    return found


@register.simple_tag
def chosen_theme(request: HttpRequest | str) -> str:
    """The person's choice, else this browser's."""
    if not isinstance(request, HttpRequest):
        return ""
    profile = getattr(getattr(request, "user", None), "profile", None)
    theme = (profile.theme if profile else "") or request.COOKIES.get(THEME_COOKIE, "")
    return theme if theme in THEMES else ""


@register.simple_tag
def theme_attribute(request: HttpRequest | str) -> SafeString:
    theme = chosen_theme(request)
    return format_html(' data-theme="{}"', theme) if theme else mark_safe("")


@register.simple_tag
def time_zone() -> str:
    """The zone all times are shown in, by the name people use where there is one."""
    name = timezone.get_current_timezone_name()
    return pgettext("time zone", "Asia/Shanghai") if name == "Asia/Shanghai" else name


@register.simple_tag
def this_page(request: HttpRequest) -> str:
    """Where a switch of language or theme comes back to: a page that answers GET."""
    return request.get_full_path() if request.method == "GET" else "/"
