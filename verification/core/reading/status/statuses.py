"""How a text stands to each figure and event it tells, as one of the ten values of ``Status``.

One code for both languages. The words are data (``data/status_*.tsv``); the code knows clauses, scope, polarity and what neighbours do.
"""

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property, lru_cache

from verification.core.evidence import Quantity
from verification.core.language.script import to_simplified
from verification.core.language.texts import Language, language_of, split_sentences
from verification.core.reading.statement import Origin, Speaker, Status, StatusReading, Words
from verification.core.reading.status.context import announced, answered, genre_of, is_negated, named_as_fiction, spoken_by, taken_back
from verification.core.reading.status.disowning import disowned_at, parts_disowned, title_disowns
from verification.core.reading.status.figure_labels import label_of
from verification.core.reading.status.figure_turns import is_origin, is_revised_origin
from verification.core.reading.status.fold import Folded, fold
from verification.core.reading.status.footnotes import footnote_at, is_misprint
from verification.core.reading.status.hidden_names import hide_names
from verification.core.reading.status.lexicon import Effect, Scope
from verification.core.reading.status.matching import Cue, chinese_cues, english_cues, english_tokens
from verification.core.reading.status.other_figures import is_of_rival
from verification.core.reading.status.passed_states import has_passed
from verification.core.reading.status.past_frames import is_given_up, is_of_then
from verification.core.reading.status.reach import Reached
from verification.core.reading.status.scope import covering, foreseen_beside
from verification.core.reading.status.segments import Opener, chinese_segments, english_segments
from verification.core.reading.status.sentences import SentenceReading
from verification.core.reading.status.speakers import speaker_of
from verification.core.reading.status.table_columns import column_head
from verification.core.reading.status.undone_states import is_undone
from verification.core.reading.status.unreal_states import is_looked_for, is_supposed
from verification.core.reading.wording import OTHER, AskedWords, Wording
from verification.core.vocabulary import PassageField

Spans = tuple[tuple[int, int], ...]

_CLOSING_QUOTES = ("”", '"', "」", "』", "’")
_CAN_BE_ASKED = frozenset({Status.ASSERTED, Status.DENIED, Status.FORESEEN, Status.UNCONFIRMED, Status.OPINION})
_LABELLED = frozenset({Status.ASSERTED, Status.FORESEEN, Status.PAST})
_CAN_TURN = frozenset({Status.ASSERTED, Status.FORESEEN, Status.SUPPOSED, Status.OPINION})


class StatusReader:
    """Reads one text once, then tells the status and the speaker of any place in it.

    ``title`` and ``heading`` (the nearest above, where there is one) are read for what they make of the text below them.
    ``is_chinese`` None lets each sentence decide for itself. ``spans``: its sentences, where the caller has them.
    """

    def __init__(
        self, text: str, *, title: str = "", heading: str = "", is_chinese: bool | None = None, spans: Spans | None = None
    ) -> None:
        self._given = text
        # Sign for sign, so that every place stays what it was.
        text = self._text = hide_names(to_simplified(text))
        self._is_chinese = is_chinese
        self._spans = spans if spans is not None and text == self._given else split_sentences(text).spans
        self._starts = [start for start, _end in self._spans]
        self._read: dict[int, SentenceReading] = {}
        self._told: dict[tuple[int, int], StatusReading] = {}
        self._genre = self._genre_above(title, heading)
        self._above = tuple(to_simplified(above) for above in (heading, title) if above)

    def status_at(self, start: int, end: int) -> StatusReading:
        """The status of the figure or predicate at ``text[start:end]``; asserted where the place lies outside every sentence."""
        if (start, end) not in self._told:
            self._told[start, end] = self._status_at(start, end)
        return self._told[start, end]

    def _status_at(self, start: int, end: int) -> StatusReading:
        index = self._index_at(start)
        if index is None:
            return StatusReading()
        sentence = self._sentence(index)
        if (told := self._by_column(start)) is not None:
            return told
        own = self._own(sentence, start, end)
        if own.status in _CAN_TURN and is_origin(self._text, sentence.start, start, end, is_chinese=sentence.is_chinese):
            is_revised = is_revised_origin(self._text, sentence.start, start, end, is_chinese=sentence.is_chinese)
            return StatusReading(Status.CORRECTED if is_revised else Status.PAST)
        told = self._in_context(index, own, start, end)
        if told.status is Status.ASSERTED and not own.is_vouched and (around := self._around(index, start, end)) is not None:
            return around
        return told

    def speaker_at(self, start: int, end: int) -> Speaker:
        """Who says what stands at ``text[start:end]``; the page itself where nobody is named."""
        index = self._index_at(start)
        if index is None:
            return Speaker.PAGE
        sentence = self._sentence(index)
        return speaker_of(sentence, start, end) or Speaker.PAGE

    def wording_at(self, start: int, end: int, asked: AskedWords, figures: Iterable[Quantity] = ()) -> tuple[str, ...]:
        """The runs of words about what stands at ``text[start:end]`` (``wording``); none where that lies outside every sentence.

        ``figures`` are other figures, by their place in the text.
        """
        index = self._index_at(start)
        if index is None:
            return ()
        first, last = self._spans[index]
        holes = [(one.start - first, one.end - first, OTHER) for one in figures if first <= one.start < last]
        return Wording(asked, self._text[first:last], holes).about(start - first, end - first)

    def _by_column(self, start: int) -> StatusReading | None:
        """What the head of a table's column says of the cell below it."""
        head = column_head(self._text, start)
        if head is None or not (head.is_foreseen or head.is_past):
            return None
        words = Words(head.text, head.start, head.end, Origin.COLUMN)
        return StatusReading(Status.FORESEEN if head.is_foreseen else Status.PAST, words)

    def _own(self, sentence: SentenceReading, start: int, end: int) -> Folded:
        cues = covering(sentence, start, end)
        negated = frozenset(cue for cue in cues if _judges(cue, end) and is_negated(sentence, cue))
        folded = fold(cues, negated)
        if folded.cue is not None and folded.cue.row.scope in {Scope.COMPARE, Scope.COMPARED_NOUN}:
            expected = foreseen_beside(sentence, folded.cue)
            folded = folded if expected is None else Folded(Status.FORESEEN, expected)
            if expected is None and folded.status is Status.PAST and _is_held_by_noun(sentence, start):
                folded = Folded(Status.ASSERTED)
        asked_from = sentence.asked_from
        if (
            asked_from is not None
            and asked_from <= start
            and folded.status in _CAN_BE_ASKED
            and not _is_presupposed(sentence, asked_from, start, cues)
        ):
            return Folded(Status.ASKED)
        if folded.status in {Status.ASSERTED, Status.PAST} and is_looked_for(sentence, start, end):
            return Folded(Status.FORESEEN)
        if folded.status in _LABELLED and (label := label_of(sentence, start, end)) is not None:
            return folded if label is folded.status else Folded(label)
        if folded.status is Status.DENIED and sentence.is_chinese and is_given_up(sentence, start):
            return Folded(Status.PAST)
        if folded.status is Status.ASSERTED and (has_passed(sentence, start, end) or is_of_then(sentence, start, end)):
            return Folded(Status.PAST)
        if folded.status is Status.ASSERTED and is_supposed(sentence, start, end):
            return Folded(Status.SUPPOSED)
        if folded.status is Status.ASSERTED and named_as_fiction(sentence, end):
            return Folded(Status.FICTION)
        return folded

    def _in_context(self, index: int, own: Folded, start: int, end: int) -> StatusReading:
        if self._genre is not None and own.status is Status.ASSERTED:
            return self._genre
        following = self._sentence(index + 1) if index + 1 < len(self._spans) else None
        if following is not None:
            if own.status in {Status.ASKED} and (answer := answered(following)) is not None:
                return StatusReading(answer, self._whole(following) if answer is not Status.ASSERTED else None)
            if own.status is Status.ASSERTED and named_as_fiction(following, following.start):
                return StatusReading(Status.FICTION, self._whole(following))
            if own.status is Status.ASSERTED and self._ends_in_quote(index) and (speaker := spoken_by(following)) is not None:
                return StatusReading(Status(speaker.row.effect.value), self._words(speaker, Origin.SENTENCE))
            if own.status is Status.ASSERTED and is_undone(self._sentence(index), following, start, end):
                return StatusReading(Status.PAST, self._whole(following))
            judged = taken_back(following)
            if judged is not None and (own.status is Status.ASSERTED or (own.status is Status.UNCONFIRMED)):
                cue, status = judged
                return StatusReading(
                    status,
                    (self._words(cue, Origin.SENTENCE) if cue else self._whole(following)) if status is not Status.ASSERTED else None,
                )
        if own.status is Status.ASSERTED and index > 0 and (before := announced(self._sentence(index - 1))) is not None:
            return StatusReading(before[1], self._words(before[0], Origin.EARLIER))
        return StatusReading(own.status, self._words(own.cue, Origin.CLAUSE) if own.cue else None)

    def _around(self, index: int, start: int, end: int) -> StatusReading | None:
        """What a lead-in, a note, a footnote or the title makes of the place, over the mark that ends its sentence."""
        if (part := disowned_at(self._disowned, start, end)) is not None:
            origin = Origin.EARLIER if part.cue_start < start else Origin.SENTENCE
            return StatusReading(part.status, Words(self._given[part.cue_start : part.cue_end], part.cue_start, part.cue_end, origin))
        if (noted := footnote_at(self._text, end)) not in {None, Status.ASSERTED}:
            return StatusReading(noted)
        following = self._text[slice(*self._spans[index + 1])] if index + 1 < len(self._spans) else ""
        if is_misprint(self._text, self._spans[index], following, (start, end)):
            return StatusReading(Status.CORRECTED)
        for above in self._above:
            if (found := title_disowns(above)) is not None:
                status, first, last = found
                return StatusReading(status, Words(above[first:last], first, last, Origin.TITLE, PassageField.TITLE))
        return None

    @cached_property
    def _disowned(self) -> tuple[Reached, ...]:
        return parts_disowned(self._text, self._spans)

    def _ends_in_quote(self, index: int) -> bool:
        start, end = self._spans[index]
        return self._text[start:end].endswith(_CLOSING_QUOTES)

    def _genre_above(self, title: str, heading: str) -> StatusReading | None:
        for above in (heading, title):
            if above and (cue := _genre_of_heading(above, self._is_chinese)) is not None:
                words = Words(above[cue.start : cue.end], cue.start, cue.end, Origin.TITLE, PassageField.TITLE)
                return StatusReading(Status.FICTION, words)
        if self._spans and (cue := genre_of(self._sentence(0))) is not None:
            return StatusReading(Status.FICTION, self._words(cue, Origin.EARLIER))
        return None

    def _index_at(self, position: int) -> int | None:
        index = bisect_right(self._starts, position) - 1
        return index if index >= 0 else None

    def _sentence(self, index: int) -> SentenceReading:
        found = self._read.get(index)
        if found is None:
            start, end = self._spans[index]
            found = self._read[index] = _read(self._text, start, end, self._is_chinese)
        return found

    def _words(self, cue: Cue, origin: Origin) -> Words:
        return Words(self._given[cue.start : cue.end], cue.start, cue.end, origin)

    def _whole(self, sentence: SentenceReading) -> Words:
        return Words(self._given[sentence.start : sentence.end], sentence.start, sentence.end, Origin.SENTENCE)


def _judges(cue: Cue, end: int) -> bool:
    """Whether a cue is said of what ends at ``end``, so that a negation of it stands beside the cue: "which nobody had doubted"."""
    return cue.row.scope is Scope.VERDICT or (cue.row.scope is Scope.WIDE and cue.start >= end)


def _is_held_by_noun(sentence: SentenceReading, start: int) -> bool:
    """Whether the figure is told of the very thing compared with: "above the policy rate of 4.5%" says what that rate is, and
    超过苹果的4120万台 what Apple's is."""
    if sentence.is_chinese:
        return is_of_rival(sentence.text, sentence.start, start)
    return not sentence.is_chinese and sentence.text[max(sentence.start, start - 4) : start].lower().endswith(" of ")


def _is_presupposed(sentence: SentenceReading, asked_from: int, start: int, cues: list[Cue]) -> bool:
    """Whether a question takes the place for granted: under a factive, or in an adjunct ("what next, after Norvik bought Palmer?")."""
    if any(opener in {Opener.ADJUNCT, Opener.RELATIVE} for opener in sentence.segments.between(asked_from, start)):
        return True
    return any(cue.row.effect is Effect.ASSERTED and cue.row.under_negation is Effect.ASSERTED for cue in cues)


@lru_cache(maxsize=256)
def _genre_of_heading(heading: str, is_chinese: bool | None) -> Cue | None:
    """Kept, as one title stands on many pages."""
    return genre_of(_read(to_simplified(heading), 0, len(heading), is_chinese))


def _read(text: str, start: int, end: int, is_chinese: bool | None) -> SentenceReading:
    if is_chinese is None:
        is_chinese = language_of(text[start:end]) is Language.CHINESE
    if is_chinese:
        cues = chinese_cues(text, start, end)
        return SentenceReading(text, start, end, True, (), tuple(cues), chinese_segments(text, start, end, cues))
    tokens = english_tokens(text, start, end)
    found = english_cues(tokens)
    return SentenceReading(text, start, end, False, tuple(tokens), tuple(found), english_segments(text, start, end, tokens, found))
