"""Money, rates and times of the ledger as people read them."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal

from django import template
from django.template.defaultfilters import floatformat
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from verification.reads.operations.usage import Figures
from verification.templatetags.markup import fill_each

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


@register.simple_tag
def usage_day_rows(days: Iterable[tuple[date, Figures]]) -> SafeString:
    """Written here and not in a template, for there are thirty of them."""
    calls, failed, refused, success, tokens, cost = (
        gettext("Calls"),
        gettext("Failed"),
        gettext("Not made"),
        gettext("Success"),
        gettext("Tokens"),
        gettext("Cost"),
    )
    rows = (
        (
            date_format(day, "DATE_FORMAT"),
            *(calls, figures.calls, failed, figures.failed, refused, figures.refused),
            *(success, percent(figures.success_rate), tokens, floatformat(figures.tokens, "0g"), cost, usd(figures.cost_usd)),
        )
        for day, figures in days
    )
    return fill_each(
        '<tr><td class="name half">{}</td><td class="r num" data-l="{}">{}</td><td class="r num" data-l="{}">{}</td>'
        '<td class="r num" data-l="{}">{}</td><td class="r num" data-l="{}">{}</td><td class="r num" data-l="{}">{}</td>'
        '<td class="r num" data-l="{}">${}</td></tr>',
        rows,
    )
