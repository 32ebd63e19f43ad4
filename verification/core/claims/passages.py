"""The documents of a claim as lines (sentences, table rows) and windows of up to three lines, scored by what of the claim they hold.

Everything is linear in the length of the documents: a line knows the claim's terms as bits, and is looked at again only where it has some.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from verification.core.claims.claims import MONTHS, Claim
from verification.core.claims.wording import is_han, terms_of, token_spans, tokens_in, tokens_of, weight_of
from verification.core.claims.written_out import written_out
from verification.core.evidence import Quantity
from verification.core.language.texts import fold, split_sentences
from verification.core.patterns import lazy_regex
from verification.core.quantities.grammar import find_quantities

WINDOW = 3
MAX_DOCUMENT = 1_000_000
_ENOUGH_LINES = 5
_LONGER_COSTS = 0.015
# A figure that a line break cuts after its separator: "$ 3," and "389,949".
_CUT_FIGURE = lazy_regex(r"(\d,)\s+(?=\d{3}(?!\d))")
_ENDS_CUT = lazy_regex(r"\d,$")
# "(14 May 1961 – 17 December 2010)" says when a person was born and died.
_LIFE = tokens_of("born died")
_DATE = r"(?:\w{1,9}\.?\s)?(?:\d{1,2}\s?,?\s)?(?:\w{1,9}\s)?\d{4}"
_LIVED = lazy_regex(rf"(?:[(（;,]|-lrb-|-rsb-)[^()（）]{{0,60}}?\b{_DATE}\s?(?:-{{1,2}}|[–—−])\s?{_DATE}")


@dataclass(frozen=True, slots=True)
class SourceText:
    """One document as received."""

    text: str
    title: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence or table row of a document; ``mask`` has a bit for each of the claim's terms that it holds."""

    document: int
    start: int
    end: int
    tokens: list[str]
    mask: int


@dataclass(frozen=True, slots=True)
class PassageWindow:
    """Lines ``first`` to ``last`` (inclusive) of one document, what of the claim they hold, and which share of its weight that is."""

    first: int
    last: int
    mask: int
    score: float


class DocumentsReading:
    """The documents as read for one claim."""

    def __init__(self, claim: Claim, documents: Sequence[SourceText]) -> None:
        self.claim = claim
        self.documents = documents
        self.lines: list[Line] = []
        self.titles: list[int] = []
        self.size = 0
        self._number_count = 0
        self._bits = {term: index for index, term in enumerate(claim.weights)}
        self._written_out = written_out(claim.text)
        self._has_han = any(is_han(term) for term in self._bits)
        self._figures: dict[int, tuple[Quantity, ...]] = {}
        for position, document in enumerate(documents):
            self._read(position, document)
        self._weights = self._weigh()
        self._total = sum(self._weights) or 1.0
        self._plain = [weight_of(term) for term in self._bits]
        self._shares: dict[int, float] = {}
        self.whole = (1 << len(self._bits)) - 1
        self.names = self.mask_of(claim.names)
        self.counts = self.mask_of(term for term in self._bits if term[0].isdigit() or term in MONTHS)
        self.everything = self._union(line.mask for line in self.lines) | self._union(self.titles)
        self.by_document = self._by_document()

    def _by_document(self) -> list[int]:
        masks = list(self.titles)
        for line in self.lines:
            masks[line.document] |= line.mask
        return masks

    def _read(self, position: int, document: SourceText) -> None:
        text = document.text[:MAX_DOCUMENT]
        folded = fold(text)
        self.titles.append(self.mask_of(self._terms(tokens_of(document.title))))
        for start, end in _lines(text):
            tokens = tokens_in(folded, start, end)
            self.size += len(tokens)
            self._number_count += sum(token[0].isdigit() for token in tokens)
            if ("(" in text[start:end] or "-lrb-" in folded[start:end]) and _LIVED.search(folded, start, end):
                tokens += _LIFE
            tokens += [key for key, names in self._written_out if any(folded.find(name, start, end) >= 0 for name in names)]
            self.lines.append(Line(position, start, end, tokens, self.mask_of(self._terms(tokens))))

    def _terms(self, tokens: Sequence[str]) -> Sequence[str]:
        return terms_of(tokens) if self._has_han else tokens

    @staticmethod
    def _union(masks: Iterable[int]) -> int:
        found = 0
        for mask in masks:
            found |= mask
        return found

    def _weigh(self) -> list[float]:
        """The weight of each term; one that stands in many lines of the documents tells less."""
        count = len(self.lines)
        held = [0] * len(self._bits)
        for line in self.lines:
            for bit in _bits_of(line.mask):
                held[bit] += 1
        weights = list(self.claim.weights.values())
        if count < _ENOUGH_LINES:
            return weights
        most = math.log((count + 1) / 0.5)
        return [weight * (0.4 + 0.6 * math.log((count + 1) / (df + 0.5)) / most) for weight, df in zip(weights, held, strict=True)]

    def mask_of(self, terms: Iterable[str]) -> int:
        """The bits of those terms that the claim has."""
        bits = self._bits
        mask = 0
        for term in bits.keys() & set(terms):
            mask |= 1 << bits[term]
        return mask

    def share(self, mask: int) -> float:
        """The share of the claim's weight in a mask."""
        found = self._shares.get(mask)
        if found is None:
            found = sum(self._weights[bit] for bit in _bits_of(mask)) / self._total
            self._shares[mask] = found
        return found

    def share_of(self, mask: int, whole: int) -> float:
        """The share of the weight of ``whole`` that ``mask`` holds; 1 of nothing."""
        of = self.share(whole)
        return self.share(mask & whole) / of if of else 1.0

    def fit(self, index: int, whole: int) -> float:
        """How well a line and a clause are about the same: the mean of what the line has of the clause and of itself in the clause."""
        line = self.lines[index]
        words = sum(weight_of(token) for token in set(line.tokens) if not token[0].isdigit() and not is_han(token))
        shared = sum(self._plain[bit] for bit in _bits_of(line.mask & whole))
        return (self.share_of(line.mask, whole) + min(1.0, shared / words if words else 0.0)) / 2

    @property
    def number_share(self) -> float:
        """Which share of all words of the documents are numbers."""
        return self._number_count / self.size if self.size else 0.0

    def text_of(self, index: int) -> str:
        line = self.lines[index]
        return self.documents[line.document].text[line.start : line.end]

    def figures_of(self, index: int) -> tuple[Quantity, ...]:
        """The figures of a line, read when they are first asked for; spans count from the line's start."""
        if index not in self._figures:
            self._figures[index] = find_quantities(_CUT_FIGURE.sub(r"\1", self.text_of(index)))
        return self._figures[index]

    def windows(self) -> Iterable[PassageWindow]:
        """Every line that holds something of the claim, alone and with up to two after it."""
        for first, line in enumerate(self.lines):
            mask = 0
            for last in range(first, min(first + WINDOW, len(self.lines))):
                if self.lines[last].document != line.document:
                    break
                added = mask | self.lines[last].mask
                if added != mask:
                    mask = added
                    yield PassageWindow(first, last, mask, self.share(mask))

    def rank(self, window: PassageWindow) -> float:
        """What a window holds, a little less for each further line."""
        return window.score - _LONGER_COSTS * (window.last - window.first)

    def best_window(self) -> PassageWindow | None:
        """The window that holds most of the claim, a shorter one where it holds almost as much."""
        return max(self.windows(), key=lambda window: (self.rank(window), -window.first), default=None)

    def missing_name(self) -> str | None:
        """A name of the claim, as the claim writes it, that no document has."""
        missing = {term for term, bit in self._bits.items() if self.names >> bit & 1 and not self.everything >> bit & 1}
        spans = token_spans(self.claim.text)
        return next((self.claim.text[start:end] for key, start, end in spans if key in missing), None)

    def best_line(self, whole: int | None = None) -> int | None:
        """The line that holds most of the claim, or most of the terms of ``whole``."""
        best, most = None, 0.0
        for index, line in enumerate(self.lines):
            mask = line.mask if whole is None else line.mask & whole
            if mask and self.share(mask) > most:
                best, most = index, self.share(mask)
        return best


def _lines(text: str) -> list[tuple[int, int]]:
    """Sentences and rows; two between which a figure is cut are one."""
    found: list[tuple[int, int]] = []
    for start, end in split_sentences(text).spans:
        if found and text[start].isdigit() and _ENDS_CUT.search(text, found[-1][0], found[-1][1]):
            found[-1] = found[-1][0], end
        else:
            found.append((start, end))
    return found


def _bits_of(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
