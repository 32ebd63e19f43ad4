"""Which figure of a page answers the node (evidence, step 3): every figure of the right kind with its likeness, or why it is none.

A page is read once: its figures, sentences and periods. Only sentences that hold a figure of the right kind are looked at closely.
"""

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property, partial

from verification.core.evidence import NodeSpec, Page, Passage, Quantity
from verification.core.language.texts import Language, language_of, split_sentences
from verification.core.periods.calendar import last_day
from verification.core.periods.comparing import Fit
from verification.core.periods.grammar import PeriodMention, find_periods
from verification.core.quantities.grammar import find_quantities
from verification.core.reading.labels import Asking, Frame, frames_of
from verification.core.reading.places import Place, PlacedSentence
from verification.core.reading.status import StatusReader
from verification.core.reasons import WhyCode
from verification.core.subjects.identity import Identity
from verification.core.support.anchors import Anchors, same_amount, telling_figures
from verification.core.support.asserting import status_veto
from verification.core.support.matching import Likeness, MatchCheck, Matcher, Rarity, check_place
from verification.core.support.values import Value, value_of
from verification.core.vocabulary import NodeKind, PassageField, QuantityKind

MAX_TITLE = 1_000
MAX_CONTENT = 500_000
MAX_FIGURES = 2_000
_EARLIER_SENTENCES = 2
_PERIOD_REACH = 3
_ANCHOR_BONUS = 0.12
# A sentence that leaves one figure out is hardly filled by two.
_RANGE_MALUS = 0.15
_ANCHOR_ELSEWHERE = 0.2
_SMALL = 100
# Below this likeness no figure is believed, however it is said.
_ON_SUBJECT = 0.2
# From here a sentence is the label's own, but for what stands in the blank and the period.
SAME_WORDS = 0.9


@dataclass(frozen=True, slots=True)
class CandidateFigure:
    """One figure of one page held against one frame. ``score`` is 0 to 1; ``veto`` says why the figure can't be the answer."""

    position: int
    field: PassageField
    sentence_start: int
    sentence: str
    quantity: Quantity
    value: Value
    likeness: Likeness
    score: float
    check: MatchCheck
    frame: Frame
    place: Place
    is_anchored: bool = False

    @property
    def veto(self) -> WhyCode | None:
        return self.check.veto

    @property
    def is_explicit(self) -> bool:
        """Whether the page itself names the period asked for."""
        return self.check.fit == Fit.AGREES

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
    """What a page holds for the node: candidates from best to worst, vetoed ones among them, and how many figures were of another kind.

    ``holds_label_figure``: another figure of the label stands in the page too; True where the label has none that tells.
    """

    position: int
    candidates: tuple[CandidateFigure, ...]
    figures: int
    topic: float
    holds_label_figure: bool = True


class Binder:
    """The node made ready to read pages."""

    def __init__(self, node: NodeSpec, as_of: datetime, pages: Sequence[Page] = ()) -> None:
        self.node = node
        self.frames = frames_of(node, as_of.date())
        self._telling = telling_figures(self.frames[0])
        # A sentence with a blank names its subject in its own words, and is compared by them.
        names = (node.label, *node.aliases) if self.frames[0].asking != Asking.SENTENCE else ()
        self._identity = Identity(names)
        # A page without a date that says "1月" speaks of the year asked for.
        wanted = self.frames[0].period
        self._undated_base = last_day(wanted) if wanted else as_of.date()
        self._texts = {id(page): self._open(page) for page in pages}
        rarity = self._rarity()
        self.matchers = tuple(Matcher(frame, node.kind == NodeKind.NUMBER, rarity) for frame in self.frames)

    def _open(self, page: Page) -> "tuple[_Text, _Text]":
        base = page.published_at.date() if page.published_at else self._undated_base
        title = _Text(PassageField.TITLE, page.title[:MAX_TITLE], base)
        return title, _Text(PassageField.CONTENT, page.content[:MAX_CONTENT], base, title)

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
        candidates: list[CandidateFigure] = []
        topic = 0.0
        for text, other in ((title, content), (content, title)):
            for index, sentence, start in text.figured(self._kinds()):
                context = text.context(index) | other.opening()
                backdrop = f"{title.text}\n{text.before(index)}"
                for matcher in self.matchers:
                    if matcher.frame.is_chinese == sentence.is_chinese:
                        candidates.extend(self._candidates(position, text, sentence, start, context, backdrop, matcher, page.published_at))
        candidates = _without_anchor_elsewhere(candidates)
        best: dict[tuple[PassageField, int, int], CandidateFigure] = {}
        for candidate in candidates:
            key = (candidate.field, candidate.sentence_start, candidate.quantity.start)
            if key not in best or _rank(candidate) > _rank(best[key]):
                best[key] = candidate
        topic = max((candidate.likeness.whole for candidate in best.values()), default=0.0)
        ordered = sorted(best.values(), key=lambda b: (b.veto is not None, -b.score, b.field, b.sentence_start, b.quantity.start))
        held = self._telling is None or any(same_amount(a, q) for a in self._telling for t in (title, content) for q in t.quantities)
        return PageReading(position, tuple(ordered), title.figures + content.figures, topic, held)

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
        context: Set[str],
        backdrop: str,
        matcher: Matcher,
        published_at: datetime | None,
    ) -> Iterator[CandidateFigure]:
        kinds = self._kinds()
        anchors = Anchors(matcher.frame, sentence)
        for index, quantity in enumerate(sentence.quantities):
            if quantity.kind not in kinds:
                continue
            place = sentence.place(quantity.start, quantity.end)
            value = value_of(quantity, self.node, matcher.frame, place.measure)
            if value is None or not _is_counted(matcher.frame, sentence, quantity):
                continue
            likeness = matcher.likeness(sentence, place, context)
            check = check_place(matcher.frame, sentence, place, published_at)
            if check.veto is None and likeness.score >= SAME_WORDS and _is_of_another_time(matcher.frame, sentence):
                check = replace(check, veto=WhyCode.OTHER_PERIOD, fit=Fit.CLASHES)
            if check.veto is None and self._identity.is_other(sentence.text, quantity.start, quantity.end, backdrop):
                check = replace(check, veto=WhyCode.OTHER_SUBJECT)
            if check.veto is None and likeness.score >= _ON_SUBJECT:
                status = text.status.status_at(start + quantity.start, start + quantity.end).status
                check = replace(check, veto=status_veto(matcher.frame, status))
            if quantity.is_range and matcher.frame.range_end is None and matcher.frame.asking == Asking.SENTENCE:
                likeness = replace(likeness, score=likeness.score - _RANGE_MALUS)
            spoken = anchors.speak_for(index)
            if spoken is False and check.veto is None:
                check = replace(check, veto=WhyCode.OTHER_SUBJECT)
            anchored = spoken is True
            score = likeness.score + (_ANCHOR_BONUS if anchored else 0.0)
            yield CandidateFigure(
                position, text.field, start, sentence.text, quantity, value, likeness, score, check, matcher.frame, place, anchored
            )


class _Text:
    """Title or content of a page, cut into sentences, with the figures of each."""

    def __init__(self, field: PassageField, text: str, base: date, title: "_Text | None" = None) -> None:
        self.field = field
        self.text = text
        self._title: str = title.text if title else ""
        self._inherited = title.only_period() if title else None
        self.base = base
        self.is_chinese = language_of(text) == Language.CHINESE
        quantities = find_quantities(text, lang="zh" if self.is_chinese else "en")[:MAX_FIGURES]
        self.quantities = quantities
        self.figures = len(quantities)
        self.spans = split_sentences(text).spans
        self._sentences: dict[int, PlacedSentence] = {}
        self._by_sentence = _grouped(self.spans, quantities)

    @cached_property
    def status(self) -> StatusReader:
        """Tells how the text, under its title, stands to what it says."""
        return StatusReader(self.text, title=self._title)

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

    def before(self, index: int) -> str:
        """The sentences just before, as written."""
        return "\n".join(self.sentence(at).text for at in range(max(0, index - _EARLIER_SENTENCES), index))

    def opening(self) -> Set[str]:
        """The terms of the title, or of the first sentence."""
        return self.sentence(0).terms if self.spans else frozenset()


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
    return (candidate.veto is None, candidate.score)


def _is_counted(frame: Frame, sentence: PlacedSentence, quantity: Quantity) -> bool:
    """Whether the figure counts what is asked for: 多少人 is answered by 12人, "____ jobs" by no small number of something else."""
    if frame.counted:
        written = quantity.text + sentence.text[quantity.end : quantity.end + 2]
        return any(letter in written for letter in frame.counted)
    if frame.asking != Asking.SENTENCE or frame.is_chinese or quantity.kind != QuantityKind.NUMBER or quantity.high >= _SMALL:
        return True
    wanted = frame.sentence.words_after(frame.end)
    return not wanted or bool(wanted & sentence.words_after(quantity.end))


def _without_anchor_elsewhere(candidates: Sequence[CandidateFigure]) -> list[CandidateFigure]:
    """Where one sentence of a page holds the label's other figure, a different value of another sentence is less likely the answer."""
    anchored = [candidate for candidate in candidates if candidate.is_anchored]
    if not anchored:
        return list(candidates)
    held = {candidate.value for candidate in anchored if candidate.veto is None}
    return [
        candidate if candidate.is_anchored or candidate.value in held else replace(candidate, score=candidate.score - _ANCHOR_ELSEWHERE)
        for candidate in candidates
    ]


def worth(candidate: CandidateFigure) -> Decimal:
    """The score as a Decimal, for ordering that is equal on every machine."""
    return Decimal(round(candidate.score * 10_000))
