"""An event from its pasted message to what became of it: the steps appear by themselves, the polling ends, and it works without scripts."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.management import call_command
from django.db import connections
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from tests.e2e.test_walk import log_in, pass_time
from verification.models import Event
from verification.services.events.analysis import analyse_event

MESSAGE = "Halcyon Exchange was hacked"
PAGES = {
    "harbour.example": "Halcyon Exchange was hacked in the early hours, its chief of security told this newspaper on Thursday.",
    "meridian.example": "Customers of Halcyon Exchange woke to empty accounts; thieves had used an exploit in its wallet software.",
    "ledger.example": "A breach at Halcyon Exchange has cost its owners dearly, people who trace such transfers said at noon.",
}


@pytest.fixture
def _corpus(tmp_path: Path, settings: Any) -> None:
    """Three publishers that tell of the same event, each in its own words."""
    settings.DEEP_ANALYSIS_TOOLS_ENABLED, settings.PHASE1_ROLLOUT_PERCENTAGE = True, Decimal(1)
    lines = [
        {"title": "Halcyon Exchange hacked", "text": text, "url": f"https://{domain}/1", "published_at": timezone.now().isoformat()}
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


def work_off(event_id: int) -> None:
    """As a worker would: in a thread of its own, for the browser's event loop lives in that of the tests."""

    def work() -> None:
        try:
            analyse_event(event_id=event_id)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as worker:
        worker.submit(work).result()


@pytest.mark.usefixtures("_corpus")
def test_steps_appear_by_themselves_and_polling_ends(context: BrowserContext, page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    log_in(context, base_url, analyst)
    polls: list[str] = []

    def watch(request: Request) -> None:
        if "/live/" in request.url:
            polls.append(request.url)

    page.clock.install()
    page.on("request", watch)
    page.goto("/events/")
    page.get_by_label("Message").fill(MESSAGE)
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator("h1")).to_contain_text(MESSAGE)
    expect(page.locator("#live")).to_contain_text("Waiting for a worker")
    work_off(Event.objects.get().pk)
    expect(page.locator("#live")).to_contain_text("3 independent sources, no official statement")
    expect(page.locator(".fall.total")).to_contain_text("Confidence after")
    expect(page.locator(".src.claim")).to_have_count(1)
    expect(page.locator(".src:not(.claim)")).to_have_count(3)
    polled = len(polls)
    pass_time(page, 10)
    assert len(polls) == polled > 0


@pytest.mark.usefixtures("_corpus")
def test_everything_works_without_scripts(plain_page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    log_in(plain_page.context, base_url, analyst)
    plain_page.goto("/events/?example=1")
    plain_page.get_by_label("Message").fill(MESSAGE)
    plain_page.get_by_role("button", name="Analyse").click()
    event = Event.objects.get()
    plain_page.wait_for_url(f"**{reverse('event', args=(event.pk,))}")
    work_off(event.pk)
    plain_page.reload()
    expect(plain_page.locator(".fall.total")).to_contain_text("Confidence after")
    plain_page.get_by_label("proved true").check()
    plain_page.get_by_label("Note").fill("The exchange said so.")
    plain_page.get_by_role("button", name="Record").click()
    expect(plain_page.locator("#live")).to_contain_text("proved true")
    event.refresh_from_db()
    assert (event.outcome, event.outcome_note) == ("confirmed", "The exchange said so.")
    plain_page.goto("/events/calibration/")
    expect(plain_page.locator("tbody tr").last).to_contain_text("1")
