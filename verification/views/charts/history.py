"""The chart of a node's history, made on the server: x in per cent, y in pixels, so that it stretches (look.md, section 4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, pgettext

from verification.core.vocabulary import Badge, NodeKind, Reason
from verification.enums import badge_tone, codes_of, label_of
from verification.models import Node, NodeState
from verification.templatetags.figures import ShownFigure, make_figure, parse_number, state_figure
from verification.templatetags.moments import plain_date, written_day
from verification.views.charts.series_line import SeriesLine, moment_of
from verification.views.charts.sparkline import VERIFIED

TOP, BOTTOM, AXIS = 44, 176, 200
STRIP_Y = 120
TICKS = 5
FEWEST = 3  # states that make a line; fewer are told in a sentence
LEFT, RIGHT = Decimal(2), Decimal(98)
WORD_GAP = Decimal(24)
SHAPES = {"whitelist_direct": "circle", "cross_validated": "diamond", "human_ruled": "triangle", "needs_human": "square", "unknown": "ring"}

Ends = tuple[Decimal, Decimal]


@dataclass(frozen=True, slots=True)
class Point:
    """One state; ``x`` is a percentage, ``y`` a height in pixels, ``shape`` and ``tone`` those of its badge."""

    state: NodeState
    x: str
    y: str
    shape: str
    tone: str
    title: str


@dataclass(frozen=True, slots=True)
class BadgeTurn:
    """A change of the badge: a dashed line, with a word where there is room for it."""

    x: str
    word: str
    anchor: str


@dataclass(frozen=True, slots=True)
class AxisMark:
    """A label on an axis."""

    at: str
    text: str
    anchor: str = "start"


@dataclass(frozen=True, slots=True)
class Chart:
    """``solid``, ``dashed``, ``band`` and ``official`` are path data in a box of 100 by 200; without figures (a node of kind text) they are
    empty. ``official`` is the line of the node's official series."""

    label: str
    points: list[Point]
    turns: list[BadgeTurn]
    dates: list[AxisMark]
    levels: list[AxisMark]
    solid: str
    dashed: str
    band: str
    official: str
    badges: list[tuple[str, str, str]]
    newest: AxisMark | None


@dataclass(frozen=True, slots=True)
class _Step:
    """A state on the chart: ``ends`` are the last figure known then, carried on where the state itself has none."""

    state: NodeState
    x: Decimal
    ends: Ends | None
    is_verified: bool


def make_chart(
    *, node: Node, states: Sequence[NodeState], since: datetime | None, now: datetime, line: SeriesLine | None = None
) -> Chart | None:
    """The states, oldest first, from ``since`` or the first of them, whichever is later, to ``now``; None for too few to draw.

    ``line``, the node's official series, begins the chart where it is older than the states, and makes one of fewer states.
    """
    if not states or (node.kind != NodeKind.TEXT and len(states) < FEWEST and line is None):
        return None
    first = min(states[0].created_at, moment_of(line.figures[0])) if line else states[0].created_at
    start = min(max(since, first) if since else first, now - timedelta(hours=1))
    steps = _make_steps(states, start, now)
    official = [(_place(moment_of(one), start, now), one.value) for one in line.figures] if line else []
    scale = _Scale.of([step.ends for step in steps if step.ends] + [(value, value) for _x, value in official])
    points = [_make_point(node, step, scale) for step in steps if since is None or step.state.created_at >= since]
    return Chart(
        label=_describe(node, states, start, line),
        points=points,
        turns=_make_turns([step for step in steps if since is None or step.state.created_at >= since]),
        dates=_make_dates(start, now),
        levels=_make_levels(node, states, scale) if scale else [],
        solid=_path(steps, scale, verified=True),
        dashed=_path(steps, scale, verified=False),
        band=_band(steps, scale),
        official=_line(official, scale),
        badges=_badges(points),
        newest=_newest(node, steps, scale),
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    low: Decimal
    high: Decimal

    @classmethod
    def of(cls, drawn: Sequence[Ends]) -> "_Scale | None":
        if not drawn:
            return None
        return cls(min(low for low, _high in drawn), max(high for _low, high in drawn))

    def y(self, value: Decimal) -> Decimal:
        if self.high == self.low:
            return Decimal(TOP + BOTTOM) / 2
        return BOTTOM - (BOTTOM - TOP) * (value - self.low) / (self.high - self.low)


def _make_steps(states: Sequence[NodeState], start: datetime, now: datetime) -> list[_Step]:
    """Figures in another unit than the newest one's can't stand on the same axis; they count as none."""
    unit = next((state.unit for state in reversed(states) if state.number), "")
    steps: list[_Step] = []
    known: Ends | None = None
    for state in states:
        x = _place(state.created_at, start, now)
        ends = parse_number(state.number) if state.badge in VERIFIED and state.unit == unit else None
        known = ends or known
        steps.append(_Step(state=state, x=x, ends=known, is_verified=ends is not None))
    return steps


def _place(moment: datetime, start: datetime, now: datetime) -> Decimal:
    """Where a moment stands between the edges, in per cent."""
    share = Decimal(str((moment - start).total_seconds())) / Decimal(str((now - start).total_seconds()))
    return LEFT + (RIGHT - LEFT) * min(max(share, Decimal(0)), Decimal(1))


def _number(value: Decimal) -> str:
    return f"{value:.2f}"


def _percent(value: Decimal) -> str:
    return f"{_number(value)}%"


def _make_point(node: Node, step: _Step, scale: _Scale | None) -> Point:
    state = step.state
    y = scale.y((step.ends[0] + step.ends[1]) / 2) if scale and step.ends else Decimal(BOTTOM if scale else STRIP_Y)
    badge = Badge(state.badge)
    title = _title(timezone.localdate(state.created_at), badge, state_figure(state, node.kind), get_language())
    return Point(state, _percent(step.x), _number(y), SHAPES.get(badge.value, "ring"), badge_tone(badge), title)


@lru_cache(4096)
def _title(day: date, badge: Badge, figure: ShownFigure | None, language: str | None) -> str:
    """A history shows the same points again and again; ``language`` is the one that they are written in."""
    return gettext(", ").join([written_day(day), label_of(Badge, badge), *([str(figure)] if figure else [])])


def _make_turns(steps: Sequence[_Step]) -> list[BadgeTurn]:
    """One for each badge lost, found again or ruled; the words of neighbours never overlap, the newest word goes first."""
    turns: list[BadgeTurn] = []
    last_word = Decimal(1000)
    for before, step in reversed(list(pairwise(steps))):
        badges = (before.state.badge, step.state.badge)
        if badges[0] == badges[1] or (set(badges) <= set(VERIFIED) and badges[1] != Badge.HUMAN_RULED):
            continue
        word = _word(before, step) if last_word - step.x >= WORD_GAP else ""
        last_word = step.x if word else last_word
        anchor = "start" if step.x < 15 else "end" if step.x > 85 else "middle"
        turns.append(BadgeTurn(_percent(step.x), word, anchor))
    return turns[::-1]


def _word(before: _Step, step: _Step) -> str:
    """What a change of the badge means for the value."""
    state = step.state
    if state.badge == Badge.HUMAN_RULED:
        return gettext("ruled")
    was, is_now = before.state.badge in VERIFIED, state.badge in VERIFIED
    if was and not is_now:
        reason = label_of(Reason, state.run.reason) if state.run and state.run.reason in codes_of(Reason) else ""
        return gettext("lost: %(reason)s") % {"reason": reason} if reason else gettext("lost")
    if is_now and not was:
        return gettext("verified")
    return label_of(Badge, state.badge)


def _make_dates(start: datetime, now: datetime) -> list[AxisMark]:
    """Evenly spaced moments below the axis, as short as the span allows."""
    span = now - start
    if span > timedelta(days=90):
        wording = pgettext("date format: month and year", "M Y")
    else:
        wording = pgettext("date format: day and month", "j M") if span > timedelta(days=4) else "H:i"
    marks = []
    for place in range(TICKS):
        moment = timezone.localtime(start + span * place / (TICKS - 1))
        at = LEFT + (RIGHT - LEFT) * place / (TICKS - 1)
        anchor = "start" if place == 0 else "end" if place == TICKS - 1 else "middle"
        marks.append(AxisMark(_percent(at), date_format(moment, wording), anchor))
    return [mark for place, mark in enumerate(marks) if not place or mark.text != marks[place - 1].text]


def _make_levels(node: Node, states: Sequence[NodeState], scale: _Scale) -> list[AxisMark]:
    """The lowest and the highest figure; the unit stands with the highest."""
    unit = next((state.unit for state in reversed(states) if state.number), "")
    highest = make_figure(number=str(scale.high), unit=unit, kind=node.kind)
    marks = [AxisMark(_number(scale.y(scale.high)), str(highest))]
    if scale.low != scale.high:
        lowest = make_figure(number=str(scale.low), unit=unit, kind=node.kind)
        marks.append(AxisMark(_number(scale.y(scale.low)), str(lowest)))
    return marks


def _newest(node: Node, steps: Sequence[_Step], scale: _Scale | None) -> AxisMark | None:
    """The figure that the line ends with, written at its end; None where the newest state has none, or an axis label says the same."""
    last = steps[-1]
    if scale is None or not last.is_verified or last.ends is None:
        return None
    figure = state_figure(last.state, node.kind)
    return AxisMark(_number(scale.y(last.ends[1])), str(figure), "end") if figure and last.ends[1] not in (scale.low, scale.high) else None


def _spans(steps: Sequence[_Step]) -> list[tuple[_Step, Decimal]]:
    """Each step that has a figure, and where it ends."""
    ends = [*(step.x for step in steps[1:]), RIGHT]
    return [(step, end) for step, end in zip(steps, ends, strict=True) if step.ends]


def _path(steps: Sequence[_Step], scale: _Scale | None, *, verified: bool) -> str:
    """Level while a figure holds, upright where it changes; both edges of a range."""
    if scale is None:
        return ""
    parts: list[str] = []
    before: tuple[Decimal, _Step] | None = None
    for step, end in _spans(steps):
        heights = {scale.y(edge) for edge in step.ends or ()}
        if step.is_verified == verified:
            parts += [f"M{_number(step.x)} {_number(y)}H{_number(end)}" for y in sorted(heights)]
        if verified and before and before[0] == step.x and before[1].ends and step.ends and before[1].ends != step.ends:
            parts += [
                f"M{_number(step.x)} {_number(scale.y(old))}V{_number(scale.y(new))}"
                for old, new in dict.fromkeys(zip(before[1].ends, step.ends, strict=True))
            ]
        before = (end, step)
    return "".join(parts)


def _line(official: Sequence[tuple[Decimal, Decimal]], scale: _Scale | None) -> str:
    """From figure to figure."""
    if scale is None or not official:
        return ""
    return "M" + "L".join(f"{_number(x)} {_number(scale.y(value))}" for x, value in official)


def _band(steps: Sequence[_Step], scale: _Scale | None) -> str:
    """The room between the two edges of a range."""
    if scale is None:
        return ""
    parts = []
    for step, end in _spans(steps):
        low, high = step.ends or (Decimal(0), Decimal(0))
        if low != high:
            parts.append(f"M{_number(step.x)} {_number(scale.y(high))}H{_number(end)}V{_number(scale.y(low))}H{_number(step.x)}Z")
    return "".join(parts)


def _badges(points: Sequence[Point]) -> list[tuple[str, str, str]]:
    """Shape, tone and word of each badge on the chart, for the legend."""
    found = dict.fromkeys((point.shape, point.tone, point.state.badge) for point in points)
    return [(shape, tone, label_of(Badge, badge)) for shape, tone, badge in found]


def _describe(node: Node, states: Sequence[NodeState], start: datetime, line: SeriesLine | None) -> str:
    """What a reader who sees no chart is told."""
    told = _describe_states(node, states, start)
    if line is None:
        return told
    behind = {"title": line.title, "last": line.rows[0].period, "value": line.rows[0].figure}
    said = gettext("Behind them the official series “%(title)s”, %(last)s: %(value)s") % behind
    return gettext("%(first)s. %(second)s") % {"first": told, "second": said}


def _describe_states(node: Node, states: Sequence[NodeState], start: datetime) -> str:
    turns = sum(1 for before, after in pairwise(states) if before.badge != after.badge)
    newest = state_figure(states[-1], node.kind)
    return gettext(
        "History since %(date)s: %(count)d states, %(turns)d changes of the badge, now %(value)s. The values stand in the table"
    ) % {
        "date": plain_date(start),
        "count": len(states),
        "turns": turns,
        "value": newest or label_of(Badge, states[-1].badge),
    }
