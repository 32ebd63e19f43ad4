"""Entries in the seed's form, in both languages; what a document does not say is unknown, never invented."""

import pytest

from attribution.core.answers.formatting import format_source, format_title
from attribution.core.answers.sources import AnswerSource, RankedDocument

FULL = RankedDocument(
    "集" * 101,
    "doc-7",
    0.82,
    {
        "document_name": "港口年报",
        "page_number": 3,
        "chunk_type": "table",
        "source_path": "/reports/port.pdf",
        "update_time": "2026-01-02",
        "document_type": "pdf",
        "file_size": 1024,
        "creation_time": "2025-12-30",
        "last_modified": "2026-01-01",
        "file_type": "application/pdf",
    },
)


def test_everything_that_is_known_stands_in_the_entry() -> None:
    entry = format_source(AnswerSource(2, 5, 0.91), FULL, lang="zh")
    assert (entry.index, entry.document_id, entry.relevance_score, entry.match_score) == (2, "doc-7", 0.82, 0.91)
    assert (entry.document_name, entry.page_number, entry.chunk_type, entry.document_type) == ("港口年报", "3", "table", "pdf")
    assert (entry.source_path, entry.update_time) == ("/reports/port.pdf", "2026-01-02")
    assert entry.content_preview == "集" * 100 + "…"
    assert (entry.can_expand, entry.expand_content) == (True, FULL.content)
    facts = entry.expand_metadata
    assert (facts.file_size, facts.creation_time, facts.last_modified, facts.file_type) == (
        "1024",
        "2025-12-30",
        "2026-01-01",
        "application/pdf",
    )


@pytest.mark.parametrize(
    ("metadata", "chinese", "english"),
    [
        (FULL.metadata, "港口年报 - 第3页 (表格)", "港口年报 - page 3 (table)"),
        ({"document_name": "Tides", "page_number": "iv", "chunk_type": "image"}, "Tides - 第iv页 (图片)", "Tides - page iv (image)"),
        ({"document_name": "Tides", "chunk_type": "text"}, "Tides (文本)", "Tides (text)"),
        ({"document_name": "Tides", "page_number": 1, "chunk_type": "sound"}, "Tides - 第1页", "Tides - page 1"),
        ({}, "未知文档", "Unknown document"),
    ],
)
def test_titles(metadata: dict[str, object], chinese: str, english: str) -> None:
    document = RankedDocument("x", metadata=metadata)
    assert (format_title(document, lang="zh"), format_title(document, lang="en")) == (chinese, english)


def test_what_is_not_known_is_said_to_be_unknown() -> None:
    entry = format_source(AnswerSource(1, 4, None), RankedDocument("short"), lang="en")
    assert (entry.document_id, entry.document_name, entry.page_number, entry.chunk_type) == (
        4,
        "Unknown document",
        "unknown page",
        "unknown type",
    )
    assert (entry.content_preview, entry.relevance_score, entry.match_score) == ("short", None, None)
    assert format_source(AnswerSource(1, 0, None), RankedDocument("短"), lang="zh").page_number == "未知页"
    assert not format_source(AnswerSource(1, 0, None), RankedDocument(" "), lang="en").can_expand


@pytest.mark.parametrize(
    ("first", "preview"),
    [
        (0, "a" * 100 + "…"),
        (150, "…" + "a" * 100 + "…"),
        (301, "…" + "b" * 60 + "。"),
        (340, "…" + "b" * 60 + "。"),
    ],
)
def test_a_preview_shows_the_place_and_where_little_follows_a_whole_sentence(first: int, preview: str) -> None:
    document = RankedDocument("a" * 300 + "。" + "b" * 60 + "。", url="https://port.example/report")
    entry = format_source(AnswerSource(1, 0, 0.5), document, lang="en", first=first)
    assert (entry.content_preview, entry.url) == (preview, "https://port.example/report")


@pytest.mark.parametrize("value", [["list"], {"a": 1}, None, True, ""])
def test_metadata_that_is_no_text_is_unknown(value: object) -> None:
    assert format_title(RankedDocument("x", metadata={"document_name": value}), lang="en") == "Unknown document"


def test_long_and_broken_values_become_one_short_line() -> None:
    title = format_title(RankedDocument("x", metadata={"document_name": "a\n<b>\t" + "c" * 900}), lang="en")
    assert title.startswith("a <b> ccc")
    assert len(title) == 500
