"""Whose figure it is and what it measures, in an English sentence: by the noun phrases about it, else by the clause before."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from verification.core.evidence import Quantity
from verification.core.reading.clause_words import MOVES, Role
from verification.core.reading.english.clauses import EnglishClauses
from verification.core.reading.english.memory import Memory
from verification.core.reading.english.moves import SO_FAR, read_move, row_done_to
from verification.core.reading.english.phrases import OF_SUBJECT
from verification.core.reading.english.stretches import (
    SUBORDINATE,
    closes,
    in_brackets,
    is_time,
    stripped,
    up_to_speech,
    with_counted_noun,
    without_brackets,
    without_comparison,
    without_pace,
    without_telling,
    without_turn,
)
from verification.core.reading.english.ties import is_paid_in, is_possessing, own_lead, up_to_verb
from verification.core.reading.figure_slots import FigureSlots, Span, may_be_of
from verification.core.reading.left_out import narrowed_by, without_left_out
from verification.core.reading.measure_words import qualifiers_of, row_of
from verification.core.reading.statement import Form
from verification.core.reading.tokens import Kind, Token
from verification.core.subjects.known import find_known
from verification.core.subjects.names import name_tokens
from verification.core.vocabulary import QuantityKind

_HARD = frozenset(";:—–)!?[]|")
_TIED = frozenset(("in", "for", "on"))
_GLUE = frozenset(["and", "or", ",", "minus", "plus", "to", "respectively", "&"])
# Who is told stands between them and what is told.
_NAMELESS = (Kind.WORD, Kind.QUALIFIER)
# Where what is counted is found ("vehicles |overseas"), or in what a level is told ("ended at 6,705 |points").
_NOT_COUNTED = frozenset(["overseas", "abroad", "domestically", "globally", "internationally", "nationally", "points", "point"])
# "The 4.1 million |that| Wall Street had expected" counts what was told before.
_RELATES = frozenset(["that", "which", "it", "they", "he", "she", "we"])
_CHANGED = frozenset(["change", "changes"])
_LIST_WORDS = frozenset(["and", ",", "or", "&", "vs", "versus"])


def read_english(text: str, quantities: Sequence[Quantity], periods: Sequence[Span], names: Sequence[Span]) -> list[FigureSlots]:
    """The slots of each figure of a sentence, in order. Places count its characters; ``periods`` and ``names`` are places in it."""
    return _Reader(text, quantities, periods, names).read()


def name_english(text: str, start: int, periods: Sequence[Span], *, is_heading: bool = False) -> FigureSlots:
    """The slots of a name from ``start`` on: "Peru jobless rate April", "inventory of Wistrel". What is told in which order is open.

    ``is_heading``: it stands above a text and may name a thing alone: "The Elmsund ferry".
    """
    names = [(one.start, one.end) for one in name_tokens(text)] + [(one.start, one.end) for one in find_known(text, is_typed=True)]
    return _Reader(text, (), periods, names).name(start, is_heading=is_heading)


class _Reader(EnglishClauses):
    def __init__(self, text: str, quantities: Sequence[Quantity], periods: Sequence[Span], names: Sequence[Span]) -> None:
        super().__init__(text, quantities, periods, names)
        self._tokens, self._left_out = without_left_out(self._tokens) if quantities else (self._tokens, {})
        self._at = {token.number: at for at, token in enumerate(self._tokens) if token.kind is Kind.FIGURE}
        self._memory = Memory()
        self._list_head: list[Token] = []

    def read(self) -> list[FigureSlots]:
        found: list[FigureSlots] = []
        done = 0
        for run in self._runs():
            first = self._at.get(run[0])
            if first is None:
                found.extend(FigureSlots() for _ in run)
                continue
            found.extend(self._slots(run, done, first))
            done = self._at.get(run[-1], first) + 1
        return narrowed_by(found, self._left_out)

    def name(self, start: int, *, is_heading: bool) -> FigureSlots:
        """The slots of the text from ``start`` on as a name."""
        tokens = [token for token in self._tokens if token.start >= start]
        parts: list[list[Token]] = [[]]
        for token in tokens:
            if token.kind in (Kind.PERIOD, Kind.BASIS) or (token.kind is Kind.MARK and token.word not in ("'’/&" if is_heading else "'’/")):
                parts.append([])
            else:
                parts[-1].append(token)
        if is_heading:
            parts = [piece for part in parts for piece in self._headed(part)]
        split = [(part, *self._split_name(stripped(part), is_heading=is_heading)) for part in parts if stripped(part)]
        slots = FigureSlots()
        for _part, subject, measure in split:
            slots.subject = slots.subject or subject
            if measure is not None and slots.measure is None:
                slots = self._measured(slots, measure)
        slots = read_move(self._text, slots, tokens, [], None)
        for token in tokens:
            if token.kind in (Kind.QUALIFIER, Kind.VERB):
                slots.qualifiers |= qualifiers_of(self._text[token.start : token.end])
            if token.kind is Kind.PERIOD and SO_FAR.search(token.word):
                slots.qualifiers |= {"cumulative"}
        is_changed = slots.row is not None and any(token.word in _CHANGED for token in tokens)  # "retail sales |change|"
        if (slots.basis is not None and slots.form is not Form.SHARE) or is_changed:
            slots.form = Form.CHANGE
        verb = next((token for token in tokens if token.role is not None and token.kind is not Kind.WORD), None)
        slots.measure = slots.measure or (self._span([verb]) if verb else slots.subject)
        slots.subject = slots.subject or slots.measure
        return slots

    def _split_name(self, part: list[Token], *, is_heading: bool) -> tuple[Span | None, Span | None]:
        """Subject and measure of one part of a name, in whichever order they stand."""
        nouns = [at for at, token in enumerate(part) if token.kind is Kind.MEASURE and not self._only_tells(part, at)]
        if nouns and nouns[-1] + 1 < len(part) and part[nouns[-1] + 1].kind is not Kind.PREPOSITION and not part[nouns[-1]].is_owner:
            behind = stripped(part[nouns[-1] + 1 :])
            if any(self._is_named(token) for token in behind) and not any(self._is_named(token) for token in part[: nouns[0]]):
                return self._span(behind), self._span(stripped(part[: nouns[-1] + 1]))
        name = 0 if nouns or is_heading else self._leading_name(part)
        if 0 < name < len(part) and all(token.kind in _NAMELESS and not token.is_capital for token in part[name:]):
            return self._span(part[:name]), self._span(part[name:])  # "Oakwell |legal completions"
        own = part if nouns or is_heading else self._described(part)
        if len(own) < len(part):
            return self._span(own), self._span(part[: len(part) - len(own)])  # "box office |Barbie|"
        return self._split(part)

    def _runs(self) -> list[list[int]]:
        runs: list[list[int]] = []
        for index in range(len(self._quantities)):
            here, before = self._at.get(index), self._at.get(index - 1)
            if runs and here is not None and before is not None and self._is_glue(before + 1, here):
                runs[-1].append(index)
            else:
                runs.append([index])
        return [part for run in runs for part in self._checked(run)]

    def _checked(self, run: list[int]) -> list[list[int]]:
        """A run as it is where "and" ends it; else each figure by itself: "$800 million, two people"."""
        gaps = [self._tokens[self._at[a] + 1 : self._at[b]] for a, b in pairwise(run)]
        return [run] if len(run) < 2 or any(token.word in ("and", "or", "&") for token in gaps[-1]) else [[index] for index in run]

    def _is_glue(self, start: int, end: int) -> bool:
        gap = self._tokens[start:end]
        return bool(gap) and all(token.word in _GLUE for token in gap) and any(token.word in ("and", "or", ",") for token in gap)

    def _slots(self, run: list[int], done: int, first: int) -> list[FigureSlots]:
        start = self._clause_start(done, first)
        self._take_speaker(done, start)
        lead = without_turn(without_pace(own_lead(without_brackets(self._tokens[start:first]), is_first=start == 0)))
        lead = lead if self._quantities[run[0]].text else without_telling(lead)
        behind = self._behind(self._at.get(run[-1], first) + 1)
        if (
            not any(token.kind is not Kind.PREPOSITION for token in lead)
            and len(run) == 1
            and not self._leads_on(lead)
            and (told := self._told_behind(first + 1)) is not None
        ):
            self._memory.last = told
            return [told]
        slots, members, measures = self._from_lead(lead, behind, len(run), self._quantities[run[0]])
        narrowed = self._narrowings(lead, len(run))
        found = []
        for position, index in enumerate(run):
            one = replace(slots)
            if len(members) == len(run) > 1:
                one.subject = members[position]
                if self._list_head:
                    one = self._measured(one, self._span(self._list_head) or members[position])
                elif not one.is_noun and slots.measure == slots.subject:
                    one.measure = members[position]
            if len(measures) == len(run) > 1:
                one = self._measured(one, measures[position])
            if narrowed:
                one.qualifiers = one.qualifiers - frozenset().union(*narrowed) | narrowed[position]
            found.append(self._with_ties(one, self._quantities[index], self._at.get(index, first)) if not members else one)
        self._memory.last = found[-1]
        if found[-1].is_noun:
            self._memory.noun = found[-1]
        if len(members) > 1:
            self._memory.members = members
        return found

    def _clause_start(self, done: int, first: int) -> int:
        start = done
        for at in range(done, first):
            token = self._tokens[at]
            is_hard = (
                token.kind is Kind.MARK
                and token.word in _HARD
                and token.word != ")"
                and not in_brackets(self._tokens[done:first], at - done)
            )
            is_border = (
                is_hard
                or (token.word == "(" and first - at > 2 and not closes(self._tokens[at:first]))
                or (token.word in ("while", "whereas", "but") and at > done)
            )
            is_behind = token.word == ")" and at == done
            is_border = is_border or (token.word == "," and self._opens_clause(done, at, first))
            if is_behind or (is_border and any(one.kind in (Kind.WORD, Kind.MEASURE) for one in self._tokens[at + 1 : first])):
                start = at + 1
        return start

    def _take_speaker(self, done: int, start: int) -> None:
        """Who speaks before a colon: "Fed official: …"."""
        if start > done and self._tokens[start - 1].word == ":" and self._verb(self._tokens[done : start - 1]) is None:
            said = self._last_phrase(self._tokens[done : start - 1])
            self._memory.speaker = (None if self._is_source(said) else self._split(said)[0]) or self._memory.speaker

    def _behind(self, at: int) -> list[Token]:
        """What follows a figure up to the next one or the end of the clause."""
        found: list[Token] = []
        for token in self._tokens[at:]:
            if token.kind is Kind.FIGURE or (token.kind is Kind.MARK and token.word in ";:—–!?|("):
                break
            if token.word == "," or token.word in ("and", "but", "while", "whereas") or token.word in SUBORDINATE:
                break
            found.append(token)
        return found

    def _from_lead(
        self, lead: list[Token], behind: list[Token], count: int, quantity: Quantity
    ) -> tuple[FigureSlots, list[Span], list[Span]]:
        slots = FigureSlots()
        lead = self._own_clause(self._main_clause(without_comparison(self._after_speech(self._without_aside(lead)))))
        verb = self._verb(lead)
        before, after = (lead, []) if verb is None else (lead[:verb], lead[verb + 1 :])
        predicate = None if verb is None else lead[verb]
        self._list_head = []
        members = self._members(before, count)
        phrase = up_to_speech(
            stripped(before) if count > 1 and not members and not any(token.word == "," for token in before) else self._last_phrase(before)
        )
        subject, measure, owner = self._whose_and_what(lead, predicate, phrase, behind)
        measures = self._measures(phrase, count)
        slots.subject = subject
        if measure is not None:
            slots = self._measured(slots, measure)
        elif owner is None:
            slots.subject = self._subject_alone(subject, phrase, lead, predicate)
        is_traded = self._leads_on(lead) and bool(behind) and behind[0].word in _TIED
        if not (is_paid_in(behind, predicate) or self._goes_on(lead) or is_traded):
            slots = self._counted(slots, behind, quantity)
        if slots.subject is not None and not is_possessing(predicate, after):
            slots.subject = self._body_of(slots.subject) or slots.subject  # "US employers added", "the CEO of Adobe tweeted"
        if slots.subject is None or (slots.is_noun and slots.subject == slots.measure):
            slots.subject = (None if self._leads_on(lead) else self._tied(behind)) or slots.subject
        slots.row = row_done_to(self._text, slots, [*([predicate] if predicate else []), *lead, *behind])
        slots = read_move(self._text, slots, lead, behind, predicate)
        if slots.form is None and lead and lead[-1].word == "at" and quantity.kind is not QuantityKind.PERCENT:
            slots.form = Form.LEVEL  # "with Brent settling at $62.56 and WTI |at| $58.06"
        if self._memory.last and slots.row and slots.row.family == "share" and slots.is_noun and self._is_owned(slots.measure):
            slots.subject = self._memory.last.subject or slots.subject  # "taking |its| share of the market to"
        slots = self._done_to(self._completed(slots, phrase, lead, predicate), lead, behind, quantity.start)
        return slots, members, measures

    def _members(self, tokens: list[Token], count: int) -> list[Span]:
        """The members of the list that stands before the predicate, where there are as many as figures."""
        if count < 2:
            return []
        parts: list[list[Token]] = [[]]
        for token in tokens:
            if token.word in _LIST_WORDS:
                parts.append([])
            elif token.kind is not Kind.PERIOD:
                parts[-1].append(token)
        parts = [part for part in parts if part]
        if len(parts) != count:
            return self._memory.members if len(self._memory.members) == count and not parts else []
        if any(token.kind is Kind.MEASURE for token in parts[-1]) and not any(
            token.kind in (Kind.WORD, Kind.MEASURE) for part in parts[:-1] for token in part
        ):
            return []  # "core and headline inflation"
        ties = [at for at, token in enumerate(parts[0]) if token.word in OF_SUBJECT]
        if ties and any(token.kind is Kind.MEASURE for token in parts[0][: ties[-1]]):
            self._list_head = stripped(parts[0][: ties[-1]])
            parts[0] = parts[0][ties[-1] + 1 :]
        if all(any(token.kind is Kind.MEASURE for token in part) for part in parts):
            return []
        spans = [self._span(stripped(part)) for part in parts]
        return [span for span in spans if span] if all(spans) else []

    def _measures(self, phrase: list[Token], count: int) -> list[Span]:
        """As many measures as figures: "revenue and operating profit"."""
        nouns = [token for token in phrase if token.kind is Kind.MEASURE]
        return [(token.start, token.end) for token in nouns] if len(nouns) == count > 1 else []

    def _narrowings(self, lead: list[Token], count: int) -> list[frozenset[str]]:
        """What narrows each of as many figures, where a list of it stands before one measure: "|GAAP| and |non-GAAP| gross margin"."""
        at = next((at for at, token in enumerate(lead) if token.kind is Kind.QUALIFIER and _goes_on_as_list(lead, at)), None)
        if count < 2 or at is None:
            return []
        told = lead[at : at + 2 * count - 1]
        is_list = len(told) == 2 * count - 1 and all(token.word in _LIST_WORDS for token in told[1::2])
        parts = [qualifiers_of(self._text[token.start : token.end]) for token in told[::2] if token.kind is Kind.QUALIFIER]
        return parts if is_list and len(parts) == count else []

    def _counted(self, slots: FigureSlots, behind: list[Token], quantity: Quantity) -> FigureSlots:
        """What the noun behind a figure says it counts: "183,000 pick-ups", "1.1 billion euros of bad loans", "40% of power"."""
        if slots.is_noun or not behind or behind[0].word in _RELATES:
            return slots
        if behind[0].word in ("a", "an", "per") and len(behind) > 1:
            return slots
        is_part = behind[0].word == "of" or (behind[0].word in _TIED and quantity.kind is not QuantityKind.NUMBER)
        counted = stripped(up_to_verb(with_counted_noun(behind, quantity)[is_part:]))
        while len(counted) > 1 and counted[-1].word in _NOT_COUNTED:
            counted = counted[:-1]
        if not counted or counted[0].word in _NOT_COUNTED or is_time(behind, counted):
            return slots
        if behind[0].word in _TIED and not any(token.kind is Kind.MEASURE for token in counted):
            slots.subject = slots.subject or self._span(counted)
            return slots
        told = stripped(behind[is_part:])
        if behind[0].word in _TIED and not self._has_name(slots.subject) and (own := self._split(told))[1] and self._has_name(own[0]):
            return self._measured(replace(slots, subject=own[0]), own[1])  # "75.2% for Adobe's gross margin"
        owner = next((place for place, token in enumerate(counted) if token.is_owner), None)
        if owner is not None and owner + 1 < len(counted):
            slots.subject = slots.subject or self._span(counted[: owner + 1])
            counted = counted[owner + 1 :]
        span = self._span(counted)
        if span is None or (quantity.kind is QuantityKind.PERCENT and not is_part):
            return slots
        slots = self._measured(slots, span)
        self._memory.count = span
        if is_part and quantity.kind is QuantityKind.PERCENT:
            slots.form = Form.SHARE
        return slots

    def _completed(self, slots: FigureSlots, phrase: list[Token], lead: list[Token], predicate: Token | None) -> FigureSlots:
        """What the lead leaves open, from the clauses before it and from names that the sentence ties to its figures."""
        memory = self._memory
        if not slots.is_noun:
            slots = self._measured_by_verb(slots, lead, predicate)
        if slots.subject is None and slots.is_noun and slots.measure is not None:
            slots.subject = self._label_of(slots.measure)
        if slots.subject is None and memory.speaker and self._is_owned(slots.measure):
            slots.subject = self._named_part(memory.speaker)
        if slots.subject is None:
            speaks_of_itself = memory.speaker in self._names and not self._is_office_named(memory.speaker)
            near = None if speaks_of_itself else self._named_near()
            slots.subject = self._last_named() or near or self._of_speaker(slots)
        goes_on = memory.last is not None and slots.measure == memory.last.measure  # "Turnout, projected at 60%, came in at |57%|"
        if slots.subject is None and slots.is_noun and (phrase or goes_on):
            slots.subject = slots.measure
        return slots

    def _of_speaker(self, slots: FigureSlots) -> Span | None:
        """Who speaks, where what is measured may be his own: not the jobless rate of "the Labor Department said the jobless rate fell"."""
        speaker = self._named_part(self._memory.speaker)
        return speaker if speaker is None or may_be_of(slots, self._text[slice(*speaker)]) else None

    def _last_named(self) -> Span | None:
        """Whose the figure before is; none where only what it measures stands there for nobody."""
        last = self._memory.last
        return None if last is None or (last.is_noun and last.subject == last.measure) else last.subject

    def _measured_by_verb(self, slots: FigureSlots, lead: list[Token], predicate: Token | None) -> FigureSlots:
        """The measure of a figure that no noun of its clause names: that of the clause before, or the predicate's own."""
        memory, own_subject = self._memory, slots.subject is not None
        is_left_out = self._leaves_out(lead, predicate)
        if memory.noun is None and is_left_out:
            return slots
        frame = next((token for token in reversed(lead) if token.role is Role.FRAME), None)
        noun = memory.noun
        is_growth = noun is not None and noun.row is not None and noun.row.code == "growth"
        if slots.subject and is_growth and predicate and predicate.role in MOVES and not self._ends_as_name(slots.subject):
            slots.measure = slots.subject  # "growth of 1%; its North American depletions fell"
            return slots
        is_other = own_subject and slots.form is not noun.form and predicate is not None if noun is not None else False
        if noun is not None and (is_left_out or ((frame is None or not own_subject) and not is_other)):
            slots.measure, slots.row, slots.is_noun = noun.measure, noun.row, True
            slots.qualifiers |= noun.qualifiers
            slots.form = slots.form or noun.form
        elif frame is not None:
            slots.measure = self._span([frame])
            memory.verb = frame
        elif memory.verb is not None and predicate is None:
            slots.measure = self._span([memory.verb])
        elif own_subject and (predicate is None or row_of(predicate.word) is None):
            slots.measure = slots.subject
            if predicate is None and memory.last and memory.last.direction and memory.last.measure == memory.last.subject:
                slots.form, slots.direction = memory.last.form, memory.last.direction  # "Beijing was down 0.5%, |Shenzhen| 0.4%"
        elif predicate is not None:
            slots.measure = self._span([predicate])
        elif memory.last is not None and slots.subject is None:
            slots.measure, slots.row = memory.last.measure, memory.last.row  # "grew 5.9%, compared with |5.0%"
        return slots


def _goes_on_as_list(tokens: list[Token], at: int) -> bool:
    return at + 1 < len(tokens) and tokens[at + 1].word in _LIST_WORDS
