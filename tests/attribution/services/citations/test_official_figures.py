"""Official figures beside the verdict of a cited page: shown in page, API and export, told to the writer, and changing no verdict."""

from datetime import date

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from attribution.models import Citation, CitationReport
from attribution.reads.reports import report_shape
from attribution.services.citations.checking import execute_report
from attribution.services.citations.export import export_lines
from attribution.services.citations.lifecycle import create_report
from tests.factories import make_document, make_node
from verification.models import Node, SeriesObservation

pytestmark = pytest.mark.django_db

CLAIM = "The US unemployment rate was {} in May 2026"
URL = "https://paper.example/jobs"


@pytest.fixture
def node() -> Node:
    for value, vintage in (("4.1", date(2026, 6, 5)), ("4.2", date(2026, 7, 3))):
        SeriesObservation.objects.create(publisher="fred", code="UNRATE", period="2026-05", value=value, vintage=vintage)
    return make_node("us-unemployment", label="US unemployment rate", series="us-unemployment-rate")


def publish(figure: str) -> None:
    text = f"{CLAIM.format(figure)}, the government said on Friday. Employers were slow to hire, and few people looked for work. " * 3
    make_document(url=URL, title="US jobs", text=text.strip())


def check(claimed: str, *, depth: str = "standard", policy: str = "mark", url: str = URL) -> CitationReport:
    text = f"{CLAIM.format(claimed)} ([jobs]({url}))."
    return execute_report(report_id=create_report(text=text, trigger="command", depth=depth, policy=policy, enqueue=False).pk)


def only(report: CitationReport) -> Citation:
    return report.citations.get()


def codes(one: Citation) -> list[str]:
    return [reason["code"] for reason in one.reasons]


def shape(report: CitationReport, lang: str = "en") -> dict:
    return report_shape(report, list(report.citations.order_by("index")), {}, lang=lang)


def test_the_official_figure_that_agrees_stands_beside_the_page(node: Node) -> None:
    publish("4.2%")
    report = check("4.2%")
    one = only(report)
    assert (one.status, codes(one)[0], "series_says_otherwise" in codes(one)) == ("verified", "supported", False)
    assert shape(report)["citations"][0]["observations"] == [
        {
            "series": "us-unemployment-rate",
            "publisher": "FRED",
            "title": "US unemployment rate, seasonally adjusted",
            "url": "https://fred.stlouisfed.org/series/UNRATE",
            "node": "us-unemployment",
            "period": "2026-05",
            "value": "4.2%",
            "known_since": "2026-07-03",
            "is_exact_vintage": True,
            "says": "agrees",
            "earlier": "",
            "claimed": "4.2%",
            "start": one.claim.index("4.2%"),
            "end": one.claim.index("4.2%") + 4,
            "is_year_told": True,
        }
    ]
    assert (shape(report)["contradicted_by_series"], shape(report)["feedback"]) == (0, [])


def test_an_authority_that_says_otherwise_is_told_and_the_verdict_stays_the_pages(node: Node) -> None:
    publish("4.9%")
    report = check("4.9%")
    one, told = only(report), shape(report)
    assert (one.status, codes(one)[-1]) == ("verified", "series_says_otherwise")
    assert told["contradicted_by_series"] == 1
    said = "the official series says otherwise: US unemployment rate, seasonally adjusted, 2026-05: 4.2%"
    assert told["citations"][0]["why"].endswith(said)
    assert shape(report, "zh")["citations"][0]["why"].endswith("官方序列的数据不同：美国失业率（季调），2026-05：4.2%")
    [entry] = told["feedback"]
    assert (entry["status"], entry["suggestion"]["action"], entry["suggestion"]["url"]) == (
        "verified", "heed_authority", "https://fred.stlouisfed.org/series/UNRATE",
    )  # fmt: skip
    assert entry["official"] == {
        "claimed": "4.9%", "value": "4.2%", "period": "2026-05", "url": "https://fred.stlouisfed.org/series/UNRATE",
    }  # fmt: skip
    assert "[✔] [❗official figure: 4.2%]" in told["annotated"]["markdown"]
    assert "1 ✔ verified · ❗official figure: 4.2%" in told["annotated"]["html"]


@pytest.mark.parametrize(("policy", "mark"), [("keep", False), ("mark", True), ("remove", True), ("replace", True), ("send_back", True)])
def test_every_policy_that_marks_tells_it(node: Node, policy: str, mark: bool) -> None:
    publish("4.9%")
    assert ("official figure: 4.2%" in shape(check("4.9%", policy=policy))["annotated"]["markdown"]) is mark


def test_a_figure_from_before_a_revision_is_no_contradiction(node: Node) -> None:
    publish("4.1%")
    report = check("4.1%")
    one = only(report)
    assert (one.status, [(said["says"], said["earlier"]) for said in one.observations]) == ("verified", [("earlier", "4.1%")])
    assert ("series_says_otherwise" in codes(one), shape(report)["contradicted_by_series"]) == (False, 0)


@pytest.mark.postgres("search")
def test_an_official_figure_makes_nothing_green(node: Node) -> None:
    make_document(url=URL, title="A walk", text="The path begins behind the church and climbs for two hours. " * 8 + "It ends there.")
    one = only(check("4.2%"))
    assert (one.status, [said["says"] for said in one.observations]) == ("unverified", ["agrees"])
    refused = only(check("4.2%", url="http://127.0.0.1:1/jobs"))
    assert (refused.status, [said["says"] for said in refused.observations]) == ("inconclusive", ["agrees"])


@pytest.mark.postgres("search")
def test_what_no_series_publishes_has_none_and_a_quick_check_compares_nothing(node: Node) -> None:
    publish("4.9%")
    assert only(check("4.9%", depth="quick")).observations == []
    text = f"The moon rate was 4.9% in May 2026 ([moon]({URL}))."
    assert only(execute_report(report_id=create_report(text=text, trigger="command", enqueue=False).pk)).observations == []


@pytest.mark.postgres("rows")
def test_a_node_that_is_retired_or_has_no_series_says_nothing(node: Node) -> None:
    publish("4.9%")
    Node.objects.update(is_active=False)
    assert only(check("4.9%")).observations == []  # adjusted or not: the catalogue alone leaves two
    Node.objects.update(is_active=True, series="")
    assert only(check("4.9%")).observations == []


def test_it_stands_in_the_export_and_on_the_page_for_those_who_may_see_the_report(
    node: Node, admin_client: Client, analyst_client: Client
) -> None:
    publish("4.9%")
    report = check("4.9%")
    [line] = list(export_lines(CitationReport.objects.all(), kind="training"))
    assert [(said["says"], said["value"]) for said in line["observations"]] == [("differs", "4.2%")]
    table = admin_client.get(f"/citations/{report.pk}/export.csv").content.decode()
    assert '"2026-05: 4.2% (differs)"' in table
    page = admin_client.get(f"/citations/{report.pk}/", {"c": "1"}).content.decode()
    assert ("Official figures" in page, "the authority says otherwise" in page, "known since 3 July 2026" in page) == (True, True, True)
    assert analyst_client.get(f"/citations/{report.pk}/", {"c": "1"}).status_code == 404


def test_a_program_may_fail_on_it(node: Node, tmp_path) -> None:
    publish("4.9%")
    path = tmp_path / "text.md"
    path.write_text(f"{CLAIM.format('4.9%')} ([jobs]({URL})).")
    call_command("check_citations", str(path), "--fail-on", "misinformation")
    with pytest.raises(CommandError, match=r"--fail-on met by 1 of 1 citations: 1 \(verified\)"):
        call_command("check_citations", str(path), "--fail-on", "series_says_otherwise")


def test_series_are_read_once_for_a_report(node: Node) -> None:
    publish("4.9%")

    def asked(count: int) -> int:
        text = "\n\n".join(f"{CLAIM.format('4.9%')} ([jobs]({URL}))." for _ in range(count))
        report = create_report(text=text, trigger="command", depth="standard", enqueue=False)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            execute_report(report_id=report.pk)
        return sum("seriesobservation" in query["sql"] for query in queries)

    assert (asked(1), asked(3)) == (2, 2)
