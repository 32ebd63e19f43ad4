"""Where the nodes of the causal graph stand: causes above, effects below, the same for the same links. No query here."""

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

Link = tuple[int, int]

BOX_WIDTH, BOX_HEIGHT = 168, 46
GAP_X, GAP_Y = 24, 62
MARGIN = 8
MAX_COLUMNS = 5
LABEL_COLUMNS = 22


@dataclass(frozen=True, slots=True)
class Layout:
    """``boxes`` gives each node's upper left corner; ``curves`` are path data, each with whether it goes upwards."""

    boxes: dict[int, tuple[int, int]]
    curves: list[tuple[str, bool]]
    width: int
    height: int


def arrange(links: Sequence[Link], names: Mapping[int, str]) -> Layout:
    """Longest paths give the rows; a row with too many nodes goes on in the next one; neighbours are drawn near each other."""
    rows = _fold(_sort_rows(_rank(links, names), links, names))
    widest = max((len(row) for row in rows), default=0)
    width = 2 * MARGIN + widest * BOX_WIDTH + max(widest - 1, 0) * GAP_X
    boxes: dict[int, tuple[int, int]] = {}
    for level, row in enumerate(rows):
        taken = len(row) * BOX_WIDTH + (len(row) - 1) * GAP_X
        for place, node in enumerate(row):
            boxes[node] = ((width - taken) // 2 + place * (BOX_WIDTH + GAP_X), MARGIN + level * (BOX_HEIGHT + GAP_Y))
    height = 2 * MARGIN + len(rows) * BOX_HEIGHT + max(len(rows) - 1, 0) * GAP_Y
    curves = [draw_curve(boxes[source], boxes[target]) for source, target in links if source in boxes and target in boxes]
    return Layout(boxes, curves, width, height)


def find_downstream(links: Iterable[Link], causes: Collection[int]) -> set[int]:
    """Every node that some cause leads to over one step or more, cycles included."""
    targets: dict[int, list[int]] = {}
    for source, target in links:
        targets.setdefault(source, []).append(target)
    found: set[int] = set()
    waiting = list(causes)
    while waiting:
        for target in targets.get(waiting.pop(), ()):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found


def find_upstream(links: Iterable[Link], node: int) -> set[int]:
    """Every node that leads to this one."""
    return find_downstream([(target, source) for source, target in links], {node})


def shorten(text: str, columns: int = LABEL_COLUMNS) -> str:
    """The text cut to what a box holds; wide characters count twice."""
    width = 0
    for place, sign in enumerate(text):
        width += 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        if width > columns:
            return text[: max(place - 1, 1)].rstrip() + "…"
    return text


def _rank(links: Sequence[Link], names: Mapping[int, str]) -> dict[int, int]:
    """The row of each node: below all its causes, save where a cycle makes that impossible; the cycle is cut at its first name."""
    nodes = sorted({node for link in links for node in link}, key=lambda node: (names.get(node, ""), node))
    causes: dict[int, set[int]] = {node: set() for node in nodes}
    for source, target in links:
        causes[target].add(source)
    ranks: dict[int, int] = {}
    while len(ranks) < len(nodes):
        open_nodes = [node for node in nodes if node not in ranks]
        ready = [node for node in open_nodes if causes[node] <= ranks.keys()] or open_nodes[:1]
        for node in ready:
            ranks[node] = max((ranks[cause] + 1 for cause in causes[node] if cause in ranks and cause not in ready), default=0)
    return ranks


def _sort_rows(ranks: Mapping[int, int], links: Sequence[Link], names: Mapping[int, str]) -> list[list[int]]:
    """Each row in the order of the middle of its causes above, then by name."""
    places: dict[int, float] = {}
    causes: dict[int, list[int]] = {}
    for source, target in links:
        causes.setdefault(target, []).append(source)
    rows = []
    for level in sorted(set(ranks.values())):
        middles = {}
        for node in (node for node, rank in ranks.items() if rank == level):
            above = [places[cause] for cause in causes.get(node, ()) if cause in places]
            middles[node] = (sum(above) / len(above) if above else 0.5, names.get(node, ""), node)
        row = sorted(middles, key=middles.__getitem__)
        places |= {node: (place + 0.5) / len(row) for place, node in enumerate(row)}
        rows.append(row)
    return rows


def _fold(rows: Iterable[list[int]]) -> list[list[int]]:
    return [row[start : start + MAX_COLUMNS] for row in rows for start in range(0, len(row), MAX_COLUMNS)]


def draw_curve(source: tuple[int, int], target: tuple[int, int], width: int = BOX_WIDTH) -> tuple[str, bool]:
    """From the lower edge of a cause to the upper edge of its effect; a link upwards (part of a cycle) is told apart."""
    is_back = target[1] <= source[1]
    x1, x2 = source[0] + width // 2, target[0] + width // 2
    y1, y2 = source[1] + BOX_HEIGHT, target[1] - 2
    if is_back:
        x1, x2, y1, y2 = x1 + 12, x2 + 12, source[1], target[1] + BOX_HEIGHT + 2
    bend = (y2 - y1) // 2
    return f"M{x1} {y1}C{x1} {y1 + bend} {x2} {y2 - bend} {x2} {y2}", is_back
