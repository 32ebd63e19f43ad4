"""A page follows work by a stream of events where there is one, asks by the clock where there is none, and stops at the end."""

from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.contrib.auth.base_user import AbstractBaseUser
from playwright.sync_api import BrowserContext, Page, Request, expect

from tests.e2e.test_walk import log_in
from tests.mcp.serving import serving
from tests.views.rows import make_node
from verification.enums import RunTrigger
from verification.services.runs.lifecycle import cancel_run, request_run


@pytest.fixture
def streams(settings: LazySettings, base_url: str) -> Iterator[str]:
    """Where the streams are: the pages' own host at another port, as ``make run`` has it."""
    settings.SITE_URL = base_url
    with serving() as address:
        host = base_url.rpartition(":")[0]
        settings.PROGRESS_URL = f"{host}:{address.removesuffix('/mcp').rpartition(':')[2]}"
        policy = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
        settings.CONTENT_SECURITY_POLICY = {"DIRECTIVES": {**policy, "connect-src": [*policy["connect-src"], settings.PROGRESS_URL]}}
        yield settings.PROGRESS_URL


def test_page_of_a_run_asks_only_when_it_is_told(
    context: BrowserContext, page: Page, base_url: str, streams: str, analyst: AbstractBaseUser
) -> None:
    run = request_run(node=make_node(), trigger=RunTrigger.PAGE, requested_by=analyst)
    log_in(context, base_url, analyst)
    asked: list[str] = []

    def watch(request: Request) -> None:
        if "/live/" in request.url or "/progress/" in request.url:
            asked.append(request.url)

    page.on("request", watch)
    with page.expect_response(lambda response: "/live/" in response.url):
        page.goto(f"/runs/{run.pk}/")
    seen = list(asked)
    assert f"{streams}/api/v1/runs/{run.pk}/progress/" in seen
    page.wait_for_timeout(3_000)
    assert asked == seen
    cancel_run(run=run, actor=analyst)
    expect(page.locator("#live [hx-trigger], #live[hx-trigger]")).to_have_count(0)
    ended = list(asked)
    page.wait_for_timeout(3_000)
    assert asked == ended
    assert len(ended) == len(seen) + 1
