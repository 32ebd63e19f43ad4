"""What the scorer is told of one figure by itself: its words, its slots, its list, its page (its rivals: ``rival_features``)."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime

from verification.core.evidence import NodeSpec
from verification.core.judging.asked_terms import AskedTerms, Part, asked_terms
from verification.core.judging.list_features import FigureLists
from verification.core.judging.rarity import Rarity
from verification.core.judging.slot_features import FigureSlots, page_features, question_features, slot_features, subject_features
from verification.core.judging.strange_words import StrangeWords
from verification.core.judging.word_features import SentenceTerms, closeness_of, sameness_of, word_features
from verification.core.reading.frames.labels import Asking, Frame, frame_as_said
from verification.core.reading.frames.places import Place, PlacedSentence
from verification.core.reading.wording import OTHER, PERIOD, AskedWords, Wording
from verification.core.subjects.align import Alignment, align
from verification.core.subjects.introductions import introduced_names
from verification.core.subjects.names import NameWords, name_tokens

_MOST_NAMES = 8


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around a sentence: ``earlier`` the sentences before it, nearest first, and the title.

    ``title`` is "" for the title itself.
    """

    earlier: tuple[str, ...]
    earlier_terms: Set[str]
    title: str
    title_terms: Set[str]
    is_title: bool
    sentence_number: int


class FigureReader:
    """One question made ready to tell the features of many figures."""

    def __init__(self, node: NodeSpec, frames: Sequence[Frame], rarity: Rarity, as_of: datetime) -> None:
        self._node, self._as_of, self._rarity = node, as_of, rarity
        self._asked: dict[int, AskedTerms] = {id(frame): asked_terms(frame, rarity) for frame in frames}
        self._said: dict[tuple[int, str], Frame] = {}
        self._about: dict[int, dict[str, float]] = {
            id(frame): dict(question_features(frame, node.kind, is_alias=number > 0)) for number, frame in enumerate(frames)
        }
        self._sentences: dict[int, tuple[PlacedSentence, SentenceTerms, FigureLists]] = {}
        self._words = {id(frame): AskedWords.of(frame.sentence.text) for frame in frames}
        self._wordings: dict[tuple[int, int], tuple[PlacedSentence, Wording]] = {}
        self._strange: dict[tuple[int, int], tuple[PlacedSentence, StrangeWords]] = {}
        self._alignments: dict[tuple[str, tuple[str, ...]], Alignment] = {}
        self._names: dict[str, tuple[NameWords, ...]] = {}

    def closeness(self, frame: Frame, sentence: PlacedSentence, place: Place, around: Surroundings) -> float:
        """How much of the question's words stands about a figure, 0 to 1; it decides nothing, and orders what is looked at."""
        terms, _ = self._read(sentence)
        return closeness_of(self._asked[id(frame)], terms, place, around.earlier_terms | around.title_terms)

    def sameness(self, frame: Frame, sentence: PlacedSentence) -> float:
        """The share of the question's words that stand in a sentence, 0 to 1."""
        return sameness_of(self._asked[id(frame)], self._read(sentence)[0])

    def said(self, frame: Frame, name: str) -> Frame:
        """A name as a statement says it, in the form of the frame that asks for it."""
        key = id(frame), name
        if key not in self._said:
            told = self._said[key] = frame_as_said(name, self._node, frame.sentence.base, frame)
            self._asked[id(told)] = asked_terms(told, self._rarity)
            self._words[id(told)] = AskedWords.of(told.sentence.text)
        return self._said[key]

    def features(self, slots: FigureSlots, around: Surroundings, *, spoken: bool | None, said: Frame) -> dict[str, float]:
        """The features of one figure by name. ``spoken``: the label's other figures speak for it, or against it; ``said`` is the frame in
        the words of the figure's statement."""
        frame, sentence, place = slots.frame, slots.sentence, slots.place
        asked, told = self._asked[id(frame)], self._asked[id(said)]
        terms, lists = self._read(sentence)
        found = dict(self._about[id(frame)])
        found.update(word_features(told, terms, place, around.earlier_terms, around.title_terms))
        found.update(self._strange_in(said, sentence).features(terms, place))
        found.update(slot_features(slots))
        found.update(lists.features(told.parts[Part.NAME] or told.parts[Part.WHOLE], slots.quantity))
        found.update(self._subject(asked, sentence, place, terms, around))
        found.update(page_features(slots.published_at, self._as_of, self._node.fresh_days))
        found["label_figures"] = 0.0 if spoken is None else 1.0 if spoken else -1.0
        found["in_title"] = float(around.is_title)
        found["sentence_number"] = float(min(around.sentence_number, 20))
        return found

    def wording(self, frame: Frame, sentence: PlacedSentence, place: Place) -> tuple[str, ...]:
        """The runs of words about a figure; none for a sentence with a blank, whose own words say how it is put."""
        if frame.asking == Asking.SENTENCE:
            return ()
        key = id(frame), id(sentence)
        if key not in self._wordings:
            holes = [(one.start, one.end, OTHER) for one in sentence.quantities] + [
                (one.start, one.end, PERIOD) for one in sentence.periods
            ]
            self._wordings[key] = sentence, Wording(self._words[id(frame)], sentence.text, holes)
        return self._wordings[key][1].about(place.start, place.end)

    def _read(self, sentence: PlacedSentence) -> tuple[SentenceTerms, FigureLists]:
        if id(sentence) not in self._sentences:
            self._sentences[id(sentence)] = (sentence, SentenceTerms(sentence), FigureLists(sentence))
        return self._sentences[id(sentence)][1:]

    def _strange_in(self, frame: Frame, sentence: PlacedSentence) -> StrangeWords:
        key = id(frame), id(sentence)
        if key not in self._strange:
            self._strange[key] = sentence, StrangeWords(self._asked[id(frame)], frame.sentence.text, sentence)
        return self._strange[key][1]

    def _subject(
        self, asked: AskedTerms, sentence: PlacedSentence, place: Place, terms: SentenceTerms, around: Surroundings
    ) -> Iterator[tuple[str, float]]:
        """The names at the figure against the one asked for: the nearest, those of its clause, and the whole chain up to the title."""
        names = self._names_in(sentence.text)
        first, last = terms.clause_at(place.start)
        own = terms.own_at(place.start, place.end)
        before = [name for name in reversed(names) if name.end <= place.start]
        nearest = [name.text for name in before[:1]]
        beside = [name.text for name in names if own[0] <= name.start < own[1]]
        clause = [name.text for name in before if name.start >= first] + [n.text for n in names if place.end <= n.start < last]
        rest = [name.text for name in before] + [name.text for name in names if name.start >= place.end]
        above = self._names_of((around.title,))
        chain = [*(clause or rest), *self._names_of(around.earlier), *above]
        introduced = introduced_names(around.title + "\n" + sentence.text) if asked.subject else {}
        for prefix, said in (("near", nearest), ("beside", beside), ("clause", clause), ("chain", chain), ("title", above)):
            yield from subject_features(prefix, self._align(asked.subject, tuple(dict.fromkeys(said))[:_MOST_NAMES], introduced))
        yield "names_in_clause", float(min(len(clause), _MOST_NAMES))
        yield "names_in_sentence", float(min(len(names), _MOST_NAMES))
        yield "name_wanted", float(bool(asked.subject))

    def _names_of(self, texts: Sequence[str]) -> list[str]:
        return [name.text for text in texts for name in reversed(self._names_in(text))]

    def _names_in(self, text: str) -> tuple[NameWords, ...]:
        if text not in self._names:
            self._names[text] = name_tokens(text) if text else ()
        return self._names[text]

    def _align(self, asked: str, said: tuple[str, ...], introduced: Mapping[str, str]) -> Alignment | None:
        if not asked:
            return None
        if introduced:
            return align(asked, said, introduced=introduced)
        if (asked, said) not in self._alignments:
            self._alignments[asked, said] = align(asked, said)
        return self._alignments[asked, said]
