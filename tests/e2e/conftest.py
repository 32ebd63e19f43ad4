"""Chromium for the browser tests; every page is watched: no request to elsewhere, no script error, no refusal by the security policy."""

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from tests.chromium import FLAGS, find_chromium

# Playwright's event loop lives in the thread of the tests, where Django would otherwise refuse its own database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
# What is right is seen at once; how long a busy machine takes to show it is nothing that is tested.
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    return {**browser_type_launch_args, "executable_path": find_chromium(), "args": list(FLAGS)}


@pytest.fixture(scope="session", autouse=True)
def _files_are_kept() -> Iterator[None]:
    """As a browser keeps them in production, where a changed file has another name: a page of the admin asks for sixteen."""
    serve = StaticFilesHandler.serve

    def serve_to_keep(handler: StaticFilesHandler, request: HttpRequest) -> HttpResponseBase:
        response = serve(handler, request)
        response["Cache-Control"] = "max-age=3600"
        return response

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StaticFilesHandler, "serve", serve_to_keep)
        yield


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    """``page.goto("/")`` means the live server."""
    return live_server.url


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    return {**browser_context_args, "locale": "en-GB", "timezone_id": "Asia/Shanghai", "viewport": {"width": 1280, "height": 900}}


@pytest.fixture(autouse=True)
def _pages_see_commits(committed_db: None) -> None:
    """The live server answers in another thread, so what a test writes has to be committed."""


@pytest.fixture
def context(context: BrowserContext) -> Iterator[BrowserContext]:
    faults: list[str] = []

    def watch_request(request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in {"data", "blob", "about"} and parts.hostname not in {"localhost", "127.0.0.1"}:
            faults.append(f"request to elsewhere: {request.url}")

    def watch_console(message: ConsoleMessage) -> None:
        # A status that a test provokes (403, 404) is written to the console as well; tests look at statuses themselves.
        # What axe tries has no address.
        if message.type == "error" and message.location["url"] and "Failed to load resource" not in message.text:
            faults.append(f"console: {message.text}")

    context.on("request", watch_request)
    context.on("console", watch_console)
    context.on("weberror", lambda error: faults.append(f"script error: {error.error}"))
    yield context
    assert faults == []


@pytest.fixture(scope="session")
def seed(pytestconfig: pytest.Config) -> str:
    """What random tests draw from."""
    return str(pytestconfig.getoption("hypothesis_seed"))


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pictures of pages are kept."""
    return tmp_path_factory.mktemp("pictures", numbered=False)


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    yield page
    page.close()
