"""A node is verified from its page: the steps appear as they happen, the polling ends with the run, and all of it works without scripts."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.management import call_command
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from tests.e2e.test_walk import log_in, pass_time
from tests.e2e.walk import work_off
from tests.views.rows import make_node, make_state
from verification.models import VerificationRun

PAGES = {
    "harbour.example": "The central bank left its policy rate at 3.5% on Thursday, as most traders had expected it to do.",
    "meridian.example": "Policy makers voted to hold. The policy rate is 3.5%, unchanged since the spring, the bank said in a statement.",
    "ledger.example": "Borrowers get no relief this month: the policy rate stays at 3.5%, and the next meeting is five weeks away.",
}


@pytest.fixture
def corpus(tmp_path: Path) -> None:
    """Three publishers that state the same rate today, each in its own words."""
    lines = [
        {"title": "Policy rate unchanged", "text": text, "url": f"https://{domain}/rate", "published_at": timezone.now().isoformat()}
        for domain, text in PAGES.items()
    ]
    path = tmp_path / "corpus.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    call_command("load_corpus", str(path))


@pytest.fixture
def plain_page(browser: Browser, base_url: str) -> Iterator[Page]:
    """A browser that runs no scripts."""
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    page.set_default_timeout(30_000)
    yield page
    context.close()


@pytest.mark.usefixtures("corpus")
def test_steps_appear_by_themselves_and_polling_ends(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    make_node()
    log_in(context, base_url, analyst)
    polls: list[str] = []

    def watch(request: Request) -> None:
        if "/live/" in request.url:
            polls.append(request.url)

    page.clock.install()
    page.on("request", watch)
    page.goto("/nodes/policy-rate/")
    page.get_by_role("button", name="Verify now").click()
    expect(page.locator("h1")).to_contain_text("Verification run")
    expect(page.get_by_role("button", name="Cancel run")).to_be_visible()
    run = VerificationRun.objects.get()
    work_off(run.pk)
    expect(page.locator(".badge.xv")).to_have_text("Cross-validated")
    expect(page.locator(".src mark")).to_have_text(["3.5%"] * 3)
    expect(page.get_by_role("button", name="Cancel run")).to_be_hidden()
    expect(page.locator("#announce")).to_contain_text("The run has ended.")
    seen = len(polls)
    pass_time(page, 10)
    assert len(polls) == seen > 0


def test_run_is_cancelled_from_its_page(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    make_node()
    log_in(context, base_url, analyst)
    page.goto("/nodes/policy-rate/")
    page.get_by_role("button", name="Verify now").click()
    page.get_by_role("button", name="Cancel run").click()
    expect(page.locator(".note")).to_contain_text("The run was cancelled.")
    assert VerificationRun.objects.get().status == "cancelled"


@pytest.mark.usefixtures("corpus")
def test_reading_filtering_and_verifying_need_no_script(plain_page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    make_state(make_node())
    make_node("gold")
    log_in(plain_page.context, base_url, analyst)
    plain_page.goto("/")
    plain_page.locator("#q").fill("policy")
    plain_page.get_by_role("button", name="Apply").click()
    expect(plain_page.locator("td.name a")).to_have_text(["Policy rate"])
    plain_page.locator("details.why summary").click()
    expect(plain_page.locator(".why-card")).to_be_visible()
    plain_page.locator("td.name a").click()
    plain_page.get_by_role("button", name="Verify now").click()
    expect(plain_page.get_by_role("link", name="Reload")).to_be_visible()
    work_off(VerificationRun.objects.latest("pk").pk)
    plain_page.get_by_role("link", name="Reload").click()
    expect(plain_page.locator(".badge.xv")).to_have_text("Cross-validated")
