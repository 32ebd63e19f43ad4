"""How a passage stands to what a statement says: both are read at the same words, so that what both say alike makes no difference."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from verification.core.evidence import Quantity
from verification.core.language.lexicon import canonical_word
from verification.core.language.script import to_simplified
from verification.core.language.texts import clause_spans, split_sentences, tokens_of
from verification.core.quantities.grammar import find_quantities
from verification.core.reading.statement import Status, StatusReading
from verification.core.reading.status.statuses import StatusReader
from verification.core.reading.wording import AskedWords
from verification.core.support.facts import OPPOSITE_OF, StatementFacts, is_same_figure, terms_of

_PLAIN = frozenset({Status.ASSERTED, Status.DENIED})
_SAYS_NEITHER = frozenset({Status.ASKED, Status.SUPPOSED, Status.OPINION, Status.FICTION})
# What is planned, advised or possible is not the case yet, whichever of the words says so.
_NOT_YET = frozenset({Status.SUPPOSED, Status.FORESEEN, Status.OPINION})


@dataclass(frozen=True, slots=True)
class Standing:
    """The status of a statement in its own text and in the passage; ``share``, from 0 to 1, of it stands in the sentence read.

    ``cue``: the words of the passage that tell its status, empty where nothing does; ``wording`` the runs of words about it, of a figure
    where ``is_figure``, else of what is done.
    """

    claimed: Status = Status.ASSERTED
    found: Status = Status.ASSERTED
    share: float = 0.0
    cue: str = ""
    is_figure: bool = False
    wording: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def is_denied(self) -> bool:
        """Whether the passage denies what the statement says, or holds what it denies; who asks or supposes does neither."""
        if self.claimed is Status.DENIED:
            return self.found not in (Status.DENIED, *_SAYS_NEITHER)
        return self.found is Status.DENIED

    @property
    def is_open(self) -> bool:
        """Whether the passage neither says nor denies it, nor holds it in the way the statement does."""
        is_same = self.found is self.claimed or {self.found, self.claimed} <= _NOT_YET
        return self.found not in _PLAIN and not is_same


@dataclass(frozen=True, slots=True)
class _Said:
    """Where a passage says a statement, and the same words in the statement, as spans; ``share`` of it stands in that sentence.

    ``others``: the other figures of the passage, where it says a figure; None where it says what is done.
    """

    place: tuple[int, int]
    own: tuple[int, int]
    share: float
    others: tuple[Quantity, ...] | None = None


class Claimed:
    """A statement whose standing is asked of many passages."""

    def __init__(self, facts: StatementFacts) -> None:
        self._facts = facts
        self._reader = StatusReader(facts.text)
        self._asked = AskedWords.of(facts.text, is_act=True)
        self._places = _places(facts.weights, to_simplified(facts.text), 0, len(facts.text))
        self._last = max(self._places.values(), default=(0, len(facts.text)))

    @cached_property
    def is_plain(self) -> bool:
        """Whether the statement says what it says without denying any of it."""
        return all(self._reader.status_at(*place).status is not Status.DENIED for place in self._places.values())

    def standing(self, text: str, start: int, reader: StatusReader) -> Standing:
        """How a passage stands to the statement: its ``text`` begins at ``start`` of the text that ``reader`` has read.

        Read where the passage says it: at a figure of the statement, else in the clause that holds most of it. What is said of a
        subject stands behind it, and a cue reaches the end of what it governs: so the last word of the clause counts.
        """
        said = self._said(to_simplified(text))
        if said is None:
            return Standing()
        reading = reader.status_at(start + said.place[0], start + said.place[1])
        found = Status.ASSERTED if self._is_opposite(reading) else reading.status
        # The words may stand before the predicate in the one and behind it in the other.
        own = [self._reader.status_at(*place).status for place in (said.own, self._last)]
        others = [replace(one, start=one.start + start, end=one.end + start) for one in said.others or ()]
        wording = reader.wording_at(start + said.place[0], start + said.place[1], self._asked, others)
        cue = reading.cue.text if reading.cue else ""
        return Standing(found if found in own else own[0], found, said.share, cue, said.others is not None, wording)

    def _said(self, text: str) -> _Said | None:
        facts = self._facts
        sentences = split_sentences(text).spans
        held = [[_places(facts.weights, text, *clause) for clause in clause_spans(text, *sentence)] for sentence in sentences]
        told = [frozenset[str]().union(*clauses) for clauses in held]
        best = max(range(len(sentences)), key=lambda index: sum(facts.weights[term] for term in told[index]), default=None)
        if best is None or not told[best]:
            return None
        begin, stop = sentences[best]
        share = sum(facts.weights[term] for term in told[best]) / sum(facts.weights.values())
        figures = [figure for figure in find_quantities(text) if begin <= figure.start < stop]
        for figure in figures:
            mine = next((mine for mine in facts.figures if is_same_figure(mine, figure)), None)
            if mine is not None:
                others = tuple(one for one in figures if one is not figure)
                return _Said((figure.start, figure.end), (mine.start, mine.end), share, others)
        clause = self._telling(held[best])
        term = max(clause, key=lambda term: clause[term])
        return _Said(clause[term], self._places.get(term, (0, len(facts.text))), share)

    def _telling(self, clauses: list[dict[str, tuple[int, int]]]) -> dict[str, tuple[int, int]]:
        """The clause of a sentence that says the statement: what it holds most of, or a later one that holds its last word.

        "The owner is no longer the fund, it is Corvin": what is said of the owner stands in the second.
        """
        index = max(range(len(clauses)), key=lambda at: (len(clauses[at].keys() - self._facts.names), len(clauses[at])))
        last = {term for term, place in self._places.items() if place == self._last}
        later = (clause for clause in clauses[index + 1 :] if last & clause.keys())
        return clauses[index] if last & clauses[index].keys() else next(later, clauses[index])

    def _is_opposite(self, found: StatusReading) -> bool:
        """ "Rejected the fund" is the opposite of "approved the fund" and says so once: the word itself is no denial of it."""
        if found.cue is None or found.status is not Status.DENIED:
            return False
        cue = terms_of(found.cue.text)
        return any(OPPOSITE_OF.get(term, set()) & cue for term in self._facts.weights)


def _places(weights: Mapping[str, int], text: str, start: int, end: int) -> dict[str, tuple[int, int]]:
    """Where the terms stand in ``text[start:end]``, each at its last place; Chinese by pairs of letters."""
    tokens = tokens_of(text[start:end])
    found = {}
    for index, token in enumerate(tokens):
        if token.is_number:
            continue
        word, stop = canonical_word(token.text), token.end
        if "\u3400" <= token.text <= "\u9fff":
            following = tokens[index + 1] if index + 1 < len(tokens) else None
            if following is None or following.start != token.end:
                continue
            word, stop = token.text + following.text, following.end
        if word in weights:
            found[word] = (start + token.start, start + stop)
    return found
