"""Attributions through the API: what is answered, what is refused, and to whom."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpResponse
from django.test import Client

from attribution.api import attributions
from attribution.models import Attribution, AttributionMark
from attribution.services.answers.sizes import Size
from tests.api.schema.test_schema import assert_described
from tests.attribution.rows import ANSWER, TEXT, make_attribution
from tests.hostile import hostile_rows
from verification.models import AuditEntry, IdempotencyRecord

pytestmark = pytest.mark.django_db

API = "/api/v1/"
HERE = f"{API}attributions/"
DOCUMENT = {"id": "port", "content": TEXT, "rerank_score": 0.8, "metadata": {"document_name": "Port report", "page_number": 3}}
AT_ONCE = 25
BODY: dict[str, Any] = {"answer": ANSWER, "documents": [DOCUMENT]}


def send(client: Client, address: str = HERE, body: object = BODY, **headers: str) -> HttpResponse:
    return client.post(address, body, content_type="application/json", headers=headers)


def count_rows() -> list[int]:
    return [model.objects.count() for model in (Attribution, AttributionMark, AuditEntry, IdempotencyRecord)]


def test_an_answer_with_its_sources(program: Client) -> None:
    response = send(program, body={**BODY, "id": "q-7", "max_sources": 3})
    found = response.json()
    assert (response.status_code, response["Location"]) == (201, f"{HERE}{found['id']}/")
    assert (found["reference"], found["status"], found["mode"], found["disabled"], found["is_cached"]) == (
        *("q-7", "finished", "reverse"),
        *(False, False),
    )
    (source,) = found["sources"]
    assert (source["index"], source["document_id"], source["relevance_score"], source["formatted_text"]) == (
        *(1, "port", 0.8),
        "Port report - page 3",
    )
    assert (source["content_preview"], source["expand_content"]) == (f"{TEXT[:100]}…", TEXT)
    first, second = found["sentences"]
    assert ANSWER[first["start"] : first["end"]] == "Ferry traffic on the northern line rose 12.5 percent in May."
    assert [(first["supported"], len(first["sources"])), (second["supported"], second["sources"])] == [(True, 1), (False, [])]
    assert (found["settings"]["max_sources"], found["settings"]["min_relevance_score"]) == (3, 0.3)
    assert program.get(f"{HERE}{found['id']}/").json() == found


def test_entries_are_in_the_language_asked_for_else_in_the_answer_s(program: Client) -> None:
    body = {"answer": "5月份北线轮渡客流同比增长12.5%。", "documents": [{"content": "5月份北线轮渡客流同比增长12.5%。", "metadata": None}]}
    texts = [send(program, f"{HERE}{query}", body).json()["sources"][0]["formatted_text"] for query in ("", "?lang=en", "?lang=zh")]
    assert texts == ["未知文档", "Unknown document", "未知文档"]


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"answer": ""}, "answer", "bad_value"),
        ({"answer": " \n"}, "answer", "bad_value"),
        ({"answer": "a\x00b"}, "answer", "bad_value"),
        ({"answer": 5}, "answer", "wrong_type"),
        ({"answer": "x" * 200_001}, "answer", "too_long"),
        ({"answer": "A b. " * 10_000}, "answer", "too_large"),
        ({"documents": None}, "documents", "wrong_type"),
        ({"documents": [{"id": 1}]}, "documents.0", "bad_value"),
        ({"documents": [{"doc": {}}]}, "documents.0.doc.metadata", "missing"),
        ({"documents": [{"doc": {"metadata": {}}}]}, "documents.0.doc.metadata.content", "missing"),
        ({"documents": [{"doc": {"metadata": {"content": "a\x00b"}}}]}, "documents.0.doc.metadata.content", "bad_value"),
        ({"documents": [{"doc": {"metadata": {"content": "a"}}, "content": "b"}]}, "documents.0", "bad_value"),
        ({"documents": [{"doc": {"metadata": {"content": "a"}}, "rerank_score": 3.2}]}, "documents.0.rerank_score", "out_of_range"),
        ({"documents": [{"content": "a", "url": "javascript:alert(1)"}]}, "documents.0.url", "bad_form"),
        ({"documents": [{"content": "a", "rerank_score": 11}], "score_range": [0, 10]}, "documents.0.rerank_score", "out_of_range"),
        ({"score_range": "softmax"}, "score_range", "bad_value"),
        ({"score_range": [1, 0]}, "score_range", "bad_value"),
        ({"score_range": [0, True]}, "score_range", "bad_value"),
        ({"score_range": [0, 1, 2]}, "score_range", "bad_value"),
        ({"documents": [{"content": "a"}] * 201}, "documents", "too_long"),
        ({"documents": [{"content": "x" * 1_000_001}]}, "documents", "too_large"),
        ({"documents": [{"content": "a", "id": "x"}, {"content": "b", "id": "x"}]}, "documents.1.id", "repeated"),
        ({"documents": [{"content": "a", "id": 1}, {"content": "b"}]}, "documents.1.id", "repeated"),
        ({"documents": [{"content": "a", "rerank_score": 1.1}]}, "documents.0.rerank_score", "out_of_range"),
        ({"documents": [{"content": "a", "rerank_score": -0.1}]}, "documents.0.rerank_score", "out_of_range"),
        ({"documents": [{"content": "a", "metadata": []}]}, "documents.0.metadata", "wrong_type"),
        ({"documents": [{"content": "a", "body": 1}]}, "documents.0.body", "unknown_field"),
        ({"mode": "sideways"}, "mode", "unknown_choice"),
        ({"max_sources": 0}, "max_sources", "out_of_range"),
        ({"max_sources": 201}, "max_sources", "out_of_range"),
        ({"match_threshold": 1.5}, "match_threshold", "out_of_range"),
        ({"question": "x" * 2001}, "question", "too_long"),
        ({"question": 5}, "question", "wrong_type"),
        ({"context": "?"}, "context", "unknown_field"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_stored(program: Client, change: dict[str, object], field: str, code: str) -> None:
    before = count_rows()
    response = send(program, body={**BODY, **change})
    assert response.status_code == 400
    assert (response.json()["errors"][0]["field"], response.json()["errors"][0]["code"]) == (field, code)
    assert count_rows() == before


# As the design of seed 004 (2.3, 2.5, 2.6) hands them over, with what a pipeline keeps beside them.
SEEDS_RESULT = {
    "doc": {
        "id": "chunk-3",
        "metadata": {
            "content": TEXT,
            "document_name": "Port report",
            "page_number": 3,
            "chunk_type": "text",
            "source_path": "/data/port.pdf",
            "update_time": "2026-05-30",
            "document_type": "pdf",
            "file_size": "2 MB",
            "creation_time": "2026-05-29",
            "last_modified": "2026-05-30",
            "file_type": "application/pdf",
            "url": "https://port.example/report.pdf",
            "vector_id": 17,
        },
    },
    "rerank_score": 2.2,
    "recall_score": 0.4,
}


def test_a_reranker_s_result_is_taken_as_it_is_with_the_fourteen_fields_of_the_design(program: Client) -> None:
    body = {"answer": ANSWER, "documents": [SEEDS_RESULT], "score_range": "sigmoid", "question": "How busy was the northern line? "}
    found = send(program, body=body).json()
    (entry,) = found["sources"]
    assert entry.pop("match_score") > 0.5
    assert entry.pop("relevance_score") == pytest.approx(0.9002, abs=0.0001)
    assert entry == {
        "index": 1,
        "document_id": "chunk-3",
        "document_name": "Port report",
        "page_number": "3",
        "chunk_type": "text",
        "content_preview": f"{TEXT[:100]}…",
        "source_path": "/data/port.pdf",
        "update_time": "2026-05-30",
        "document_type": "pdf",
        "formatted_text": "Port report - page 3 (text)",
        "can_expand": True,
        "expand_content": TEXT,
        "expand_metadata": {
            "file_size": "2 MB",
            "creation_time": "2026-05-29",
            "last_modified": "2026-05-30",
            "file_type": "application/pdf",
        },
        "url": "https://port.example/report.pdf",
    }
    assert (found["question"], found["sentences"][0]["supported"]) == ("How busy was the northern line?", True)
    assert program.get(f"{HERE}{found['id']}/").json()["sources"][0]["url"] == "https://port.example/report.pdf"


@pytest.mark.parametrize(
    ("scores", "score_range", "kept"),
    [
        ([8.4, -3.1], "sigmoid", [0.99978, None]),
        ([8.4, 3.1], [0, 10], [0.84, 0.31]),
        ([0.4, 0.2], None, [0.4, None]),
        ([-0.4, -1], [-1, 1], [0.3, None]),
    ],
)
def test_scores_of_any_range_come_back_from_0_to_1_and_the_limit_is_of_that(
    program: Client, scores: list[float], score_range: object, kept: list[float | None]
) -> None:
    documents = [{"id": place, "content": f"{TEXT} Part {place}.", "rerank_score": score} for place, score in enumerate(scores)]
    found = send(program, body={"answer": ANSWER, "documents": documents, "score_range": score_range, "mode": "forward"}).json()
    assert [one["relevance_score"] for one in found["sources"]] == [pytest.approx(one, abs=1e-5) for one in kept if one is not None]


def test_an_address_in_metadata_that_leads_nowhere_is_left_out(program: Client) -> None:
    document = {"content": TEXT, "metadata": {"url": "javascript:alert(1)"}}
    assert send(program, body={"answer": ANSWER, "documents": [document]}).json()["sources"][0]["url"] == ""


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_what_is_no_number_is_refused(program: Client, number: str) -> None:
    body = json.dumps({**BODY, "documents": [{"content": "a", "rerank_score": 0}]}).replace(": 0}", f": {number}}}")
    response = program.post(HERE, body, content_type="application/json")
    assert (response.status_code, Attribution.objects.count()) == (400, 0)


@pytest.mark.parametrize(
    "body",
    [
        {"answer": ANSWER, "documents": []},
        {"answer": ANSWER, "documents": [{"content": ""}, {"content": " "}]},
        {"answer": ANSWER, "documents": [{"content": TEXT, "rerank_score": 0.1}]},
        {"answer": "？！…", "documents": [DOCUMENT]},
    ],
)
def test_nothing_to_find_is_a_sound_empty_result(program: Client, body: dict[str, object]) -> None:
    response = send(program, body=body)
    assert (response.status_code, response.json()["sources"]) == (201, [])
    assert [sentence["supported"] for sentence in response.json()["sentences"]] == [False] * len(response.json()["sentences"])


def test_a_megabyte_is_left_to_a_worker(program: Client) -> None:
    response = send(program, body={**BODY, "documents": [{"content": "words " * 160_000}]})
    assert (response.status_code, response.json()["status"], response.json()["sources"]) == (202, "queued", [])
    assert program.get(response["Location"]).json()["status"] == "queued"


def test_three_megabytes_are_read_and_nine_are_not(program: Client) -> None:
    body = {"answer": ANSWER, "documents": [{"content": "字" * 1_000_000}]}
    assert program.post(HERE, json.dumps(body, ensure_ascii=False), content_type="application/json").status_code == 202
    response = program.post(HERE, b'"' + b"x" * 8_000_001 + b'"', content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (400, "body_too_large")


def test_one_key_is_one_attribution(program: Client) -> None:
    first, again = (send(program, **{"Idempotency-Key": "k"}) for _ in range(2))
    assert (first.json(), again["Idempotency-Replayed"], Attribution.objects.count()) == (again.json(), "true", 1)
    assert send(program, body={**BODY, "max_sources": 1}, **{"Idempotency-Key": "k"}).status_code == 409


def test_a_bad_answer_does_not_spoil_the_others(program: Client) -> None:
    items = [BODY, {"answer": ""}, {"documents": []}, {**BODY, "answer": "A b. " * 6001}, {**BODY, "documents": [DOCUMENT, DOCUMENT]}, BODY]
    response = send(program, f"{HERE}batch/", {"items": items})
    found = response.json()["items"]
    assert response.status_code == 200
    assert [item["index"] for item in found] == list(range(6))
    assert [item["attribution"] and item["attribution"]["status"] for item in found] == ["finished", None, None, None, None, "finished"]
    errors = [[error["field"] for error in item["error"]["errors"]] for item in found if item["error"]]
    assert errors == [
        ["items.1.answer", "items.1.documents"],
        ["items.2.answer"],
        ["items.3.answer"],
        ["items.4.documents.1.id"],
    ]
    assert Attribution.objects.count() == 2


@pytest.mark.parametrize("body", [{"items": []}, {"items": [BODY] * 101}, {"items": BODY}, {"items": [1]}, {}])
def test_a_batch_holds_one_to_a_hundred(program: Client, body: object) -> None:
    assert send(program, f"{HERE}batch/", body).status_code == 400
    assert Attribution.objects.count() == 0


def test_what_is_too_much_for_one_request_waits(program: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("attribution.services.answers.sizes.INLINE_ANSWER", 150)
    items = [{**BODY, "answer": f"{ANSWER} {number}"} for number in range(3)]
    found = send(program, f"{HERE}batch/", {"items": items}).json()["items"]
    assert [item["attribution"]["status"] for item in found] == ["finished", "queued", "queued"]


def test_marks_are_one_s_own(call: Callable[[str], Client], analyst: AbstractBaseUser) -> None:
    row = make_attribution(user=analyst)
    address, alice, bob = f"{HERE}{row.pk}/", call("analyst"), call("reviewer")
    assert send(alice, f"{address}marks/", {"index": 1, "is_right": True}).json() == {"index": 1, "is_right": True}
    assert (alice.get(address).json()["marks"], bob.get(address).json()["marks"]) == ([{"index": 1, "is_right": True}], [])
    assert send(alice, f"{address}marks/", {"index": 1, "is_right": None}).status_code == 200
    assert alice.get(address).json()["marks"] == []
    for body, field in (
        ({"index": 2, "is_right": True}, "index"),
        ({"index": 1}, "is_right"),
        ({"index": 1, "is_right": "yes"}, "is_right"),
    ):
        response = send(alice, f"{address}marks/", body)
        assert (response.status_code, response.json()["errors"][0]["field"]) == (400, field)


def test_the_list_is_one_s_own_and_is_searched(
    call: Callable[[str], Client], analyst: AbstractBaseUser, reviewer: AbstractBaseUser
) -> None:
    mine = [make_attribution(f"Answer {number} of ships.", user=analyst).pk for number in range(3)]
    other = make_attribution("Answer of bob.", user=reviewer).pk
    listed = call("analyst").get(f"{HERE}?limit=2").json()
    rest = call("analyst").get(f"{HERE}?limit=2&cursor={listed['next']}").json()
    assert [row["id"] for row in (*listed["items"], *rest["items"])] == mine[::-1]
    assert rest["next"] is None
    assert [row["id"] for row in call("analyst").get(f"{HERE}?q=ships 1").json()["items"]] == [mine[1]]
    assert [row["id"] for row in call("reviewer").get(HERE).json()["items"]] == [other, *mine[::-1]]
    assert call("analyst").get(f"{HERE}{other}/").status_code == 404


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_takes_the_same_queries_whatever_its_length(
    call: Callable[[str], Client], analyst: AbstractBaseUser, rows: int, django_assert_max_num_queries: Any
) -> None:
    for number in range(rows):
        make_attribution(f"Answer {number}.", user=analyst)
    client = call("analyst")
    with django_assert_max_num_queries(7):
        client.get(HERE)


def test_settings_are_an_admin_s_to_change(call: Callable[[str], Client]) -> None:
    address = f"{API}attribution-settings/"
    before = call("analyst").get(address).json()
    assert before["settings"] == {
        "enabled": True,
        "mode": "reverse",
        "max_sources": 5,
        "min_relevance_score": 0.3,
        "extract_entities": True,
        "match_threshold": 0.3,
        "show_match_score": False,
        "show_relevance_score": False,
        "use_embeddings": False,
    }
    assert before["overrides"] == {}
    assert all("{context}" in prompt and "{question}" in prompt for prompt in before["prompts"].values())
    assert sorted(before["prompts"]) == ["en", "zh"]
    change = {"enabled": False, "mode": "forward", "reason": "Maintenance."}
    for person in ("analyst", "reviewer"):
        assert call(person).patch(address, change, content_type="application/json").status_code == 403
    after = call("admin").patch(address, change, content_type="application/json").json()
    assert (after["overrides"], after["settings"]["enabled"]) == ({"enabled": False, "mode": "forward"}, False)
    assert AuditEntry.objects.get(verb="attribution.settings").reason == "Maintenance."
    off = send(call("analyst")).json()
    assert (off["disabled"], off["sources"], off["sentences"], off["mode"]) == (True, [], [], "forward")
    assert send(call("analyst"), body={**BODY, "enabled": True, "mode": "reverse"}).json()["sources"] != []
    back = call("admin").patch(address, {"enabled": None, "mode": None}, content_type="application/json").json()
    assert back == before


@pytest.mark.parametrize("change", [{"mode": "sideways"}, {"max_sources": 0}, {"match_threshold": 2}, {"unheard": 1}, {"enabled": "no"}])
def test_settings_that_make_no_sense_are_refused(call: Callable[[str], Client], change: dict[str, object]) -> None:
    response = call("admin").patch(f"{API}attribution-settings/", change, content_type="application/json")
    assert (response.status_code, response.json()["errors"][0]["field"]) == (400, next(iter(change)))
    assert not AuditEntry.objects.filter(verb="attribution.settings").exists()


def test_every_answer_is_as_described(call: Callable[[str], Client], reviewer: AbstractBaseUser) -> None:
    client = call("admin")
    row = make_attribution("Total fares of all lines came to 23.7 dollars.", user=reviewer)
    assert_described(send(client), "AttributionAnswer", "post", "attributions/")
    assert_described(send(client, body={}), "Problem", "post", "attributions/")
    assert_described(client.get(HERE), "AttributionPage", "get", "attributions/")
    assert_described(client.get(f"{HERE}{row.pk}/"), "AttributionAnswer", "get", "attributions/{id}/")
    assert_described(send(client, f"{HERE}batch/", {"items": [BODY, {}]}), "BatchAnswer", "post", "attributions/batch/")
    done = send(client).json()
    marks = f"{HERE}{done['id']}/marks/"
    assert_described(send(client, marks, {"index": 1, "is_right": False}), "OwnMark", "post", "attributions/{id}/marks/")
    assert_described(client.get(f"{API}attribution-settings/"), "SettingsAnswer", "get", "attribution-settings/")
    patched = client.patch(f"{API}attribution-settings/", {"max_sources": 4}, content_type="application/json")
    assert_described(patched, "SettingsAnswer", "patch", "attribution-settings/")
    figures = client.get(f"{API}attribution-figures/")
    assert_described(figures, "FiguresAnswer", "get", "attribution-figures/")
    assert (figures.json()["accuracy"], figures.json()["marks"]) == (0.0, 1)


@pytest.mark.usefixtures("unthrottled")
@pytest.mark.parametrize("every", [pytest.param(24, id="some"), pytest.param(1, id="whole", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", ["xss", "naughty", "injections"])
def test_hostile_text_comes_back_as_it_was_sent(program: Client, name: str, every: int) -> None:
    texts = [str(row["text"]).replace("\x00", "") for row in hostile_rows(name)[::every]]
    # Every sentence is held against every document, so a few requests more cost less than long ones.
    for place in range(0, len(texts), AT_ONCE):
        said = [text for text in texts[place : place + AT_ONCE] if text.strip()]
        documents = [{"content": text, "metadata": {"document_name": text, "page_number": text, "x": text}} for text in said]
        response = send(program, body={"answer": "\n".join(said), "documents": documents, "max_sources": 200, "match_threshold": 0})
        assert response.status_code in (201, 202), response.json()


def test_the_work_of_one_request_is_bounded() -> None:
    assert (Size(1, 2, 3, 4) + Size(1, 1, 1, 1)) == Size(2, 3, 4, 5)
    assert attributions.MAX_BYTES == 8_000_000
