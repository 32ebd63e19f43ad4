"""The same pages behind walls and behind 403s: the verdict is the same, and nobody's record suffers."""

from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.conf import LazySettings
from django.utils import timezone

from tests.factories import make_node, make_run
from tests.stubs.pages import StubPage
from tests.stubs.serper import SerperStub
from tests.stubs.server import Reply, Request
from tests.stubs.walls import WALLS
from tests.stubs.web import WebStub
from verification.models import SiteProfile, VerificationRun
from verification.services.runs.execution import execute_run

pytestmark = pytest.mark.django_db

SAID = {
    "ant.example": "The central bank of Elbonia set its policy rate at 3.75% on Thursday.",
    "bee.example": "On Thursday the Elbonia central bank left its policy rate at 3.75%, as most observers had thought.",
    "cow.example": "Elbonia's central bank kept the policy rate at 3.75% this week, its governor told reporters.",
    "doe.example": "The policy rate of the central bank of Elbonia stays at 3.75%, the bank announced after a long evening.",
}
LEADS_TO = {
    "ant.example": "http://consent.bigmedia.example/collect",
    "bee.example": "http://wappass.searcher.example/captcha",
    "cow.example": "http://passport.social.example/login",
    "doe.example": "http://doe.example/challenge",
}


class WalledWeb(WebStub):
    """Every page is kept from programs: by a wall that stands on another host, or by a plain 403."""

    def __init__(self, *, is_plain: bool) -> None:
        super().__init__([])
        self.is_plain = is_plain

    def answer(self, request: Request) -> Reply:
        host = str(request.headers["Host"])
        if request.path == "/robots.txt":
            return Reply(404, b"", "text/plain")
        if self.is_plain:
            return Reply(403, b"<title>Forbidden</title>", "text/html")
        if host in LEADS_TO and request.path == "/rates":
            return Reply(302, b"", "text/plain", headers={"Location": LEADS_TO[host]})
        return WALLS["challenge" if host == "doe.example" else "consent"]


@pytest.fixture
def serper(settings: LazySettings) -> Iterator[SerperStub]:
    at = timezone.now() - timedelta(hours=5)
    pages = [StubPage(f"http://{host}/rates", f"Rates in Elbonia, by {host}", text, at) for host, text in SAID.items()]
    with SerperStub(pages) as stub:
        settings.SERPER_API_KEY, settings.SERPER_URL = stub.key, stub.url
        yield stub


def _verified(settings: LazySettings, *, is_plain: bool) -> VerificationRun:
    settings.DEMO = True
    with WalledWeb(is_plain=is_plain) as web:
        settings.DEMO_STUBS = [urlsplit(web.url).netloc]
        node = make_node(f"elbonia-{is_plain}".lower(), label="Elbonia central bank policy rate")
        run = make_run(node)
        execute_run(run_id=run.pk)
    run.refresh_from_db()
    return run


def _shown(run: VerificationRun) -> list[tuple[str, str, str, str]]:
    return sorted(run.sources.values_list("domain", "title", "stance", "value"))


def test_walls_leave_the_excerpts_the_hosts_and_the_titles(settings: LazySettings, serper: SerperStub) -> None:
    plain, walled = _verified(settings, is_plain=True), _verified(settings, is_plain=False)
    assert (
        (walled.value, walled.badge, walled.reason) == (plain.value, plain.badge, plain.reason) == ("3.75%", "cross_validated", "accepted")
    )
    assert _shown(walled) == _shown(plain)
    assert {domain for domain, *_ in _shown(walled)} == set(SAID)


def test_no_record_suffers_for_a_wall(settings: LazySettings, serper: SerperStub) -> None:
    _verified(settings, is_plain=False)
    _verified(settings, is_plain=True)
    assert list(SiteProfile.objects.filter(tries__gt=0)) == []
