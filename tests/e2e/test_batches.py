"""What is filtered is verified at once: the page follows by itself, survives a reload, can be cancelled, and needs no scripts."""

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from playwright.sync_api import BrowserContext, Page, Request, expect

from tests.e2e.test_verify import corpus, plain_page
from tests.e2e.test_walk import log_in, pass_time
from tests.e2e.walk import work_off
from tests.views.rows import make_node
from verification.models import VerificationBatch, VerificationRun

__all__ = ["corpus", "plain_page"]


def ask_for_batch(page: Page) -> None:
    page.goto("/?q=rate")
    page.get_by_role("link", name="Verify 2 shown").click()
    expect(page.locator("h1")).to_have_text("Verify 2 nodes?")
    page.get_by_role("button", name="Verify 2 nodes").click()


@pytest.mark.usefixtures("corpus")
def test_progress_appears_by_itself_and_polling_ends(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    for slug in ("policy-rate", "lending-rate", "gold"):
        make_node(slug)
    log_in(context, base_url, analyst)
    polls: list[str] = []

    def watch(request: Request) -> None:
        if "/live/" in request.url:
            polls.append(request.url)

    page.clock.install()
    page.on("request", watch)
    ask_for_batch(page)
    batch = VerificationBatch.objects.get()
    expect(page).to_have_url(f"{base_url}/batches/{batch.pk}/")
    first, second = VerificationRun.objects.order_by("pk")
    work_off(first.pk)
    expect(page.locator(".bar-label")).to_have_text("1 of 2 runs have ended.")
    page.reload()
    expect(page.locator(".bar-label")).to_have_text("1 of 2 runs have ended.")
    work_off(second.pk)
    expect(page.locator(".bar-label")).to_have_text("2 of 2 runs have ended.")
    expect(page.locator("progress")).to_have_js_property("value", 2)
    expect(page.locator("#announce")).to_contain_text("The batch has ended.")
    expect(page.get_by_role("button", name="Cancel batch")).to_be_hidden()
    seen = len(polls)
    pass_time(page, 10)
    assert len(polls) == seen > 0


def test_batch_is_cancelled_from_its_page(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    for slug in ("policy-rate", "lending-rate"):
        make_node(slug)
    log_in(context, base_url, analyst)
    ask_for_batch(page)
    page.get_by_role("button", name="Cancel batch").click()
    expect(page.locator(".note").first).to_contain_text("2 runs were cancelled.")
    assert set(VerificationRun.objects.values_list("status", flat=True)) == {"cancelled"}


@pytest.mark.usefixtures("corpus")
def test_batch_needs_no_script(plain_page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    for slug in ("policy-rate", "lending-rate"):
        make_node(slug)
    log_in(plain_page.context, base_url, analyst)
    ask_for_batch(plain_page)
    expect(plain_page.locator(".bar-label")).to_have_text("0 of 2 runs have ended.")
    for run in VerificationRun.objects.all():
        work_off(run.pk)
    plain_page.get_by_role("link", name="Reload").click()
    expect(plain_page.locator(".bar-label")).to_have_text("2 of 2 runs have ended.")
    expect(plain_page.locator("table .badge").first).to_be_visible()
