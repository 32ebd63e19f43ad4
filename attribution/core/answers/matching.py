"""How one sentence of an answer stands to each document: the best passage there and what speaks for it, as named features.

Facts are matched by equality (figures), by weight (rare words count more) and by order (neighbours that stay neighbours).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import pairwise

from attribution.core.answers.clauses import clause_of, with_margin
from attribution.core.answers.derivations import Derivation, derive
from attribution.core.answers.duplicates import is_same_text, passage_text
from attribution.core.answers.operands import OperandGroup, groups_of, label_tie
from attribution.core.answers.operations import announced
from attribution.core.answers.text_operands import groups_in_text
from verification.core.tables.library import Library
from verification.core.tables.passages import PassageUnit
from verification.core.tables.places import PlaceReader
from verification.core.tables.sentences import SentenceFacts
from verification.core.tables.spoken import speak_of
from verification.core.tables.words import NUMBER
from verification.core.tables.written import WrittenFigure, is_bound, states, states_number

_MOST_UNITS = 40
_MOST_DOCUMENTS = 12
_ENOUGH_UNITS = 1500
_MOST_TABLES = 6
_READ_UNITS = 3
_FIRM = 0.3
_MOST_OPEN = 12  # figures of a sentence for which calculations are looked for
_BRIEF = 60  # a heading, a caption


@dataclass(frozen=True, slots=True)
class Features:
    """What speaks for a document as the source of a sentence; each from 0 to 1, ``lead`` from -1.

    ``words``, ``block_words``: the share of the sentence's words, by weight, in the passage and in the block around it; ``order``: of its
    neighbouring words that are neighbours there; ``figures``: of its figures that are stated there; ``derived``: how firmly a calculation
    from here is tied; ``label``: how well a row is named; ``lead``: how far the words are ahead of the best other document's;
    ``is_brief``: the block is a heading or caption.
    """

    words: float = 0.0
    block_words: float = 0.0
    order: float = 0.0
    figures: float = 0.0
    derived: float = 0.0
    label: float = 0.0
    lead: float = 0.0
    is_brief: float = 0.0


@dataclass(frozen=True, slots=True)
class PassageMatch:
    """The best passage of one document for one sentence."""

    document: int
    unit: PassageUnit
    features: Features


@dataclass(frozen=True, slots=True)
class Stated:
    """A unit that states a figure, and how firmly the sentence ties it: by the labels of its cell or the words around it."""

    unit: int
    tie: float


@dataclass(frozen=True, slots=True)
class Matches:
    """The matches of a sentence, one for each document that shares anything with it, in document order; what it calculates, the firmest
    first; and the figures it claims that are neither stated nor calculated, the full names of which no document holds a word."""

    matches: tuple[PassageMatch, ...]
    derivations: tuple[Derivation, ...] = ()
    unfound: tuple[WrittenFigure, ...] = ()
    unknown_names: tuple[tuple[str, ...], ...] = ()


def match_sentence(facts: SentenceFacts, library: Library) -> Matches:
    """Looks the sentence up in every document."""
    weights = library.weights(facts)
    total = sum(weights.values())
    if not total:
        return Matches(())
    scores = _unit_scores(weights, library)
    ranked = sorted(scores, key=lambda index: (-scores[index], index))
    stated = [_stated(figure, facts, library, ranked, scores, total) for figure in facts.figures]
    derivations = sorted(_derive(facts, library, ranked, stated), key=lambda found: -found.tie)
    derivation = derivations[0] if derivations else None
    found = _matches(facts, library, ranked, scores, total, stated, derivation)
    unknown = tuple(name for name in facts.names if not any(key in library.postings for key in name))
    return Matches(tuple(found), tuple(derivations), _unfound(facts, stated, derivations), unknown)


def _unfound(facts: SentenceFacts, stated: Sequence[tuple[Stated, ...]], derivations: Sequence[Derivation]) -> tuple[WrittenFigure, ...]:
    """A bare single digit counts what is seen and is written nowhere; a bound ("exceeds 5,000") is no claim."""
    return tuple(
        figure
        for figure, places in zip(facts.figures, stated, strict=True)
        if not places
        and all(derivation.figure != figure for derivation in derivations)
        and not figure.is_small_count
        and not is_bound(facts.text, figure)
    )


def _unit_scores(weights: dict[str, float], library: Library) -> dict[int, float]:
    """The weight of the sentence's words in each unit that holds any: once the rare ones have named enough units, the common ones only
    add to those."""
    scores: dict[int, float] = {}
    for key in sorted(weights, key=lambda key: (len(library.postings.get(key, ())), key)):
        places, weight = library.postings.get(key, ()), weights[key]
        if len(scores) < _ENOUGH_UNITS:
            for index in places:
                scores[index] = scores.get(index, 0.0) + weight
        else:
            for index in scores:
                if key in library.unit_terms[index]:
                    scores[index] += weight
    return scores


def _stated(
    figure: WrittenFigure, facts: SentenceFacts, library: Library, ranked: Sequence[int], scores: dict[int, float], total: float
) -> tuple[Stated, ...]:
    units = library.passages.units
    holding = (index for index in library.postings.get(NUMBER + figure.digits, ()) if index in scores)
    candidates = dict.fromkeys(nlargest(_MOST_UNITS, holding, key=lambda index: (scores[index], -index)))
    candidates |= dict.fromkeys(ranked[:_READ_UNITS])
    found = []
    for index in candidates:
        row = units[index].row
        if row is None:
            if any(states(figure, other) for other in library.figures(index)):
                found.append(Stated(index, scores.get(index, 0.0) / total))
        elif any(cell.number is not None and states_number(figure, cell.number, cell.unit) for cell in row.cells):
            found.append(Stated(index, label_tie(*library.labels(index), facts, library.rarity)))
    return tuple(found)


def _derive(facts: SentenceFacts, library: Library, ranked: Sequence[int], stated: Sequence[tuple[Stated, ...]]) -> list[Derivation]:
    """The calculations of figures that are stated nowhere the sentence points to."""
    open_figures = [
        figure
        for figure, places in zip(facts.figures, stated, strict=True)
        if all(place.tie < _FIRM for place in places) and announced(facts.text, is_percent=figure.is_percent)
    ]
    if not open_figures or len(open_figures) > _MOST_OPEN:
        return []
    # The words of a sentence are looked through once, however many figures it holds.
    operations = {is_percent: announced(facts.text, is_percent=is_percent) for is_percent in (False, True)}
    found = []
    spoken = {said.figure: said for said in speak_of(facts.text, facts.figures)}
    for figure in open_figures:
        own = clause_of(facts, facts.figures.index(figure), library.postings)
        own = with_margin(own) if figure.is_percent else own
        groups = [*_groups(own, library, ranked), *groups_in_text(own, figure, library, ranked)]
        found.append(derive(spoken[figure], own, operations[figure.is_percent], groups))
    return [derivation for derivation in found if derivation is not None]


def _groups(facts: SentenceFacts, library: Library, ranked: Sequence[int]) -> list[OperandGroup]:
    blocks = dict.fromkeys(library.passages.units[index].block for index in ranked if library.passages.units[index].row is not None)
    groups: list[OperandGroup] = []
    places = PlaceReader(library)
    for number in list(blocks)[:_MOST_TABLES]:
        block = library.passages.blocks[number]
        if block.table is not None:
            groups += groups_of(block.table, block.document, facts, library.rarity, places.scale_of(block.first))
    return groups


def _matches(
    facts: SentenceFacts,
    library: Library,
    ranked: Sequence[int],
    scores: dict[int, float],
    total: float,
    stated: Sequence[tuple[Stated, ...]],
    derivation: Derivation | None,
) -> list[PassageMatch]:
    holding = {place.unit: place.tie for places in stated for place in sorted(places, key=lambda place: place.tie)}
    best: dict[int, int] = {}
    units = library.passages.units
    for index in ranked:
        document = units[index].document
        rival = best.get(document)
        if rival is None or _strength(index, scores, total, holding) > _strength(rival, scores, total, holding):
            best[document] = index
    found = []
    strongest = nlargest(_MOST_DOCUMENTS, best, key=lambda document: _strength(best[document], scores, total, holding))
    for document, index in sorted((document, best[document]) for document in strongest):
        features = _features(facts, library, index, scores, total, stated, derivation)
        found.append(PassageMatch(document, units[index], features))
    return _with_leads(found, library)


def _strength(index: int, scores: dict[int, float], total: float, holding: dict[int, float]) -> float:
    return scores[index] / total + (0.5 + holding[index] if index in holding else 0.0)


def _features(
    facts: SentenceFacts,
    library: Library,
    index: int,
    scores: dict[int, float],
    total: float,
    stated: Sequence[tuple[Stated, ...]],
    derivation: Derivation | None,
) -> Features:
    units, weight, weights = library.passages.units, library.rarity, library.weights(facts)
    unit = units[index]
    block = library.passages.blocks[unit.block]
    terms, pairs = library.block_terms[unit.block], library.block_pairs[unit.block]
    covered = sum(worth for key, worth in weights.items() if key in terms)
    neighbours = [(one.key, two.key) for one, two in pairwise(facts.terms)]
    order = sum(weight(one) + weight(two) for one, two in neighbours)
    kept = sum(weight(one) + weight(two) for one, two in neighbours if (one, two) in pairs)
    here = [any(units[place.unit].document == unit.document for place in places) for places in stated]
    operands = [operand.document == unit.document for operand in derivation.operands] if derivation else []
    length = units[block.last - 1].end - units[block.first].start
    return Features(
        words=scores[index] / total,
        block_words=covered / total,
        order=kept / order if order else 0.0,
        figures=sum(here) / len(here) if here else 0.0,
        derived=derivation.tie * sum(operands) / len(operands) if derivation and operands else 0.0,
        label=max((_label(facts, library, at) for at in range(block.first, block.last)), default=0.0) if block.table else 0.0,
        is_brief=float(block.table is None and length < _BRIEF),
    )


def _label(facts: SentenceFacts, library: Library, index: int) -> float:
    row = library.passages.units[index].row
    if row is None or row.label is None or row.is_head:
        return 0.0
    return label_tie(*library.labels(index), facts, library.rarity)


def _with_leads(found: list[PassageMatch], library: Library) -> list[PassageMatch]:
    """Adds how far each document's words are ahead of the best other's; a copy of its passage in an overlapping chunk is no other."""
    made, texts = [], [passage_text(match.unit, library) for match in found]
    for match, text in zip(found, texts, strict=True):
        rivals = sorted(zip(found, texts, strict=True), key=lambda rival: -rival[0].features.block_words)
        others = next((rival.features.block_words for rival, copy in rivals if rival is not match and not is_same_text(text, copy)), 0.0)
        lead = match.features.block_words - others
        made.append(replace(match, features=replace(match.features, lead=lead)))
    return made
