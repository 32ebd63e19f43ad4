"""The page of a verification while its seats answer: each is shown as it comes, by the polling, and by a link where scripts are off."""

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.test_walk import PICTURED, dress, findings, log_in, sideways
from tests.views.verified import make_voted
from verification.models import Verification

QUOTE = "The Elbonian central bank kept its policy rate at 5.25% on Thursday."


def _vote(name: str, value: str) -> dict[str, object]:
    result = {"value": value, "quote": QUOTE}
    said = {"outcome": "answered", "is_grounded": value == "5.25%", "confidence": 0.9, "reasoning": "It says so."}
    return {"voter_id": name, "model": "tiny", "result": result, "execution_time_ms": 800, "cost_usd": "0.000120", **said}


def _begin(user: AbstractBaseUser) -> Verification:
    """One whose three seats were asked, and none has answered."""
    row = make_voted(user)
    row.result, row.status, row.decision, row.finished_at = {"asked": ["calm", "wry", "keen"], "votes": []}, "running", "", None
    row.save()
    return row


def _hear(row: Verification, *votes: dict[str, object]) -> None:
    Verification.objects.filter(pk=row.pk).update(result={"asked": ["calm", "wry", "keen"], "votes": list(votes)})


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("zh-hans", "dark")])
@pytest.mark.share(2)
def test_seats_appear_one_by_one(
    context: BrowserContext,
    page: Page,
    base_url: str,
    analyst: AbstractBaseUser,
    tmp_path_factory: pytest.TempPathFactory,
    language: str,
    theme: str,
) -> None:
    folder = tmp_path_factory.mktemp(f"asking-{language}-{theme}")
    row = _begin(analyst)
    log_in(context, base_url, analyst)
    dress(context, base_url, language, theme)
    page.emulate_media(color_scheme=theme)
    page.goto(f"/verifications/{row.public_id}/")
    waiting = page.locator("tr.waits")
    expect(waiting).to_have_count(3)
    _hear(row, _vote("calm", "5.25%"))
    expect(waiting).to_have_count(2)
    expect(page.locator("#live")).to_contain_text(QUOTE)
    if PICTURED:
        page.screenshot(path=folder / "one.png", full_page=True)
    assert (findings(page), sideways(page)) == ([], 0)
    _hear(row, _vote("calm", "5.25%"), _vote("wry", "5.25%"), _vote("keen", "5.75%"))
    expect(waiting).to_have_count(0)
    facts = [
        {
            "fact": "the rate was kept at 5.25%",
            "decision": "accept",
            "reasons": [{"code": "most_agree", "params": {"voters": 2, "asked": 3}}],
        },
        {"fact": "prices rose 3%", "decision": "reject", "reasons": [{"code": "not_as_claimed", "params": {"value": "2%"}}]},
    ]
    result = {"votes": [_vote("calm", "5.25%"), _vote("wry", "5.25%"), _vote("keen", "5.75%")], "facts": facts}
    Verification.objects.filter(pk=row.pk).update(result=result, status="finished", decision="reject", finished_at=timezone.now())
    expect(page.locator("#live[hx-get]")).to_have_count(0)
    expect(page.locator("#live")).to_contain_text("prices rose 3%")
    if PICTURED:
        page.screenshot(path=folder / "all.png", full_page=True)
    assert (findings(page), sideways(page)) == ([], 0)


def test_seats_appear_without_scripts(browser: Browser, base_url: str, analyst: AbstractBaseUser) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    log_in(context, base_url, analyst)
    page = context.new_page()
    row = _begin(analyst)
    page.goto(f"/verifications/{row.public_id}/")
    expect(page.locator("tr.waits")).to_have_count(3)
    _hear(row, _vote("calm", "5.25%"))
    page.locator("noscript a, .note a.btn").first.click()
    expect(page.locator("tr.waits")).to_have_count(2)
    context.close()
