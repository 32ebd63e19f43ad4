"""Figures as the reader's language writes them: true minus, en dash for ranges, 万 and 亿, a no-break space before % in English only."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, pgettext

from verification.core.vocabulary import Badge, NodeKind
from verification.templatetags.unit_names import UNITS

register = template.Library()

MINUS = "−"
EN_DASH = "–"
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
MAX_DIGITS = 60
MAX_SCALED_DECIMALS = 4

_WRITTEN = re.compile(r"\d[\d,]{0,40}(?:\.\d{1,30})?")
_ENGLISH_SCALES = ((12, "trillion"), (9, "billion"), (6, "million"))
_CHINESE_SCALES = ((12, "万亿"), (8, "亿"), (4, "万"))
_SCALE_FROM = Decimal(1_000_000)
# The same figure stands on a page several times: in its row, on the chart, in the table and in the sentence about it.
_REMEMBERED = 4096


@dataclass(frozen=True, slots=True)
class ShownFigure:
    """A figure ready to show: ``text`` is the digits, ``glue`` what stands between (a no-break space or nothing), ``unit`` the words."""

    text: str
    unit: str = ""
    glue: str = ""

    def __str__(self) -> str:
        return f"{self.text}{self.glue}{self.unit}"


def is_chinese() -> bool:
    return (get_language() or "").startswith("zh")


@lru_cache(_REMEMBERED)
def parse_number(number: str) -> tuple[Decimal, Decimal] | None:
    """The two ends of a stored number (equal unless it is a range ``a..b``), None when there is none."""
    low, dots, high = number.partition("..")
    try:
        ends = Decimal(low), Decimal(high if dots else low)
    except InvalidOperation:
        return None
    if not all(end.is_finite() and abs(end.adjusted()) <= MAX_DIGITS for end in ends):
        return None
    return ends


def _decimals(value: Decimal) -> int:
    return max(0, -int(value.normalize().as_tuple().exponent))


def _decimals_as_written(value: Decimal, written: str) -> int:
    """How many decimals the source wrote for this very figure, so that 2.00 % is not shown as 2 %."""
    found = (match.group().rstrip(",").replace(",", "") for match in _WRITTEN.finditer(written[:200]))
    return max((len(text.partition(".")[2]) for text in found if Decimal(text) == abs(value)), default=0)


def _scale(ends: Iterable[Decimal], *, chinese: bool) -> tuple[int, str]:
    """The power of ten and its word that both ends are shown in; (0, "") where digits would be lost or too many."""
    smallest = min(abs(end) for end in ends)
    largest = max(abs(end) for end in ends)
    if largest < _SCALE_FROM:
        return 0, ""
    for power, word in _CHINESE_SCALES if chinese else _ENGLISH_SCALES:
        scaled = [end.scaleb(-power) for end in ends]
        if smallest.scaleb(-power) >= 1 and all(_decimals(end) <= MAX_SCALED_DECIMALS for end in scaled):
            return power, word
    return 0, ""


def _digits(value: Decimal, decimals: int) -> str:
    return f"{value:,.{decimals}f}".replace("-", MINUS)


def format_number(number: str, *, written: str = "", scaled: bool = False) -> tuple[str, str]:
    """The digits of a stored number and its scale word: ``("3.50–3.75", "")``, ``("4.109", "trillion")``.

    ``written`` is the source's own writing, from which trailing zeros are kept. What is no number comes back as it is.
    """
    ends = parse_number(number)
    if ends is None:
        return number, ""
    power, word = _scale(ends, chinese=is_chinese()) if scaled else (0, "")
    shown = [end.scaleb(-power) for end in ends]
    decimals = max(max(_decimals(end), _decimals_as_written(end, written)) for end in shown)
    texts = [_digits(end, decimals) for end in shown]
    if ends[0] == ends[1]:
        return texts[0], word
    return EN_DASH.join(texts), word


@register.filter
def unit_name(unit: str) -> str:
    """The unit in the reader's language; one we have no word for is shown as it is written."""
    return str(UNITS.get(unit, unit))


def make_figure(*, number: str, unit: str, kind: str, written: str = "") -> ShownFigure:
    """A stored number with its unit as one figure. ``kind`` is the node's; money and counts are shown in scales, percents are not."""
    return _write_figure(number, unit, kind, written, get_language()) if number else ShownFigure(written)


@lru_cache(_REMEMBERED)
def _write_figure(number: str, unit: str, kind: str, written: str, language: str | None) -> ShownFigure:
    """``language`` is the one that figures are written in: there is one for each."""
    text, scale = format_number(number, written=written, scaled=kind in (NodeKind.CURRENCY, NodeKind.NUMBER))
    name = unit_name(unit)
    if is_chinese():
        return ShownFigure(text, f"{scale}{name}", "" if scale or name in ("%", "‰", "") else NO_BREAK_SPACE)
    words = NO_BREAK_SPACE.join(part for part in (scale, name) if part)
    return ShownFigure(text, words, NO_BREAK_SPACE if words else "")


def has_scale(figure: ShownFigure) -> bool:
    """Whether its unit begins with a power of ten: 万, million."""
    return figure.unit.startswith(tuple(word for _power, word in (*_ENGLISH_SCALES, *_CHINESE_SCALES)))


def make_text_answer(value: str) -> str:
    """The answer of a node of kind text in words; anything else as it is."""
    return {"yes": gettext("yes"), "no": gettext("no"), "unknown": gettext("unknown")}.get(value, value)


def state_figure(state: object, kind: str) -> ShownFigure | None:
    """The figure of a NodeState or a finished run; None where it is unknown."""
    badge, value, number = (getattr(state, name) for name in ("badge", "value", "number"))
    if badge in (Badge.UNKNOWN, Badge.NEEDS_HUMAN, Badge.FAILED, "") or value in ("", "unknown"):
        return None
    if not number:
        return ShownFigure(make_text_answer(value))
    return make_figure(number=number, unit=getattr(state, "unit", ""), kind=kind, written=value)


def candidate_figure(candidate: dict[str, object], *, unit: str, kind: str) -> ShownFigure:
    """The figure of one entry of a run's ``candidates`` or ``conflicts``."""
    value = str(candidate.get("value") or "")
    number = str(candidate.get("number") or "")
    if not number:
        return ShownFigure(make_text_answer(value))
    return make_figure(number=number, unit=unit, kind=kind, written=value)


@register.filter
def as_html(figure: ShownFigure | None) -> SafeString | str:
    """Digits, then the unit in small type."""
    if figure is None:
        return ""
    if not figure.unit:
        return figure.text
    return format_html("{}<small>{}{}</small>", figure.text, figure.glue, figure.unit)


@register.filter
def as_rivals(figures: Sequence[ShownFigure]) -> SafeString:
    """Values that compete, side by side. One that is alone was doubted by whoever was asked about it: it doesn't stand like a value."""
    if len(figures) == 1:
        doubt = pgettext("a value that was doubted", "not confirmed")
        return format_html('<span class="doubted">{} <small>{}</small></span>', as_html(figures[0]), doubt)
    between = format_html('<small class="or">{}</small>', pgettext("between two values", "or"))
    return format_html_join(between, "{}", ((as_html(figure),) for figure in figures))


@register.filter
def seconds(duration_ms: int | None) -> str:
    """A duration in milliseconds as seconds with one decimal."""
    if duration_ms is None:
        return ""
    return gettext("%(seconds)s s") % {"seconds": f"{duration_ms / 1000:.1f}"}
