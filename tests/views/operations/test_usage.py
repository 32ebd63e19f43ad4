"""The usage page and its files."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
import time_machine
from bs4 import BeautifulSoup
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.views.ledger import make_call, spend
from tests.views.rows import make_node, make_run
from verification.models import Limit, ProviderHealth, SearchSetting
from verification.reads.operations.usage import Figures
from verification.templatetags.usage import milliseconds, percent, usd
from verification.views.charts.columns import make_columns, write_count

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("dates")]


@pytest.fixture(autouse=True)
def _middle_of_a_month() -> object:
    with time_machine.travel(datetime(2026, 11, 20, 15, 0, tzinfo=UTC), tick=False):
        yield


def page(client: Client, query: str = "") -> str:
    response = client.get(f"/usage/{query}")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())  # a no-break space becomes a plain one


def test_empty_ledger_says_what_will_stand_here(analyst_client: Client) -> None:
    html = page(analyst_client)
    assert "Nothing was asked yet" in html
    assert "US$0.00" in html
    assert "usage.csv" not in html


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_no_two_cards_have_one_heading(analyst_client: Client, language: str) -> None:
    make_call()
    analyst_client.cookies["django_language"] = language
    headings = [heading.get_text() for heading in BeautifulSoup(page(analyst_client), "html.parser").select("main h2")]
    assert len(headings) == len(set(headings)) > 5


def test_calls_stand_by_day_provider_and_purpose(analyst_client: Client) -> None:
    make_call()
    make_call(days_ago=3, purpose="event", status="failed", fault="timeout", cost_usd=0)
    make_call(kind="model", provider="openai", purpose="node", cost_usd="0.5", input_tokens=1200, output_tokens=34)
    make_call(status="ok", is_cached=True, units=0, cost_usd=0)
    make_call(status="refused", fault="quota_exhausted", units=0, cost_usd=0)
    html = page(analyst_client)
    assert html.index(">openai</a>") < html.index(">tavily</a>")
    assert "1 from the cache" in html
    assert "1 not made" in html
    assert "Only 50 % of the calls to tavily succeed; expected are at least 95 %." in html
    assert "17 Nov 2026" in html
    assert "Calls by day: 2 answered, 1 failed, 1 not made." in html
    assert "highest on 20 Nov with US$0.51" in html
    assert "1,234" in html


def test_filters_narrow_everything_but_the_budget(analyst_client: Client) -> None:
    spend(3)
    make_call()
    make_call(kind="page", provider="web", purpose="citation", cost_usd=0)
    html = page(analyst_client, "?provider=web&purpose=citation&kind=page&days=7")
    assert ">web</a>" in html
    assert ">tavily</a>" not in html
    assert "US$3.00" in html
    assert '<option value="7" selected>' in html
    assert "Nothing matches" in page(analyst_client, "?provider=web&purpose=event")
    assert "was left out: days" in page(analyst_client, "?days=12")


def test_days_before_the_span_are_not_counted(analyst_client: Client) -> None:
    make_call(days_ago=7)
    assert "Nothing was asked yet" in page(analyst_client, "?days=7")
    assert "Nothing was asked yet" not in page(analyst_client)


@pytest.mark.parametrize(
    ("spent", "tone", "words"),
    [(23, "f-ink", None), (24, "f-nh", "80 % of this month's budget is spent."), (31, "f-nh", "This month's budget is used up.")],
)
def test_budget_bar_warns_at_eighty_per_cent(analyst_client: Client, spent: int, tone: str, words: str | None) -> None:
    spend(spent)
    html = page(analyst_client).replace("&#x27;", "'")
    assert f'<rect class="{tone}" x="0" width="{min(spent / 30, 1) * 100:.2f}%"' in html
    assert ("budget is" in html) is (words is not None)
    assert words is None or words in html


def test_day_above_a_thirtieth_of_the_budget_is_named(analyst_client: Client) -> None:
    make_call(days_ago=2, cost_usd="1.01")
    make_call(days_ago=1, cost_usd="1")
    html = page(analyst_client).replace("&#x27;", "'")
    assert "1 day cost over a thirtieth of the month's budget (US$1.00): 18 Nov." in html
    assert html.count('<rect class="f-nh"') == 1


def test_limit_of_an_admin_is_the_budget(analyst_client: Client) -> None:
    Limit.objects.create(scope="usd", amount=60_000_000)
    assert "of 60.00" in page(analyst_client)


def test_quota_and_health_stand_beside_a_provider(analyst_client: Client) -> None:
    make_call()
    SearchSetting.objects.create(name="tavily", daily_limit=1000)
    ProviderHealth.objects.create(
        provider="search:tavily", opened_at=timezone.now(), open_until=timezone.now() + timedelta(minutes=5), last_fault="out_of_credit"
    )
    html = page(analyst_client)
    assert "0 of 1000" in html
    assert "resting" in html
    assert "out of credit" in html


def test_runs_are_counted_with_what_a_value_cost(analyst_client: Client) -> None:
    make_run(make_node(), cost_usd=Decimal("0.02"))
    make_run(make_node("b"), cost_usd=Decimal("0.01"), status="failed", badge="failed", reason="provider_failed")
    make_run(make_node("c"), status="degraded", badge="unknown", reason="no_numbers")
    html = page(analyst_client)
    assert "1 verified · 1 without a value · 0 need a person · 1 failed" in html
    assert "1 of them lacked a service" in html
    assert "US$0.03 for a verified value" in html


def test_names_from_outside_are_escaped(analyst_client: Client) -> None:
    make_call(provider='"><script>x</script>')
    assert "<script>x" not in page(analyst_client)


def test_only_admins_are_sent_to_the_budgets(analyst_client: Client, admin_client: Client) -> None:
    assert ["Change budgets" in page(client) for client in (analyst_client, admin_client)] == [False, True]


@pytest.mark.parametrize("ending", ["csv", "json"])
def test_files_hold_what_is_filtered(analyst_client: Client, ending: str) -> None:
    make_call(provider="=cmd()")
    make_call(days_ago=1, kind="model", provider="openai", cost_usd="0.000001")
    response = analyst_client.get(f"/usage.{ending}?kind=search")
    text = b"".join(response.streaming_content).decode()
    rows = json.loads(text) if ending == "json" else list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert [row["provider"] for row in rows] == ["=cmd()" if ending == "json" else "'=cmd()"]
    assert (rows[0]["date"], float(rows[0]["cost_usd"]), int(rows[0]["calls"])) == ("2026-11-20", 0.008, 1)
    assert response["Content-Disposition"].endswith(f'usage-2026-11-20.{ending}"')


def queries_of(client: Client) -> int:
    with CaptureQueriesContext(connection) as seen:
        page(client)
    return len(seen)


def test_page_takes_the_same_queries_for_one_call_and_for_a_month_of_them(analyst_client: Client) -> None:
    make_call()
    page(analyst_client)
    one = queries_of(analyst_client)
    for days_ago in range(30):
        for provider in ("tavily", "serper", "web"):
            make_call(days_ago=days_ago, provider=provider)
    assert (queries_of(analyst_client), one) == (one, one)
    assert one <= 28


def test_money_rates_and_times_are_written_as_people_read_them() -> None:
    assert [usd(Decimal(text)) for text in ("0", "0.004", "0.0000015", "12.345", "1234.5")] == [
        "0.00",
        "0.004",
        "0.000002",
        "12.34",
        "1,234.50",
    ]
    assert [percent(rate) for rate in (None, 0.0, 0.9997, 1.0, 0.955)] == ["–", "0\xa0%", "99.9\xa0%", "100\xa0%", "95.5\xa0%"]
    assert [milliseconds(value) for value in (12, 999, 1000, 12_345)] == ["12 ms", "999 ms", "1.0 s", "12.3 s"]


def test_columns_stay_within_the_chart_and_a_little_is_seen() -> None:
    days = [
        (timezone.now().date() + timedelta(days=number), Figures(cost_usd=Decimal(usd))) for number, usd in enumerate(("0", "0.001", "7"))
    ]
    chart = make_columns(
        days,
        label="x",
        parts=lambda _day, figures: (("f-ink", figures.cost_usd),),
        title=lambda day, _figures: str(day),
        write=write_count,
        line=Decimal(5),
    )
    assert chart is not None
    assert [len(column.blocks) for column in chart.columns] == [0, 1, 1]
    assert [block.height for column in chart.columns for block in column.blocks] == ["1.5", "98.0"]
    assert [level.text for level in chart.levels] == ["5", "10"]
    assert chart.level == "80.0"


def test_without_an_amount_there_is_no_chart() -> None:
    days = [(timezone.now().date(), Figures())]
    assert make_columns(days, label="", parts=lambda *_: (), title=lambda *_: "", write=str) is None
