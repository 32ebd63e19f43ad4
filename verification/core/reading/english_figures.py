"""Whose figure it is and what it measures, in an English sentence: the noun phrase before the predicate, the one behind it, and the one
behind the figure; what a clause leaves out the clause before it says."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from verification.core.evidence import Quantity
from verification.core.language.frequency import zipf
from verification.core.language.lemmas import lemma
from verification.core.language.word_tables import words
from verification.core.reading.clause_words import MOVES, Role
from verification.core.reading.english_tokens import Kind, Token, tokens_in
from verification.core.reading.event_clauses import event_verbs
from verification.core.reading.figure_slots import FigureSlots, Span
from verification.core.reading.measure_words import english_key, qualifiers_of, row_of, tables
from verification.core.reading.statement import Basis, Form
from verification.core.subjects.known import find_known
from verification.core.subjects.names import name_tokens
from verification.core.vocabulary import Direction, QuantityKind

_HARD = frozenset(";:—–)!?[]|")
_TIES = words("of in at for on by across from among at with to into ")
_OF_SUBJECT = frozenset(["of", "in", "at", "for", "by", "on", "across", "among", "within", "from"])
_SOURCES = words(
    "data figures report reports statistics survey numbers statement estimates census release analyst analysts economist economists "
    "forecaster forecasters trader traders markets investors experts pollsters version article word rumours rumors everyone nobody"
)
_GLUE = frozenset(["and", "or", ",", "minus", "plus", "to", "respectively", "&"])
_LIST_WORDS = frozenset(["and", ",", "or", "&", "vs", "versus"])
_BASIS_BEHIND = re.compile(
    r"(?:than|from|on|over|against|compared\s+(?:with|to)|in)\s+(?:a\s|the\s|one\s|last\s|twelve\s|12\s){0,2}(?:same\s|previous\s|prior\s)?(?P<unit>year|quarter|months?|week|day)s?\b"
    r"(?=\s(?:earlier|ago|before|to|prior)|[.,;]|$|\s+in\b)",
    re.IGNORECASE,
)
_UNITS = {"year": Basis.YEAR, "quarter": Basis.QUARTER, "month": Basis.MONTH, "months": Basis.YEAR, "week": Basis.WEEK, "day": Basis.DAY}
_HEADS = words(
    "rate rates index price prices view figures figure growth level levels number numbers total target data estimate forecast reading gauge"
)
_SO_FAR = re.compile(r"\bytd\b|year[ -]to[ -]date|so far")
_SHORT_VERB = 4
_RELATIVE = words("that which who whose whom where when ")
_BASES = {basis.value: basis for basis in Basis}


@dataclass(slots=True)
class _Memory:
    """What the sentence has said so far."""

    last: FigureSlots | None = None
    noun: FigureSlots | None = None
    verb: Token | None = None
    count: Span | None = None
    speaker: Span | None = None
    members: list[Span] = field(default_factory=list)


def read_english(text: str, quantities: Sequence[Quantity], periods: Sequence[Span], names: Sequence[Span]) -> list[FigureSlots]:
    """The slots of each figure of a sentence, in order. Places count its characters; ``periods`` and ``names`` are places in it."""
    return _Reader(text, quantities, periods, names).read()


def name_english(text: str, start: int, periods: Sequence[Span]) -> FigureSlots:
    """The slots of a name from ``start`` on: "Peru jobless rate April", "inventory of Wistrel". What is told in which order is open."""
    names = [(one.start, one.end) for one in name_tokens(text)] + [(one.start, one.end) for one in find_known(text, is_typed=True)]
    return _Reader(text, (), periods, names).name(start)


class _Reader:
    def __init__(self, text: str, quantities: Sequence[Quantity], periods: Sequence[Span], names: Sequence[Span]) -> None:
        self._text = text
        self._quantities = quantities
        self._names = _proper_names(text, names, quantities)
        self._tokens = tokens_in(text, quantities, periods, self._names)
        self._at = {token.number: at for at, token in enumerate(self._tokens) if token.kind is Kind.FIGURE}
        self._memory = _Memory()
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
        return found

    def name(self, start: int) -> FigureSlots:
        """The slots of the text from ``start`` on as a name."""
        tokens = [token for token in self._tokens if token.start >= start]
        parts: list[list[Token]] = [[]]
        for token in tokens:
            if token.kind in (Kind.PERIOD, Kind.BASIS) or (token.kind is Kind.MARK and token.word not in "'’/"):
                parts.append([])
            else:
                parts[-1].append(token)
        split = [(part, *self._split_name(_stripped(part))) for part in parts if _stripped(part)]
        slots = FigureSlots()
        for _part, subject, measure in split:
            slots.subject = slots.subject or subject
            if measure is not None and slots.measure is None:
                slots = self._measured(slots, measure)
        slots = self._moved(slots, tokens, [], None)
        for token in tokens:
            if token.kind in (Kind.QUALIFIER, Kind.VERB):
                slots.qualifiers |= qualifiers_of(self._text[token.start : token.end])
            if token.kind is Kind.PERIOD and _SO_FAR.search(token.word):
                slots.qualifiers |= {"cumulative"}
        if slots.basis is not None and slots.form is not Form.SHARE:
            slots.form = Form.CHANGE
        verb = next((token for token in tokens if token.role is not None), None)
        slots.measure = slots.measure or (self._span([verb]) if verb else slots.subject)
        slots.subject = slots.subject or slots.measure
        return slots

    def _split_name(self, part: list[Token]) -> tuple[Span | None, Span | None]:
        """Subject and measure of one part of a name, in whichever order they stand."""
        nouns = [at for at, token in enumerate(part) if token.kind is Kind.MEASURE and not self._only_tells(part, at)]
        if nouns and nouns[-1] + 1 < len(part) and part[nouns[-1] + 1].kind is not Kind.PREPOSITION and not part[nouns[-1]].is_owner:
            behind = _stripped(part[nouns[-1] + 1 :])
            if any(self._is_named(token) for token in behind) and not any(self._is_named(token) for token in part[: nouns[0]]):
                return self._span(behind), self._span(_stripped(part[: nouns[-1] + 1]))
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
        lead = self._own_lead(self._tokens[start:first], is_first=start == 0)
        behind = self._behind(self._at.get(run[-1], first) + 1)
        if (
            not any(token.kind is not Kind.PREPOSITION for token in lead)
            and len(run) == 1
            and (told := self._told_behind(first + 1)) is not None
        ):
            self._memory.last = told
            return [told]
        slots, members, measures = self._from_lead(lead, behind, len(run), self._quantities[run[0]])
        found = []
        for position, _index in enumerate(run):
            one = replace(slots)
            if len(members) == len(run) > 1:
                one.subject = members[position]
                if self._list_head:
                    one = self._measured(one, self._span(self._list_head) or members[position])
                elif not one.is_noun and slots.measure == slots.subject:
                    one.measure = members[position]
            if len(measures) == len(run) > 1:
                one = self._measured(one, measures[position])
            found.append(one)
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
            is_hard = token.kind is Kind.MARK and token.word in _HARD
            if token.word == "(" and first - at > 2:
                is_hard = True
            if (
                (is_hard and token.word != ")")
                or (token.word == ")" and at == done)
                or (token.word in ("while", "whereas", "but") and at > done)
            ):
                if any(one.kind in (Kind.WORD, Kind.MEASURE) for one in self._tokens[at + 1 : first]) or token.word == ")":
                    start = at + 1
        return start

    def _own_lead(self, lead: list[Token], *, is_first: bool) -> list[Token]:
        """The lead without what still belongs to the figure before it: "5% |for Malaysia and| 16% for Sierra Leone"."""
        if is_first or not lead:
            return lead
        if lead[0].word in ("a", "an", "per") and len(lead) > 1 and lead[1].kind is Kind.WORD:
            lead = lead[2:]
        if not lead or lead[0].kind not in (Kind.PREPOSITION, Kind.PERIOD, Kind.BASIS):
            return lead
        cut = next((at for at, token in enumerate(lead) if token.word in (",", "and", ";", "while", "but")), None)
        return lead if cut is None else lead[cut + 1 :]

    def _told_behind(self, at: int) -> FigureSlots | None:
        """What a figure before a colon is: "44: age of the average farmer"."""
        if at + 1 >= len(self._tokens) or self._tokens[at].word not in (":", ","):
            return None
        end = next(
            (place for place in range(at + 1, len(self._tokens)) if self._tokens[place].kind in (Kind.FIGURE, Kind.VERB)), len(self._tokens)
        )
        phrase = _stripped(self._tokens[at + 1 : end])
        subject, measure = self._split(phrase)
        if measure is None:
            return None
        return self._measured(FigureSlots(subject=subject), measure)

    def _take_speaker(self, done: int, start: int) -> None:
        """Who speaks before a colon: "Fed official: …"."""
        if start > done and self._tokens[start - 1].word == ":":
            said = self._last_phrase(self._tokens[done : start - 1])
            self._memory.speaker = self._split(said)[0] or self._memory.speaker

    def _behind(self, at: int) -> list[Token]:
        """What follows a figure up to the next one or the end of the clause."""
        found: list[Token] = []
        for token in self._tokens[at:]:
            if token.kind is Kind.FIGURE or (token.kind is Kind.MARK and token.word in ";:—–!?|("):
                break
            if token.word == "," or token.word in ("and", "but", "while", "whereas"):
                break
            found.append(token)
        return found

    def _from_lead(
        self, lead: list[Token], behind: list[Token], count: int, quantity: Quantity
    ) -> tuple[FigureSlots, list[Span], list[Span]]:
        slots = FigureSlots()
        lead = self._after_speech(lead)
        verb = self._verb(lead)
        before, after = (lead, []) if verb is None else (lead[:verb], lead[verb + 1 :])
        predicate = None if verb is None else lead[verb]
        self._list_head = []
        members = self._members(before, count)
        phrase = (
            _stripped(before) if count > 1 and not members and not any(token.word == "," for token in before) else self._last_phrase(before)
        )
        subject, measure = self._split(phrase)
        measures = self._measures(phrase, count)
        own_subject, own_measure = self._split_behind(after)
        if own_measure is not None and (measure is None or self._is_source(phrase)):
            measure = own_measure
            subject = own_subject or (None if self._is_source(phrase) else subject)
        elif self._is_source(phrase):
            subject = measure = None
        slots.subject = subject
        if measure is not None:
            slots = self._measured(slots, measure)
        slots = self._counted(slots, behind, quantity)
        if slots.subject is None or (slots.is_noun and slots.subject == slots.measure):
            slots.subject = self._tied(behind) or slots.subject
        slots = self._moved(slots, lead, behind, predicate)
        return self._completed(slots, phrase, lead, predicate), members, measures

    def _after_speech(self, lead: list[Token]) -> list[Token]:
        """The lead behind who says so: "analysts foresee", "the minister said that"."""
        for at in range(len(lead) - 1, -1, -1):
            if lead[at].kind is Kind.SPEECH and at + 1 < len(lead):
                rest = lead[at + 1 :]
                if rest and rest[0].word in ("that", ","):
                    rest = rest[1:]
                if any(token.kind in (Kind.WORD, Kind.MEASURE) for token in rest):
                    said = self._last_phrase(lead[:at])
                    self._memory.speaker = self._split(said)[0] or self._memory.speaker
                    return rest
        for at in range(len(lead) - 2, 0, -1):
            if lead[at].word == "that" and self._verb(lead[:at]) is not None and self._verb(lead[at + 1 :]) is not None:
                said = self._last_phrase(lead[: self._verb(lead[:at])])
                self._memory.speaker = self._split(said)[0] or self._memory.speaker
                return lead[at + 1 :]
        return lead

    def _verb(self, lead: list[Token]) -> int | None:
        """Where the predicate begins: the first verb behind a noun, beyond relative clauses."""
        has_noun = False
        for at, token in enumerate(lead):
            if (token.kind is Kind.VERB or self._is_other_verb(lead, at)) and (
                has_noun or at == 0 or lead[at - 1].kind in (Kind.MARK, Kind.PERIOD, Kind.FIGURE)
            ):
                return at
            if token.kind is Kind.VERB and token.word.endswith("ing"):
                return at
            if token.kind in (Kind.WORD, Kind.MEASURE, Kind.PRONOUN, Kind.QUALIFIER) and (token.word not in ("years", "year")):
                has_noun = True
        return None

    def _is_other_verb(self, lead: list[Token], at: int) -> bool:
        """Whether a verb that no list of figures has stands here in the past: "shrank", "withdrew", "called"."""
        token = lead[at]
        if token.kind is not Kind.WORD or token.is_capital or token.is_owner or self._is_named(token) or not at:
            return False
        base = lemma(token.word)
        if token.word.endswith("s") and base in event_verbs("en") and at + 1 < len(lead) and lead[at + 1].word == "to":
            return True
        is_past = token.word.endswith("ed") and len(token.word) > _SHORT_VERB
        if not is_past and (base == token.word or token.word.endswith(("s", "ing")) or base not in event_verbs("en")):
            return False
        return lead[at - 1].kind in (Kind.WORD, Kind.MEASURE, Kind.PRONOUN, Kind.FILLER, Kind.VERB)

    def _last_phrase(self, tokens: list[Token]) -> list[Token]:
        """The phrase that the predicate follows, without what stands before a comma or a period."""
        parts: list[list[Token]] = [[]]
        for token in tokens:
            before = parts[-1][-1] if parts[-1] else None
            if (
                token.kind is Kind.DETERMINER
                and before is not None
                and before.kind is Kind.WORD
                and token.word in ("the", "a", "an", "its", "their")
            ):
                parts.append([])
            if token.kind is Kind.MARK or token.kind is Kind.PERIOD or token.word in ("if", "when", "while", "whereas", "but", "as"):
                parts.append([])
            else:
                parts[-1].append(token)
        told = [part for part in map(_stripped, parts) if any(one.kind in (Kind.WORD, Kind.MEASURE, Kind.QUALIFIER) for one in part)]
        if not told:
            return []
        if len(told) > 1 and (_is_aside(told[-1]) or self._is_opinion(told[-1])):
            return told[0]
        return told[-1]

    def _is_opinion(self, part: list[Token]) -> bool:
        """Whether a phrase between commas only names who holds it: "fans feel"."""
        last = part[-1]
        return (
            1 < len(part) <= 3
            and last.kind is Kind.WORD
            and not last.is_capital
            and last.word in event_verbs("en")
            and last.word == lemma(last.word)
            and (zipf(last.word, "en") > 0 and not any(token.kind is Kind.MEASURE for token in part))
        )

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
        ties = [at for at, token in enumerate(parts[0]) if token.word in _OF_SUBJECT]
        if ties and any(token.kind is Kind.MEASURE for token in parts[0][: ties[-1]]):
            self._list_head = _stripped(parts[0][: ties[-1]])
            parts[0] = parts[0][ties[-1] + 1 :]
        if all(any(token.kind is Kind.MEASURE for token in part) for part in parts):
            return []
        spans = [self._span(_stripped(part)) for part in parts]
        return [span for span in spans if span] if all(spans) else []

    def _measures(self, phrase: list[Token], count: int) -> list[Span]:
        """As many measures as figures: "revenue and operating profit"."""
        nouns = [token for token in phrase if token.kind is Kind.MEASURE]
        return [(token.start, token.end) for token in nouns] if len(nouns) == count > 1 else []

    def _is_source(self, phrase: list[Token]) -> bool:
        if any(token.kind is Kind.MEASURE for token in phrase):
            return False
        head = next((at for at, token in enumerate(phrase) if token.kind in (Kind.PREPOSITION, Kind.PRONOUN)), len(phrase))
        return any(token.word in _SOURCES for token in phrase[:head])

    def _split_behind(self, after: list[Token]) -> tuple[Span | None, Span | None]:
        """Subject and measure of the phrase between predicate and figure that names a measure: "reported revenue of", "cut its price to"."""
        nouns = [at for at, token in enumerate(after) if token.kind is Kind.MEASURE]
        if not nouns:
            return None, None
        start = nouns[-1]
        while start and (
            after[start - 1].kind in (Kind.WORD, Kind.QUALIFIER, Kind.MEASURE, Kind.PERIOD) or after[start - 1].word in ("of", "'s")
        ):
            start -= 1
        end = nouns[-1] + 1
        while end < len(after) and after[end].kind is not Kind.VERB and after[end].kind is not Kind.MARK:
            end += 1
        return self._split(_stripped(after[start:end]))

    def _split(self, phrase: list[Token]) -> tuple[Span | None, Span | None]:
        """Subject and measure of a noun phrase: "Poland's jobless rate", "prices in Hungary", "Sri Lanka exports"."""
        phrase = _stripped(phrase)
        if not phrase:
            return None, None
        if phrase[0].word in ("those", "that") and len(phrase) > 1:
            return self._span(_stripped(phrase[2:])), None
        owner = next((at for at, token in enumerate(phrase) if token.is_owner), None)
        nouns = [at for at, token in enumerate(phrase) if token.kind is Kind.MEASURE and not self._only_tells(phrase, at)]
        if owner is not None and owner + 1 < len(phrase):
            return self._owned(phrase, owner, nouns)
        tie = next((at for at, token in enumerate(phrase) if at and (token.word in _OF_SUBJECT or token.word in _RELATIVE)), None)
        if tie is not None and nouns and nouns[0] < tie:
            head, rest = phrase[:tie], _stripped(phrase[tie + 1 :])
            name = self._leading_name(head)
            if name:
                return self._span(head[:name]), self._span(_stripped(head[name:]))
            return self._span(self._first_part(rest)), self._span(_without_qualifier_lead(head))
        if tie is not None and nouns:
            inner = self._split(phrase[tie + 1 :])
            return inner if inner[0] else (self._span(phrase[:tie]), inner[1])
        if nouns:
            return self._compound(phrase, nouns[-1])
        return self._span(self._first_part(phrase) if tie is None else phrase), None

    def _only_tells(self, phrase: list[Token], at: int) -> bool:
        """Whether a measure only tells what kind of thing the noun behind it is: "tax office"."""
        following = phrase[at + 1] if at + 1 < len(phrase) else None
        return following is not None and following.kind is Kind.WORD and following.word not in _HEADS and not self._is_named(following)

    def _owned(self, phrase: list[Token], owner: int, nouns: list[int]) -> tuple[Span | None, Span | None]:
        head = _stripped(phrase[: owner + 1])
        rest = phrase[owner + 1 :]
        tie = next((at for at, token in enumerate(rest) if token.word in _TIES or token.kind is Kind.PERIOD), len(rest))
        if nouns and nouns[0] < owner:  # "growth of 5% for Indonesia's third quarter"
            return self._span(head[-1:]), (phrase[nouns[0]].start, phrase[nouns[0]].end)
        tied = next((at for at, token in enumerate(head) if token.word in _OF_SUBJECT), None)
        if tied is not None and not any(at > owner for at in nouns):
            head = head[tied + 1 :]
        if self._is_named(phrase[owner]):
            name = next(span for span in self._names if span[0] <= phrase[owner].start < span[1])
            head = [token for token in head if token.start >= name[0]]
        if not any(at > owner for at in nouns):
            whole = [token for token in phrase if token.start >= head[0].start] if head else phrase
            return (self._span(_stripped(whole[: len(whole) - len(rest) + tie])), None) if rest[:tie] else (self._span(head), None)
        subject = self._span(_stripped(head))
        return subject, self._span(_stripped(rest[:tie]))

    def _compound(self, phrase: list[Token], noun: int) -> tuple[Span | None, Span | None]:
        """A name before its measure: "German factory orders"; words that are no name belong to the measure."""
        start = noun
        while start and phrase[start - 1].kind in (Kind.QUALIFIER, Kind.MEASURE):
            start -= 1
        left = phrase[:start]
        named = [at for at, token in enumerate(left) if self._is_named(token)]
        if named:
            first = named[0]
            last = named[0]
            while last + 1 < len(left) and (
                (self._is_named(left[last + 1]) and (left[last + 1].is_capital or not left[first].is_capital))
                or (left[last + 1].word in ("of", "and", "&") and last + 2 < len(left))
            ):
                last += 1
            return self._span(left[first : last + 1]), (self._after(phrase, last + 1), phrase[noun].end)
        return None, (_stripped(phrase)[0].start, phrase[noun].end)

    def _after(self, phrase: list[Token], at: int) -> int:
        while phrase[at].kind in (Kind.PREPOSITION, Kind.DETERMINER, Kind.MARK) and at + 1 < len(phrase):
            at += 1
        return phrase[at].start

    def _leading_name(self, head: list[Token]) -> int:
        count = 0
        for token in head:
            if not self._is_named(token) or token.kind is Kind.MEASURE:
                break
            count += 1
        return count

    def _is_named(self, token: Token) -> bool:
        return any(start <= token.start < end for start, end in self._names)

    def _first_part(self, phrase: list[Token]) -> list[Token]:
        """A phrase up to where another begins; names keep "of" and "and"."""
        for at, token in enumerate(phrase):
            if at and token.kind in (Kind.PREPOSITION, Kind.PRONOUN) and not (self._is_named(token) or self._in_name(token)):
                return phrase[:at]
            if token.is_owner:
                return phrase[: at + 1]
        return phrase

    def _in_name(self, token: Token) -> bool:
        return any(start < token.start and token.end < end for start, end in self._names)

    def _span(self, tokens: list[Token]) -> Span | None:
        if not tokens:
            return None
        last = tokens[-1]
        end = last.end
        if last.is_owner:
            end -= 2 if self._text[last.end - 1] in "sS" and self._text[last.end - 2] in "'’" else 1
        return (tokens[0].start, end)

    def _measured(self, slots: FigureSlots, measure: Span) -> FigureSlots:
        nouns = [token for token in self._tokens if token.row is not None and measure[0] <= token.start and token.end <= measure[1]]
        slots.measure, slots.is_noun = measure, True
        rows = [token.row for token in nouns if token.row and token.row.code != "growth"] or [token.row for token in nouns]
        slots.row = rows[-1] if rows else None
        slots.qualifiers |= qualifiers_of(self._text[measure[0] : measure[1]])
        slots.form = slots.row.form if slots.row and slots.row.form is Form.SHARE else slots.form
        if any(token.row and token.row.code == "growth" for token in nouns):
            slots.form = Form.CHANGE
        return slots

    def _tied(self, behind: list[Token]) -> Span | None:
        """The name that a preposition ties to the figure before it: "$1.10 at Carron", "5.1% for Indonesia's third quarter"."""
        for token, following in pairwise(behind):
            if token.word in _OF_SUBJECT and self._is_named(following):
                return next(span for span in self._names if span[0] <= following.start < span[1])
        return None

    def _counted(self, slots: FigureSlots, behind: list[Token], quantity: Quantity) -> FigureSlots:
        """What the noun behind a figure says it counts: "183,000 pick-ups", "1.1 billion euros of bad loans", "40% of power"."""
        if slots.is_noun or not behind:
            return slots
        at = 0
        is_part = (behind[0].word in ("of", "in", "for", "on") and quantity.kind is not QuantityKind.NUMBER) or behind[0].word == "of"
        if behind[0].word in ("a", "an", "per") and len(behind) > 1:
            return slots
        if is_part:
            at = 1
        counted: list[Token] = []
        for token in behind[at:]:
            if token.kind in (Kind.VERB, Kind.SPEECH, Kind.PREPOSITION, Kind.PERIOD, Kind.MARK, Kind.PRONOUN, Kind.BASIS) and not (
                token.kind is Kind.VERB and not counted and token.word.endswith("s") is True and False
            ):
                break
            counted.append(token)
        counted = _stripped(counted)
        if not counted or counted[0].kind is Kind.FILLER:
            return slots
        if behind[0].word in ("in", "for", "on") and not any(token.kind is Kind.MEASURE for token in counted):
            subject = self._span(counted)
            if slots.subject is None:
                slots.subject = subject
            return slots
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

    def _moved(self, slots: FigureSlots, lead: list[Token], behind: list[Token], predicate: Token | None) -> FigureSlots:
        words = [token for token in lead if token.role is not None or token.kind in (Kind.BASIS, Kind.PREPOSITION, Kind.QUALIFIER)]
        for token in [*lead, *behind]:
            if token.kind is Kind.PERIOD and _SO_FAR.search(token.word):
                slots.qualifiers |= {"cumulative"}
            if token.kind is Kind.BASIS and slots.basis is None:
                slots.basis = _BASES.get(token.value)
            if token.kind is Kind.QUALIFIER or token is predicate:
                slots.qualifiers |= qualifiers_of(self._text[token.start : token.end])
        if slots.basis is None and behind:
            slots.basis = _basis_behind(self._text[behind[0].start : behind[0].start + 60])
        turn = next((token for token in reversed(words) if token.role in MOVES or token.role is Role.MOVED), None)
        tie = next((token for token in reversed(lead[-4:]) if token.word in ("to", "at", "by", "of", "from")), None)
        if turn is not None:
            if tie is not None and tie.start > turn.start and tie.word in ("to", "at", "from"):
                slots.form = Form.LEVEL
            elif turn.role is not Role.MOVED or (tie is not None and tie.word == "by"):
                slots.form = Form.CHANGE
                slots.direction = {Role.UP: Direction.UP, Role.DOWN: Direction.DOWN}.get(turn.role or Role.IS)
        elif behind and behind[0].role in MOVES:
            slots.form = Form.CHANGE
            slots.direction = Direction.UP if behind[0].role is Role.UP else Direction.DOWN
        elif behind and behind[0].word in ("more", "less", "fewer", "higher", "lower") and slots.basis:
            slots.form = Form.CHANGE
            slots.direction = Direction.UP if behind[0].word in ("more", "higher") else Direction.DOWN
        return slots

    def _completed(self, slots: FigureSlots, phrase: list[Token], lead: list[Token], predicate: Token | None) -> FigureSlots:
        memory = self._memory
        own_subject = slots.subject is not None
        frame = next((token for token in reversed(lead) if token.role is Role.FRAME), None)
        if not slots.is_noun:
            noun = memory.noun
            if noun is not None and (frame is None or not own_subject) and not (own_subject and slots.form is not noun.form and predicate):
                slots.measure, slots.row, slots.is_noun = noun.measure, noun.row, True
                slots.qualifiers |= noun.qualifiers
                slots.form = slots.form or noun.form
            elif frame is not None:
                slots.measure = self._span([frame])
                memory.verb = frame
            elif memory.verb is not None and predicate is None:
                slots.measure = self._span([memory.verb])
            elif predicate is not None and own_subject and row_of(predicate.word) is not None:
                slots.measure = self._span([predicate])
            elif own_subject:
                slots.measure = slots.subject
            elif predicate is not None:
                slots.measure = self._span([predicate])
        if slots.subject is None:
            slots.subject = memory.last.subject if memory.last else None
        if slots.subject is None:
            slots.subject = self._named_near()
        if slots.subject is None:
            slots.subject = memory.speaker
        if slots.subject is None and slots.is_noun and phrase:
            slots.subject = slots.measure
        return slots

    def _named_near(self) -> Span | None:
        """A name that the sentence ties to its figures: "bad loans in Turin"."""
        for at, token in enumerate(self._tokens[:-1]):
            if token.word in _OF_SUBJECT and self._is_named(self._tokens[at + 1]):
                return next((span for span in self._names if span[0] <= self._tokens[at + 1].start < span[1]), None)
        return None


def _stripped(tokens: list[Token]) -> list[Token]:
    """Without the small words at both ends."""
    start, end = 0, len(tokens)
    while (
        start < end
        and tokens[start].kind
        in (
            Kind.DETERMINER,
            Kind.PREPOSITION,
            Kind.FILLER,
            Kind.CONJUNCTION,
            Kind.MARK,
            Kind.PERIOD,
            Kind.BASIS,
        )
        and tokens[start].word != "those"
    ):
        start += 1
    while end > start and tokens[end - 1].kind in (
        Kind.DETERMINER,
        Kind.PREPOSITION,
        Kind.FILLER,
        Kind.CONJUNCTION,
        Kind.MARK,
        Kind.PERIOD,
        Kind.PRONOUN,
        Kind.BASIS,
    ):
        end -= 1
    return tokens[start:end]


def _without_qualifier_lead(head: list[Token]) -> list[Token]:
    return _stripped(head)


_ASIDE_WORD = re.compile(r"(?:ed|ing)$")


def _is_aside(part: list[Token]) -> bool:
    """Whether a phrase between commas only tells more of the one before: "advised by Lazard", "which closed in June"."""
    first = part[0]
    return first.word in _RELATIVE or (first.kind is not Kind.MEASURE and not first.is_capital and bool(_ASIDE_WORD.search(first.word)))


def _basis_behind(text: str) -> Basis | None:
    """What a change is measured against by the words behind it: "more than a week earlier", "in the year to August"."""
    found = _BASIS_BEHIND.search(text)
    if found is None or (found[0].lower().startswith("in") and "to" not in text[found.end() : found.end() + 4]):
        return None
    return _UNITS[found["unit"].lower()]


_NUMBER = re.compile(r"\s\d{1,4}(?![\d.,%]|\s?(?:percent|per\s|points|million|billion|trillion))")


def _proper_names(text: str, names: Sequence[Span], quantities: Sequence[Quantity]) -> list[Span]:
    """Names without the measure that capitals make a part of them ("US GDP"), each member of a list by itself, with the number that belongs
    to them ("CAC 40")."""
    found: list[Span] = []
    for begin, stop in names:
        tie = _TIED_MEASURE.match(text, begin, stop)
        name = (tie.end() if tie is not None and english_key(tie["noun"]) in tables().english else begin, stop)
        for start, end in _members_of(text, *name):
            cut = _without_measure(text, start, end)
            if cut > start:
                found.append((start, _with_number(text, start, cut, quantities) if cut == end else cut))
    return found


_MEMBER = re.compile(r",\s|\sand\s")


def _members_of(text: str, start: int, end: int) -> list[Span]:
    """The names of a list that stands where one name was found; a known name stays whole."""
    joints = [joint.span() for joint in _MEMBER.finditer(text, start, end)]
    if not joints or any(one.start == 0 and one.end == end - start for one in find_known(text[start:end])):
        return [(start, end)]
    edges = [start, *(stop for _, stop in joints)]
    return list(zip(edges, [*(begin for begin, _ in joints), end], strict=True))


def _without_measure(text: str, start: int, end: int) -> int:
    """Where the measure begins that ends a name; ``end`` where none does, ``start`` where it is nothing else."""
    words_at = [found.start() for found in _SOLID.finditer(text, start, end)]
    for at in words_at:
        if english_key(text[at:end]) in tables().english:
            return len(text[:at].rstrip()) if at > start else start
    return end


def _with_number(text: str, start: int, end: int, quantities: Sequence[Quantity]) -> int:
    number = _NUMBER.match(text, end) if text[start:end].isupper() or "&" in text[start:end] else None
    if number is None or any(one.start < number.end() and number.start() < one.end for one in quantities):
        return end
    return number.end()


_TIED_MEASURE = re.compile(r"(?P<noun>\S+)\s(?:of|for|in)\s")
_SOLID = re.compile(r"\S+")
