"""What the command palette offers for a few typed letters: pages of ours and nodes, in both languages."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_safe

from verification.core.vocabulary import Badge
from verification.enums import label_of
from verification.models import Node
from verification.reads.nodes import nodes as queries
from verification.templatetags.evidence import names_of
from verification.templatetags.figures import is_chinese, state_figure
from verification.views.access import needs

MOST_NODES = 8
MAX_WORDS = 100
LANGUAGES = ("en", "zh-hans")


@dataclass(frozen=True, slots=True)
class PalettePage:
    """A page that the palette leads to; ``permission`` is empty where everybody inside may come, another app's is ``app.name``."""

    label: str | Promise
    route: str
    query: str = ""
    permission: str = ""

    @property
    def href(self) -> str:
        return reverse(self.route) + self.query


DOORS = (
    PalettePage(gettext_lazy("Nodes"), "nodes"),
    PalettePage(gettext_lazy("Stale nodes"), "nodes", "?stale=1"),
    PalettePage(gettext_lazy("Nodes whose values disagree"), "nodes", "?conflict=1"),
    PalettePage(gettext_lazy("Nodes that need a ruling"), "nodes", f"?badge={Badge.NEEDS_HUMAN.value}"),
    PalettePage(gettext_lazy("Causal graph"), "graph"),
    PalettePage(gettext_lazy("Reviews"), "reviews", permission="view_reviewitem"),
    PalettePage(gettext_lazy("Events"), "events", permission="view_event"),
    PalettePage(gettext_lazy("Calibration of events"), "event-calibration", permission="view_event"),
    PalettePage(gettext_lazy("Batches"), "batches", permission="view_verificationrun"),
    PalettePage(gettext_lazy("Verifications"), "verifications", permission="view_verification"),
    PalettePage(gettext_lazy("Citations"), "citations", permission="attribution.view_citationreport"),
    PalettePage(gettext_lazy("Answers"), "attributions", permission="attribution.view_attribution"),
    PalettePage(gettext_lazy("How well attribution works"), "attribution-figures", permission="attribution.view_attribution"),
    PalettePage(gettext_lazy("Operations"), "operations", permission="view_worker"),
    PalettePage(gettext_lazy("Account"), "account"),
    PalettePage(gettext_lazy("API tokens"), "tokens", permission="add_apitoken"),
    PalettePage(gettext_lazy("API"), "api:docs"),
)


@needs("view_node")
@require_safe
def find(request: HttpRequest) -> JsonResponse:
    """``{items: [{label, note, lang, known, href}]}``: nodes first where something was typed, then pages. At most two queries."""
    words = request.GET.get("q", "")[:MAX_WORDS].strip()
    items = [*_nodes(words), *_doors(request, words)]
    response = JsonResponse({"items": items}, json_dumps_params={"ensure_ascii": False})
    response["Cache-Control"] = "private, no-store"
    return response


def _nodes(words: str) -> Iterator[dict[str, str]]:
    for node in queries.suggest_nodes(words=words, limit=MOST_NODES) if words else []:
        names = names_of(node, chinese=is_chinese())
        known = _known(node)
        yield {"label": names.name, "note": names.other, "lang": names.lang, "known": known, "href": reverse("node", args=[node.slug])}


def _known(node: Node) -> str:
    """45,000 USD · Cross-validated; empty for a node that was never verified."""
    if node.state is None:
        return ""
    figure = state_figure(node.state, node.kind)
    return " · ".join([*([str(figure)] if figure else []), label_of(Badge, node.state.badge)])


def _doors(request: HttpRequest, words: str) -> Iterator[dict[str, str]]:
    for door in DOORS:
        name = door.permission if "." in door.permission else f"verification.{door.permission}"
        may = not door.permission or request.user.has_perm(name)
        if may and _is_meant(door, words):
            yield _door(str(door.label), door.href)
    admin = PalettePage(gettext_lazy("Admin"), "admin:index")
    if request.user.is_staff and _is_meant(admin, words):
        yield _door(str(admin.label), admin.href)


def _door(label: str, href: str) -> dict[str, str]:
    return {"label": label, "note": gettext("page"), "lang": "", "known": "", "href": href}


def _is_meant(door: PalettePage, words: str) -> bool:
    """Whether every word stands in the page's name, in either language."""
    for language in LANGUAGES:
        with translation.override(language):
            label = str(door.label).lower()
        if all(word in label for word in words.lower().split()):
            return True
    return False
