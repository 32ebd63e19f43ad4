"""The node page's own pages in a real browser: by keyboard, and without script."""

from django.contrib.auth.base_user import AbstractBaseUser
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.test_walk import log_in
from tests.views.nodes.test_history import fill
from tests.views.rows import make_node, make_run, make_verified
from verification.models import Node, NodeFlag


def fill_graph() -> Node:
    """A node with three years of history, an unknown cause and an effect with a long name."""
    node = fill()
    make_node("cause", label="月度消费者价格指数同比涨幅", kind="percent").links.add(node)
    node.links.add(make_verified("effect", label="A very long name of an effect that no box can hold in full"))
    make_run(node)
    return node


def test_history_graph_and_citation_work_by_keyboard_and_script(
    context: BrowserContext, page: Page, base_url: str, reviewer: AbstractBaseUser
) -> None:
    fill_graph()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    log_in(context, base_url, reviewer)
    page.goto("/nodes/policy-rate/?h=all")
    page.locator("#cite summary").first.click()
    page.locator("#cite button").first.click()
    expect(page.locator("#cite button").first).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#cite-text").text_content()
    before = page.locator("#past-day").input_value()
    page.locator("#past-slider").focus()
    page.keyboard.press("ArrowLeft")
    assert page.locator("#past-day").input_value() < before
    page.locator("svg.links a").first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{base_url}/nodes/cause/")


def test_pages_of_a_node_work_without_script(browser: Browser, base_url: str, reviewer: AbstractBaseUser) -> None:
    fill_graph()
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    log_in(context, base_url, reviewer)
    page = context.new_page()
    page.goto("/nodes/policy-rate/")
    page.get_by_role("button", name="Go to this day").click()
    page.locator("#past-day").fill("2025-01-01")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("This is what was known on")).to_be_visible()
    page.get_by_role("link", name="Back to now").click()
    page.locator("#cite summary").first.click()
    expect(page.locator("#cite-text")).to_be_visible()
    expect(page.locator("#cite button").first).to_be_hidden()
    page.get_by_role("link", name="Compare two").click()
    page.locator("input[name=a]").last.check()
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator(".pair h2")).to_have_count(2)
    page.goto("/nodes/policy-rate/flag/")
    page.get_by_label("What is wrong").fill("The rate is older.")
    page.get_by_role("button", name="Send").click()
    assert NodeFlag.objects.count() == 1
    context.close()
