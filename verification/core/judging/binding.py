"""Which figure of a page answers the node (evidence, step 3): every figure of the right kind with its features, or why it is none.

A page is read once: its figures, sentences and periods. Only sentences that hold a figure of the right kind are looked at closely.
"""

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from verification.core.evidence import NodeSpec, Page, Passage, Quantity
from verification.core.judging.anchors import Anchors, same_amount, telling_figures
from verification.core.judging.checking import MatchCheck, check_place, status_veto
from verification.core.judging.exclusions import Excluded, exclusion_of
from verification.core.judging.figure_features import FigureReader, Surroundings
from verification.core.judging.likes import like_features
from verification.core.judging.names_beside import is_told_of, part_asked
from verification.core.judging.page_texts import PageText
from verification.core.judging.rarity import Rarity
from verification.core.judging.said_names import name_as_said
from verification.core.judging.slot_features import FigureSlots
from verification.core.judging.statement_features import (
    compared_at,
    is_part_unnamed,
    is_place_unnamed,
    questions_of,
    share_named,
    statement_features,
)
from verification.core.periods.calendar import last_day
from verification.core.periods.comparing import Fit
from verification.core.reading.comparing import Comparison
from verification.core.reading.factuality import figure_models
from verification.core.reading.frames.labels import Asking, Frame, frames_by_pages, frames_in_page_words, frames_of, is_counting
from verification.core.reading.frames.places import Place, PlacedSentence
from verification.core.reading.measure_comparing import SlotFit
from verification.core.reading.statement import Question, Statement, Status
from verification.core.reasons import WhyCode
from verification.core.support.values import Value, kinds_asked, value_of
from verification.core.vocabulary import PassageField, QuantityKind

MAX_TITLE = 1_000
MAX_CONTENT = 500_000
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
    exclusion: Excluded | None = None
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
        first = self.frames[0]
        self.frames += frames_by_pages(node, as_of.date(), first, self._sentences_across())
        self.frames += frames_in_page_words(node, as_of.date(), first, self._sentences_alike())
        rarity = self._rarity()
        self._questions = questions_of(self.frames, node, self._undated_base)
        self._figures = FigureReader(node, self.frames, rarity, as_of)

    def _open(self, page: Page) -> tuple[PageText, PageText]:
        base = page.published_at.date() if page.published_at else self._undated_base
        published = page.published_at.date() if page.published_at else None
        title = PageText(PassageField.TITLE, page.title[:MAX_TITLE], base, published)
        return title, PageText(PassageField.CONTENT, page.content[:MAX_CONTENT], base, published, title)

    def _sentences_across(self) -> Iterator[list[str]]:
        """Of each page with figures in the other language than the label the sentences that hold them."""
        for texts in self._texts.values():
            figured = [sentence for text in texts for _, sentence, _ in text.figured(kinds_asked(self.node))]
            if across := [sentence.text for sentence in figured if sentence.is_chinese != self.frames[0].is_chinese]:
                yield across

    def _sentences_alike(self) -> Iterator[list[str]]:
        """The same of each page in the label's language, its title first."""
        for texts in self._texts.values():
            figured = [sentence for text in texts for _, sentence, _ in text.figured(kinds_asked(self.node))]
            if alike := [sentence.text for sentence in figured if sentence.is_chinese == self.frames[0].is_chinese]:
                yield alike

    def _rarity(self) -> Rarity:
        """How often the terms of the label stand beside a figure in these pages."""
        counts: Counter[str] = Counter()
        total = 0
        for texts in self._texts.values():
            for text in texts:
                for _, sentence, _ in text.figured(kinds_asked(self.node)):
                    counts.update(sentence.terms)
                    total += 1
        return Rarity(counts, total)

    def read(self, position: int, page: Page) -> PageReading:
        """Every figure of ``page`` against every frame in its language."""
        title, content = self._texts.get(id(page)) or self._open(page)
        seen: list[_Seen] = []
        for text, other in ((title, content), (content, title)):
            for index, sentence, start in text.figured(kinds_asked(self.node)):
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
                "place_unnamed": float(self._is_unnamed(frame, title, content, page.url)),
                "part_unnamed": float(self._is_part_unnamed(frame, title, content)),
            }
            for frame in self.frames
        }
        held = [any(same_amount(a, q) for t in (title, content) for q in t.quantities) for a in self._telling]
        share = sum(held) / len(held) if held else 1.0
        parts = {id(frame): self._part_told(frame, title, content) for frame in self.frames}
        weighed = self._with_features(sorted(best.values(), key=_by_words), page.published_at, share, named, parts)
        return PageReading(position, tuple(weighed), title.figures + content.figures)

    def _named(self, frame: Frame, title: PageText, content: PageText) -> float:
        """The share of the words of the subject asked for that stand on the page; a half where it may be called otherwise there."""
        head = self._questions[id(frame)].subject.head
        if head is None or frame.is_chinese != content.is_chinese:
            return _UNTOLD
        return share_named(head.text, f"{title.text} {content.text}")

    def _is_unnamed(self, frame: Frame, title: PageText, content: PageText, url: str) -> bool:
        head = self._questions[id(frame)].subject.head
        told = f"{title.text} {content.text}"
        return head is not None and is_place_unnamed(head.text, told, is_chinese=content.is_chinese, url=url)

    def _is_part_unnamed(self, frame: Frame, title: PageText, content: PageText) -> bool:
        is_one_language = frame.is_chinese == content.is_chinese
        return is_one_language and is_part_unnamed(self._questions[id(frame)], f"{title.text} {content.text}")

    def _part_told(self, frame: Frame, title: PageText, content: PageText) -> str:
        """The part that a frame asks for, where some figure of the page is told of it."""
        part = part_asked(self._questions[id(frame)]) if frame.is_chinese and frame.asking == Asking.NAME else ""
        figured = (sentence.text for text in (title, content) for _, sentence, _ in text.figured(kinds_asked(self.node)))
        return part if part and is_told_of(part, figured) else ""

    def _with_features(
        self,
        seen: "Sequence[_Seen]",
        published_at: datetime | None,
        held: float,
        named: Mapping[int, Mapping[str, float]],
        parts: Mapping[int, str],
    ) -> Iterator[CandidateFigure]:
        """The figures whose words are most like the question's with their features, then the others without.

        ``held`` is the share of the label's other figures that stand on the page too, ``named`` what it has of the subject of each frame,
        ``parts`` the part asked for that some figure of the page is told of.
        """
        for one in seen[:MAX_WEIGHED]:
            candidate = one.candidate
            start = candidate.sentence_start + candidate.quantity.start
            question = self._questions[id(candidate.frame)]
            statement, compared = compared_at(question, one.text.read, start)
            slots = _slots_of(one, compared, published_at)
            said = self._as_said(one, question, statement, compared)
            found = self._figures.features(slots, one.around, spoken=one.spoken, said=said)
            found.update(statement_features(question, statement, compared))
            found["label_figures_on_page"] = held
            found.update(named[id(candidate.frame)])
            found.update(like_features(candidate.frame, candidate.quantity, one.sentence.text, one.around, parts[id(candidate.frame)]))
            wording = self._figures.wording(said, one.sentence, candidate.place)
            found["factuality"], found["factuality_in_news"] = figure_models().chances(wording)
            then = candidate.check.is_of_then
            check = replace(candidate.check, veto=candidate.veto or status_veto(candidate.frame, slots.status, is_of_then=then))
            yield replace(candidate, check=check, features=found, exclusion=exclusion_of(found), compared=compared, wording=wording)
        yield from (one.candidate for one in seen[MAX_WEIGHED:])

    def _as_said(self, seen: "_Seen", question: Question, statement: Statement | None, compared: Comparison | None) -> Frame:
        """The name asked for in the words of a figure's statement; a sentence with a blank keeps its own."""
        frame = seen.candidate.frame
        if frame.asking != Asking.NAME or statement is None or compared is None:
            return frame
        name = name_as_said(question, statement, compared, seen.sentence.text)
        return frame if name == question.text else self._figures.said(frame, name)

    def _candidates(
        self,
        position: int,
        text: PageText,
        sentence: PlacedSentence,
        start: int,
        around: Surroundings,
        frame: Frame,
        published_at: datetime | None,
    ) -> "Iterator[_Seen]":
        kinds = kinds_asked(self.node)
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
    text: PageText
    sentence: PlacedSentence
    around: Surroundings
    spoken: bool | None


def _slots_of(seen: _Seen, compared: Comparison | None, published_at: datetime | None) -> FigureSlots:
    candidate, reader = seen.candidate, seen.text.reader.status
    start = candidate.sentence_start + candidate.quantity.start
    end = start + len(candidate.quantity.text)
    # What the name itself says (the old bridge, 上届) tells nothing of how its figure is told.
    status = Status.ASSERTED if compared and compared.status.fit is SlotFit.COMPATIBLE else reader.status_at(start, end).status
    return FigureSlots(
        candidate.frame,
        seen.sentence,
        candidate.place,
        candidate.quantity,
        candidate.value,
        candidate.check,
        status,
        reader.speaker_at(start, end),
        published_at,
    )


def _by_words(seen: _Seen) -> tuple[float, str, int, int]:
    candidate = seen.candidate
    return -candidate.closeness, candidate.field, candidate.sentence_start, candidate.quantity.start


def _around(text: PageText, other: PageText, title: PageText, index: int) -> Surroundings:
    return Surroundings(
        earlier=text.before(index),
        earlier_terms=text.context(index),
        title=title.text,
        title_terms=other.opening(),
        is_title=text is title,
        sentence_number=index,
    )


def _is_of_another_time(frame: Frame, sentence: PlacedSentence) -> bool:
    """Whether a sentence in the label's own words names as many periods, and not the same."""
    if frame.asking != Asking.SENTENCE:
        return False
    mine, theirs = ([mention.period for mention in part.periods if mention.is_told] for part in (frame.sentence, sentence))
    return len(mine) == len(theirs) and mine != theirs


def _rank(candidate: CandidateFigure) -> tuple[bool, float]:
    return (candidate.veto is None, candidate.closeness)


def _is_counted(frame: Frame, sentence: PlacedSentence, quantity: Quantity) -> bool:
    """Whether the figure counts what is asked for: 多少人 is answered by 12人, 员工人数 by a bare 12 too, "____ jobs" by no small number of
    something else."""
    if frame.counted:
        written = quantity.text + sentence.text[quantity.end : quantity.end + 2]
        is_bare = quantity.kind == QuantityKind.NUMBER and not is_counting(sentence.text[quantity.end : quantity.end + 1])
        return is_bare or any(letter in written for letter in frame.counted)
    if frame.asking != Asking.SENTENCE or frame.is_chinese or quantity.kind != QuantityKind.NUMBER or quantity.high >= _SMALL:
        return True
    wanted = frame.sentence.words_after(frame.end)
    return not wanted or bool(wanted & sentence.words_after(quantity.end))
