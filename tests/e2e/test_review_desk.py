"""The review desk in a real browser: ten items by keyboard alone, two people at one item, and all of it without scripts."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.test_walk import log_in
from tests.views.desk import make_dispute
from verification.enums import ReviewStatus
from verification.models import AuditEntry, ReviewItem, Ruling

TYPED = "68.40 was the afternoon price; both 66.90 pages are closing data."

# The figures that are marked in the first quote of each value, where all of it stands between the bar above and the actions below.
QUOTES_IN_SIGHT = """() => {
  const top = document.querySelector(".top").getBoundingClientRect().bottom;
  const bar = document.querySelector(matchMedia("(max-width: 49rem)").matches ? ".decide .acts" : ".decide").getBoundingClientRect().top;
  const firsts = [...document.querySelectorAll(".cand")].map((value) => value.querySelector(".src blockquote"));
  const seen = firsts.filter((quote) => quote.getBoundingClientRect().top >= top && quote.getBoundingClientRect().bottom <= bar);
  return seen.map((quote) => quote.querySelector("mark").textContent);
}"""


def press(page: Page, *keys: str) -> int:
    """The keys of one ruling, after which another page has to come; how many they were."""
    with page.expect_navigation():
        for key in keys:
            page.keyboard.press(key)
    return len(keys)


@pytest.fixture
def second_page(browser: Browser, base_url: str, admin: AbstractBaseUser) -> Iterator[Page]:
    """Another person in a browser of their own."""
    context = browser.new_context(base_url=base_url)
    log_in(context, base_url, admin)
    yield context.new_page()
    context.close()


@pytest.fixture
def plain_page(browser: Browser, base_url: str) -> Iterator[Page]:
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    yield context.new_page()
    context.close()


def test_ten_items_by_keyboard_alone(context: BrowserContext, page: Page, base_url: str, reviewer: AbstractBaseUser) -> None:
    items = [make_dispute(f"rate-{number}") for number in range(10)]
    log_in(context, base_url, reviewer)
    page.goto("/reviews/")
    press(page, "s")
    used = [press(page, "a")]
    used += [press(page, "2", "a"), press(page, "1", "a")]
    used += [press(page, "r", "Space", "r"), press(page, "t"), press(page, "s")]
    used += [press(page, "a") for _item in range(3)]
    page.keyboard.press("f")
    expect(page.locator("#fix-value")).to_be_focused()
    page.keyboard.type("66.95")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("https://bank.example/brent")
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    page.keyboard.type("The bank's own page: a, r, t and s are letters here.")
    page.keyboard.press("Escape")
    used += [press(page, "f")]
    assert page.url == f"{base_url}/reviews/{items[5].pk}/?ruled={items[9].pk}"  # the one that was skipped
    used += [press(page, "a")]
    assert max(used) <= 4
    rulings = list(Ruling.objects.order_by("pk").values_list("decision", "value"))
    assert rulings == [
        *(("accept", "$68.40"), ("accept", "$66.90"), ("accept", "$68.40"), ("reject", ""), ("retry", "")),
        *[("accept", "$68.40")] * 3,
        *(("fix", "66.95"), ("accept", "$68.40")),
    ]
    assert not ReviewItem.objects.filter(status=ReviewStatus.OPEN).exists()
    assert AuditEntry.objects.filter(verb="review.skip").count() == 1
    expect(page.locator(".empty h2")).to_have_text("Nothing waits for a ruling")


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
@pytest.mark.share(2)
def test_both_sides_are_seen_before_each_of_ten_rulings(
    context: BrowserContext, page: Page, base_url: str, reviewer: AbstractBaseUser, width: int, height: int
) -> None:
    for number in range(10):
        make_dispute(f"rate-{number}", label="Front-month Brent crude oil settlement price at the end of the day")
    log_in(context, base_url, reviewer)
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/reviews/")
    press(page, "s")
    for _item in range(10):
        expect(page.locator("#accept-figure")).to_have_text("68.40\xa0USD ")
        assert page.evaluate(QUOTES_IN_SIGHT) == ["$68.40", "$66.90"]
        press(page, "2", "a")
    assert list(Ruling.objects.values_list("decision", "value")) == [("accept", "$66.90")] * 10


def test_what_is_wrong_stands_at_its_field(context: BrowserContext, page: Page, base_url: str, reviewer: AbstractBaseUser) -> None:
    item = make_dispute()
    log_in(context, base_url, reviewer)
    page.goto(f"/reviews/{item.pk}/")
    with page.expect_navigation():
        page.get_by_role("button", name="Reject").click()
    expect(page.locator("#err-reason")).to_have_text("A reason is required to reject or to fix.")
    expect(page.locator("#why")).to_be_focused()
    assert page.locator("#why").get_attribute("aria-describedby") == "err-reason"
    page.keyboard.type("The desk was told otherwise.")
    with page.expect_navigation():
        page.get_by_role("button", name="Reject").click()
    assert Ruling.objects.get().reason == "The desk was told otherwise."


def test_ruling_is_taken_back_with_a_key(context: BrowserContext, page: Page, base_url: str, reviewer: AbstractBaseUser) -> None:
    item = make_dispute()
    log_in(context, base_url, reviewer)
    page.goto(f"/reviews/{item.pk}/")
    press(page, "a")
    expect(page.locator(".toast")).to_contain_text("Undo (")
    press(page, "z")
    assert page.url == f"{base_url}/reviews/{item.pk}/"
    assert list(Ruling.objects.order_by("pk").values_list("decision", flat=True)) == ["accept", "undo"]


def test_keys_are_silent_while_typing_and_when_turned_off(
    context: BrowserContext, page: Page, base_url: str, reviewer: AbstractBaseUser
) -> None:
    item = make_dispute()
    log_in(context, base_url, reviewer)
    page.goto(f"/reviews/{item.pk}/")
    expect(page.locator("#accept-figure")).to_have_text("68.40\xa0USD ")
    page.keyboard.press("2")
    expect(page.locator("#accept-figure")).to_have_text("66.90\xa0USD ")
    page.keyboard.press("?")
    expect(page.locator("#legend")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("#legend")).to_be_hidden()
    expect(page.locator("#why")).to_be_hidden()
    page.keyboard.press("c")
    page.keyboard.type("a star")
    expect(page.locator("#why")).to_have_value("a star")
    page.reload()
    expect(page.locator("#why")).to_have_value("a star")
    page.get_by_role("button", name="Turn single keys off").click()
    page.keyboard.press("a")
    expect(page.get_by_role("button", name="Turn single keys on")).to_be_visible()
    assert Ruling.objects.count() == 0


def test_two_browsers_race_for_one_item(
    context: BrowserContext, page: Page, second_page: Page, base_url: str, reviewer: AbstractBaseUser
) -> None:
    item = make_dispute()
    log_in(context, base_url, reviewer)
    for each in (page, second_page):
        each.goto(f"/reviews/{item.pk}/")
    page.keyboard.press("c")
    page.locator("#why").fill(TYPED)
    second_page.keyboard.press("2")
    press(second_page, "a")
    with page.expect_response(lambda response: response.request.method == "POST") as answer:
        page.get_by_role("button", name="Reject").click()
    assert answer.value.status == 409
    expect(page.locator("#conflict strong")).to_have_text("charlie has ruled already: accepted.")
    expect(page.locator("#why")).to_have_value(TYPED)
    assert Ruling.objects.count() == 1
    page.get_by_role("button", name="Reopen with this reason").click()
    expect(page.locator("#lease")).to_contain_text("Yours, 5 min left")
    assert AuditEntry.objects.get(verb="review.reopen").reason == TYPED


def test_ruling_without_scripts(plain_page: Page, base_url: str, reviewer: AbstractBaseUser) -> None:
    make_dispute()
    log_in(plain_page.context, base_url, reviewer)
    plain_page.goto("/reviews/")
    plain_page.get_by_role("button", name="Start with the first").click()
    plain_page.locator("input[name=candidate]").nth(1).check()
    plain_page.get_by_role("button", name="Accept", exact=False).first.click()
    expect(plain_page.locator(".toast")).to_contain_text("Accepted 66.90 USD · Brent".replace(" USD", "\xa0USD"))
    plain_page.get_by_role("button", name="Undo").click()
    plain_page.locator("#comment summary").click()
    plain_page.locator("#why").fill(TYPED)
    plain_page.get_by_role("button", name="Reject").click()
    assert list(Ruling.objects.order_by("pk").values_list("decision", flat=True)) == ["accept", "undo", "reject"]
