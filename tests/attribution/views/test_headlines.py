"""The headline of a report tells what was not checked from what does not hold, and a missing network is said once."""

import pytest
from bs4 import BeautifulSoup
from django.test import Client
from django.utils import timezone

from attribution.models import CitationReport
from attribution.services.citations.lifecycle import create_report
from attribution.views.sentences import summarize_verdicts

UNREACHED = [{"code": "not_fetched", "params": {"fault": "failed"}}]


@pytest.mark.parametrize(
    ("counts", "unreached", "said"),
    [
        ({"verified": 2, "unverified": 1}, 0, ("2 of 3 citations hold.", "1 page does not carry the claim.")),
        (
            {"verified": 2, "unverified": 1, "inconclusive": 3},
            2,
            ("2 of 4 checked citations hold.", "1 page does not carry the claim; 1 could not be decided; 2 were not checked."),
        ),
        ({"inconclusive": 5, "not_applicable": 1}, 5, ("5 citations were not checked.", "")),
        ({"verified": 1, "inconclusive": 1}, 1, ("1 of 1 checked citation holds.", "1 was not checked.")),
    ],
)
def test_headline(counts: dict[str, int], unreached: int, said: tuple[str, str]) -> None:
    assert summarize_verdicts(counts, unreached=unreached) == said


def _report(**first: object) -> CitationReport:
    """Two citations whose pages did not answer; ``first`` changes the first."""
    text = "Sales rose 3% (https://a.example/1).\n\nSales fell 3% (https://b.example/1)."
    report = create_report(text=text, trigger="command", enqueue=False)
    report.citations.update(status="inconclusive", reasons=UNREACHED, existence="unclear")
    report.citations.filter(index=1).update(**first)
    CitationReport.objects.filter(pk=report.pk).update(status="finished", finished_at=timezone.now(), duration_ms=900)
    return report


@pytest.mark.django_db
def test_no_network_is_said_once_and_in_grey(reviewer_client: Client) -> None:
    copied = {"status": "verified", "existence": "there", "reasons": [], "page_title": "Sales"}
    page = BeautifulSoup(reviewer_client.get(f"/citations/{_report(**copied).pk}/?c=1").content, "html.parser")
    assert [note.get_text(strip=True) for note in page.select("#live .note")] == [
        "No address answered: is there a network? Links are judged by local copies."
    ]
    assert page.select_one("#live .note")["class"] == ["note", "plain-note", "lead-in"]
    assert page.select_one("#live .plain").get_text() == "1 of 1 checked citation holds. 1 was not checked."
    assert "local copy, not fetched" in page.select_one("#card .facts").get_text()


@pytest.mark.django_db
def test_one_answer_is_a_network(reviewer_client: Client) -> None:
    fetched = {"status": "verified", "existence": "there", "reasons": [], "fetched_at": "2026-11-20T10:00:00Z", "http_status": 200}
    page = BeautifulSoup(reviewer_client.get(f"/citations/{_report(**fetched).pk}/?c=1").content, "html.parser")
    assert page.select("#live .note") == []
    facts = page.select_one("#card .facts").get_text()
    assert ("not fetched" in facts, "status 200" in facts) == (False, True)
