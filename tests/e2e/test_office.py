"""The admin in a real browser: its pages are light, and all that Django's scripts do for them works from the bundles."""

from django.contrib.auth.base_user import AbstractBaseUser
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.test_newcomer import MOST_REQUESTS, Weights
from tests.e2e.test_walk import log_in
from tests.views.rows import make_node, make_state
from verification.models import WhitelistDomain

NODES = "/admin/verification/node/"


def test_lists_and_forms_take_ten_requests(browser: Browser, base_url: str, admin: AbstractBaseUser) -> None:
    """Each with an empty cache."""
    node = make_node("policy-rate", label="Policy rate")
    make_state(node)
    node.links.add(make_node("effect"))
    domain = WhitelistDomain.objects.order_by("pk")[0]
    places = (NODES, f"{NODES}add/", f"{NODES}{node.pk}/change/", *(f"/admin/verification/whitelistdomain/{rest}" for rest in ("", "add/")))
    heavy = {}
    for place in (*places, f"/admin/verification/whitelistdomain/{domain.pk}/change/", "/admin/verification/searchsetting/"):
        context = browser.new_context(base_url=base_url)
        log_in(context, base_url, admin)
        weights = Weights(context)
        page = context.new_page()
        page.goto(place)
        page.wait_for_load_state("networkidle")
        heavy |= {name: number for name, number in weights.requests.items() if number > MOST_REQUESTS}
        context.close()
    assert heavy == {}


def test_what_the_scripts_do_is_done(context: BrowserContext, page: Page, base_url: str, admin: AbstractBaseUser) -> None:
    """The first field has the focus, a row is added, its node is found by typing, and a list counts what is chosen."""
    node = make_node("policy-rate", label="Policy rate")
    make_node("effect", label="Mortgage rate")
    log_in(context, base_url, admin)
    page.goto(f"{NODES}add/")
    expect(page.locator("input[name=slug]")).to_be_focused()
    page.goto(f"{NODES}{node.pk}/change/")
    page.locator(".add-row a").click()
    page.locator("#links_to-group, .inline-group").locator(".select2-selection").first.click()
    page.locator(".select2-search__field").fill("Mortgage")
    page.locator(".select2-results__option", has_text="Mortgage rate").click()
    expect(page.locator(".select2-selection__rendered").first).to_contain_text("Mortgage rate")
    page.goto(NODES)
    page.locator("input#action-toggle").check()
    expect(page.locator(".action-counter")).to_have_text("2 of 2 selected")
