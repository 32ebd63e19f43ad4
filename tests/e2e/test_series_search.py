"""Publishers searched in a browser: from the node's page to a chosen series, in both languages and colours, wide and narrow."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.conf import LazySettings
from django.contrib.auth.base_user import AbstractBaseUser
from playwright.sync_api import BrowserContext, Page

from tests.e2e.test_walk import LANGUAGES, PICTURED, THEMES, dress, findings, log_in, sideways
from tests.factories import make_node
from tests.stubs.series import SeriesStub, Told
from verification.models import Node

LAST_YEAR = datetime.now(UTC).year - 1
KEY = ("M", "U2", "N", "000000", "4", "ANR")
SEARCH, TABLE = "/nodes/euro-prices/series/search/", "/nodes/euro-prices/series/table/?publisher=ecb&table=ICP"
PAGES = {
    "found": f"{SEARCH}?q=consumer",
    "nothing": f"{SEARCH}?q=zzz",
    "refused": f"{SEARCH}?q=%3F%3F",
    "table": TABLE,
    "series": f"{TABLE}{''.join(f'&c={code}' for code in KEY)}",
}


@pytest.fixture
def node(settings: LazySettings) -> Iterator[Node]:
    with SeriesStub({"ecb": {f"ICP/{'.'.join(KEY)}": [Told(f"{LAST_YEAR}-10", "2.1")]}}) as publishers:
        settings.SERIES_URLS, settings.FRED_API_KEY = publishers.urls, "refused"
        settings.SERIES_PROVIDERS = tuple(name for name in publishers.urls if name != "kraken")
        yield make_node("euro-prices", label="Euro area inflation", aliases=["欧元区通胀率"], unit="%")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_the_search_holds_in_all_dresses(
    context: BrowserContext,
    page: Page,
    base_url: str,
    admin: AbstractBaseUser,
    node: Node,
    tmp_path_factory: pytest.TempPathFactory,
    language: str,
) -> None:
    folder = tmp_path_factory.mktemp(f"search-{language}")
    log_in(context, base_url, admin)
    faults = []
    for theme in THEMES:
        dress(context, base_url, language, theme)
        page.emulate_media(color_scheme=theme)
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 900})
            for name, address in PAGES.items():
                page.goto(address)
                faults += [f"{name} {width} {theme} scrolls sideways"] if sideways(page) else []
                faults += [f"{name} {width} {theme}: {found}" for found in findings(page)]
                if PICTURED:
                    page.screenshot(path=folder / f"{name}.{width}.{language}.{theme}.png", full_page=True)
    assert faults == []


def test_a_person_finds_a_series_and_chooses_it(
    context: BrowserContext, page: Page, base_url: str, admin: AbstractBaseUser, node: Node
) -> None:
    log_in(context, base_url, admin)
    dress(context, base_url, "en", "light")
    page.goto(f"/nodes/{node.slug}/")
    page.get_by_role("link", name="Search the publishers").click()
    page.get_by_label("Words").fill("consumer prices")
    page.get_by_role("button", name="Search", exact=True).click()
    assert page.get_by_text("It did not answer: key refused.").is_visible()
    page.get_by_role("link", name="Indices of Consumer prices").click()
    for at, code in enumerate(KEY, start=1):
        page.locator(f"#c{at}").select_option(code)
    page.get_by_role("button", name="Show the series").click()
    page.get_by_role("button", name="Choose Indices of Consumer prices").click()
    assert page.locator("#series").get_by_text("ICP/M.U2.N.000000.4.ANR").is_visible()
    node.refresh_from_db()
    assert node.series.startswith("ecb-icp-m-u2-n-000000-4-anr")
