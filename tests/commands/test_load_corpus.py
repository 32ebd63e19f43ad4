"""``load_corpus``: a bad line rejects the whole file, an unusable document is skipped and counted."""

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.commands.shell import run_command
from verification.models import Document

pytestmark = pytest.mark.django_db

GOOD = {"title": "Title", "text": "Text.", "url": "https://a.example/1", "published_at": "2026-06-18T08:00:00"}


def _file(tmp_path: Path, *lines: object, name: str = "corpus.jsonl") -> Path:
    path = tmp_path / name
    texts = [line if isinstance(line, bytes) else json.dumps(line, ensure_ascii=False).encode() for line in lines]
    path.write_bytes(b"\n".join(texts) + b"\n")
    return path


def test_load_counts_and_is_idempotent(tmp_path: Path) -> None:
    path = _file(tmp_path, GOOD, {**GOOD, "url": "https://b.example/1", "source": "B", "lang": "en"})
    first, second = run_command("load_corpus", path), run_command("load_corpus", path)
    assert (first.status, second.status) == (0, 0)
    assert "2 added, 0 updated, 0 already there, 0 skipped" in first.out
    assert "0 added, 0 updated, 2 already there, 0 skipped" in second.out
    assert Document.objects.count() == 2


@pytest.mark.parametrize(
    "lang, moment",
    [
        ("zh", datetime(2026, 6, 18, 0, 0, tzinfo=UTC)),
        ("en", datetime(2026, 6, 18, 8, 0, tzinfo=UTC)),
        (None, datetime(2026, 6, 18, 8, 0, tzinfo=UTC)),
    ],
)
def test_load_reads_a_time_without_offset_in_the_zone_of_the_language(tmp_path: Path, lang: str | None, moment: datetime) -> None:
    run_command("load_corpus", _file(tmp_path, GOOD if lang is None else {**GOOD, "lang": lang}))
    assert Document.objects.get().published_at == moment


def test_load_reads_a_time_with_offset_as_it_stands(tmp_path: Path) -> None:
    run_command("load_corpus", _file(tmp_path, {**GOOD, "published_at": "2026-06-18T08:00:00+02:00", "lang": "zh"}))
    assert Document.objects.get().published_at == datetime(2026, 6, 18, 6, 0, tzinfo=UTC)


def test_load_takes_either_name_of_the_date(tmp_path: Path) -> None:
    line = {**{key: value for key, value in GOOD.items() if key != "published_at"}, "published_date": "2026-06-18T08:00:00Z"}
    assert run_command("load_corpus", _file(tmp_path, line)).status == 0
    assert Document.objects.get().published_at == datetime(2026, 6, 18, 8, 0, tzinfo=UTC)


def test_load_skips_counts_and_lists_what_cannot_be_used(tmp_path: Path) -> None:
    path = _file(
        tmp_path,
        GOOD,
        {**GOOD, "title": "", "text": " "},
        {**GOOD, "url": "mailto:a@a.example"},
        {**GOOD, "url": "file:///etc/passwd"},
        {**GOOD, "published_at": "2999-01-01"},
        {**GOOD, "url": "https://b.example/", "text": ""},
    )
    result = run_command("load_corpus", path)
    assert result.status == 0
    assert "2 added, 0 updated, 0 already there, 4 skipped" in result.out
    assert "skipped 2: the address is no http or https address of at most 2000 characters (line 3, 4)" in result.out
    assert "skipped 1: neither title nor text (line 2)" in result.out
    assert "skipped 1: published in the future (line 5)" in result.out


@pytest.mark.parametrize(
    "line, sentence",
    [
        (b"not json", "line 2: not JSON: Expecting value (character 1)"),
        (b"[1]", "line 2: expected a JSON object, got a list"),
        (b'{"a": NaN}', "line 2: not JSON: NaN is no number"),
        (b'{"title": "a", "title": "b"}', "line 2: the key 'title' stands twice in one object"),
        (b'{"title": "\xff"}', "line 2: not UTF-8 text (byte 12)"),
        (b"[" * 100_000, "line 2: not JSON that can be read: nested too deeply"),
        ({"text": "t", "url": "https://a.example/", "published_at": "2026-06-18"}, "line 2: the key title is missing; expected a string"),
        ({**GOOD, "text": 5}, "line 2: text: input should be a valid string; expected a string"),
        ({**GOOD, "url": None}, "line 2: url: input should be a valid string; expected an http or https address"),
        ({**GOOD, "published_at": "yesterday"}, "line 2: published_at: “yesterday” is no date; expected an ISO 8601 date or time"),
        ({**GOOD, "published_at": 20260618}, "line 2: published_at: input should be a valid string; expected an ISO 8601 date or time"),
        ({**GOOD, "published_at": "2026-13-45"}, "line 2: published_at: “2026-13-45” is no date"),
        ({**GOOD, "lang": 1}, "line 2: lang: input should be a valid string"),
    ],
)
def test_load_rejects_the_whole_file_for_one_bad_line(tmp_path: Path, line: object, sentence: str) -> None:
    result = run_command("load_corpus", _file(tmp_path, GOOD, line, {**GOOD, "url": "https://c.example/"}))
    assert result.status == 2
    assert sentence in result.err
    assert result.err.rstrip().endswith("Nothing was loaded.")
    assert not Document.objects.exists()


def test_load_of_an_undated_document(tmp_path: Path) -> None:
    assert run_command("load_corpus", _file(tmp_path, {**GOOD, "published_at": None})).status == 0
    assert Document.objects.get().published_at is None


def test_load_of_an_empty_file_loads_nothing(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_bytes(b"")
    result = run_command("load_corpus", path)
    assert (result.status, "0 added" in result.out) == (0, True)


def test_load_of_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    missing, binary = tmp_path / "missing.jsonl", tmp_path / "picture.jsonl"
    binary.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    assert run_command("load_corpus", missing).status == 2
    assert "can't be read: No such file or directory." in run_command("load_corpus", missing).err
    assert "can't be read: Is a directory." in run_command("load_corpus", tmp_path).err
    result = run_command("load_corpus", binary)
    assert (result.status, "this is no text file" in result.err) == (2, True)
    assert run_command("load_corpus").status == 2


def test_load_keeps_the_files_before_a_bad_one(tmp_path: Path) -> None:
    result = run_command("load_corpus", _file(tmp_path, GOOD), _file(tmp_path, b"bad", name="bad.jsonl"))
    assert result.status == 2
    assert Document.objects.count() == 1


def test_a_date_at_the_beginning_of_the_calendar_is_kept_where_every_zone_has_it(tmp_path: Path) -> None:
    assert run_command("load_corpus", _file(tmp_path, {**GOOD, "published_at": "0001-01-01T00:00:00+08:00"})).status == 0
    assert Document.objects.get().published_at == datetime(1, 1, 3, tzinfo=timezone(timedelta(hours=8)))


def test_a_date_at_the_end_of_the_calendar_is_one_to_come(tmp_path: Path) -> None:
    run = run_command("load_corpus", _file(tmp_path, {**GOOD, "published_at": "9999-12-31T23:59:59-05:00"}))
    assert run.status == 0
    assert "0 added, 0 updated, 0 already there, 1 skipped" in run.out
