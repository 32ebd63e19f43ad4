"""Every page in a real browser, in both languages, light and dark, wide and narrow: it fits, and axe finds nothing.

``make test`` looks at each page once, in one language and its colours, wide and narrow, and asks axe of a page of each kind and of a few
others, drawn with the seed; the long walk asks it of each page in all of them. There a picture of each is kept in pytest's folder of
temporary files (its last three runs stay), named by page, width, language and colours.
"""

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page

from tests.e2e.walk import NOWHERE, add_admin, fill_admin, fill_pages, one_of_a_kind
from verification.reads.documents import DOCUMENTS, FOR_EVERYBODY

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
LANGUAGES, THEMES = ("en", "zh-hans"), ("light", "dark")
WIDTHS = (1280, 800, 390, 360)
WIDEST_AND_NARROWEST = (WIDTHS[0], WIDTHS[-1])
# Pictures take a third of the time. Where a change is judged, nobody looks at them.
PICTURED = () if os.environ.get("CI") or os.environ.get("REQUIRE_ALL") else (1280, 390)
PAPER = {"width": 794, "height": 1123}  # A4
# Controls that a person sees and that do nothing without a script.
DEAD = """() => [...document.querySelectorAll('button, a')].filter(element => element.checkVisibility() && (
  element.tagName === 'A' ? !element.getAttribute('href') : element.type === 'button' && !element.hasAttribute('popovertarget')
)).map(element => element.outerHTML.slice(0, 120))"""

# Folds or opens what can be opened, changes the colours where some are named, and measures how far the page scrolls sideways.
ARRANGE = """([isOpen, theme]) => {
  document.querySelectorAll('main details').forEach(element => { element.open = isOpen })
  if (theme) document.documentElement.dataset.theme = theme
  return document.documentElement.scrollWidth - document.documentElement.clientWidth
}"""


def log_in(context: BrowserContext, base_url: str, user: AbstractBaseUser) -> None:
    """Without the log-in page, which has tests of its own."""
    client = Client()
    client.force_login(user)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base_url}])


def dress(context: BrowserContext, base_url: str, language: str, theme: str) -> None:
    """As the switches would leave it; the admin looks at what the system asks for."""
    cookies = {"django_language": language, "theme": theme}
    context.add_cookies([{"name": name, "value": value, "url": base_url} for name, value in cookies.items()])


def sideways(page: Page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def pass_time(page: Page, seconds: int) -> None:
    """Everything that the page would do by the clock in this time is done at once, and each request of it was told to who watches.

    The clock is installed before the page is opened. What a server tells by itself takes its own time.
    """
    page.clock.run_for(seconds * 1000)
    # Requests are told in their order, and the answer to the last one is waited for.
    assert page.evaluate("fetch('/robots.txt').then(answer => answer.status)") == 200


def findings(page: Page) -> list[str]:
    """What axe holds against the page: rule, and the first element."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE)
    result = page.evaluate("rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']})", RULES)
    return [f"{page.url} {found['id']}: {found['nodes'][0]['html'][:200]}" for found in result["violations"]]


def look_once(page: Page, address: str, theme: str, *, is_asked: bool = True) -> list[str]:
    """The faults of one page as it is served, wide and narrow; axe's too if it ``is_asked``."""
    return look_at(page, address, None, "", [theme], WIDEST_AND_NARROWEST, is_asked=is_asked)


def look_at(
    page: Page,
    address: str,
    folder: Path | None,
    dress: str,
    themes: Sequence[str],
    widths: Sequence[int] = WIDTHS,
    *,
    is_asked: bool = True,
) -> list[str]:
    """The faults of one page, which is served in the first of ``themes``; its pictures, with everything folded, go to ``folder``.

    At each width it changes its colours as the other cookie would: to fetch it and lay it out anew for them finds nothing more.
    """
    page.set_viewport_size({"width": WIDTHS[0], "height": 900})
    answer = page.goto(address)
    assert answer is not None
    faults = [] if answer.status == (404 if address == NOWHERE else 200) else [f"{address} answers {answer.status}"]
    name = re.sub(r"[^a-z0-9]+", "-", address.lower()).strip("-") or "nodes"
    for width in widths:
        if width != WIDTHS[0]:
            page.set_viewport_size({"width": width, "height": 900})
        for theme in themes:
            worn = theme if len(themes) > 1 else ""
            if folder and width in PICTURED:
                page.evaluate(ARRANGE, [False, worn])
                page.screenshot(path=folder / f"{name}.{width}.{dress}.{theme}.png", full_page=True)
            by = page.evaluate(ARRANGE, [True, worn])
            faults += [f"{address} scrolls sideways at {width} by {by} ({theme})"] if by else []
            faults += [f"{found} ({theme})" for found in findings(page)] if is_asked and width == WIDTHS[0] else []
    return faults


def test_every_page_fits_in_one_dress_and_axe_finds_nothing(
    context: BrowserContext, page: Page, base_url: str, admin: AbstractBaseUser, seed: str
) -> None:
    """English and Chinese, light and dark, from page to page; then those of the admin."""
    addresses = [*fill_pages(admin), *add_admin(admin, is_whole=False)]
    asked = set(one_of_a_kind(addresses, seed))
    log_in(context, base_url, admin)
    faults = []
    for place, address in enumerate(addresses):
        theme = THEMES[place // 2 % 2]
        dress(context, base_url, LANGUAGES[place % 2], theme)
        page.emulate_media(color_scheme=theme)
        faults += look_once(page, address, theme, is_asked=address in asked)
    assert "\n".join(faults) == ""


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_and_axe_finds_nothing(
    context: BrowserContext, page: Page, base_url: str, admin: AbstractBaseUser, pictures: Path, language: str
) -> None:
    """Every second page is served light, the others dark."""
    addresses = fill_pages(admin)
    log_in(context, base_url, admin)
    faults = []
    for place, address in enumerate(addresses):
        themes = ("dark", "light") if place % 2 else ("light", "dark")
        dress(context, base_url, language, themes[0])
        faults += look_at(page, address, pictures, language, themes)
    assert "\n".join(faults) == ""


@pytest.mark.long
@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("zh-hans", "dark")])
def test_every_page_of_the_admin_fits_and_axe_finds_nothing(
    context: BrowserContext, page: Page, base_url: str, admin: AbstractBaseUser, pictures: Path, language: str, theme: str
) -> None:
    addresses = fill_admin(admin, is_whole=language == "en")
    log_in(context, base_url, admin)
    dress(context, base_url, language, theme)
    page.emulate_media(color_scheme=theme)
    faults = [fault for address in addresses for fault in look_at(page, address, pictures, language, [theme])]
    assert "\n".join(faults) == ""


def test_log_in_page_and_empty_pages_fit(context: BrowserContext, page: Page, base_url: str, reviewer: AbstractBaseUser) -> None:
    faults = look_once(page, "/login/", "light")
    log_in(context, base_url, reviewer)
    for address in ("/", "/graph/", "/batches/", "/reviews/"):
        faults += look_once(page, address, "light")
    assert "\n".join(faults) == ""


def test_every_document_fits(context: BrowserContext, page: Page, base_url: str, admin: AbstractBaseUser) -> None:
    """Their tables hold what no other page has: long names of settings, of calls and of tests."""
    log_in(context, base_url, admin)
    faults = []
    for language, documents in zip(LANGUAGES, (DOCUMENTS.values(), FOR_EVERYBODY), strict=True):
        dress(context, base_url, language, "light")
        for name in (document.name for document in documents):
            page.goto(f"/help/{name}/", wait_until="domcontentloaded")
            for width in (1024, WIDTHS[-1]):
                page.set_viewport_size({"width": width, "height": 900})
                faults += [f"{name} scrolls sideways at {width} by {by} ({language})" for by in [sideways(page)] if by]
    assert "\n".join(faults) == ""


def test_pages_on_paper_fit_and_hold_what_can_be_read(
    context: BrowserContext, page: Page, base_url: str, admin: AbstractBaseUser, pictures: Path
) -> None:
    """Dark on light whatever the screen has, without controls, and nothing that opens lies over the text."""
    fill_pages(admin)
    log_in(context, base_url, admin)
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size(PAPER)
    for address, name in (("/", "nodes"), ("/nodes/policy-rate/", "node")):
        page.goto(address)
        page.screenshot(path=pictures / f"{name}.paper.png", full_page=True)
        assert sideways(page) == 0
        for unprinted in ("header.top", ".btn", ".why-card", "form.filters", "#past"):
            assert [element.is_visible() for element in page.locator(unprinted).all() if element.is_visible()] == []
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(27, 26, 23)"


@pytest.fixture
def plain_page(browser: Browser, base_url: str) -> Iterator[Page]:
    """A narrow browser that runs no scripts of ours."""
    context = browser.new_context(java_script_enabled=False, base_url=base_url, viewport={"width": 390, "height": 900})
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("is_whole", [pytest.param(False, id="kinds"), pytest.param(True, id="all", marks=pytest.mark.long)])
def test_every_page_is_whole_without_script(plain_page: Page, base_url: str, admin: AbstractBaseUser, seed: str, is_whole: bool) -> None:
    """It is there, it fits, and no control that is seen needs a script. A page of each kind is looked at, and a few others."""
    addresses = fill_pages(admin)
    addresses = addresses if is_whole else one_of_a_kind(addresses, seed)
    log_in(plain_page.context, base_url, admin)
    faults = []
    for address in addresses:
        answer = plain_page.goto(address)
        assert answer is not None
        faults += [] if answer.status == (404 if address == NOWHERE else 200) else [f"{address} answers {answer.status}"]
        faults += [] if plain_page.locator("main h1").is_visible() else [f"{address} has no heading"]
        faults += [f"{address} needs a script: {element}" for element in plain_page.evaluate(DEAD)]
        faults += [f"{address} scrolls sideways by {by}" for by in [sideways(plain_page)] if by]
    assert "\n".join(faults) == ""
