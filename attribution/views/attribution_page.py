"""One attribution as its page shows it: the answer sentence by sentence, the sources with the passages that carry them, calculations."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from django.utils.translation import get_language, gettext

from attribution.core.answers.formatting import SourceEntry, format_source, format_title
from attribution.core.answers.operations import Operation
from attribution.core.answers.sources import AnswerSource, Calculation, Mode, PassageLink, RankedDocument
from attribution.core.answers.sources import TracedAnswer as Found
from attribution.core.answers.states import CellMark, SentenceState
from attribution.enums import label_of
from attribution.models import Attribution
from attribution.reads.passage_tables import ShownTable, Span, make_table, name_cell
from attribution.reads.sentence_reasons import explain_reason
from attribution.services.answers.results import read_documents, read_result
from verification.templatetags.evidence import visible

CONTEXT = 60  # characters around a passage
LONGEST_PASSAGE = 600
MOST_OPERANDS = 12
_SIGNS = {Operation.SUM: " + ", Operation.AVERAGE: " + ", Operation.DIFFERENCE: " − ", Operation.PRODUCT: " × ", Operation.RATIO: " ÷ "}
_FORMULAS = frozenset((Operation.GROWTH, Operation.SHARE, Operation.AVERAGE, Operation.CAGR, Operation.PRIOR))


@dataclass(frozen=True, slots=True)
class PassagePiece:
    """A stretch of a passage; marked where it is what carries a sentence."""

    text: str
    is_marked: bool


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """``before`` and ``after`` are what stands around it; of what stands in a table, ``table`` is drawn in its place. Where cells are
    known and no table could be read, ``pieces`` mark them, and ``columns`` are the heads above. ``sentences``: those that it carries."""

    anchor: str
    before: str
    text: str
    pieces: tuple[PassagePiece, ...]
    columns: tuple[str, ...]
    after: str
    sentences: tuple[int, ...]
    table: ShownTable | None = None


@dataclass(frozen=True, slots=True)
class DocumentCard:
    entry: SourceEntry
    passages: tuple[ShownPassage, ...]
    mark: bool | None
    info: str  # what "copy" gives (seed 004, 7.1)
    citation: str


@dataclass(frozen=True, slots=True)
class Reference:
    index: int
    anchor: str


@dataclass(frozen=True, slots=True)
class ShownOperand:
    """``sign`` stands before it in the sum; nothing where the calculation is written as a formula."""

    sign: str
    value: str
    cell: str  # by its heads, where it stands in a table
    quote: str
    title: str
    index: int | None


@dataclass(frozen=True, slots=True)
class Worked:
    """A calculation done again: ``expression`` = ``value``; ``is_formula`` where no column of figures says it."""

    number: int
    operation: str
    expression: str
    value: str
    operands: tuple[ShownOperand, ...]
    is_formula: bool


@dataclass(frozen=True, slots=True)
class SentenceView:
    """``gap`` is the text of the answer before it; ``reason`` says in words why it is not carried."""

    number: int
    gap: str
    text: str
    state: SentenceState
    references: tuple[Reference, ...]
    worked: tuple[Worked, ...]
    reason: str

    @property
    def is_lost(self) -> bool:
        """Whether it claims something that nothing carries."""
        return self.state in (SentenceState.ELSEWHERE, SentenceState.ABSENT)


@dataclass(frozen=True, slots=True)
class AnswerView:
    """``rest`` is the answer's text after its last sentence, or all of it where nothing is said of sentences."""

    sentences: tuple[SentenceView, ...] = ()
    rest: str = ""
    sources: tuple[DocumentCard, ...] = ()
    documents: int = 0
    lost: tuple[SentenceView, ...] = ()
    worked: tuple[Worked, ...] = ()

    @property
    def everything(self) -> str:
        """All sources as text, to copy."""
        return "\n\n".join(card.citation for card in self.sources)


# Of each source, by index: its passages as (start, end), each with the numbers of the sentences that it carries.
Carried = dict[int, dict[tuple[int, int], list[int]]]


def make_page(row: Attribution, marks: Mapping[int, bool]) -> AnswerView:
    """``marks``: what the reader said of the sources, by index."""
    if row.result is None:
        return AnswerView(rest=visible(row.answer), documents=len(row.documents))
    documents, found = read_documents(row.documents), read_result(row.result, mode=Mode(row.mode))
    carried, marks_of = _carried(found), _marks(found)
    sentences = tuple(_sentences(row.answer, found, documents, carried))
    end = found.sentences[-1].end if found.sentences else 0
    return AnswerView(
        sentences=sentences,
        rest=visible(row.answer[end:]),
        sources=tuple(
            _card(
                source,
                documents[source.position],
                carried.get(source.index, {}),
                marks_of.get(source.position, []),
                _figures(found, source.position),
                found.shown_from(source),
                mark=marks.get(source.index),
            )
            for source in found.sources
        ),
        documents=len(documents),
        lost=tuple(one for one in sentences if one.is_lost),
        worked=tuple(done for one in sentences for done in one.worked),
    )


def spans_of(row: Attribution, index: int) -> list[tuple[int, int]]:
    """Where the passages of a source stand in its document, in order, none inside of another."""
    found = read_result(row.result, mode=Mode(row.mode)) if row.result else None
    if found is None or not 1 <= index <= len(found.sources):
        return []
    marks = _marks(found).get(found.sources[index - 1].position, [])
    cells = {span for mark in marks for span in ((mark.start, mark.end), *mark.heads)}
    rows = [span for span in _carried(found).get(index, {}) if not any(span[0] <= mark.start < span[1] for mark in marks)]
    spans = sorted([*rows, *cells])
    return [span for place, span in enumerate(spans) if not any(other[1] > span[0] for other in spans[:place])]


def position_of(row: Attribution, index: int) -> int | None:
    """The document of a source; None where there is no such source."""
    sources = row.result["sources"] if row.result else []
    return sources[index - 1][0] if 1 <= index <= len(sources) else None


def reader_lang() -> str:
    return "zh" if (get_language() or "").startswith("zh") else "en"


def _carried(found: Found) -> Carried:
    carried: Carried = {}
    for number, sentence in enumerate(found.sentences, 1):
        for link in sentence.sources if sentence.supported else ():
            numbers = carried.setdefault(link.index, {}).setdefault((link.start, link.end), [])
            if number not in numbers:
                numbers.append(number)
    return carried


def _marks(found: Found) -> dict[int, list[CellMark]]:
    """The cells of tables that carry a sentence, by the position of their document."""
    marks: dict[int, list[CellMark]] = {}
    for sentence in found.sentences:
        for mark in sentence.cells:
            if mark.heads and mark not in marks.setdefault(mark.position, []):
                marks[mark.position].append(mark)
    return marks


def _figures(found: Found, position: int) -> dict[int, list[Span]]:
    """Where a document has the figures of each sentence, by its number: the cells that carry it, and what it was calculated from."""
    return {
        number: [
            *((mark.start, mark.end) for mark in one.cells if mark.position == position),
            *((part.start, part.end) for done in one.calculations for part in done.operands if part.position == position),
        ]
        for number, one in enumerate(found.sentences, 1)
    }


def _sentences(answer: str, found: Found, documents: Sequence[RankedDocument], carried: Carried) -> Iterator[SentenceView]:
    indices = {source.position: source.index for source in found.sources}
    end = 0
    for number, one in enumerate(found.sentences, 1):
        links = one.sources if one.supported else ()
        references = {link.index: Reference(link.index, _anchor(link, carried)) for link in reversed(links)}
        yield SentenceView(
            number=number,
            gap=visible(answer[end : one.start]),
            text=visible(answer[one.start : one.end]),
            state=one.state,
            references=tuple(references[index] for index in dict.fromkeys(link.index for link in links)),
            worked=tuple(_worked(number, done, documents, indices) for done in one.calculations),
            reason=visible(explain_reason(one.reason, lang=reader_lang())) if one.reason else "",
        )
        end = one.end


def _anchor(link: PassageLink, carried: Carried) -> str:
    return f"p{link.index}-{sorted(carried[link.index]).index((link.start, link.end)) + 1}"


def _card(
    source: AnswerSource,
    document: RankedDocument,
    passages: Mapping[tuple[int, int], Sequence[int]],
    cells: Sequence[CellMark],
    figures: Mapping[int, Sequence[Span]],
    first: int,
    *,
    mark: bool | None,
) -> DocumentCard:
    entry = format_source(source, document, lang=reader_lang(), first=first)
    shown = tuple(
        replace(
            _passage(f"p{source.index}-{place}", document.content, span, passages[span], cells),
            table=make_table(document.content, span, [mark for number in passages[span] for mark in figures.get(number, ())]),
        )
        for place, span in enumerate(sorted(passages), 1)
    )
    said = shown[0].text if shown else entry.content_preview
    about = [entry.formatted_text, entry.source_path, entry.update_time]
    return DocumentCard(
        entry=entry,
        passages=shown,
        mark=mark,
        info=visible(f"{entry.formatted_text}\n{entry.content_preview}"),
        citation=visible(gettext("“%(text)s” (%(about)s)") % {"text": said, "about": gettext(", ").join(filter(None, about))}),
    )


def _passage(anchor: str, content: str, span: tuple[int, int], sentences: Sequence[int], cells: Sequence[CellMark]) -> ShownPassage:
    start, end = span
    cut = min(end, start + LONGEST_PASSAGE)
    inside = [mark for mark in cells if start <= mark.start and mark.end <= cut]
    marked = sorted({place for mark in inside for place in ((mark.start, mark.end), *mark.heads) if start <= place[0] and place[1] <= cut})
    heads = dict.fromkeys(place for mark in inside for place in mark.heads if not start <= place[0] < cut)
    before, after = content[max(0, start - CONTEXT) : start], content[cut : cut + CONTEXT]
    return ShownPassage(
        anchor=anchor,
        before=visible(("…" if start > CONTEXT else "") + before.rpartition("\n")[2]),
        text=visible(content[start:cut]),
        pieces=tuple(_pieces(content, start, cut, marked)) if marked else (PassagePiece(visible(content[start:cut]), True),),
        columns=tuple(visible(content[first:last]) for first, last in heads),
        after=visible(after.partition("\n")[0] + ("…" if cut + CONTEXT < len(content) else "")),
        sentences=tuple(sentences),
    )


def _pieces(content: str, start: int, end: int, marked: Sequence[tuple[int, int]]) -> Iterator[PassagePiece]:
    at = start
    for first, last in marked:
        if first < at:
            continue
        if first > at:
            yield PassagePiece(visible(content[at:first]), False)
        yield PassagePiece(visible(content[first:last]), True)
        at = last
    if at < end:
        yield PassagePiece(visible(content[at:end]), False)


def _worked(number: int, found: Calculation, documents: Sequence[RankedDocument], indices: Mapping[int, int]) -> Worked:
    values = [_plain(one.value) for one in found.operands]
    sign = "" if found.operation in _FORMULAS else _SIGNS[found.operation].strip()
    operands = [
        ShownOperand(
            sign=sign if place else "",
            value=value,
            cell=name_cell(documents[one.position].content, (one.start, one.end)),
            quote=visible(documents[one.position].content[one.start : one.end][:CONTEXT]),
            title=visible(format_title(documents[one.position], lang=reader_lang())),
            index=indices.get(one.position),
        )
        for place, (one, value) in enumerate(zip(found.operands, values, strict=True))
    ]
    return Worked(
        number=number,
        operation=label_of(Operation, found.operation.value),
        expression=_expression(found.operation, values, found.years),
        value=_plain(found.value),
        operands=tuple(operands[:MOST_OPERANDS]),
        is_formula=found.operation in _FORMULAS or len(values) > MOST_OPERANDS,
    )


def _expression(operation: Operation, values: Sequence[str], years: int = 1) -> str:
    """The calculation as people write it: growth is (a − b) ÷ b × 100, share a ÷ b × 100 (contracts, section 6)."""
    shown = [*values[:MOST_OPERANDS], *(["…"] if len(values) > MOST_OPERANDS else [])]
    if operation is Operation.GROWTH:
        return f"({shown[0]} − {shown[1]}) ÷ {shown[1]} × 100"
    if operation is Operation.SHARE:
        parts = shown[0] if len(shown) == 2 else f"({' + '.join(shown[:-1])})"
        return f"{parts} ÷ {shown[-1]} × 100"
    if operation is Operation.CAGR:
        return f"(({shown[0]} ÷ {shown[1]}) ^ (1 ÷ {years}) − 1) × 100"
    if operation is Operation.PRIOR:
        return f"{shown[0]} ÷ (1 + {shown[1]} ÷ 100)".replace("+ −", "− ")
    joined = _SIGNS[operation].join(shown)
    return f"({joined}) ÷ {len(values)}" if operation is Operation.AVERAGE else joined


def _plain(value: Decimal) -> str:
    """Grouped in thousands, at most six decimals; ≈ where more were cut."""
    rounded = round(value, 6)
    text = f"{rounded:,f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text.replace("-", "−") if rounded == value else f"≈ {text}".replace("-", "−")
