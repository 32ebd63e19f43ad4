"""The operations page while a worker's process is killed under its work: it tells by itself, and what is told can be read.

Its picture lies with those of ``test_walk`` as ``operations.killed.png``; docs/img/operations.png is one of them.
"""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.test_walk import dress, findings, log_in, sideways
from tests.faults.processes import wait_for
from tests.faults.workers import LAST_WORKER, WHOLE, list_cluster, run_worker
from tests.stubs.tavily import TavilyStub
from verification.models import Node, VerificationRun, Worker
from verification.services.nodes.demo import load_demo
from verification.services.runs.batches import request_batch
from verification.services.runs.schedules import plan_nodes


def _has_rescued() -> bool:
    return VerificationRun.objects.filter(attempts__gt=1).exists()


@pytest.mark.long
def test_page_tells_that_a_process_died_and_was_replaced(
    context: BrowserContext, page: Page, base_url: str, admin: User, pictures: Path, tmp_path: Path
) -> None:
    load_demo(now=timezone.now())
    plan_nodes(now=timezone.now())
    request_batch(nodes=Node.objects.filter(is_active=True), requested_by=admin)
    log_in(context, base_url, admin)
    dress(context, base_url, "en", "light")
    workers = page.locator("section.card", has=page.get_by_role("heading", name="Workers", exact=True))
    # A search that takes its time: work is under way for as long as anybody looks.
    with (
        TavilyStub(latency_s=6) as search,
        run_worker(tmp_path, TAVILY_URL=search.url, TAVILY_API_KEY=search.key, SEARCH_CONCURRENCY="5") as worker,
    ):
        wait_for(lambda: Worker.objects.filter(processes__gte=WHOLE).exists() and len(search.received) > 0)
        page.goto("/operations/")
        expect(workers.locator("tbody tr")).to_have_count(1)
        expect(workers.locator("tbody")).to_contain_text("never")
        list_cluster(worker)[LAST_WORKER].kill()
        # Nobody reloads: the page asks for itself.
        expect(workers.locator("tbody")).to_contain_text("one of its processes died")
        wait_for(lambda: _has_rescued() and Worker.objects.filter(processes__gte=WHOLE).exists())
        expect(page.get_by_text(re.compile(r"[1-9]\d* resumed after a crash"))).to_be_visible()
        expect(workers.locator("tbody")).to_contain_text(str(WHOLE))
        page.screenshot(path=pictures / "operations.killed.png", full_page=True)
        found = findings(page), sideways(page)
        restarts = workers.get_by_role("cell").nth(4)
        expect(restarts).to_have_text(str(Worker.objects.get().restarts))
    assert found == ([], 0)
    assert not Worker.objects.exists()
