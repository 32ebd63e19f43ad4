"""A sparkline's points, made on the server: 96 by 28, the newest at the right."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from verification.reads.nodes.nodes import VERIFIED
from verification.reads.nodes.pages import StatePoint
from verification.templatetags.figures import parse_number

WIDTH, HEIGHT, PAD = 96, 28, 4


@dataclass(frozen=True, slots=True)
class Sparkline:
    """``points`` is the attribute of a polyline, ``x`` and ``y`` the newest point; ``is_gap`` where the newest state is not verified."""

    points: str
    x: str
    y: str
    is_gap: bool


def make_sparkline(states: Sequence[StatePoint]) -> Sparkline | None:
    """The line through the middle of each verified figure, oldest first; None below two of them."""
    middles = [(ends[0] + ends[1]) / 2 for state in states if state.badge in VERIFIED and (ends := parse_number(state.number))]
    if len(middles) < 2:
        return None
    low, high = min(middles), max(middles)
    step = Decimal(WIDTH - 2 * PAD) / (len(middles) - 1)
    room = Decimal(HEIGHT - 2 * PAD)
    points = []
    for place, middle in enumerate(middles):
        share = (middle - low) / (high - low) if high > low else Decimal("0.5")
        points.append((f"{PAD + step * place:.1f}", f"{HEIGHT - PAD - room * share:.1f}"))
    line = " ".join(",".join(point) for point in points)
    return Sparkline(points=line, x=points[-1][0], y=points[-1][1], is_gap=states[-1].badge not in VERIFIED)
