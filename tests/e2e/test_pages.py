"""The frame of the pages in a real browser: what opens, closes and switches there, by keyboard and on a phone."""

from django.contrib.auth.base_user import AbstractBaseUser
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.test_walk import log_in
from tests.views.rows import make_node, make_state


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
