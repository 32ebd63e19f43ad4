"""The pages of citation reports: paste, watch, look into, check again, dispute, export; and whose they are."""

import csv
import html
import io
import json
import re

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from attribution.models import CitationReport
from attribution.reads import reports as queries
from attribution.services.citations.checking import execute_report
from attribution.services.citations.lifecycle import create_report
from tests.attribution.cited_rows import make_report as judged
from tests.stubs.cited import CitedWeb
from verification.models import ReviewItem

pytestmark = pytest.mark.django_db

TEXT = (
    "# Retail in spring\n\nRetail sales in Elbonia rose 3.1% in May from a year earlier [release](http://news.example/ok/1).\n\n"
    "Retail sales in Elbonia rose 3.1% in May from a year earlier (http://news.example/contradicting/1).\n\n"
    "Retail sales in Elbonia rose 3.1% in May from a year earlier (http://news.example/nowhere/1).\n\n![chart](http://news.example/c.png)\n"
)


TITLED = "## Consumer prices are measured **each month** by the [Bureau of Labor Statistics](https://www.bls.gov/cpi/), it says."


def make_report(user: User | None, text: str = TEXT) -> CitationReport:
    return create_report(text=text, trigger="page", requested_by=user, enqueue=False)


def count_queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def soup(response: object) -> BeautifulSoup:
    return BeautifulSoup(response.content, "html.parser")


def test_a_pasted_text_is_counted_at_once(analyst_client: Client, analyst: User) -> None:
    response = analyst_client.post("/citations/", {"text": TEXT, "depth": "standard", "policy": "mark"}, follow=True)
    report = CitationReport.objects.get()
    assert response.redirect_chain == [(f"/citations/{report.pk}/", 302)]
    page = soup(response)
    assert page.h1.text == "Retail in spring"
    assert "4 citations: 3 links, 1 picture or video." in page.select_one(".head .dim").text
    assert [chip.text for chip in page.select(".chip")] == ["1 pending", "2 pending", "3 pending", "4 not applicable"]
    assert page.select_one("#live")["hx-get"].startswith(f"/citations/{report.pk}/live/?seen=0-queued")
    assert (report.requested_by, report.trigger) == (analyst, "page")


def test_a_long_text_says_that_a_worker_reads_it(analyst_client: Client, cited_web: CitedWeb) -> None:
    """The page comes at once; when the citations are found, it is loaded anew."""
    long = TEXT + "Harbours were busy, and ferries were late again. " * 2_500
    page = soup(analyst_client.post("/citations/", {"text": long, "depth": "standard", "policy": "mark"}, follow=True))
    report = CitationReport.objects.get()
    assert page.select_one("#live .plain").text == "The text is long: a worker looks for its citations, then checks them."
    assert (page.select_one("#live")["data-count"], page.select(".chip"), page.select("#live progress")) == ("", [], [])
    assert page.select_one("#card-place").get_text(strip=True) == "Citations show up here as soon as they are found."
    assert "No citations" not in page.select_one(".head .dim").text
    execute_report(report_id=report.pk)
    address = page.select_one("#live")["hx-get"]
    live = soup(analyst_client.get(address, headers={"HX-Request": "true"}))
    assert (live.select_one("#live")["data-count"], live.select_one("#live").get("hx-get")) == ("4", None)
    assert len(soup(analyst_client.get(f"/citations/{report.pk}/")).select(".chip")) == 4


def test_a_long_text_is_estimated_by_its_beginning(analyst_client: Client) -> None:
    long = "Sales rose 3.1% in May (https://a.example/1). " * 4_400
    page = soup(analyst_client.post("/citations/", {"text": long, "depth": "deep", "policy": "mark"}))
    assert len(long) == 202_400
    assert page.select_one("main .small.dim").text == ("The text is long: this is reckoned from its first 100,000 characters.")
    assert page.h1.text == "Check 5000 citations deeply?"
    short = soup(analyst_client.post("/citations/", {"text": long[:460], "depth": "deep", "policy": "mark"}))
    assert (short.h1.text, short.select("main .small.dim")) == ("Check 10 citations deeply?", [])


def test_text_is_shown_unchanged(analyst_client: Client, analyst: User) -> None:
    report = make_report(analyst)
    page = analyst_client.get(f"/citations/{report.pk}/").content.decode()
    written = page.partition('<div class="cited"')[2].partition(">")[2].partition("</div></article>")[0]
    without_chips = re.sub(r'<a class="chip .*?</a>', "", written, flags=re.DOTALL)
    assert html.unescape(re.sub(r"<[^>]*>", "", without_chips)) == TEXT


@pytest.mark.parametrize(
    ("sent", "field", "said"),
    [
        ({"text": "   "}, "text", "Paste a text, or choose a file."),
        ({"text": "a", "depth": "abyssal"}, "depth", "Select a valid choice"),
        ({"file": SimpleUploadedFile("a.md", b"\xff\xfe\x00\x01")}, "file", "The file is no text in UTF-8"),
    ],
)
def test_what_can_not_be_checked_is_named(analyst_client: Client, sent: dict, field: str, said: str) -> None:
    response = analyst_client.post("/citations/", {"depth": "standard", "policy": "mark", **sent})
    assert response.status_code == 400
    assert said in soup(response).select_one(f"#id_{field}_error").text
    assert not CitationReport.objects.exists()


def test_a_file_is_read(analyst_client: Client) -> None:
    file = SimpleUploadedFile("brief.md", ("\ufeff" + TEXT).encode())
    analyst_client.post("/citations/", {"file": file, "depth": "quick", "policy": "keep"})
    report = CitationReport.objects.get()
    assert (report.text, report.depth, report.policy) == (TEXT, "quick", "keep")


def test_a_deep_check_says_first_what_it_asks(analyst_client: Client) -> None:
    asked = {"text": TEXT, "depth": "deep", "policy": "mark"}
    response = analyst_client.post("/citations/", asked)
    shown = [one.text for one in soup(response).select("dl.facts dd")]
    assert shown == ["3", "3", "3", "off: no model is configured", "off: no key is set", "off: not switched on", "nothing"]
    assert not CitationReport.objects.exists()
    hidden = soup(response).select_one("form.row")
    sent = {field["name"]: field.get("value", field.text) for field in hidden.select("input[name], textarea")}
    sent["text"] = sent["text"].removeprefix("\n")
    analyst_client.post("/citations/", {name: value for name, value in sent.items() if name != "csrfmiddlewaretoken"})
    assert (CitationReport.objects.get().depth, CitationReport.objects.get().text) == ("deep", TEXT)


def test_verdicts_come_one_by_one_and_the_polling_ends(analyst_client: Client, analyst: User, cited_web: CitedWeb) -> None:
    report = make_report(analyst)
    live = f"/citations/{report.pk}/live/"
    assert analyst_client.get(live, {"seen": "0-queued-4"}).status_code == 204
    execute_report(report_id=report.pk)
    fragment = soup(analyst_client.get(live, {"seen": "0-queued-4"}, headers={"HX-Request": "true"}))
    assert not fragment.select_one("#live").has_attr("hx-get")
    assert [chip.text for chip in fragment.select("a[hx-swap-oob]")] == ["1 verified", "2 contradicted", "3 broken link"]
    assert fragment.select_one("#live .plain").text == "1 of 3 citations hold. 1 page says otherwise; 1 link is dead."


@pytest.mark.parametrize("looked", ["find_citation", "list_for_text", "count_by_verdict", "last_check", "count_reached"])
def test_verdicts_that_come_while_the_page_is_written_reach_it(
    analyst_client: Client, analyst: User, cited_web: CitedWeb, monkeypatch: pytest.MonkeyPatch, looked: str
) -> None:
    """The whole check falls between one look into the database and the next: what the page missed, its first poll brings."""
    report = make_report(analyst)
    look = getattr(queries, looked)

    def look_before_the_check(**given: object) -> object:
        found = look(**given)
        monkeypatch.setattr(queries, looked, look)
        execute_report(report_id=report.pk)
        return found

    monkeypatch.setattr(queries, looked, look_before_the_check)
    page = soup(analyst_client.get(f"/citations/{report.pk}/"))
    assert CitationReport.objects.get().is_final
    live = soup(analyst_client.get(page.select_one("#live")["hx-get"], headers={"HX-Request": "true"}))
    chips = {chip["id"]: chip.text for chip in [*page.select(".cited .chip"), *live.select("a[hx-swap-oob]")]}
    assert list(chips.values()) == ["1 verified", "2 contradicted", "3 broken link", "4 not applicable"]
    assert live.select_one("#live .plain").text == "1 of 3 citations hold. 1 page says otherwise; 1 link is dead."


def test_card_sets_claim_and_page_side_by_side(analyst_client: Client, analyst: User, cited_web: CitedWeb) -> None:
    report = make_report(analyst)
    execute_report(report_id=report.pk)
    page = soup(analyst_client.get(f"/citations/{report.pk}/"))
    card = page.select_one("#card")
    assert (card["data-index"], card.select_one(".badge").text) == ("2", "contradicted")
    assert (card.select_one(".clash").text, card.select_one("mark").text) == ("3.1%", "1.3%")
    assert [fact.text for fact in card.select(".checks li")][:2] == ["page exists", "page says otherwise"]
    assert (card.select_one("#next-problem")["href"], card.select_one("#previous-problem")) == (f"/citations/{report.pk}/?c=3#card", None)
    assert card.select_one("ins").text == "1.3%"
    chosen = soup(analyst_client.get(f"/citations/{report.pk}/", {"c": 3, "v": "broken_link"})).select_one("#card")
    assert (chosen["data-index"], chosen.select_one("#previous-problem")) == ("3", None)


def test_only_ones_own_reports_unless_one_rules(
    analyst_client: Client, reviewer_client: Client, stranger_client: Client, reviewer: User
) -> None:
    report = make_report(reviewer)
    paths = ["", "live/", "1/", "export.md"]
    assert [analyst_client.get(f"/citations/{report.pk}/{path}").status_code for path in paths] == [404] * 4
    assert [stranger_client.get(f"/citations/{report.pk}/{path}").status_code for path in paths] == [403] * 4
    assert [reviewer_client.get(f"/citations/{report.pk}/{path}").status_code for path in paths] == [200, 200, 302, 200]
    assert analyst_client.post(f"/citations/{report.pk}/recheck/").status_code == 404
    assert soup(analyst_client.get("/citations/")).select("tbody tr") == []


def test_dispute_goes_to_the_queue(analyst_client: Client, analyst: User, cited_web: CitedWeb) -> None:
    report = make_report(analyst)
    execute_report(report_id=report.pk)
    response = analyst_client.post(f"/citations/{report.pk}/2/dispute/", {"reason": "The page was corrected."})
    assert response["Location"] == f"/citations/{report.pk}/?c=2#card"
    item = ReviewItem.objects.get()
    assert (item.subject_kind, item.subject_id) == ("citation", report.citations.get(index=2).pk)
    analyst_client.post(f"/citations/{report.pk}/1/dispute/", {"reason": " "})
    assert ReviewItem.objects.count() == 1


def test_an_undecided_citation_is_sent_with_one_button(analyst_client: Client, reviewer_client: Client, analyst: User) -> None:
    report = judged(user=analyst)
    card = f"/citations/{report.pk}/?c=5"
    form = soup(analyst_client.get(card)).select_one("form[action$='/send/']")
    assert form["action"] == f"/citations/{report.pk}/5/send/"
    assert soup(analyst_client.get(f"/citations/{report.pk}/?c=1")).select("form[action$='/send/']") == []
    assert analyst_client.post(form["action"])["Location"] == f"{card}#card"
    item = ReviewItem.objects.get()
    assert (item.subject_kind, item.why["code"]) == ("citation", "left_open")
    analyst_client.post(form["action"])
    assert ReviewItem.objects.count() == 1
    page = soup(analyst_client.get(card))
    assert (page.select("form[action$='/send/']"), page.select(f"a[href='/reviews/{item.pk}/']")) == ([], [])
    assert soup(reviewer_client.get(card)).select_one(f"a[href='/reviews/{item.pk}/']") is not None
    said = " ".join(soup(reviewer_client.get(f"/reviews/{item.pk}/", headers={"Accept-Language": "en"})).get_text(" ").split())
    assert "alice asks for a ruling on what the check could not decide." in said
    assert analyst_client.post(f"/citations/{report.pk}/9/send/").status_code == 404


def test_files(analyst_client: Client, analyst: User, cited_web: CitedWeb) -> None:
    report = make_report(analyst)
    execute_report(report_id=report.pk)

    def get(ending: str) -> str:
        return analyst_client.get(f"/citations/{report.pk}/export.{ending}").content.decode()

    assert "(http://news.example/ok/1) [✔]." in get("md")
    rows = list(csv.DictReader(io.StringIO(get("csv").removeprefix("\ufeff"))))
    assert [row["status"] for row in rows] == ["verified", "misinformation", "broken_link", "not_applicable"]
    whole = json.loads(get("json"))
    assert (whole["text"], whole["summary"]["verified"]) == (TEXT, 1)
    assert "<script" not in get("html")
    assert analyst_client.get(f"/citations/{report.pk}/export.exe").status_code == 404


@pytest.mark.parametrize("address", ["/citations/", "/citations/{}/", "/citations/{}/?v=broken_link"])
def test_more_rows_cost_no_more_queries(analyst_client: Client, analyst: User, address: str) -> None:
    text = "\n\n".join(f"Sales rose {n}% in May [x](http://127.0.0.1:1/{n})." for n in range(9))
    first = make_report(analyst, TEXT)
    few = count_queries(analyst_client, address.format(first.pk))
    many = make_report(analyst, text)
    make_report(analyst, text)
    assert count_queries(analyst_client, address.format(many.pk)) <= few


def test_a_claim_stands_in_its_whole_sentence(analyst_client: Client, analyst: User) -> None:
    text = "Sales rose 3.1% in May (https://paper-0.example/0), and stocks fell (https://paper-1.example/1). Nobody wondered."
    report = judged(user=analyst, text=text)
    second = soup(analyst_client.get(f"/citations/{report.pk}/?c=2"))
    assert second.select_one(".whole-sentence").get_text(" ", strip=True) == "In its sentence: Sales rose 3.1% in May, and stocks fell."
    alone = judged(user=analyst, text="Sales rose 3.1% in May (https://paper-0.example/0). Nobody wondered.")
    assert soup(analyst_client.get(f"/citations/{alone.pk}/?c=1")).select(".whole-sentence") == []
    named = judged(user=analyst, text="Sales rose 3.1% in May [the statistics office](https://paper-0.example/0). Nobody wondered.")
    assert soup(analyst_client.get(f"/citations/{named.pk}/?c=1")).select(".whole-sentence") == []


def test_each_verdict_is_said_in_a_sentence(analyst_client: Client, analyst: User) -> None:
    report = judged(user=analyst)
    said = [soup(analyst_client.get(f"/citations/{report.pk}/?c={index}")).select_one("#card header + p").text for index in range(1, 6)]
    assert said == [
        *("The page says it.", "The page says something else.", "The page does not say it.", "There is no such page."),
        "The page could not be read, or leaves it open.",
    ]


def test_reports_are_titled_in_plain_words(analyst_client: Client) -> None:
    analyst_client.post("/citations/", {"text": TITLED, "depth": "standard", "policy": "mark"})
    assert CitationReport.objects.get().title == "Consumer prices are measured each month by the Bureau of Labor…"


def test_a_passage_in_a_table_is_drawn_as_one(analyst_client: Client, analyst: User) -> None:
    report = judged(user=analyst)
    citation = report.citations.get(index=2)
    text = "| Month | Sales |\n|---|---|\n| April | 0.9% |\n| May | 1.3% |"
    start = text.index("1.3%")
    citation.passages[0]["text"] = text
    citation.aligned = [{**citation.aligned[0], "start": start, "end": start + 4}]
    citation.save()
    page = soup(analyst_client.get(f"/citations/{report.pk}/?c=2"))
    assert [mark.text for mark in page.select("#card .grid mark")] == ["Sales", "May", "1.3%"]
