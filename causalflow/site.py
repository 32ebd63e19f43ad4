"""The admin under our own roof: our frame and log-in page, five doors, and everybody who may at least read the whitelist."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class OfficeRoom:
    """A list of the admin that this person may open; ``add`` is where they may add to it."""

    label: str
    href: str
    add: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class OfficeDoor:
    label: str | Promise
    sentence: str | Promise
    rooms: tuple[OfficeRoom, ...]

    @property
    def href(self) -> str:
        return self.rooms[0].href

    @property
    def is_here(self) -> bool:
        return any(room.is_here for room in self.rooms)


# Every model that a person sets; what is only kept, to be read, lies in the drawer below them.
DOORS: tuple[tuple[str | Promise, str | Promise, tuple[str, ...]], ...] = (
    (
        _("Whitelist"),
        _("Whose pages are trusted, and how much."),
        ("WhitelistDomain", "SourceGroup", "WhitelistProposal", "SiteProfile"),
    ),
    (_("Nodes"), _("What is asked, when, and of which pages."), ("Node", "Document", "NodeFlag")),
    (
        _("Providers and budgets"),
        _("Who is asked, what it may cost, and who rests."),
        ("SearchSetting", "ModelProfile", "Limit", "ProviderHealth"),
    ),
    (
        _("Rules"),
        _("When people and models are asked."),
        ("TriggerSetting", "ReviewSetting", "EventRule", "EventEntity", "AttributionSetting"),
    ),
    (_("People"), _("Who works here, and what they changed."), ("User", "Group", "ApiToken", "UserProfile", "AuditEntry")),
)
BEHIND_DOORS = frozenset(name for _label, _sentence, names in DOORS for name in names)


class OfficeSite(AdminSite):
    """Each page asks for the permission of its model; analysts read, reviewers propose, admins change."""

    site_title = "CausalFlow"
    site_header = "CausalFlow"
    index_title = _("Administration")
    enable_nav_sidebar = False  # the lists need the width

    def has_permission(self, request: HttpRequest) -> bool:
        user = request.user
        return user.is_active and (user.is_staff or user.has_perm("verification.view_whitelistdomain"))

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[dict[str, object]]:
        """As Django's own, with each name translated once: to sort lazy names asks the catalogue anew at every comparison."""
        apps = list(self._build_app_dict(request, app_label).values())
        for named in [*apps, *(model for app in apps for model in app["models"])]:
            named["name"] = str(named["name"])
        for app in apps:
            app["models"].sort(key=lambda model: model["name"])
        return sorted(apps, key=lambda app: app["name"].lower())

    def each_context(self, request: HttpRequest) -> dict[str, object]:
        context = super().each_context(request)
        rooms = {
            str(model["object_name"]): _open_room(model, request)
            for app in context["available_apps"]
            for model in app["models"]
            if model["admin_url"]
        }
        context["home"] = reverse("admin:index", current_app=self.name)
        context["doors"] = list(_open_doors(rooms))
        context["drawer"] = sorted((room for name, room in rooms.items() if name not in BEHIND_DOORS), key=lambda room: room.label)
        return context

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        """There is one log-in page, with one throttle; whoever is logged in and has no business here is told so."""
        if request.user.is_authenticated and not self.has_permission(request):
            raise PermissionDenied
        if request.user.is_authenticated:
            return super().login(request, extra_context)
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"), settings.LOGIN_URL)


def _open_room(model: dict[str, object], request: HttpRequest) -> OfficeRoom:
    address = str(model["admin_url"])
    return OfficeRoom(str(model["name"]), address, str(model["add_url"] or ""), request.path.startswith(address))


def _open_doors(rooms: dict[str, OfficeRoom]) -> Iterable[OfficeDoor]:
    """The doors behind which this person may do something."""
    for label, sentence, names in DOORS:
        behind = tuple(rooms[name] for name in names if name in rooms)
        if behind:
            yield OfficeDoor(label, sentence, behind)
