"""The citations of a text, each with its exact span and the claim it is there to support (contracts, section 2)."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from attribution.core.citations.cited_claims import Cited, find_claims
from attribution.core.citations.footnotes import Note, find_loose_marks, find_marks, find_notes, names_work
from attribution.core.citations.html_anchors import find_anchors
from attribution.core.citations.identifiers import doi_of, find_identifiers
from attribution.core.citations.link_hosts import is_common
from attribution.core.citations.links import find_links
from attribution.core.citations.markdown_structure import Definition, Structure, read_structure
from attribution.core.citations.titles import find_titles
from attribution.core.vocabulary import CitationKind
from verification.core.language.texts import split_sentences

LONGEST_NAME = 500
_ABSOLUTE = ("http://", "https://", "ftp://")
_WORDED = frozenset({CitationKind.MARKDOWN, CitationKind.REFERENCE, CitationKind.HTML, CitationKind.TITLE, CitationKind.DOI})


@dataclass(frozen=True, slots=True)
class FoundCitation:
    """``text`` is the cited text's ``[start:end]``; ``url`` is None for a source that is only named, and for a mark without note.

    ``anchor`` is what the citation calls its source, empty for a bare link. ``claim`` is prose without markup, made of
    ``[claim_start:claim_end]``.
    """

    kind: CitationKind
    text: str
    url: str | None
    start: int
    end: int
    anchor: str = ""
    claim: str = ""
    claim_start: int = 0
    claim_end: int = 0


@dataclass(frozen=True, slots=True)
class _Found:
    """A citation before its claim is known."""

    kind: CitationKind
    url: str | None
    start: int
    end: int
    anchor: str = ""


def find_citations(text: str) -> tuple[FoundCitation, ...]:
    """Every citation in its order; spans are disjoint. Relative addresses, fragments and e-mail addresses are none."""
    structure = read_structure(text)
    found = list(_structured(text, structure))
    covered = [
        *((one.start, one.end) for one in found),
        *((link.start, link.end) for link in structure.links),
        *((one.start, one.end) for one in structure.definitions),
        *structure.tags,
        *structure.dark,
    ]
    found += _written_out(text, covered, sorted(structure.code))
    starts = {start for start, _ in covered}
    notes = [note for note in find_notes(text) if note.label_start not in starts]
    found = _with_notes(text, found, covered, notes)
    named = _named(text, found, covered)
    found += [*named, *_unresolved(text, [*found, *named], [*covered, *structure.code], notes)]
    return _with_claims(text, _disjoint(found), structure)


def cite_spans(
    text: str, found: Sequence[FoundCitation], added: Iterable[tuple[CitationKind, str | None, int, int]]
) -> tuple[FoundCitation, ...]:
    """``found`` and further spans of ``text`` (kind, url, start, end) as citations in order, claims shared out anew."""
    spans = [_Found(one.kind, one.url, one.start, one.end, one.anchor) for one in found]
    spans += [_Found(kind, url, start, end, "" if url else text[start:end]) for kind, url, start, end in added]
    return _with_claims(text, _disjoint(spans), read_structure(text))


def _with_claims(text: str, found: list[_Found], structure: Structure) -> tuple[FoundCitation, ...]:
    hidden = [(one.start, one.end) for one in structure.definitions] + structure.dark + structure.tags
    cited = [Cited(one.start, one.end, _label(text, one)) for one in found]
    claims = find_claims(text, cited, _outside(hidden, found))
    return tuple(
        FoundCitation(one.kind, text[one.start : one.end], one.url, one.start, one.end, one.anchor, claim.text, claim.start, claim.end)
        for one, claim in zip(found, claims, strict=True)
    )


def _label(text: str, one: _Found) -> str:
    """What a citation adds to the words of its sentence; the mark of a note adds nothing, whatever the note says."""
    written = text[one.start : one.end]
    is_mark = (written[0] in "[【" and written[-1] in "]】") or not any(letter.isalpha() for letter in written)
    if one.kind not in _WORDED or (is_mark and one.anchor not in written):
        return ""
    return one.anchor


def _structured(text: str, structure: Structure) -> Iterator[_Found]:
    """What Markdown and HTML link to; a definition that nothing refers to is a citation itself."""
    used = {link.definition for link in structure.links if link.definition}
    for link in structure.links:
        if (url := _absolute(link.url) if link.url else _sole_link(link.label)) is not None:
            yield _Found(_kind(link.kind, url), url, link.start, link.end, "" if link.kind == CitationKind.AUTOLINK else link.label)
    for definition in structure.definitions:
        if definition.label not in used and (url := _absolute(definition.url)) is not None:
            yield _unused(text, definition, url)
    for anchor in find_anchors(text, sorted(structure.tags)):
        if (url := _absolute(anchor.url)) is not None:
            kind = CitationKind.MEDIA if anchor.is_media else _kind(CitationKind.HTML, url)
            yield _Found(kind, url, anchor.start, anchor.end, anchor.label)


def _unused(text: str, definition: Definition, url: str) -> _Found:
    kind = CitationKind.FOOTNOTE if definition.label.startswith("^") else CitationKind.REFERENCE
    at = text.find(definition.url, definition.start, definition.end)
    if at < 0:
        return _Found(_kind(kind, url), url, definition.start, definition.end)
    return _Found(_kind(kind, url), url, at, at + len(definition.url))


def _written_out(text: str, covered: Iterable[tuple[int, int]], code: Sequence[tuple[int, int]]) -> list[_Found]:
    """Bare links, then DOIs and arXiv numbers in what is left. In code a name needs a scheme, a path or a common ending."""
    open_text = _blanked(text, covered)
    begins = [start for start, _ in code]
    links = []
    for link in find_links(open_text):
        place = bisect_right(begins, link.start) - 1
        is_in_code = place >= 0 and link.end <= code[place][1]
        if not is_in_code or "/" in link.url or is_common(link.url):
            links.append(_Found(_kind(CitationKind.BARE, link.url), link.url, link.start, link.end))
    rest = _blanked(open_text, ((link.start, link.end) for link in links))
    return links + [_Found(one.kind, one.url, one.start, one.end) for one in find_identifiers(rest)]


def _unresolved(text: str, found: list[_Found], dark: Sequence[tuple[int, int]], notes: Sequence[Note]) -> list[_Found]:
    """Marks that refer to no note: named as what they are, without a source. What is found beside them in one bracket stays readable."""
    worded = [(one.start, one.end) for one in found if any(letter.isalpha() for letter in text[one.start : one.end])]
    open_text = _blanked(text, [*dark, *worded], letter="X")
    return [_Found(CitationKind.FOOTNOTE, None, mark.start, mark.end) for mark in find_loose_marks(open_text, notes)]


def _with_notes(text: str, found: list[_Found], covered: Sequence[tuple[int, int]], notes: Sequence[Note]) -> list[_Found]:
    """Marks take over the first link of their note, or its words where it links nothing; a note without marks keeps its own."""
    if not notes:
        return found
    primary: dict[str, _Found] = {}
    inside: set[_Found] = set()
    begins = [note.start for note in notes]
    for one in sorted(found, key=lambda one: one.start):
        note = notes[max(bisect_right(begins, one.start) - 1, 0)]
        if note.start <= one.start and one.end <= note.end and one.kind != CitationKind.MEDIA:
            primary.setdefault(note.label, one)
            inside.add(one)
    # A note is read once, however many marks refer to it.
    named: dict[str, _Found | None] = {}
    for note in notes:
        if note.label not in named:
            named[note.label] = _named_by_note(text[note.start : note.end], primary.get(note.label))
    marks = find_marks(_blanked(text, [*covered, *((one.start, one.end) for one in found)]), notes)
    marked = [replace(source, start=mark.start, end=mark.end) for mark in marks if (source := named[mark.label])]
    taken = {primary[mark.label] for mark in marks if mark.label in primary}
    kept = [
        replace(one, kind=CitationKind.FOOTNOTE) if one.kind == CitationKind.BARE and one in inside else one
        for one in found
        if one not in taken
    ]
    return kept + marked


def _named_by_note(body: str, primary: _Found | None) -> _Found | None:
    """What a mark of the note cites: its first link, else the work that its words name; None where it only explains something."""
    if primary is not None:
        anchor = primary.anchor or _shortened(body.replace(primary.url or "", " ")).strip(" .,:;，。：；()（）<>")
        return _Found(_kind(CitationKind.FOOTNOTE, primary.url or ""), primary.url, 0, 0, anchor)
    return _Found(CitationKind.TITLE, None, 0, 0, _shortened(body)) if names_work(body) else None


def _shortened(words: str) -> str:
    """The words of a note as the name of its source: each mark repeats them, so a name is no longer than one ever is."""
    return " ".join(words.split())[:LONGEST_NAME].rstrip()


def _named(text: str, found: list[_Found], covered: Iterable[tuple[int, int]]) -> list[_Found]:
    """Sources that are only named, in sentences that link nothing."""
    open_text = _blanked(text, covered)
    titles = find_titles(open_text)
    if not titles:
        return []
    blank = _blanked(text, ((one.start, one.end) for one in found), letter="X")
    sentences = split_sentences(blank)
    linked = {sentences.index_at(one.start) for one in found}
    return [_Found(CitationKind.TITLE, None, one.start, one.end, one.name) for one in titles if sentences.index_at(one.start) not in linked]


def _absolute(url: str) -> str | None:
    """The address as written where it leads somewhere on the web; None for relative ones, fragments and mail."""
    if url.lower().startswith("doi:"):
        doi = doi_of(url)
        return f"https://doi.org/{doi}" if doi else None
    if url.lower().startswith(_ABSOLUTE) and len(url) > len("ftp://"):
        return url
    return _sole_link(url) if url.lower().startswith(("www.", "//")) or "://" in url else None


def _sole_link(label: str) -> str | None:
    """``label`` where it is one link and nothing else: ``www.a.example``, the words of ``[https://…]()``."""
    links = list(find_links(label))
    return label if len(links) == 1 and links[0].url == label else None


def _kind(kind: CitationKind, url: str) -> CitationKind:
    return CitationKind.DOI if kind != CitationKind.MEDIA and doi_of(url) else kind


def _blanked(text: str, spans: Iterable[tuple[int, int]], letter: str = " ") -> str:
    """The text with ``spans`` blanked out, every other character in its place."""
    pieces = []
    at = 0
    for start, end in sorted(spans):
        if end <= at:
            continue
        start = max(start, at)
        pieces += [text[at:start], letter * (end - start)]
        at = end
    return "".join([*pieces, text[at:]])


def _disjoint(found: list[_Found]) -> list[_Found]:
    """In order; of two that overlap, the one that begins first, then the longer."""
    kept: list[_Found] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if one.start < one.end and (not kept or one.start >= kept[-1].end):
            kept.append(one)
    return kept


def _outside(spans: Iterable[tuple[int, int]], found: list[_Found]) -> list[tuple[int, int]]:
    """The spans that hold no citation and stand in none."""
    starts = sorted((one.start, one.end) for one in found)
    outside = []
    index = 0
    for start, end in sorted(spans):
        while index < len(starts) and starts[index][1] <= start:
            index += 1
        if index == len(starts) or starts[index][0] >= end:
            outside.append((start, end))
    return outside
