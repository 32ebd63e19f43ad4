"""Reverse attribution: from the sentences of an answer back to the passages that carry them (seed 004, 2.1).

Pure and deterministic: what is equally likely is ordered by rerank score, then by text, so that the order of the documents tells nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite

from attribution.core.answers.checkable import nothing_to_check
from attribution.core.answers.contrasts import telling_in
from attribution.core.answers.crossing import Crossings
from attribution.core.answers.denials import Denials
from attribution.core.answers.derivations import Derivation
from attribution.core.answers.duplicates import is_same_text, passage_text
from attribution.core.answers.matching import Features, Matches, PassageMatch, match_sentence
from attribution.core.answers.operations import announced, says
from attribution.core.answers.paraphrase import MOST_SENTENCES, Vectors, find_paraphrase, may_be_paraphrased, passages_to_compare
from attribution.core.answers.scores import SUPPORTED_FROM, probability
from attribution.core.answers.sources import (
    AnswerSource,
    AttributedSentence,
    CalculatedFrom,
    Calculation,
    Limits,
    Mode,
    PassageLink,
    RankedDocument,
    TracedAnswer,
)
from attribution.core.answers.states import CellMark, Reason, ReasonCode, SentenceState, mark_of, quote_text, reason_of
from verification.core.claims.telling import Telling
from verification.core.tables.acronyms import with_acronyms
from verification.core.tables.judging import FigureJudge, FigureRuling, Standing
from verification.core.tables.library import Library, read_library
from verification.core.tables.scorer import shipped_cells
from verification.core.tables.sentences import SentenceFacts, read_answer

_MOST_PASSAGES = 5


@dataclass(frozen=True, slots=True)
class _Scored:
    match: PassageMatch
    score: float


@dataclass(frozen=True, slots=True)
class _Read:
    """A sentence with its passages best first, duplicates left out."""

    facts: SentenceFacts
    passages: tuple[_Scored, ...]
    derivations: tuple[Derivation, ...]
    rulings: tuple[FigureRuling, ...]
    has_unfound: bool
    missing_name: str
    is_denied: bool = False
    is_foreseen: bool = False
    is_foreign: bool = False
    telling: Telling = Telling.SAID


def attribute_answer(
    answer: str,
    documents: Sequence[RankedDocument],
    limits: Limits = Limits(),  # noqa: B008 - frozen
    *,
    vectors: Vectors | None = None,
) -> TracedAnswer:
    """Every sentence of ``answer`` with the passages that carry it; no sources where nothing does.

    ``supported`` speaks of all documents, also where ``max_sources`` leaves the one that carries a sentence out of the list. ``vectors`` of
    ``texts_to_compare`` may find the passage that says without figures the same in other words.
    """
    places, library, read = _read_all(answer, documents, limits)
    if vectors:
        read = [_reworded(sentence, library, vectors, limits) for sentence in read]
    ranked = _ranked(read, limits)
    sources = tuple(AnswerSource(number, places[place], score) for number, (place, score) in enumerate(ranked, 1))
    indices = {place: number for number, (place, _) in enumerate(ranked, 1)}
    return TracedAnswer(Mode.REVERSE, sources, tuple(_attributed(sentence, indices, places, limits, library) for sentence in read))


def texts_to_compare(answer: str, documents: Sequence[RankedDocument], limits: Limits) -> list[str]:
    """The sentences that nothing carries and that might stand in the documents in other words, then the passages; none without such one."""
    _places, library, read = _read_all(answer, documents, limits)
    open_ones = [sentence.facts.text for sentence in read if _may_be_reworded(sentence, limits)][:MOST_SENTENCES]
    return list(dict.fromkeys([*open_ones, *(text for _index, text in passages_to_compare(library))])) if open_ones else []


def _read_all(answer: str, documents: Sequence[RankedDocument], limits: Limits) -> tuple[list[int], Library, list[_Read]]:
    """Read in an order of their own, the documents give the same result in whatever order they come."""
    places = sorted(range(len(documents)), key=lambda position: (*_place(documents[position]), position))
    contents = ["" if _is_left_out(documents[position], limits) else documents[position].content for position in places]
    sentences = with_acronyms(read_answer(answer, has_names=limits.extract_entities), contents)
    library = read_library(contents, sentences)
    judge = FigureJudge(library, shipped_cells())
    denials, crossings = Denials(library), Crossings(library)
    read = [_read(facts, library, judge, denials) for facts in sentences]
    return places, library, [_crossed(sentence, crossings, limits) for sentence in read]


def _crossed(sentence: _Read, crossings: Crossings, limits: Limits) -> _Read:
    """A sentence that nothing in its own language carries, with what does in the other. Equal digits in a document of the other language
    carry nothing by themselves, and are not said to be those of something else: their words are not compared."""
    facts = sentence.facts
    is_across = bool(sentence.passages) and crossings.is_across(facts, sentence.passages[0].match.document)
    if nothing_to_check(facts) is not None or (_is_supported(sentence, limits) and not is_across):
        return sentence
    found = crossings.find(facts)
    if found is None:
        is_foreign = crossings.is_foreign(facts) or (is_across and _is_supported(sentence, limits))
        return replace(sentence, rulings=(), is_foreign=True) if is_foreign else sentence
    own = tuple(_Scored(PassageMatch(unit.document, unit, Features()), found.score) for unit in found.units)
    rulings = tuple(FigureRuling(0, 0, "", Standing.CARRIED, found.score, place) for place in found.cells)
    return replace(
        sentence,
        passages=own[:_MOST_PASSAGES],
        rulings=rulings,
        has_unfound=False,
        missing_name="",
        is_denied=False,
        is_foreseen=False,
        telling=Telling.SAID,
    )


def _may_be_reworded(sentence: _Read, limits: Limits) -> bool:
    is_open = not _is_supported(sentence, limits) and not sentence.has_unfound
    return is_open and nothing_to_check(sentence.facts) is None and may_be_paraphrased(sentence.facts)


def _reworded(sentence: _Read, library: Library, vectors: Vectors, limits: Limits) -> _Read:
    """The sentence with the passage that means the same before the others, where there is one."""
    found = find_paraphrase(sentence.facts, library, vectors) if _may_be_reworded(sentence, limits) else None
    if found is None:
        return sentence
    index, score = found
    unit = library.passages.units[index]
    others = (passage for passage in sentence.passages if passage.match.unit != unit)
    return replace(sentence, passages=(_Scored(PassageMatch(unit.document, unit, Features()), score), *others)[:_MOST_PASSAGES])


def _is_supported(sentence: _Read, limits: Limits) -> bool:
    top = sentence.passages[0].score if sentence.passages else 0.0
    is_likely = top >= max(SUPPORTED_FROM, limits.match_threshold)
    is_otherwise = sentence.is_denied or sentence.is_foreseen or sentence.telling is not Telling.SAID or sentence.is_foreign
    return is_likely and not is_otherwise and not sentence.has_unfound and not _of_others(sentence)


def _of_others(sentence: _Read) -> list[FigureRuling]:
    """The figures of a sentence that the documents give to something else, and that follow from no calculation."""
    return [ruling for ruling in sentence.rulings if ruling.standing is Standing.ELSEWHERE and not _is_derived(ruling, sentence)]


def _is_derived(ruling: FigureRuling, sentence: _Read) -> bool:
    """Whether a figure follows from a calculation; of one that is stated as another's only the operation's own word tells that, and not
    where it is the name of the row that the sentence speaks of: "Total deferred"."""
    found = next((found for found in sentence.derivations if found.figure.start == ruling.start), None)
    if found is None or ruling.standing is not Standing.ELSEWHERE:
        return found is not None
    if ruling.rival is not None and says(found.operation, ruling.rival.label_text):
        return False
    return announced(sentence.facts.text, is_percent=found.figure.is_percent).get(found.operation, False)


def _is_left_out(document: RankedDocument, limits: Limits) -> bool:
    score = document.rerank_score
    return score is not None and isfinite(score) and score < limits.min_relevance_score


def _read(facts: SentenceFacts, library: Library, judge: FigureJudge, denials: Denials) -> _Read:
    found = match_sentence(facts, library)
    scored = sorted(
        (_Scored(match, probability(match.features)) for match in found.matches),
        key=lambda passage: (-passage.score, passage.match.document),
    )
    name = _as_written(facts, found.unknown_names[0]) if found.unknown_names else ""
    rulings = judge.rule(facts)
    is_lost = bool(name) or bool(_lost(found, rulings))
    passages = _without_duplicates(scored, library)
    is_denied = bool(passages) and denials.denied(facts, passages[0].match)
    carrying = [] if is_lost or is_denied or found.derivations else [one.match for one in passages if one.score >= SUPPORTED_FROM]
    is_foreseen = denials.foreseen(facts, carrying)
    telling = telling_in(facts, carrying, library)
    return _Read(facts, passages, found.derivations, rulings, is_lost, name, is_denied, is_foreseen, telling=telling)


def _lost(found: Matches, rulings: Sequence[FigureRuling]) -> set[int]:
    """Where the figures begin that neither stand in a document nor are calculated. A cell whose head gives the scale may carry a figure
    that is written nowhere in its digits, and one in percent holds no amount with the same digits."""
    derived = {derivation.figure.start for derivation in found.derivations}
    absent = {ruling.start for ruling in rulings if ruling.standing is Standing.ABSENT} - derived
    carried = {ruling.start for ruling in rulings if ruling.standing is Standing.CARRIED}
    return ({figure.start for figure in found.unfound} | absent) - carried


def _as_written(facts: SentenceFacts, name: Sequence[str]) -> str:
    """A full name as its sentence writes it."""
    terms = [term for term in facts.terms if term.key in name]
    return facts.text[terms[0].start : terms[-1].end] if terms else ""


def _place(document: RankedDocument) -> tuple[float, str]:
    """The order among equals: the reranker's, then that of the texts."""
    score = document.rerank_score
    return (-score if score is not None and isfinite(score) else 0.0, document.content)


def _without_duplicates(scored: Sequence[_Scored], library: Library) -> tuple[_Scored, ...]:
    kept: list[tuple[_Scored, str]] = []
    for passage in scored:
        text = passage_text(passage.match.unit, library)
        if len(kept) < _MOST_PASSAGES and not any(is_same_text(text, other) for _, other in kept):
            kept.append((passage, text))
    return tuple(passage for passage, _ in kept)


def _ranked(read: Sequence[_Read], limits: Limits) -> list[tuple[int, float]]:
    """The documents with the score of their best passage for any sentence, best first; equals by all their passages."""
    best: dict[int, float] = {}
    whole: dict[int, float] = {}
    for sentence in read:
        for passage in sentence.passages:
            place = passage.match.document
            best[place] = max(best.get(place, 0.0), passage.score)
            whole[place] = whole.get(place, 0.0) + passage.score
    order = sorted(best, key=lambda place: (-best[place], -whole[place], place))
    return [(place, best[place]) for place in order if best[place] >= limits.match_threshold][: limits.max_sources]


def _attributed(sentence: _Read, indices: dict[int, int], places: Sequence[int], limits: Limits, library: Library) -> AttributedSentence:
    facts = sentence.facts
    nothing = nothing_to_check(facts)
    if nothing is not None:
        return AttributedSentence(facts.start, facts.end, SentenceState.NOTHING, (), (), reason=Reason(nothing))
    links = tuple(
        PassageLink(indices[passage.match.document], passage.match.unit.start, passage.match.unit.end, passage.score)
        for passage in sentence.passages
        if passage.match.document in indices and passage.score >= limits.match_threshold
    )
    calculations = tuple(_calculation(derivation, places) for derivation in sentence.derivations)
    if _is_supported(sentence, limits):
        carried = [ruling.place for ruling in sentence.rulings if ruling.standing is Standing.CARRIED and ruling.place is not None]
        cells = tuple(mark_of(place, places) for place in carried)
        return AttributedSentence(facts.start, facts.end, SentenceState.CARRIED, links, calculations, cells)
    state = SentenceState.ELSEWHERE if _of_others(sentence) else SentenceState.ABSENT
    contrasted = _contrast(sentence)
    if contrasted is not None and not sentence.has_unfound and state is SentenceState.ABSENT:
        unit = sentence.passages[0].match.unit
        contrast = Reason(contrasted, {"found": quote_text(library.text(unit))}, CellMark(places[unit.document], unit.start, unit.end))
        return AttributedSentence(facts.start, facts.end, state, links, calculations, reason=contrast)
    if sentence.is_foreign:
        return AttributedSentence(facts.start, facts.end, state, links, calculations, reason=Reason(ReasonCode.OTHER_LANGUAGE))
    reason = reason_of(sentence.rulings, lambda ruling: _is_derived(ruling, sentence), sentence.missing_name, library, places)
    return AttributedSentence(facts.start, facts.end, state, links, calculations, reason=reason)


def _contrast(sentence: _Read) -> ReasonCode | None:
    """How the passage that has the words of a sentence tells them otherwise."""
    if sentence.is_denied:
        return ReasonCode.DENIED
    if sentence.is_foreseen:
        return ReasonCode.ONLY_FORESEEN
    return ReasonCode.TOLD_OTHERWISE if sentence.telling is Telling.OF_ANOTHER else None


def _calculation(derivation: Derivation, places: Sequence[int]) -> Calculation:
    operands = tuple(CalculatedFrom(places[one.document], one.start, one.end, one.value) for one in derivation.operands)
    return Calculation(derivation.operation, operands, derivation.value, derivation.years)
