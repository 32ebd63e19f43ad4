"""A newcomer who may make nodes: from the log-in to a verified node of their own in eight clicks, over pages that are light."""

from collections import defaultdict
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from playwright.sync_api import BrowserContext, Page, Response, expect

from tests.e2e.test_verify import corpus  # noqa: F401 (a fixture)
from tests.e2e.walk import work_off
from verification.models import Node, VerificationRun

MOST_CLICKS = 8
MOST_BYTES, MOST_REQUESTS = 120_000, 10


class Weights:
    """What each page took of a browser with an empty cache, without what it asks again as time goes by."""

    def __init__(self, context: BrowserContext) -> None:
        self.bytes: dict[str, int] = defaultdict(int)
        self.requests: dict[str, int] = defaultdict(int)
        context.on("response", self._note)

    def _note(self, response: Response) -> None:
        frame = response.request.frame
        place = urlsplit(response.url if response.request.is_navigation_request() else frame.url).path
        if response.request.resource_type in ("document", "stylesheet", "script", "image", "font"):
            self.requests[place] += 1
            if not 300 <= response.status < 400:
                self.bytes[place] += response.request.sizes()["responseBodySize"]


@pytest.mark.usefixtures("corpus")
def test_from_log_in_to_an_own_verified_node(context: BrowserContext, page: Page, admin: AbstractBaseUser) -> None:
    weights, clicks = Weights(context), 0

    def click(name: str, role: str = "button") -> None:
        nonlocal clicks
        clicks += 1
        page.get_by_role(role, name=name, exact=True).first.click()  # type: ignore[arg-type]

    page.goto("/")
    page.locator("input[name=username]").fill(admin.get_username())
    page.locator("input[name=password]").fill("correct horse battery")
    click("Log in")
    click("New node", "link")
    page.get_by_label("Name", exact=True).press_sequentially("Policy rate")
    reading = page.locator("#reading")
    expect(reading.locator(".plain")).to_contain_text("percent")
    expect(reading.locator("li strong").first).to_have_text("3.5\N{NO-BREAK SPACE}%")
    click("Save and verify")
    expect(page.locator("#live")).to_be_visible()
    work_off(VerificationRun.objects.get().pk)
    click("To the node", "link")
    expect(page.locator(".hero .fig")).to_have_text("3.5\N{NO-BREAK SPACE}%")
    expect(page.locator(".hero .badge")).to_have_text("Cross-validated")
    assert clicks <= MOST_CLICKS
    assert Node.objects.get().badge == "cross_validated"
    assert {place: size for place, size in weights.bytes.items() if size > MOST_BYTES} == {}
    assert {place: number for place, number in weights.requests.items() if number > MOST_REQUESTS} == {}
