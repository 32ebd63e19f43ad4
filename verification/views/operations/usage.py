"""What the calls to the outside took, by day, provider and purpose; the budget, and what a person should look at."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from django.conf import settings
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext
from django.views.decorators.http import require_safe

from verification.api.calls.files import open_to_tokens
from verification.core.operations.budget import LOWEST_SUCCESS, BudgetWarning, days_above_share, find_warnings, forecast_month
from verification.core.operations.health import OF_TRACING
from verification.core.vocabulary import CallKind, Fault, Purpose
from verification.enums import StepName, codes_of, label_of
from verification.forms import UsageFilterForm
from verification.kept import ALWAYS, Kept, Written
from verification.models import ProviderHealth
from verification.reads.answers import Shape
from verification.reads.operations import usage as usage_queries
from verification.reads.operations.operations import list_open_alerts
from verification.reads.operations.usage import Figures, ProviderUsage, Quota
from verification.reads.operations.usage_answers import SLICE_COLUMNS, slice_shape
from verification.services.events.figures import measure_events
from verification.services.gateway.provider_order import load_limits, load_search_settings
from verification.services.notices.alert_channels import describe_alert
from verification.services.operations.figures import measure_steps
from verification.services.operations.service_list import list_known_services
from verification.services.operations.spending import Month, load_spent, measure_month
from verification.services.queue.backlog import measure_queue
from verification.spreadsheets import guard_cell
from verification.templatetags.usage import milliseconds, percent, usd
from verification.views.access import needs
from verification.views.charts.columns import Columns, Parts, make_columns, write_count
from verification.views.files.exports import BYTE_ORDER_MARK, write_cell, write_line

_CHARTS = Kept(most=100)


@dataclass(frozen=True, slots=True)
class ProviderRow:
    """One provider; ``share`` is that of its quota in per cent, "" without one."""

    usage: ProviderUsage
    kind: str
    health: ProviderHealth | None
    is_resting: bool
    fault: str
    quota: Quota | None
    share: str


@dataclass(frozen=True, slots=True)
class PurposeRow:
    """``share`` of all money, or of all calls where nothing cost anything, in per cent."""

    label: str
    figures: Figures
    share: str


@needs("view_allowance")
@require_safe
def show_usage(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    form = UsageFilterForm(request.GET)
    filters = form.filters()
    known = usage_queries.load_known(filters=filters, now=now)
    calls = usage_queries.list_calls(filters=filters, now=now, known=known)
    every = usage_queries.list_slices(filters=filters, now=now, calls=calls)
    slices = usage_queries.narrow(every, filters=filters)
    limits, spent, searches = load_limits(), load_spent(now=now), load_search_settings()
    month = measure_month(now=now, calls=calls, limits=limits, spent=spent)
    days = usage_queries.fold_days(slices, filters=filters, now=now)
    providers = usage_queries.fold_providers(slices)
    health = usage_queries.list_health()
    quotas = usage_queries.list_quotas(
        now=now, event_limit=settings.DEEP_ANALYSIS_TOOL_DAILY_LIMIT, limits=limits, searches=searches, spent=spent
    )
    context = {
        "form": form,
        "filters": filters,
        "names": tuple(sorted({part.provider for part in every} | ({filters.provider} if filters.provider else set()))),
        "is_empty": not every,
        **_tell_month(month, now),
        "warnings": [*_warn(month, providers), *(("warn", describe_alert(alert)) for alert in list_open_alerts(*OF_TRACING))],
        "runs": usage_queries.count_runs(filters=filters, now=now, known=known),
        "queue": measure_queue(now=now),
        "total": usage_queries.total(slices),
        "cost_chart": _draw(("cost", month.spending.daily_share_usd), days, lambda: _chart_cost(days, month)),
        "calls_chart": _draw(("calls",), days, lambda: _chart_calls(days)),
        "days": [(day, figures) for day, figures in reversed(days) if figures.calls],
        "providers": _provider_rows(providers, health, quotas, now),
        "services": tuple(list_known_services(health=health, limits=limits, searches=searches)),
        "events": measure_events(now=now, has_steps=False),
        "steps": _list_steps(now),
        "purposes": _purpose_rows(usage_queries.fold_purposes(slices)),
    }
    return render(request, "usage/usage.html", context)


def _tell_month(month: Month, now: datetime) -> dict[str, object]:
    """What the month has cost, how much of its allowance that is, and what it will cost."""
    return {
        "month": month,
        "share": f"{min(month.spending.share, Decimal(1)) * 100:.2f}%",
        "share_words": percent(float(month.spending.share)),
        "is_warned": bool({BudgetWarning.SPENT, BudgetWarning.NEARLY_SPENT} & set(find_warnings(month.spending))),
        "forecast": forecast_month(spent_usd=month.spending.spent_usd, at=now),
    }


@open_to_tokens
@needs("view_allowance")
@require_safe
def export_usage_csv(request: HttpRequest) -> StreamingHttpResponse:
    return _answer(_write_csv(_rows(request)), "text/csv; charset=utf-8", "csv")


@open_to_tokens
@needs("view_allowance")
@require_safe
def export_usage_json(request: HttpRequest) -> StreamingHttpResponse:
    return _answer(iter([json.dumps(list(_rows(request)), ensure_ascii=False)]), "application/json", "json")


def _answer(parts: Iterable[str], content_type: str, ending: str) -> StreamingHttpResponse:
    day = timezone.localdate().isoformat()
    headers = {"Content-Disposition": f'attachment; filename="usage-{day}.{ending}"', "Cache-Control": "private, no-store"}
    return StreamingHttpResponse(parts, content_type=content_type, headers=headers)


def _rows(request: HttpRequest) -> list[Shape]:
    filters = UsageFilterForm(request.GET).filters()
    slices = usage_queries.list_slices(filters=filters, now=timezone.now())
    return [slice_shape(part) for part in usage_queries.narrow(slices, filters=filters)]


def _write_csv(rows: Iterable[Shape]) -> Iterator[str]:
    yield BYTE_ORDER_MARK + write_line(SLICE_COLUMNS)
    for row in rows:
        yield write_line(guard_cell(write_cell(row[name])) for name in SLICE_COLUMNS)


def _list_steps(now: datetime) -> list[tuple[str, str]]:
    """Each step that a run of the last day took, in their order, and how long in the mean."""
    took = measure_steps(now=now)
    return [(str(name.label), milliseconds(round(took[name] * 1000))) for name in StepName if name in took]


def _warn(month: Month, providers: Iterable[ProviderUsage]) -> list[tuple[str, str]]:
    """(class of the notice, sentence), the gravest first."""
    spending, found = month.spending, []
    warnings = find_warnings(spending)
    if BudgetWarning.SPENT in warnings:
        said = gettext("This month's budget is used up. The local corpus and the rules continue; priced services wait.")
        found.append(("bad", said))
    if BudgetWarning.NEARLY_SPENT in warnings:
        said = gettext("%(share)s of this month's budget is spent.") % {"share": percent(float(spending.share))}
        found.append(("warn", said))
    if BudgetWarning.DAY_ABOVE_SHARE in warnings:
        days = days_above_share(spending)
        said = ngettext(
            "%(count)s day cost over a thirtieth of the month's budget (US$%(share)s): %(days)s.",
            "%(count)s days cost over a thirtieth of the month's budget (US$%(share)s): %(days)s.",
            len(days),
        )
        named = gettext(", ").join(_day(day) for day in days)
        found.append(("warn", said % {"count": len(days), "share": usd(spending.daily_share_usd), "days": named}))
    for usage in providers:
        if usage.is_low:
            said = gettext("Only %(rate)s of the calls to %(provider)s succeed; expected are at least %(least)s.")
            rate, least = percent(usage.figures.success_rate), percent(float(LOWEST_SUCCESS))
            found.append(("warn", said % {"rate": rate, "least": least, "provider": usage.provider}))
    return found


def _draw(told: tuple[object, ...], days: list[tuple[date, Figures]], make: Callable[[], Columns | None]) -> SafeString:
    """The chart as it was drawn for the same figures; "" where there is nothing to show."""
    key = (*told, *((day, *figures.told) for day, figures in days))

    def write() -> Written:
        chart = make()
        return Written(render_to_string("usage/columns.html", {"chart": chart}) if chart else SafeString(""), ALWAYS)

    return _CHARTS.get(key, timezone.now(), write)


def _chart_cost(days: list[tuple[date, Figures]], month: Month) -> Columns | None:
    share = month.spending.daily_share_usd
    costly = [(day, figures.cost_usd) for day, figures in days if figures.cost_usd]
    dearest = max(costly, key=lambda pair: pair[1], default=None)
    label = ""
    if dearest:
        label = gettext("Cost by day: highest on %(day)s with US$%(usd)s. The figures stand in the table") % {
            "day": _day(dearest[0]),
            "usd": usd(dearest[1]),
        }

    def parts(_day: date, figures: Figures) -> Parts:
        return (("f-nh" if share and figures.cost_usd > share else "f-ink", figures.cost_usd),)

    return make_columns(
        days,
        label=label,
        parts=parts,
        title=lambda day, figures: f"{_day(day)}: US${usd(figures.cost_usd)}",
        write=lambda amount: f"${usd(amount)}",
        line=share or None,
    )


def _chart_calls(days: list[tuple[date, Figures]]) -> Columns | None:
    figures = [figures for _day, figures in days]
    label = gettext("Calls by day: %(succeeded)s answered, %(failed)s failed, %(refused)s not made. The figures stand in the table") % {
        "succeeded": sum(each.succeeded for each in figures),
        "failed": sum(each.failed for each in figures),
        "refused": sum(each.refused for each in figures),
    }

    def parts(_day: date, each: Figures) -> Parts:
        kept = each.succeeded + each.cached
        return (("f-ink", Decimal(kept)), ("f-bad", Decimal(each.failed)), ("f-uk", Decimal(each.refused)))

    return make_columns(days, label=label, parts=parts, title=lambda day, each: f"{_day(day)}: {each.calls}", write=write_count)


def _provider_rows(
    providers: Iterable[ProviderUsage], health: Mapping[str, ProviderHealth], quotas: Mapping[str, Quota], now: datetime
) -> list[ProviderRow]:
    rows = []
    for usage in providers:
        state, quota = health.get(usage.scope), quotas.get(usage.scope)
        is_resting = bool(state and state.open_until and state.open_until > now)
        fault = label_of(Fault, state.last_fault) if state and state.last_fault in codes_of(Fault) else ""
        kind = label_of(CallKind, usage.kind)
        share = f"{quota.share * 100:.2f}%" if quota else ""
        rows.append(ProviderRow(usage, kind, state, is_resting, fault, quota, share))
    return rows


def _purpose_rows(purposes: list[tuple[str, Figures]]) -> list[PurposeRow]:
    money = sum((figures.cost_usd for _purpose, figures in purposes), Decimal(0))
    calls = sum(figures.calls for _purpose, figures in purposes)
    return [
        PurposeRow(
            label=label_of(Purpose, purpose),
            figures=figures,
            share=f"{(figures.cost_usd / money if money else Decimal(figures.calls) / calls) * 100:.2f}%",
        )
        for purpose, figures in purposes
    ]


def _day(day: date) -> str:
    return date_format(day, pgettext("date format: day and month", "j M"))
