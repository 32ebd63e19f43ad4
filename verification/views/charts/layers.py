"""Where the nodes of the causal graph stand: causes on the left, effects on the right, the same for the same links. No query here."""

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

Link = tuple[int, int]
# A node, or a lane: where a link passes a column between its ends (the place of the link, the column).
Slot = int | tuple[int, int]

BOX_WIDTH, BOX_HEIGHT = 152, 72
GAP_X, GAP_Y = 34, 18
LANE = 10
MARGIN = 8
LABEL_COLUMNS = 22
SWEEPS = 4


@dataclass(frozen=True, slots=True)
class GraphLayout:
    """``boxes`` gives each node's upper left corner; ``curves`` are path data, each with whether it goes back."""

    boxes: dict[int, tuple[int, int]]
    curves: list[tuple[str, bool]]
    width: int
    height: int


def arrange(links: Sequence[Link], names: Mapping[int, str]) -> GraphLayout:
    """Longest paths give the columns; a link over several columns has a lane of its own in each, so that it crosses no box."""
    ranks = _rank(links, names)
    chains = [_chain(place, link, ranks) for place, link in enumerate(links)]
    columns = _sort_columns(ranks, chains, names)
    heights = [sum(_height(slot) for slot in column) + (len(column) - 1) * GAP_Y for column in columns]
    tallest = max(heights, default=0)
    at: dict[Slot, tuple[int, int]] = {}
    for level, (column, height) in enumerate(zip(columns, heights, strict=True)):
        y = MARGIN + (tallest - height) // 2
        for slot in column:
            at[slot] = (MARGIN + level * (BOX_WIDTH + GAP_X), y)
            y += _height(slot) + GAP_Y
    width = 2 * MARGIN + len(columns) * BOX_WIDTH + max(len(columns) - 1, 0) * GAP_X
    curves = [
        _draw_along([at[slot] for slot in chain]) if len(chain) > 1 else _draw_back(at[chain[0]], at[link[1]])
        for chain, link in zip(chains, links, strict=True)
    ]
    return GraphLayout({slot: place for slot, place in at.items() if isinstance(slot, int)}, curves, width, 2 * MARGIN + tallest)


def _chain(place: int, link: Link, ranks: Mapping[int, int]) -> list[Slot]:
    """A link from column to column; its source alone where it goes back."""
    source, target = link
    if ranks[target] <= ranks[source]:
        return [source]
    return [source, *((place, level) for level in range(ranks[source] + 1, ranks[target])), target]


def _height(slot: Slot) -> int:
    return BOX_HEIGHT if isinstance(slot, int) else LANE


def _draw_along(places: Sequence[tuple[int, int]]) -> tuple[str, bool]:
    """From the right edge of a cause, through the lanes, to the left edge of its effect."""
    x, y = places[0][0] + BOX_WIDTH, places[0][1] + BOX_HEIGHT // 2
    path = f"M{x} {y}"
    for number, (left, top) in enumerate(places[1:], 1):
        is_lane = number < len(places) - 1
        end_x, end_y = left - (0 if is_lane else 2), top + (LANE if is_lane else BOX_HEIGHT) // 2
        bend = (end_x - x) // 2
        path += f"C{x + bend} {y} {end_x - bend} {end_y} {end_x} {end_y}"
        x, y = end_x, end_y
        if is_lane:
            x += BOX_WIDTH
            path += f"H{x}"
    return path, False


def _draw_back(source: tuple[int, int], target: tuple[int, int]) -> tuple[str, bool]:
    """A link that closes a circle: from the upper edge of its cause back to that of its effect."""
    x1, x2 = source[0] + BOX_WIDTH // 2 + 12, target[0] + BOX_WIDTH // 2 - 12
    lift = max(min(source[1], target[1]) - GAP_Y, 0)
    return f"M{x1} {source[1]}C{x1} {lift} {x2} {lift} {x2} {target[1] - 2}", True


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


def in_two_lines(text: str, columns: int = LABEL_COLUMNS) -> tuple[str, ...]:
    """The text on one line or two, broken between words where it has some; the second is cut to what a box holds."""
    if measure(text) <= columns:
        return (text,)
    place = _fitting(text, columns)
    space = text.rfind(" ", 1, place + 1)
    place = space if space > place // 3 else place
    return (text[:place].rstrip(), shorten(text[place:].lstrip(), columns))


def measure(text: str) -> int:
    """How many columns a text takes; wide characters count twice."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def _fitting(text: str, columns: int) -> int:
    """How many characters fit, at least one."""
    width = 0
    for place, sign in enumerate(text):
        width += measure(sign)
        if width > columns:
            return max(place, 1)
    return len(text)


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


def _sort_columns(ranks: Mapping[int, int], chains: Sequence[Sequence[Slot]], names: Mapping[int, str]) -> list[list[Slot]]:
    """Each column in the order of the middle of its neighbours to the left, then to the right, a few times over; then by name."""
    columns: list[list[Slot]] = [[] for _level in range(max(ranks.values(), default=-1) + 1)]
    for node in sorted(ranks, key=lambda node: (names.get(node, ""), node)):
        columns[ranks[node]].append(node)
    left: dict[Slot, list[Slot]] = {}
    right: dict[Slot, list[Slot]] = {}
    for chain in chains:
        for level, slot in enumerate(chain[1:-1], ranks[int(chain[0])] + 1 if isinstance(chain[0], int) else 0):
            columns[level].append(slot)
        for one, other in pairwise(chain):
            left.setdefault(other, []).append(one)
            right.setdefault(one, []).append(other)
    for sweep in range(SWEEPS):
        for column in columns if sweep % 2 == 0 else reversed(columns):
            _sort_by_middle(column, columns, left if sweep % 2 == 0 else right)
    return columns


def _sort_by_middle(column: list[Slot], columns: Sequence[Sequence[Slot]], beside: Mapping[Slot, Sequence[Slot]]) -> None:
    places = {slot: (place + 0.5) / len(row) for row in columns for place, slot in enumerate(row)}
    middles = {slot: [places[other] for other in beside.get(slot, ())] for slot in column}
    column.sort(key=lambda slot: sum(middles[slot]) / len(middles[slot]) if middles[slot] else places[slot])


def draw_curve(source: tuple[int, int], target: tuple[int, int], width: int = BOX_WIDTH) -> tuple[str, bool]:
    """From the lower edge of a cause to the upper edge of its effect; a link upwards (part of a cycle) is told apart."""
    is_back = target[1] <= source[1]
    x1, x2 = source[0] + width // 2, target[0] + width // 2
    y1, y2 = source[1] + BOX_HEIGHT, target[1] - 2
    if is_back:
        x1, x2, y1, y2 = x1 + 12, x2 + 12, source[1], target[1] + BOX_HEIGHT + 2
    bend = (y2 - y1) // 2
    return f"M{x1} {y1}C{x1} {y1 + bend} {x2} {y2 - bend} {x2} {y2}", is_back
