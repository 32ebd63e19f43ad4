"""A checked text with its verdicts written in: Markdown with the seed's marks, HTML with numbered chips (seed 002, 3.2.6 and 4.4).

Every change is an edit that says what stood there, so that the original comes back character for character. The HTML holds nothing
but escaped text, chips, and links that are http or https.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from html.parser import HTMLParser

from attribution.core.vocabulary import CitationStatus, Policy
from verification.core.sources.domains import canonical_url

Status = CitationStatus


class MarkLanguage(StrEnum):
    CHINESE = "zh"
    ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Judged:
    """A citation with its verdict, ``index`` from 1. ``replacement``: a source that was found to carry the claim, http or https.

    ``official``: the figure of an official series that says otherwise than the claim, empty where none does.
    """

    index: int
    start: int
    end: int
    status: CitationStatus
    label: str = ""
    url: str | None = None
    replacement: str | None = None
    official: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """``annotated[start:end]`` stands where the original has ``original``."""

    start: int
    end: int
    original: str


@dataclass(frozen=True, slots=True)
class Annotated:
    markdown: str
    html: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class _Words:
    """``mark`` stands behind a citation that is kept, ``removed`` in place of one that is not; ``name`` in its chip.

    ``name`` is what pages call the verdict (``enums.CitationStatus``), and so are the English marks; the Chinese ones are the seed's own.
    """

    name: str
    mark: str
    removed: str = ""


_ICONS = {
    Status.VERIFIED: "✔", Status.UNVERIFIED: "❓", Status.BROKEN_LINK: "✖", Status.INCONCLUSIVE: "❓", Status.MISINFORMATION: "❗",
    Status.NOT_APPLICABLE: "–", Status.PENDING: "…",
}  # fmt: skip
_WORDS = {
    MarkLanguage.CHINESE: {
        Status.VERIFIED: _Words("已核实", " [✔]"),
        Status.UNVERIFIED: _Words("未能证实", " [❓未验证]"),
        Status.BROKEN_LINK: _Words("链接失效", " [链接失效]", "[链接失效: {label}]"),
        Status.INCONCLUSIVE: _Words("无法判定", " [❓无法验证]"),
        Status.MISINFORMATION: _Words("与原文相悖", " [❗错误信息]", "[❗错误信息，已移除引用: {label}]"),
        Status.NOT_APPLICABLE: _Words("不适用", ""),
        Status.PENDING: _Words("待核查", " [待核查]"),
    },
    MarkLanguage.ENGLISH: {
        Status.VERIFIED: _Words("verified", " [✔]"),
        Status.UNVERIFIED: _Words("unverified", " [❓unverified]"),
        Status.BROKEN_LINK: _Words("broken link", " [broken link]", "[broken link: {label}]"),
        Status.INCONCLUSIVE: _Words("undecided", " [❓undecided]"),
        Status.MISINFORMATION: _Words("contradicted", " [❗contradicted]", "[❗contradicted, citation removed: {label}]"),
        Status.NOT_APPLICABLE: _Words("not applicable", ""),
        Status.PENDING: _Words("pending", " [pending]"),
    },
}
_OFFICIAL = {MarkLanguage.CHINESE: "❗官方数据: {value}", MarkLanguage.ENGLISH: "❗official figure: {value}"}
_OTHER_PAGE = {MarkLanguage.CHINESE: "另有网页这样说", MarkLanguage.ENGLISH: "another page says it"}
# A contradicted claim is to be corrected, not dressed with another source.
_KEEPS_ITS_SOURCE = frozenset({Status.VERIFIED, Status.NOT_APPLICABLE, Status.PENDING, Status.MISINFORMATION})
# Behind a mark these would make a link, a reference or a definition of it.
_BINDS = frozenset("([{:")
_SPECIAL = str.maketrans({sign: f"\\{sign}" for sign in "\\[]<>`*_!"} | dict.fromkeys("\r\n", " "))
_CHIP = "data-chip"


def annotate_text(text: str, judged: Sequence[Judged], *, policy: Policy, lang: MarkLanguage) -> Annotated:
    """``judged`` in order and disjoint. ``keep`` leaves the Markdown as it is; ``send_back`` marks it, for the writer's next attempt."""
    pieces: list[str] = []
    edits: list[Edit] = []
    at = length = 0
    for one in judged:
        written = text[one.start : one.end]
        new = _new_writing(one, written, policy, lang)
        if new == written:
            continue
        if text[one.end : one.end + 1] in _BINDS:
            new += " "
        length += one.start - at
        pieces += [text[at : one.start], new]
        edits.append(Edit(length, length + len(new), written))
        length += len(new)
        at = one.end
    pieces.append(text[at:])
    return Annotated("".join(pieces), "".join(_html(text, judged, policy, lang)), tuple(edits))


def restore_text(markdown: str, edits: Sequence[Edit]) -> str:
    """The text that ``annotate_text`` was given."""
    pieces = []
    at = 0
    for edit in edits:
        pieces += [markdown[at : edit.start], edit.original]
        at = edit.end
    return "".join([*pieces, markdown[at:]])


def restore_html(html: str) -> str:
    """The text that ``annotate_text`` was given, from its HTML alone: everything but the chips."""
    reader = _TextReader()
    reader.feed(html)
    reader.close()
    return "".join(reader.pieces)


def _new_writing(one: Judged, written: str, policy: Policy, lang: MarkLanguage) -> str:
    words = _WORDS[lang][one.status]
    if policy == Policy.KEEP:
        return written
    official = f" [{_official(one, lang)}]" if one.official else ""
    if policy == Policy.REPLACE and (source := _replacement(one)) is not None:
        return f"{written}{words.mark}{official} [{_OTHER_PAGE[lang]}](<{source}>)"
    if policy in (Policy.REMOVE, Policy.REPLACE) and words.removed:
        return words.removed.format(label=_plain(one, written)) + official
    return written + words.mark + official


def _official(one: Judged, lang: MarkLanguage) -> str:
    return _OFFICIAL[lang].format(value=one.official)


def _replacement(one: Judged) -> str | None:
    """The other source where one is needed and its address is plain; no sign in it ends the link."""
    if one.status in _KEEPS_ITS_SOURCE or not one.replacement:
        return None
    url = canonical_url(one.replacement)
    return url if url and not set(url) & set("<>\\ ") else None


def _plain(one: Judged, written: str) -> str:
    """What a citation is called, without the power to be Markdown."""
    return (one.label or one.url or written).translate(_SPECIAL).strip()


def _html(text: str, judged: Sequence[Judged], policy: Policy, lang: MarkLanguage) -> Iterator[str]:
    yield '<div class="annotated-text">'
    at = 0
    for one in judged:
        yield escape(text[at : one.start])
        yield _html_citation(one, escape(text[one.start : one.end]), policy, lang)
        at = one.end
    yield escape(text[at:])
    yield "</div>"


def _html_citation(one: Judged, written: str, policy: Policy, lang: MarkLanguage) -> str:
    words = _WORDS[lang][one.status]
    chip = f"{one.index} {_ICONS[one.status]} {words.name}" + (f" · {_official(one, lang)}" if one.official else "")
    source = _replacement(one) if policy == Policy.REPLACE else None
    is_removed = policy in (Policy.REMOVE, Policy.REPLACE) and bool(words.removed) and source is None
    url = canonical_url(one.url or "")
    if is_removed:
        shown = f'<span class="citation" hidden>{written}</span>'
    elif url:
        shown = f'<a class="citation" href="{escape(url)}" target="_blank" rel="noopener noreferrer nofollow">{written}</a>'
    else:
        shown = f'<span class="citation">{written}</span>'
    status = one.status.value
    link = f'<a {_CHIP} href="{escape(source or "")}" target="_blank" rel="noopener noreferrer nofollow">{_OTHER_PAGE[lang]}</a>'
    extra = link if source else ""
    return f'{shown}{extra}<a {_CHIP} class="chip chip-{status}" id="chip-{one.index}" href="#citation-{one.index}">{escape(chip)}</a>'


class _TextReader(HTMLParser):
    """The text outside chips."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._is_in_chip = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_in_chip = tag == "a" and any(name == _CHIP for name, _ in attrs)

    def handle_endtag(self, tag: str) -> None:
        self._is_in_chip = False

    def handle_data(self, data: str) -> None:
        if not self._is_in_chip:
            self.pieces.append(data)
