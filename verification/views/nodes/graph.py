"""The causal graph: all linked nodes on a page, and the neighbours of one node on its own page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from verification.core.vocabulary import Badge
from verification.enums import badge_icon, badge_tone, label_of
from verification.models import Node
from verification.reads.nodes import nodes as queries
from verification.reads.nodes.links import list_links
from verification.templatetags.evidence import node_name
from verification.templatetags.figures import state_figure
from verification.views.access import needs
from verification.views.charts.layers import (
    BOX_HEIGHT,
    BOX_WIDTH,
    LABEL_COLUMNS,
    GraphLayout,
    Link,
    arrange,
    draw_curve,
    find_downstream,
    find_upstream,
    in_two_lines,
    shorten,
)

MAX_NEIGHBOURS = 6
NEAR_WIDTH, NEAR_COLUMNS = 150, 19
SUB_COLUMNS = 20
MAX_NAMED = 3


@dataclass(frozen=True, slots=True)
class Box:
    """One node in the drawing, its name on one ``line`` or two. ``tone`` is "unsure" (unknown, disputed or stale), "below" (something
    before it is), or ""."""

    node: Node
    x: int
    y: int
    name: str
    lines: tuple[str, ...]
    sub: str
    tone: str
    is_me: bool
    width: int

    @property
    def middle(self) -> int:
        return self.x + self.width // 2

    @property
    def words(self) -> str:
        """What the table says of it."""
        return gettext("%(value)s · cause unclear") % {"value": self.sub} if self.tone == "below" else self.sub

    @property
    def warning_x(self) -> int:
        return self.width - 24

    @property
    def short(self) -> str:
        return shorten(self.sub, SUB_COLUMNS)

    @property
    def icon(self) -> tuple[str, str] | None:
        """Icon and tone of its badge."""
        badge = Badge(self.node.state.badge) if self.node.state else None
        return (badge_icon(badge), badge_tone(badge)) if badge else None


@dataclass(frozen=True, slots=True)
class Graph:
    boxes: list[Box]
    curves: list[tuple[str, bool]]
    width: int
    height: int
    box_height: int = BOX_HEIGHT


@dataclass(frozen=True, slots=True)
class GraphRow:
    """One node in the table: what leads to it, and where it leads."""

    box: Box
    causes: list[Node]
    effects: list[Node]


@dataclass(frozen=True, slots=True)
class Neighbours:
    """``shaky`` are the unsure nodes above this one, ``others`` how many more of them there are; ``hidden`` neighbours are not drawn.
    ``causes`` and ``effects`` are all of them."""

    graph: Graph
    shaky: list[Node]
    others: int
    hidden: int
    causes: list[Node]
    effects: list[Node]


@needs("view_node")
@require_safe
def show_graph(request: HttpRequest) -> HttpResponse:
    links = list_links()
    nodes = _load({node for link in links for node in link}, timezone.now())
    graph = _draw(links, nodes, me=None)
    by_cause: dict[int, list[Node]] = {}
    by_effect: dict[int, list[Node]] = {}
    for source, target in links:
        by_effect.setdefault(target, []).append(nodes[source])
        by_cause.setdefault(source, []).append(nodes[target])
    rows = [GraphRow(box, by_effect.get(box.node.pk, []), by_cause.get(box.node.pk, [])) for box in graph.boxes]
    return render(request, "nodes/graph.html", {"graph": graph, "rows": rows})


def describe_neighbours(*, node: Node, links: Sequence[Link], now: datetime) -> Neighbours | None:
    """The causes and effects next to a node, and what above it is unsure; None for a node that is in none of ``links``. One query."""
    near = [link for link in links if node.pk in link]
    if not near:
        return None
    upstream = find_upstream(links, node.pk) - {node.pk}
    nodes = _load(upstream | {end for link in near for end in link}, now)
    shown = [*_first(link for link in near if link[1] == node.pk), *_first(link for link in near if link[0] == node.pk)]
    shaky = sorted((nodes[pk] for pk in upstream if pk in nodes and is_unsure(nodes[pk])), key=lambda cause: cause.slug)
    graph = _draw(shown, nodes, me=node.pk, all_links=links)
    return Neighbours(graph, shaky[:MAX_NAMED], max(len(shaky) - MAX_NAMED, 0), len(near) - len(shown), *_beside(near, nodes, node.pk))


def _beside(near: Sequence[Link], nodes: dict[int, Node], me: int) -> tuple[list[Node], list[Node]]:
    causes = [nodes[source] for source, target in near if target == me and source in nodes]
    return causes, [nodes[target] for source, target in near if source == me and target in nodes]


def _first(links: Iterable[Link]) -> list[Link]:
    return list(links)[:MAX_NEIGHBOURS]


def _load(ids: set[int], now: datetime) -> dict[int, Node]:
    return {node.pk: node for node in queries.list_nodes(filters=queries.NodeFilters(), now=now).filter(pk__in=ids)}


def is_unsure(node: Node) -> bool:
    """Whether nothing may be built on the node: no verdict, not enough evidence, a conflict, or evidence beyond its limit."""
    return node.state is None or node.state.badge in (Badge.UNKNOWN, Badge.NEEDS_HUMAN, Badge.FAILED) or node.is_stale


def _draw(links: Sequence[Link], nodes: dict[int, Node], *, me: int | None, all_links: Sequence[Link] | None = None) -> Graph:
    names = {pk: node.slug for pk, node in nodes.items()}
    layout = _around(links, me) if me is not None else arrange(links, names)
    unsure = {pk for pk, node in nodes.items() if is_unsure(node)}
    below = find_downstream(all_links or links, unsure)
    boxes = [
        _make_box(
            nodes[pk],
            at,
            "unsure" if pk in unsure else "below" if pk in below else "",
            is_me=pk == me,
            width=BOX_WIDTH if me is None else NEAR_WIDTH,
        )
        for pk, at in layout.boxes.items()
    ]
    return Graph(boxes, layout.curves, layout.width, layout.height)


def _around(links: Sequence[Link], me: int) -> GraphLayout:
    """The causes, the node and the effects, two abreast; a node that is both stands above, its link back is dashed."""
    causes = [source for source, target in links if target == me]
    effects = [target for source, target in links if source == me and target not in causes]
    order = [*(causes[place : place + 2] for place in range(0, len(causes), 2)), [me]]
    order += [effects[place : place + 2] for place in range(0, len(effects), 2)]
    width, step = 2 * NEAR_WIDTH + 40, BOX_HEIGHT + 44
    boxes = {}
    for level, row in enumerate(order):
        for place, pk in enumerate(row):
            x = (width - NEAR_WIDTH) // 2 if len(row) == 1 else 8 + place * (NEAR_WIDTH + 24)
            boxes[pk] = (x, 8 + level * step)
    curves = [draw_curve(boxes[source], boxes[target], NEAR_WIDTH) for source, target in links]
    return GraphLayout(boxes, curves, width, 16 + len(order) * BOX_HEIGHT + (len(order) - 1) * 44)


def _make_box(node: Node, at: tuple[int, int], tone: str, *, is_me: bool, width: int) -> Box:
    name = node_name(node)
    lines = in_two_lines(name, NEAR_COLUMNS if width == NEAR_WIDTH else LABEL_COLUMNS)
    return Box(node, at[0], at[1], name, lines, _sub(node, tone), tone, is_me, width)


def _sub(node: Node, tone: str) -> str:
    """The last line: the value, or in words why it is unsure."""
    state = node.state
    figure = state_figure(state, node.kind) if state else None
    if state is None:
        return gettext("not verified yet")
    if tone == "unsure":
        return gettext("stale") if figure else label_of(Badge, state.badge)
    return str(figure or "")
