"""Money, rates and times of the ledger as people read them."""

from decimal import Decimal

from django import template
from django.utils.translation import gettext, pgettext

register = template.Library()

_CENT = Decimal("0.01")


@register.filter
def usd(amount: Decimal) -> str:
    """Cents; more places only where there is less than a cent."""
    if amount and abs(amount) < _CENT:
        return f"{amount.quantize(Decimal('0.000001')).normalize():f}"
    return f"{amount:,.2f}"


@register.filter
def percent(rate: float | None) -> str:
    """A share of 1; a dash where there is none. 99.97 % are not shown as 100 %."""
    if rate is None:
        return "–"
    shown = int(rate * 1000) / 10
    return pgettext("percentage", "%(number)s\N{NO-BREAK SPACE}%%") % {"number": f"{shown:g}"}


@register.filter
def milliseconds(duration: int) -> str:
    if duration < 1000:
        return gettext("%(number)s ms") % {"number": duration}
    return gettext("%(number)s s") % {"number": f"{duration / 1000:.1f}"}
