"""Three extractors that vote where no model is there: by pattern, by window, by title and table (seed 001, voting without models).

They share the reading of figures and nothing else: how each ties a figure to the label is its own, so that they err in different places.
None of them uses the engine's binding. They are crude on purpose and never overrule the engine: where one reads another value it is a
reason for a person to look.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from verification.core.evidence import NodeSpec, Page, Quantity
from verification.core.patterns import lazy_regex
from verification.core.quantities.grammar import convert, find_quantities
from verification.core.sources.domains import canonical_url, host_of, registrable_domain
from verification.core.support.values import Value, same_value
from verification.core.vocabulary import NodeKind, QuantityKind

MAX_TEXT = 20_000
_BLANK = lazy_regex(r"_{2,}")
_KINDS = {
    NodeKind.PERCENT: (QuantityKind.PERCENT,),
    NodeKind.CURRENCY: (QuantityKind.CURRENCY,),
    NodeKind.NUMBER: (QuantityKind.NUMBER, QuantityKind.DIMENSION),
}


@dataclass(frozen=True, slots=True)
class ExtractedFigure:
    """A figure that an extractor holds for the answer of one page: ``quote`` is the text of the page around it, verbatim."""

    text: str
    ends: Value
    quote: str
    score: float


@dataclass(frozen=True, slots=True)
class RuleVote:
    """What an extractor came to over all pages: the value that most publishers carry by its reading, None where it reads none.

    ``position`` is the place of the first page that carries it, ``domains`` are all that do.
    """

    voter_id: str
    value: str | None = None
    number: str = ""
    quote: str = ""
    position: int = 0
    domains: tuple[str, ...] = ()


def vote_by_rules(node: NodeSpec, pages: Sequence[Page]) -> tuple[RuleVote, ...]:
    """One vote of each extractor, always in the same order. Of a statement they say nothing: there is no figure to read."""
    if node.kind == NodeKind.TEXT:
        return tuple(RuleVote(voter_id) for voter_id in EXTRACTORS)
    return tuple(_poll(voter_id, read, node, pages) for voter_id, read in EXTRACTORS.items())


def read_by_pattern(node: NodeSpec, page: Page) -> ExtractedFigure | None:
    """A sentence that names the label's words and then says "is", "at", "rose", 为, 达 … right before the figure."""
    best = None
    for name in _names(node):
        words = _PATTERN_WORD.findall(name.lower())
        wanted = [word for word in words if word not in _FILLERS]
        for start, sentence in _pattern_sentences(page.content[:MAX_TEXT]):
            lower = sentence.lower()
            places = [lower.find(word) for word in wanted]
            met = sum(place >= 0 for place in places)
            if not wanted or met * 2 < len(wanted):
                continue
            for quantity in _figures(node, sentence):
                if quantity.start > min(place for place in places if place >= 0) and _LINK_WORD.search(sentence[: quantity.start]):
                    reading = _reading(node, page.content, start, quantity, met / len(wanted))
                    best = _better(best, reading)
                    break
    return best


def read_by_window(node: NodeSpec, page: Page) -> ExtractedFigure | None:
    """The figure in whose neighbourhood of 80 characters most of the label's letter pairs stand, whatever the sentences are."""
    best = None
    text = page.content[:MAX_TEXT]
    names = [pairs for name in _names(node) if (pairs := _letter_pairs(name))]
    for quantity in _figures(node, text):
        around = _letter_pairs(text[max(0, quantity.start - _WINDOW) : quantity.end + _WINDOW // 2])
        score = max((len(pairs & around) / len(pairs) for pairs in names), default=0.0)
        if score >= _WINDOW_SHARE:
            best = _better(best, _reading(node, page.content, 0, quantity, score))
    return best


def read_by_title_and_table(node: NodeSpec, page: Page) -> ExtractedFigure | None:
    """A title that says the value, else a row "label | value": prose is not read at all."""
    best = None
    for name in _names(node):
        stems = _stems(name)
        if stems and len(stems & _stems(page.title)) / len(stems) >= _TITLE_SHARE:
            figures = list(_figures(node, page.title))
            if len(figures) == 1:
                best = _better(best, _reading(node, page.title, 0, figures[0], 1.0))
        for start, row in _rows(page.content[:MAX_TEXT]):
            head, mark, rest = _CELL.split(row, maxsplit=1) if _CELL.search(row) else (row, "", "")
            share = len(stems & _stems(head)) / len(stems) if stems and mark else 0.0
            if share >= _ROW_SHARE:
                offset = len(row) - len(rest)
                figure = next(iter(_figures(node, rest)), None)
                best = _better(best, _reading(node, page.content, start + offset, figure, share) if figure else None)
    return best


EXTRACTORS: dict[str, Callable[[NodeSpec, Page], ExtractedFigure | None]] = {
    "pattern": read_by_pattern,
    "window": read_by_window,
    "title_and_table": read_by_title_and_table,
}

# Pattern: words as they are written, and what stands between a subject and its figure.
_PATTERN_WORD = lazy_regex(r"[a-z]{3,}|[\u4e00-\u9fff]{2,4}")
_FILLERS = frozenset(("the", "and", "for", "what", "was", "are", "has", "how", "多少", "什么"))
_LINK_WORD = lazy_regex(
    r"(?:\b(?:is|was|at|to|of|by|reached|totall?ed|hit|stood|rose|fell|grew|up|down|rate|nearly|about)|[为是达至到报约增长升降跌超涨])\W{0,4}$",
    re.IGNORECASE,
)
_PATTERN_END = lazy_regex(r"[。！？!?；;\n]|\.(?=\s)")

# Window: letter pairs, whatever the words are.
_WINDOW = 80
_WINDOW_SHARE = 0.55
_LETTERS = lazy_regex(r"[^\W\d_]")

# Title and table: word beginnings, single Chinese letters.
_TITLE_SHARE, _ROW_SHARE = 0.5, 0.6
_CELL = lazy_regex(r"(\s*[|│：:\t]\s*|\s{3,})")
_STEM = lazy_regex(r"[\u4e00-\u9fff]|[a-z]{2,}")
MAX_ROW = 200


def _pattern_sentences(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for end in _PATTERN_END.finditer(text):
        yield start, text[start : end.start()]
        start = end.end()
    yield start, text[start:]


def _letter_pairs(text: str) -> frozenset[str]:
    letters = "".join(_LETTERS.findall(text.lower()))
    return frozenset(letters[place : place + 2] for place in range(len(letters) - 1))


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:5] for word in _STEM.findall(text.lower()))


def _rows(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in text.splitlines(keepends=True):
        if len(line) <= MAX_ROW:
            yield start, line.rstrip("\r\n")
        start += len(line)


def _names(node: NodeSpec) -> list[str]:
    return [_BLANK.sub(" ", name) for name in (node.label, *node.aliases)]


def _figures(node: NodeSpec, text: str) -> Iterator[Quantity]:
    """The figures of a text that are of the node's kind and unit."""
    for quantity in find_quantities(text):
        if quantity.kind in _KINDS.get(node.kind, ()) and _ends(node, quantity) is not None:
            yield quantity


def _ends(node: NodeSpec, quantity: Quantity) -> Value | None:
    ends = convert(quantity, node.unit if quantity.unit is not None else None)
    return None if ends is None else Value(*ends)


def _reading(node: NodeSpec, text: str, offset: int, quantity: Quantity, score: float) -> ExtractedFigure | None:
    ends = _ends(node, quantity)
    if ends is None:
        return None
    start, end = offset + quantity.start, offset + quantity.end
    return ExtractedFigure(quantity.text, ends, text[max(0, start - _WINDOW) : end + _WINDOW].strip(), score)


def _better(best: ExtractedFigure | None, other: ExtractedFigure | None) -> ExtractedFigure | None:
    """Of equal ones the first."""
    return other if other is not None and (best is None or other.score > best.score) else best


def _poll(voter_id: str, read: Callable[[NodeSpec, Page], ExtractedFigure | None], node: NodeSpec, pages: Sequence[Page]) -> RuleVote:
    """The value that most publishers carry; of equals the one read with more certainty, then the one of the first address."""
    groups: list[tuple[ExtractedFigure, dict[str, int], Decimal]] = []
    order = sorted(range(len(pages)), key=lambda place: (canonical_url(pages[place].url) or pages[place].url, pages[place].content))
    for position in order:
        reading = read(node, pages[position])
        host = host_of(pages[position].url)
        if reading is None or host is None:
            continue
        own = next((group for group in groups if same_value(group[0].ends, reading.ends, node.tolerance)), None)
        if own is None:
            own = (reading, {}, Decimal(str(round(reading.score, 3))))
            groups.append(own)
        own[1].setdefault(registrable_domain(host) or host, position)
    if not groups:
        return RuleVote(voter_id)
    reading, value_sources, _score = max(groups, key=lambda group: (len(group[1]), group[2]))
    return RuleVote(
        voter_id, reading.text, reading.ends.number, reading.quote, next(iter(value_sources.values())), tuple(sorted(value_sources))
    )
