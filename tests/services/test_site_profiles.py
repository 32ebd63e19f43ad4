"""Sites: fetches and rulings are counted, taken back, and weigh on authority."""

from collections.abc import Iterator
from decimal import Decimal
from socket import socket

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User

from tests.services.asking import NODE, within
from tests.stubs.raw_server import RawServer, Request, answer, raw_server
from tests.views.desk import make_dispute
from verification.enums import RulingDecision
from verification.models import SiteJudgement, SiteProfile, WhitelistDomain
from verification.providers.base import ProviderError
from verification.services.reviews import Judgement, rule_review, undo_ruling
from verification.services.trust import load_trust

pytestmark = pytest.mark.django_db


@pytest.fixture
def web(settings: LazySettings) -> Iterator[RawServer]:
    def serve(connection: socket, request: Request) -> None:
        connection.sendall(answer(body=b"fine") if request.path == "/fine" else answer(404, b"gone"))

    with raw_server(serve) as server:
        settings.DEMO, settings.DEMO_STUBS = True, [f"127.0.0.1:{server.port}"]
        yield server


def _profiles() -> list[tuple[str, int, int]]:
    return list(SiteProfile.objects.values_list("domain", "tries", "successes"))


def test_every_finished_fetch_is_a_try(web: RawServer) -> None:
    for path in ("fine", "fine", "gone"):
        within(lambda gateway, path=path: gateway.fetch(f"http://www.paper.example/{path}", work=NODE))
    assert _profiles() == [("paper.example", 3, 2)]
    profile = SiteProfile.objects.get()
    assert profile.first_seen_at < profile.last_seen_at


def test_what_was_never_asked_is_no_try(web: RawServer) -> None:
    with pytest.raises(ProviderError):
        within(lambda gateway: gateway.fetch("http://169.254.169.254/", work=NODE))
    assert _profiles() == []


def test_a_ruling_judges_the_domains_and_can_be_taken_back(reviewer: User) -> None:
    item = make_dispute()
    listed = WhitelistDomain.objects.create(domain="harbour.example", authority=Decimal("0.4"))
    rule_review(item=item, user=reviewer, version=1, judgement=Judgement(RulingDecision.ACCEPT, value="$66.90"))
    right, wrong = {"harbour.example", "journal.example"}, {"meridian.example", "caijing.example", "portbulletin.example"}
    judged = dict(SiteJudgement.objects.values_list("domain", "is_right"))
    assert judged == {**dict.fromkeys(right, True), **dict.fromkeys(wrong, False)}
    assert _profiles() == sorted((domain, 1, int(domain in right)) for domain in right | wrong)
    expected = ((listed.authority * 10 + Decimal("0.666667")) / 11).quantize(Decimal("0.001"))
    assert load_trust().authority["harbour.example"].quantize(Decimal("0.001")) == expected
    item.refresh_from_db()
    undo_ruling(item=item, user=reviewer)
    assert (SiteJudgement.objects.count(), {tries for _domain, tries, _good in _profiles()}) == (0, {0})
    assert load_trust().authority["harbour.example"] == listed.authority
