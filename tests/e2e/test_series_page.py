"""A node on an official series and a trusted page that says otherwise, as found in both languages and colours, wide and narrow."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import LazySettings
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page

from tests.e2e.test_walk import LANGUAGES, PICTURED, THEMES, dress, findings, log_in, sideways
from tests.e2e.walk import work_off
from tests.factories import make_node, make_run
from tests.stubs.pages import StubPage
from tests.stubs.series import SeriesStub, Told
from tests.stubs.serper import SerperStub
from verification.models import Node

MONTHS = 30
TODAY = datetime.now(UTC).date()


def _month(back: int) -> str:
    at = TODAY.year * 12 + TODAY.month - 1 - back
    return f"{at // 12}-{at % 12 + 1:02}"


NEWEST = _month(1)


@pytest.fixture
def node(settings: LazySettings) -> Iterator[Node]:
    """Verified on its series, of which the newest figure was revised; a trusted paper tells another one."""
    told = [Told(_month(back), f"4.{back % 5}", str(TODAY - timedelta(days=30 * back))) for back in range(2, MONTHS)]
    told += [Told(NEWEST, "4.1", str(TODAY - timedelta(days=20))), Told(NEWEST, "4.2", str(TODAY - timedelta(days=3)))]
    due = (TODAY + timedelta(days=12)).isoformat()
    said = f"The US unemployment rate was 4.9% in {datetime.fromisoformat(f'{NEWEST}-01'):%B %Y}, the government said on Friday."
    news = StubPage("https://www.reuters.com/us-jobs", "US unemployment rate", said, timezone.now() - timedelta(hours=4))
    with SeriesStub({"fred": {"UNRATE": told}}, releases={"UNRATE": [due]}) as publishers, SerperStub([news]) as search:
        settings.SERIES_URLS, settings.SERIES_PROVIDERS, settings.FRED_API_KEY = publishers.urls, ("fred",), publishers.key
        settings.SERPER_API_KEY, settings.SERPER_URL = search.key, search.url
        node = make_node("us-jobless", label="US unemployment rate", aliases=["美国失业率"], unit="%", series="us-unemployment-rate")
        work_off(make_run(node, from_stage="1").pk)
        yield node


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_series_and_what_contradicts_it_are_seen(
    context: BrowserContext,
    page: Page,
    base_url: str,
    analyst: AbstractBaseUser,
    node: Node,
    tmp_path_factory: pytest.TempPathFactory,
    language: str,
) -> None:
    folder = tmp_path_factory.mktemp(f"series-{language}")
    log_in(context, base_url, analyst)
    page.goto(f"/nodes/{node.slug}/")
    faults = []
    for theme in THEMES:
        dress(context, base_url, language, theme)
        page.emulate_media(color_scheme=theme)
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 900})
            page.goto(f"/nodes/{node.slug}/")
            faults += [f"{width} {theme} scrolls sideways"] if sideways(page) else []
            if PICTURED:
                page.screenshot(path=folder / f"series.{width}.{language}.{theme}.png", full_page=True)
        faults += findings(page)
    assert faults == []
    month = {"en": f"{datetime.fromisoformat(f'{NEWEST}-01'):%B %Y}", "zh-hans": f"{NEWEST[:4]}年{int(NEWEST[5:])}月"}[language]
    assert month in page.locator(".hero").inner_text()
    dissent = page.locator(".src", has_text="reuters.com")
    assert (dissent.is_visible(), dissent.locator("mark").first.inner_text()) == (True, "4.9%")
    assert page.locator("svg.chart path.official").get_attribute("d").count("L") >= 20
