"""The local corpus: documents in, the full-text index beside them."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from itertools import islice
from zoneinfo import ZoneInfo

from django.db import transaction

from verification.core.sources.domains import canonical_url, host_of
from verification.models import Document
from verification.models.fulltext import write_index
from verification.services.audit import Actor, record_audit

CHUNK = 500
MAX_URL = 2_000
MAX_HTML = 1_500_000
SHANGHAI = ZoneInfo("Asia/Shanghai")

_TAG = re.compile(
    r"</?(?:p|br|div|span|a|b|i|u|em|strong|ul|ol|li|h[1-6]|table|tr|td|th|img|script|style|section|article)\b[^<>]{0,500}>", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class DocumentEntry:
    """One document as a file gives it; ``line`` names it in messages. ``published_at`` is aware, None where it is unknown."""

    line: int
    title: str
    text: str
    url: str
    published_at: datetime | None
    source: str = ""
    lang: str = ""


@dataclass(slots=True)
class LoadReport:
    """What became of the documents: counts, and the lines that were skipped by reason."""

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    skipped: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))


def language_code(lang: str) -> str:
    """``zh`` or ``en`` from a tag such as zh-CN, else empty."""
    code = lang.strip().lower().replace("_", "-").partition("-")[0]
    return code if code in ("zh", "en") else ""


def zone_of_language(lang: str) -> tzinfo:
    """The zone in which a time without offset is read: Chinese feeds write Shanghai's, all others are taken as UTC."""
    return SHANGHAI if language_code(lang) == "zh" else UTC


def load_documents(*, entries: Iterable[DocumentEntry], now: datetime, actor: Actor) -> LoadReport:
    """Add the documents that are not there yet, by address and text; all or nothing where reading ``entries`` raises."""
    report = LoadReport()
    remaining = iter(entries)
    with transaction.atomic():
        while chunk := list(islice(remaining, CHUNK)):
            store_documents(list(_usable(chunk, now, report)), report)
        if report.added or report.updated:
            record_audit(
                actor=actor, verb="corpus.load", subject=("document", "*"), after={"added": report.added, "updated": report.updated}
            )
    return report


def delete_document(*, document: Document, actor: Actor, reason: str = "") -> None:
    """Take a document out of the corpus; what runs read of it stays in their snapshots."""
    with transaction.atomic():
        before = {"url": document.url, "title": document.title, "sha256": document.sha256}
        record_audit(actor=actor, verb="document.delete", subject=document, before=before, reason=reason)
        document.delete()


def prepare_document(entry: DocumentEntry, *, now: datetime) -> Document | str:
    """The entry as a document that is not stored yet, or why it can't be one: address, empty, future."""
    url = entry.url.strip()
    canonical = canonical_url(url)
    title, text = _plain(entry.title), _plain(entry.text)
    if canonical is None or len(url) > MAX_URL:
        return "address"
    if not title and not text:
        return "empty"
    if entry.published_at is not None and entry.published_at > now:
        return "future"
    return Document(
        url=url,
        host=host_of(url) or "",
        title=title,
        text=text,
        sha256=hashlib.sha256("\0".join((canonical, title, text)).encode()).hexdigest(),
        source=_plain(entry.source)[:200],
        lang=language_code(entry.lang),
        published_at=entry.published_at,
    )


def _usable(chunk: Iterable[DocumentEntry], now: datetime, report: LoadReport) -> Iterator[Document]:
    """Each entry that can be used, once, as a document that is not stored yet."""
    seen: set[str] = set()
    for entry in chunk:
        document = prepare_document(entry, now=now)
        if isinstance(document, str):
            report.skipped[document].append(entry.line)
        elif document.sha256 in seen:
            report.unchanged += 1
        else:
            seen.add(document.sha256)
            yield document


def store_documents(documents: Sequence[Document], report: LoadReport) -> None:
    """Add those that are not there yet, and write of the others what their hash does not cover; inside the caller's transaction."""
    known = {row.sha256: row for row in Document.objects.filter(sha256__in=[each.sha256 for each in documents]).defer("title", "text")}
    added = [document for document in documents if document.sha256 not in known]
    changed = []
    for document in documents:
        row = known.get(document.sha256)
        if row is None:
            continue
        if has_same_origin(row, document):
            report.unchanged += 1
        else:
            row.published_at, row.source, row.lang = document.published_at, document.source, document.lang
            changed.append(row)
    Document.objects.bulk_create(added)
    Document.objects.bulk_update(changed, ["published_at", "source", "lang"])
    write_index((document.pk, document.title, document.text) for document in added)
    report.added += len(added)
    report.updated += len(changed)


def has_same_origin(one: Document, other: Document) -> bool:
    """Of two with the same address and text: whether date, source and language are the same too."""
    return (one.published_at, one.source, one.lang) == (other.published_at, other.source, other.lang)


def _plain(text: str) -> str:
    """Text without markup and without NUL, which PostgreSQL can't hold."""
    clean = text.replace("\0", " ").strip()
    if "<" not in clean or not _TAG.search(clean):
        return clean
    # Imported here: most corpora hold no markup, and the parser costs every command its start.
    from bs4 import BeautifulSoup

    soup = BeautifulSoup(clean[:MAX_HTML], "html.parser")
    for element in soup(["script", "style", "template", "noscript"]):
        element.decompose()
    return soup.get_text(" ", strip=True)
