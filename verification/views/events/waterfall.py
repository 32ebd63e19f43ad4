"""What moved the confidence, as bars: each begins where the last one ended, and the line at 0.40 crosses them all."""

from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext

from verification.core.events.confidence import AdjustmentRule
from verification.enums import label_of
from verification.models import Event
from verification.reads.events.words import describe_adjustment, figure, signed

ZERO, ONE = Decimal(0), Decimal(1)


@dataclass(frozen=True, slots=True)
class Fall:
    """One bar: ``start`` and ``width`` in per cent of the axis, as SVG writes them; ``tone`` is the stylesheet's class."""

    label: str
    why: str
    start: str
    width: str
    tone: str
    amount: str
    is_total: bool = False


def make_falls(event: Event) -> list[Fall]:
    """From the preliminary confidence over each rule to the final one; empty while there is none."""
    if event.confidence is None or event.preliminary_confidence is None:
        return []
    at = event.preliminary_confidence
    falls = [_bar(gettext("Preliminary reading"), event.get_read_by_display(), ZERO, at, "f-uk", figure(at))]
    for adjustment in event.adjustments:
        step = Decimal(adjustment["delta"])
        begins, ends = _drawn(at), _drawn(at + step)
        label = label_of(AdjustmentRule, adjustment["rule"])
        tone = "f-ink" if step > 0 else "f-nh"
        falls.append(_bar(label, describe_adjustment(event, adjustment), min(begins, ends), max(begins, ends), tone, signed(step)))
        at += step
    total = _bar(gettext("Confidence after"), "", ZERO, event.confidence, "f-ink", figure(event.confidence))
    return [*falls, Fall(total.label, total.why, total.start, total.width, total.tone, total.amount, is_total=True)]


def _drawn(confidence: Decimal) -> Decimal:
    """Where on the axis: what goes beyond its ends on the way is cut off in the drawing alone."""
    return min(ONE, max(ZERO, confidence))


def _bar(label: str, why: str, low: Decimal, high: Decimal, tone: str, amount: str) -> Fall:
    return Fall(label, why, _percent(low), _percent(high - low), tone, amount)


def _percent(share: Decimal) -> str:
    return f"{100 * share:.2f}%"
