"""The example of the citations page, with the demo's pages and no network: each of the six verdicts once, in both languages."""

import socket

import pytest
from django.utils import timezone, translation

from attribution.services.citations.checking import execute_report
from attribution.services.citations.lifecycle import create_report
from attribution.views.example import example_text
from verification.services.nodes.demo import load_demo

pytestmark = pytest.mark.django_db(transaction=True)

SIX = ["verified", "misinformation", "unverified", "broken_link", "inconclusive", "not_applicable"]


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """No name can be looked up just now, and nothing says whether it exists."""

    def fail(*_given: object, **_named: object) -> None:
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", fail)


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "The ECB deposit facility rate stands at 4.00% with the September 2023…"),
        ("zh-hans", "2023年全年国内生产总值（初步核算数）为126.0582万亿元。"),
    ],
)
def test_the_example_shows_all_six_verdicts(language: str, title: str) -> None:
    load_demo(now=timezone.now())
    with translation.override(language):
        report = create_report(text=example_text(), trigger="page", requested_by=None, enqueue=False)
    execute_report(report_id=report.pk)
    assert list(report.citations.order_by("index").values_list("status", flat=True)) == SIX
    assert report.title == title
