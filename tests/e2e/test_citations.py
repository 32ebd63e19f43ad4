"""A text is pasted whose links point to pages of every kind: the chips get their verdicts by themselves, and the card follows the keys."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import LazySettings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, expect

from attribution.models import CitationReport
from attribution.services.citations import checking
from tests.e2e.test_walk import dress, findings, log_in, pass_time, sideways
from tests.stubs.cited import CitedWeb

CLAIM = "Retail sales in Elbonia rose 3.1% in May from a year earlier"
KINDS = {
    "ok/1": "verified",
    "pdf/1": "verified",
    "contradicting/1": "contradicted",
    "other/1": "unverified",
    "nowhere/1": "broken link",
    "soft-404/1": "broken link",
    "parked/1": "broken link",
    "home/deep/1": "broken link",
    "wall/1": "undecided",
    "script/1": "undecided",
}
TEXT = "# Retail in spring\n\n" + "\n\n".join(f"{CLAIM} ([source](http://news.example/{path}))." for path in KINDS)


@pytest.fixture
def cited_web(settings: LazySettings) -> Iterator[CitedWeb]:
    settings.DEMO = True
    with CitedWeb() as stub:
        settings.DEMO_STUBS = [urlsplit(stub.url).netloc]
        yield stub


def check_report() -> None:
    """As a worker would: in a thread of its own, for the browser's event loop runs in this one."""

    def work() -> None:
        try:
            checking.execute_report(report_id=CitationReport.objects.get().pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as worker:
        worker.submit(work).result()


def chips(page: Page) -> list[str]:
    return [text.split(" ", 1)[1] for text in page.locator(".cited .chip").all_text_contents()]


def shown(page: Page, number: int) -> Locator:
    """The chip whose card is shown, once the card is alive."""
    return page.locator(f"#chip-{number}[aria-current]")


def test_verdicts_stream_in_and_the_keys_lead_through_the_problems(
    context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser, cited_web: CitedWeb
) -> None:
    log_in(context, base_url, analyst)
    polls: list[str] = []

    def watch(request: Request) -> None:
        if "/live/" in request.url:
            polls.append(request.url)

    page.clock.install()
    page.on("request", watch)
    page.goto("/citations/")
    page.locator("#id_text").fill(TEXT)
    page.get_by_role("button", name="Check citations").click()
    expect(page.locator(".head .dim")).to_contain_text("10 citations: 10 links.")
    assert chips(page) == ["pending"] * 10
    check_report()
    expect(page.locator("#announce")).to_contain_text("All citations are checked.")
    assert chips(page) == list(KINDS.values())
    expect(page.locator("#live .plain")).to_contain_text("2 of 10 citations hold.")
    seen = len(polls)
    pass_time(page, 10)
    assert len(polls) == seen > 0
    # The way on appears beside the card that was open when its problem turned up.
    expect(page.locator("#next-problem")).to_be_visible()
    page.locator("#chip-1").click()
    expect(page.locator("#card")).to_be_focused()
    expect(shown(page, 1)).to_have_text("1 verified")
    page.keyboard.press("n")
    expect(shown(page, 3)).to_have_text("3 contradicted")
    expect(page.locator("#card .clash")).to_have_text("3.1%")
    expect(page.locator("#card mark")).to_have_text("1.3%")
    expect(page.locator(".claim-on").first).to_contain_text("Retail sales in Elbonia rose 3.1%")
    page.keyboard.press("n")
    expect(shown(page, 4)).to_have_text("4 unverified")
    page.keyboard.press("p")
    expect(shown(page, 3)).to_have_text("3 contradicted")
    assert urlsplit(page.url).query == ""
    page.reload()
    assert chips(page) == list(KINDS.values())


def test_styles_that_a_browser_or_an_extension_sets_do_not_meet_the_policy(
    context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser, cited_web: CitedWeb
) -> None:
    """htmx would write the ``style`` of what it replaces onto what comes, which the policy refuses (the fixture hears of it)."""
    log_in(context, base_url, analyst)
    page.goto("/citations/")
    page.locator("#id_text").fill(TEXT)
    page.get_by_role("button", name="Check citations").click()
    page.locator("#live").wait_for()
    page.evaluate("for (const id of ['live', 'chip-1', 'announce']) document.getElementById(id).style.outlineOffset = '1px'")
    check_report()
    expect(page.locator("#announce")).to_contain_text("All citations are checked.")
    assert page.evaluate("document.styleSheets.length") == page.locator("link[rel=stylesheet]").count()


def test_citations_of_a_long_text_show_up_when_they_are_found(
    context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser, cited_web: CitedWeb
) -> None:
    log_in(context, base_url, analyst)
    page.goto("/citations/")
    page.locator("#id_text").fill(f"{TEXT}\n\n" + "Harbours were busy, and ferries were late again. " * 2_500)
    page.get_by_role("button", name="Check citations").click()
    expect(page.locator("#live .plain")).to_have_text("The text is long: a worker looks for its citations, then checks them.")
    assert chips(page) == []
    check_report()
    expect(page.locator(".cited .chip")).to_have_count(len(KINDS))
    # The page that is loaded anew may have been written before the last verdict.
    expect(page.locator(".cited .chip", has_text="pending")).to_have_count(0)
    assert chips(page) == list(KINDS.values())


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("zh-hans", "dark")])
@pytest.mark.share(2)
def test_how_a_report_looks(
    context: BrowserContext,
    page: Page,
    base_url: str,
    analyst: AbstractBaseUser,
    cited_web: CitedWeb,
    tmp_path_factory: pytest.TempPathFactory,
    language: str,
    theme: str,
) -> None:
    log_in(context, base_url, analyst)
    dress(context, base_url, language, theme)
    page.goto("/citations/?example=1")
    folder: Path = tmp_path_factory.getbasetemp()
    page.screenshot(path=folder / f"citations-form.{language}.png", full_page=True)
    page.locator("#id_text").fill(TEXT)
    page.locator("form.paste .btn.main").click()
    page.locator("#live").wait_for()
    check_report()
    page.goto(page.url)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.screenshot(path=folder / f"citations.{width}.{language}.png", full_page=True)
        assert sideways(page) == 0
    assert findings(page) == []


def test_all_of_it_without_a_script(browser: Browser, base_url: str, analyst: AbstractBaseUser, cited_web: CitedWeb) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    log_in(context, base_url, analyst)
    page.goto("/citations/")
    page.locator("#id_text").fill(TEXT)
    page.get_by_role("button", name="Check citations").click()
    check_report()
    page.get_by_role("link", name="Reload").click()
    assert chips(page) == list(KINDS.values())
    expect(page.locator("#card-head")).to_have_text("Citation 3")
    page.get_by_role("link", name="Next problem").click()
    expect(page.locator("#card-head")).to_have_text("Citation 4")
    page.get_by_text("Dispute this verdict").click()
    page.get_by_label("What is wrong with it?").fill("The page is another one.")
    page.get_by_role("button", name="Send to a reviewer").click()
    expect(page.locator(".note").first).to_contain_text("A reviewer will rule on this verdict")
    context.close()
