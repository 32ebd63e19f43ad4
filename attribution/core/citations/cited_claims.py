"""What each citation is there to support: its sentence, or its clause where one sentence has several citations.

A mark behind the full stop ("fell. [1]") belongs to the sentence before it, as does a source on a line of its own; a link whose words
are part of the sentence ("[The CPI report](…) shows …") belongs to the sentence it stands in.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from verification.core.language.texts import split_sentences
from verification.core.patterns import lazy_regex

# Any letter that opens a sentence and is no initial: "fell. X" parts, "fell X. Jobs" too.
_STAND_IN = "\ufa0e"
_GROWN_LINE = lazy_regex(r"(?<=[^\s。！？.!?:：|])[ \t]*\n(?=[a-z])|(?<=[，、,])[ \t]*\n(?=[^\s#>|*+\-\d])")
_ITEM = lazy_regex(r"[ \t>]*(?:[-+*•]|\d{1,3}[.)、])[ \t]+")
_HEAD = lazy_regex(
    r"\A[ \t]*(?:#{1,6}[ \t]{1,9}|>[ \t]?|[-+*•][ \t]{1,9}|\d{1,3}[.)、][ \t]{1,9}|\[(?:\^[^\]\s]{1,40}|\d{1,3})\][:：]?[ \t]*)+"
)
_NOTHING = lazy_regex(
    r"(?:\b(?:sources?|see|via|ref(?:erence)?s?|links?|read more|more|cf|and|at|from|here)\b"
    r"|来源|资料|参考|出处|链接|原文|详见|参见|见|数据|以及|和|与|[\W_\d])*",
    re.IGNORECASE,
)
_MARK_LABEL = lazy_regex(r"[\W_\d]*(?:sources?|links?|ref(?:erence)?|here|来源|链接|原文|出处|参考|详情)?[\W_\d]*", re.IGNORECASE)
_CLAUSE_STOP = lazy_regex(r"[，；;]|,(?=\s)")
_CUE = r"\b(?:data\s)?sources?\b|\bsee(?:\salso)?\b|\bvia\b|\bcf\b|\band\b|数据来源|资料来源|来源|参见|参考|详见|见|以及|和|与"
_EMPTY_BRACKETS = lazy_regex(rf"[(（\[【](?:\s|{_CUE}|[,，;；、|:：/&.~～–—-])*[)）\]】]", re.IGNORECASE)
# Brackets that hold nothing but citations, a cell of a table that is one, and one that closes a sentence which is whole without it.
_ASIDE = lazy_regex(rf"[(（\[【](?:\s|{_CUE}|[,，;；、|:：/&.~～–—-]|{_STAND_IN})*[)）\]】]", re.IGNORECASE)
_CELL = lazy_regex(rf"(?<=\|)[^\S\n]*{_STAND_IN}[^\S\n]*(?=\|)")
_UNITS = "".join(
    f"|(?<={unit})" for unit in ("percent", "per cent", "percentage points", "basis points", "thousand", "million", "billion", "trillion")
)
_CLOSING = lazy_regex(
    rf"(?:(?<=[\d%％‰)）\u3400-\u9fff]){_UNITS})(?<![了着过在于自为是的由称据见站网与和及或等到])[^\S\n]+{_STAND_IN}(?=[^\S\n]*(?:[.。！？!?;；]|\n|\Z))"
)
# Behind a figure, or where it says what sort of source it is, a link closes a Chinese sentence without a blank: 为3.95%[公告].
# 发布[公告] goes on.
_CLOSING_CHINESE = lazy_regex(
    rf"(?:(?<=[\d%％‰])|(?<=[\u3400-\u9fff])(?<![了着过在于自为是的由称据见站网与和及或等到份篇则条该此本])(?<!发布|公布|发出|发表|刊登|出具|发了|作出))"
    rf"{_STAND_IN}(?=[^\S\n]*(?:[。！？；]|\n|\Z))"
)
_SORT_OF_SOURCE = lazy_regex(r"(?:官方|相关|原始|新闻)?(?:公告|公报|报道|报告|核查|帖子|新闻|通报|声明|新闻稿|网页|官网|页面|数据)")
# A note glued to a full stop ("… per ounce.[1] The ECB …") closes the sentence before it, where another begins behind it.
_GLUED = lazy_regex(r"(?:[^\W\d_]|[%)）\]]|[^\s]\d)\.[\"”’]{0,2}(?=[(（\[【]?\Z)")
_OPENS = lazy_regex(r"(?:[)）】]|\])?[^\S\n]{1,9}[\"“‘'(\[*_]{0,3}[A-Z0-9$€£\u3400-\u9fff]")
_BETWEEN_NOTES = lazy_regex(r"[^\S\n]*[,，;；]?[^\S\n]*")
_AFTER_MARK = lazy_regex(r"[)）\]】\s]*[，；;,]?")
_EMPHASIS = lazy_regex(r"\*{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|`+|~~")
_NOTE_MARK = lazy_regex(r"\[\^[^\]\s]{1,40}\]|\[\d{1,3}\]|【\d{1,3}】")
_SPACES = lazy_regex(r"\s+")
_SPACE_BEFORE_STOP = lazy_regex(r"\s+(?=[.,;:!?，。；：！？、)）])")
_ENDS_WITH_COLON = lazy_regex(r"[:：][*_\s]*$")


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation as the claims see it. ``label`` is what it adds to the sentence's words, empty for marks and bare links."""

    start: int
    end: int
    label: str = ""

    @property
    def is_mark(self) -> bool:
        return _MARK_LABEL.fullmatch(self.label) is not None


@dataclass(frozen=True, slots=True)
class CitedClaim:
    """``text`` is readable prose without markup, ``start`` and ``end`` the stretch of the source that it was made of."""

    text: str
    start: int
    end: int


def find_claims(text: str, cited: Sequence[Cited], hidden: Sequence[tuple[int, int]] = ()) -> list[CitedClaim]:
    """One claim for each of ``cited`` (in order, disjoint). ``hidden`` stretches (definitions, code, tags) hold no prose."""
    return _Reading(text, cited, hidden).claims() if cited else []


class _Reading:
    """The text with every citation as one letter, so that no full stop of an address ends a sentence."""

    def __init__(self, text: str, cited: Sequence[Cited], hidden: Sequence[tuple[int, int]]) -> None:
        self.text = text
        self.cited = cited
        pieces: list[str] = []
        self.compact_starts: list[int] = []
        self.source_starts: list[int] = []
        self.places: list[int] = []
        self._length = 0
        self._glued: set[int] = set()
        at = 0
        for start, end, number in sorted([(c.start, c.end, n) for n, c in enumerate(cited)] + [(a, b, -1) for a, b in hidden]):
            if start < at:
                continue
            self._add_prose(pieces, at, start, number)
            if number >= 0:
                self.places.append(self._length)
                self._add(pieces, _STAND_IN, start)
            elif "\n" in text[start:end]:
                self._add(pieces, "\n\n", start)
            at = end
        self._add(pieces, text[at:], at)
        self.compact = _GROWN_LINE.sub(lambda found: " " * len(found.group()), "".join(pieces))
        self.marks = self._find_marks()
        self.sentences = split_sentences(self.compact).spans
        self._before = self._find_before()

    def _add_prose(self, pieces: list[str], at: int, start: int, number: int) -> None:
        """What stands before citation ``number``, with a blank behind a full stop to which it is glued, so that the sentence ends there."""
        prose = self.text[at:start]
        glued = _GLUED.search(prose, max(len(prose) - 6, 0)) if number >= 0 else None
        if glued is not None and self._opens_behind(number):
            self._add(pieces, prose[: glued.end()], at)
            self._add(pieces, " ", at + glued.end())
            self._glued.add(number)
            prose, at = prose[glued.end() :], at + glued.end()
        self._add(pieces, prose, at)

    def _opens_behind(self, number: int) -> bool:
        """Whether another sentence begins behind a citation and those that follow it at once."""
        last = len(self.cited) - 1
        while number < last and _BETWEEN_NOTES.fullmatch(self.text, self.cited[number].end, self.cited[number + 1].start):
            number += 1
        return _OPENS.match(self.text, self.cited[number].end) is not None

    def _add(self, pieces: list[str], piece: str, source: int) -> None:
        self.compact_starts.append(self._length)
        self.source_starts.append(source)
        pieces.append(piece)
        self._length += len(piece)

    def _find_marks(self) -> set[int]:
        """The citations that add no words to their sentence."""
        marks = {number for number, one in enumerate(self.cited) if one.is_mark} | self._glued
        for pattern in (_ASIDE, _CELL, _CLOSING):
            for found in pattern.finditer(self.compact):
                marks.update(range(bisect_left(self.places, found.start()), bisect_left(self.places, found.end())))
        for found in _CLOSING_CHINESE.finditer(self.compact):
            number, is_behind_figure = bisect_left(self.places, found.start()), not "\u3400" <= self.compact[found.start() - 1] <= "\u9fff"
            if is_behind_figure or _SORT_OF_SOURCE.fullmatch(self.cited[number].label):
                marks.add(number)
        return marks

    def claims(self) -> list[CitedClaim]:
        by_sentence: dict[int, list[int]] = {}
        starts = [start for start, _ in self.sentences]
        for number, place in enumerate(self.places):
            by_sentence.setdefault(max(bisect_right(starts, place) - 1, 0), []).append(number)
        found: dict[int, CitedClaim] = {}
        for index, numbers in by_sentence.items():
            found.update(self._in_sentence(index, numbers))
        return [found[number] for number in range(len(self.places))]

    def _in_sentence(self, index: int, numbers: list[int]) -> dict[int, CitedClaim]:
        start, end = self.sentences[index]
        is_source = _NOTHING.fullmatch(self.compact[start:end].replace(_STAND_IN, " ")) is not None
        leading = numbers if is_source else self._leading_marks(start, numbers)
        rest = numbers[len(leading) :]
        found: dict[int, CitedClaim] = {}
        if leading and (before := self._sentence_before(index)) is not None:
            found.update(dict.fromkeys(leading, before))
            start = self.places[leading[-1]] + 1
        else:
            rest = numbers
        if rest:
            found.update(self._shared_out(index, start, end, rest))
        return found

    def _leading_marks(self, start: int, numbers: list[int]) -> list[int]:
        """The marks that open a sentence: "[1]" behind a full stop."""
        leading = []
        for number in numbers:
            if number not in self.marks or not _NOTHING.fullmatch(self.compact, start, self.places[number]):
                break
            leading.append(number)
            start = self.places[number] + 1
        return leading

    def _sentence_before(self, index: int) -> CitedClaim | None:
        """The sentence a mark at the head of sentence ``index`` belongs to: before it on its line, or the paragraph above a source line."""
        before = self._before[index]
        return self._claim(*self.sentences[before]) if before is not None else None

    def _find_before(self) -> list[int | None]:
        """For each sentence the one before it that says something; None across headings, list items and wider gaps."""
        found: list[int | None] = [None]
        for index in range(1, len(self.sentences)):
            start, (before_start, before_end) = self.sentences[index][0], self.sentences[index - 1]
            gap = self.compact[before_end:start]
            words = self.compact[before_start:before_end]
            breaks = gap.count("\n")
            is_apart = breaks > 2 or (
                breaks and (_ITEM.match(self.compact, start) or _ENDS_WITH_COLON.search(words) or words.startswith("#"))
            )
            if is_apart:
                found.append(None)
            else:
                found.append(found[-1] if _NOTHING.fullmatch(words.replace(_STAND_IN, " ")) else index - 1)
        return found

    def _shared_out(self, index: int, start: int, end: int, numbers: list[int]) -> dict[int, CitedClaim]:
        groups = self._groups(numbers)
        whole = self._claim(start, end)
        if _NOTHING.fullmatch(whole.text):
            whole = self._sentence_before(index) or whole
            return dict.fromkeys(numbers, whole)
        if len(groups) == 1:
            return dict.fromkeys(numbers, whole)
        found: dict[int, CitedClaim] = {}
        at = start
        for group in groups:
            stop = end if group is groups[-1] else self._clause_end(group, end)
            claim = self._claim(at, stop)
            found.update(dict.fromkeys(group, claim if _says_something(claim.text) else whole))
            at = stop
        return found

    def _groups(self, numbers: list[int]) -> list[list[int]]:
        """Citations with nothing between them but separators support the same words."""
        groups = [[numbers[0]]]
        for number in numbers[1:]:
            last = groups[-1][-1]
            between = self.compact[self.places[last] + 1 : self.places[number]]
            if _NOTHING.fullmatch(between) and (number in self.marks or last in self.marks):
                groups[-1].append(number)
            else:
                groups.append([number])
        return groups

    def _clause_end(self, group: list[int], end: int) -> int:
        """A mark closes the clause behind which it stands; a link that is part of the sentence runs to its clause's end."""
        behind = self.places[group[-1]] + 1
        stop = _CLAUSE_STOP.search(self.compact, behind, end)
        if group[-1] in self.marks:
            closing = _AFTER_MARK.match(self.compact, behind, end)
            return closing.end() if closing else behind
        return stop.end() if stop else end

    def _claim(self, start: int, end: int) -> CitedClaim:
        """The prose of a stretch of the compact text: labels in, marks and markup out."""
        pieces = []
        at = start
        first = bisect_right(self.places, start - 1)
        for number in range(first, bisect_right(self.places, end - 1)):
            pieces += [self.compact[at : self.places[number]], "" if number in self.marks else self.cited[number].label]
            at = self.places[number] + 1
        pieces.append(self.compact[at:end])
        last = bisect_right(self.places, end - 1) - 1
        source_end = self._source(end - 1) + 1
        if last >= first and self.places[last] == end - 1:
            source_end = self.cited[last].end
        return CitedClaim(_tidy("".join(pieces)), self._source(start), source_end)

    def _source(self, place: int) -> int:
        piece = bisect_right(self.compact_starts, place) - 1
        while piece > 0 and self.compact_starts[piece] == self._length:
            piece -= 1
        return min(self.source_starts[piece] + place - self.compact_starts[piece], len(self.text))


def _tidy(prose: str) -> str:
    plain = _EMPHASIS.sub("", _EMPTY_BRACKETS.sub("", _HEAD.sub("", _NOTE_MARK.sub("", prose))))
    return _SPACE_BEFORE_STOP.sub("", _SPACES.sub(" ", plain.replace("|", " "))).strip(" ,，;；、|")


def _says_something(words: str) -> bool:
    """At least three words or four Chinese letters."""
    return len(words.split()) >= 3 or len(re.findall(r"[\u3400-\u9fff]", words)) >= 4
