"""Documents are loaded once, cleaned of markup, and skipped by reason."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from django.db import connection

from tests.factories import JUNE_18, make_document
from verification.models import AuditEntry, Document
from verification.services.gateway.corpus import DocumentEntry, LoadReport, delete_document, language_code, load_documents, zone_of_language
from verification.strict_json import BadInput

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("search")]

NOW = datetime(2026, 7, 1, tzinfo=UTC)


def _entry(line: int = 1, **fields: object) -> DocumentEntry:
    known = {"title": "Title", "text": "Text.", "url": "https://a.example/1", "published_at": JUNE_18, "lang": "en", "source": "A"}
    return DocumentEntry(line=line, **{**known, **fields})


def _load(*entries: DocumentEntry) -> LoadReport:
    return load_documents(entries=entries, now=NOW, actor="tests")


def _indexed() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM verification_documentindex")
        return cursor.fetchone()[0]


def test_load_is_idempotent_by_address_and_text() -> None:
    assert _load(_entry()).added == 1
    again = _load(_entry(), _entry(2, url="https://A.example:443/1?utm_source=x#top"))
    assert (again.added, again.unchanged) == (0, 2)
    assert (Document.objects.count(), _indexed()) == (1, 1)
    assert AuditEntry.objects.get().after == {"added": 1, "updated": 0}


def test_load_of_a_new_text_at_an_address_adds_a_version() -> None:
    _load(_entry())
    assert _load(_entry(text="Corrected text.")).added == 1
    assert (Document.objects.count(), _indexed()) == (2, 2)


def test_load_of_another_date_updates_the_document() -> None:
    _load(_entry())
    report = _load(_entry(published_at=JUNE_18 - timedelta(days=1), source="B"))
    assert (report.added, report.updated) == (0, 1)
    document = Document.objects.get()
    assert (document.published_at, document.source) == (JUNE_18 - timedelta(days=1), "B")


@pytest.mark.parametrize(
    "fields, reason",
    [
        ({"title": " ", "text": "\n"}, "empty"),
        ({"title": "", "text": "<p> </p>"}, "empty"),
        ({"url": "ftp://a.example/1"}, "address"),
        ({"url": "javascript:alert(1)"}, "address"),
        ({"url": "https://user@a.example/1"}, "address"),
        ({"url": "https://a.example/" + "x" * 2000}, "address"),
        ({"published_at": NOW + timedelta(seconds=1)}, "future"),
    ],
)
def test_load_skips_what_cannot_be_used_and_takes_the_rest(fields: dict[str, object], reason: str) -> None:
    report = _load(_entry(7, **fields), _entry(8, url="https://b.example/1"))
    assert (dict(report.skipped), report.added) == ({reason: [7]}, 1)


def test_load_indexes_a_title_without_text_and_an_undated_page() -> None:
    report = _load(_entry(text="", published_at=None))
    assert report.added == 1
    assert Document.objects.get().published_at is None


def test_load_strips_markup_and_keeps_signs_that_are_none() -> None:
    _load(
        _entry(text="<p>Rate <b>5.25%</b></p><script>alert('6.5%')</script><br/>held"),
        _entry(2, url="https://b.example/1", text="Drones (<250g) and a <contract> stay"),
    )
    assert list(Document.objects.order_by("id").values_list("text", flat=True)) == [
        "Rate 5.25% held",
        "Drones (<250g) and a <contract> stay",
    ]


def test_load_takes_nul_out_which_postgresql_refuses() -> None:
    _load(_entry(title="a\0b", text="c\0d"))
    document = Document.objects.get()
    assert (document.title, document.text) == ("a b", "c d")


def test_load_that_breaks_off_adds_nothing() -> None:
    def entries() -> object:
        yield _entry()
        raise BadInput("line 2")

    with pytest.raises(BadInput, match="line 2"):
        load_documents(entries=entries(), now=NOW, actor="tests")
    assert (Document.objects.count(), _indexed(), AuditEntry.objects.count()) == (0, 0, 0)


def test_delete_takes_the_document_out_of_the_index_and_is_audited(admin: User) -> None:
    delete_document(document=make_document(text="Rate"), actor=admin)
    assert (Document.objects.count(), _indexed()) == (0, 0)
    assert AuditEntry.objects.filter(verb="document.delete", actor_name="charlie").count() == 1


@pytest.mark.parametrize("lang, code", [("zh", "zh"), ("zh-CN", "zh"), ("ZH_tw", "zh"), ("en-US", "en"), ("fr", ""), ("", "")])
def test_language_code_of_a_tag(lang: str, code: str) -> None:
    assert language_code(lang) == code


def test_zone_of_chinese_is_shanghai_and_of_all_others_utc() -> None:
    assert zone_of_language("zh-CN") == ZoneInfo("Asia/Shanghai")
    assert zone_of_language("en") == zone_of_language("") == UTC
