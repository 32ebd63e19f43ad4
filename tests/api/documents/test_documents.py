"""Documents of the corpus written and taken out by programs of admins: all or none, tried first, audited."""

from typing import Any

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.api.conftest import program_of
from tests.factories import make_document
from tests.views.rows import make_node
from verification.core.vocabulary import Scope
from verification.models import AuditEntry, Document
from verification.models.fulltext import Filter, find_documents
from verification.services.operations.tokens import create_token

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("search")]

DOCUMENTS = "/api/v1/documents/"
URL = "https://paper.example/rates"
PAGE = {"url": URL, "title": "Rates", "text": "The policy rate of Utopia is 3.5%.", "published_at": "2026-06-17T08:00:00Z"}


@pytest.fixture
def program(admin: AbstractBaseUser) -> Client:
    return program_of(admin)


def write(client: Client, *items: dict[str, Any], key: str = "", **more: Any) -> tuple[int, dict[str, Any]]:
    headers = {"Idempotency-Key": key} if key else {}
    response = client.post(DOCUMENTS, {"items": items, **more}, content_type="application/json", headers=headers)
    return response.status_code, response.json()


def outcomes(answer: tuple[int, dict[str, Any]]) -> list[str]:
    assert answer[0] == 200, answer
    return [each["outcome"] for each in answer[1]["items"]]


def found(word: str) -> list[str]:
    """The texts that the search of the corpus finds."""
    keys = find_documents({word: 1.0}, where=Filter(until=timezone.now(), is_undated=True), limit=10)
    return list(Document.objects.filter(pk__in=keys).values_list("text", flat=True))


def trail() -> list[tuple[str, str]]:
    return list(AuditEntry.objects.exclude(subject_kind="apitoken").order_by("pk").values_list("verb", "reason"))


def test_document_is_added_found_and_read(program: Client) -> None:
    status, said = write(program, PAGE | {"source": "The Paper", "lang": "en"}, reason="from the archive")
    (row,) = Document.objects.all()
    assert (status, said) == (
        200,
        {"is_dry_run": False, "items": [{"id": row.pk, "url": URL, "outcome": "added", "replaced": []}]},
    )
    assert found("utopia") == [PAGE["text"]]
    entry = AuditEntry.objects.get(verb="corpus.load")
    assert (entry.verb, entry.actor_name, entry.reason) == ("corpus.load", "charlie", "from the archive")
    assert entry.after == {"added": 1, "updated": 0, "documents": {str(row.pk): URL}}
    read = program.get(f"{DOCUMENTS}{row.pk}/").json()
    assert read.pop("loaded_at")
    assert read == {
        "id": row.pk,
        "url": URL,
        "host": "paper.example",
        "title": "Rates",
        "source": "The Paper",
        "lang": "en",
        "published_at": "2026-06-17T16:00:00+08:00",
        "text": PAGE["text"],
    }


def test_another_text_takes_the_place_of_the_one_under_its_address(program: Client) -> None:
    write(program, PAGE)
    older = Document.objects.get()
    answer = write(program, PAGE | {"text": "The policy rate of Utopia is 4%."}, reason="corrected")
    assert (outcomes(answer), answer[1]["items"][0]["replaced"]) == (["added"], [older.pk])
    assert (found("utopia"), Document.objects.count()) == (["The policy rate of Utopia is 4%."], 1)
    assert trail()[1:] == [("document.delete", "corrected"), ("corpus.load", "corrected")]


def test_older_text_stays_where_it_is_to(program: Client) -> None:
    write(program, PAGE)
    answer = write(program, PAGE | {"text": "The policy rate of Utopia is 4%."}, replace=False)
    assert (outcomes(answer), answer[1]["items"][0]["replaced"]) == (["added"], [])
    assert sorted(found("utopia")) == [PAGE["text"], "The policy rate of Utopia is 4%."]


def test_same_document_is_changed_or_left(program: Client) -> None:
    assert outcomes(write(program, PAGE)) == ["added"]
    assert outcomes(write(program, PAGE)) == ["unchanged"]
    assert outcomes(write(program, PAGE | {"source": "The Paper"})) == ["changed"]
    assert (Document.objects.get().source, [verb for verb, _reason in trail()]) == ("The Paper", ["corpus.load", "corpus.load"])


def test_dry_run_says_what_would_be_and_keeps_nothing(program: Client) -> None:
    older = make_document(url=URL, text="An older text.")
    before = trail()
    status, said = write(program, PAGE, dry_run=True)
    assert (status, said) == (
        200,
        {"is_dry_run": True, "items": [{"id": None, "url": URL, "outcome": "added", "replaced": [older.pk]}]},
    )
    assert (list(Document.objects.values_list("pk", flat=True)), trail()) == ([older.pk], before)


def test_key_writes_once(program: Client) -> None:
    first, again = (write(program, PAGE, key="k") for _ in range(2))
    assert (first, len(trail())) == (again, 1)


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"url": "javascript:alert(1)"}, "items.1.url", "bad_form"),
        ({"url": "https://user@paper.example/"}, "items.1.url", "bad_value"),
        ({"url": URL}, "items.1.url", "repeated"),
        ({"url": f"{URL}?utm_source=x"}, "items.1.url", "repeated"),
        ({"title": "", "text": " \n"}, "items.1.text", "missing"),
        ({"title": "", "text": "<p> </p>"}, "items.1.text", "missing"),
        ({"text": "x" * 500_001}, "items.1.text", "too_long"),
        ({"title": "x" * 2_001}, "items.1.title", "too_long"),
        ({"text": "a\x00b"}, "items.1.text", "bad_value"),
        ({"published_at": "last week"}, "items.1.published_at", "bad_value"),
        ({"published_at": "2126-01-01"}, "items.1.published_at", "out_of_range"),
        ({"lang": "fr"}, "items.1.lang", "unknown_choice"),
        ({"tier": 1}, "items.1.tier", "unknown_field"),
    ],
)
def test_one_bad_document_is_named_and_none_is_kept(program: Client, change: dict[str, Any], field: str, code: str) -> None:
    status, problem = write(program, PAGE, PAGE | {"url": "https://b.example/1"} | change)
    assert (status, [(each["field"], each["code"]) for each in problem["errors"]]) == (400, [(field, code)])
    assert (Document.objects.count(), trail()) == (0, [])


def test_every_bad_document_is_named(program: Client) -> None:
    status, problem = write(program, PAGE | {"text": "", "title": ""}, PAGE | {"published_at": "2126-01-01"})
    assert (status, [each["field"] for each in problem["errors"]]) == (400, ["items.0.text", "items.1.published_at"])


@pytest.mark.parametrize(("count", "code"), [(0, "too_short"), (101, "too_long")])
def test_so_many_at_once(program: Client, count: int, code: str) -> None:
    status, problem = write(program, *(PAGE | {"url": f"{URL}/{number}"} for number in range(count)))
    assert (status, problem["errors"][0]["field"], problem["errors"][0]["code"]) == (400, "items", code)


def test_hundred_documents_take_few_queries(program: Client) -> None:
    def queries(count: int) -> int:
        items = [PAGE | {"url": f"https://p{count}.example/{number}", "text": f"Text {number}."} for number in range(count)]
        with CaptureQueriesContext(connection) as captured:
            assert outcomes(write(program, *items)) == ["added"] * count
        # Each row of the index is a statement of its own to SQLite.
        return len([each for each in captured if "documentindex" not in each["sql"]])

    # SQLite takes a thousand values a statement, so the rows come in four.
    assert queries(100) <= queries(2) + 3


def test_long_text_of_rare_words_is_indexed_as_far_as_it_goes(program: Client) -> None:
    text = "".join(chr(0x4E00 + number * 7919 % 20_000) for number in range(100_000))
    assert outcomes(write(program, PAGE | {"title": text[:2_000], "text": text})) == ["added"]


def test_list_is_narrowed_by_address_host_and_language(program: Client) -> None:
    make_document(url=URL, title="English")
    make_document(url="https://paper.example/other", title="中文", lang="zh")
    make_document(url="https://b.example/1", title="Elsewhere")

    def titles(query: str) -> list[str]:
        return [each["title"] for each in program.get(f"{DOCUMENTS}?{query}").json()["items"]]

    assert titles("") == ["Elsewhere", "中文", "English"]
    assert titles("host=PAPER.example") == ["中文", "English"]
    assert titles(f"url={URL}%23part") == ["English"]
    assert titles("url=nonsense") == []
    assert titles("text_lang=zh") == ["中文"]
    first = program.get(f"{DOCUMENTS}?limit=2").json()
    assert [each["title"] for each in program.get(f"{DOCUMENTS}?limit=2&cursor={first['next']}").json()["items"]] == ["English"]
    assert "text" not in first["items"][0]


def test_document_is_taken_out_with_a_reason_of_any_length(program: Client) -> None:
    for place, (query, body) in enumerate((("?reason=a+test", None), ("", {"reason": "原因" * 250}), ("?reason=x", {"reason": "x"}))):
        document = make_document(url=f"{URL}/{place}", text="The rate is 3.5%.")
        response = program.delete(f"{DOCUMENTS}{document.pk}/{query}", body or b"", content_type="application/json")
        assert (response.status_code, found("rate")) == (204, [])
        assert program.get(f"{DOCUMENTS}{document.pk}/").status_code == 404
    assert [reason for verb, reason in trail() if verb == "document.delete"] == ["a test", "原因" * 250, "x"]


@pytest.mark.parametrize(
    ("query", "body", "kind", "status", "code"),
    [
        ("?reason=x", '{"reason": "y"}', "application/json", 400, "invalid_request"),
        ("", '{"reason": 5}', "application/json", 400, "invalid_request"),
        ("", '{"reasons": "y"}', "application/json", 400, "invalid_request"),
        ("", '{"reason"', "application/json", 400, "not_json"),
        ("", "reason=x", "application/x-www-form-urlencoded", 415, "unsupported_media_type"),
    ],
)
def test_reason_that_is_none_takes_nothing_out(program: Client, query: str, body: str, kind: str, status: int, code: str) -> None:
    document, node = make_document(text="The rate is 3.5%."), make_node()
    for address in (f"{DOCUMENTS}{document.pk}/", f"/api/v1/nodes/{node.slug}/"):
        response = program.delete(f"{address}{query}", body, content_type=kind)
        assert (response.status_code, response.json()["code"]) == (status, code)
    assert Document.objects.count() == 1


def test_node_is_deleted_for_a_reason_in_the_body(program: Client) -> None:
    node = make_node()
    response = program.delete(f"/api/v1/nodes/{node.slug}/", {"reason": "原因" * 250}, content_type="application/json")
    assert (response.status_code, trail()) == (204, [("node.delete", "原因" * 250)])


def test_writing_takes_the_role_and_the_scope(admin: AbstractBaseUser, reviewer: AbstractBaseUser) -> None:
    document = make_document(text="The rate is 3.5%.")
    secret = create_token(user=admin, name="x", scopes=[Scope.READ, Scope.SUBMIT]).secret
    for client, code in ((Client(headers={"Authorization": f"Bearer {secret}"}), "missing_scope"), (program_of(reviewer), "forbidden")):
        assert client.get(f"{DOCUMENTS}{document.pk}/").status_code == 200
        status, problem = write(client, PAGE)
        assert (status, problem["code"]) == (403, code)
        assert client.delete(f"{DOCUMENTS}{document.pk}/").status_code == 403
    assert Document.objects.count() == 1
