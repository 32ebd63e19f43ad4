"""The command palette by keyboard, while typing, with an input method, and without scripts."""

from django.contrib.auth.base_user import AbstractBaseUser
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.e2e.test_verify import plain_page
from tests.e2e.test_walk import findings, log_in
from tests.views.rows import make_node

__all__ = ["plain_page"]


def test_node_is_opened_by_keyboard_alone(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    make_node("policy-rate", aliases=["政策利率"])
    make_node("policy-paper")
    log_in(context, base_url, analyst)
    page.goto("/")
    page.keyboard.press("Control+k")
    expect(page.locator("#palette")).to_be_visible()
    expect(page.locator("#palette-q")).to_be_focused()
    page.keyboard.type("policy")
    options = page.locator("#palette-list [role=option]")
    expect(options).to_have_count(2)
    expect(page.locator("#palette-said")).to_have_text("Results: 2")
    expect(options.nth(0)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#palette-q")).to_have_attribute("aria-activedescendant", "palette-1")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    assert findings(page) == []
    page.keyboard.press("ArrowDown")
    expect(options.nth(0)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{base_url}/nodes/policy-paper/")


def is_of_whole_word(url: str) -> bool:
    return url.endswith("/palette/?q=policy")


def test_late_answer_takes_no_choice_away(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    for slug in ("policy-paper", "policy-rate"):
        make_node(slug)
    held: list[Route] = []
    log_in(context, base_url, analyst)
    page.goto("/")
    page.route(is_of_whole_word, lambda route: held.append(route))
    page.keyboard.press("Control+k")
    page.keyboard.type("polic")
    options = page.locator("#palette-list [role=option]")
    expect(options).to_have_count(2)
    with page.expect_request(lambda request: is_of_whole_word(request.url)):
        page.keyboard.type("y")
    page.keyboard.press("ArrowDown")
    chosen = page.locator("#palette-list [aria-selected=true]")
    wanted = chosen.get_attribute("data-href")
    options.evaluate_all("(all) => all.forEach((one) => one.classList.add('before'))")
    held[0].continue_()
    expect(page.locator("#palette-list .before")).to_have_count(0)
    expect(page.locator("#palette-q")).to_have_attribute("aria-activedescendant", "palette-1")
    assert chosen.get_attribute("data-href") == wanted


def test_escape_closes_and_gives_the_focus_back(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    log_in(context, base_url, analyst)
    page.goto("/")
    page.locator("#palette-open").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#palette")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#palette")).to_be_hidden()
    expect(page.locator("#palette-open")).to_be_focused()


def test_keys_are_left_alone_while_somebody_types(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    make_node()
    log_in(context, base_url, analyst)
    page.goto("/")
    page.locator("#q").focus()
    page.keyboard.press("Control+k")
    expect(page.locator("#palette")).to_be_hidden()


def test_words_that_find_nothing_search_the_nodes(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    make_node()
    log_in(context, base_url, analyst)
    page.goto("/")
    page.keyboard.press("Control+k")
    page.keyboard.type("zzz")
    expect(page.locator("#palette-said")).to_have_text("Nothing found. Enter searches the nodes.")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{base_url}/?q=zzz")


def test_search_that_does_not_answer_says_so(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    log_in(context, base_url, analyst)
    page.goto("/")
    page.route("**/palette/**", lambda route: route.abort())
    page.locator("#palette-open").click()
    expect(page.locator("#palette-said")).to_have_text("The search did not answer. Enter searches the nodes.")


def test_palette_opens_by_touch_and_fits_a_phone(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    make_node("policy-rate", label="A very long name of a node " * 8)
    log_in(context, base_url, analyst)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("/")
    page.locator("#palette-open").click()
    page.keyboard.type("long name")
    option = page.locator("#palette-list [role=option]").first
    expect(option).to_contain_text("A very long name")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    option.click()
    expect(page).to_have_url(f"{base_url}/nodes/policy-rate/")


def test_without_scripts_the_button_leads_to_the_search(plain_page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    make_node()
    log_in(plain_page.context, base_url, analyst)
    plain_page.goto("/nodes/policy-rate/")
    plain_page.locator("#palette-open").click()
    expect(plain_page).to_have_url(f"{base_url}/#q")
    expect(plain_page.locator("#palette")).to_be_hidden()
