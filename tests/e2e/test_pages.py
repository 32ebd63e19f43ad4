"""Every page in a real browser: it fits, it can be read and reached by everybody, in both languages, light and dark."""

from pathlib import Path

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from tests.views.rows import make_batch, make_conflict, make_node, make_open_run, make_page, make_run, make_state

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
WIDTHS = (1280, 390, 360)


def log_in(context: BrowserContext, base_url: str, user: AbstractBaseUser) -> None:
    """Without the log-in page, which has tests of its own."""
    client = Client()
    client.force_login(user)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base_url}])


def fill() -> list[str]:
    """Rows of every sort; the addresses of every page that shows them."""
    node = make_node("policy-rate", label="Policy rate of the central bank", aliases=["中央银行政策利率"], group="Rates", fresh_days=7)
    trace = [{"code": "pages_read", "params": {"pages": 3}}, {"code": "copies_merged", "params": {"copies": 1}}]
    pages = [
        make_page("The committee left its benchmark at 3.5%, saying that it would wait for more data before it moves again.", "3.5%"),
        make_page("央行将政策利率维持在3.5%不变。", "3.5%", domain="ribao.example", title="按兵不动", is_whitelisted=True),
        make_page("We see 3.25% by the end of the year.", "3.25%", stance="forecast", is_accepted=False),
        make_page(
            "x" * 400, "", url="https://a-very-long-name.example/" + "y" * 300, title="z" * 200, stance="no_value", is_accepted=False
        ),
    ]
    candidates = [
        {"value": "3.5%", "number": "3.5", "domains": ["a.example", "b.example", "c.example"], "stories": 3},
        {"value": "3.75%", "number": "3.75", "domains": ["d.example"], "stories": 1},
    ]
    state = make_state(node, pages=pages, trace=trace, candidates=candidates)
    make_state(node, pages=pages, trace=trace, candidates=candidates, number="3.75")
    conflict = make_conflict("oil")
    make_state(make_node("thin"), badge="unknown", reason="too_few_domains", value="unknown", number="", domains_count=1)
    failed = make_run(
        make_node("broken"), status="failed", badge="failed", reason="provider_failed", value="", number="", error="No answer."
    )
    waiting = make_open_run(make_node("waiting"))
    make_node("never")
    batch, over = make_batch(make_node("asked-for"), query="q=rate&stale=1"), make_batch()
    batch.runs.add(failed, state.run)
    over.runs.add(failed, state.run, conflict.state.run)
    runs = [state.run_id, conflict.state.run_id, failed.pk, waiting.pk]
    nodes = ["policy-rate", "oil", "thin", "broken", "never"]
    return [
        "/",
        "/?q=nothing-like-it",
        *(f"/nodes/{slug}/" for slug in nodes),
        *(f"/runs/{run}/" for run in runs),
        "/reviews/",
        "/batches/",
        "/batches/new/",
        "/batches/new/?q=nothing-like-it",
        f"/batches/{batch.pk}/",
        f"/batches/{over.pk}/",
        "/account/",
        "/account/password/",
        "/nowhere/",
    ]


def sideways(page: Page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def findings(page: Page) -> list[str]:
    """What axe holds against the page: rule, and the first element."""
    page.evaluate(AXE)
    result = page.evaluate("rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']})", RULES)
    return [f"{page.url} {found['id']}: {found['nodes'][0]['html'][:200]}" for found in result["violations"]]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_page_fits_and_axe_finds_nothing(
    context: BrowserContext, page: Page, base_url: str, admin: AbstractBaseUser, language: str, theme: str
) -> None:
    addresses = fill()
    log_in(context, base_url, admin)
    context.add_cookies(
        [{"name": "django_language", "value": language, "url": base_url}, {"name": "theme", "value": theme, "url": base_url}]
    )
    faults = []
    for address in addresses:
        page.goto(address)
        for details in page.locator("details").all():
            details.evaluate("element => { element.open = true }")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            if sideways(page):
                faults.append(f"{address} scrolls sideways at {width}")
        faults += findings(page)
        page.set_viewport_size({"width": 1280, "height": 900})
    assert "\n".join(faults) == ""


def test_log_in_page_and_empty_dashboard_fit(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    faults = []
    for address in ("/login/", "/"):
        page.goto(address)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            faults += [f"{address} {width}"] if sideways(page) else []
        faults += findings(page)
        log_in(context, base_url, analyst)
    assert "\n".join(faults) == ""


def test_why_opens_by_keyboard_and_closes_with_escape(
    context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser
) -> None:
    make_state(make_node())
    log_in(context, base_url, analyst)
    page.goto("/")
    page.locator("details.why summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".why-card")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".why-card")).to_be_hidden()
    expect(page.locator("details.why summary")).to_be_focused()


def test_skip_link_is_the_first_stop_and_leads_to_the_content(
    context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser
) -> None:
    log_in(context, base_url, analyst)
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.locator("a.skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_language_and_theme_switch_stay_on_the_page(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    make_state(make_node())
    log_in(context, base_url, analyst)
    page.goto("/nodes/policy-rate/?before=1")
    page.get_by_role("button", name="中文").click()
    expect(page).to_have_url(f"{base_url}/nodes/policy-rate/?before=1")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    page.get_by_role("button", name="配色").click()
    page.get_by_role("button", name="深色").click()
    expect(page).to_have_url(f"{base_url}/nodes/policy-rate/?before=1")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_menu_opens_on_a_phone(context: BrowserContext, page: Page, base_url: str, reviewer: AbstractBaseUser) -> None:
    log_in(context, base_url, reviewer)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Reviews").click()
    expect(page).to_have_url(f"{base_url}/reviews/")
    page.get_by_role("button", name="Account").click()
    page.get_by_role("button", name="Log out").click()
    expect(page).to_have_url(f"{base_url}/login/")


def test_admin_lives_under_the_same_policy(context: BrowserContext, page: Page, base_url: str, admin: AbstractBaseUser) -> None:
    """The watched context holds every refusal of the security policy against the page."""
    make_state(make_node())
    log_in(context, base_url, admin)
    page.goto("/admin/")
    expect(page.locator("h1").first).to_be_visible()
    page.goto("/admin/verification/node/")
    page.get_by_role("link", name="policy-rate").or_(page.get_by_role("link", name="Policy rate")).first.click()
    expect(page.locator("form#node_form")).to_be_visible()
