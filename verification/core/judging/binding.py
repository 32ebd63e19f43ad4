"""Which figure of a page answers the node (evidence, step 3): every figure of the right kind with its features, or why it is none.

A page is read once: its figures, sentences and periods. Only sentences that hold a figure of the right kind are looked at closely.
"""

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property, partial

from verification.core.evidence import NodeSpec, Page, Passage, Quantity
from verification.core.judging.anchors import Anchors, same_amount, telling_figures
from verification.core.judging.checking import MatchCheck, check_place, status_veto
from verification.core.judging.exclusions import exclusion_of
from verification.core.judging.figure_features import FigureReader, Surroundings
from verification.core.judging.rarity import Rarity
from verification.core.judging.slot_features import FigureSlots
from verification.core.judging.statement_features import (
    ReadText,
    compared_at,
    is_place_unnamed,
    questions_of,
    share_named,
    statement_features,
)
from verification.core.language.texts import Language, language_of, split_sentences
from verification.core.periods.calendar import last_day
from verification.core.periods.comparing import Fit
from verification.core.periods.grammar import PeriodMention, find_periods
from verification.core.quantities.grammar import find_quantities
from verification.core.reading.comparing import Comparison
from verification.core.reading.factuality import UNKNOWN, figure_model
from verification.core.reading.labels import Asking, Frame, frames_of
from verification.core.reading.places import Place, PlacedSentence
from verification.core.reading.reader import TextReader
from verification.core.reasons import WhyCode
from verification.core.support.values import Value, value_of
from verification.core.vocabulary import NodeKind, PassageField, QuantityKind

MAX_TITLE = 1_000
MAX_CONTENT = 500_000
MAX_FIGURES = 2_000
_EARLIER_SENTENCES = 2
_PERIOD_REACH = 3
_SMALL = 100
# From here a sentence is the label's own, but for what stands in the blank and the period.
SAME_WORDS = 0.9
_UNTOLD = 0.5
# A page may hold thousands of figures; those whose words are least like the question's are not weighed.
MAX_WEIGHED = 60


@dataclass(frozen=True, slots=True)
class CandidateFigure:
    """One figure of one page held against one frame.

    ``score`` is the probability, 0 to 1, that it answers the question, and ``alone`` that by its own page; both are 0 until it is weighed.
    It has no ``features`` where too many others are more like the question. ``veto`` is the first thing in its words that speaks against
    it, ``exclusion`` what no words outweigh. ``closeness`` is how much of the question's words stands about it, 0 to 1.
    """

    position: int
    field: PassageField
    sentence_start: int
    sentence: str
    quantity: Quantity
    value: Value
    closeness: float
    check: MatchCheck
    frame: Frame
    place: Place
    features: Mapping[str, float] = dataclasses.field(default_factory=dict, compare=False, repr=False)
    wording: tuple[str, ...] = dataclasses.field(default=(), compare=False, repr=False)
    score: float = 0.0
    alone: float = 0.0
    exclusion: WhyCode | None = None
    compared: Comparison | None = None

    @property
    def veto(self) -> WhyCode | None:
        return self.check.veto

    def passage(self) -> Passage:
        return Passage(
            text=self.sentence,
            field=self.field,
            start=self.sentence_start,
            end=self.sentence_start + len(self.sentence),
            figure_start=self.quantity.start,
            figure_end=self.quantity.end,
        )


@dataclass(frozen=True, slots=True)
class PageReading:
    """What a page holds for the node: candidates from best to worst, excluded ones among them, and how many figures it has of any kind."""

    position: int
    candidates: tuple[CandidateFigure, ...]
    figures: int


class Binder:
    """The node made ready to read pages."""

    def __init__(self, node: NodeSpec, as_of: datetime, pages: Sequence[Page] = ()) -> None:
        self.node = node
        self.frames = frames_of(node, as_of.date())
        self._telling = telling_figures(self.frames[0]) or ()
        # A page without a date that says "1月" speaks of the year asked for.
        wanted = self.frames[0].period
        self._undated_base = last_day(wanted) if wanted else as_of.date()
        self._texts = {id(page): self._open(page) for page in pages}
        rarity = self._rarity()
        self._questions = questions_of(self.frames, node, self._undated_base)
        self._figures = FigureReader(node, self.frames, rarity, as_of)

    def _open(self, page: Page) -> "tuple[_Text, _Text]":
        base = page.published_at.date() if page.published_at else self._undated_base
        published = page.published_at.date() if page.published_at else None
        title = _Text(PassageField.TITLE, page.title[:MAX_TITLE], base, published)
        return title, _Text(PassageField.CONTENT, page.content[:MAX_CONTENT], base, published, title)

    def _rarity(self) -> Rarity:
        """How often the terms of the label stand beside a figure in these pages."""
        counts: Counter[str] = Counter()
        total = 0
        for texts in self._texts.values():
            for text in texts:
                for _, sentence, _ in text.figured(self._kinds()):
                    counts.update(sentence.terms)
                    total += 1
        return Rarity(counts, total)

    def read(self, position: int, page: Page) -> PageReading:
        """Every figure of ``page`` against every frame in its language."""
        title, content = self._texts.get(id(page)) or self._open(page)
        seen: list[_Seen] = []
        for text, other in ((title, content), (content, title)):
            for index, sentence, start in text.figured(self._kinds()):
                around = _around(text, other, title, index)
                for frame in self.frames:
                    if frame.is_chinese == sentence.is_chinese:
                        seen.extend(self._candidates(position, text, sentence, start, around, frame, page.published_at))
        best: dict[tuple[PassageField, int, int], _Seen] = {}
        for one in seen:
            key = (one.candidate.field, one.candidate.sentence_start, one.candidate.quantity.start)
            if key not in best or _rank(one.candidate) > _rank(best[key].candidate):
                best[key] = one
        named = {
            id(frame): {
                "subject_on_page": self._named(frame, title, content),
                "place_unnamed": float(self._is_unnamed(frame, title, content)),
            }
            for frame in self.frames
        }
        held = [any(same_amount(a, q) for t in (title, content) for q in t.quantities) for a in self._telling]
        share = sum(held) / len(held) if held else 1.0
        weighed = self._with_features(sorted(best.values(), key=_by_words), page.published_at, share, named)
        return PageReading(position, tuple(weighed), title.figures + content.figures)

    def _named(self, frame: Frame, title: "_Text", content: "_Text") -> float:
        """The share of the words of the subject asked for that stand on the page; a half where it may be called otherwise there."""
        head = self._questions[id(frame)].subject.head
        if head is None or frame.is_chinese != content.is_chinese:
            return _UNTOLD
        return share_named(head.text, f"{title.text} {content.text}")

    def _is_unnamed(self, frame: Frame, title: "_Text", content: "_Text") -> bool:
        head = self._questions[id(frame)].subject.head
        return head is not None and is_place_unnamed(head.text, f"{title.text} {content.text}", is_chinese=content.is_chinese)

    def _with_features(
        self, seen: "Sequence[_Seen]", published_at: datetime | None, held: float, named: Mapping[int, Mapping[str, float]]
    ) -> Iterator[CandidateFigure]:
        """The figures whose words are most like the question's with their features, then the others without.

        ``held`` is the share of the label's other figures that stand on the page too, ``named`` what it has of the subject of each frame.
        """
        for one in seen[:MAX_WEIGHED]:
            candidate = one.candidate
            start = candidate.sentence_start + candidate.quantity.start
            reader, end = one.text.reader.status, start + len(candidate.quantity.text)
            status = reader.status_at(start, end).status
            slots = FigureSlots(
                candidate.frame,
                one.sentence,
                candidate.place,
                candidate.quantity,
                candidate.value,
                candidate.check,
                status,
                reader.speaker_at(start, end),
                published_at,
            )
            found = self._figures.features(slots, one.around, spoken=one.spoken)
            question = self._questions[id(candidate.frame)]
            statement, compared = compared_at(question, one.text.read, start)
            found.update(statement_features(question, statement, compared))
            found["label_figures_on_page"] = held
            found.update(named[id(candidate.frame)])
            wording = self._figures.wording(candidate.frame, one.sentence, candidate.place, one.around)
            found["factuality"] = figure_model().chance(wording) if wording else UNKNOWN
            check = replace(candidate.check, veto=candidate.veto or status_veto(candidate.frame, status))
            yield replace(candidate, check=check, features=found, exclusion=exclusion_of(found), compared=compared, wording=wording)
        yield from (one.candidate for one in seen[MAX_WEIGHED:])

    def _kinds(self) -> Set[QuantityKind]:
        if self.node.kind == NodeKind.PERCENT:
            return frozenset((QuantityKind.PERCENT,))
        if self.node.kind == NodeKind.CURRENCY:
            return frozenset((QuantityKind.CURRENCY,))
        return frozenset((QuantityKind.NUMBER, QuantityKind.DIMENSION, QuantityKind.CURRENCY))

    def _candidates(
        self,
        position: int,
        text: "_Text",
        sentence: PlacedSentence,
        start: int,
        around: Surroundings,
        frame: Frame,
        published_at: datetime | None,
    ) -> "Iterator[_Seen]":
        kinds = self._kinds()
        anchors = Anchors(frame, sentence)
        is_of_another_time = _is_of_another_time(frame, sentence)
        for index, quantity in enumerate(sentence.quantities):
            if quantity.kind not in kinds:
                continue
            place = sentence.place(quantity.start, quantity.end)
            value = value_of(quantity, self.node, frame, place.measure)
            if value is None or not _is_counted(frame, sentence, quantity):
                continue
            closeness = self._figures.closeness(frame, sentence, place, around)
            check = check_place(frame, sentence, place, published_at)
            if check.veto is None and is_of_another_time and self._figures.sameness(frame, sentence) >= SAME_WORDS:
                check = replace(check, veto=WhyCode.OTHER_PERIOD, fit=Fit.CLASHES)
            spoken = anchors.speak_for(index)
            if spoken is False and check.veto is None:
                check = replace(check, veto=WhyCode.OTHER_SUBJECT)
            candidate = CandidateFigure(position, text.field, start, sentence.text, quantity, value, closeness, check, frame, place)
            yield _Seen(candidate, text, sentence, around, spoken)


@dataclass(frozen=True, slots=True)
class _Seen:
    """A candidate with where it was seen. ``spoken``: the label's other figures speak for it, or against it."""

    candidate: CandidateFigure
    text: "_Text"
    sentence: PlacedSentence
    around: Surroundings
    spoken: bool | None


def _by_words(seen: _Seen) -> tuple[float, str, int, int]:
    candidate = seen.candidate
    return -candidate.closeness, candidate.field, candidate.sentence_start, candidate.quantity.start


class _Text:
    """Title or content of a page, cut into sentences, with the figures of each."""

    def __init__(self, field: PassageField, text: str, base: date, published: date | None, title: "_Text | None" = None) -> None:
        self._inherited = title.only_period() if title else None
        self._title = title
        self._published = published
        self.field = field
        self.text = text
        self.base = base
        self.is_chinese = language_of(text) == Language.CHINESE
        quantities = find_quantities(text, lang="zh" if self.is_chinese else "en")[:MAX_FIGURES]
        self.quantities = quantities
        self.figures = len(quantities)
        self.spans = split_sentences(text).spans
        self._sentences: dict[int, PlacedSentence] = {}
        self._by_sentence = _grouped(self.spans, quantities)

    @cached_property
    def reader(self) -> TextReader:
        return TextReader(self.text, base=self.base, field=self.field, title=self._title.reader if self._title else None)

    @cached_property
    def read(self) -> ReadText:
        """The statements of the text."""
        return ReadText(self.reader, self._published, f"{self._title.text}\n{self.text}" if self._title else self.text)

    def figured(self, kinds: Set[QuantityKind]) -> Iterator[tuple[int, PlacedSentence, int]]:
        """The sentences that hold a figure of one of ``kinds``, with their number and start."""
        for index, quantities in self._by_sentence.items():
            if any(quantity.kind in kinds for quantity in quantities):
                yield index, self.sentence(index), self.spans[index][0]

    def sentence(self, index: int) -> PlacedSentence:
        if index not in self._sentences:
            start, end = self.spans[index]
            text = self.text[start:end]
            self._sentences[index] = PlacedSentence(
                text,
                self._by_sentence.get(index, ()),
                self.base,
                # By sentence and not by page: a page flooded with another script still says what its sentences say.
                is_chinese=language_of(text) == Language.CHINESE,
                inherited=partial(self._period_before, index),
            )
        return self._sentences[index]

    def _period_before(self, index: int) -> PeriodMention | None:
        """The period that the sentences just before set, else that of the title."""
        for at in range(index - 1, max(-1, index - 1 - _PERIOD_REACH), -1):
            found = [period for period in self.sentence(at).periods if _can_inherit(period)]
            if found:
                return found[-1]
        return self._inherited

    def only_period(self) -> PeriodMention | None:
        """The one period a title names; None where it names none or several."""
        found = [p for p in find_periods(self.text, self.base, is_chinese=self.is_chinese) if _can_inherit(p)]
        return found[0] if len({p.period for p in found}) == 1 else None

    def context(self, index: int) -> Set[str]:
        """The terms of the sentences just before."""
        earlier = (self.sentence(at).terms for at in range(max(0, index - _EARLIER_SENTENCES), index))
        return frozenset().union(*earlier)

    def before(self, index: int) -> tuple[str, ...]:
        """The sentences just before, as written, nearest first."""
        return tuple(self.sentence(at).text for at in reversed(range(max(0, index - _EARLIER_SENTENCES), index)))

    def after(self, index: int) -> str:
        """The sentence right behind, as written; "" at the end."""
        return self.text[slice(*self.spans[index + 1])] if index + 1 < len(self.spans) else ""

    def opening(self) -> Set[str]:
        """The terms of the title, or of the first sentence."""
        return self.sentence(0).terms if self.spans else frozenset()


def _around(text: _Text, other: _Text, title: _Text, index: int) -> Surroundings:
    return Surroundings(
        earlier=text.before(index),
        after=text.after(index),
        earlier_terms=text.context(index),
        title=title.text,
        title_terms=other.opening(),
        is_title=text is title,
        sentence_number=index,
    )


def _can_inherit(mention: PeriodMention) -> bool:
    return not (mention.is_border or mention.is_compared or mention.period.is_daily)


def _is_of_another_time(frame: Frame, sentence: PlacedSentence) -> bool:
    """Whether a sentence in the label's own words names as many periods, and not the same."""
    if frame.asking != Asking.SENTENCE:
        return False
    mine, theirs = ([mention.period for mention in part.periods if mention.is_told] for part in (frame.sentence, sentence))
    return len(mine) == len(theirs) and mine != theirs


def _grouped(spans: Sequence[tuple[int, int]], quantities: Sequence[Quantity]) -> dict[int, tuple[Quantity, ...]]:
    """Figures by sentence, their places counted from its start; a figure torn apart by a sentence's end is left out."""
    grouped: dict[int, list[Quantity]] = {}
    index = 0
    for quantity in quantities:
        while index < len(spans) and spans[index][1] <= quantity.start:
            index += 1
        if index == len(spans):
            break
        start, end = spans[index]
        if start <= quantity.start and quantity.end <= end:
            grouped.setdefault(index, []).append(_shifted(quantity, start))
    return {index: tuple(found) for index, found in grouped.items()}


def _shifted(quantity: Quantity, by: int) -> Quantity:
    return Quantity(
        quantity.text,
        quantity.start - by,
        quantity.end - by,
        quantity.low,
        quantity.high,
        quantity.unit,
        quantity.kind,
        quantity.direction,
        quantity.approximation,
    )


def _rank(candidate: CandidateFigure) -> tuple[bool, float]:
    return (candidate.veto is None, candidate.closeness)


def _is_counted(frame: Frame, sentence: PlacedSentence, quantity: Quantity) -> bool:
    """Whether the figure counts what is asked for: 多少人 is answered by 12人, "____ jobs" by no small number of something else."""
    if frame.counted:
        written = quantity.text + sentence.text[quantity.end : quantity.end + 2]
        return any(letter in written for letter in frame.counted)
    if frame.asking != Asking.SENTENCE or frame.is_chinese or quantity.kind != QuantityKind.NUMBER or quantity.high >= _SMALL:
        return True
    wanted = frame.sentence.words_after(frame.end)
    return not wanted or bool(wanted & sentence.words_after(quantity.end))
