"""The candidate strip: one axis, one filled dot for each domain that votes, dashed rings for pages without a vote (look.md, section 4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from verification.core.vocabulary import Stance
from verification.models import Node, Source, VerificationRun
from verification.templatetags.figures import candidate_figure, parse_number

MAX_VALUES = 5
MAX_DOTS = 5
LOW_END, HIGH_END = Decimal(12), Decimal(88)
BASE, FIRST_DOT, DOT_STEP = 84, 74, 14
_WITHOUT_VOTE = (Stance.DUPLICATE, Stance.DERIVED, Stance.PAST, Stance.FORECAST, Stance.STALE, Stance.HYPOTHETICAL, Stance.DENIED)


@dataclass(frozen=True, slots=True)
class StripValue:
    """One value on the axis. ``x`` is a percentage; ``dots`` and ``rings`` are heights in pixels; ``tone`` is the stylesheet's class."""

    label: str
    x: str
    label_y: int
    dots: list[int]
    rings: list[int]
    tone: str
    domains: list[str]


def make_strip(*, node: Node, run: VerificationRun, sources: Sequence[Source]) -> list[StripValue] | None:
    """The values of a run on one axis; None where fewer than two different figures were found."""
    middles = {}
    for entry in run.candidates[:MAX_VALUES]:
        ends = parse_number(str(entry.get("number") or ""))
        if ends:
            middles[str(entry["number"])] = (ends[0] + ends[1]) / 2
    for source in sources:
        ends = parse_number(source.number)
        if ends and source.stance in _WITHOUT_VOTE and len(middles) < MAX_VALUES:
            middles.setdefault(source.number, (ends[0] + ends[1]) / 2)
    if len(set(middles.values())) < 2:
        return None
    written = {source.number: source.value for source in sources}
    votes = {str(entry.get("number")): entry for entry in run.candidates}
    values = []
    for place, (number, middle) in enumerate(sorted(middles.items(), key=lambda pair: pair[1])):
        entry = votes.get(number, {"value": written.get(number, ""), "number": number, "domains": []})
        values.append(_make_value(node, run, entry, sources, _position(middle, list(middles.values()), place), place))
    return values


def _position(middle: Decimal, all_middles: list[Decimal], place: int) -> Decimal:
    """Where a value stands, in per cent: by its size, unless two would touch; then evenly spread in their order."""
    low, high = min(all_middles), max(all_middles)
    ordered = sorted(all_middles)
    gaps = [(later - earlier) / (high - low) for earlier, later in pairwise(ordered)]
    share = Decimal(place) / (len(ordered) - 1) if min(gaps) < Decimal("0.15") else (middle - low) / (high - low)
    return LOW_END + (HIGH_END - LOW_END) * share


def _make_value(
    node: Node, run: VerificationRun, entry: dict[str, object], sources: Sequence[Source], position: Decimal, place: int
) -> StripValue:
    number = str(entry["number"])
    domains = [str(domain) for domain in list(entry.get("domains") or [])]
    without_vote = [source for source in sources if source.number == number and source.stance in _WITHOUT_VOTE]
    dots = [FIRST_DOT - DOT_STEP * step for step in range(min(len(domains), MAX_DOTS))]
    rest = MAX_DOTS - len(dots)
    rings = [FIRST_DOT - DOT_STEP * (len(dots) + step) for step in range(min(len(without_vote), rest))]
    return StripValue(
        label=str(candidate_figure(entry, unit=run.unit or node.unit, kind=node.kind)),
        x=f"{position:.1f}%",
        label_y=FIRST_DOT - DOT_STEP * (len(dots) + len(rings)),
        dots=dots,
        rings=rings,
        tone=f"c{min(place, 2) + 1}",
        domains=domains,
    )
