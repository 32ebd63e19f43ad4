"""Money, rates and times of the ledger as people read them."""

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal

from django import template
from django.template.defaultfilters import floatformat
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from verification.forms import UsageFilterForm
from verification.kept import ALWAYS, Kept, Written
from verification.reads.operations.usage import SPANS, Figures, UsageFilters
from verification.services.operations.service_list import OutsideService
from verification.templatetags.markup import fill_each

register = template.Library()

_CENT = Decimal("0.01")
_KEPT = Kept(most=300)


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
def usage_filters(form: UsageFilterForm, filters: UsageFilters, names: tuple[str, ...]) -> SafeString:
    """The form above the page, which differs with what was chosen and with the providers that were asked."""
    shown = {"form": form, "filters": filters, "names": names, "spans": SPANS}
    return _KEPT.get((filters, names), timezone.now(), lambda: Written(render_to_string("usage/filters.html", shown), ALWAYS))


@register.simple_tag
def usage_service_rows(services: tuple[OutsideService, ...]) -> SafeString:
    """A line for each outside service: how they are set up changes when a person changes it, or when one fails."""
    shown = {"services": services}
    return _KEPT.get(services, timezone.now(), lambda: Written(render_to_string("usage/service_rows.html", shown), ALWAYS))


@register.simple_tag
def usage_day_rows(days: Sequence[tuple[date, Figures]]) -> SafeString:
    """The newest day, whose figures change, and the others, kept."""
    told = tuple((day, *figures.told) for day, figures in days[1:])
    others = _KEPT.get(told, timezone.now(), lambda: Written(_write_days(days[1:]), ALWAYS))
    return _write_days(days[:1]) + others


def _write_days(days: Iterable[tuple[date, Figures]]) -> SafeString:
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
