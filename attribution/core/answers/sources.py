"""What attribution takes and returns: frozen values, no behaviour (contracts, section 6)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from attribution.core.answers.operations import Operation
from attribution.core.answers.states import CellMark, Reason, SentenceState

PREVIEW_LENGTH = 100


class Mode(StrEnum):
    """Reverse: from the answer back to passages; forward: the top documents as they are (seed 004, 2.1)."""

    REVERSE = "reverse"
    FORWARD = "forward"


@dataclass(frozen=True, slots=True)
class RankedDocument:
    """One reranked document. ``rerank_score`` from 0 to 1, None where there is none; ``metadata`` is anything JSON holds, read warily;
    ``url``: where it stands, empty where nobody said."""

    content: str
    id: str | int | None = None
    rerank_score: float | None = None
    metadata: Mapping[str, object] = field(default_factory=dict)
    url: str = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seed 004, 3.2. Documents with a score below ``min_relevance_score`` and matches below ``match_threshold`` are left out.
    Without ``extract_entities`` names weigh as ordinary words, and one that no document knows does not make its sentence unsupported."""

    max_sources: int = 5
    min_relevance_score: float = 0.3
    match_threshold: float = 0.3
    extract_entities: bool = True


@dataclass(frozen=True, slots=True)
class AnswerSource:
    """One entry: the document at zero-based ``position``; ``index`` counts from 1, best first. ``match_score`` is None in forward mode."""

    index: int
    position: int
    match_score: float | None


@dataclass(frozen=True, slots=True)
class PassageLink:
    """A passage ``start:end`` of the source with that index, and the probability that it carries the sentence."""

    index: int
    start: int
    end: int
    score: float


@dataclass(frozen=True, slots=True)
class CalculatedFrom:
    """One operand: its span in the document at ``position``, and its value in the scale of the sentence's figure."""

    position: int
    start: int
    end: int
    value: Decimal


@dataclass(frozen=True, slots=True)
class Calculation:
    """A figure of a sentence calculated from others; ``value`` is what the operands give, unrounded; ``years`` lie between those of a
    cagr."""

    operation: Operation
    operands: tuple[CalculatedFrom, ...]
    value: Decimal
    years: int = 1


@dataclass(frozen=True, slots=True)
class AttributedSentence:
    """``start:end`` cuts the sentence from the answer; ``sources`` best first, ``calculations`` the firmest first. ``cells`` are the places
    of its figures that carry them, ``reason`` says why it is not carried."""

    start: int
    end: int
    state: SentenceState
    sources: tuple[PassageLink, ...]
    calculations: tuple[Calculation, ...]
    cells: tuple[CellMark, ...] = ()
    reason: Reason | None = None

    @property
    def supported(self) -> bool:
        return self.state is SentenceState.CARRIED

    @property
    def is_claim(self) -> bool:
        """Whether there is something to check in it: what there is not counts in no share."""
        return self.state is not SentenceState.NOTHING


@dataclass(frozen=True, slots=True)
class TracedAnswer:
    """The sources best first, and of reverse mode every sentence of the answer in order."""

    mode: Mode
    sources: tuple[AnswerSource, ...]
    sentences: tuple[AttributedSentence, ...] = ()

    def shown_from(self, source: AnswerSource) -> int:
        """Where a preview of the source begins: with the passage of a sentence that is carried before others, in a long row so that its
        figure is seen; 0 where no passage is known."""
        links = [(one, link) for one in self.sentences for link in one.sources if link.index == source.index]
        if not links:
            return 0
        sentence, link = max(links, key=lambda pair: (pair[0].supported, pair[1].score))
        marks = (mark for mark in sentence.cells if mark.position == source.position)
        last = max((mark.end for mark in marks if link.start <= mark.start and mark.end <= link.end), default=link.start)
        return max(link.start, last - PREVIEW_LENGTH)
