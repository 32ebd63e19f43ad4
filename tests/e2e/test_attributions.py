"""An answer beside its sources in a real browser: by keyboard, by mouse, without script, and quick with two hundred entries."""

from pathlib import Path

from django.contrib.auth.base_user import AbstractBaseUser
from playwright.sync_api import Browser, BrowserContext, Page, expect

from attribution.models import AttributionMark
from tests.attribution.rows import ANSWER, TEXT, make_attribution, make_document
from tests.e2e.test_walk import dress, log_in

LONG = "\n" + "Nothing of note stands here. " * 500 + "\n"


def test_an_answer_is_traced_by_keyboard(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    log_in(context, base_url, analyst)
    page.goto("/attributions/")
    page.get_by_role("link", name="Fill in an example").first.press("Enter")
    page.get_by_role("button", name="Trace", exact=True).press("Enter")
    expect(page.locator(".found h2")).to_contain_text("Sources (2)")
    # The script comes after the text.
    page.wait_for_load_state()
    page.locator("#t1").focus()
    expect(page.locator("#p1-1")).to_have_class("passage on")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{page.url.partition('#')[0]}#p1-1")
    page.locator("#p1-1 .back a").press("Enter")
    expect(page.locator("#t1")).to_have_class("sent on")
    page.keyboard.press("Escape")
    expect(page.locator("#t1")).to_have_class("sent")
    copy = page.locator("#s1 .acts > button").nth(1)
    expect(copy).to_have_accessible_name("Copy as citation")
    copy.press("Enter")
    expect(copy).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").startswith("“Passengers on harbour ferries numbered 4.5 million")
    page.locator("#s1").get_by_role("button", name="Right").press("Enter")
    expect(page.locator("#s1").get_by_role("button", name="Right")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#s1").get_by_role("button", name="Right")).to_be_focused()
    assert AttributionMark.objects.get().is_right is True
    page.get_by_role("button", name="Direct tracing").press("Enter")
    expect(page.get_by_role("button", name="Direct tracing")).to_have_attribute("aria-current", "true")


def test_hover_and_click_light_up_both_sides(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    row = make_attribution(f"{ANSWER} Nothing rose.", user=analyst)
    log_in(context, base_url, analyst)
    page.goto(f"/attributions/{row.pk}/")
    page.locator("#p1-1").hover()
    expect(page.locator("#t1")).to_have_class("sent on")
    page.locator("h1").hover()
    expect(page.locator(".on")).to_have_count(0)
    page.locator("#t1").click()
    page.locator("h1").hover()
    expect(page.locator(".on")).to_have_count(2)


def test_a_long_document_is_loaded_on_opening_and_shows_its_passage(
    context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser
) -> None:
    row = make_attribution(documents=[make_document(LONG + TEXT + LONG)], user=analyst)
    log_in(context, base_url, analyst)
    page.goto(f"/attributions/{row.pk}/")
    expect(page.locator(".doc .text")).to_have_count(0)
    page.locator("#s1 details summary").press("Enter")
    expect(page.locator(".doc .text mark")).to_have_text(TEXT)
    expect(page.locator(".doc .text mark")).to_be_in_viewport()
    page.get_by_role("link", name="Open the whole document").click()
    expect(page.locator("#passage")).to_be_in_viewport()


def test_two_hundred_entries_come_with_the_page(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    """They wait for no script and no further request; how soon they are painted ``benchmarks.attribution_page`` tells."""
    texts = [f"Port {number} handled {number + 3}.5 million tonnes in 2025." for number in range(200)]
    row = make_attribution(" ".join(texts), [make_document(text) for text in texts], user=analyst, max_sources=200)
    log_in(context, base_url, analyst)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.resource_type))
    answer = page.goto(f"/attributions/{row.pk}/")
    expect(page.locator(".src")).to_have_count(200)
    assert answer is not None
    assert sum(f"Port {number} handled" in answer.text() for number in range(200)) == 200
    assert not {"xhr", "fetch"} & set(asked)


def test_everything_works_without_script(browser: Browser, base_url: str, analyst: AbstractBaseUser) -> None:
    row = make_attribution(documents=[make_document(LONG + TEXT + LONG)], user=analyst)
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    log_in(context, base_url, analyst)
    page = context.new_page()
    page.goto(f"/attributions/{row.pk}/")
    page.locator("#t1").click()
    expect(page).to_have_url(f"{base_url}/attributions/{row.pk}/#p1-1")
    expect(page.get_by_role("button", name="Copy as citation")).to_be_hidden()
    page.locator("#s1").get_by_role("button", name="Wrong").click()
    expect(page.locator("#s1").get_by_role("button", name="Wrong")).to_have_attribute("aria-pressed", "true")
    page.locator("#s1 details summary").click()
    page.get_by_role("link", name="Open the whole document").click()
    expect(page.locator("#passage")).to_be_in_viewport()
    page.goto("/attributions/")
    page.get_by_label("Words of the answer").fill("ferry")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.locator("td.name")).to_have_count(1)
    context.close()


LINES = "(in thousands)\n| Line | 2025 | 2024 |\n|---|---|---|\n| Northern line | 4,210 | 3,905 |\n| Island line | 1,730 | 1,688 |"
STATES = (
    "## Passengers\nThe northern line carried 4,210 thousand passengers in 2025. The island line carried 4,210 thousand passengers "
    "in 2025. The southern tram opens in the autumn. I hope this helps!"
)


def test_each_state_of_a_sentence_shows_what_it_rests_on(
    context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser, pictures: Path
) -> None:
    row = make_attribution(STATES, [make_document(LINES)], user=analyst)
    log_in(context, base_url, analyst)
    page.goto(f"/attributions/{row.pk}/")
    for number, name in ((1, "sent nothing"), (2, "sent"), (3, "sent elsewhere"), (4, "sent absent"), (5, "sent nothing")):
        expect(page.locator(f"#t{number}")).to_have_class(name)
    expect(page.locator(".answer header span")).to_have_text("1 of 3 sentences have support")
    assert page.locator("#p1-1 mark").all_inner_texts() == ["2025", "Northern line", "4,210"]
    expect(page.locator("#p1-1 .back")).to_have_text("carries sentence 2")
    expect(page.locator("#r3")).to_contain_text(
        "“4,210 thousand” is a figure of the documents, but of something else: “Northern line · 2025: 4,210”. "
        "The sentence speaks of “Island line · 2025: 1,730”."
    )
    page.locator("#t3 ~ .chip").first.click()
    expect(page).to_have_url(f"{base_url}/attributions/{row.pk}/#r3")
    for language, said in (("en", "of something else"), ("zh-hans", "另有所指")):
        dress(context, base_url, language, "light")
        page.goto(f"/attributions/{row.pk}/")
        expect(page.locator(".chip.warn")).to_have_text(said)
        page.screenshot(path=pictures / f"attribution-states.{language}.png", full_page=True)
