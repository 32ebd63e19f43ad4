"""A reviewer accepts, an analyst verifies again, and verifies with new evidence: the ruling stands until the evidence changes."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import connection
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.test_walk import PICTURED, dress, findings, log_in
from tests.factories import make_document, make_node
from verification.enums import RunTrigger
from verification.models import Node, NodeState, ReviewItem
from verification.services.runs.execution import execute_run
from verification.services.runs.lifecycle import request_run

LABEL = "Elbonia central bank policy rate"
ONE = "The central bank of Elbonia kept its policy rate at 5.25% on Thursday, the {paper} reports after the meeting of its board."
OTHER = "Elbonia's central bank has its policy rate at 5.75%, the {paper} was told by two of its governors over lunch."
NEWER = "In a surprise, the central bank of Elbonia has its policy rate at 6.25% as of today, {paper} learned from the bank itself."


def _write(text: str, *papers: str, hours: int = 5) -> None:
    for paper in papers:
        at = timezone.now() - timedelta(hours=hours)
        make_document(url=f"https://{paper}.example/rate", text=text.format(paper=paper), published_at=at)


def _verify(node: Node) -> None:
    """As a worker would, in a thread of its own: the browser's event loop lives in ours."""

    def work() -> None:
        execute_run(run_id=request_run(node=node, trigger=RunTrigger.PAGE, enqueue=False, extractor="rules").pk)
        connection.close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(work).result()


def _said(page: Page) -> str:
    return " ".join(page.locator("main").inner_text().split())


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("zh-hans", "dark")])
@pytest.mark.share(2)
def test_accept_verify_again_verify_with_new_evidence(
    context: BrowserContext,
    page: Page,
    base_url: str,
    reviewer: AbstractBaseUser,
    tmp_path_factory: pytest.TempPathFactory,
    language: str,
    theme: str,
) -> None:
    folder = tmp_path_factory.mktemp(f"rulings-{language}-{theme}")
    node = make_node("elbonia", label=LABEL, fresh_days=30)
    _write(ONE, "ant", "bee", "cow")
    _write(OTHER, "doe", "elk", "fox")
    _verify(node)
    item = ReviewItem.objects.get()
    log_in(context, base_url, reviewer)
    dress(context, base_url, language, theme)
    page.emulate_media(color_scheme=theme)

    def look(name: str) -> str:
        if PICTURED:
            page.screenshot(path=folder / f"{name}.png", full_page=True)
        assert findings(page) == []
        return _said(page)

    page.goto(f"/reviews/{item.pk}/")
    look("1-review")
    page.locator("input[name=candidate][value='5.25%']").check(force=True)
    with page.expect_navigation():
        page.locator("button[name=decision][value=accept]").click()
    page.goto("/nodes/elbonia/")
    assert "5.25%" in look("2-accepted")
    ruled = NodeState.objects.get(badge="human_ruled")

    _verify(node)
    page.goto("/nodes/elbonia/")
    assert ("5.25%" in look("3-verified-again"), ReviewItem.objects.filter(status="open").exists()) == (True, False)
    node.refresh_from_db()
    assert (node.state.value, node.state.standing or "unchanged", ruled.value) == ("5.25%", "unchanged", "5.25%")

    _write(NEWER, "gnu", "hen", "ibis", hours=1)
    _verify(node)
    page.goto("/nodes/elbonia/")
    assert "5.25%" in look("4-under-review")
    [again] = ReviewItem.objects.filter(status="open")
    page.goto(f"/reviews/{again.pk}/")
    said = look("5-asked-again")
    assert ("5.25%" in said, "6.25%" in said, reviewer.get_username() in said) == (True, True, True)
    expect(page.locator("html")).to_have_attribute("lang", {"en": "en", "zh-hans": "zh-Hans"}[language])
