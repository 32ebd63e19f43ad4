"""What was typed is not lost to a session that ended, and nothing is sent twice by an impatient hand."""

from django.contrib.auth.base_user import AbstractBaseUser
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.test_walk import log_in, pass_time
from tests.views.desk import make_dispute
from verification.models import ApiToken, ReviewItem

TYPED = "The bank corrected its page at noon; both figures of the morning are gone."


def end_session(context: BrowserContext) -> None:
    context.clear_cookies(name="sessionid")


def log_in_by_form(page: Page, user: AbstractBaseUser) -> None:
    page.locator("input[name=username]").fill(user.get_username())
    page.locator("input[name=password]").fill("correct horse battery")
    page.keyboard.press("Enter")


def test_a_text_outlives_the_end_of_a_session(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    log_in(context, base_url, analyst)
    page.goto("/citations/")
    page.locator("textarea[name=text]").fill(TYPED)
    page.locator("select[name=depth]").select_option("quick")
    end_session(context)
    page.get_by_role("button", name="Check citations").click()
    expect(page).to_have_url(f"{base_url}/login/?next=/citations/")
    expect(page.get_by_text("What you typed is kept.")).to_be_visible()
    log_in_by_form(page, analyst)
    expect(page).to_have_url(f"{base_url}/citations/")
    expect(page.locator("textarea[name=text]")).to_have_value(TYPED)
    expect(page.locator("select[name=depth]")).to_have_value("quick")
    page.reload()
    expect(page.locator("textarea[name=text]")).to_have_value("")


def test_nobody_else_is_shown_it(
    context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser, reviewer: AbstractBaseUser
) -> None:
    log_in(context, base_url, analyst)
    page.goto("/citations/")
    page.locator("textarea[name=text]").fill(TYPED)
    end_session(context)
    page.get_by_role("button", name="Check citations").click()
    log_in_by_form(page, reviewer)
    expect(page).to_have_url(f"{base_url}/citations/")
    expect(page.locator("textarea[name=text]")).to_have_value("")
    assert page.evaluate("Object.values(sessionStorage).join()") == ""


def test_a_ruling_outlives_it_too_and_a_form_that_was_too_old(
    context: BrowserContext, page: Page, base_url: str, reviewer: AbstractBaseUser
) -> None:
    item = make_dispute()
    log_in(context, base_url, reviewer)
    page.goto(f"/reviews/{item.pk}/")
    page.keyboard.press("2")
    page.keyboard.press("c")
    page.keyboard.type(TYPED)
    end_session(context)
    page.locator("#accept").click()
    log_in_by_form(page, reviewer)
    expect(page).to_have_url(f"{base_url}/reviews/{item.pk}/")
    expect(page.locator("#why")).to_have_value(TYPED)
    expect(page.locator("input[name=candidate]").nth(1)).to_be_checked()
    # Somebody logs in once more in another tab, which makes the form here too old.
    context.clear_cookies(name="csrftoken")
    page.locator("#accept").click()
    expect(page.get_by_text("The form was too old")).to_be_visible()
    page.get_by_role("link", name="Back to the form").click()
    expect(page.locator("#why")).to_have_value(TYPED)
    with page.expect_navigation():
        page.locator("#accept").click()
    item = ReviewItem.objects.get(pk=item.pk)
    assert [(ruling.value, ruling.reason) for ruling in item.rulings.all()] == [("$66.90", TYPED)]


def test_a_page_that_looks_for_news_says_that_one_is_logged_out(
    context: BrowserContext, page: Page, base_url: str, reviewer: AbstractBaseUser
) -> None:
    item = make_dispute()
    log_in(context, base_url, reviewer)
    page.clock.install()
    page.goto(f"/reviews/{item.pk}/")
    expect(page.locator("#logged-out")).to_be_hidden()
    page.keyboard.press("c")
    page.keyboard.type(TYPED)
    end_session(context)
    pass_time(page, 25)
    expect(page.locator("#logged-out")).to_be_visible()
    assert page.locator("input[name=password]").count() == 0
    page.locator("#logged-out a").click()
    log_in_by_form(page, reviewer)
    expect(page.locator("#why")).to_have_value(TYPED)


def test_a_second_click_sends_nothing_twice(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    def answer_after(milliseconds: int) -> None:
        conditions = {"offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1}
        network.send("Network.emulateNetworkConditions", conditions)

    network = context.new_cdp_session(page)
    network.send("Network.enable")
    log_in(context, base_url, analyst)
    page.goto("/account/tokens/")
    page.locator("input[name=name]").fill("a program")
    answer_after(2_000)
    button = page.get_by_role("button", name="Make a token")
    place = button.bounding_box()
    for _time in range(3):
        page.mouse.click(place["x"] + 5, place["y"] + 5)
        page.wait_for_timeout(300)
    expect(page.locator("main table")).to_contain_text("a program")
    assert ApiToken.objects.count() == 1
    answer_after(0)
    page.locator("input[name=name]").fill("another program")
    page.get_by_role("button", name="Make a token").click()
    expect(page.locator("main table")).to_contain_text("another program")
    assert ApiToken.objects.count() == 2
