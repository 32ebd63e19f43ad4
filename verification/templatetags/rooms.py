"""The frame around every page: which rooms this person may enter, the theme, the time zone.

The page of last resort (500) is made without a request; there ``request`` is an empty string.
"""

from dataclasses import dataclass

from django import template
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy, pgettext

from verification.reads.nodes.nodes import count_open_reviews
from verification.templatetags.addresses import address
from verification.views.preferences import THEME_COOKIE, THEMES

register = template.Library()


@dataclass(frozen=True, slots=True)
class Room:
    label: str
    href: str
    is_here: bool
    count: int = 0


@dataclass(frozen=True, slots=True)
class RoomGroup:
    label: str
    rooms: tuple[Room, ...]


@dataclass(frozen=True, slots=True)
class RoomEntry:
    """A room before it is known who asks: ``within`` are the addresses that belong to it besides its own."""

    permission: str
    route: str
    label: str | Promise
    within: tuple[str, ...] = ()
    is_exact: bool = False


GROUPS = (
    (
        gettext_lazy("Facts"),
        (
            RoomEntry("verification.view_node", "nodes", gettext_lazy("Nodes"), ("/nodes/", "/new/", "/runs/", "/batches/"), is_exact=True),
            RoomEntry("verification.view_node", "graph", gettext_lazy("Graph")),
            RoomEntry("verification.view_event", "events", gettext_lazy("Events")),
        ),
    ),
    (
        gettext_lazy("Checks"),
        (
            RoomEntry("attribution.view_citationreport", "citations", gettext_lazy("Citations")),
            RoomEntry("attribution.view_attribution", "attributions", gettext_lazy("Answers")),
            RoomEntry("verification.view_verification", "verifications", gettext_lazy("Verifications")),
        ),
    ),
    (
        gettext_lazy("Desk"),
        (
            RoomEntry("verification.view_reviewitem", "reviews", gettext_lazy("Reviews")),
            RoomEntry("verification.view_allowance", "usage", gettext_lazy("Usage")),
            RoomEntry("verification.view_worker", "operations", gettext_lazy("Operations")),
        ),
    ),
)


@register.simple_tag
def rooms(request: HttpRequest | str) -> list[RoomGroup]:
    """The rooms that this person may enter, in groups; none of a group is no group. No query: the log-in brought what is counted."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return []
    found = []
    for label, doors in GROUPS:
        inside = [_open(door, request, user) for door in doors if user.has_perm(door.permission)]
        if inside:
            found.append(RoomGroup(str(label), tuple(inside)))
    return found


def _open(door: RoomEntry, request: HttpRequest, user: User) -> Room:
    href, here = address(door.route), request.path
    is_here = here == href or here.startswith(door.within) or (not door.is_exact and here.startswith(href))
    return Room(str(door.label), href, is_here, _count_waiting(request, user) if door.route == "reviews" else 0)


def _count_waiting(request: HttpRequest, user: User) -> int:
    """As the log-in counted; asked anew where this request may have decided some, and of a person whom another backend brought."""
    counted: int | None = getattr(user, "open_reviews", None) if request.method in ("GET", "HEAD") else None
    return count_open_reviews() if counted is None else counted


@register.simple_tag
def may_administrate(request: HttpRequest) -> bool:
    """Admins; and reviewers, who propose changes of the whitelist there."""
    return request.user.is_staff or request.user.has_perm("verification.add_whitelistproposal")


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
