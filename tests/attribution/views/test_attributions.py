"""The pages of attributions: what they show, what the form takes, and that nothing hostile becomes active."""

import json
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import AbstractBaseUser
from django.test import Client

from attribution.core.answers.operations import Operation
from attribution.core.answers.sources import RankedDocument
from attribution.models import Attribution, AttributionMark
from attribution.services.answers.settings import change_settings
from attribution.services.answers.sizes import MAX_DOCUMENTS, Size
from attribution.services.answers.tracing import Request, execute_attribution, keep_attribution, trace_answer
from attribution.views.attribution_page import MOST_OPERANDS, _expression
from tests.attribution.rows import ANSWER, TEXT, make_attribution, make_document
from tests.hostile import storable
from tests.views.conftest import _language_ends_with_the_test
from tests.views.test_hostile import OURS, canaries_in_turn, hrefs, payloads, skeleton, tags_of

__all__ = ["_language_ends_with_the_test"]

pytestmark = pytest.mark.django_db

TABLE = "| Line | Fares |\n|---|---|\n| North | 15.2 |\n| Island | 12.7 |\n| South | 8.5 |"
FARES = "Total fares of all lines came to 36.4."


def read(client: Client, address: str, **headers: str) -> BeautifulSoup:
    response = client.get(address, headers=headers)
    assert response.status_code == 200
    return BeautifulSoup(response.content, "html.parser")


def words(element: Any) -> str:
    return " ".join(element.get_text().replace("\u2060", "").split())


def test_sentences_and_passages_lead_to_each_other(analyst: AbstractBaseUser, analyst_client: Client) -> None:
    page = read(analyst_client, f"/attributions/{make_attribution(user=analyst).pk}/")
    first, second = page.select(".sent")
    assert (first.name, first["href"], first["id"], first["data-sentence"]) == ("a", "#p1-1", "t1", "1")
    assert (second.name, second["class"], second["id"]) == ("span", ["sent", "absent"], "t2")
    passage = page.select_one("#p1-1")
    assert (passage["data-sentences"], passage.select_one("mark").text) == ("1", TEXT)
    assert passage.select_one(".back a")["href"] == "#t1"
    assert words(page.select_one(".found h2")) == "Sources (1)"
    assert words(page.select_one("#s1 strong")) == "Port report - page 3 (text)"
    assert words(page.select_one(".told")) == (
        "Ferry traffic on the northern line rose 12.5 percent in May.source 1 The harbour will close next year.no support"
    )
    assert words(page.select_one(".answer header span")) == "1 of 2 sentences have support"
    assert page.select(".score") == []


def test_a_calculation_is_done_again_before_the_reader(analyst: AbstractBaseUser, analyst_client: Client) -> None:
    row = make_attribution(FARES, [make_document(TABLE)], user=analyst)
    page = read(analyst_client, f"/attributions/{row.pk}/")
    assert words(page.select_one("#c1 p")) == "Sum Sentence 1"
    assert [[words(cell) for cell in line.select("td")] for line in page.select("#c1 tr")] == [
        ["", "15.2", "source 1 Port report - page 3 (text): North · Fares"],
        ["+", "12.7", "source 1 Port report - page 3 (text): Island · Fares"],
        ["+", "8.5", "source 1 Port report - page 3 (text): South · Fares"],
        ["=", "36.4", ""],
    ]
    assert words(page.select_one("#c1 caption")) == "15.2 + 12.7 + 8.5 = 36.4"
    assert page.select_one("a.calc")["href"] == "#c1"


@pytest.mark.parametrize(
    ("operation", "shown"),
    [
        (Operation.SUM, "8 + 2"),
        (Operation.DIFFERENCE, "8 − 2"),
        (Operation.PRODUCT, "8 × 2"),
        (Operation.RATIO, "8 ÷ 2"),
        (Operation.AVERAGE, "(8 + 2) ÷ 2"),
        (Operation.GROWTH, "(8 − 2) ÷ 2 × 100"),
        (Operation.SHARE, "8 ÷ 2 × 100"),
        (Operation.CAGR, "((8 ÷ 2) ^ (1 ÷ 3) − 1) × 100"),
        (Operation.PRIOR, "8 ÷ (1 + 2 ÷ 100)"),
    ],
)
def test_each_calculation_is_written_as_people_write_it(operation: Operation, shown: str) -> None:
    assert _expression(operation, ["8", "2"], 3) == shown


def test_a_long_calculation_is_cut_and_divided_by_all_its_figures() -> None:
    figures = [str(number) for number in range(20)]
    shown = " + ".join(figures[:MOST_OPERANDS])
    assert _expression(Operation.AVERAGE, figures) == f"({shown} + …) ÷ 20"


def test_what_stands_in_a_table_is_drawn_as_one_with_its_cells_marked(analyst: AbstractBaseUser, analyst_client: Client) -> None:
    row = make_attribution(f"{FARES} The island line took 12.7 in fares.", [make_document(TABLE)], user=analyst)
    page = read(analyst_client, f"/attributions/{row.pk}/")
    drawn = {passage["data-sentences"]: [words(mark) for mark in passage.select("table mark")] for passage in page.select(".passage")}
    assert drawn == {"1": ["Fares", "North", "15.2", "Island", "12.7", "South", "8.5"], "2": ["Fares", "Island", "12.7"]}
    grid = page.select_one(".passage table")
    assert [head.text for head in grid.select("thead th[scope=col]")] == ["Line", "Fares"]
    assert [head.text for head in grid.select("tbody th[scope=row]")] == ["North", "Island", "South"]
    assert "|" not in page.select_one(".found").get_text()


def test_scores_are_shown_where_asked_for_or_set(analyst: AbstractBaseUser, analyst_client: Client) -> None:
    row = make_attribution(documents=[make_document(rerank_score=0.75)], user=analyst, show_relevance_score=True)
    address = f"/attributions/{row.pk}/"
    shown = {
        query: [words(score).split()[0] for score in read(analyst_client, address + query).select(".score")]
        for query in ("", "?scores=1", "?scores=0")
    }
    assert shown == {"": ["Relevance"], "?scores=1": ["Match", "Relevance"], "?scores=0": []}
    assert words(read(analyst_client, f"{address}?scores=1").select(".score")[1]) == "Relevance 0.75"


def test_the_document_is_loaded_on_opening_and_has_a_page_of_its_own(analyst: AbstractBaseUser, analyst_client: Client) -> None:
    content = "Nothing of note. " * 6000 + TEXT + " Nothing of note." * 6000
    row = make_attribution(documents=[make_document(content)], user=analyst)
    page = read(analyst_client, f"/attributions/{row.pk}/")
    assert len(page.encode()) < 60_000
    address = page.select_one("[data-load]")["data-load"]
    assert page.select_one("[data-load] a")["href"] == f"{address}#passage"
    part = read(analyst_client, address, **{"HX-Request": "true"})
    assert (part.html, part.select_one("mark").text, len(part.select_one(".text").text) < 4100) == (None, TEXT, True)
    whole = read(analyst_client, address)
    assert (whole.select_one("mark#passage").text, whole.select_one("[rel=prev]") is None) == (TEXT, False)
    start = whole.select_one("[rel=prev]")["href"]
    assert read(analyst_client, address + start).select("mark") == []
    for wrong in ("?from=-1", "?from=x", "?from=999999999", "?from=99999999"):
        assert read(analyst_client, address + wrong).select_one(".text").text
    assert analyst_client.get(f"/attributions/{row.pk}/sources/2/").status_code == 404


def test_modes_are_switched_and_switched_back(analyst: AbstractBaseUser, analyst_client: Client) -> None:
    row = make_attribution(user=analyst)
    forward = analyst_client.post(f"/attributions/{row.pk}/mode/", {"mode": "forward"})["Location"]
    page = read(analyst_client, forward)
    assert page.select_one(".seg [aria-current]")["value"] == "forward"
    assert (page.select(".sent"), len(page.select(".src")), page.select_one(".told").text) == ([], 1, ANSWER)
    assert analyst_client.post(f"{forward}mode/", {"mode": "reverse"})["Location"] == f"/attributions/{row.pk}/"
    assert analyst_client.post(f"{forward}mode/", {"mode": "sideways"})["Location"] == forward


def test_readers_mark_sources(analyst: AbstractBaseUser, analyst_client: Client) -> None:
    row = make_attribution(user=analyst)
    address = f"/attributions/{row.pk}/sources/1/mark/"
    response = analyst_client.post(address, {"mark": "wrong"})
    assert (response.status_code, response["Location"]) == (302, f"/attributions/{row.pk}/#s1")
    pressed = read(analyst_client, f"/attributions/{row.pk}/").select(".marks [aria-pressed=true]")
    assert [words(button) for button in pressed] == ["Wrong"]
    part = analyst_client.post(address, {"mark": "right"}, headers={"HX-Request": "true"})
    assert b'aria-pressed="true" autofocus' in part.content
    assert AttributionMark.objects.get().is_right is True
    analyst_client.post(address, {"mark": "none"})
    assert AttributionMark.objects.count() == 0
    assert analyst_client.post(f"/attributions/{row.pk}/sources/2/mark/", {"mark": "right"}).status_code == 404


def test_question_and_address_of_a_document_are_shown_and_a_bad_address_is_no_link(analyst_client: Client) -> None:
    documents = [
        {"content": TEXT, "url": "https://port.example/report", "metadata": {"document_name": "Port report"}},
        {"content": TEXT + " It was said twice.", "metadata": {"document_name": "Copy", "url": "javascript:alert(1)"}},
    ]
    said = {"answer": ANSWER, "documents": json.dumps(documents), "question": "How busy was <b>the line</b>?", "mode": "forward"}
    response = analyst_client.post("/attributions/", said, follow=True)
    page = BeautifulSoup(response.content, "html.parser")
    assert page.find(string="How busy was <b>the line</b>?") is not None
    links = [(one.get_text(), one.get("href"), one.get("rel")) for one in page.select(".src strong a")]
    assert links == [("Port report", "https://port.example/report", ["noopener", "noreferrer", "nofollow"])]


def test_the_form_takes_texts_and_json(analyst_client: Client, analyst: AbstractBaseUser) -> None:
    texts = "# Port report\nFerries rose 12.5 percent.\r\n---\r\n\r\nAnother text.\n-----\n"
    documents = [{"id": 5, "content": "Ferries rose 12.5 percent.", "rerank_score": 0.9, "metadata": {"document_name": "A"}}]
    seed = [{"doc": {"metadata": {"content": "Ferries rose 12.5 percent.", "document_name": "B"}}, "rerank_score": 0.4}]
    said = {
        texts: [("Port report", None, None), ("Document 2", None, None)],
        json.dumps(documents): [("A", 5, 0.9)],
        json.dumps({"documents": documents}): [("A", 5, 0.9)],
        json.dumps(seed): [("B", None, 0.4)],
        json.dumps({"reranked_results": [{**seed[0], "rerank_score": 0}], "score_range": "sigmoid"}): [("B", None, 0.5)],
        '["Ferries rose 12.5 percent."]': [(None, None, None)],
    }
    for text, expected in said.items():
        response = analyst_client.post("/attributions/", {"answer": "Ferries rose 12.5 percent.", "documents": text, "mode": "reverse"})
        row = Attribution.objects.order_by("-pk").first()
        assert (response.status_code, response["Location"], row.requested_by) == (302, f"/attributions/{row.pk}/", analyst)
        assert [(one["metadata"].get("document_name"), one["id"], one["rerank_score"]) for one in row.documents] == expected
        assert row.documents[0]["content"] == "Ferries rose 12.5 percent."


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        ({"answer": ""}, "answer", "This field is required."),
        ({"answer": "A b. " * 6001}, "answer", "expected at most 6000 sentences"),
        ({"documents": "[1"}, "documents", "not JSON"),
        ({"documents": "[1]"}, "documents", "documents.0: expected a JSON object"),
        ({"documents": '{"texts": []}'}, "documents", "expected a list of documents, or an object with “documents”"),
        ({"documents": '[{"content": 1}]'}, "documents", "documents.0.content"),
        ({"documents": '[{"content": "a", "rerank_score": NaN}]'}, "documents", "not JSON"),
        ({"documents": '[{"content": "a", "rerank_score": 2}]'}, "documents", "documents.0.rerank_score"),
        ({"documents": '[{"content": "a", "id": 1}, {"content": "b"}]'}, "documents", "documents.1.id: expected an id that no other"),
        ({"documents": '{"documents": ["a"], "score_range": [1]}'}, "documents", "score_range: expected two numbers"),
        ({"question": "x" * 2001}, "question", "at most 2000 characters"),
        ({"documents": "x\n---\n" * 201}, "documents", "expected at most 200 documents"),
        ({"mode": "sideways"}, "mode", ""),
        ({"max_sources": "0"}, "max_sources", "greater than or equal to 1"),
    ],
)
def test_the_form_names_what_is_wrong_and_keeps_what_was_typed(
    analyst_client: Client, change: dict[str, str], field: str, said: str
) -> None:
    response = analyst_client.post("/attributions/", {"answer": "Sales rose.", "documents": "Sales rose.", "mode": "reverse", **change})
    page = BeautifulSoup(response.content, "html.parser")
    assert (response.status_code, Attribution.objects.count()) == (400, 0)
    assert list(response.context["form"].errors) == [field]
    assert said in " ".join(response.context["form"].errors[field])
    assert words(page.select_one("#answer")) == change.get("answer", "Sales rose.").strip()
    assert page.select_one("details.ask").has_attr("open")


def test_the_example_is_one_click_from_a_result(analyst_client: Client) -> None:
    for lang, supported in (("en", 3), ("zh", 3)):
        page = read(analyst_client, f"/attributions/?example={lang}")
        sent = {name: page.select_one(f"#{name}").text for name in ("answer", "documents")}
        analyst_client.post("/attributions/", {**sent, "mode": "reverse"})
        row = Attribution.objects.order_by("-pk").first()
        assert (row.lang, row.sentences_count, row.supported_count) == (lang, 4, supported)
    assert read(analyst_client, "/attributions/?example=x").select_one("#answer").text == ""


def test_the_history_is_one_s_own_and_is_searched(analyst: AbstractBaseUser, analyst_client: Client, reviewer_client: Client) -> None:
    make_attribution("Ships and harbours.", user=analyst)
    make_attribution("Trains and stations.")
    assert [words(name) for name in read(analyst_client, "/attributions/").select("td.name")] == ["Ships and harbours."]
    assert [words(name) for name in read(reviewer_client, "/attributions/").select("td.name")] == [
        "Trains and stations.",
        "Ships and harbours.",
    ]
    assert [words(name) for name in read(reviewer_client, "/attributions/?q=SHIPS and").select("td.name")] == ["Ships and harbours."]
    assert words(read(reviewer_client, "/attributions/?q=planes").select_one(".empty h2")) == "Nothing matches"


@pytest.mark.parametrize("rows", [1, 3])
def test_queries_do_not_grow_with_the_rows(
    analyst: AbstractBaseUser, reviewer_client: Client, rows: int, django_assert_max_num_queries: Any
) -> None:
    texts = [f"Port {number} handled {number + 3}.5 million tonnes." for number in range(rows)]
    for text in texts:
        make_attribution(text, user=analyst)
    row = make_attribution(" ".join(texts), [make_document(text) for text in texts], user=analyst)
    assert row.sources_count == rows
    with django_assert_max_num_queries(9):
        reviewer_client.get("/attributions/")
    with django_assert_max_num_queries(8):
        reviewer_client.get(f"/attributions/{row.pk}/")


def test_waiting_failed_and_switched_off_say_so(analyst: AbstractBaseUser, analyst_client: Client, admin: AbstractBaseUser) -> None:
    request = Request(ANSWER, (make_document(),))
    waiting = keep_attribution(traced=trace_answer(request=request, done=Size(text=10**9)), requested_by=analyst)
    page = read(analyst_client, f"/attributions/{waiting.pk}/")
    assert (words(page.select_one(".note strong")), page.select_one(".told").text) == ("A worker is reading the documents.", ANSWER)
    live = page.select_one("[hx-get]")["hx-get"]
    assert (analyst_client.get(live).status_code, "HX-Refresh" in analyst_client.get(live)) == (204, False)
    Attribution.objects.filter(pk=waiting.pk).update(status="failed", error="An error.", finished_at=waiting.created_at)
    assert analyst_client.get(live)["HX-Refresh"] == "true"
    assert (
        words(read(analyst_client, f"/attributions/{waiting.pk}/").select_one("[role=alert] p"))
        == "This answer could not be traced. An error."
    )
    change_settings(changes={"enabled": False}, actor=admin)
    off = make_attribution("Another answer.", user=analyst)
    assert words(read(analyst_client, f"/attributions/{off.pk}/").select_one(".note strong")) == "Attribution is switched off."


def test_figures_are_shown_with_their_numbers(analyst: AbstractBaseUser, analyst_client: Client) -> None:
    empty = words(read(analyst_client, "/attributions/figures/").select_one("dl"))
    assert "Accuracy– · 0 of 0 marks say right" in empty
    AttributionMark.objects.create(attribution=make_attribution(user=analyst), index=1, is_right=True, user=analyst)
    found = words(read(analyst_client, "/attributions/figures/").select_one("dl"))
    assert "Supported sentences50 % · 1 of 2" in found
    assert "1 of 1 marks say right" in found


def test_both_languages(analyst: AbstractBaseUser, analyst_client: Client) -> None:
    row = make_attribution(FARES, [make_document(TABLE, metadata={"page_number": 3, "chunk_type": "table"})], user=analyst)
    page = read(analyst_client, f"/attributions/{row.pk}/", **{"Accept-Language": "zh-CN"})
    assert words(page.select_one(".found h2")) == "信息来源 (1)"
    assert [words(button) for button in page.select(".seg button")] == ["智能溯源", "直接溯源"]
    assert words(page.select_one("#s1 strong")) == "未知文档 - 第3页 (表格)"


def hostile_row(texts: list[str], user: AbstractBaseUser) -> Attribution:
    """Every text in the answer, in the documents and in everything that entries show of their metadata."""
    names = ("document_name", "page_number", "chunk_type", "source_path", "update_time", "document_type", "file_size", "file_type")
    documents = [RankedDocument(text, text[:200], 0.9, dict.fromkeys(names, text)) for text in texts]
    row = make_attribution("\n".join(texts), documents, user=user, max_sources=200, match_threshold=0.0, show_match_score=True)
    return row if row.is_final else execute_attribution(attribution_id=row.pk)


def hostile_batches() -> list[object]:
    texts = [storable(text) for text in payloads()]
    parts = [texts[place : place + MAX_DOCUMENTS] for place in range(0, len(texts), MAX_DOCUMENTS)]
    return [pytest.param(part, id=f"whole {place}", marks=pytest.mark.long) for place, part in enumerate(parts, 1)]


@pytest.mark.parametrize("texts", [*canaries_in_turn(), *hostile_batches()])
def test_hostile_text_stays_text(analyst: AbstractBaseUser, analyst_client: Client, texts: list[str]) -> None:
    """The pages hold the elements and attributes that plain words give, and no other."""
    known = dict.fromkeys(("source_path", "update_time", "file_type"), "x")
    documents = [make_document(TABLE, rerank_score=0.9), make_document(TEXT, metadata=known)]
    plain = make_attribution(f"{FARES} The harbour will close. {ANSWER}", documents, user=analyst, show_match_score=True)
    hostile = hostile_row(texts, analyst)
    expected, found = [], []
    for row, tags in ((plain, expected), (hostile, found)):
        forward = analyst_client.post(f"/attributions/{row.pk}/mode/", {"mode": "forward"})["Location"]
        for address in (f"/attributions/{row.pk}/", f"/attributions/{row.pk}/sources/1/", forward):
            tags += tags_of(analyst_client, address)
    assert skeleton(found) - skeleton(expected) == set()
    assert [href for href in hrefs(found) if not href.startswith(("/", "#", "?"))] == []


def test_hostile_parameters_do_no_harm(analyst: AbstractBaseUser, analyst_client: Client) -> None:
    row = make_attribution(user=analyst)
    for text in OURS:
        for address in ("/attributions/", f"/attributions/{row.pk}/", f"/attributions/{row.pk}/sources/1/"):
            response = analyst_client.get(address, {"q": text, "page": text, "example": text, "scores": text, "from": text})
            assert response.status_code == 200
            assert BeautifulSoup(response.content, "html.parser").select("img, script:not([src])") == []
