"""Entries as readers see them, in the form of seed 004, 2.6: name, page, kind, preview, and what opens on demand."""

from dataclasses import dataclass
from types import MappingProxyType

from attribution.core.answers.sources import PREVIEW_LENGTH, AnswerSource, RankedDocument

_LONGEST_VALUE = 500
_ENDS = "\n。！？"
_UNKNOWN = MappingProxyType(
    {
        "zh": MappingProxyType(
            {"document_name": "未知文档", "page_number": "未知页", "chunk_type": "未知类型", "document_type": "未知类型"}
        ),
        "en": MappingProxyType(
            {
                "document_name": "Unknown document",
                "page_number": "unknown page",
                "chunk_type": "unknown type",
                "document_type": "unknown type",
            }
        ),
    }
)
_KINDS = MappingProxyType(
    {
        "zh": MappingProxyType({"image": "图片", "table": "表格", "text": "文本"}),
        "en": MappingProxyType({"image": "image", "table": "table", "text": "text"}),
    }
)
_PAGES = MappingProxyType({"zh": "第{}页", "en": "page {}"})


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What is known of the file, empty where nothing is."""

    file_size: str
    creation_time: str
    last_modified: str
    file_type: str


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """One source as contracts section 6 writes it; scores are None where none is known."""

    index: int
    document_id: str | int
    document_name: str
    page_number: str
    chunk_type: str
    content_preview: str
    relevance_score: float | None
    match_score: float | None
    source_path: str
    update_time: str
    document_type: str
    formatted_text: str
    can_expand: bool
    expand_content: str
    expand_metadata: FileFacts
    url: str


def format_source(source: AnswerSource, document: RankedDocument, *, lang: str, first: int = 0) -> SourceEntry:
    """The entry of a source; ``lang`` "zh" or "en". The preview begins at ``first`` of the document."""
    words = _UNKNOWN["zh" if lang == "zh" else "en"]
    content = document.content
    return SourceEntry(
        index=source.index,
        document_id=source.position if document.id is None else document.id,
        document_name=_text(document, "document_name") or words["document_name"],
        page_number=_text(document, "page_number") or words["page_number"],
        chunk_type=_text(document, "chunk_type") or words["chunk_type"],
        content_preview=_preview(content, first),
        relevance_score=document.rerank_score,
        match_score=source.match_score,
        source_path=_text(document, "source_path"),
        update_time=_text(document, "update_time"),
        document_type=_text(document, "document_type") or words["document_type"],
        formatted_text=format_title(document, lang=lang),
        can_expand=bool(content.strip()),
        expand_content=content,
        expand_metadata=FileFacts(
            file_size=_text(document, "file_size"),
            creation_time=_text(document, "creation_time"),
            last_modified=_text(document, "last_modified"),
            file_type=_text(document, "file_type"),
        ),
        url=document.url,
    )


def _preview(content: str, first: int) -> str:
    """So many characters from ``first`` on; where fewer are left, also what stands before, from the beginning of a sentence."""
    begin = max(0, min(first, len(content) - PREVIEW_LENGTH))
    if begin < first:
        begin = 1 + max(content.rfind(sign, begin, first) for sign in _ENDS) or begin
    shown = content[begin : begin + PREVIEW_LENGTH]
    return ("…" if begin else "") + shown.lstrip() + ("…" if begin + PREVIEW_LENGTH < len(content) else "")


def format_title(document: RankedDocument, *, lang: str) -> str:
    """ "年报 - 第3页 (表格)" or "Annual report - page 3 (table)"; what is not known is left out."""
    code = "zh" if lang == "zh" else "en"
    title = _text(document, "document_name") or _UNKNOWN[code]["document_name"]
    page, kind = _text(document, "page_number"), _KINDS[code].get(_text(document, "chunk_type").lower())
    if page:
        title += f" - {_PAGES[code].format(page)}"
    return f"{title} ({kind})" if kind else title


def _text(document: RankedDocument, key: str) -> str:
    """A value of the metadata as one line of text; empty where it is none."""
    value = document.metadata.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return " ".join(str(value)[:_LONGEST_VALUE].split())
