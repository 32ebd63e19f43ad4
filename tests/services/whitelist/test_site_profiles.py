"""Sites: fetches, rulings and later runs are counted, taken back, and weigh on authority."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from socket import socket

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.factories import JUNE_18, make_finished_run, make_node, make_page, make_verdict
from tests.services.gateway.asking import NODE, within
from tests.stubs.raw_server import RawServer, Request, answer, raw_server
from tests.views.desk import make_dispute
from verification.enums import RulingDecision
from verification.models import Node, SiteJudgement, SiteProfile, VerificationRun, WhitelistDomain
from verification.providers.base import ProviderError
from verification.services.reviews.desk import PersonJudgement, rule_review, undo_ruling
from verification.services.whitelist.site_profiles import load_accuracy
from verification.services.whitelist.trust import load_trust

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
    rule_review(item=item, user=reviewer, version=1, judgement=PersonJudgement(RulingDecision.ACCEPT, value="$66.90"))
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


def test_a_figure_with_fewer_places_is_the_same(reviewer: User) -> None:
    item = make_dispute()
    judgement = PersonJudgement(RulingDecision.FIX, value="$66.9", source_url="https://harbour.example/brent", reason="Its settlement")
    rule_review(item=item, user=reviewer, version=1, judgement=judgement)
    assert SiteJudgement.objects.get(domain="harbour.example").is_right


def _finish(node: Node, names: str, number: str = "5.25") -> VerificationRun:
    """A run whose pages, each of a domain, carry ``number``."""
    pages = tuple(make_page(f"https://{name}.example/1") for name in names)
    verdict = make_verdict(pages, accepted=len(names))
    said = tuple(replace(finding, value=f"{number}%", number=number) for finding in verdict.sources)
    return make_finished_run(node, replace(verdict, sources=said), pages)


def _judged() -> dict[tuple[str, str], bool]:
    return {(row.domain, row.value): row.is_right for row in SiteJudgement.objects.all()}


def test_a_later_run_by_others_confirms_once_and_keeps_its_date() -> None:
    node = make_node()
    _finish(node, "abc")
    _finish(node, "abc")
    assert _judged() == {}
    later = _finish(node, "abd")
    assert _judged() == {(f"{name}.example", "5.25"): True for name in "abc"}
    assert {row.run_id for row in SiteJudgement.objects.all()} == {later.pk}
    before = list(SiteJudgement.objects.order_by("pk").values_list("pk", "judged_at"))
    _finish(node, "abd")
    assert list(SiteJudgement.objects.order_by("pk").values_list("pk", "judged_at")) == before
    assert _profiles() == []
    found = load_accuracy(now=timezone.now(), domains=["a.example"])
    assert (set(found), round(found["a.example"].n, 3)) == ({"a.example"}, 0.5)


@pytest.mark.parametrize(("period", "judged"), [("2026-05", {("x.example", "5"): False}), ("", {})])
def test_what_differs_is_refuted_only_where_the_answer_lasts(period: str, judged: dict[tuple[str, str], bool]) -> None:
    node = make_node(reference_period=period)
    _finish(node, "x", "5")
    _finish(node, "abc")
    assert _judged() == judged


@pytest.mark.postgres("rows")
def test_a_finding_that_turns_is_judged_anew() -> None:
    node = make_node()
    first = _finish(node, "x")
    SiteJudgement.objects.create(domain="x.example", value="5.25", is_right=False, node=node, run=first, judged_at=timezone.now())
    turned = _finish(node, "abc")
    row = SiteJudgement.objects.get(domain="x.example")
    assert (row.is_right, row.run_id) == (True, turned.pk)


def test_replays_and_unknowns_judge_nobody() -> None:
    node = make_node()
    _finish(node, "abc")
    pages = tuple(make_page(f"https://{name}.example/1") for name in "de")
    make_finished_run(node, make_verdict(pages, accepted=2), pages, as_of=JUNE_18)
    make_finished_run(node, make_verdict(pages), pages)
    assert _judged() == {}


def test_confirmations_weigh_on_authority() -> None:
    listed = WhitelistDomain.objects.create(domain="a.example", authority=Decimal("0.4"))
    node = make_node()
    _finish(node, "abc")
    _finish(node, "d")
    assert load_trust().authority["a.example"] == ((listed.authority * 10 + Decimal("0.6") * Decimal("0.5")) / Decimal("10.5")).quantize(
        Decimal("0.0001")
    )


@pytest.mark.postgres("order")
def test_sources_show_how_their_site_fared(reviewer: User, analyst_client: Client) -> None:
    item = make_dispute()
    rule_review(item=item, user=reviewer, version=1, judgement=PersonJudgement(RulingDecision.ACCEPT, value="$66.90"))
    for page in (f"/reviews/{item.pk}/", f"/runs/{item.subject_id}/", f"/nodes/{item.node.slug}/"):
        text = analyst_client.get(page).content.decode()
        assert (text.count("right 67% of the time ("), text.count("right 33% of the time (")) == (2, 3)
