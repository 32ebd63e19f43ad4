"""The noun phrases and predicates of an English sentence: whose a phrase is and what it measures."""

from collections.abc import Sequence

from verification.core.evidence import Quantity
from verification.core.language.frequency import zipf
from verification.core.language.lemmas import lemma
from verification.core.language.word_tables import words
from verification.core.patterns import lazy_regex
from verification.core.reading.clause_words import Role
from verification.core.reading.english.datelines import dateline_end
from verification.core.reading.english.names import proper_names
from verification.core.reading.english.stretches import TIMES, is_done_by, opens_head, stripped, without_contract
from verification.core.reading.english.tokens import tokens_in
from verification.core.reading.event_clauses import event_verbs
from verification.core.reading.figure_slots import Span
from verification.core.reading.tokens import Kind, Token
from verification.core.subjects.known import find_known

ASIDE_WORD = lazy_regex(r"(?:ed|ing)$")
OF_SUBJECT = frozenset(["of", "in", "at", "for", "by", "on", "across", "among", "within", "from"])
_TIES = words("of in at for on by across from among at with to into ")
SOURCES = words(
    "data figures report reports statistics survey numbers statement estimates census release analyst analysts economist economists "
    "forecaster forecasters trader traders markets investors experts pollsters poll polls surveys consensus version article word "
    "forecasts expectations table chart exhibit page row column bulletin gazette communique filing rumours rumors everyone nobody"
)
_RELATIVE = words("that which who whose whom where when ")
_UNITS = frozenset("barrel tonne ton ounce litre liter gallon kilo kilogram pound bushel share unit kilowatt-hour".split())  # noqa: SIM905
OFFICES = words(
    "reuters bloomberg eurostat bureau office ministry agency institute statistics treasury department commission council board bank fed "
    "authority administration organization organisation fund fitch moody's s&p nielsen gartner idc kantar yougov ipsos gallup association "
    "caixin hcob markit ism ratingdog jibun ivey judo"
)
_UNITS_OF = words("unit subsidiary division arm brand business affiliate chain label")
_HEADS = words(
    "rate rates index price prices view figures figure growth level levels number numbers total target targets data "
    "estimate estimates forecast forecasts projection projections outlook guidance expectation expectations reading gauge change changes"
)
_FORESEEN = words("target targets forecast forecasts estimate estimates projection projections outlook guidance goal")
_DUE = frozenset(["attributable", "due", "owed"])
# What stands behind them is what they do: "by 2030 it |wants|".
_WHO_DOES = frozenset(["it", "they", "he", "she", "we", "i"])
_SHORT_VERB = 4
_TIE_REACH = 4
_STANDS_AT = words("to at near below above around")
_NO_VERBS = words("sales earnings shares stocks orders exports imports results forces plants units futures bonds loans notes")


class EnglishPhrases:
    """The phrases of a sentence: its tokens, and what a noun phrase among them names."""

    def __init__(self, text: str, quantities: Sequence[Quantity], periods: Sequence[Span], names: Sequence[Span]) -> None:
        self._text = text
        self._quantities = quantities
        begin = dateline_end(text)
        self._names = proper_names(text, names, quantities)
        self._tokens = without_contract([one for one in tokens_in(text, quantities, periods, self._names) if one.start >= begin])

    def _is_other_verb(self, lead: list[Token], at: int) -> bool:
        """Whether a verb that no list of figures has stands here in the past: "shrank", "withdrew", "called"."""
        token = lead[at]
        if token.kind is not Kind.WORD or token.is_capital or token.is_owner or self._is_named(token):
            return False
        if at and lead[at - 1].word in _WHO_DOES and not lead[at - 1].is_owner:
            return True
        following = lead[at + 1] if at + 1 < len(lead) else None
        if at and self._ends_clause(token, lead[at - 1], following):
            return True
        if not at and (following is None or following.kind in (Kind.WORD, Kind.MEASURE, Kind.QUALIFIER)):
            return False
        base = lemma(token.word)
        if token.word.endswith("s") and base in event_verbs("en") and at + 1 < len(lead) and lead[at + 1].word in _STANDS_AT:
            return True
        is_past = token.word.endswith("ed") and len(token.word) > _SHORT_VERB
        if not is_past and (base == token.word or token.word.endswith(("s", "ing")) or base not in event_verbs("en")):
            return False
        return not at or lead[at - 1].kind in (Kind.WORD, Kind.MEASURE, Kind.PRONOUN, Kind.FILLER, Kind.VERB)

    def _ends_clause(self, token: Token, before: Token, following: Token | None) -> bool:
        """Whether a word behind a name or a measure is its predicate: "Adobe |lands at", "output in Chile |steady at"."""
        if before.kind not in (Kind.MEASURE, Kind.FILLER) and not self._is_named(before):
            return False
        is_tied = following is None or following.kind in (Kind.PREPOSITION, Kind.FILLER, Kind.PRONOUN, Kind.MARK)
        if token.role is Role.STATE:
            return is_tied and following is not None
        is_verb = token.word.endswith("s") and token.word not in _NO_VERBS and lemma(token.word) in event_verbs("en")
        return is_verb and (is_tied or (following is not None and following.kind in (Kind.DETERMINER, Kind.VERB)))

    def _verb(self, lead: list[Token]) -> int | None:
        """Where the predicate begins: the first verb behind a noun, beyond relative clauses."""
        has_noun = False
        for at, token in enumerate(lead):
            if is_done_by(lead, at):
                continue
            if (token.kind is Kind.VERB or self._is_other_verb(lead, at)) and (
                has_noun or at == 0 or lead[at - 1].kind in (Kind.MARK, Kind.PERIOD, Kind.FIGURE)
            ):
                return at
            if token.kind is Kind.VERB and token.word.endswith("ing"):
                return at
            is_noun = token.kind in (Kind.WORD, Kind.MEASURE, Kind.PRONOUN, Kind.QUALIFIER) or (
                token.kind is Kind.FILLER and self._is_named(token)
            )  # 3trees
            if is_noun and token.word not in ("years", "year"):
                has_noun = True
        return None

    def _main_clause(self, lead: list[Token]) -> list[Token]:
        """The lead behind a head phrase with a verb of its own: "although exports fell, |Norway's surplus was"."""
        commas = [at for at, token in enumerate(lead) if token.word == ","]
        if not commas or not opens_head(lead[0]):
            return lead
        verb = self._verb(lead)
        rest = lead[commas[-1] + 1 :]
        own = self._verb(rest)
        is_clause = own is not None and any(token.kind in (Kind.WORD, Kind.MEASURE) for token in rest[:own])
        return rest if verb is not None and verb < commas[-1] and is_clause else lead

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
            if token.kind is Kind.PERIOD and before is not None and before.is_owner:
                continue  # "Danone's first-half profit"
            if token.kind is Kind.MARK or token.kind is Kind.PERIOD or token.word in ("if", "when", "while", "whereas", "but", "as"):
                parts.append([])
            else:
                parts[-1].append(token)
        told = [part for part in map(stripped, parts) if any(one.kind in (Kind.WORD, Kind.MEASURE, Kind.QUALIFIER) for one in part)]
        if len(told) > 1 and all(token.role in (Role.VALUE, Role.STATE) for token in told[-1]):
            told.pop()  # "Danone this time"
        if len(told) > 1 and self._is_apposition(told[-2], told[-1], tokens):
            return told[-2]
        if not told:
            return []
        if len(told) > 1 and (_is_aside(told[-1]) or self._is_opinion(told[-1])):
            return told[0]
        return told[-1]

    def _is_apposition(self, name: list[Token], part: list[Token], tokens: list[Token]) -> bool:
        """Whether a phrase between commas only says what the one named before it is: "Lumeo, the Danish toymaker,"."""
        before = next((one for one in reversed(tokens) if one.end <= part[0].start), None)
        is_described = before is not None and before.kind is Kind.DETERMINER and not any(token.kind is Kind.MEASURE for token in part)
        return is_described and tokens[-1].word == "," and all(self._is_named(token) for token in name)

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

    def _is_source(self, phrase: list[Token]) -> bool:
        """Whether a phrase names only who tells a figure, or the figure as such: "official data", "the latest reading"."""
        if any(token.kind is Kind.MEASURE and not self._only_tells(phrase, at) for at, token in enumerate(phrase)):
            return False
        head = next((at for at, token in enumerate(phrase) if token.kind in (Kind.PREPOSITION, Kind.PRONOUN)), len(phrase))
        named = next((at for at in range(head - 1, -1, -1) if phrase[at].role is not Role.STATE), -1)
        is_value = named >= 0 and phrase[named].role is Role.VALUE and not self._is_named(phrase[0])
        return is_value or any(token.word in SOURCES for token in phrase[:head])

    def _split_behind(self, after: list[Token]) -> tuple[Span | None, Span | None]:
        """Subject and measure of the phrase between predicate and figure: "reported revenue of", "cut its price to"."""
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
        return self._split(stripped(after[start:end]))

    def _split(self, phrase: list[Token]) -> tuple[Span | None, Span | None]:
        """Subject and measure of a noun phrase: "Poland's jobless rate", "prices in Hungary", "Sri Lanka exports"."""
        phrase = stripped(phrase)
        if not phrase:
            return None, None
        if phrase[0].word in ("those", "that") and len(phrase) > 1:
            return self._span(stripped(phrase[2:])), None
        owner = next((at for at, token in enumerate(phrase) if token.is_owner), None)
        nouns = [at for at, token in enumerate(phrase) if token.kind is Kind.MEASURE and not self._only_tells(phrase, at)]
        if owner is not None and owner + 1 < len(phrase):
            return self._owned(phrase, owner, nouns)
        if owner is not None and phrase[-1].is_owner:  # "above the euro area's 3.3%"
            return self._span(phrase), None
        if (due := self._attributed(phrase)) and nouns:  # "net loss attributable to Orvane shareholders"
            return self._span(stripped(phrase[due + 2 :])), self._span(stripped(phrase[:due]))
        tie = next((at for at, token in enumerate(phrase) if at and (token.word in OF_SUBJECT or token.word in _RELATIVE)), None)
        if tie is not None and nouns and nouns[0] < tie:
            return self._tied_measure(phrase[:tie], stripped(phrase[tie + 1 :]))
        if tie is not None and nouns:
            inner = self._split(phrase[tie + 1 :])
            return inner if inner[0] else (self._span(phrase[:tie]), inner[1])
        if nouns:
            return self._compound(phrase, nouns[-1])
        if tie is not None:
            return self._span(self._bare(phrase, tie)), None
        first = self._first_part(phrase)
        return self._span(self._described(first) if self._quantities else first), None

    def _tied_measure(self, head: list[Token], rest: list[Token]) -> tuple[Span | None, Span | None]:
        """Subject and measure of a measure and what is tied to it: "prices |in Hungary", "a target of |an EBIT margin"."""
        head = head[:-1] if len(head) > 1 and head[-1].kind is Kind.VERB else head  # "revenue |reported| by Shell"
        name = self._leading_name(head)
        if name:
            return self._span(head[:name]), self._span(stripped(head[name:]))
        if head[-1].word in _FORESEEN and any(token.kind is Kind.MEASURE for token in rest):
            return self._split(rest)
        if rest and all(token.word in TIMES or token.kind in (Kind.DETERMINER, Kind.PERIOD) for token in rest):
            return None, self._span(stripped(head))  # "the loss |for the year|"
        first = self._first_part(rest)
        is_own = any(token.kind is Kind.MEASURE or self._is_named(token) for token in first) and not self._is_traded(head, first)
        if not is_own and (place := self._place_behind(rest, len(first))) is not None:
            return place, self._span([*stripped(head), *first])  # "price of a home |in King County"
        return self._span(first), self._span(stripped(head))

    def _is_traded(self, head: list[Token], first: list[Token]) -> bool:
        """Whether a good only says what is made or sold: "exports of |soybeans| from Brazil", not "the price of |copper| in London"."""
        row, span = head[-1].row, self._span(first)
        known = find_known(self._text[slice(*span)]) if span else ()
        is_good = bool(known) and all(entity.kind == "commodity" for one in known for entity in one.entities)
        return is_good and row is not None and row.family in ("trade", "production", "sales") and not row.code.startswith("import")

    def _place_behind(self, rest: list[Token], at: int) -> Span | None:
        """The name that a preposition ties to a noun that ends at ``at``: "a home |in King County"."""
        behind = [token for token in rest[at : at + _TIE_REACH] if token.kind is not Kind.DETERMINER]
        is_tied = len(behind) > 1 and behind[0].word in OF_SUBJECT and behind[0].word != "by" and self._is_named(behind[1])
        return next((span for span in self._names if span[0] <= behind[1].start < span[1]), None) if is_tied else None

    def _is_place(self, token: Token) -> bool:
        return any(it.kind == "place" for one in find_known(self._text[token.start : token.end]) for it in one.entities)

    def _described(self, phrase: list[Token]) -> list[Token]:
        """A name without the common noun that says what it is: "Dutch group |Shell|", "rival |Palmer|"."""
        last = next((span for span in self._names if span[0] <= phrase[-1].start < span[1]), None) if phrase else None
        own = [token for token in phrase if last is not None and token.start >= last[0]]
        before = phrase[len(phrase) - len(own) - 1] if len(own) < len(phrase) else None
        if self._quantities and any(self._is_named(token) and not self._is_place(token) for token in phrase[: len(phrase) - len(own)]):
            return phrase  # "Shell chief executive Jane Roe"
        if before is None or not own or before.kind is not Kind.WORD or before.is_owner:
            return phrase
        written = self._text[slice(before.start, before.end)]
        opens = (
            before.start == 0
            and last is not None
            and any(it.kind == "company" for one in find_known(self._text[slice(*last)]) for it in one.entities)
        )
        return own if last is not None and (written.islower() or opens) else phrase

    def _bare(self, phrase: list[Token], tie: int) -> list[Token]:
        """A phrase without measure; of a name and what ties no other name to it the name alone: "|Adobe| in fact"."""
        is_name = self._leading_name(phrase[:tie]) == tie and not any(self._is_named(token) for token in phrase[tie:])
        return phrase[:tie] if is_name else phrase

    def _is_priced(self, phrase: list[Token]) -> bool:
        """Whether a phrase is a thing and its price, whatever the thing: "bitcoin price"."""
        row = phrase[-1].row
        return row is not None and row.code == "price" and len(phrase) > 1 and all(one.kind is Kind.WORD for one in phrase[:-1])

    def _attributed(self, phrase: list[Token]) -> int | None:
        """Where "attributable to" stands behind a measure."""
        words_of = [token.word for token in phrase]
        return next((at for at, word in enumerate(words_of[:-2]) if at and word in _DUE and words_of[at + 1] == "to"), None)

    def _only_tells(self, phrase: list[Token], at: int) -> bool:
        """Whether a measure only tells what kind of thing the noun behind it is: "tax office"."""
        following = phrase[at + 1] if at + 1 < len(phrase) else None
        if following is None or self._is_named(following) or following.role is Role.STATE:
            return False  # "left its deposit rate |unchanged|"
        is_noun = following.kind is Kind.WORD or (
            following.kind in (Kind.SPEECH, Kind.VERB) and following.word in SOURCES
        )  # "jobs |report|"
        return is_noun and following.word not in _HEADS

    def _owned(self, phrase: list[Token], owner: int, nouns: list[int]) -> tuple[Span | None, Span | None]:
        head = stripped(phrase[: owner + 1])
        rest = phrase[owner + 1 :]
        tie = next((at for at, token in enumerate(rest) if token.word in _TIES or token.kind is Kind.PERIOD), len(rest))
        if nouns and nouns[0] < owner:  # "growth of 5% for Indonesia's third quarter"
            told = stripped(rest[:tie])
            is_of = phrase[nouns[0] + 1].word == "of" and bool(told) and told[0].kind is Kind.WORD
            whole = [*head[-1:], *told] if is_of else head[-1:]
            return self._span(whole), (phrase[nouns[0]].start, phrase[nouns[0]].end)  # "sales of Ford's |F-Series trucks|"
        tied = next((at for at, token in enumerate(head) if token.word in OF_SUBJECT), None)
        if tied is not None and not any(at > owner for at in nouns):
            head = head[tied + 1 :]
        if self._is_named(phrase[owner]):
            name = next(span for span in self._names if span[0] <= phrase[owner].start < span[1])
            head = [token for token in head if token.start >= name[0]]
        if not any(at > owner for at in nouns):
            if (named := self._named_behind(stripped(rest[:tie]))) is not None:
                return named, None  # "Norvik's rival |Palmer|"
            whole = [token for token in phrase if token.start >= head[0].start] if head else phrase
            return (self._span(stripped(whole[: len(whole) - len(rest) + tie])), None) if rest[:tie] else (self._span(head), None)
        subject = None if self._is_compiled(stripped(head), rest[:tie]) else self._span(stripped(head))
        return subject, self._span(stripped(rest[:tie]))

    def _named_behind(self, told: list[Token]) -> Span | None:
        """The name that a common noun before it says what it is: "rival |Palmer|", not "US sales"."""
        if len(told) > 1 and told[-1].word in _UNITS_OF and all(self._is_named(one) and not self._is_place(one) for one in told[:-1]):
            told = [told[-1], *told[:-1]]  # "Kelham's |Shell| unit"
        is_noun = len(told) > 1 and told[0].kind is Kind.WORD and not (told[0].is_capital or self._is_named(told[0]))
        return next((span for span in self._names if is_noun and span[0] == told[-1].start and told[-1].end == span[1]), None)

    def _compound(self, phrase: list[Token], noun: int) -> tuple[Span | None, Span | None]:
        """A name before its measure: "German factory orders"; words that are no name belong to the measure."""
        if self._is_priced(phrase[: noun + 1]):
            return self._span(phrase[:noun]), self._span(phrase[noun : noun + 1])
        start = noun
        while start and phrase[start - 1].kind in (Kind.QUALIFIER, Kind.MEASURE):
            start -= 1
        left = phrase[:start]
        named = [at for at, token in enumerate(left) if self._is_named(token)]
        if self._is_compiled(left, phrase[noun:]):
            return None, self._span(phrase)  # "the |S&P Global| PMI for Italy"
        if named:
            first = named[0]
            last = named[0]
            while last + 1 < len(left) and (
                (self._is_named(left[last + 1]) and (left[last + 1].is_capital or not left[first].is_capital))
                or (left[last + 1].word in ("of", "and", "&") and last + 2 < len(left))
            ):
                last += 1
            return self._span(left[first : last + 1]), (self._after(phrase, last + 1), phrase[noun].end)
        return None, (stripped(phrase)[0].start, phrase[noun].end)

    def _is_compiled(self, owner: list[Token], measure: list[Token]) -> bool:
        """Whether a name before an index of purchasing managers is that of who compiles it: such an index is a place's."""
        row = next((one.row for one in reversed(measure) if one.row is not None), None)
        if row is None or row.code != "pmi" or not owner or not all(self._is_named(one) for one in owner):
            return False
        known = find_known(" ".join(one.word for one in owner), is_typed=True)
        return not any(entity.kind == "place" for one in known for entity in one.entities)

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
        """A phrase up to where another begins; names keep "of" and "and", and a unit gives way to what it measures: "a barrel of crude"."""
        if len(phrase) > 2 and phrase[0].word in _UNITS and phrase[1].word == "of":
            phrase = stripped(phrase[2:])
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


def _is_aside(part: list[Token]) -> bool:
    """Whether a phrase between commas only tells more of the one before: "advised by Lazard", "set by the Fed", "which closed in June"."""
    first = part[0]
    if first.word in _RELATIVE:
        return True
    is_done = bool(ASIDE_WORD.search(first.word)) or (len(part) > 1 and part[1].word == "by")
    return first.kind is not Kind.MEASURE and not first.is_capital and is_done
